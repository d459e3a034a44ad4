// What stands on a card: a digit, a draw, a sign, the wild's four shapes, or the glyph of a ruleset's own card.
import { plainCode } from '../lib/cards';
import type { CardInfo, Family } from '../lib/types';
import type { Sign } from './figures';

export type Face =
  | { kind: 'digit'; value: number }
  | { kind: 'draw'; amount: 2 | 4; wild: boolean }
  | { kind: 'sign'; sign: Sign }
  | { kind: 'wild' }
  | { kind: 'glyph'; text: string };

const builtIn: Record<Family, Record<string, Face>> = {
  classic: {
    x: { kind: 'sign', sign: 'skip' },
    '-': { kind: 'sign', sign: 'reverse' },
    '+2': { kind: 'draw', amount: 2, wild: false },
    W: { kind: 'wild' },
    'W+4': { kind: 'draw', amount: 4, wild: true },
  },
  split: {
    block: { kind: 'sign', sign: 'block' },
    reverse: { kind: 'sign', sign: 'reverse' },
    '+2': { kind: 'draw', amount: 2, wild: false },
    wild: { kind: 'wild' },
    '+4': { kind: 'draw', amount: 4, wild: true },
    truth: { kind: 'sign', sign: 'truth' },
    dare: { kind: 'sign', sign: 'dare' },
  },
};

export function faceOf(family: Family, card: CardInfo): Face {
  if (card.number !== null && card.number >= 0 && card.number <= 9) return { kind: 'digit', value: card.number };
  const face = card.own ? undefined : builtIn[family][plainCode(card)];
  return face ?? { kind: 'glyph', text: card.glyph || plainCode(card) };
}

const paints: Partial<Record<string, string>> = { block: 'block', reverse: 'reverse', '+2': 'two', truth: 'truth', dare: 'dare' };

// The class of paint.css: the card's colour, of Split's action cards one of their own.
export function paintOf(family: Family, card: CardInfo): string {
  if (card.colour) return card.colour;
  return (family === 'split' && !card.own && paints[plainCode(card)]) || 'wild';
}
