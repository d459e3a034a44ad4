// Cards that stay themselves while the hand changes.
import { describe, expect, it } from 'vitest';
import { HeldCards } from './hand-cards';

describe('HeldCards', () => {
  it('keeps cards that stay and makes new ones for those that come', () => {
    const hand = new HeldCards();
    const dealt = hand.follow(['R5', 'R5', 'B2'], null).map(({ id }) => id);
    const after = hand.follow(['R5', 'R5', 'B2', 'W'], null);
    expect(after.slice(0, 3).map(({ id }) => id)).toEqual(dealt);
    expect([...hand.fresh(undefined)]).toEqual([after[3].id]);
  });

  it('calls no dealt card new', () => {
    const hand = new HeldCards();
    hand.follow(['R5', 'B2'], null);
    expect(hand.fresh(undefined).size).toBe(0);
  });

  it('lets the picked one of equal cards go', () => {
    const hand = new HeldCards();
    const [first, second] = hand.follow(['R5', 'R5'], null);
    expect(hand.follow(['R5'], first.id)).toEqual([second]);
  });

  it('changes nothing when the hand is the same in another order', () => {
    const hand = new HeldCards();
    hand.follow(['R5', 'B2'], null);
    hand.follow(['R5', 'B2', 'G1'], null);
    const before = hand.fresh(undefined);
    hand.follow(['G1', 'B2', 'R5'], null);
    expect(hand.fresh(undefined)).toEqual(before);
  });

  it('marks as many of the given codes as were given, the latest first', () => {
    const hand = new HeldCards();
    hand.follow(['R5'], null);
    const [old, late] = hand.follow(['R5', 'R5'], null);
    expect(hand.fresh(['R5'])).toEqual(new Set([late.id]));
    expect(hand.fresh(['R5', 'R5'])).toEqual(new Set([old.id, late.id]));
  });
});
