import '../session/page.fake';
import { beforeAll, describe, expect, it } from 'vitest';
import { isError, type Engine } from '../lib/engine';
import type { OptionRow, RulesInfo } from '../lib/types';
import { say } from '../text/rules';
import { opened, testEngine } from './engine-for-tests';
import {
  addCard, addSection, beginning, clean, placeIn, readRules, removeSection, renameSection, sectionText, setKey, setSectionText, withoutLine,
} from './ini';
import { groupsOf, normal, rowsOf, sentenceOf } from './options';
import { nameFrom } from './own';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

// The values that a form would try.
function valuesOf(row: OptionRow): string[] {
  if (row.type === 'flag') return ['off', 'on'];
  if (row.type === 'choice') return row.choices ?? [];
  if (row.type === 'list') return ['', '1', '5 3 1'];
  return [...new Set([row.low, row.low + 1, row.low + 2, row.high])].map(String);
}

// One's own cards of a ruleset, as the sections that declare them.
function withCards(text: string, info: RulesInfo): string {
  const own = info.cards.filter((card) => card.own);
  const words = { R: 'red', Y: 'yellow', G: 'green', B: 'blue' };
  let result = text;
  for (const name of new Set(own.map((card) => card.name))) {
    const [first, ...others] = own.filter((card) => card.name === name);
    const colours = [first, ...others].flatMap((card) => (card.colour ? [words[card.colour]] : []));
    result = addCard(result, name, {
      code: first.colour ? first.code.slice(1) : first.code,
      glyph: first.glyph,
      colours: colours.join(' ') || 'none',
      count: String(first.count),
      points: String(first.points),
      effects: first.effects,
    });
  }
  return result;
}

