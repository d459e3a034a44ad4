// The built-in rulesets as far as a choice needs them, so that no page waits for the engine.
// rulesets.test.ts compares them with the rulesets themselves.
import { translated } from '../lib/text.svelte';
import type { Family } from '../lib/types';

export interface RulesetRow {
  name: string;
  english: string; // its title in its file
  readonly title: string; // in the language of the page
  family: Family;
  least: number; // players
  most: number;
  scored: boolean; // points are counted over several deals
}

const row = (
  name: string, english: string, family: Family, least: number, most: number, scored = false,
): RulesetRow => ({
  name, english, family, least, most, scored,
  get title() {
    return translated('titles', name) ?? english;
  },
});

export const rulesets: RulesetRow[] = [
  row('official', 'Official UNO', 'classic', 2, 10, true),
  row('mattel', 'UNO by the printed sheet', 'classic', 2, 10, true),
  row('ultimate', 'Ultimate UNO', 'classic', 2, 10),
  row('ultimate-next', 'Ultimate UNO, next edition', 'classic', 2, 10),
  row('ultimate-magic', 'Ultimate Magic', 'classic', 2, 6),
  row('no-mercy', 'No Mercy', 'classic', 2, 6),
  row('all-wild', 'All Wild', 'classic', 2, 8),
  row('crazy-eights', 'Crazy Eights', 'classic', 2, 7, true),
  row('mau-mau', 'Mau-Mau', 'classic', 2, 5),
  row('taki', 'Open Colour', 'classic', 2, 8),
  row('split-v3', 'Split UNO', 'split', 2, 6),
  row('split-arbiter', 'Split UNO, arbiter edition', 'split', 2, 2),
  row('split-duel', 'Split UNO, the duel', 'split', 2, 2),
  row('split-tournament', 'Split UNO, tournament duel', 'split', 2, 2),
  row('split-speed', 'Split UNO, speed', 'split', 2, 6),
  row('split-team', 'Split UNO, teams', 'split', 4, 6),
  row('split-hardcore', 'Split UNO, hardcore', 'split', 2, 6),
];

export const levels = ['easy', 'medium', 'hard', 'expert'] as const;
export type Level = (typeof levels)[number];

export const isLevel = (bot: string): bot is Level => (levels as readonly string[]).includes(bot);

export const rulesetRow = (name: string): RulesetRow | undefined => rulesets.find((one) => one.name === name);

// What a text of rules calls itself; '' if it has no title.
export const titleOf = (text: string): string => /^\s*title\s*=\s*(.+?)\s*$/m.exec(text)?.[1] ?? '';

// The number of opponents nearest to the wish that the rules allow.
export function opponentsFor(row: { least: number; most: number } | undefined, wish: number): number {
  return row ? Math.min(Math.max(wish, row.least - 1), row.most - 1) : wish;
}

// What to call a table: one that was never named is called as its rules are now.
export const tableTitle = ({ title, rules_title }: { title: string; rules_title: string }): string =>
  rulesets.some((one) => one.english === title) ? rulesTitle(rules_title) : title;

// The title of rules as a server or a record has it; a built-in one's in the language of the page.
export const rulesTitle = (title: string): string => rulesets.find((one) => one.english === title)?.title ?? title;
