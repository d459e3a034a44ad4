// A program (docs/rule-language.md) as a tree that a form can show, and back as text. The words come from the engine's tables
// (grammar.ts); whether it makes sense where it stands the engine says.
import { chooseWords, stepRow, type Grammar } from './grammar';

export interface Amount {
  scale: string;
  word: string; // of the grammar's amounts; of a number, counter or card: its form
  text: string; // the digits, the counter, the name without quotes
  of: string | null;
}

export interface Cards {
  colour: string; // '': any
  kind: string;
  name: string; // instead of a kind
}

export type Test =
  | { about: 'amounts'; left: Amount; test: string; right: Amount }
  | { about: 'players'; who: string; not: boolean; other: string }
  | { about: 'card'; cards: Cards };

// Steps behind a colon; one alone needs no brackets, but may have had some.
export interface Block {
  steps: Step[];
  brackets: boolean;
}

export type Step = { start: number } & (
  | {
      kind: 'plain';
      word: string;
      amount: Amount | null;
      cards: Cards | null;
      counter: string | null;
      colour: string | null;
      by: string;
      who: string | null;
    }
  | { kind: 'if'; tests: Test[]; then: Block; otherwise: Block | null }
  | { kind: 'least'; least: number; then: Block; otherwise: Block | null } // roll 4: ... else ...
  | { kind: 'table'; rows: { low: number; high: number; then: Block }[] } // roll: 1-2 ... or 3-6 ...
  | { kind: 'choose'; by: string | null; options: Block[] }
  | { kind: 'ask'; word: string } // choose player, choose colour
  | { kind: 'each'; who: string; then: Block }
  | { kind: 'repeat'; amount: Amount; then: Block }
);
export type StepKind = Step['kind'];
export type StepOf<K extends StepKind> = Extract<Step, { kind: K }>;

export const number = (n: number): Amount => ({ scale: '', word: 'number', text: String(n), of: null });
export const anyCards: Cards = { colour: '', kind: '', name: '' };

// ---- reading ----

interface Token {
  text: string; // a word, digits, a mark, or a name with its quotation marks
  at: number;
}

class Unreadable extends Error {}

function tokens(text: string): Token[] {
  const found: Token[] = [];
  const pattern = /\s*("[^"]*"|[a-z]+|\d+|[,:()-])/gy;
  let end = 0;
  for (let match; (match = pattern.exec(text)); end = pattern.lastIndex)
    found.push({ text: match[1], at: pattern.lastIndex - match[1].length });
  if (text.slice(end).trim()) throw new Unreadable();
  return found;
}

const prepositions = (grammar: Grammar): Set<string> =>
  new Set(['of', ...grammar.steps.map((row) => row.by).filter(Boolean)]);

class Reader {
  private next = 0;
  private readonly list: Token[];
  private readonly prepositions: Set<string>;

  constructor(
    private readonly grammar: Grammar,
    private readonly counters: string[],
    text: string,
  ) {
    this.list = tokens(text);
    this.prepositions = prepositions(grammar);
  }

  get done(): boolean {
    return this.next === this.list.length;
  }

  private get word(): string {
    return this.list[this.next]?.text ?? '';
  }

  private take(word: string): boolean {
    const words = word.split(' ');
    if (!words.every((one, i) => this.list[this.next + i]?.text === one)) return false;
    this.next += words.length;
    return true;
  }

  private need(word: string): void {
    if (!this.take(word)) throw new Unreadable();
  }

  private one(words: string[]): string | null {
    // The longest first: "is not" before "is".
    const found = words.filter(Boolean).toSorted((a, b) => b.length - a.length).find((word) => this.take(word));
    return found ?? null;
  }

  private must(words: string[]): string {
    const found = this.one(words);
    if (found === null) throw new Unreadable();
    return found;
  }

  private digits(): string | null {
    return /^\d/.test(this.word) ? this.list[this.next++].text : null;
  }

  private name(): string | null {
    return this.word.startsWith('"') ? this.list[this.next++].text.slice(1, -1) : null;
  }

  private readonly players = () => this.grammar.players.map((row) => row.word);

  private player(): string {
    return this.must(this.players());
  }

  // ---- amounts, cards, tests ----

  private amount(quotes: boolean): Amount | null {
    const start = this.next;
    const scale = this.one(this.grammar.scales) ?? '';
    const found = this.term(quotes);
    if (!found) {
      if (scale) throw new Unreadable();
      this.next = start;
      return null;
    }
    const row = this.grammar.amounts.find((one) => one.form === found.word || one.word === found.word);
    const of = row?.of && this.take('of') ? this.player() : null;
    return { scale, ...found, of };
  }

