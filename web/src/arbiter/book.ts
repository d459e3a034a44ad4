// The arbiter's book in the engine (src/wasm/page_arbiter.h): one book at a time, made of its log.
import type { Engine } from '../lib/engine';
import type { Seat } from '../lib/types';

type AsksMore = 'counter' | 'reply' | 'penalty' | 'shed' | 'name' | 'steal' | 'hit' | 'bonus' | 'claim' | 'stuck';
export type Asks = 'round' | AsksMore | 'deal' | 'over';
export type ActionCard = 'block' | 'reverse' | 'wild' | '+2' | '+4' | 'truth' | 'dare';
export type Named = 'red' | 'yellow' | 'green' | 'blue' | 'even' | 'odd' | 'low' | 'high';

// Something that can be entered now, and what it says.
export interface Choice {
  line: string; // in the language of docs/arbiter.md
  kind: string;
  seat?: Seat;
  other?: Seat;
  card?: ActionCard;
  second?: ActionCard;
  choice?: Named;
  sort?: 'number' | 'action';
  sheds?: Seat[];
}

export interface Player {
  seat: Seat;
  name: string;
  team: number | null;
  wins: boolean;
}

export interface CountedPlayer extends Player {
  numbers: number;
  actions: number;
  streak: number;
  blocked: boolean;
  duty: Named | null;
  shown: number | null; // on the table, in nobody's hand
  leads: boolean;
  claims: boolean;
}

export interface ScoredPlayer extends Player {
  points: number;
}

interface AnySheet {
  ruleset: string;
  teams: boolean;
  over: boolean;
  winners: Seat[];
  question: string;
  asks: Asks;
}

export interface CountSheet extends AnySheet {
  points: false;
  players: CountedPlayer[];
  number_deck: number;
  action_deck: number;
  shed: number;
  steps: number;
  bonus_wins: number;
  card: ActionCard | null;
  actor: Seat | null;
  target: Seat | null;
  turn: Seat | null;
  claimant: Seat | null;
  asked: Seat[];
  round: { bidders: Seat[]; shows: boolean } | null;
  choices: Choice[];
}

export interface PointCard {
  code: string;
  name: string;
  glyph: string;
  points: number;
}

export interface ScoreSheet extends AnySheet {
  points: true;
  players: ScoredPlayer[];
  target: number; // 0: one deal decides
  deals: number;
  double: boolean; // cards count twice
  cards: PointCard[];
}

export type Sheet = CountSheet | ScoreSheet;

export interface BookState {
  games: number;
  current: number; // from 1; 0: none
  entries: number;
  undo: string; // the line that undo would take back, or ''
  redo: string;
  sheet: Sheet | null;
}

// [name, seat, other seat, card or word, amount]
export type ToldEvent = [string, Seat | null, Seat | null, string | null, number];

export interface Entered {
  ok: boolean;
  told: string; // what the table has to do, or why not; English
  added: string; // what the log has grown by
  events?: ToldEvent[];
}

export interface PastEntry {
  line: string;
  told: string;
  events: ToldEvent[];
  deal?: number; // on a score sheet; 0: a correction
  scores?: number[];
}

export interface Tried {
  ok: boolean;
  told: string;
  ruleset?: string;
  points?: boolean;
  names?: string[];
  numbers?: number; // in the decks
  actions?: number;
  lead?: Seat;
}

export interface GameInList {
  ruleset: string;
  names?: string[];
  points?: boolean;
  over?: boolean;
  winners?: Seat[];
  entries?: number;
}

export type ExportFormat = 'text' | 'csv' | 'json' | 'log';

export class Book {
  constructor(private readonly engine: Engine) {}

  private ask<T>(call: string, ...values: (string | number)[]): T {
    return this.engine.module.ask(`page_arbiter_${call}`, ...values);
  }

  // Throws an EngineError with the line of a log that cannot be read; then the book is empty.
  open(log: string): BookState {
    return this.ask('open', log);
  }

  enter(line: string): Entered {
    return this.ask('enter', line);
  }

  state(): BookState {
    return this.ask('sheet');
  }

  // What a line that begins a game would begin.
  try(line: string): Tried {
    return this.ask('try', line);
  }

  games(): GameInList[] {
    return this.ask<{ games: GameInList[] }>('games').games;
  }

  // The last entries of the current game that count.
  past(most = 100_000): PastEntry[] {
    return this.ask<{ entries: PastEntry[] }>('past', most).entries;
  }

  export(format: ExportFormat): string {
    return this.ask<{ text: string }>('export', format).text;
  }
}

export const nameOf = (sheet: Sheet, seat: Seat | null | undefined): string =>
  sheet.players.find((player) => player.seat === seat)?.name ?? '?';