// The same for rules that also change cards, or have counters, a second deck and rules of their own: those sections as
// the file has them.
function withSections(text: string, info: RulesInfo, file: string): string {
  const sections = /^\[(counter|deck|rule|card) [^]*/m.exec(file)?.[0] ?? '';
  const own = new Set(info.cards.filter((card) => card.own).map((card) => `[card ${card.name}]`));
  const names = sections.match(/^\[.*\]/gm) ?? [];
  return names.every((name) => own.has(name)) ? withCards(text, info) : `${text}\n${sections}`;
}

describe('text and form', () => {
  it('agree on every built-in ruleset', () => {
    for (const { name, text } of engine.rulesets()) {
      const { info } = opened(engine, name);
      const read = readRules(text);
      const parent = read.head.get('extends')?.value ?? `[ruleset]\nfamily = ${info.family}\n`;
      const before = opened(engine, parent).info;
      expect(read.head.get('title')?.value).toBe(info.title);
      expect(read.head.get('about')?.value ?? before.about).toBe(info.about);
      for (const row of rowsOf(engine.optionRows(), info.family)) {
        const own = read.options.get(row.name);
        const value = own ? normal(row, own.value) : before.options[row.name];
        expect(value, `${name} ${row.name}`).toBe(info.options[row.name]);
      }
    }
  });

  it('write every built-in ruleset anew, option by option', () => {
    for (const { name, text: file } of engine.rulesets()) {
      const { info } = opened(engine, name);
      const parent = info.family === 'classic' ? 'official' : 'split-v3';
      let text = beginning(parent, info.title);
      for (const row of rowsOf(engine.optionRows(), info.family))
        text = setKey(text, 'rules', row.name, info.options[row.name]);
      expect(opened(engine, withSections(text, info, file)).info.hash, name).toBe(info.hash);
      for (const row of rowsOf(engine.optionRows(), info.family)) text = setKey(text, 'rules', row.name, null);
      expect(text).toBe(beginning(parent, info.title));
    }
  });

  it('take every change back exactly, comments and all', () => {
    for (const { text } of engine.rulesets()) {
      const read = readRules(text);
      for (const [key, entry] of read.options) {
        const changed = setKey(text, 'rules', key, '7');
        expect(readRules(changed).options.get(key)?.value).toBe('7');
        const lines = (whole: string) => whole.split('\n').map((line) => line.replace(/= +/, '= '));
        expect(lines(setKey(changed, 'rules', key, entry.value))).toEqual(lines(text));
      }
      const withTarget = setKey(text, 'rules', 'brand_new', '1');
      expect(setKey(withTarget, 'rules', 'brand_new', null)).toBe(text);
    }
  });

  it('keep a comment behind a value', () => {
    const text = '[ruleset]\nextends = official\n[rules]\n  target = 250 ; short\ndecks=2 # two\n';
    expect(readRules(text).options.get('target')).toMatchObject({ value: '250', line: 4 });
    expect(readRules(text).options.get('decks')?.value).toBe('2');
    expect(setKey(text, 'rules', 'target', '300')).toContain('  target = 300 ; short\n');
    expect(opened(engine, setKey(text, 'rules', 'decks', '3')).info.options.decks).toBe('3');
  });

  it('make the sections that are missing', () => {
    expect(setKey('', 'rules', 'target', '5')).toContain('[rules]\ntarget = 5\n');
    const text = setKey('[ruleset]\nextends = official\n', 'rules', 'target', '200');
    expect(opened(engine, text).info.options.target).toBe('200');
    const card = '[ruleset]\nextends = official\n\n[card Gift]\ncode = gi\ncolours = red\ncount = 1\n';
    const both = setKey(card, 'rules', 'target', '200');
    expect(opened(engine, both).info.options.target).toBe('200');
    expect(opened(engine, setKey(both, 'ruleset', 'title', 'Gifts')).info.title).toBe('Gifts');
  });

  it('write values that the engine reads as they were meant', () => {
    const titles = ['a ; b', 'a # b', '; c', 'two\nlines', 'x=y', 'a:b', 'äöü 🂡', '[not a section]', "it's"];
    for (const title of titles) {
      const text = setKey(beginning('official', 'x'), 'ruleset', 'title', title);
      expect(opened(engine, text).info.title, title).toBe(clean(title));
      expect(readRules(text).head.get('title')?.value).toBe(clean(title));
    }
  });

  it('change cards', () => {
    const storm = { code: 'st', colours: 'all', count: '2', effects: 'skip, draw 1' };
    let text = addCard(beginning('official', 'Cards'), 'Storm', storm);
    text = addCard(text, 'Gift', { code: 'gi', colours: 'red green', count: '1', points: '10', effects: 'all 1' });
    expect(opened(engine, text).info.cards.filter((card) => card.own)).toHaveLength(6);
    const at = (i: number) => readRules(text).cards[i].at;
    text = renameSection(text, at(0), 'Great [Storm]');
    expect(readRules(text).cards.map((card) => card.name)).toEqual(['Great Storm', 'Gift']);
    text = setKey(text, at(1), 'count', '3');
    expect(opened(engine, text).info.cards.find((card) => card.code === 'Rgi')?.count).toBe(3);
    text = removeSection(text, at(0));
    expect(opened(engine, text).info.cards.filter((card) => card.own).map((card) => card.code)).toEqual(['Rgi', 'Ggi']);
  });

  it('put a program into lines that the engine takes, and out of them', () => {
    const program = Array.from({ length: 12 }, (_, i) => `take ${i + 1} by others`).join(', ');
    const start = addSection(beginning('official', 'Long'), 'card', 'Long', { code: 'Wl', colours: 'none', count: '1' });
    const text = setKey(start.text, start.at, 'effects', program);
    expect(text.split('\n').every((line) => line.length < 190)).toBe(true);
    expect(text).toContain('\nand     = ');
    expect(readRules(text).cards[0].keys.get('effects')?.value).toBe(program);
    opened(engine, text);
    expect(setKey(text, start.at, 'effects', program)).toBe(text);
    expect(setKey(text, start.at, 'effects', null)).toBe(start.text);
    const short = setKey(text, start.at, 'effects', 'take 1');
    expect(short).toBe(setKey(start.text, start.at, 'effects', 'take 1'));
  });

  it('find the place of an error in a program of several lines', () => {
    const text = '[ruleset]\nextends = official\n[card Skip]\neffects = take 1,\nand = take 1 by nobody\n';
    const error = engine.check(text)[0];
    const entry = readRules(text).cards[0].keys.get('effects');
    expect(error.line).toBe(5);
    expect(entry?.value.slice(placeIn(entry, error.line, error.column))).toBe('nobody');
  });

  it('change a section as text and leave the rest alone', () => {
    for (const { text } of engine.rulesets()) {
      const { cards, rules, counters, decks } = readRules(text);
      for (const { at, name } of [...cards, ...rules, ...counters, ...decks]) {
        const lines = sectionText(text, at);
        expect(setSectionText(text, at, lines), name).toBe(text);
        const longer = setSectionText(text, at, `${lines}\nnew = 1`);
        expect(setKey(longer, at, 'new', null)).toBe(text);
      }
    }
  });

  it('put counters and the deck before what uses them', () => {
    let text = addCard(beginning('official', 'x'), 'Zap', { code: 'Wz', colours: 'none', count: '1', effects: 'again' });
    text = addSection(text, 'rule', 'Income', { 'when turn': 'gain 1 coin' }).text;
    text = addSection(text, 'deck', 'Magic', { hand: '1', dealt: '1' }).text;
    text = addSection(text, 'counter', 'coin', { start: '1' }).text;
    expect(text.match(/^\[\w+/gm)).toEqual(['[ruleset', '[rules', '[counter', '[deck', '[rule', '[card']);
    text = addCard(text, 'Spell', { code: 'Spell', count: '11', effects: 'take 1 by target' });
    text = setKey(text, readRules(text).cards[1].at, 'deck', 'Magic');
    expect(opened(engine, text).info.second?.name).toBe('Magic');
  });

  it('drop a line', () => {
    expect(withoutLine('a\nb\nc', 2)).toBe('a\nc');
  });
});

describe('the sentence of a value', () => {
  it('is the one that the engine prints', () => {
    let compared = 0;
    for (const base of ['official', 'ultimate', 'split-v3', 'split-duel']) {
      const from = opened(engine, base);
      for (const row of rowsOf(engine.optionRows(), from.info.family))
        for (const value of valuesOf(row)) {
          const to = engine.open(setKey(beginning(base, 'x'), 'rules', row.name, value));
          if (isError(to)) continue;
          const { changes } = engine.diff(from, to);
          if (to.info.hash === from.info.hash) expect(changes).toEqual([]);
          else {
            const sentence = sentenceOf(row, value);
            const was = sentenceOf(row, from.info.options[row.name]);
            expect(changes, `${row.name} = ${value}`).toHaveLength(1);
            expect(changes[0]).toMatchObject({ name: row.name, was, is: sentence });
            compared++;
          }
        }
    }
    expect(compared).toBeGreaterThan(120);
  });

  it('has a label for every option', () => {
    expect(engine.optionRows().map((row) => row.name).filter((name) => !say.has(`option_${name}`))).toEqual([]);
  });

  it('has a place in the form for every option', () => {
    for (const family of ['classic', 'split'] as const) {
      const shown = groupsOf(engine.optionRows(), family).flatMap((group) => group.rows.map((row) => row.name));
      expect(shown.sort()).toEqual(rowsOf(engine.optionRows(), family).map((row) => row.name).sort());
    }
  });
});

it('makes names that a club takes', () => {
  expect(nameFrom('Thursday UNO!')).toBe('thursday-uno');
  expect(nameFrom('Größe')).toBe('gro-e');
  expect(nameFrom('???')).toBe('own-rules');
});
