// The text of a ruleset (docs/rulesets.md) as something to read and to change. The text is the truth: a change
// touches the one line it is about, so comments, order and whatever else was typed stay. Reading is lenient,
// for what the engine refuses must still be shown.

export interface Entry {
  value: string;
  line: number; // from 1
}

export interface Section {
  kind: 'ruleset' | 'rules' | 'card' | 'other';
  name: string; // of a card
  line: number;
  keys: Map<string, Entry>;
}

export interface RulesText {
  head: Map<string, Entry>;
  options: Map<string, Entry>;
  cards: Section[];
}

// Which section a change is about; a card by its number among the cards.
export type Place = 'ruleset' | 'rules' | number;

const sectionLine = /^\s*\[([^\]]*)\]/;
const keyLine = /^(\s*([^=:;#[\s][^=:]*?)\s*[=:][ \t]*)(.*)$/;
const comment = /(?:^|[ \t])(?:;|#(?=[ \t]|$)).*$/;

const split = (text: string): string[] => text.replace(/^\uFEFF/, '').split(/\r?\n/);

const valueOf = (rest: string): string => rest.replace(comment, '').trim();

function sectionOf(line: string, number: number): Section | null {
  const found = sectionLine.exec(line);
  if (!found) return null;
  const words = found[1].trim();
  const card = /^card(?:\s+(.*))?$/.exec(words);
  const kind = card ? 'card' : words === 'ruleset' || words === 'rules' ? words : 'other';
  return { kind, name: card?.[1]?.trim() ?? '', line: number, keys: new Map() };
}

function sections(text: string): Section[] {
  const found: Section[] = [];
  for (const [i, line] of split(text).entries()) {
    const section = sectionOf(line, i + 1);
    if (section) found.push(section);
    const key = section ? null : keyLine.exec(line);
    const keys = found.at(-1)?.keys;
    if (key && keys && !keys.has(key[2])) keys.set(key[2], { value: valueOf(key[3]), line: i + 1 });
  }
  return found;
}

export function readRules(text: string): RulesText {
  const all = sections(text);
  const keys = (kind: string) => all.find((section) => section.kind === kind)?.keys ?? new Map<string, Entry>();
  return { head: keys('ruleset'), options: keys('rules'), cards: all.filter((section) => section.kind === 'card') };
}

// What a line can carry as a value: one line, and nothing that would begin a comment.
export function clean(value: string): string {
  return value
    .replace(/\s+/g, ' ')
    .replace(/ (?=;|#( |$))/g, '')
    .replace(/^[;#\s]+/, '')
    .trim();
}

function find(text: string, place: Place): Section | undefined {
  const all = sections(text);
  if (typeof place === 'number') return all.filter((section) => section.kind === 'card')[place];
  return all.find((section) => section.kind === place);
}

// The line behind which something new in the section goes: its last key, or its heading.
const endOf = (section: Section): number =>
  Math.max(section.line, ...[...section.keys.values()].map((entry) => entry.line));

function withSection(text: string, heading: string, after: number | null): string {
  const lines = split(text);
  const at = after ?? lines.findLastIndex((line) => line.trim() !== '') + 1;
  const rest = lines.slice(at);
  const gap = rest.length && rest[0].trim() !== '' ? [''] : [];
  return [...lines.slice(0, at), ...(at ? [''] : []), heading, ...gap, ...rest].join('\n').replace(/\n*$/, '\n');
}

function ensure(text: string, place: Place): string {
  if (find(text, place) || typeof place === 'number') return text;
  if (place === 'ruleset') return withSection(text, '[ruleset]', 0);
  const head = find(text, 'ruleset');
  return withSection(text, '[rules]', head ? endOf(head) : null);
}

// The text with a key set, or, with null, without it.
export function setKey(text: string, place: Place, key: string, value: string | null): string {
  const old = find(text, place)?.keys.get(key);
  if (value === null) return old ? withoutLine(text, old.line) : text;
  const ready = ensure(text, place);
  const section = find(ready, place);
  if (!section) return text;
  const lines = split(ready);
  const entry = section.keys.get(key);
  if (!entry) {
    lines.splice(endOf(section), 0, `${key} = ${clean(value)}`);
    return lines.join('\n').replace(/\n*$/, '\n');
  }
  const [, before, , rest] = keyLine.exec(lines[entry.line - 1])!;
  const remark = comment.exec(rest)?.[0] ?? '';
  lines[entry.line - 1] = before.trimEnd() + ' ' + clean(value) + (remark && ` ${remark.trim()}`);
  return lines.join('\n');
}

export function withoutLine(text: string, line: number): string {
  const lines = split(text);
  lines.splice(line - 1, 1);
  return lines.join('\n');
}

// ---- cards ----

const cardName = (name: string): string => clean(name).replace(/[[\];#=]/g, '');

export function addCard(text: string, name: string, keys: Record<string, string>): string {
  const place = readRules(text).cards.length;
  let changed = withSection(text, `[card ${cardName(name)}]`, null);
  for (const [key, value] of Object.entries(keys)) changed = setKey(changed, place, key, value);
  return changed;
}

export function renameCard(text: string, card: number, name: string): string {
  const section = find(text, card);
  if (!section) return text;
  const lines = split(text);
  lines[section.line - 1] = lines[section.line - 1].replace(sectionLine, () => `[card ${cardName(name)}]`);
  return lines.join('\n');
}

export function removeCard(text: string, card: number): string {
  const section = find(text, card);
  if (!section) return text;
  const next = sections(text).find((other) => other.line > section.line);
  const lines = split(text);
  lines.splice(section.line - 1, (next?.line ?? lines.length + 1) - section.line);
  return lines.join('\n').replace(/\n*$/, '\n');
}

// ---- a beginning ----

export const beginning = (parent: string, title: string): string =>
  `[ruleset]\ntitle   = ${clean(title)}\nextends = ${parent}\n\n[rules]\n`;
