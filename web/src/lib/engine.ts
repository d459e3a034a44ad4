// The engine in the page: build/wasm/uno.wasm (src/wasm/page.h), typed. Rules are opened from the text of
// a ruleset and asked about views; nothing here knows a rule of the game.
import tableUrl from '@engine/table.wasm?url';
import wholeUrl from '@engine/uno.wasm?url';
import { EngineError, Module, Places, type Value } from './engine-host';
import { spoken } from './spoken';
import type { CardCode, Family, GameEvent, OptionRow, Options, Refusal, RulesError, RulesInfo, Seat, View } from './types';

export interface BuiltinRuleset {
  name: string;
  title: string;
  about: string;
  parent: string;
  family: Family;
  text: string; // its file
}

export interface Book {
  text: string; // Markdown
  items: string[][]; // the options that each item of its lists tells
}

export interface Told {
  told: string[]; // sentences without full stop for the reader ("you"), those that go without saying left out
  deeds: string[]; // of each event what its seat did, to stand beside its name: "plays red 5"; or ''
}

// An option or a card that two rulesets have otherwise.
export interface Change {
  name: string;
  from: string;
  to: string;
  was: string; // its sentence, or ''
  is: string;
}

export interface Difference {
  families: boolean; // they are of two: only what both have is compared
  changes: Change[];
}

// Rules that are open in the engine. Cheap to ask again: the last few texts stay open.
export interface Rules {
  readonly info: RulesInfo;
  book(): Book;
  // All sentences are in the language of the page, and follow when that changes.
  // What the view's seat may do and is asked; for a spectator's view who is waited for. `names` by seat.
  options(view: View, names: string[]): Options;
  // Why an action (notation) is refused now; null: it would be taken.
  refusal(view: View, action: string): Refusal | null;
  // What the code of a refusal says; null: it is none of the rules.
  explain(code: string): string | null;
  tell(events: GameEvent[], names: string[], reader: Seat | null): Told;
  // What the bot of that kind does in this position; null: it lets it be.
  bot(view: View, kind: string, seed: bigint, worlds?: number): string | null;
}

export interface Replayed {
  view: View; // of the observer; for "all" a spectator's view
  hands: CardCode[][] | null; // by seat, for "all"
  events: GameEvent[];
  by: Seat | null;
  do: string | null;
}

// A record opened for looking through it.
export interface RecordReader {
  readonly rules: Rules;
  readonly ruleset: string;
  readonly date: string;
  readonly names: string[]; // by seat, as the record has them, or "" where it has none
  readonly actions: number;
  readonly result: { winners: Seat[]; scores: number[] } | null;
  // After `number` actions (0: dealt), as the observer saw it, or with "all" every hand.
  at(number: number, observer: Seat | 'all' | null): Replayed;
  // Checks the deal and every action.
  verify(): {
    ok: boolean;
    proof: 'none' | 'waiting' | 'holds' | 'open';
    replayed: boolean;
    finished: boolean;
    message: string;
  };
  // In what it differs from what was kept of the table, by the codes of src/record/kept.def.
  compare(kept: string): string[];
  close(): void;
}

export interface TrialCounts {
  games: number;
  undecided: number;
  actions: number; // in all games together
  turns: number;
  deals: number;
  longest: number; // actions of the longest game
  wins: number[]; // by seat, shared wins counted to each, in hundredths
  events: Record<string, number>; // how often each event happened
}

// ---- a game on this device: one person and bots ----

// What changed in a view, as in docs/protocol.md; applyDelta() of the sessions applies it.
export type ViewDelta = Record<string, unknown>;

export interface LocalStart {
  t: 'start';
  q: number; // actions so far
  you: Seat | null;
  undo: boolean; // undo() would take something back
  game: { view: View; events: GameEvent[] };
}

export interface LocalAct {
  t: 'act';
  q: number;
  by: Seat;
  how?: 'bot';
  do?: string; // the person's own action only
  e: GameEvent[];
  v: ViewDelta;
  undo: boolean;
}

// The person is to act. `open`: the table does not wait for them, but they may call, catch or jump in, or letBe().
export interface LocalAsks {
  t: 'asks';
  seat: Seat;
  open: boolean;
  undo: boolean;
}

export interface LocalOver {
  t: 'over';
  winners: Seat[];
  scores: number[];
}

// Refused, and nothing has changed. "failed": the game cannot go on; "no_game", "no_undo", "bad_action", or a
// verdict of the rules.
export interface LocalNo {
  t: 'no';
  code: string;
  message: string;
  rules: string[];
}

