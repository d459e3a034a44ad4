// The text of a ruleset (docs/rulesets.md) as something to read and to change. The text is the truth: a change
// touches the lines it is about, so comments, order and whatever else was typed stay. Reading is lenient,
// for what the engine refuses must still be shown.

// A line of a value; a program goes on in lines that begin `and =`.
export interface Piece {
  line: number; // from 1
  column: number; // where the value begins, from 0
  text: string;
}

export interface Entry {
  value: string; // the pieces, with a blank between them
  line: number;
  pieces: Piece[];
}

const kinds = ['ruleset', 'rules', 'card', 'counter', 'deck', 'rule'] as const;
export type SectionKind = (typeof kinds)[number];
export type NamedKind = Exclude<SectionKind, 'ruleset' | 'rules'>;

export interface Section {
  kind: SectionKind | 'other';
  name: string; // of a card, counter, deck or rule
  at: number; // its number among all sections
  line: number;
  keys: Map<string, Entry>;
}

export interface RulesText {
  head: Map<string, Entry>;
  options: Map<string, Entry>;
  cards: Section[];
  counters: Section[];
  decks: Section[];
  rules: Section[];
}

// Which section a change is about; one with a name by its number among all sections.
export type Place = 'ruleset' | 'rules' | number;

const sectionLine = /^\s*\[([^\]]*)\]/;
const keyLine = /^(\s*([^=:;#[\s][^=:]*?)\s*[=:][ \t]*)(.*)$/;
const comment = /(?:^|[ \t])(?:;|#(?=[ \t]|$)).*$/;

const split = (text: string): string[] => text.replace(/^\uFEFF/, '').split(/\r?\n/);

const valueOf = (rest: string): string => rest.replace(comment, '').trim();

const join = (lines: string[]): string => lines.join('\n').replace(/\n*$/, '\n');

function sectionOf(line: string, number: number, at: number): Section | null {
  const found = sectionLine.exec(line);
  if (!found) return null;
  const [, word, name = ''] = /^(\S*)\s*(.*)$/.exec(found[1].trim())!;
  const kind = kinds.find((one) => one === word) ?? 'other';
  return { kind, name: name.trim(), at, line: number, keys: new Map() };
}

// "when  turn" and "when turn" are the same key.
const keyOf = (written: string): string => written.replace(/\s+/g, ' ');

function sections(text: string): Section[] {
  const found: Section[] = [];
  let last: Entry | null = null;
  for (const [i, line] of split(text).entries()) {
    const section = sectionOf(line, i + 1, found.length);
    if (section) {
      found.push(section);
      last = null;
    }
    const key = section ? null : keyLine.exec(line);
    const keys = found.at(-1)?.keys;
    if (!key || !keys) continue;
    const piece = { line: i + 1, column: key[1].length, text: valueOf(key[3]) };
    if (key[2] === 'and' && last) {
      last.pieces.push(piece);
      last.value = `${last.value} ${piece.text}`.trim();
    } else if (!keys.has(keyOf(key[2]))) {
      last = { value: piece.text, line: i + 1, pieces: [piece] };
      keys.set(keyOf(key[2]), last);
    } else last = null;
  }
  return found;
}

export function readRules(text: string): RulesText {
  const all = sections(text);
  const keys = (kind: string) => all.find((section) => section.kind === kind)?.keys ?? new Map<string, Entry>();
  const of = (kind: NamedKind) => all.filter((section) => section.kind === kind);
  return {
    head: keys('ruleset'),
    options: keys('rules'),
    cards: of('card'),
    counters: of('counter'),
    decks: of('deck'),
    rules: of('rule'),
  };
}

// Where a line and column of the file (columns from 1, as the engine counts) are in an entry's value; -1: not in it.
export function placeIn(entry: Entry | undefined, line: number, column: number): number {
  let before = 0;
  for (const piece of entry?.pieces ?? []) {
    if (piece.line === line) return before + Math.min(piece.text.length, Math.max(0, column - 1 - piece.column));
    before += piece.text.length + 1;
  }
  return -1;
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
  return typeof place === 'number' ? all[place] : all.find((section) => section.kind === place);
}

// The line behind which something new in the section goes: its last key, or its heading.
const endOf = (section: Section): number =>
  Math.max(section.line, ...[...section.keys.values()].map((entry) => entry.pieces.at(-1)!.line));

function withSection(text: string, heading: string, after: number | null): string {
  const lines = split(text);
  const at = after ?? lines.findLastIndex((line) => line.trim() !== '') + 1;
  const rest = lines.slice(at);
  const gap = rest.length && rest[0].trim() !== '' ? [''] : [];
  return join([...lines.slice(0, at), ...(at ? [''] : []), heading, ...gap, ...rest]);
}

function ensure(text: string, place: Place): string {
  if (find(text, place) || typeof place === 'number') return text;
  if (place === 'ruleset') return withSection(text, '[ruleset]', 0);
  const head = find(text, 'ruleset');
  return withSection(text, '[rules]', head ? endOf(head) : null);
}

// ---- values ----

const lineMost = 120; // characters of a value in one line; the engine takes 197 bytes with the key

// A long program in pieces, broken where a step ends.
function pieces(value: string): string[] {
  if (value.length <= lineMost) return [value];
  const head = value.slice(0, lineMost);
  const marks = [head.lastIndexOf(', ') + 1, head.lastIndexOf(' else '), head.lastIndexOf(' or ')];
  const best = Math.max(...marks);
  const cut = best > 20 ? best : head.lastIndexOf(' ');
  if (cut <= 0) return [value];
  return [value.slice(0, cut), ...pieces(value.slice(cut).trim())];
}

const remarkOf = (line: string): string => {
  const rest = keyLine.exec(line)?.[3] ?? '';
  const remark = comment.exec(rest)?.[0] ?? '';
  return remark && ` ${remark.trim()}`;
};

function linesOf(before: string, value: string, remark: string): string[] {
  const [first, ...others] = pieces(clean(value));
  const and = `${/^\s*/.exec(before)![0]}and`.padEnd(before.trimEnd().replace(/\s*[=:]$/, '').length);
  return [`${before.trimEnd()} ${first}${remark}`, ...others.map((piece) => `${and} = ${piece}`)];
}

// The text with a key set, or, with null, without it.
export function setKey(text: string, place: Place, key: string, value: string | null): string {
  const old = find(text, place)?.keys.get(key);
  if (value === null) return old ? old.pieces.reduceRight((rest, { line }) => withoutLine(rest, line), text) : text;
  if (old && old.value === clean(value)) return text;
  const ready = ensure(text, place);
  const section = find(ready, place);
  if (!section) return text;
  const lines = split(ready);
  const entry = section.keys.get(key);
  if (!entry) {
    // The deck that a card is of must be its first line.
    lines.splice(key === 'deck' ? section.line : endOf(section), 0, ...linesOf(`${key} =`, value, ''));
    return join(lines);
  }
  const first = lines[entry.line - 1];
  const fresh = linesOf(keyLine.exec(first)![1], value, remarkOf(first));
  for (const { line } of entry.pieces.slice(1).reverse()) lines.splice(line - 1, 1);
  lines.splice(entry.line - 1, 1, ...fresh);
  return lines.join('\n');
}

export function withoutLine(text: string, line: number): string {
  const lines = split(text);
  lines.splice(line - 1, 1);
  return lines.join('\n');
}

// ---- cards, rules, counters and the second deck ----

const sectionName = (name: string): string => clean(name).replace(/[[\];#=]/g, '');

// Counters and the deck stand before the rules and cards that use them.
function placeFor(text: string, kind: NamedKind): number | null {
  if (kind === 'card') return null;
  const order: SectionKind[] = ['ruleset', 'rules', 'counter', 'deck', 'rule'];
  const before = order.slice(0, order.indexOf(kind) + 1);
  const last = sections(text).filter((section) => before.some((one) => one === section.kind)).at(-1);
  return last ? endOf(last) : null;
}

// The text with a new section, and that section's number.
export function addSection(
  text: string, kind: NamedKind, name: string, keys: Record<string, string>,
): { text: string; at: number } {
  const heading = `[${kind} ${sectionName(name)}]`;
  let changed = withSection(text, heading, placeFor(text, kind));
  const at = sections(changed).findLast((section) => section.kind === kind && section.name === sectionName(name))!.at;
  for (const [key, value] of Object.entries(keys)) changed = setKey(changed, at, key, value);
  return { text: changed, at };
}

export const addCard = (text: string, name: string, keys: Record<string, string>): string =>
  addSection(text, 'card', name, keys).text;

export function renameSection(text: string, at: number, name: string): string {
  const section = find(text, at);
  if (!section) return text;
  const lines = split(text);
  const line = section.line - 1;
  lines[line] = lines[line].replace(sectionLine, () => `[${section.kind} ${sectionName(name)}]`);
  return lines.join('\n');
}

// From its heading to its last key. What follows, a remark above the next section perhaps, is not its own.
export function sectionText(text: string, at: number): string {
  const section = find(text, at);
  return section ? split(text).slice(section.line - 1, endOf(section)).join('\n') : '';
}

// The text with other words in place of so many lines from `line` on; and those lines.
export function setLines(text: string, line: number, count: number, words: string): string {
  const lines = split(text);
  lines.splice(line - 1, count, ...words.split('\n'));
  return lines.join('\n');
}

export const linesAt = (text: string, line: number, count: number): string =>
  split(text).slice(line - 1, line - 1 + count).join('\n');

export function setSectionText(text: string, at: number, words: string): string {
  const section = find(text, at);
  return section ? setLines(text, section.line, endOf(section) - section.line + 1, words) : text;
}

export function removeSection(text: string, at: number): string {
  const section = find(text, at);
  if (!section) return text;
  const lines = split(text);
  let end = endOf(section);
  while (end < lines.length && lines[end].trim() === '') end++;
  lines.splice(section.line - 1, end - section.line + 1);
  return join(lines);
}

// ---- a beginning ----

export const beginning = (parent: string, title: string): string =>
  `[ruleset]\ntitle   = ${clean(title)}\nextends = ${parent}\n\n[rules]\n`;
