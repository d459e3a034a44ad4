// Cards and rules of the shipped rulesets as beginnings for one's own: the section as its file has it, with the counters and the
// deck that it speaks of.
import type { BuiltinRuleset } from '../lib/engine';
import type { RulesInfo } from '../lib/types';
import { addSection, readRules, sectionText, setKey, setSectionText, type RulesText, type Section } from './ini';

export interface Template {
  id: string;
  kind: 'card' | 'rule';
  name: string;
  from: BuiltinRuleset;
  needsDeck: boolean; // a rule that takes cards from a second deck: a deck without cards is none
}

// Those that do something; a card that only gets another name teaches nobody.
const worthwhile = (section: Section): boolean =>
  [...section.keys.keys()].some((key) => ['effects', 'bans', 'frees'].includes(key) || key.startsWith('when ')) &&
  section.keys.get('effects')?.value !== 'nothing';

// Of cards, the new ones alone: what is changed of a built-in card is no card by itself.
const whole = (section: Section): boolean =>
  section.kind === 'rule' || (section.keys.has('code') && (section.keys.has('colours') || section.keys.has('deck')));

export function templatesOf(rulesets: BuiltinRuleset[]): Template[] {
  return rulesets
    .filter((from) => from.family === 'classic')
    .flatMap((from) => {
      const { cards, rules } = readRules(from.text);
      return [...cards, ...rules]
        .filter((section) => whole(section) && worthwhile(section))
        .map((section) => ({
          id: `${from.name}/${section.kind}/${section.name}`,
          kind: section.kind as 'card' | 'rule',
          name: section.name,
          from,
          needsDeck: section.kind === 'rule' && [...section.keys.values()].some(({ value }) => /\bfetch\b/.test(value)),
        }));
    });
}

function unused(name: string, used: (name: string) => boolean, most: number): string {
  if (!used(name)) return name;
  for (let n = 2; ; n++) {
    const other = `${name.slice(0, most - String(n).length - 1)}${most > 10 ? ' ' : ''}${n}`;
    if (!used(other)) return other;
  }
}

// A code that no card has: "W" and a letter without colours, a letter with them.
export function freeCode(info: RulesInfo, read: RulesText, start: 'W' | ''): string {
  const used = new Set([
    ...info.cards.map((card) => (card.colour ? card.code.slice(1) : card.code)),
    ...read.cards.map((card) => card.keys.get('code')?.value ?? ''),
  ]);
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  return letters.map((letter) => start + letter).find((code) => !used.has(code)) ?? `${start}zz`;
}

const secondCards = (info: RulesInfo, read: RulesText): number =>
  info.cards.filter((card) => card.deck).length + read.cards.filter((card) => card.keys.has('deck')).length;

// How many copies the first card of a second deck needs: with every hand full one must be left.
export const enough = (info: RulesInfo, hand: number): number => Math.min(31, info.players.most * hand + 1);

export interface Beginning {
  text: string;
  at: number; // of the new section
}

// A second deck of its own begins small.
export const addDeck = (text: string, name: string): string =>
  addSection(text, 'deck', name, { dealt: '1', hand: '1', plays: '1' }).text;

// The text with the template's section, and what that needs. `info`: of the rules that the text starts from.
export function useTemplate(text: string, template: Template, info: RulesInfo): Beginning {
  const source = readRules(template.from.text);
  const section = [...source.cards, ...source.rules].find(
    (one) => one.kind === template.kind && one.name === template.name,
  )!;
  const lines = sectionText(template.from.text, section.at);
  let changed = text;
  for (const counter of source.counters) {
    const known = [...(info.counters ?? []), ...readRules(changed).counters].some((one) => one.name === counter.name);
    if (known || !new RegExp(`\\b${counter.name}\\b`).test(lines.replace(/^\[.*/, ''))) continue;
    const keys = Object.fromEntries([...counter.keys].map(([key, { value }]) => [key, value]));
    changed = addSection(changed, 'counter', counter.name, keys).text;
  }
  const wants = section.keys.get('deck')?.value;
  const has = () => info.second?.name ?? readRules(changed).decks[0]?.name;
  if (wants && !has()) changed = addDeck(changed, wants);
  const read = readRules(changed);
  const of = template.kind === 'card' ? [...info.cards, ...read.cards] : read.rules;
  const name = unused(template.name, (one) => of.some((other) => other.name === one), 23);
  const made = addSection(changed, template.kind, name, {});
  changed = setSectionText(made.text, made.at, lines.replace(/^.*/, `[${template.kind} ${name}]`));
  if (template.kind === 'rule') return { text: changed, at: made.at };
  if (wants) {
    changed = setKey(changed, made.at, 'deck', has()!);
    if (secondCards(info, read) === 0) changed = setKey(changed, made.at, 'count', String(enough(info, 1)));
  }
  const code = section.keys.get('code')!.value;
  const codes = new Set([
    ...info.cards.map((card) => (card.colour ? card.code.slice(1) : card.code)),
    ...read.cards.map((card) => card.keys.get('code')?.value),
  ]);
  changed = setKey(changed, made.at, 'code', unused(code, (one) => codes.has(one), 5));
  return { text: changed, at: made.at };
}
