// The rows of the options: which a family has, in the book's order, and the sentence of a value.
import type { Family, OptionRow } from '../lib/types';

export type SectionName = 'setup' | 'turn' | 'draws' | 'cards' | 'actions' | 'uno' | 'end';

const order: Record<Family, SectionName[]> = {
  classic: ['cards', 'setup', 'turn', 'draws', 'uno', 'end'],
  split: ['setup', 'turn', 'cards', 'actions', 'end'],
};

export interface OptionGroup {
  section: SectionName;
  rows: OptionRow[];
}

export const rowsOf = (rows: OptionRow[], family: Family): OptionRow[] =>
  rows.filter((row) => row.family === 'both' || row.family === family);

export function groupsOf(rows: OptionRow[], family: Family): OptionGroup[] {
  const own = rowsOf(rows, family);
  return order[family]
    .map((section) => ({ section, rows: own.filter((row) => row.section === section) }))
    .filter((group) => group.rows.length > 0);
}

const words: Record<string, string> = { yes: 'on', true: 'on', '1': 'on', no: 'off', false: 'off', '0': 'off' };

// A value as the engine would write it; what makes no sense stays as it is.
export function normal(row: OptionRow, value: string): string {
  if (row.type === 'flag') return words[value] ?? value;
  if (row.type === 'number') return /^\d+$/.test(value) ? String(Number(value)) : value;
  if (row.type === 'list') return value.split(/[\s,]+/).filter(Boolean).join(' ');
  return value;
}

// "% {cards/card}" becomes "7 cards", or "1 card".
function fill(sentence: string, value: string): string {
  return sentence
    .replace(/\{([^/}]*)\/([^}]*)\}/g, (_, many: string, one: string) => (value === '1' ? one : many))
    .replaceAll('%', value);
}

// The sentence that the rulebook has for a value; '' for none, and for what is no value.
export function sentenceOf(row: OptionRow, value: string): string {
  const known = normal(row, value);
  if (row.type === 'choice') return row.sentences[row.choices?.indexOf(known) ?? -1] ?? '';
  if (row.type === 'flag') return row.sentences[known === 'on' ? 1 : 0] ?? '';
  return fill(row.sentences[known === '' || known === '0' ? 0 : 1] ?? '', known);
}

// Where the book is silent about a value: what it would say at the other ones ("n" for a number).
export function otherSentence(row: OptionRow, value: string): string {
  if (row.type === 'choice' || sentenceOf(row, value)) return '';
  const other = row.sentences.find((sentence) => sentence !== '') ?? '';
  return fill(other, 'n');
}
