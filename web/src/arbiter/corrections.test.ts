// Corrections as lines: what lowers a count first, nothing for what stays.
import '../session/page.fake';
import { expect, test } from 'vitest';
import { correctionLines, type Group } from './corrections';

const groups: Group[] = [
  { title: '', fields: [{ label: '', before: 'deck numbers', now: 10 }] },
  {
    title: 'Ada',
    player: { name: 'Ada', blocked: false, leads: true },
    fields: [{ label: '', before: 'adjust Ada numbers', now: 20 }],
  },
];

test('a card moves from the deck to a hand', () => {
  const values = { 'adjust Ada numbers': 21, 'deck numbers': 9 };
  expect(correctionLines(groups, values, { Ada: false })).toEqual(['deck numbers 9', 'adjust Ada numbers 21']);
});

test('a block is lifted or laid', () => {
  expect(correctionLines(groups, {}, { Ada: true })).toEqual(['adjust Ada blocked yes']);
});

test('nothing is changed by what stays or is left empty', () => {
  expect(correctionLines(groups, { 'deck numbers': 10, 'adjust Ada numbers': null }, { Ada: false })).toEqual([]);
});