  private term(quotes: boolean): Pick<Amount, 'word' | 'text'> | null {
    const digits = this.digits();
    if (digits !== null) return { word: 'number', text: digits };
    const name = quotes ? this.name() : null;
    if (name !== null) return { word: 'name', text: name };
    const counter = this.one(this.counters);
    if (counter !== null) return { word: 'counter', text: counter };
    const words = this.grammar.amounts.filter((row) => row.form === 'word').map((row) => row.word);
    const word = this.one(words);
    return word === null ? null : { word, text: '' };
  }

  private mustAmount(): Amount {
    const amount = this.amount(true);
    if (!amount) throw new Unreadable();
    return amount;
  }

  cards(): Cards {
    const colour = this.one(filterColours(this.grammar)) ?? '';
    const kind = this.one(this.grammar.kinds.map((row) => row.word)) ?? '';
    const name = kind ? null : this.name();
    return { colour, kind, name: name ?? '' };
  }

  private test(): Test {
    if (this.take('card')) {
      this.need('is');
      return { about: 'card', cards: this.cards() };
    }
    if (this.players().includes(this.word)) {
      const who = this.player();
      this.need('is');
      const not = this.take('not');
      return { about: 'players', who, not, other: this.player() };
    }
    const left = this.mustAmount();
    const test = this.must(this.grammar.tests);
    return { about: 'amounts', left, test, right: this.mustAmount() };
  }

  // ---- steps ----

  private plain(start: number, word: string): Step {
    const { parts, by } = stepRow(this.grammar, word)!;
    const has = (part: (typeof parts)[number]) => parts.includes(part);
    const amount = has('amount') ? this.amount(!has('cards')) : null;
    const cards = has('cards') ? this.cards() : null;
    const counter = has('counter') ? (this.one(this.counters) ?? '') : null; // none yet is for the form to mend
    const colour = has('colour') ? this.must(this.grammar.colours) : null;
    const before = has('player') ? this.one([...this.prepositions]) : null;
    const who = before === null ? null : this.player();
    return { start, kind: 'plain', word, amount, cards, counter, colour, by: before ?? by, who };
  }

  private otherwise(): Block | null {
    return this.take('else') ? this.block() : null;
  }

  private roll(start: number): Step {
    const least = this.digits();
    this.need(':');
    if (least !== null) {
      const then = this.block();
      return { start, kind: 'least', least: Number(least), then, otherwise: this.otherwise() };
    }
    const rows: StepOf<'table'>['rows'] = [];
    do {
      const low = this.digits();
      const high = this.take('-') ? this.digits() : low;
      if (low === null || high === null) throw new Unreadable();
      rows.push({ low: Number(low), high: Number(high), then: this.block() });
    } while (this.take('or'));
    return { start, kind: 'table', rows };
  }

  private choose(start: number): Step {
    const by = this.take('by') ? this.player() : null;
    this.need(':');
    const options = [this.block()];
    while (this.take('or')) options.push(this.block());
    return { start, kind: 'choose', by, options };
  }

  private when(start: number): Step {
    const tests = [this.test()];
    while (this.take('and')) tests.push(this.test());
    this.need(':');
    const then = this.block();
    return { start, kind: 'if', tests, then, otherwise: this.otherwise() };
  }

  private step(): Step {
    const start = this.list[this.next]?.at ?? 0;
    const asked = this.one(chooseWords);
    if (asked) return { start, kind: 'ask', word: asked };
    if (this.take('if')) return this.when(start);
    if (this.take('roll')) return this.roll(start);
    if (this.take('choose')) return this.choose(start);
    if (this.take('each')) {
      const who = this.must(this.grammar.players.filter((row) => row.several).map((row) => row.word));
      this.need(':');
      return { start, kind: 'each', who, then: this.block() };
    }
    if (this.take('repeat')) {
      const amount = this.mustAmount();
      this.need(':');
      return { start, kind: 'repeat', amount, then: this.block() };
    }
    const { word } = this;
    if (!stepRow(this.grammar, word)) throw new Unreadable();
    this.next++;
    return this.plain(start, word);
  }

  steps(): Step[] {
    const list = [this.step()];
    while (this.take(',')) list.push(this.step());
    return list;
  }

  private block(): Block {
    if (!this.take('(')) return { steps: [this.step()], brackets: false };
    const steps = this.steps();
    this.need(')');
    return { steps, brackets: true };
  }
}

// Colours of cards: those that can be named without chance or choice, and that of the top card.
export const filterColours = (grammar: Grammar): string[] => [
  ...grammar.colours.filter((word) => word !== 'random' && word !== 'named'),
  'matching',
];

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

// Null: not something that a form can show.
export const readProgram = (grammar: Grammar, counters: string[], text: string): Step[] | null =>
  attempt(() => {
    if (!text.trim()) return [];
    const reader = new Reader(grammar, counters, text);
    const steps = reader.steps();
    return reader.done ? steps : null;
  });

