// Cards for decoration: just what a card face asks of the rules.
import type { CardInfo, Colour, Family, RulesInfo } from '../lib/types';

const card = (code: string, colour: Colour | null = null, number: number | null = null): CardInfo =>
  ({ code, name: code, glyph: '', colour, count: 1, points: 0, effects: '', number, own: false });

// A card that only this ruleset has, by its sign; of a second deck by its name.
const ownCard = (code: string, glyph: string, colour: Colour | null = null): CardInfo =>
  ({ ...card(code, colour), glyph, own: true });
const secondCard = (name: string): CardInfo => ({ ...card(name), own: true, deck: 'Magic' });

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

// Those that are shown when somebody asks for more.
export const more = {
  'ultimate-magic': infoOf('classic', secondCard('Leech'), secondCard('Ward'), secondCard('Blood Moon')),
  'no-mercy': infoOf('classic', ownCard('W6', '+6'), ownCard('Wt', '+10'), ownCard('Ys', '**', 'Y')),
  'all-wild': infoOf('classic', ownCard('Gn4', '+4', 'G'), ownCard('Rsw', '<>', 'R'), ownCard('Ba2', '@2', 'B')),
  'crazy-eights': infoOf('classic', ownCard('BK', 'K', 'B'), card('G8', 'G', 8), ownCard('RA', 'A', 'R')),
  'mau-mau': infoOf('classic', card('G7', 'G', 7), ownCard('RJ', 'J', 'R'), card('Y8', 'Y', 8)),
  taki: infoOf('classic', ownCard('Bp', '+', 'B'), ownCard('Rt', '>>', 'R'), ownCard('Wt', '**')),
} satisfies Record<string, RulesInfo>;
