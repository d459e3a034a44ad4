// What can be corrected, and the lines of the language that do it.
import { say } from '../text/arbiter';
import type { CountedPlayer, CountSheet, ScoreSheet, Sheet } from './book';

export interface Field {
  label: string;
  before: string; // the line, but for its value
  now: number;
}

export interface Group {
  title: string;
  fields: Field[];
  player?: { name: string; blocked: boolean; leads: boolean };
}

// Partners share one score: the first of them stands for it.
function totals(sheet: ScoreSheet): Field[] {
  const seen = new Set<number>();
  const rows = sheet.players.filter(({ team }) => team === null || (!seen.has(team) && seen.add(team)));
  return rows.map(({ name, points }) => ({ label: say('totalOf', { name }), before: `adjust ${name}`, now: points }));
}

const decks = (sheet: CountSheet): Field[] => [
  { label: say('inNumberDeck'), before: 'deck numbers', now: sheet.number_deck },
  { label: say('inActionDeck'), before: 'deck actions', now: sheet.action_deck },
];

const counts = ({ name, numbers, actions, streak, blocked, leads }: CountedPlayer): Group => ({
  title: name,
  player: { name, blocked, leads },
  fields: [
    { label: say('numbersOf', { name }), before: `adjust ${name} numbers`, now: numbers },
    { label: say('actionsOf', { name }), before: `adjust ${name} actions`, now: actions },
    { label: say('streakOf', { name }), before: `adjust ${name} streak`, now: streak },
  ],
});

export function groupsOf(sheet: Sheet): Group[] {
  if (sheet.points) return [{ title: '', fields: totals(sheet) }];
  return [{ title: '', fields: decks(sheet) }, ...sheet.players.map(counts)];
}

// What lowers a count comes first: there are never more cards than the game has. A field left empty changes nothing.
export function correctionLines(
  groups: Group[],
  values: Record<string, number | null>,
  blocked: Record<string, boolean>,
): string[] {
  const changed = groups
    .flatMap((group) => group.fields)
    .map(({ before, now }) => ({ before, value: values[before] ?? now, by: (values[before] ?? now) - now }))
    .filter(({ by }) => by !== 0)
    .sort((a, b) => a.by - b.by)
    .map(({ before, value }) => `${before} ${value}`);
  const blocks = groups
    .flatMap(({ player }) => player ?? [])
    .filter(({ name, blocked: was }) => blocked[name] !== was)
    .map(({ name }) => `adjust ${name} blocked ${blocked[name] ? 'yes' : 'no'}`);
  return [...changed, ...blocks];
}
