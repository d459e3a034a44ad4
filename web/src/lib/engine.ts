// The engine in the page: build/wasm/uno.wasm (src/wasm/page.h), typed. Rules are opened from the text of
// a ruleset and asked about views; nothing here knows a rule of the game.
import gameUrl from '@engine/game.wasm?url';
import tableUrl from '@engine/table.wasm?url';
import wholeUrl from '@engine/uno.wasm?url';
import type { Grammar } from '../rules/grammar';
import { EngineError, Module, Places, type Value } from './engine-host';
import { spoken } from './spoken';
import type { CardCode, Deed, Family, GameOver, Happening, OptionRow, Options } from './types';
import type { Problem, Refusal, RulesError, RulesInfo, Seat, TableInfo, View } from './types';

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
  items: { words: string; options: string[]; rules: string[] }[]; // of its lists: the options and ids that each tells
  cards: Record<CardCode, string>; // what a special card does
}

// What each thing that a club may write does, in words.
export interface Sentences {
  cards: Record<string, string>; // by name
  rules: Record<string, string>;
  counters: Record<string, string>;
  deck: string; // '': there is no second deck
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
  sentences(): Sentences;
  choiceWords(view: View): string[]; // what the options say between which a program lets a seat choose
  // All sentences are in the language of the page, and follow when that changes.
  // What the view's seat may do and is asked; for a spectator's view who is waited for. `names` by seat.
  options(view: View, names: string[]): Options;
  // What the code of a refusal says; null: it is none of the rules.
  explain(code: string): string | null;
}

export interface Replayed {
  view: View; // of the observer; for "all" a spectator's view
  hands: CardCode[][] | null; // by seat, for "all"
  events: Deed[];
  by: Seat | null;
  do: string | null;
}

// A record opened for looking through it.
export interface RecordReader {
  readonly rules: Rules;
  readonly ruleset: string;
  readonly date: string;
  readonly names: string[]; // by seat, as the record has them, or "" where it has none
  readonly bots: (string | null)[]; // by seat: which kind of bot played it; null: a person, or it is not told
  readonly actions: number;
  readonly result: { winners: Seat[]; scores: number[] } | null;
  // After `number` actions (0: dealt), as the observer saw it, or with "all" every hand.
  at(number: number, observer: Seat | 'all' | null): Replayed;
  // What the seat that took this action did, or could have done instead ("play red 5").
  words(number: number, action: string): string;
  // That something else would have been better, and why.
  better(number: number, action: string | null, why: string): string;
  // Checks the deal and every action.
  verify(): {
    ok: boolean;
    proof: 'none' | 'waiting' | 'holds' | 'open';
    added: Seat[]; // whose numbers counted
    unrevealed: Seat[]; // who published a fingerprint and did not show the number
    commitment: string | null;
    secret: string | null;
    replayed: boolean;
    finished: boolean;
    message: string;
  };
  // In what it differs from what was kept of the table, by the codes of src/record/kept.def.
  compare(kept: string): string[];
  close(): void;
}

export interface StatsSums {
  games: number;
  wins: number;
  expected: number; // wins by chance alone, in parts of `win`
  win: number;
  streak: number; // wins in a row at the end; below 0: games without one
  longest: number; // wins in a row, ever
}

// ---- a table, as somebody at it knows it ----

export interface ChatLine {
  user?: string | null;
  name: string;
  text?: string;
  phrase?: string;
  emote?: string;
}

export interface Clock {
  seat: Seat;
  ends: number; // performance.now() when the time is up, reserve included
  total: number; // ms that this decision had
}

// The own part of fair deals (docs/protocol.md).
export interface FairPart {
  reveal: string | null; // the own seed, to be sent now
  owes: boolean; // a commitment is to be sent
  doubtful: boolean; // the server's commitment is not the one that it showed before: the seed is not revealed
  pledge: string; // has to outlive a reload; "": nothing
  kept: string | null; // what is to be kept of this game's deal
}

