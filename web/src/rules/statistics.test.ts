import { describe, expect, it } from 'vitest';
import type { TrialCounts } from '../lib/engine';
import { opened, testEngine } from './engine-for-tests';
import {
  compare, eventChanges, meanOf, measured, seatEdges, seatShares, shareOf, slicing, sure, sureOf, total, tQuantile,
} from './statistics';

const counts = (turns: number, games = 10): TrialCounts => ({
  games,
  undecided: 0,
  actions: 2 * turns,
  turns,
  deals: games,
  longest: turns,
  wins: [600, 400],
  events: { drew: turns },
});

// A chance of its own, the same every time.
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return state / 4294967296;
  };
}

describe('intervals', () => {
  it('use the quantiles of the tables', () => {
    for (const [several, value] of [[1, 1.960], [2, 2.241], [10, 2.807], [50, 3.291]])
      expect(sureOf(several)).toBeCloseTo(value, 2);
    // t at 97.5 % and at 99.95 %
    for (const [degrees, value] of [[5, 2.571], [10, 2.228], [19, 2.093], [39, 2.023], [199, 1.972]])
      expect(tQuantile(sure, degrees)).toBeCloseTo(value, 2);
    for (const [degrees, value] of [[19, 3.883], [39, 3.558], [199, 3.340]])
      expect(Math.abs(tQuantile(sureOf(50), degrees) - value)).toBeLessThan(0.01);
  });

  it('are those of a mean', () => {
    const { value, low, high } = meanOf([1, 2, 3, 4, 5]);
    expect(value).toBe(3);
    expect(high - value).toBeCloseTo(2.776 * Math.sqrt(2.5 / 5), 1);
    expect(value - low).toBeCloseTo(high - value, 10);
    expect(meanOf([7])).toEqual({ value: 7, low: -Infinity, high: Infinity });
  });

  it("are Wilson's for a share", () => {
    const { low, high } = shareOf(10, 100);
    expect(low).toBeCloseTo(0.0552, 3);
    expect(high).toBeCloseTo(0.1744, 3);
    expect(shareOf(0, 50).low).toBe(0);
    expect(shareOf(50, 50).high).toBeCloseTo(1, 12);
    expect(shareOf(0, 0)).toMatchObject({ low: 0, high: 1 });
  });

  it('hold the true value in about 95 of 100 cases', () => {
    const random = chance(1);
    let means = 0;
    let shares = 0;
    const times = 2000;
    for (let i = 0; i < times; i++) {
      const batch = meanOf(Array.from({ length: 20 }, () => (random() + random() + random()) / 3));
      if (batch.low <= 0.5 && 0.5 <= batch.high) means++;
      let wins = 0;
      for (let game = 0; game < 200; game++) if (random() < 0.25) wins++;
      const share = shareOf(wins, 200);
      if (share.low <= 0.25 && 0.25 <= share.high) shares++;
    }
    expect(Math.abs(means / times - 0.95)).toBeLessThan(0.02);
    expect(Math.abs(shares / times - 0.95)).toBeLessThan(0.02);
  });
});

describe('comparisons', () => {
  const turns = (slice: TrialCounts) => slice.turns;

  it('are made in pairs', () => {
    const random = chance(7);
    const before = Array.from({ length: 40 }, () => counts(Math.round(400 + 200 * random())));
    const after = before.map((slice) => counts(slice.turns + 20 + Math.round(4 * random())));
    const result = compare(before, after, turns);
    expect(result.verdict).toBe('more');
    expect(result.difference.value).toBeCloseTo(2.2, 0);
    expect(result.difference.high - result.difference.low).toBeLessThan(0.2); // the pairs scatter little
    expect(compare(after, before, turns).verdict).toBe('less');
    expect(compare(before, before, turns).verdict).toBe('same');
    const mixed = before.map((slice, i) => counts(slice.turns + (i % 2 ? 10 : -10)));
    expect(compare(before, mixed, turns).verdict).toBe('unclear');
  });

  it('list what differs first', () => {
    const events = (i: number) => ({ drew: 100 + i, jumped: 30 + (i % 3) });
    const more = Array.from({ length: 20 }, (_, i) => ({ ...counts(100 + i), events: events(i) }));
    const none = more.map((slice, i) => ({ ...slice, events: { drew: slice.events.drew + (i % 2 ? 1 : -1) } }));
    const changes = eventChanges(none, more);
    expect(changes.map((change) => [change.event, change.verdict])).toEqual([['jumped', 'more'], ['drew', 'unclear']]);
  });

  it('add slices up', () => {
    const sum = total([counts(100), { ...counts(300), longest: 9, undecided: 1 }]);
    expect(sum).toMatchObject({ games: 20, turns: 400, actions: 800, undecided: 1, longest: 100, wins: [1200, 800] });
    expect(seatShares(total([counts(1), counts(1)]))[0].value).toBe(0.6);
    expect(seatEdges(counts(1))).toEqual([]);
    expect(seatEdges({ ...counts(1, 1000), wins: [60000, 40000] })).toEqual([
      { seat: 0, more: true },
      { seat: 1, more: false },
    ]);
  });

  it('slice games evenly', () => {
    expect(slicing(2000)).toEqual({ slices: 40, size: 50 });
    expect(slicing(10000)).toEqual({ slices: 200, size: 50 });
    expect(slicing(200)).toEqual({ slices: 40, size: 5 });
    expect(slicing(10)).toEqual({ slices: 10, size: 1 });
  });
});

it('counts games that the engine plays', async () => {
  const engine = await testEngine();
  const rules = opened(engine, 'ultimate');
  const slices = [0, 1, 2].map((i) => engine.trial(rules, 3, 'greedy', 10, 1 + 10 * i));
  const again = engine.trial(rules, 3, 'greedy', 30, 1);
  expect(total(slices)).toEqual(again);
  expect(measured(slices, (slice) => slice.turns).value).toBeCloseTo(again.turns / 30, 8);
  const shares = seatShares(again).reduce((sum, share) => sum + share.value, 0);
  expect(shares).toBeCloseTo(1, 2);
});
