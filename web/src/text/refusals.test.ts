// Every refusal that a page can meet has its sentence in German.
import { expect, it } from 'vitest';
import tables from '../../../src/table/refusal.def?raw';
import tournaments from '../../../src/tournament/refusal.def?raw';
import ofEvents from './de/event-refusals';
import german from './de/refusals';

// The rules' own verdicts have words of their own, and these two are no refusals.
const said = ['ok', 'none', 'held', 'against_rules'];
// What only a program can do wrong.
const programs = ['bad_format', 'bad_json', 'bad_method', 'bad_query', 'bad_ruleset', 'bad_seq', 'no_stream', 'no_such_path', 'no_token'];

const sources = import.meta.glob<string>('../../../src/hub/*.c', { query: '?raw', import: 'default', eager: true });

const rowsOf = (rows: string): string[] => [...rows.matchAll(/^REFUSAL\((\w+),/gm)].map(([, code]) => code);
const missing = (codes: string[], words: Record<string, string>): string[] =>
  codes.filter((code) => !said.includes(code) && !words[code]);

it('has those of a table in German', () => {
  const codes = rowsOf(tables);
  expect(codes.length).toBeGreaterThan(30);
  expect(missing(codes, german)).toEqual([]);
});

it('has those of a tournament in German', () => {
  const codes = rowsOf(tournaments);
  expect(codes.length).toBeGreaterThan(40);
  expect(missing(codes, ofEvents)).toEqual([]);
});

it('has those of requests in German', () => {
  const code = /api_error\([^;]*?\b\d{3},\s*"(\w+)"/g;
  const codes = [...new Set(Object.values(sources).flatMap((text) => [...text.matchAll(code)].map(([, found]) => found)))];
  expect(codes.length).toBeGreaterThan(40);
  expect(missing(codes, german).filter((one) => !programs.includes(one))).toEqual([]);
});
