// The static list against the files of the rulesets.
import { describe, expect, it } from 'vitest';
import { opponentsFor, rulesets, titleOf } from './rulesets';

const files = import.meta.glob<string>('../../../rulesets/*.ini', { query: '?raw', import: 'default', eager: true });
const pathOf = (name: string) => `../../../rulesets/${name}.ini`;
const textOf = (name: string) => files[pathOf(name)] ?? '';

// A value as the file or what it extends has it.
function value(name: string, key: string, otherwise: string): string {
  const text = textOf(name);
  const found = new RegExp(`^${key}\\s*=\\s*(\\S+)`, 'm').exec(text)?.[1];
  const parent = /^extends\s*=\s*(\S+)/m.exec(text)?.[1];
  return found ?? (parent ? value(parent, key, otherwise) : otherwise);
}

describe('the list of rulesets', () => {
  it('has them all', () => {
    expect(rulesets.map((row) => pathOf(row.name)).sort()).toEqual(Object.keys(files).sort());
  });

  it.each(rulesets)('knows $name', (row) => {
    expect(titleOf(textOf(row.name))).toBe(row.english);
    expect(value(row.name, 'family', 'classic')).toBe(row.family);
    expect(value(row.name, 'min_players', '2')).toBe(String(row.least));
    expect(value(row.name, 'max_players', '10')).toBe(String(row.most));
    expect(value(row.name, 'target', '0') !== '0').toBe(row.scored);
  });
});

it('keeps the opponents within the rules', () => {
  expect(opponentsFor({ least: 4, most: 6 }, 1)).toBe(3);
  expect(opponentsFor({ least: 2, most: 2 }, 5)).toBe(1);
  expect(opponentsFor(undefined, 5)).toBe(5);
});
