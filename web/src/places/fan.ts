// Cards for decoration: just what a card face asks of the rules.
import type { CardInfo, Colour, Family, RulesInfo } from '../lib/types';

const card = (code: string, colour: Colour | null = null, number: number | null = null): CardInfo =>
  ({ code, name: code, glyph: '', colour, count: 1, points: 0, effects: '', number, own: false });

const infoOf = (family: Family, ...cards: CardInfo[]): RulesInfo => ({
  name: '',
  title: '',
  about: '',
  parent: '',
  family,
  players: { least: 2, most: 10 },
  hash: '',
  text: '',
  options: {},
  cards,
});

export const fanInfo = infoOf(
  'classic',
  card('B3', 'B', 3),
  card('G-', 'G'),
  card('R7', 'R', 7),
  card('Y+2', 'Y'),
  card('W'),
);

// The rulesets that are shown as pictures, each with three cards that tell it from the others.
export const shown = {
  official: infoOf('classic', card('Y7', 'Y', 7), card('R5', 'R', 5), card('Bx', 'B')),
  ultimate: infoOf('classic', card('R0', 'R', 0), card('W+4'), card('G+2', 'G')),
  'split-v3': infoOf('split', card('B9', 'B', 9), card('block'), card('Y9', 'Y', 9)),
  'split-duel': infoOf('split', card('dare'), card('+2'), card('reverse')),
} satisfies Record<string, RulesInfo>;
