// Everything the engine says by itself has its German words, and events are read as they are written.
import '../session/page.fake';
import { describe, expect, it } from 'vitest';
import events from '../../../src/engine/event.def?raw';
import verdicts from '../../../src/engine/verdict.def?raw';
import german from '../text/de/table-words';
import { readEvent } from './events';

const rows = (text: string, macro: string): [string, string][] =>
  [...text.matchAll(new RegExp(`^${macro}\\((\\w+),.*?"(.*)"\\)`, 'gm'))].map((row) => [row[1], row[2]]);
const words: Record<string, string> = german;

describe('German words', () => {
  it('has every event, with the parts it tells', () => {
    const told = rows(events, 'EVENT');
    expect(told.length).toBeGreaterThan(50);
    for (const [name, english] of told) {
      const text = words[`event_${name}`];
      expect(text, name).toBeDefined();
      for (const [mark, part] of [['$C', '{c}'], ['$N', '{n}'], ['$K', '{k}'], ['$B', '{b']])
        expect(text.includes(part), `${name} ${part}`).toBe(english.includes(mark));
    }
  });

  it('has every refusal', () => {
    for (const [name] of rows(verdicts, 'VERDICT')) if (name !== 'ok') expect(words[`no_${name}`], name).toBeDefined();
  });
});

describe('readEvent', () => {
  it('finds seats, card and amount', () => {
    expect(readEvent(['played', 'B', 'R5'])).toEqual({ name: 'played', seat: 'B', other: null, card: 'R5', amount: 0 });
    expect(readEvent(['drew', 'C', 2])).toMatchObject({ seat: 'C', card: null, amount: 2 });
    expect(readEvent(['action', 'A', 'B', '+2'])).toMatchObject({ seat: 'A', other: 'B', card: '+2' });
    expect(readEvent(['opening', 'W'])).toMatchObject({ seat: null, card: 'W' });
    expect(readEvent(['dealt', 7])).toMatchObject({ seat: null, amount: 7 });
    expect(readEvent(['reversed'])).toMatchObject({ seat: null, card: null, amount: 0 });
  });
});