// One game at a time in an engine. After a start call step() until it asks, or is over; then act() or letBe(), and
// step() on.
export interface LocalGame {
  // `kinds`: a bot for every seat, that of the person passed over. `seed`: 64 hex digits. Throws an Error that can
  // be shown when the rules do not allow so many players, a name does not fit a record...
  begin(rules: Rules, names: string[], kinds: string[], person: Seat | null, seed: string, date?: string): LocalStart;
  resume(record: string, kinds: string[], person: Seat | null): LocalStart;
  step(): LocalAct | LocalAsks | LocalOver | LocalNo; // at most one bot acts
  act(action: string): LocalAct | LocalNo;
  letBe(): LocalAct | LocalAsks | LocalOver | LocalNo; // and then as step()
  undo(): LocalStart | LocalNo;
  view(): LocalStart; // how it stands
  record(): { text: string; finished: boolean };
}

export interface Engine {
  rulesets(): BuiltinRuleset[];
  optionRows(): OptionRow[];
  bots(family: Family): { name: string; about: string }[];
  // Opens a ruleset's text (or the name of a built-in one).
  open(textOrName: string): Rules | RulesError;
  diff(a: Rules, b: Rules): Difference;
  record(text: string): RecordReader | RulesError;
  commit(seed: string): string; // what a seat sends before its seed
  // Plays `games` games with bots of that kind, the seeds counted from `first`. Blocks: for workers.
  trial(rules: Rules, players: number, kind: string, games: number, first: number): TrialCounts;
  readonly game: LocalGame;
  readonly module: Module; // for what has a wrapper of its own: calls of src/wasm/page.h by name
}

export const isError = (result: object): result is RulesError => 'message' in result;

// ---- behind the interface ----

const lines = (texts: string[]): string => texts.map((text) => text.replaceAll('\n', ' ')).join('\n');

// Runs `work`; what the engine says is wrong with a text becomes the result.
function orError<T>(work: () => T): T | RulesError {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { line, column, message, about, fixes } = error;
    return { line, column, message, about, fixes };
  }
}

class PageRules implements Rules {
  constructor(
    private readonly engine: PageEngine,
    private readonly source: string,
    readonly info: RulesInfo,
  ) {}

  get place(): number {
    return this.engine.rulesPlaces.get(this.source).place;
  }

  isOf(engine: PageEngine): boolean {
    return this.engine === engine;
  }

  private ask<T>(call: string, ...values: (string | number | bigint)[]): T {
    return this.engine.module.ask(call, this.place, ...values);
  }

  book(): Book {
    return this.ask('page_book');
  }

  options(view: View, names: string[]): Options {
    return this.engine.speak('page_options', this.place, JSON.stringify(view), lines(names));
  }

  refusal(view: View, action: string): Refusal | null {
    type Answer = { refusal: Refusal | null };
    return this.engine.speak<Answer>('page_refusal', this.place, JSON.stringify(view), action).refusal;
  }

  explain(code: string): string | null {
    return this.engine.speak<{ message: string | null }>('page_verdict', code).message;
  }

  tell(events: GameEvent[], names: string[], reader: Seat | null): Told {
    return this.engine.speak('page_tell', this.place, JSON.stringify(events), lines(names), reader ?? '');
  }

  bot(view: View, kind: string, seed: bigint, worlds = 0): string | null {
    return this.ask<{ do: string | null }>('page_bot', JSON.stringify(view), kind, seed, worlds).do;
  }
}

type Result = { winners: Seat[]; scores: number[] } | null;

interface RecordInfo {
  ruleset: string;
  hash: string;
  rules: string;
  date: string;
  names: string[];
  actions: number;
  result: Result;
}

class PageRecord implements RecordReader {
  readonly ruleset: string;
  readonly date: string;
  readonly names: string[];
  readonly actions: number;
  readonly result: Result;

  constructor(
    private readonly engine: PageEngine,
    private readonly text: string,
    readonly rules: Rules,
    info: RecordInfo,
  ) {
    ({ ruleset: this.ruleset, date: this.date, names: this.names, actions: this.actions, result: this.result } = info);
  }

  private get place(): number {
    return this.engine.recordPlaces.get(this.text).place;
  }

  at(number: number, observer: Seat | 'all' | null): Replayed {
    return this.engine.module.ask('page_record_at', this.place, number, observer ?? '');
  }

  verify(): ReturnType<RecordReader['verify']> {
    return this.engine.module.ask('page_record_verify', this.place);
  }

  compare(kept: string): string[] {
    return this.engine.module.ask<{ differences: string[] }>('page_record_compare', this.place, kept).differences;
  }

  close(): void {
    this.engine.recordPlaces.drop(this.text);
  }
}

class PageGame implements LocalGame {
  constructor(private readonly engine: PageEngine) {}

  private ask<T>(call: string, ...values: (string | number)[]): T {
    return this.engine.module.ask(call, ...values);
  }

