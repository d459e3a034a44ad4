// Moves as a person takes them.
import { describe, expect, it } from 'vitest';
import type { Move } from '../lib/types';
import { calling, cardMoves, chosenMoves, plainMoves, stillAsked, teamOf, valuesOf } from './moves';

const move = (action: string, kind: string, rest: Partial<Move> = {}): Move => ({
  do: action,
  kind,
  card: null,
  choice: null,
  target: null,
  deed: 'other',
  aim: 'nobody',
  call: false,
  words: '',
  ...rest,
});

const wilds = ['R', 'Y', 'G', 'B'].flatMap((choice) =>
  [false, true].map((call) => move(`W:${choice}${call ? '!' : ''}`, 'play', { card: 'W', choice, call })),
);

describe('moves', () => {
  it('parts cards, choices and buttons', () => {
    const steal = move('steal B', 'steal', { target: 'B' });
    const misplay = move('misplay R5', 'misplay', { card: 'R5' });
    const all = [...wilds, move('draw', 'draw'), steal, misplay];
    expect(cardMoves(all)).toEqual(wilds);
    expect(chosenMoves(all).map((one) => one.do)).toEqual(['steal B']);
    expect(plainMoves(all).map((one) => one.do)).toEqual(['draw']);
  });

  it('asks for the colour once the call is settled', () => {
    const called = calling(wilds, true);
    expect(called.every((one) => one.call)).toBe(true);
    expect(stillAsked(called)).toBe('choice');
    expect(valuesOf(called, 'choice')).toEqual(['R', 'Y', 'G', 'B']);
    expect(stillAsked(called.slice(0, 1))).toBeNull();
  });

  it('plays without a call what cannot carry one', () => {
    const plain = [move('R5', 'play', { card: 'R5' })];
    expect(calling(plain, true)).toEqual(plain);
  });

  it('asks whom after what', () => {
    const named = ['B', 'C'].flatMap((target) => ['R', 'even'].map((choice) => move('', 'name', { choice, target })));
    expect(stillAsked(named)).toBe('choice');
    expect(stillAsked(named.filter((one) => one.choice === 'even'))).toBe('target');
  });

  it('knows partners', () => {
    expect(teamOf('A', 2)).toBe(teamOf('C', 2));
    expect(teamOf('A', 2)).not.toBe(teamOf('B', 2));
  });
});