// What follows from a message; the parts behind the first two lines come with joined, resumed, start, act and table.
export interface TableHeard {
  // The kind of the message. "passed": nothing to know. "gap": something was missed, and the table must be joined again.
  // "bad": it is no message, or this page is too old for it; nothing has changed.
  heard: string;
  q: number; // of the last action or change
  you: Seat | null;
  held: boolean;
  here: Seat[];
  spectators: number;
  chat: ChatLine[]; // that are new
  rules?: string; // their text, where they are new
  table?: TableInfo;
  names?: (string | null)[]; // by seat: who plays or played
  game?: string; // its id
  over?: GameOver | null;
  clocks?: Clock[];
  fair?: FairPart;
  view?: View | null; // null: there is no game; missing: it is as it was
  happening?: Happening; // with a view
}

// Folds the messages of docs/protocol.md.
export interface KnownTable {
  hear(message: string): TableHeard;
  resumes(code: string): { since?: number }; // what a join is to say of what is known here
  commit(seed: string): { commit: string | null; pledge: string }; // for the next deal; "": no seed
  pledge(pledge: string): boolean; // takes back what outlived a reload; false: it is none
  options(): Options; // there is a view
  refusal(action: string): Refusal | null; // why an action (notation) is refused now; null: it would be taken
  hint(hint: Hint): string; // in words
  close(): void;
}

// ---- a game on this device: one person and bots ----

export interface GameAnswer {
  say: string[]; // messages of docs/protocol.md
  wait: number | null; // ms until go() has something to do; null: the person is waited for, or it is over
  undo: boolean; // undo() would take something back
  failed: string | null; // why it cannot go on
  record?: string; // to be kept
  hint?: Hint | null; // that was asked for; null: there is none
}

// What a good player would do: an action (null: let it be), and why (src/bots/move_why.def; null: nothing else can be done).
export interface Hint {
  do: string | null;
  why: string | null;
  worlds: number; // in which it was tried
}

// A step of a guided first game, as its player sees it.
export interface LessonStep {
  steps: number;
  rules: string;
  view: View;
  events: Deed[];
  by: Seat | null;
  do: string | null;
  next: { by: Seat; do: string; note: string } | null; // null: that was the last
}

// One game at a time in an engine. `now`: ms since it began.
export interface LocalGame {
  // `kinds`: a bot for every seat, that of the person passed over. `seed`: 64 hex digits. `pace`: ms before a bot moves.
  // Throws an Error that can be shown when the rules do not allow so many players, a name does not fit a record...
  begin(
    rules: Rules, names: string[], kinds: string[], person: Seat | null, seed: string, date: string, pace: number,
  ): GameAnswer;
  resume(record: string, title: string, kinds: string[], person: Seat | null, pace: number): GameAnswer;
  go(now: number): GameAnswer; // at most one thing happens
  act(action: string, q: number, now: number): GameAnswer; // `q`: the last that the person has heard of
  hint(worlds: number): Hint; // throws where there is nothing to be done
  letBe(now: number): GameAnswer; // no more waiting for what is open to the person
  pace(pace: number, now: number): GameAnswer; // from now on bots take so long
  undo(now: number): GameAnswer;
}

export interface Engine {
  rulesets(): BuiltinRuleset[];
  optionRows(): OptionRow[];
  grammar(): Grammar; // what programs are made of
  check(text: string): Problem[]; // all that is wrong with the text of a ruleset; where nothing is, what has no effect
  bots(family: Family): { name: string; about: string }[];
  // Opens a ruleset's text (or the name of a built-in one).
  open(textOrName: string): Rules | RulesError;
  diff(a: Rules, b: Rules): Difference;
  record(text: string): RecordReader | RulesError;
  table(): KnownTable; // one of which nothing is known yet
  // A scenario after so many steps, seen from seat A.
  lesson(scenario: string, step: number, names: string[]): LessonStep;
  // Of a player's games, a line each (page_stats in src/wasm/page.h).
  stats(games: string): StatsSums;
  placeOf(rules: Rules): number; // where they are in the module, for calls by name
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

  book(): Book {
    return this.engine.write('page_book', this.place);
  }

