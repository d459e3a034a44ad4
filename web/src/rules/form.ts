// What the fields of a program share: the words to choose from where it stands, and what they are called.
import { say } from '../text/program';
import type { Draft } from './draft.svelte';
import { chooseWords, stands, stepRow, type Grammar, type ProgramPlace } from './grammar';
import { anyCards, number, type Block, type Step, type Test } from './program';

export interface Setting {
  grammar: Grammar;
  place: ProgramPlace;
  counters: string[];
  cards: string[]; // of the main deck, by name
  seconds: string[]; // of the second
  problems: Map<Step, string>;
  inEach: boolean;
  inRepeat: boolean;
  picked: boolean; // somebody was chosen before
}

// What can be spoken of in the rules under work.
export function namesIn(draft: Draft): Pick<Setting, 'counters' | 'cards' | 'seconds'> {
  const { info } = draft.parent;
  const unique = (names: string[]) => [...new Set(names.filter(Boolean))];
  const own = draft.read.cards.map((card) => ({
    name: card.keys.get('name')?.value ?? card.name,
    second: card.keys.has('deck') || info.cards.some((one) => one.deck && one.name === card.name),
  }));
  const named = (second: boolean) => [
    ...info.cards.filter((card) => Boolean(card.deck) === second).map((card) => card.name),
    ...own.filter((card) => card.second === second).map((card) => card.name),
  ];
  return {
    counters: unique([...(info.counters ?? []).map((one) => one.name), ...draft.read.counters.map((one) => one.name)]),
    cards: unique(named(false)),
    seconds: unique(named(true)),
  };
}

// ---- what it is called ----

const called = (kind: string, word: string): string => {
  const key = `${kind}_${word.replaceAll(' ', '_')}`;
  return say.has(key) ? say(key) : word;
};
export const stepLabel = (word: string): string => called('step', word);
export const amountLabel = (word: string): string => called('amount', word);
export const scaleLabel = (word: string): string => called('scale', word);
export const testLabel = (word: string): string => called('test', word);
export const colourLabel = (word: string): string => called('colour', word);
export const staysLabel = (word: string): string => called('stays', word);
export const wildLabel = (word: string): string => called('wild', word);

const momentOf = ({ grammar, place }: Setting) =>
  grammar.moments.find((moment) => place === `rule ${moment.word}` || place === `card ${moment.word}`);

// "You" is who plays the card; in a rule, whoever set its moment off.
export function playerLabel(setting: Setting, word: string): string {
  const doer = momentOf(setting)?.doer ?? setting.grammar.doers.laid;
  if (word === 'doer' || (word === 'me' && setting.place.startsWith('rule '))) return doer;
  if (say.has(`player_${word}`)) return called('player', word);
  return setting.grammar.players.find((row) => row.word === word)?.label ?? word;
}

// ---- what there is to choose ----

// The word that is there stays among them, whatever it is.
export function playersFor(setting: Setting, several: boolean, now: string | null): string[] {
  const { grammar, place, inEach, picked } = setting;
  const doerIsMe = place.startsWith('rule ') || place === 'laid' || place === 'drawn' || place === 'second';
  const fits = grammar.players.filter(
    (row) =>
      stands(grammar, row, place) &&
      (several || !row.several) &&
      (row.needs !== 'each' || inEach) &&
      (row.needs !== 'choose player' || picked) &&
      !(row.word === 'doer' && doerIsMe),
  );
  const words = fits.map((row) => row.word);
  return now && !words.includes(now) ? [...words, now] : words;
}

const blockOf = (...steps: Step[]): Block => ({ steps, brackets: false });

// A step of that kind as it is when it was just added.
export function freshStep(setting: Setting, word: string): Step {
  const { grammar, place } = setting;
  const start = 0;
  const some = (): Block => blockOf(freshStep(setting, 'take'));
  if (chooseWords.includes(word)) return { start, kind: 'ask', word };
  if (word === 'if') return { start, kind: 'if', tests: [freshTest(setting)], then: some(), otherwise: null };
  if (word === 'roll') return { start, kind: 'least', least: 4, then: some(), otherwise: null };
  if (word === 'choose') return { start, kind: 'choose', by: null, options: [some(), blockOf(nothing(grammar))] };
  if (word === 'each') {
    const within = freshStep(setting, 'take');
    if (within.kind === 'plain') within.who = 'them';
    return { start, kind: 'each', who: 'others', then: blockOf(within) };
  }
  if (word === 'repeat') return { start, kind: 'repeat', amount: number(2), then: some() };
  const row = stepRow(grammar, word)!;
  const has = (part: (typeof row.parts)[number]) => row.parts.includes(part);
  const needed = has('needed') && !(word === 'swap' && place === 'laid');
  return {
    start,
    kind: 'plain',
    word,
    amount: has('amount') ? number(word === 'draw' ? 2 : 1) : null,
    cards: has('cards') ? anyCards : null,
    counter: has('counter') ? (setting.counters[0] ?? '') : null,
    colour: has('colour') ? 'random' : null,
    by: row.by,
    who: needed ? (playersFor(setting, false, null).find((one) => one !== 'me') ?? 'next') : null,
  };
}

const nothing = (grammar: Grammar): Step => {
  const { by } = stepRow(grammar, 'nothing')!;
  return { start: 0, kind: 'plain', word: 'nothing', amount: null, cards: null, counter: null, colour: null, by, who: null };
};

// At a moment the question is mostly whom it is about.
export function freshTest(setting: Setting): Test {
  if (setting.place.startsWith('card '))
    return { about: 'players', who: setting.place === 'card hit' ? 'victim' : 'doer', not: false, other: 'me' };
  const left = { scale: '', word: 'cards', text: '', of: setting.place.startsWith('rule ') ? 'doer' : 'me' };
  return { about: 'amounts', left, test: 'at least', right: number(5) };
}

// The same step with another word: what both have stays.
export function changeWord(setting: Setting, step: Step, word: string): Step {
  const fresh = freshStep(setting, word);
  if (step.kind !== 'plain' || fresh.kind !== 'plain') return fresh;
  const row = stepRow(setting.grammar, word)!;
  return {
    ...fresh,
    amount: fresh.amount && (step.amount ?? fresh.amount),
    cards: fresh.cards && (step.cards ?? fresh.cards),
    counter: fresh.counter !== null ? step.counter || fresh.counter : null,
    who: row.parts.includes('player') ? (step.who ?? fresh.who) : null,
  };
}
