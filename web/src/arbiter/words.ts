// What the arbiter asks and tells, in words of the reader's language. English comes from the engine; other
// languages have templates for it (text/LANGUAGE/arbiter.ts).
import { catalogue, language } from '../lib/text.svelte';
import type { Seat } from '../lib/types';
import { say } from '../text/arbiter';
import { nameOf, type CountSheet, type Sheet, type ToldEvent } from './book';
import type { Answer, Question } from './narrow';

const isEnglish = (): boolean => language() === 'en';

type Parts = Record<string, string | number>;
const template: (key: string, parts?: Parts) => string | undefined = catalogue('arbiter', {} as Record<string, string>);
const has = (key: string): boolean => template(key) !== undefined;
const inWords = (key: string, parts: Parts = {}): string => (has(key) ? (template(key, parts) ?? '') : '');

export const word = (name: string): string => (say.has(name) ? say(name) : name);

const list = (names: string[], kind: 'conjunction' | 'disjunction' = 'conjunction'): string =>
  new Intl.ListFormat(language(), { type: kind }).format(names);

export const namesOf = (sheet: Sheet, seats: Seat[]): string => list(seats.map((seat) => nameOf(sheet, seat)));

// ---- what happened ----

const deeds = ['drew', 'drew_action', 'shed', 'took_back', 'tied', 'round_won'];
const silent = ['bid_made', 'passed', 'met'];

function deedKey(event: ToldEvent): string {
  const [name, , , , amount] = event;
  if ((name === 'drew' || name === 'drew_action') && !amount) return `${name}_none`;
  return name === 'shed' && amount === 2 ? 'shed_action' : name;
}

// All that one seat does in a row, of one or (`several`) of several seats: "nimmt ... zurück und zieht ...".
const deedWords = (run: ToldEvent[], several: boolean): string =>
  list(run.map((event) => inWords(`${several ? 'deeds' : 'deed'}_${deedKey(event)}`, { n: event[4] })));

// Events cut into runs of what one seat does with cards; anything else stands alone.
function runsOf(events: ToldEvent[]): ToldEvent[][] {
  const runs: ToldEvent[][] = [];
  for (const event of events) {
    const last = runs.at(-1)?.at(-1);
    const goesOn = last && deeds.includes(event[0]) && deeds.includes(last[0]) && last[1] === event[1];
    if (goesOn) runs.at(-1)?.push(event);
    else runs.push([event]);
  }
  return runs;
}

function tellNumbers(sheet: Sheet, events: ToldEvent[]): string {
  const shown = events.filter(([name]) => name === 'revealed').sort(([, a], [, b]) => ((a ?? '') < (b ?? '') ? -1 : 1));
  return inWords('event_revealed', { what: list(shown.map(([, seat, , card]) => `${nameOf(sheet, seat)} ${card}`)) });
}

const tellOne = (sheet: Sheet, [name, seat, other, what, amount]: ToldEvent): string =>
  inWords(`event_${name}`, { a: nameOf(sheet, seat), b: nameOf(sheet, other), c: word(what ?? ''), n: amount });

function tell(sheet: Sheet, events: ToldEvent[]): string {
  const sentences: string[] = [];
  const runs = runsOf(events.filter(([name]) => !silent.includes(name)));
  for (let i = 0; i < runs.length; i++) {
    const [first] = runs[i];
    if (first[0] === 'revealed') {
      if (runs[i - 1]?.[0][0] !== 'revealed') sentences.push(tellNumbers(sheet, events));
    } else if (deeds.includes(first[0])) {
      const seats = [first[1] ?? ''];
      const words = deedWords(runs[i], false);
      const doesSame = (run?: ToldEvent[]) => run && deeds.includes(run[0][0]) && deedWords(run, false) === words;
      while (doesSame(runs[i + 1])) seats.push(runs[++i][0][1] ?? '');
      const several = seats.length > 1;
      sentences.push(`${namesOf(sheet, seats)} ${several ? deedWords(runs[i], true) : words}.`);
    } else sentences.push(tellOne(sheet, first));
  }
  return sentences.join(' ');
}

// What the table has to do and know after an entry.
export function toldWords(sheet: Sheet, entry: { line?: string; told: string; events?: ToldEvent[] }): string {
  const events = entry.events ?? [];
  const known = events.every(([name]) => silent.includes(name) || deeds.includes(name) || has(`event_${name}`));
  const words = isEnglish() || !known ? entry.told : tell(sheet, events);
  return words || entry.line || '';
}

// ---- what is asked ----

function roundQuestion(sheet: CountSheet): string {
  const { bidders, shows } = sheet.round ?? { bidders: [], shows: false };
  const blocked = sheet.players.filter((player) => player.blocked).map((player) => player.name);
  const key = !bidders.length ? 'ask_void' : shows ? 'ask_round' : 'ask_free_shed';
  const pieces = [
    blocked.length ? inWords('ask_blocked', { a: list(blocked), n: blocked.length }) : '',
    inWords(key, { a: namesOf(sheet, bidders), n: bidders.length }),
    sheet.choices.length ? inWords('ask_or_action') : '',
  ];
  return pieces.filter(Boolean).join(' ');
}

