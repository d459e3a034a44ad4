import '../session/page.fake';
import { beforeAll, describe, expect, it } from 'vitest';
import { isError, type Engine } from '../lib/engine';
import { say } from '../text/program';
import { opened, testEngine } from './engine-for-tests';
import { freshStep, playersFor, type Setting } from './form';
import { blockWords, plainWords, type Grammar, type ProgramPlace } from './grammar';
import { addSection, beginning, readRules, setKey, type Entry } from './ini';
import { blocksOf, readCards, readProgram, stepAt, writeCards, writeProgram, type Step } from './program';
import { templatesOf, useTemplate } from './templates';

let engine: Engine;
let grammar: Grammar;
beforeAll(async () => {
  engine = await testEngine();
  grammar = engine.grammar();
});

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();

// Every program of a file: what a card does, what happens when, by its key.
function* programsOf(text: string): Generator<{ at: number; key: string; entry: Entry }> {
  const { cards, rules } = readRules(text);
  for (const { at, keys } of [...cards, ...rules])
    for (const [key, entry] of keys) if (key === 'effects' || key.startsWith('when ')) yield { at, key, entry };
}

const countersOf = (name: string): string[] => (opened(engine, name).info.counters ?? []).map((one) => one.name);

describe('a program', () => {
  it('comes back out of the form as it was, in every shipped file', () => {
    let seen = 0;
    for (const { name, text } of engine.rulesets()) {
      const counters = countersOf(name);
      let changed = text;
      for (const { at, key, entry } of programsOf(text)) {
        const steps = readProgram(grammar, counters, entry.value);
        expect(steps, `${name}: ${entry.value}`).not.toBeNull();
        const written = writeProgram(steps!);
        expect(written, name).toBe(tidy(entry.value));
        changed = setKey(changed, at, key, written);
        seen++;
      }
      for (const { at, keys } of readRules(text).cards)
        for (const key of ['bans', 'frees']) {
          const entry = keys.get(key);
          if (entry) changed = setKey(changed, at, key, writeCards(readCards(grammar, entry.value)!));
        }
      expect(changed, name).toBe(text);
    }
    expect(seen).toBeGreaterThan(50);
  });

  const counters = ['mana', 'sleep'];
  const twice = (text: string) => writeProgram(readProgram(grammar, counters, text)!);

  it('keeps every spelling', () => {
    const same = [
      'take', 'skip', 'all 2', 'take 2 by others', 'take 2 for next', 'swap', 'swap with next', 'reflect',
      'discard all red numbers by everybody', 'drop 1 "Skip" by most', 'give 2 matching to target', 'steal half cards of me from next',
      'gain double mana of fewest mana for previous', 'lose all sleep for me', 'set 0 mana for others',
      'gain 1', 'colour named by next', 'colour random', 'choose colour, choose player, take 1 by chosen',
      'if cards of me is not 3 and mana at least half cards of next: (take 1, take 2) else (take 3)',
      'if card is blue "7": take 1', 'if next is not most: nothing',
      'if me is next: if next is me: take 1 else take 2', 'if me is next: (if next is me: take 1) else take 2',
      'roll: 1 take 1 or 2-3 (choose: take 1 or take 2) or 6 take die', 'choose by next: take 1 or take 2 or nothing',
      'each everybody: repeat die: take 1 by them', 'repeat 3: roll 4: take 1 else (roll 2: take 2)',
      'take "Piece of the Crown" of me by next', 'hunt wilds by random', 'pending half pending', 'take top',
    ];
    for (const text of same) expect(twice(text)).toBe(text);
    expect(twice('  take 1 ,take 2;'.replace(';', ''))).toBe('take 1, take 2');
  });

  it('gets brackets where the next word would be taken for another step', () => {
    const [outer] = readProgram(grammar, [], 'if me is next: take 1 else take 2')!;
    const [inner] = readProgram(grammar, [], 'if next is me: take 3')!;
    if (outer.kind !== 'if') throw new Error('no if');
    const text = writeProgram([{ ...outer, then: { steps: [inner], brackets: false } }]);
    expect(text).toBe('if me is next: (if next is me: take 3) else take 2');
    const [choice] = readProgram(grammar, [], 'choose: take 1 or take 2')!;
    if (choice.kind !== 'choose') throw new Error('no choice');
    const nested = writeProgram([{ ...choice, options: [{ steps: [choice], brackets: false }, choice.options[1]] }]);
    expect(nested).toBe('choose: (choose: take 1 or take 2) or take 2');
    expect(twice(nested)).toBe(nested);
  });

  it('that no form can show is left as text', () => {
    for (const text of ['fly', 'take 2 by nobody', 'if: take 1', 'take 1,', 'take 1)', 'roll 4', 'gain 1 gold', 'choose: take 1 or', 'take ä'])
      expect(readProgram(grammar, counters, text), text).toBeNull();
  });

  it('has each error at its innermost step', () => {
    const text = 'take 1, if me is next: (take 2, take 3 by next) else skip';
    const steps = readProgram(grammar, [], text)!;
    const at = (words: string) => stepAt(steps, text.indexOf(words))!;
    expect(writeProgram([at('next)')])).toBe('take 3 by next');
    expect(writeProgram([at('skip')])).toBe('skip');
    expect(at('me is').kind).toBe('if');
  });
});

