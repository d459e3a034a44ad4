// Every refusal of a table has its sentence in German.
import { expect, it } from 'vitest';
import rows from '../../../src/table/refusal.def?raw';
import german from './de/refusals';

// Their messages say what is wrong, and cannot be known beforehand; the rules' own verdicts have words of their own.
const said = ['ok', 'held', 'against_rules', 'bad_settings'];

it('has them all in German', () => {
  const codes = [...rows.matchAll(/^REFUSAL\((\w+),/gm)].map(([, code]) => code);
  expect(codes.length).toBeGreaterThan(30);
  expect(codes.filter((code) => !said.includes(code) && !german[code])).toEqual([]);
});