function countQuestion(sheet: CountSheet): string {
  const a = namesOf(sheet, sheet.asked);
  const others = [...new Set(sheet.choices.flatMap((choice) => choice.other ?? []))];
  const either = sheet.choices.some((choice) => choice.sort);
  const parts = { a, actor: nameOf(sheet, sheet.actor), target: nameOf(sheet, sheet.target), n: sheet.bonus_wins };
  const claimant = nameOf(sheet, sheet.claimant);
  switch (sheet.asks) {
    case 'round':
      return roundQuestion(sheet);
    case 'counter':
      return inWords(sheet.card === 'block' ? 'ask_counter_block' : 'ask_counter', parts);
    case 'reply':
      return inWords(sheet.card === 'truth' ? 'ask_truth' : 'ask_dare', parts);
    case 'name':
      if (others.length) return inWords('ask_name_nominee', parts);
      return inWords(sheet.choices.some((choice) => choice.choice === 'even') ? 'ask_name_both' : 'ask_name', parts);
    case 'steal':
      parts.a = nameOf(sheet, sheet.turn);
      return inWords(either ? 'ask_steal_either' : 'ask_steal', { ...parts, b: namesOf(sheet, others) });
    case 'hit':
      return inWords('ask_hit', { a: nameOf(sheet, sheet.turn) });
    case 'claim': {
      if (sheet.choices.some((choice) => choice.kind === 'stuck')) return inWords('ask_may_be_stuck', { a, claimant });
      const seats = [...new Set(sheet.choices.flatMap((choice) => choice.seat ?? []))];
      const names = list(seats.map((seat) => nameOf(sheet, seat)), 'disjunction');
      return inWords('ask_claim', { a: names, claimant });
    }
    case 'stuck':
      return inWords('ask_stuck', { a, claimant });
    default:
      return inWords(`ask_${sheet.asks}`, parts);
  }
}

export function questionWords(sheet: Sheet): string {
  if (isEnglish()) return sheet.question;
  if (sheet.over) return inWords('ask_over', { a: namesOf(sheet, sheet.winners), n: sheet.winners.length });
  if (sheet.points) return inWords('ask_deal', { n: sheet.deals + 1 });
  return countQuestion(sheet);
}

// The question for the next part of an entry; '': the sheet's own question says it.
export function partWords(sheet: CountSheet, { part, first }: Question, begun: boolean): string {
  if (!first || !part || (!begun && !part.startsWith('shed '))) return '';
  const name = nameOf(sheet, first.seat);
  const card = word(first.card ?? '');
  if (part.startsWith('shed ')) return say('askShed', { name: nameOf(sheet, part.slice(5)) });
  if (first.kind === 'meet') {
    if (part === 'seat') return say('askMeetFirst', { name });
    return say('askMeetSecond', { card, name, other: nameOf(sheet, first.other) });
  }
  switch (part) {
    case 'seat':
      return say('askWho', { card });
    case 'other':
      if (first.kind === 'name') return say('askNominee', { what: word(first.choice ?? '') });
      return say('askOnWhom', { card, name });
    case 'card':
      return say('askChallengeCard', { name });
    case 'sort':
      return say('askSort', { name: nameOf(sheet, first.other) });
    default:
      return '';
  }
}

// ---- answers ----

function wholeWords(sheet: CountSheet, { choice }: Answer): string {
  const truth = sheet.card === 'truth';
  const card = word(choice.card ?? '');
  const name = nameOf(sheet, choice.seat);
  switch (choice.kind) {
    case 'pass':
      if (sheet.asks !== 'claim') return say('nothingPlayed');
      return say(sheet.choices.some((one) => one.kind === 'stuck') ? 'anotherCard' : 'nobodyChallenges');
    case 'stuck':
      return say('isStuck');
    case 'steal':
      return choice.other ? say('from', { name: nameOf(sheet, choice.other) }) : say('takesNothing');
    case 'hit':
      return nameOf(sheet, choice.other);
    case 'answered':
      return say(truth ? 'tellsTruth' : 'doesDare');
    case 'refused':
      return say(truth ? 'refuses' : 'refusesAndLoses');
    case 'penalty_two':
      return say('penaltyTwo', { actor: nameOf(sheet, sheet.actor), target: nameOf(sheet, sheet.target) });
    case 'penalty_five':
      return say('penaltyFive', { target: nameOf(sheet, sheet.target) });
    case 'bonus_card':
      return say('bonusCard');
    case 'bonus_draw':
      return say('bonusDraw');
    case 'shed_it':
      return say('shedsDrawn');
    case 'counter':
      return say('counterWith', { card });
    case 'challenge':
      return choice.seat ? say('challengesWith', { name, card }) : say('playsWith', { card });
    default:
      return choice.line;
  }
}

export function answerWords(sheet: CountSheet, answer: Answer): string {
  const { part, value, choice } = answer;
  if (!part) return wholeWords(sheet, answer);
  if (part.startsWith('shed ')) return say(value === 'yes' ? 'sheds' : 'keeps');
  switch (part) {
    case 'card':
      if (choice.kind === 'counter') return say('counterWith', { card: word(value) });
      return choice.kind === 'challenge' ? wholeWords(sheet, answer) : word(value);
    case 'seat':
      if (choice.kind === 'meet') return word(value);
      return choice.kind === 'challenge' ? say('challenges', { name: nameOf(sheet, value) }) : nameOf(sheet, value);
    case 'other':
      return choice.kind === 'steal' ? say('from', { name: nameOf(sheet, value) }) : nameOf(sheet, value);
    case 'sort':
      return say(value === 'number' ? 'aNumber' : 'anAction');
    default:
      return word(value);
  }
}