describe('the form', () => {
  const settingAt = (place: ProgramPlace): Setting => ({
    grammar, place, counters: ['mana'], cards: ['Skip'], seconds: ['Spell'], problems: new Map(),
    inEach: false, inRepeat: false, picked: false,
  });

  // A ruleset with the program where it may stand.
  function rulesetWith(place: ProgramPlace, program: string): string {
    const [of, moment] = place.split(' ');
    let text = addSection(beginning('official', 'x'), 'counter', 'mana', { start: '1' }).text;
    text = addSection(text, 'deck', 'Magic', { dealt: '1', hand: '1' }).text;
    const spell = { deck: 'Magic', code: 'Spell', count: '11' };
    const laid = { code: 'Wz', colours: 'none', count: '1' };
    if (place === 'laid') text = addSection(text, 'card', 'Zap', { ...laid, effects: program }).text;
    if (place === 'drawn') text = addSection(text, 'card', 'Zap', { ...laid, effects: 'draw 1', 'when drawn': program }).text;
    if (of === 'rule') text = addSection(text, 'rule', 'Law', { [`when ${moment}`]: program }).text;
    const keys: Record<string, string> =
      place === 'second' ? { effects: program }
      : place === 'answer' ? { answers: 'on', effects: program }
      : of === 'card' ? { stays: 'me', [`when ${moment}`]: program }
      : { effects: 'take 1 by target' };
    return addSection(text, 'card', 'Spell', { ...spell, ...keys }).text;
  }

  const open = (place: ProgramPlace, steps: Step[]) => engine.open(rulesetWith(place, writeProgram(steps)));

  it('offers only what the engine takes, as it is when it was just added', () => {
    let tried = 0;
    for (const place of grammar.places)
      for (const word of [...plainWords(grammar, place), ...blockWords(grammar)]) {
        const step = freshStep(settingAt(place), word);
        const result = open(place, [step]);
        expect(isError(result) ? `${place}: ${writeProgram([step])}: ${result.message}` : '').toBe('');
        tried++;
      }
    expect(tried).toBeGreaterThan(300);
  });

  it('offers every player that the engine takes, and no other', () => {
    for (const place of grammar.places) {
      const offered = playersFor(settingAt(place), true, null);
      for (const row of grammar.players) {
        if (row.needs || row.word === 'doer' || (place === 'drawn' && row.word === 'target')) continue;
        const [step] = readProgram(grammar, [], `take 1 by ${row.word}`)!;
        // What answers a draw names nobody.
        if (place === 'answer' && row.word === 'target') continue;
        expect(!isError(open(place, [step])), `${place} ${row.word}`).toBe(offered.includes(row.word));
      }
    }
  });

  it('knows every block of the language', () => {
    for (const word of grammar.blocks.filter((one) => one !== 'all'))
      expect(blocksOf(freshStep(settingAt('second'), word)).length, word).toBeGreaterThan(0);
  });

  it('has a name for every word', () => {
    const named = (kind: string, words: string[]) =>
      words.map((word) => `${kind}_${word.replaceAll(' ', '_')}`).filter((key) => !say.has(key));
    const steps = grammar.places.flatMap((place) => plainWords(grammar, place));
    const missing = [
      ...named('step', [...steps, ...blockWords(grammar)]),
      ...named('amount', grammar.amounts.filter((row) => row.form === 'word').map((row) => row.word)),
      ...named('scale', grammar.scales.filter(Boolean)),
      ...named('test', grammar.tests),
      ...named('colour', grammar.colours),
      ...named('stays', grammar.stays),
      ...named('wild', grammar.wild),
      ...named('key', [...grammar.keys.counter, ...grammar.keys.deck]),
    ];
    expect(missing).toEqual([]);
  });
});

describe('a beginning from a shipped file', () => {
  it('fits every ruleset of the classic family', () => {
    const templates = templatesOf(engine.rulesets());
    expect(templates.map((one) => one.name)).toEqual(expect.arrayContaining(['Leech', 'Pitfall', 'Roulette', 'Mercy']));
    for (const base of ['official', 'ultimate-magic', 'crazy-eights'])
      for (const template of templates) {
        const { info } = opened(engine, base);
        if (template.needsDeck && !info.second) continue;
        const { text, at } = useTemplate(beginning(base, 'x'), template, info);
        const result = engine.open(text);
        expect(isError(result) ? `${base} ${template.id}: ${result.message}` : '').toBe('');
        const { cards, rules } = readRules(text);
        expect([...cards, ...rules].some((one) => one.at === at)).toBe(true);
      }
  });

  it('can be used twice', () => {
    const { info } = opened(engine, 'official');
    const leech = templatesOf(engine.rulesets()).find((one) => one.name === 'Leech')!;
    const once = useTemplate(beginning('official', 'x'), leech, info);
    const again = useTemplate(once.text, leech, info);
    expect(readRules(again.text).cards.map((card) => card.name)).toEqual(['Leech', 'Leech 2']);
    opened(engine, again.text);
  });
});
