// Events are read as they are written.
import { describe, expect, it } from 'vitest';
import events from '../../../src/engine/event.def?raw';
import { readEvent } from './events';

describe('readEvent', () => {
  it('knows the fields of every event', () => {
    const rows = [...events.matchAll(/^EVENT\((\w+), ([\w| ]+),/gm)];
    expect(rows.length).toBeGreaterThan(50);
    for (const [, name, fields] of rows) {
      const has = (field: string) => fields.includes(`HAS_${field}`);
      const told = [has('SEAT') && 'A', has('OTHER') && 'B', has('CARD') && 'R5', has('AMOUNT') && 2];
      expect(readEvent([name, ...told.filter((part) => part !== false)])).toEqual({
        name,
        seat: has('SEAT') ? 'A' : null,
        other: has('OTHER') ? 'B' : null,
        card: has('CARD') ? 'R5' : null,
        amount: has('AMOUNT') ? 2 : 0,
      });
    }
  });

  it('finds seats, card and amount', () => {
    expect(readEvent(['played', 'B', 'R5'])).toEqual({ name: 'played', seat: 'B', other: null, card: 'R5', amount: 0 });
    expect(readEvent(['drew', 'C', 2])).toMatchObject({ seat: 'C', card: null, amount: 2 });
    expect(readEvent(['action', 'A', 'B', '+2'])).toMatchObject({ seat: 'A', other: 'B', card: '+2' });
    expect(readEvent(['opening', 'W'])).toMatchObject({ seat: null, card: 'W' });
    expect(readEvent(['dealt', 7])).toMatchObject({ seat: null, amount: 7 });
    expect(readEvent(['reversed'])).toMatchObject({ seat: null, card: null, amount: 0 });
  });
});
