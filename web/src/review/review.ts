// A review in the page's own figures: chances from 0 to 1, and the curve that they make.
import type { Seat } from '../lib/types';

export type Grade = 'forced' | 'brilliant' | 'best' | 'inaccurate' | 'mistake' | 'blunder';

export const defaultWorlds = 240; // as `uno review`

// As page_review_next() has them; chances are whole numbers of parts of `all`.
export interface Choice {
  number: number; // of the action, from 1
  seat: Seat;
  played: string; // in notation
  best: string | null; // the best one besides; null: to let it be
  before: number; // the chance with the best choice,
  after: number; // and with the one made
  error: number; // two standard errors of it
  luck: number; // since the seat's last choice
  grade: Grade;
  why: string | null; // of src/bots/move_why.def, where another was better
}

export interface SeatReview {
  seat: Seat;
  now: number; // after the last choice; in the end the result
  luck: number;
  skill: number;
  choices: number;
  accuracy: number; // in thousandths
  turn: number; // the largest step,
  turn_number: number; // and the action it was seen at
}

export interface Begun {
  all: number;
  players: number;
  actions: number;
  cut: boolean;
  even: number;
}

export interface Step {
  reached: number;
  done: boolean;
  over: boolean;
  choice: Choice | null;
  seats: SeatReview[];
}

const parts = <T extends object>(value: T, keys: readonly (keyof T)[], all: number): T =>
  ({ ...value, ...Object.fromEntries(keys.map((key) => [key, Number(value[key]) / all])) });

export const choiceOf = (choice: Choice, all: number): Choice =>
  parts(choice, ['before', 'after', 'error', 'luck'], all);

export const seatOf = (seat: SeatReview, all: number): SeatReview =>
  ({ ...parts(seat, ['now', 'luck', 'skill', 'turn'], all), accuracy: seat.accuracy / 1000 });

export interface Point {
  number: number;
  chance: number;
  error: number;
}

// From an even share over every choice of the seat to its result, as far as it is known.
export function curve(choices: Choice[], seat: Seat, even: number, end: { number: number; chance: number } | null): Point[] {
  const own = choices.filter((one) => one.seat === seat);
  return [
    { number: 0, chance: even, error: 0 },
    ...own.map(({ number, after, error }) => ({ number, chance: after, error })),
    ...(end ? [{ ...end, error: 0 }] : []),
  ];
}

const mattered: readonly Grade[] = ['blunder', 'mistake', 'brilliant'];
export const isMoment = ({ grade }: Choice): boolean => mattered.includes(grade);
export const countOf = (choices: Choice[], seat: Seat, grade: Grade): number =>
  choices.filter((one) => one.seat === seat && one.grade === grade).length;
