// The book on the screen: what is entered goes to the engine, is kept in this browser, and shown.
import type { Engine } from '../lib/engine';
import { EngineError } from '../lib/engine-host';
import { announce } from '../lib/live.svelte';
import { sound } from '../lib/sound';
import { say } from '../text/arbiter';
import { Book, type BookState, type Sheet } from './book';
import { keepLog, keepNames, keptLog, keepVibration, putAside, wantsVibration, watchLog } from './keep';
import { questionWords, toldWords } from './words';

const empty: BookState = { games: 0, current: 0, entries: 0, undo: '', redo: '', sheet: null };

const troubleOf = (error: unknown): string => {
  if (error instanceof EngineError && error.line) return say('badLog', { n: error.line, why: error.message });
  return say('badLogWhole', { why: error instanceof Error ? error.message : String(error) });
};

export class Arbiter {
  readonly book: Book;
  state = $state.raw<BookState>(empty);
  told = $state(''); // what the last entry made happen: it stays until the next one
  trouble = $state(''); // why something was not taken
  kept = $state(true);
  log = $state.raw('');
  vibrates = $state(wantsVibration());

  constructor(readonly engine: Engine) {
    this.book = new Book(engine);
    this.take(keptLog());
  }

  get sheet(): Sheet | null {
    return this.state.sheet;
  }

  titleOf(ruleset: string): string {
    return this.engine.rulesets().find((one) => one.name === ruleset)?.title ?? ruleset;
  }

  // Another tab may go on with the same book: it is one.
  watch(): () => void {
    return watchLog((log) => {
      this.take(log);
      this.trouble = say('otherTab');
    });
  }

  // The log that was kept. One that cannot be read is put aside.
  private take(log: string): void {
    try {
      this.state = this.book.open(log);
      this.log = log;
      this.told = this.lastTold();
    } catch (error) {
      putAside(log);
      this.state = this.book.open('');
      this.log = '';
      this.told = '';
      this.trouble = say('keptBad', { why: troubleOf(error) });
    }
  }

  private lastTold(): string {
    const [last] = this.state.entries ? this.book.past(1) : [];
    return last && this.sheet ? toldWords(this.sheet, last) : '';
  }

  // Enters a line. False: it was refused, `trouble` says why, and nothing has changed.
  enter(line: string): boolean {
    if (!this.write(line)) return false;
    this.feel();
    return true;
  }

  private write(line: string): boolean {
    const entered = this.book.enter(line);
    if (!entered.ok) {
      this.trouble = entered.told;
      announce(entered.told, true);
      sound('no');
      return false;
    }
    this.log += entered.added;
    this.kept = keepLog(this.log);
    this.state = this.book.state();
    this.trouble = '';
    this.told = this.sheet && entered.events ? toldWords(this.sheet, { ...entered, line }) : entered.told;
    return true;
  }

  begin(line: string): boolean {
    if (!this.write(line)) return false;
    const { sheet, current } = this.state;
    if (sheet) keepNames(sheet.players.map((player) => player.name));
    this.told = say('begins', { n: current, rules: this.titleOf(sheet?.ruleset ?? '') });
    this.feel();
    return true;
  }

  undo(): void {
    const line = this.state.undo;
    if (line && this.enter('undo')) this.told = say('takenBack', { line });
  }

  redo(): void {
    const line = this.state.redo;
    if (line && this.enter('redo')) this.told = this.lastTold() || say('again', { line });
  }

  openGame(number: number): void {
    if (number === this.state.current || !this.enter(`open ${number}`)) return;
    this.told = this.lastTold() || say('opened', { n: number });
  }

  // A log from elsewhere, in the place of this one. Returns what is wrong with it, or ''.
  bring(log: string): string {
    try {
      this.state = this.book.open(log);
    } catch (error) {
      this.state = this.book.open(this.log);
      return troubleOf(error);
    }
    this.log = log;
    this.kept = keepLog(log);
    this.trouble = '';
    this.told = this.lastTold();
    return '';
  }

  forget(): void {
    this.bring('');
    this.told = '';
  }

  setVibrates(on: boolean): void {
    this.vibrates = on;
    keepVibration(on);
  }

  private feel(): void {
    const { sheet } = this.state;
    if (this.vibrates) navigator.vibrate?.(sheet?.over ? [30, 60, 30] : 15);
    sound(sheet?.over ? 'win' : 'card');
    announce(sheet ? `${this.told} ${questionWords(sheet)}` : this.told);
  }
}