  sentences(): Sentences {
    return this.engine.write('page_sentences', this.place);
  }

  choiceWords(view: View): string[] {
    return this.engine.write<{ options: string[] }>('page_choice_words', this.place, JSON.stringify(view)).options;
  }

  options(view: View, names: string[]): Options {
    return this.engine.speak('page_options', this.place, JSON.stringify(view), lines(names));
  }

  explain(code: string): string | null {
    return this.engine.speak<{ message: string | null }>('page_verdict', code).message;
  }
}

type Result = { winners: Seat[]; scores: number[] } | null;

interface RecordInfo {
  ruleset: string;
  hash: string;
  rules: string;
  date: string;
  names: string[];
  bots: (string | null)[];
  actions: number;
  result: Result;
}

class PageRecord implements RecordReader {
  readonly ruleset: string;
  readonly date: string;
  readonly names: string[];
  readonly bots: (string | null)[];
  readonly actions: number;
  readonly result: Result;

  constructor(
    private readonly engine: PageEngine,
    private readonly text: string,
    readonly rules: Rules,
    info: RecordInfo,
  ) {
    ({ ruleset: this.ruleset, date: this.date, names: this.names, bots: this.bots } = info);
    ({ actions: this.actions, result: this.result } = info);
  }

  private get place(): number {
    return this.engine.recordPlaces.get(this.text).place;
  }

  at(number: number, observer: Seat | 'all' | null): Replayed {
    return this.engine.speak('page_record_at', this.place, number, observer ?? '');
  }

  words(number: number, action: string): string {
    return this.engine.speak<{ words: string }>('page_record_words', this.place, number, action, '').words;
  }

