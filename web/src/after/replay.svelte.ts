// A record as a table to look at: the position after any action, as any seat saw it. Nothing can be done at it.
import type { RecordReader, Replayed, Rules } from '../lib/engine';
import type { Deed, GameOver, RulesInfo, Seat, TableInfo } from '../lib/types';
import { sentence } from '../lib/text.svelte';
import { seatLetter } from './seats';
import { plainTable } from '../session/plain';
import type { LogLine, TableSession } from '../session/session';
import { say } from '../text/after';
import { steps, type Step } from './story';

export interface Chapter extends Step {
  told: string[]; // sentences without full stop
}

export type Observer = Seat | 'all' | null; // null: a spectator

const handsBySeat = (hands: string[][]): Record<Seat, string[]> =>
  Object.fromEntries(hands.map((hand, index) => [seatLetter(index), hand]));

const sentences = (events: Deed[]): string[] => events.filter(({ told }) => told).map(({ text }) => text);

const without = (): void => {};

export class ReplaySession implements TableSession {
  readonly kind = 'replay';
  readonly table: TableInfo;
  readonly rules: Rules;
  readonly info: RulesInfo;
  readonly here: Seat[];
  readonly spectators = 0;
  readonly clocks = [];
  readonly held = false;
  readonly trouble = null;
  readonly notice = '';
  readonly timeUp = '';
  readonly pace = 0;
  readonly mayUndo = false;
  readonly refused = null;
  readonly length: number;
  readonly story: Chapter[];

  number = $state(0); // actions shown
  observer = $state<Observer>(null);
  last = $state.raw<TableSession['last']>(null);

  private readonly players: string[];
  private shown = $state.raw<Replayed | null>(null);

  readonly view = $derived(this.shown?.view ?? null);
  readonly hands = $derived(this.shown?.hands ? handsBySeat(this.shown.hands) : null);
  readonly options = $derived.by(() => this.view && this.rules.options(this.view, this.players));
  readonly log = $derived(this.lines());
  readonly q = $derived(this.number);

  constructor(
    private readonly reader: RecordReader,
    private readonly game: string, // its id, or ''
    title: string, // of the rules
  ) {
    this.rules = reader.rules;
    this.info = reader.rules.info;
    this.length = reader.actions;
    this.players = reader.names.map((name, index) => name || say('seat', { seat: seatLetter(index) }));
    this.table = plainTable(this.players, { title, ruleset: reader.ruleset, hash: this.info.hash }, reader.bots);
    this.here = this.table.seats.map(({ seat }) => seat);
    this.story = steps(reader).map((step) => ({ ...step, told: sentences(step.events) }));
    this.goTo(0);
  }

  get you(): Seat | null {
    return this.observer === 'all' ? null : this.observer;
  }

  get finished(): boolean {
    return this.reader.result !== null;
  }

  get over(): GameOver | null {
    const { result } = this.reader;
    return result && this.number === this.length ? { ...result, game: this.game } : null;
  }

  goTo(number: number): void {
    const to = Math.min(Math.max(Math.round(number), 0), this.length);
    const before = to === this.number + 1 ? this.view : null;
    const shown = this.reader.at(to, this.observer);
    this.number = to;
    this.shown = shown;
    const happening = { q: to, by: shown.by, how: null, do: shown.do, events: shown.events, say: null };
    this.last = before && { happening, before, after: shown.view };
  }

  watch(observer: Observer): void {
    this.observer = observer;
    this.last = null;
    this.shown = this.reader.at(this.number, observer);
  }

  name(seat: Seat | null): string {
    return (seat && this.table.seats.find((one) => one.seat === seat)?.name) ?? '';
  }

  names(): string[] {
    return this.players;
  }

  // Of an action (notation) that the seat took at this number, or could have taken.
  words(number: number, action: string): string {
    return this.reader.words(number, action);
  }

  // What would have been better than that, and why; null: to let it be.
  better(number: number, action: string | null, why: string): string {
    return this.reader.better(number, action, why);
  }

  why(): null {
    return null;
  }

  act = without;
  letBe = without;
  setPace = without;
  undo = without;
  send = without;

  close(): void {
    this.reader.close();
  }

  private lines(): LogLine[] {
    return this.story.slice(0, this.number + 1).flatMap(({ number, by, told }) =>
      told.map((text, index): LogLine => ({ id: number * 100 + index, text: sentence(text), seat: by, kind: 'deed' })),
    );
  }
}
