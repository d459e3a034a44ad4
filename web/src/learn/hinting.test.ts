import { describe, expect, it } from 'vitest';
import type { Move, Options } from '../lib/types';
import { Hinting } from './hinting.svelte';

const asked = (question: string, ...moves: string[]): Options => ({
  question,
  besides: [],
  moves: moves.map((one) => ({ do: one }) as Move),
});

// A table whose hint is given by hand.
class Asking {
  options: Options | null = null;
  give: (words: string) => void = () => {};
  hint = (): Promise<string> => new Promise((resolve) => (this.give = resolve));
}

describe('a hint', () => {
  it('stands while the same is asked, whatever else happens', async () => {
    const table = new Asking();
    table.options = asked('Play red, or draw.', 'R5', 'draw');
    const hinting = new Hinting(table);
    expect(hinting.stands).toBe(false);
    const told = hinting.ask();
    expect(hinting.stands).toBe(true);
    table.options = { ...asked('Play red, or draw.', 'R5', 'draw'), besides: [{ kind: 'catch', words: 'Catch Ben' }] };
    hinting.forgetThePast();
    table.give('Play red 5.');
    await told;
    expect(hinting.stands).toBe(true);
    expect(hinting.text).toBe('Play red 5.');
  });

  it('is gone once something else is asked, and does not come back with the same question', async () => {
    const table = new Asking();
    table.options = asked('Play red, or draw.', 'R5', 'draw');
    const hinting = new Hinting(table);
    const told = hinting.ask();
    table.options = null;
    hinting.forgetThePast();
    table.give('Play red 5.');
    await told;
    expect(hinting.stands).toBe(false);
    table.options = asked('Play red, or draw.', 'R5', 'draw');
    expect(hinting.stands).toBe(false);
  });

  it('is another one for other answers to the same question', () => {
    const table = new Asking();
    table.options = asked('Bid a number card.', '5', '7');
    const hinting = new Hinting(table);
    void hinting.ask();
    table.options = asked('Bid a number card.', '7');
    expect(hinting.stands).toBe(false);
  });

  it('says so where there is nothing to say', async () => {
    const table = new Asking();
    table.options = asked('Play red, or draw.', 'draw');
    const hinting = new Hinting(table);
    const told = hinting.ask();
    table.give('');
    await told;
    expect(hinting.text.length).toBeGreaterThan(0);
  });
});
