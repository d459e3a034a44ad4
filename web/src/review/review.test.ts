import { describe, expect, test } from 'vitest';
import { choiceOf, countOf, curve, isMoment, seatOf, type Choice } from './review';
import { dayBeside, isDay, judgedAs, type Puzzle } from './puzzle';
import type { Move } from '../lib/types';

const choice = (number: number, seat: string, after: number, grade: Choice['grade'] = 'best'): Choice => ({
  number, seat, played: 'R5', best: 'draw', before: after, after, error: 0, luck: 0, grade, why: null,
});

describe('review', () => {
  test('parts of a sure win become shares', () => {
    const { before, after, error, luck } = choiceOf({ ...choice(3, 'A', 50), before: 75, error: 10, luck: -25 }, 100);
    expect([before, after, error, luck]).toEqual([0.75, 0.5, 0.1, -0.25]);
    const seat = { seat: 'A', now: 100, luck: 60, skill: -10, choices: 4, accuracy: 875, turn: -20, turn_number: 9 };
    expect(seatOf(seat, 100)).toEqual({ ...seat, now: 1, luck: 0.6, skill: -0.1, accuracy: 0.875, turn: -0.2 });
  });

  test('a curve goes from an even share over the own choices to the result', () => {
    const choices = [choice(2, 'A', 0.4), choice(3, 'B', 0.9), choice(5, 'A', 0.7)];
    expect(curve(choices, 'A', 0.5, { number: 8, chance: 1 }).map(({ number, chance }) => [number, chance])).toEqual([
      [0, 0.5], [2, 0.4], [5, 0.7], [8, 1],
    ]);
    expect(curve([], 'A', 0.5, null)).toHaveLength(1); // nothing is known yet
  });

  test('what mattered', () => {
    const choices = [choice(1, 'A', 0, 'blunder'), choice(2, 'A', 0, 'inaccurate'), choice(3, 'B', 0, 'brilliant')];
    expect(choices.filter(isMoment).map(({ number }) => number)).toEqual([1, 3]);
    expect(countOf(choices, 'A', 'blunder')).toBe(1);
    expect(countOf(choices, 'B', 'blunder')).toBe(0);
  });
});

describe('puzzle', () => {
  test('days', () => {
    expect(['2026-11-18', '2028-02-29'].every(isDay)).toBe(true);
    expect(['2026-02-30', '2026-1-1', 'today', '', '2026-13-01'].some(isDay)).toBe(false);
    expect([dayBeside('2026-12-31', 1), dayBeside('2026-03-01', -1)]).toEqual(['2027-01-01', '2026-02-28']);
  });

  test('a move with the call is the one that was judged without it', () => {
    const move = (text: string, card: string, call: boolean): Move =>
      ({ do: text, kind: 'play', card, choice: null, target: null, deed: 'play', aim: 'nobody', call, words: text });
    const moves = [move('R5!', 'R5', true), move('R5', 'R5', false), move('R6!', 'R6', true)];
    const puzzle = { moves: [{ do: 'R6!', worth: 9 }, { do: 'R5', worth: 1 }] } as Puzzle;
    expect(['R6!', 'R5', 'R5!', 'G1'].map((text) => judgedAs(puzzle, moves, text))).toEqual([0, 1, 1, -1]);
  });
});