  begin(rules: Rules, names: string[], kinds: string[], person: Seat | null, seed: string, date = ''): LocalStart {
    const place = this.engine.placeOf(rules);
    return this.ask('page_game_begin', place, lines(names), lines(kinds), person ?? '', seed, date);
  }

  resume(record: string, kinds: string[], person: Seat | null): LocalStart {
    return this.ask('page_game_resume', record, lines(kinds), person ?? '');
  }

  step(): LocalAct | LocalAsks | LocalOver | LocalNo {
    return this.ask('page_game_step');
  }

  act(action: string): LocalAct | LocalNo {
    return this.ask('page_game_act', action);
  }

  letBe(): LocalAct | LocalAsks | LocalOver | LocalNo {
    return this.ask('page_game_let_be');
  }

  undo(): LocalStart | LocalNo {
    return this.ask('page_game_undo');
  }

  view(): LocalStart {
    return this.ask('page_game_view');
  }

  record(): { text: string; finished: boolean } {
    return this.ask('page_game_record');
  }
}

class PageEngine implements Engine {
  readonly rulesPlaces: Places<PageRules>;
  readonly recordPlaces: Places<RecordInfo>;
  readonly game: LocalGame = new PageGame(this);
  private builtin: BuiltinRuleset[] | null = null;
  private rows: OptionRow[] | null = null;
  private spoken = '';

  constructor(readonly module: Module) {
    // As many as src/wasm/page.h has.
    this.rulesPlaces = new Places(
      16,
      (place, source) => new PageRules(this, source, module.ask<RulesInfo>('page_open', place, source)),
    );
    this.recordPlaces = new Places(
      4,
      (place, text) => module.ask<RecordInfo>('page_record_open', place, text),
      (place) => module.run('page_record_close', place),
    );
  }

  // Asks for sentences, in the language that the page has now.
  speak<T>(call: string, ...values: Value[]): T {
    const words = spoken.words();
    if (words !== this.spoken) this.module.ask('page_language', words);
    this.spoken = words;
    return this.module.ask(call, ...values);
  }

  rulesets(): BuiltinRuleset[] {
    this.builtin ??= this.module.ask<{ rulesets: BuiltinRuleset[] }>('page_rulesets').rulesets;
    return this.builtin;
  }

  optionRows(): OptionRow[] {
    this.rows ??= this.module.ask<{ options: OptionRow[] }>('page_option_rows').options;
    return this.rows;
  }

  bots(family: Family): { name: string; about: string }[] {
    return this.module.ask<{ bots: { name: string; about: string }[] }>('page_bots', family).bots;
  }

  open(textOrName: string): Rules | RulesError {
    return orError(() => this.rulesPlaces.get(textOrName).value);
  }

  // Where the rules are now. Rules of another engine are opened here from their text.
  placeOf(rules: Rules): number {
    return rules instanceof PageRules && rules.isOf(this) ? rules.place : this.rulesPlaces.get(rules.info.text).place;
  }

  diff(a: Rules, b: Rules): Difference {
    const from = this.placeOf(a);
    return this.module.ask('page_diff', from, this.placeOf(b));
  }

  record(text: string): RecordReader | RulesError {
    return orError(() => {
      const info = this.recordPlaces.get(text).value;
      return new PageRecord(this, text, this.rulesOf(info), info);
    });
  }

  commit(seed: string): string {
    return this.module.ask<{ commit: string }>('page_commit', seed).commit;
  }

  // A built-in ruleset has a title and a book of its own; any other has only what the record says.
  private rulesOf(info: RecordInfo): Rules {
    if (this.rulesets().some((one) => one.name === info.ruleset)) {
      const builtin = this.rulesPlaces.get(info.ruleset).value;
      if (builtin.info.hash === info.hash) return builtin;
    }
    return this.rulesPlaces.get(info.rules).value;
  }

  trial(rules: Rules, players: number, kind: string, games: number, first: number): TrialCounts {
    return this.module.ask('page_trial', this.placeOf(rules), players, kind, games, BigInt(first));
  }
}

// ---- loading ----

// An engine from the bytes of the module: for tests, and for who has them already.
export async function instantiate(bytes: BufferSource): Promise<Engine> {
  return new PageEngine(await Module.fromBytes(bytes));
}

// Loads a module once. What failed is tried again by the next call.
function loaderOf(url: string): () => Promise<Engine> {
  let loading: Promise<Engine> | null = null;
  return () => {
    loading ??= Module.fetch(url).then(
      (module) => new PageEngine(module),
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
}

// Fails with an Error whose message can be shown.
export const loadEngine = loaderOf(wholeUrl);

// What tables need, in two thirds of the bytes: rulesets, views, bots, games on this device, records. It has no
// rulebooks, no differences, no rows of options, no trials and no arbiter: asked for one of those, it throws.
export const loadTableEngine = loaderOf(tableUrl);