export const readCards = (grammar: Grammar, text: string): Cards | null =>
  attempt(() => {
    const reader = new Reader(grammar, [], text);
    const cards = reader.cards();
    return reader.done ? cards : null;
  });

// ---- writing ----

const words = (...parts: (string | null)[]): string => parts.filter(Boolean).join(' ');

function writeAmount({ scale, word, text, of }: Amount): string {
  const term = word === 'name' ? `"${text}"` : word === 'number' || word === 'counter' ? text : word;
  return words(scale, term, of && `of ${of}`);
}

export const writeCards = ({ colour, kind, name }: Cards): string => words(colour, kind, name && `"${name}"`);

function writeTest(test: Test): string {
  if (test.about === 'card') return `card is ${writeCards(test.cards)}`;
  if (test.about === 'players') return `${test.who} is ${test.not ? 'not ' : ''}${test.other}`;
  return `${writeAmount(test.left)} ${test.test} ${writeAmount(test.right)}`;
}

const bare = (block: Block): boolean => block.steps.length === 1 && !block.brackets;

// Whether a word behind the step, `else` or `or`, would be taken for its own.
function grabs(step: Step, word: 'else' | 'or'): boolean {
  const within = (block: Block) => bare(block) && grabs(block.steps[0], word);
  switch (step.kind) {
    case 'plain':
    case 'ask':
      return false;
    case 'if':
    case 'least':
      return step.otherwise ? within(step.otherwise) : word === 'else' || within(step.then);
    case 'table':
      return word === 'or' || within(step.rows.at(-1)!.then);
    case 'choose':
      return word === 'or' || within(step.options.at(-1)!);
    case 'each':
    case 'repeat':
      return within(step.then);
  }
}

function writeBlock(block: Block, follows?: 'else' | 'or'): string {
  if (!block.steps.length) return 'nothing';
  const alone = bare(block) && !(follows && grabs(block.steps[0], follows));
  return alone ? writeStep(block.steps[0]) : `(${writeProgram(block.steps)})`;
}

const writeElse = (then: Block, otherwise: Block | null): string =>
  otherwise ? `${writeBlock(then, 'else')} else ${writeBlock(otherwise)}` : writeBlock(then);

const writeOr = (blocks: Block[]): string[] =>
  blocks.map((block, i) => writeBlock(block, i + 1 < blocks.length ? 'or' : undefined));

function writeStep(step: Step): string {
  switch (step.kind) {
    case 'plain': {
      const { word, amount, cards, counter, colour, by, who } = step;
      const player = who && `${by} ${who}`;
      return words(word, amount && writeAmount(amount), cards && writeCards(cards), counter, colour, player);
    }
    case 'ask':
      return step.word;
    case 'if':
      return `if ${step.tests.map(writeTest).join(' and ')}: ${writeElse(step.then, step.otherwise)}`;
    case 'least':
      return `roll ${step.least}: ${writeElse(step.then, step.otherwise)}`;
    case 'table': {
      const branches = writeOr(step.rows.map((row) => row.then));
      const range = ({ low, high }: { low: number; high: number }) => (low === high ? String(low) : `${low}-${high}`);
      return `roll: ${step.rows.map((row, i) => `${range(row)} ${branches[i]}`).join(' or ')}`;
    }
    case 'choose':
      return `choose${step.by ? ` by ${step.by}` : ''}: ${writeOr(step.options).join(' or ')}`;
    case 'each':
      return `each ${step.who}: ${writeBlock(step.then)}`;
    case 'repeat':
      return `repeat ${writeAmount(step.amount)}: ${writeBlock(step.then)}`;
  }
}

export const writeProgram = (steps: Step[]): string => steps.map(writeStep).join(', ');

// ---- looking into it ----

export function blocksOf(step: Step): Block[] {
  switch (step.kind) {
    case 'plain':
    case 'ask':
      return [];
    case 'if':
    case 'least':
      return step.otherwise ? [step.then, step.otherwise] : [step.then];
    case 'table':
      return step.rows.map((row) => row.then);
    case 'choose':
      return step.options;
    case 'each':
    case 'repeat':
      return [step.then];
  }
}

// The innermost step at a place of the text that was read.
export function stepAt(steps: Step[], place: number): Step | null {
  const outer = steps.filter((step) => step.start <= place).at(-1) ?? null;
  return outer && (stepAt(blocksOf(outer).flatMap((block) => block.steps), place) ?? outer);
}

// Somebody is chosen in it: `chosen` may be spoken of from then on.
export const picks = (step: Step): boolean =>
  (step.kind === 'ask' && step.word === chooseWords[0]) || blocksOf(step).some((block) => block.steps.some(picks));
