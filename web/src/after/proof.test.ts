// What a record says about its deal, and what this browser kept of it.
import '../session/page.fake';
import { expect, test } from 'vitest';
import { proofOf } from './proof';

const hex = (digit: string): string => digit.repeat(64);
const record = `uno-record 1
players 4
chance 2
commitment ${hex('a')}
commit A ${hex('1')}
contribution A ${hex('2')}
commit C ${hex('3')}

secret ${hex('b')}
`;

test('who added a number, and who did not show it', () => {
  expect(proofOf(record)).toEqual({
    players: 4,
    added: ['A'],
    unrevealed: ['C'],
    commitment: hex('a'),
    secret: hex('b'),
  });
});

test('a number of nothing but zeros of older records was none', () => {
  expect(proofOf(`players 2\ncontribution A ${hex('0')}\ncontribution B ${hex('7')}\n`).added).toEqual(['B']);
});
