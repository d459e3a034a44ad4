// Second hands, counters, prices and lying cards as the rules and a view have them.
import { describe, expect, it } from 'vitest';
import { countersOf, handsOf, hasTwoHands, isTooDear, lyingAt, seatsAround } from './hands';
import type { CardInfo, RulesInfo, View } from './types';

const card = (code: string, more: Partial<CardInfo> = {}): CardInfo =>
  ({ code, name: code, glyph: '', colour: null, count: 1, points: 0, effects: '', number: null, own: true, ...more });

const info = {
  family: 'classic',
  cards: [card('R5', { colour: 'R', number: 5 }), card('Pit', { deck: 'Magic', price: { counter: 'mana', amount: 2 } })],
  second: { name: 'Magic', hand: 5, plays: 1 },
  counters: [{ name: 'mana', start: 1 }, { name: 'sleep', start: 0 }],
} as unknown as RulesInfo;

const view = {
  seat: 'B',
  hand: ['R5'],
  second: ['Pit'],
  set: ['Trip', 'Sil'],
  counters: { mana: [2, 1], sleep: [0, 1] },
  lying: [
    { card: null, owner: 'A', at: 'A', turns: 0 },
    { card: null, owner: 'B', at: 'B', turns: 0 },
    { card: 'Moon', owner: 'A', at: null, turns: 3 },
    { card: null, owner: 'B', at: 'B', turns: 6 },
    { card: 'Leech', owner: 'A', at: 'B', turns: 2 },
  ],
} as unknown as View;

describe('hands', () => {
  it('holds the second deck beside the hand', () => {
    expect(hasTwoHands(info)).toBe(true);
    expect(handsOf(info, view)).toEqual({ main: ['R5'], beside: ['Pit'] });
    expect(hasTwoHands({ ...info, second: null })).toBe(false);
  });

  it('parts numbers from actions where they are two decks', () => {
    const split = { ...info, family: 'split', second: null } as RulesInfo;
    expect(handsOf(split, { ...view, hand: ['R5', 'block'] })).toEqual({ main: ['R5'], beside: ['block'] });
  });
});

it('shows a counter that begins at nothing when there is something of it', () => {
  expect(countersOf(info, view, 'A')).toEqual([{ name: 'mana', n: 2 }]);
  expect(countersOf(info, view, 'B')).toEqual([{ name: 'mana', n: 1 }, { name: 'sleep', n: 1 }]);
  expect(countersOf({ ...info, counters: undefined }, view, 'A')).toEqual([]);
});

it('knows what a seat cannot pay', () => {
  expect(isTooDear(info, view, 'Pit', 'A')).toBe(false);
  expect(isTooDear(info, view, 'Pit', 'B')).toBe(true);
  expect(isTooDear(info, view, 'R5', 'B')).toBe(false);
});

it('shows cards where they lie, and your own that lie face down', () => {
  expect(lyingAt(view, null).map(({ card, turns }) => [card, turns])).toEqual([['Moon', 3]]);
  expect(lyingAt(view, 'A')).toMatchObject([{ card: null, down: true }]);
  expect(lyingAt(view, 'B').map(({ card, down }) => [card, down])).toEqual([['Trip', true], ['Sil', true], ['Leech', false]]);
});

describe('who sits where', () => {
  const sitting = (order?: string[] | null): View =>
    ({ players: ['A', 'B', 'C'].map((seat) => ({ seat })), order }) as unknown as View;

  it('goes by the seats until a card has swapped some', () => {
    expect(seatsAround(sitting())).toEqual(['A', 'B', 'C']);
    expect(seatsAround(sitting(null))).toEqual(['A', 'B', 'C']);
    expect(seatsAround(sitting(['C', 'B', 'A']))).toEqual(['C', 'B', 'A']);
  });
});
