// What happens at a table, what is asked and what may be done, in words of the reader's language. English comes from
// the engine; other languages have templates (text/LANGUAGE/table-words.ts).
import { cardName, cardOf, colourName } from '../lib/cards';
import type { Rules } from '../lib/engine';
import { catalogue, language } from '../lib/text.svelte';
import type { CardCode, Colour, GameEvent, Move, Options, Refusal, RulesInfo, Seat, View } from '../lib/types';
import { say } from '../text/table';
import { readEvent } from './events';

// undefined: this language does not have it.
const template: (key: string) => string | undefined = catalogue('table', {} as Record<string, string>);

type Parts = Record<string, string | number>;

// `toYou`: the sentence is about the reader. "others~you", each "many|one".
function fill(text: string, parts: Parts, toYou = false): string {
  const [others, you = others] = text.split('~');
  const [many, one = many] = (toYou ? you : others).split('|');
  const chosen = parts.n === 1 ? one : many;
  return chosen.replace(/\{(\w+)\}/g, (whole, name: string) => (name in parts ? String(parts[name]) : whole));
}

const inWords = (key: string, parts: Parts = {}): string => fill(template(key) ?? '', parts);
const isEnglish = (): boolean => language() === 'en';

// Who is spoken to, about which game.
export interface Speaker {
  info: RulesInfo;
  names: string[];
  you: Seat | null;
}

const nameOf = ({ names }: Speaker, seat: Seat | null): string => (seat && names[seat.charCodeAt(0) - 65]) || '?';

function seatParts(speaker: Speaker, letter: 'a' | 'b', seat: Seat | null): Parts {
  const you = seat !== null && seat === speaker.you;
  const name = nameOf(speaker, seat);
  return {
    [letter]: you ? inWords('you_nom') : name,
    [`${letter}Acc`]: you ? inWords('you_acc') : name,
    [`${letter}Dat`]: you ? inWords('you_dat') : name,
  };
}

const cardPart = ({ info }: Speaker, card: CardCode | null): string =>
  card === null ? inWords('some_card') : cardName(info, card);

// What a Wild obliges to, or a colour: "red", "an even number".
export function ruleWords(choice: string): string {
  const key = `rule_${choice}`;
  return say.has(key) ? say(key) : colourName(choice as Colour);
}
const rulesByNumber = ['R', 'Y', 'G', 'B', 'even', 'odd', 'low', 'high'];

// Events as sentences without full stop.
export function tellEvents(rules: Rules, events: GameEvent[], names: string[], you: Seat | null): string[] {
  if (isEnglish()) return rules.tell(events, names, you);
  const speaker = { info: rules.info, names, you };
  return events.flatMap((event, index) => {
    const jumped = event[0] === 'played' && events[index - 1]?.[0] === 'jumped';
    if (jumped || (event[0] === 'bid_made' && event[1] !== you)) return [];
    const text = template(`event_${event[0]}`);
    if (text === undefined) return rules.tell([event], names, you);
    const deed = readEvent(event);
    const parts: Parts = {
      ...seatParts(speaker, 'a', deed.seat),
      ...seatParts(speaker, 'b', deed.other),
      c: cardPart(speaker, deed.card),
      n: deed.amount,
      k: ruleWords(rulesByNumber[deed.amount] ?? 'R'),
    };
    return [fill(text, parts, deed.seat !== null && deed.seat === you)];
  });
}

// What that seat did, without its name: "plays red 5"; '' where the sentence is not about the seat's doing.
export function deedWords(rules: Rules, event: GameEvent, names: string[], you: Seat | null): string {
  const { name, seat } = readEvent(event);
  if (!seat || name === 'bid_made' || name === 'lead' || name === 'dealer_draw') return '';
  const subject = nameOf({ info: rules.info, names, you }, seat);
  const [sentence = ''] = tellEvents(rules, [event], names, null);
  return sentence.startsWith(`${subject} `) ? sentence.slice(subject.length + 1) : '';
}

// ---- the question ----

function fitsWords({ info }: Speaker, view: View): string {
  const colour = view.colour ? colourName(view.colour) : '?';
  const top = view.top ? cardOf(info, view.top) : null;
  if (!top?.colour || !view.top) return colour;
  const symbol = top.number ?? cardName(info, view.top).replace(`${colourName(top.colour)} `, '');
  return inWords('fits', { k: colour, c: symbol });
}

function waysWords({ info }: Speaker, moves: Move[]): string {
  const ways: string[] = [];
  const held = moves.filter((move) => move.card && move.kind === 'play').map((move) => cardOf(info, move.card ?? ''));
  const draws = held.filter((card) => card.effects.includes('draw'));
  const rest = held.filter((card) => !draws.includes(card)).map((card) => card.code.slice(1));
  if (draws.length) ways.push(inWords('way_add'));
  if (rest.includes('-')) ways.push(inWords('way_trap'));
  if (rest.includes('x')) ways.push(inWords('way_chance'));
  if (rest.some((code) => code !== '-' && code !== 'x')) ways.push(inWords('way_other'));
  if (moves.some((move) => move.kind === 'challenge')) ways.push(inWords('way_challenge'));
  ways.push(inWords('way_accept'));
  const last = ways.pop() ?? '';
  return ways.length ? inWords('way_last', { ways: ways.join(', '), last }) : last;
}

