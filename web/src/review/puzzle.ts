// The puzzle of a day: a position with one clearly best move, and what each move is worth.
import type { Move, View } from '../lib/types';

export interface Puzzle {
  rules: string; // their text
  view: View; // of the seat that is to move
  number: number; // of actions before
  all: number; // what a sure win is worth
  worlds: number;
  moves: { do: string; worth: number }[]; // the best first
}

export const isDay = (text: string): boolean => {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T12:00:00Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

// The world over a day is the same puzzle: that of Greenwich.
export const today = (): string => new Date().toISOString().slice(0, 10);

export function dayBeside(day: string, step: number): string {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() + step);
  return at.toISOString().slice(0, 10);
}

// Which of the judged moves a move is. One may be played with the call or without it where only the one was judged.
export function judgedAs(puzzle: Puzzle, moves: Move[], action: string): number {
  const exact = puzzle.moves.findIndex((one) => one.do === action);
  if (exact >= 0) return exact;
  const done = moves.find((move) => move.do === action);
  const same = (other: Move | undefined): boolean =>
    other !== undefined && done !== undefined && other.kind === done.kind && other.card === done.card &&
    other.choice === done.choice && other.target === done.target;
  return puzzle.moves.findIndex((one) => same(moves.find((move) => move.do === one.do)));
}
