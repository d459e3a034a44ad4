// What waits for whom in a game on this device.
import { expect, test } from 'vitest';
import type { Move, View } from '../lib/types';
import type { Moment } from './pace';
import { patience, windowMs } from './pace';

const catches: Move = { do: 'catch', kind: 'catch', card: null, choice: null, target: null, deed: 'other', aim: 'nobody', call: false, words: '' };

function moment(view: Partial<View>, more: Partial<Moment> = {}): Moment {
  const options = { question: '', besides: [], moves: [] };
  return { view: { phase: 'turn', ...view } as View, events: [], you: 'A', options, pace: 900, ...more };
}

const slip = (seat: string, called = false): Partial<View> => ({ uno: { seat, called, tried: [] } });

test('a bot takes its pace, and five before the next deal', () => {
  expect(patience(moment({}))).toBe(900);
  expect(patience(moment({ phase: 'deal' }))).toBe(4500);
  expect(patience(moment({ phase: 'over' }))).toBe(0);
});

test('who forgot to call can be caught by the person for two and a half seconds', () => {
  const options = { question: '', besides: [], moves: [catches] };
  expect(patience(moment(slip('B'), { options }))).toBe(2500);
  expect(patience(moment(slip('B', true), { options }))).toBe(900);
  expect(patience(moment(slip('B')))).toBe(900); // nothing to catch for this person
});

test('bots catch the person only after about a second', () => {
  expect(patience(moment(slip('A')))).toBeCloseTo(937.5);
});

test('choosing at once is quick, what is revealed can be looked at', () => {
  expect(patience(moment({ phase: 'bid' }))).toBe(300);
  expect(patience(moment({}, { events: [['revealed', 'B', 'R9']] }))).toBe(1800);
});

test('without a pace nothing waits, and a short pace leaves a fair window', () => {
  expect(patience(moment(slip('A'), { pace: 0 }))).toBe(0);
  expect(windowMs(0)).toBe(0);
  expect(windowMs(100)).toBe(1000);
});
