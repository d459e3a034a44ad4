// What goes between engine, server and page. The fields of views, tables and games are those of
// docs/bot-protocol.md and docs/protocol.md.

export type Seat = string; // "A" to "J"
export type CardCode = string; // "R5", "G+2", "W", "block"
export type Colour = 'R' | 'Y' | 'G' | 'B';
export type Family = 'classic' | 'split';

// ---- rules ----

export interface CardInfo {
  code: CardCode;
  name: string; // "5", "Draw Two", "Wild Draw Four", "Block"
  glyph: string;
  colour: Colour | null;
  count: number; // copies in a deck
  points: number;
  effects: string; // "draw 2"
  number: number | null; // of a number card
  own: boolean; // declared by the ruleset
  deck?: string | null; // the second deck's name; null: a card of the main deck
  price?: { counter: string; amount: number } | null; // who cannot pay cannot play it
}

export interface RulesInfo {
  name: string;
  title: string;
  about: string;
  parent: string;
  family: Family;
  players: { least: number; most: number };
  hash: string;
  text: string; // canonical: parsing it gives the same rules
  options: Record<string, string>;
  cards: CardInfo[]; // in the order in which every list of cards is kept; the second deck's last
  second?: { name: string; hand: number; plays: number } | null; // the second deck: the most that are held, plays in a turn
  counters?: { name: string; start: number }[];
}

export interface RulesError {
  line: number; // from 1; 0: the whole
  column: number;
  message: string;
  about?: string[]; // options that do not agree
  fixes?: string[]; // "challenge=off": each may mend it
}

// One of all the things that are wrong with a ruleset.
export interface Problem {
  line: number;
  column: number;
  message: string;
  warning: boolean; // it can be played, but this has no effect
}

export interface OptionRow {
  name: string;
  type: 'flag' | 'number' | 'choice' | 'list';
  family: Family | 'both';
  section: string;
  low: number;
  high: number;
  default: Partial<Record<Family, string>>;
  choices?: string[];
  sentences: string[];
  sources: string[];
}

// ---- what a seat may know ----

export interface ViewPlayer {
  seat: Seat;
  score: number;
  known: CardCode[];
  // classic
  cards?: number;
  out?: boolean;
  place?: number;
  // split
  numbers?: number;
  actions?: number;
  streak?: number;
  duty?: string | null;
  shown?: CardCode | null;
}

// A card of the second deck that lies on the table.
export interface Lying {
  card: CardCode | null; // null: face down
  owner: Seat;
  at: Seat | null; // the seat it lies at; null: the middle
  turns: number; // that are left; 0: for good
}

export interface View {
  family: Family;
  phase: string;
  seat: Seat | null;
  awaited: Seat[];
  turn: Seat | null;
  hand: CardCode[];
  choice: string | null;
  players: ViewPlayer[];
  winners: Seat[];
  deal_winners: Seat[];
  turns: number;
  deals: number;
  // classic
  top?: CardCode | null;
  colour?: Colour | null;
  direction?: 1 | -1;
  dealer?: Seat | null;
  draw_pile?: number;
  discards?: CardCode[];
  drawn?: CardCode | null;
  drawn_fits?: boolean;
  bluffed?: boolean;
  pending?: {
    cards: number;
    chain: number;
    card: CardCode | null;
    attacker: Seat | null;
    passer: Seat | null;
    returner: Seat | null;
    returned_by: string | null;
    finisher: Seat | null;
  };
  honesty?: { top: CardCode | null; colour: Colour; held: number };
  uno?: { seat: Seat | null; called: boolean; tried: Seat[] };
  passes?: number;
  places?: number;
  laid?: number;
  swaps?: (Seat | null)[];
  // what a club's rules keep on the table
  counters?: Record<string, (number | null)[]>; // of each seat; null: hidden
  lying?: Lying[];
  second?: CardCode[]; // your second hand
  set?: CardCode[]; // yours that lie face down, in the order of `lying`
  seconds?: number[]; // how many each seat holds
  second_deck?: number;
  casts?: number; // second cards played in this turn
  order?: Seat[] | null; // who sits where, clockwise; null: in the order of the seats
  counts_as?: number; // the number that the top card counts as; 0: what is printed on it
  // split
  lead?: Seat | null;
  first?: Seat | null;
  asked?: Seat[];
  actor?: Seat | null;
  target?: Seat | null;
  card?: CardCode | null;
  committed?: Seat[];
  bidders?: Seat[];
  blocked?: Seat[];
  effects?: Seat[];
  in_round?: boolean;
  had_numbers?: Seat[];
  claimant?: Seat | null;
  after_shed?: string | null;
  steps?: number;
  number_deck?: number;
  action_deck?: number;
  put_away?: number;
  shed?: CardCode[];
}

