// A small reader of Markdown, as far as a rulebook needs it: headings, paragraphs, lists, tables, code, emphasis.
// What comes out are plain pieces that Markdown.svelte makes elements of.

export interface Inline {
  kind: 'text' | 'strong' | 'em' | 'code';
  text: string;
}

export type Align = 'left' | 'right' | 'center';

export interface Heading {
  kind: 'heading';
  level: number;
  id: string;
  text: string;
  inlines: Inline[];
}

export interface Item {
  text: string;
  inlines: Inline[];
}

export type Block =
  | Heading
  | { kind: 'paragraph'; inlines: Inline[] }
  | { kind: 'list'; ordered: boolean; items: Item[] }
  | { kind: 'table'; align: Align[]; head: Inline[][]; rows: Inline[][][] }
  | { kind: 'code'; text: string };

const marks: [Inline['kind'], RegExp][] = [
  ['code', /^`([^`]+)`/],
  ['strong', /^\*\*(?=\S)([^*]*[^*\s])\*\*/],
  ['em', /^\*(?=\S)([^*]*[^*\s])\*/],
  ['em', /^_(?=\S)([^_]*[^_\s])_(?!\w)/],
];

export function inlines(text: string): Inline[] {
  const found: Inline[] = [];
  let plain = '';
  const flush = () => {
    if (plain) found.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const inWord = /\w$/.test(plain);
    const mark = marks.find(([, pattern]) => pattern.test(rest) && !(inWord && rest.startsWith('_')));
    const match = mark?.[1].exec(rest);
    if (mark && match) {
      flush();
      found.push({ kind: mark[0], text: match[1] });
      at += match[0].length;
    } else {
      const escaped = /^\\[\\`*_|#-]/.test(rest);
      plain += rest[escaped ? 1 : 0];
      at += escaped ? 2 : 1;
    }
  }
  flush();
  return found;
}

export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');

const cells = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

const alignOf = (cell: string): Align =>
  cell.endsWith(':') ? (cell.startsWith(':') ? 'center' : 'right') : 'left';

const bullet = /^\s*(?:[-*+]|(\d+)[.)])\s+(.*)$/;
const heading = /^(#{1,6})\s+(.*?)\s*#*$/;
const dashes = /^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

export function readMarkdown(text: string): Block[] {
  const lines = text.replaceAll('\r', '').split('\n');
  const blocks: Block[] = [];
  const used = new Map<string, number>();
  let at = 0;

  const idOf = (words: string): string => {
    const id = slug(words) || 'part';
    const times = (used.get(id) ?? 0) + 1;
    used.set(id, times);
    return times > 1 ? `${id}-${times}` : id;
  };
  const isTable = () => lines[at].includes('|') && at + 1 < lines.length && dashes.test(lines[at + 1]);
  const begins = () => heading.test(lines[at]) || bullet.test(lines[at]) || lines[at].startsWith('```') || isTable();

  function readCode(): Block {
    const from = ++at;
    while (at < lines.length && !lines[at].startsWith('```')) at++;
    return { kind: 'code', text: lines.slice(from, at++).join('\n') };
  }

  function readTable(): Block {
    const head = cells(lines[at]);
    const align = cells(lines[at + 1]).map(alignOf);
    const rows: Inline[][][] = [];
    for (at += 2; at < lines.length && lines[at].includes('|'); at++) {
      const row = cells(lines[at]);
      rows.push(head.map((_, i) => inlines(row[i] ?? '')));
    }
    return { kind: 'table', align, head: head.map(inlines), rows };
  }

  function readList(): Block {
    const ordered = bullet.exec(lines[at])?.[1] !== undefined;
    const items: string[] = [];
    for (; at < lines.length && lines[at].trim(); at++) {
      const item = bullet.exec(lines[at]);
      if (item) items.push(item[2]);
      else if (/^\s/.test(lines[at])) items[items.length - 1] += ` ${lines[at].trim()}`;
      else break;
    }
    return { kind: 'list', ordered, items: items.map((item) => ({ text: item, inlines: inlines(item) })) };
  }

  function readParagraph(): Block {
    const words: string[] = [];
    do words.push(lines[at++].trim());
    while (at < lines.length && lines[at].trim() && !begins());
    return { kind: 'paragraph', inlines: inlines(words.join(' ')) };
  }

  while (at < lines.length) {
    const title = heading.exec(lines[at]);
    if (!lines[at].trim()) at++;
    else if (title) {
      blocks.push({
        kind: 'heading', level: title[1].length, id: idOf(title[2]), text: title[2], inlines: inlines(title[2]),
      });
      at++;
    } else if (lines[at].startsWith('```')) blocks.push(readCode());
    else if (isTable()) blocks.push(readTable());
    else if (bullet.test(lines[at])) blocks.push(readList());
    else blocks.push(readParagraph());
  }
  return blocks;
}