function askedWords(speaker: Speaker, view: View, moves: Move[]): string {
  const may = (kind: string) => moves.some((move) => move.kind === kind && !move.card);
  const cards = moves.filter((move) => move.card && move.kind !== 'misplay');
  const none = cards.length ? '' : '_none';
  const fits = fitsWords(speaker, view);
  const n = view.pending?.cards ?? 0;
  const a = (seat: Seat | null | undefined) => seatParts(speaker, 'a', seat ?? null);
  switch (view.phase) {
    case 'turn': {
      if (!cards.length) return inWords(may('draw') ? 'ask_turn_none' : 'ask_turn_pass', { fits });
      const wild = cards.some((move) => !cardOf(speaker.info, move.card ?? '').colour);
      return inWords(wild ? 'ask_turn_wild' : 'ask_turn', { fits }) + (may('draw') ? inWords('ask_or_draw') : '');
    }
    case 'drawn': {
      const key = none || (may('keep') ? '' : '_must');
      return inWords(`ask_drawn${key}`, { c: cardPart(speaker, view.drawn ?? null) });
    }
    case 'answer':
    case 'returned':
      return inWords(`ask_${view.phase}`, { n, ways: waysWords(speaker, moves) });
    case 'more':
      return inWords(`ask_more${none}`, { n: cardOf(speaker.info, view.top ?? '').number ?? '' });
    case 'offer':
    case 'window':
      return inWords(none ? 'ask_offer_none' : `ask_${view.phase}`);
    case 'counter':
      return inWords(`ask_counter${none}`, { ...a(view.actor), c: cardPart(speaker, view.card ?? null) });
    case 'reply':
      return inWords(view.card === 'truth' ? 'ask_reply_truth' : 'ask_reply_dare', a(view.actor));
    case 'penalty':
      return inWords('ask_penalty', a(view.target));
    case 'shed':
      return inWords(may('shed') ? 'ask_shed_may' : 'ask_shed');
    case 'name': {
      const rule = moves.some((move) => move.choice === 'even');
      const target = moves.some((move) => move.target);
      return inWords(rule ? 'ask_name_rule' : 'ask_name') + (target ? inWords('ask_name_target') : '');
    }
    case 'bid': {
      const duty = view.players.find((player) => player.seat === speaker.you)?.duty;
      return duty ? inWords('ask_bid_duty', { k: ruleWords(duty) }) : inWords('ask_bid');
    }
    case 'claim':
      return inWords(`ask_claim${none}`, a(view.claimant));
    case 'stuck':
      return inWords('ask_stuck', a(view.claimant));
    default:
      return inWords(`ask_${view.phase}`);
  }
}

function waitedWords(speaker: Speaker, view: View): string {
  if (!view.awaited.length) return inWords('wait_over');
  const names = view.awaited.map((seat) => (seat === speaker.you ? inWords('you_acc') : nameOf(speaker, seat)));
  return inWords('waiting', { a: names.join(', '), what: inWords(`wait_${view.phase}`) });
}

export function questionWords(speaker: Speaker, view: View, options: Options): string {
  if (isEnglish()) return options.question;
  const { you } = speaker;
  const asked = you !== null && view.awaited.includes(you);
  const text = asked ? askedWords(speaker, view, options.moves) : waitedWords(speaker, view);
  return text.endsWith('?') ? text : `${text}.`;
}

// What is open beside the question, a sentence each. That a play can carry the call, the UNO! button says itself.
export function besideWords(speaker: Speaker, view: View, options: Options): string[] {
  const { you } = speaker;
  const asked = you !== null && view.awaited.includes(you);
  if (isEnglish()) {
    const extra = asked && options.moves.some((move) => move.call) ? options.besides.slice(0, -1) : options.besides;
    return extra.map((line) => `${line}.`);
  }
  const may = (kind: string) => options.moves.some((move) => move.kind === kind);
  const lines: string[] = [];
  if (may('call')) lines.push(inWords('beside_call'));
  if (may('catch') && !view.uno?.called)
    lines.push(inWords('beside_catch', seatParts(speaker, 'a', view.uno?.seat ?? null)));
  const jumps = !asked && options.moves.some((move) => move.kind === 'play');
  if (jumps) lines.push(inWords('beside_jump', { c: cardPart(speaker, view.top ?? null) }));
  return lines.map((line) => `${line}.`);
}

// ---- moves and refusals ----

// A move with a card, a choice or a target; plain ones have their button's words.
export function moveWords(speaker: Speaker, view: View, move: Move): string {
  if (isEnglish()) return move.words;
  const b = seatParts(speaker, 'b', move.target);
  if (move.kind === 'hit' || (move.kind === 'steal' && move.target)) return inWords(`move_${move.kind}`, b);
  const k = move.choice ? ruleWords(move.choice) : '';
  if (move.kind === 'name') return inWords('move_name', { k }) + (move.target ? inWords('move_for', b) : '');
  if (!move.card) return '';
  const verb = move.kind === 'play' && view.phase === 'bid' ? 'bid' : move.kind;
  const aimed = speaker.info.family === 'classic' ? 'move_swap' : 'move_on';
  return (
    inWords(`move_${verb}`, { c: cardPart(speaker, move.card) }) +
    (k ? inWords('move_colour', { k }) : '') +
    (move.target ? inWords(aimed, b) : '') +
    (move.call ? inWords('move_uno') : '')
  );
}

export const refusalWords = (refusal: Refusal): string => template(`no_${refusal.code}`) ?? refusal.message;
