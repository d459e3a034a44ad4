import { describe, expect, it } from 'vitest';
import { arrowBetween, placeBubble, type Thing } from './place';

const phone = { width: 390, height: 844 };
const size = { width: 352, height: 130 };
const pile: Thing = { left: 50, top: 220, width: 300, height: 190, weight: 4 };
const hand: Thing = { left: 10, top: 690, width: 370, height: 150, weight: 6 };
const card = { left: 12, top: 700, width: 80, height: 120 };

const covers = (a: { left: number; top: number; width: number; height: number }, b: Thing): boolean =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

describe('where a bubble stands', () => {
  it('covers neither the pile nor the hand where there is room, and is near what it is about', () => {
    const place = placeBubble(size, phone, [pile, hand], card);
    expect(covers(place, pile)).toBe(false);
    expect(covers(place, hand)).toBe(false);
    expect(place.top).toBeGreaterThan(pile.top + pile.height);
  });

  it('stays on the screen, also where everything is covered', () => {
    const place = placeBubble(size, { width: 360, height: 140 }, [{ left: 0, top: 0, width: 360, height: 140, weight: 1 }], null);
    expect(place.left).toBeGreaterThanOrEqual(0);
    expect(place.left + place.width).toBeLessThanOrEqual(360);
    expect(place.top + place.height).toBeLessThanOrEqual(140);
  });

  it('does not move for a little', () => {
    const first = placeBubble(size, phone, [pile, hand], card);
    const nudged = { ...card, left: card.left + 20 };
    expect(placeBubble(size, phone, [pile, hand], nudged, first)).toEqual(first);
  });
});

describe('the arrow from a bubble to its thing', () => {
  const ends = (path: string): [number, number][] =>
    [/M(-?\d+),(-?\d+)/, / (-?\d+),(-?\d+)$/].map((end) => end.exec(path)!.slice(1).map(Number) as [number, number]);

  it('begins outside of the bubble and ends outside of the thing, on the side towards each other', () => {
    const bubble = { left: 10, top: 100, width: 352, height: 130 };
    const [from, to] = ends(arrowBetween(bubble, card));
    expect(from[1]).toBeGreaterThan(bubble.top + bubble.height);
    expect(to[1]).toBeGreaterThan(from[1]);
    expect(to[1]).toBeLessThan(card.top);
    expect(to[0]).toBeGreaterThan(card.left);
    expect(to[0]).toBeLessThan(from[0]);
  });

  it('is not there where they touch or lie on one another', () => {
    expect(arrowBetween({ left: 10, top: 560, width: 352, height: 130 }, card)).toBe('');
    expect(arrowBetween({ left: 10, top: 690, width: 352, height: 130 }, card)).toBe('');
  });
});