// An event with its parts by name, from the engine.
export interface Deed {
  name: string;
  seat: Seat | null;
  other: Seat | null;
  card: CardCode | null;
  amount: number;
  text: string; // a sentence without full stop for the reader ("you")
  told: boolean; // it does not go without saying
  deed: string; // what its seat did, to stand beside its name: "plays red 5"; or ''
}

export interface Move {
  do: string; // notation: "R5!", "W blue"...
  kind: string; // "play", "draw", "challenge"... (the ActionKind in small letters)
  card: CardCode | null;
  choice: string | null; // the colour "R".."B", or "even", "odd", "low", "high"
  target: Seat | null;
  deed: string; // what laying the card means here: "play", "trap", "bid"... (src/engine/deed.def); "other" without one
  aim: string; // what it means for the target: "swap", "action"...; "nobody" where none can be named
  call: boolean; // carries the UNO call
  words: string; // "play red 5 and call UNO"
}

// What can be said about a view without the game: from the engine in the page.
export interface Options {
  question: string; // "Play red or 7, or draw."
  besides: { kind: 'call' | 'catch' | 'jump' | 'swap' | 'uno'; words: string }[]; // without full stop
  moves: Move[];
}

export interface Refusal {
  code: string; // "no_match"
  message: string; // the rule's own sentence, without the ids
  rules: string[]; // ["O7", "H165"]
  field?: string; // the one setting that is wrong, and what would do
  reason?: string;
}

// ---- a table ----

export interface TableSeat {
  seat: Seat;
  kind: 'free' | 'person' | 'program' | 'bot';
  name: string;
  user?: string | null;
  bot?: string;
  ready?: boolean;
  away?: boolean;
  left?: boolean;
  reserve_ms?: number;
  commit?: string; // the hash of its seed for the deal
  revealed?: boolean; // and whether the seed followed
}

export interface TableSettings {
  title: string;
  seats: number;
  is_public: boolean;
  chat: boolean;
  spectators: boolean;
  starts_alone: boolean;
  think_s: number;
  reserve_s: number;
  window_ms: number;
  jump_ms: number;
  pace_ms: number;
  fill: string;
  ruleset: string;
  rules_title: string;
  rules_hash: string;
}

export interface TableInfo {
  code: string;
  link: string;
  stage: 'gathering' | 'playing' | 'closed';
  paused: null | 'self' | 'vote' | 'nobody';
  host: Seat | null;
  settings: TableSettings;
  seats: TableSeat[];
  waiting: { user: string; name: string }[];
  vote: null | { what: string; seat?: Seat; yes: Seat[]; no: Seat[] };
  games: number;
  commitment: string | null;
  sealed?: boolean; // the cards are about to be dealt: nobody comes or goes, and the seeds are revealed
  prompt?: string;
  reply?: string;
}

export interface GameOver {
  winners: Seat[];
  scores: number[];
  game: string; // its id: with the server, or "local-..." of a game kept in this browser
  secret?: string;
}

export interface User {
  id: string;
  name: string;
  kind: 'guest' | 'account' | 'bot';
  unlisted?: boolean; // wants to be on no leaderboard
}

// What happened, as it is told and shown: one per action.
export interface Happening {
  q: number;
  by: Seat | null;
  how: 'bot' | 'clock' | null;
  do: string | null; // own actions only
  events: Deed[];
  say: string | null;
}
