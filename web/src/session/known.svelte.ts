// A table as it is known here. What is heard of it is folded by the engine (src/client/fold.h); this is what the screen
// reads, reactively: the server's tables and the games on this device alike.
import type { ChatLine, Clock, Engine, FairPart, KnownTable, Rules, TableHeard } from '../lib/engine';
import { cardName } from '../lib/cards';
import { isError } from '../lib/engine';
import { translated } from '../lib/text.svelte';
import type { GameOver, Move, Options, Refusal, RulesInfo, Seat, TableInfo, View } from '../lib/types';
import { say } from '../text/play';
import { chatText } from './chat';
import type { LogLine, TableSession } from './session';

const logKept = 400;

const letter = (index: number): Seat => String.fromCharCode(65 + index);

// Refusals that this page has words for in the reader's language.
const words: Record<string, () => string> = {
  no_such_table: () => say('noSuchTable'),
  no_spectators: () => say('among'),
  closed: () => say('closed'),
  stale: () => say('stale'),
  storage_full: () => say('storageFull'),
};

export abstract class KnownSession implements TableSession {
  abstract readonly kind: TableSession['kind'];
  table = $state.raw<TableInfo | null>(null);
  rules = $state.raw<Rules | null>(null);
  you = $state<Seat | null>(null);
  view = $state.raw<View | null>(null);
  readonly hands = null;
  here = $state.raw<Seat[]>([]);
  spectators = $state(0);
  clocks = $state.raw<Clock[]>([]);
  log = $state.raw<LogLine[]>([]);
  last = $state.raw<TableSession['last']>(null);
  over = $state.raw<GameOver | null>(null);
  held = $state(false);
  trouble = $state.raw<TableSession['trouble']>(null);
  notice = $state('');
  mayUndo = $state(false);
  pace = $state(0);
  refused = $state.raw<Refusal | null>(null);
  timeUp = $state('');
  q = $state(0);
  info = $derived.by(() => this.infoNow());
  options = $derived.by(() => this.optionsNow());

  protected engine: Engine | null = null;
  protected game = ''; // the id of the last one
  protected known: KnownTable | null = null;
  private players = $state.raw<string[]>([]); // who plays, or played, by seat
  private lines = 0;

  abstract act(action: string, text?: string): void;
  letBe(): void {}
  setPace(_pace: number): void {}
  undo(): void {}
  send(_message: Record<string, unknown>): void {}

  protected open(engine: Engine): KnownTable {
    this.engine = engine;
    return (this.known ??= engine.table());
  }

  // The own part of the next deal, and what is to be kept of this one; after every message that tells of the table.
  protected playFair(_part: FairPart): void {}

  close(): void {
    this.known?.close();
    this.known = null;
  }

  name(seat: Seat | null): string {
    return seat ? (this.players[seat.charCodeAt(0) - 65] ?? say('seat', { seat })) : '';
  }

  names(): string[] {
    return this.players;
  }

  why(action: string): Refusal | null {
    return this.view ? (this.known?.refusal(action) ?? null) : null;
  }

  // In the reader's language: what this page knows, what the engine says of a rule; or as it was told.
  protected inWords({ code = '', message = '' }: { code?: string; message?: string }): string {
    return words[code]?.() ?? translated('refusals', code) ?? this.rules?.explain(code) ?? message;
  }

  // ---- what follows ----

  // Whoever made the table knows what a ruleset is called; its rules alone do not.
  private infoNow(): RulesInfo | null {
    const info = this.rules?.info;
    const settings = this.table?.settings;
    if (!info || !settings) return info ?? null;
    const { ruleset: name, rules_title: title } = settings;
    return info.name === name && info.title === title ? info : { ...info, name, title: title || info.title };
  }

  private optionsNow(): Options | null {
    if (!this.view || this.over || !this.known) return null;
    const options = this.known.options();
    return this.table?.paused ? { ...options, besides: [], moves: [] } : options;
  }

