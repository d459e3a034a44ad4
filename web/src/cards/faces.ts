// What stands on a card: a digit, a draw, a sign, the wild's four shapes, or the glyph of a ruleset's own card.
import { plainCode } from '../lib/cards';
import type { CardInfo, Family } from '../lib/types';
import type { Sign } from './figures';

export type Face =
  | { kind: 'digit'; value: number }
  | { kind: 'draw'; amount: 2 | 4; wild: boolean }
  | { kind: 'sign'; sign: Sign }
  | { kind: 'wild' }
  | { kind: 'worded'; lines: string[] } // of a second deck: its name says it
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

// A name in lines of about nine letters, four at most.
export function inLines(name: string): string[] {
  const lines: string[] = [];
  for (const word of name.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && (last.length + word.length < 9 || lines.length === 4)) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

export function faceOf(family: Family, card: CardInfo): Face {
  if (card.deck) return { kind: 'worded', lines: inLines(card.name) };
  // A ruleset may make a 0 a Ten.
  if (card.number !== null && plainCode(card) === String(card.number)) return { kind: 'digit', value: card.number };
  const face = card.own ? undefined : builtIn[family][plainCode(card)];
  return face ?? { kind: 'glyph', text: card.glyph || plainCode(card) };
}

const paints: Partial<Record<string, string>> = { block: 'block', reverse: 'reverse', '+2': 'two', truth: 'truth', dare: 'dare' };

// The class of paint.css: the card's colour, of Split's action cards one of their own.
export function paintOf(family: Family, card: CardInfo): string {
  if (card.colour) return card.colour;
  if (card.deck) return 'second';
  return (family === 'split' && !card.own && paints[plainCode(card)]) || 'wild';
}
