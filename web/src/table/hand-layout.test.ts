// Where cards lie: inside the width, and each with enough of itself to be seen.
import { describe, expect, it } from 'vitest';
import { layOut, lift } from './hand-layout';

const counts = [1, 2, 3, 7, 11, 12, 20, 40, 80];

describe('layOut', () => {
  it.each([288, 358, 750, 1240])('keeps every card inside %i px', (width) => {
    for (const count of counts) {
      const { card, height, spots } = layOut(count, width);
      expect(spots).toHaveLength(count);
      for (const { x, y } of spots) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + card).toBeLessThanOrEqual(width);
        expect(y + card * 1.4).toBeLessThanOrEqual(height);
      }
    }
  });

  it.each([288, 358, 750])('leaves enough of every card to be touched at %i px', (width) => {
    for (const count of counts)
      for (const share of ['whole', 'compact', 'few'] as const) {
        const { spots } = layOut(count, width, 130, share);
        for (const [i, spot] of spots.entries()) {
          const next = spots[i + 1];
          if (next?.row === spot.row) expect(next.x - spot.x).toBeGreaterThanOrEqual(24);
          else if (next) expect(next.y - spot.y - lift).toBeGreaterThanOrEqual(44);
        }
      }
  });

  it('lays seven cards in one row of a phone, twenty in two', () => {
    expect(layOut(7, 374).spots.at(-1)?.row).toBe(0);
    expect(layOut(20, 374).spots.at(-1)?.row).toBe(1);
  });

  it('makes cards as large as it is told to where there is room, and no larger', () => {
    expect(layOut(7, 960, 130).card).toBe(130);
    expect(layOut(7, 830, 64).card).toBe(64);
  });

  it('makes large cards a little smaller before it begins a row', () => {
    const { card, spots } = layOut(20, 960, 130);
    expect(spots.at(-1)?.row).toBe(0);
    expect(card).toBeLessThan(130);
    expect(card).toBeGreaterThanOrEqual(104);
  });

  it('gives the action cards of Split UNO 90 px on a desk', () => {
    for (const count of [1, 2, 3]) expect(layOut(count, 352, 100, 'few').card).toBeGreaterThanOrEqual(90);
  });

  it('does with no card and no room', () => {
    expect(layOut(0, 374).spots).toEqual([]);
    expect(layOut(3, 0).spots).toHaveLength(3);
  });
});
