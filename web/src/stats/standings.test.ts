import { expect, it } from 'vitest';
import events from '../../../src/engine/event.def?raw';
import { eventLabel } from '../rules/labels';
import german from '../text/de/rules';
import { say } from '../text/rules';
import { stepOf, tellingEvents } from './standings';

it.each([[0, 0.5], [0.9, 0.5], [2.9, 1], [4, 2], [12, 5], [29, 10], [50, 20], [300, 100]])(
  'covers %d with lines that are %d apart',
  (span, step) => expect(stepOf(span, 3)).toBe(step),
);

it('tells what happened by how often, and what only counts deals and wins among the rest', () => {
  const times = { dealt: 90, called: 3, drew: 40, won: 1, hit: 7 };
  expect(tellingEvents({ games: 1, times }, 2)).toEqual({ telling: ['drew', 'hit'], rest: ['dealt', 'called', 'won'] });
});

it('has words for every event, in every language', () => {
  const kinds = [...events.matchAll(/^EVENT\((\w+),/gm)].map(([, kind]) => kind);
  expect(kinds.length).toBeGreaterThan(90);
  expect(kinds.filter((kind) => !say.has(`event_${kind}`) || !(`event_${kind}` in german))).toEqual([]);
  expect(new Set(kinds.map(eventLabel)).size).toBe(kinds.length); // and no two share them
});