  better(number: number, action: string | null, why: string): string {
    return this.engine.speak<{ words: string }>('page_record_words', this.place, number, action ?? '', why).words;
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

class PageTable implements KnownTable {
  constructor(
    private readonly engine: PageEngine,
    private readonly place: number,
  ) {
    engine.module.ask('page_table_open', place);
  }

  hear(message: string): TableHeard {
    return this.engine.speak('page_table_hear', this.place, Math.floor(performance.now()), message);
  }

  resumes(code: string): { since?: number } {
    return this.engine.module.ask('page_table_resumes', this.place, code);
  }

  commit(seed: string): { commit: string | null; pledge: string } {
    return this.engine.module.ask('page_table_commit', this.place, seed);
  }

  pledge(pledge: string): boolean {
    return !isError(orError(() => this.engine.module.ask('page_table_pledge', this.place, pledge)));
  }

  options(): Options {
    return this.engine.speak('page_table_options', this.place);
  }

  refusal(action: string): Refusal | null {
    return this.engine.speak<{ refusal: Refusal | null }>('page_table_refusal', this.place, action).refusal;
  }

  hint(hint: Hint): string {
    return this.engine.speak<{ text: string }>('page_table_hint', this.place, hint.do ?? '', hint.why ?? '').text;
  }

  close(): void {
    this.engine.module.run('page_table_close', this.place);
    this.engine.tablePlaces.delete(this.place);
  }
}

class PageGame implements LocalGame {
  constructor(private readonly engine: PageEngine) {}

  private ask(call: string, ...values: (string | number)[]): GameAnswer {
    return this.engine.module.ask(call, ...values);
  }

  begin(...[rules, names, kinds, person, seed, date, pace]: Parameters<LocalGame['begin']>): GameAnswer {
    const place = this.engine.placeOf(rules);
    return this.ask('page_game_begin', place, lines(names), lines(kinds), person ?? '', seed, date, pace);
  }

  resume(record: string, title: string, kinds: string[], person: Seat | null, pace: number): GameAnswer {
    return this.ask('page_game_resume', record, title, lines(kinds), person ?? '', pace);
  }

  go(now: number): GameAnswer {
    return this.ask('page_game_go', now);
  }

  act(action: string, q: number, now: number): GameAnswer {
    return this.ask('page_game_do', action, q, now);
  }

  hint(worlds: number): Hint {
    return this.engine.module.ask('page_game_hint', worlds);
  }

  letBe(now: number): GameAnswer {
    return this.ask('page_game_let_be', now);
  }

  pace(pace: number, now: number): GameAnswer {
    return this.ask('page_game_pace', pace, now);
  }

  undo(now: number): GameAnswer {
    return this.ask('page_game_undo', now);
  }
}

class PageEngine implements Engine {
  readonly rulesPlaces: Places<PageRules>;
  readonly recordPlaces: Places<RecordInfo>;
  readonly tablePlaces = new Set<number>(); // in use
  readonly game: LocalGame = new PageGame(this);
  private builtin: BuiltinRuleset[] | null = null;
  private rows: OptionRow[] | null = null;
  private words: Grammar | null = null;
  private spoken = '';
  private written = '';

  constructor(readonly module: Module) {
    // As many as src/wasm/page.h has.
    this.rulesPlaces = new Places(
      24,
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

  // The same of what is said about rules.
  write<T>(call: string, ...values: Value[]): T {
    const words = spoken.rules();
    if (words !== this.written && this.module.has('page_book_language')) {
      this.module.ask('page_book_language', words);
      this.written = words;
      this.builtin = null;
      this.rows = null;
      this.words = null;
    }
    return this.module.ask(call, ...values);
  }

  rulesets(): BuiltinRuleset[] {
    if (!this.builtin || spoken.rules() !== this.written)
      this.builtin = this.write<{ rulesets: BuiltinRuleset[] }>('page_rulesets').rulesets;
    return this.builtin;
  }

  optionRows(): OptionRow[] {
    if (!this.rows || spoken.rules() !== this.written)
      this.rows = this.write<{ options: OptionRow[] }>('page_option_rows').options;
    return this.rows;
  }

  grammar(): Grammar {
    if (!this.words || spoken.rules() !== this.written) this.words = this.write<Grammar>('page_grammar');
    return this.words;
  }

  check(text: string): Problem[] {
    return this.module.ask<{ problems: Problem[] }>('page_check', text).problems;
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
    return this.write('page_diff', from, this.placeOf(b));
  }

  record(text: string): RecordReader | RulesError {
    return orError(() => {
      const info = this.recordPlaces.get(text).value;
      return new PageRecord(this, text, this.rulesOf(info), info);
    });
  }

  // As many as src/wasm/page.h has; who forgets to close one has it taken away.
  table(): KnownTable {
    let place = 0;
    while (this.tablePlaces.has(place) && place < 3) place++;
    this.tablePlaces.add(place);
    return new PageTable(this, place);
  }

  lesson(scenario: string, step: number, names: string[]): LessonStep {
    return this.speak('page_lesson', scenario, step, lines(names));
  }

  stats(games: string): StatsSums {
    return this.module.ask('page_stats', games);
  }

  // A built-in ruleset has a title and a book of its own; any other has only what the record says.
  private rulesOf(info: RecordInfo): Rules {
    if (this.rulesets().some((one) => one.name === info.ruleset)) {
      const builtin = this.rulesPlaces.get(info.ruleset).value;
      if (builtin.info.hash === info.hash) return builtin;
    }
    return this.rulesPlaces.get(info.rules).value;
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
const loadWhole = loaderOf(wholeUrl);
export async function loadEngine(): Promise<Engine> {
  const [engine] = await Promise.all([loadWhole(), spoken.fetchRules()]);
  return engine;
}

// What whoever looks at a table needs, in a third of the bytes: rulesets, views, what is heard. It plays no games, and has
// no bots, records, rulebooks, differences, rows of options, labs and no arbiter: asked for one of those, it throws.
export const loadTableEngine = loaderOf(tableUrl);

// Opens rules for a table. What is wrong with them is said by the whole engine, which alone has the words for it.
export async function openForTable(textOrName: string): Promise<Rules | RulesError> {
  const opened = (await loadTableEngine()).open(textOrName);
  if (!isError(opened)) return opened;
  return loadEngine().then((engine) => engine.open(textOrName), () => opened);
}

// Games on this device, and nothing else: for their worker.
export const loadGameEngine = loaderOf(gameUrl);