  // ---- hearing ----

  // Hears a message; says what it was (TableHeard).
  hear(message: string): string {
    const open = this.options?.moves ?? [];
    const told = this.known?.hear(message);
    if (!told) return 'passed';
    this.q = told.q;
    this.you = told.you;
    this.held = told.held;
    this.here = told.here;
    this.spectators = told.spectators;
    if (told.table) this.take(told, told.table);
    for (const line of told.chat) this.hearChat(line);
    if (told.fair) this.playFair(told.fair);
    if (told.happening) this.noteClock(told.happening, open);
    return told.heard;
  }

  private take(told: TableHeard, table: TableInfo): void {
    if (told.rules !== undefined) this.openRules(told.rules, table.settings);
    this.table = table;
    this.players = (told.names ?? []).map((name, i) => name ?? say('seat', { seat: letter(i) }));
    this.game = told.game ?? '';
    this.over = told.over ?? null;
    this.clocks = told.clocks ?? [];
    const before = this.view;
    if (told.view !== undefined) this.view = told.view;
    if (told.heard !== 'act' && told.view !== undefined) this.refused = this.last = null;
    if (told.view && told.happening) this.happen(told.heard, told.happening, before, told.view);
    if (told.heard !== 'start') return;
    for (const { seat, commit, revealed } of table.seats)
      if (commit && !revealed) this.write('note', seat, say('unrevealed', { name: this.name(seat) }));
  }

  // What a table tells when one comes back to it is in the log already.
  private happen(heard: string, happening: Last['happening'], before: View | null, after: View): void {
    const { by, events, say: said } = happening;
    if (heard === 'act' && by === this.you) this.refused = null;
    if (heard !== 'joined') this.last = { happening, before: heard === 'act' ? before : null, after };
    if (heard !== 'joined' || !this.log.length)
      for (const { told, text, seat, card, name } of events)
        if (told) this.write('deed', seat ?? by, text, { card, ...(name === 'dealt' ? { deal: after.deals } : {}) });
    if (said) this.write('chat', by, `${this.name(by)}: ${said}`);
  }

  // What was done because the own time was up is said, until something is done by oneself again.
  private noteClock({ by, how, do: action }: Last['happening'], open: Move[]): void {
    if (by !== this.you) return;
    const move = how === 'clock' ? open.find((one) => one.do === action && one.kind !== 'deal') : undefined; // nobody has to deal in time
    this.timeUp = move ? this.doneFor(move) : '';
    if (move) this.write('note', by, this.timeUp);
  }

  private doneFor({ kind, deed, card, words }: Move): string {
    const key = `timeUp_${deed === 'other' ? kind : deed}`;
    return say.has(key) ? say(key, { card: card && this.info ? cardName(this.info, card, true) : '' }) : say('timeUp', { words });
  }

  // Built-in rules have a book of their own; others are known by their text alone.
  private openRules(text: string, { ruleset, rules_hash }: TableInfo['settings']): void {
    const builtin = this.engine?.rulesets().some((one) => one.name === ruleset);
    for (const source of builtin ? [ruleset, text] : [text]) {
      const rules = this.engine?.open(source);
      if (!rules || isError(rules) || rules.info.hash !== rules_hash) continue;
      this.rules = rules;
      return;
    }
  }

  // ---- the log ----

  protected write(kind: LogLine['kind'], seat: Seat | null, text: string, more: Partial<LogLine> = {}): void {
    this.log = [...this.log.slice(1 - logKept), { id: ++this.lines, text, seat, kind, ...more }];
  }

  private hearChat(line: ChatLine): void {
    const seat = this.table?.seats.find((one) => line.user && one.user === line.user)?.seat ?? null;
    this.write('chat', seat, `${line.name}: ${chatText(line)}`);
  }
}

type Last = NonNullable<TableSession['last']>;
