// Names and order of cards.
import '../session/page.fake';
import { describe, expect, it } from 'vitest';
import { cardLabel, cardName, cardOf, isNumber, sortHand } from './cards';
import type { CardInfo, Colour, Family, RulesInfo } from './types';

const card = (code: string, name: string, colour: Colour | null, number: number | null = null, own = false): CardInfo => ({
  code,
  name,
  glyph: name,
  colour,
  count: 2,
  points: 0,
  effects: '',
  number,
  own,
});

const rules = (family: Family, cards: CardInfo[]): RulesInfo => ({
  name: family,
  title: family,
  about: '',
  parent: '',
  family,
  players: { least: 2, most: 10 },
  hash: '',
  text: '',
  options: {},
  cards,
});

// In the engine's order: a Wild stands after the red cards.
const classic = rules('classic', [
  card('R2', '2', 'R', 2),
  card('R5', '5', 'R', 5),
  card('Rx', 'Skip', 'R'),
  card('W', 'Wild', null),
  card('Y2', '2', 'Y', 2),
  card('Yx', 'Skip', 'Y'),
  card('W+4', 'Wild Draw Four', null),
  card('Rhug', 'Group hug', 'R', null, true),
]);

describe('cards', () => {
  it('names them', () => {
    expect(['R5', 'Rx', 'W+4', 'Rhug'].map((code) => cardName(classic, code))).toEqual([
      'Red 5',
      'Red Skip',
      'Wild Draw Four',
      'Red Group hug',
    ]);
  });

  it('says how many there are and whether they can be played', () => {
    expect(cardLabel(classic, 'R5', false)).toBe('Red 5');
    expect(cardLabel(classic, 'R5', true)).toBe('Red 5, playable');
    expect(cardLabel(classic, 'R5', true, 2)).toBe('Red 5, two of them, playable');
    expect(cardLabel(classic, 'R5', false, 7)).toBe('Red 5, 7 of them');
  });

  it('sorts by colour or by value, wilds last', () => {
    const hand = ['W+4', 'Yx', 'W', 'Rx', 'Y2', 'R5', 'R2'];
    expect(sortHand(classic, hand, 'colour')).toEqual(['R2', 'R5', 'Rx', 'Y2', 'Yx', 'W', 'W+4']);
    expect(sortHand(classic, hand, 'value')).toEqual(['R2', 'Y2', 'R5', 'Rx', 'Yx', 'W', 'W+4']);
  });

  it('does not stumble over a card that the rules do not know', () => {
    expect(cardOf(classic, 'Q9').name).toBe('Q9');
    expect(isNumber(classic, 'Q9')).toBe(false);
    expect(sortHand(classic, ['Q9', 'R5'], 'value')).toEqual(['R5', 'Q9']);
  });
});
