// Marks and deals from the events of a short match.
import { expect, test } from 'vitest';
import type { Deed } from '../lib/types';
import { dealScores, marks } from './story';

const deed = (name: string, seat: string | null = null, amount = 0): Deed => ({
  name, seat, amount, other: null, card: null, text: '', told: true, deed: '',
});
const events = [
  [deed('dealt', null, 7), deed('opening')],
  [deed('played', 'A'), deed('called', 'A')],
  [deed('caught', 'B')],
  [deed('went_out', 'A'), deed('points', 'A', 40), deed('deal_won', 'A')],
  [deed('dealt', null, 7)],
  [deed('went_out', 'B'), deed('points', 'B', 60), deed('won', 'B')],
];
const story = events.map((list, number) => ({ number, events: list }));

test('marks show deals, calls, catches and the end', () => {
  expect(marks(story)).toEqual([
    { number: 0, kind: 'deal' },
    { number: 1, kind: 'uno' },
    { number: 2, kind: 'catch' },
    { number: 4, kind: 'deal' },
    { number: 5, kind: 'end' },
  ]);
});

test('every deal has the points that it brought', () => {
  expect(dealScores(story)).toEqual([{ A: 40 }, { B: 60 }]);
});
