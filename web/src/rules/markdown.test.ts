import { beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '../lib/engine';
import { anchorsOf } from './anchors';
import { opened, testEngine } from './engine-for-tests';
import { inlines, readMarkdown, slug, type Block, type Inline } from './markdown';

const plain = (pieces: Inline[]): string => pieces.map((piece) => piece.text).join('');

describe('the reader of Markdown', () => {
  it('reads emphasis and code, and leaves what is none', () => {
    expect(inlines('a **b c** *d* `e*f` _g_')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'strong', text: 'b c' },
      { kind: 'text', text: ' ' },
      { kind: 'em', text: 'd' },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'e*f' },
      { kind: 'text', text: ' ' },
      { kind: 'em', text: 'g' },
    ]);
    for (const text of ['2 * 3 * 4', 'stack_draws_now', '* alone', 'a ** b', '<b>x</b>', 'R- Y- *'])
      expect(inlines(text)).toEqual([{ kind: 'text', text }]);
    expect(inlines('\\*not\\*')).toEqual([{ kind: 'text', text: '*not*' }]);
  });

  it('reads headings, paragraphs, lists, tables and code', () => {
    const blocks = readMarkdown(
      '# One\n\nfirst line\nsecond line\n- a\n  and on\n- b\n\n1. c\n2. d\n\n' +
        '| x | y |\n| --- | ---: |\n| 1 | 2 |\n\n```\n# raw\n```\n## One',
    );
    expect(blocks.map((block) => block.kind)).toEqual([
      'heading', 'paragraph', 'list', 'list', 'table', 'code', 'heading',
    ]);
    expect(blocks[1]).toEqual({ kind: 'paragraph', inlines: [{ kind: 'text', text: 'first line second line' }] });
    expect(blocks[2]).toMatchObject({ ordered: false, items: [{ text: 'a and on' }, { text: 'b' }] });
    expect(blocks[3]).toMatchObject({ ordered: true, items: [{ text: 'c' }, { text: 'd' }] });
    expect(blocks[4]).toMatchObject({ align: ['left', 'right'], rows: [[[{ text: '1' }], [{ text: '2' }]]] });
    expect(blocks[5]).toEqual({ kind: 'code', text: '# raw' });
    expect(blocks[6]).toMatchObject({ id: 'one-2' });
  });

  it('comes to an end whatever it reads', () => {
    for (const text of ['', '|', '|\n---', '-', '- ', '#', '```', '**', '| a |\n| - |\n', '\\', '\r\n'])
      expect(Array.isArray(readMarkdown(text))).toBe(true);
  });

  it('makes ids that an address can have', () => {
    expect(slug('0 and 7')).toBe('0-and-7');
    expect(slug('  Größe! ')).toBe('größe');
  });
});

describe('rulebooks', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await testEngine();
  });

  const wordsOf = (block: Block): string =>
    block.kind === 'list'
      ? block.items.map((item) => plain(item.inlines)).join('\n')
      : block.kind === 'table'
        ? [block.head, ...block.rows].map((row) => row.map(plain).join(' ')).join('\n')
        : block.kind === 'code'
          ? block.text
          : plain(block.inlines);

  it('lose no word', () => {
    const marks = /^\|[ -:|]+\|$|^#+ |^- |\|/gm;
    const bare = (text: string) => text.replace(marks, ' ').split(/\s+/).join(' ').trim();
    for (const { name } of engine.rulesets()) {
      const book = opened(engine, name).book().text;
      expect(bare(readMarkdown(book).map(wordsOf).join('\n')), name).toBe(bare(book));
    }
  });

  it('have a place for the options that they tell', () => {
    for (const { name } of engine.rulesets()) {
      const rules = opened(engine, name);
      const book = rules.book();
      const anchors = anchorsOf(book, readMarkdown(book.text), rules.info, engine.optionRows());
      const told = [...anchors.ofItem.values()].flat();
      expect(new Set(told).size, name).toBe(told.length);
      expect(told, name).toContain('max_players');
      for (const option of Object.keys(rules.info.options)) expect(anchors.headingOf.get(option), option).toBeTruthy();
      const some = { classic: ['stack_draws', 'uno_call', 'target'], split: ['loser_keeps', 'numbers_dealt'] };
      for (const option of some[rules.info.family]) expect(told, name).toContain(option);
    }
  });
});
