// Marks and deals from the events of a short match.
import { expect, test } from 'vitest';
import type { GameEvent } from '../lib/types';
import { dealScores, marks } from './story';

const events: GameEvent[][] = [
  [['dealt', 7], ['opening', 'R5']],
  [['played', 'A', 'R7'], ['called', 'A']],
  [['caught', 'B', 'A']],
  [['went_out', 'A'], ['points', 'A', 40], ['deal_won', 'A']],
  [['dealt', 7]],
  [['went_out', 'B'], ['points', 'B', 60], ['won', 'B']],
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
