// A hand of cards for decoration: just what a card face asks of the rules.
import type { CardInfo, Colour, RulesInfo } from '../lib/types';

const card = (code: string, name: string, colour: Colour | null, number: number | null): CardInfo =>
  ({ code, name, glyph: '', colour, count: 1, points: 0, effects: '', number, own: false });

export const fanInfo: RulesInfo = {
  name: 'official',
  title: '',
  about: '',
  parent: '',
  family: 'classic',
  players: { least: 2, most: 10 },
  hash: '',
  text: '',
  options: {},
  cards: [
    card('B3', '3', 'B', 3),
    card('G-', 'Reverse', 'G', null),
    card('R7', '7', 'R', 7),
    card('Y+2', 'Draw Two', 'Y', null),
    card('W', 'Wild', null, null),
  ],
};
