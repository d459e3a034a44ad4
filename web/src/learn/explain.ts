// The rule behind a card, a badge or a question, in a sentence of the rulebook: nothing is written here a second time.
import { cardName, cardOf } from '../lib/cards';
import { loadEngine, isError, type Book } from '../lib/engine';
import { language } from '../lib/text.svelte';
import type { RulesInfo, View } from '../lib/types';
import type { TableSession } from '../session/session';

// What somebody may point at, and the rules that say it: ids, or options. What the book's table of cards does not have is
// an action card of Split UNO.
const ruled: Record<string, string[]> = {
  // action cards, by code
  block: ['V35', 'A20'],
  reverse: ['V38'],
  '+2': ['V45', 'A27'],
  '+4': ['V45', 'A27'],
  wild: ['wild_optional'],
  truth: ['V54', 'A34'],
  dare: ['V58', 'A36'],
  // badges
  leads: ['V10'],
  blocked: ['V21'],
  mustBid: ['V42', 'H60'],
  called: ['uno_call'],
  partner: ['M33', 'teams'],
  // questions, by phase
  turn: ['O11'],
  drawn: ['force_play', 'O6'],
  answer: ['O9'],
  bid: ['V13'],
  offer: ['V12', 'H19'],
  bonus: ['bonus_wins'],
  claim: ['claim_challenge', 'V66'],
  counter: ['draw_counter', 'V36'],
};

let books: { hash: string; language: string; book: Book } | null = null;

async function bookOf(info: RulesInfo): Promise<Book | null> {
  if (books?.hash === info.hash && books.language === language()) return books.book;
  const rules = (await loadEngine()).open(info.text);
  if (isError(rules)) return null;
  books = { hash: info.hash, language: language(), book: rules.book() };
  return books.book;
}

const byRule = (book: Book, ids: string[]): string =>
  ids.map((id) => book.items.find((item) => item.rules.includes(id) || item.options.includes(id))?.words).find(Boolean) ?? '';

function ofCard(book: Book, info: RulesInfo, code: string): string {
  const card = cardOf(info, code);
  const number = card.number === null ? '' : byRule(book, info.family === 'split' ? special(card.number) : plain(info, card.number));
  const told = book.cards[code] ?? (number || byRule(book, ruled[code] ?? []));
  return `${cardName(info, code)}. ${told}`.trim();
}

const special = (number: number): string[] => (number === 0 ? ['zero_optional'] : number === 7 ? ['V29', 'A10'] : ['V15']);
const plain = (info: RulesInfo, number: number): string[] => {
  if (number === 7 && info.options.seven_swap !== 'off') return ['seven_swap'];
  if (number === 0 && info.options.zero_rotate === 'on') return ['zero_rotate'];
  return ['O11'];
};

// What the options say that a program offers; [] where it asks for something else.
export async function choiceWords(info: RulesInfo, view: View): Promise<string[]> {
  const rules = (await loadEngine()).open(info.text);
  return isError(rules) ? [] : rules.choiceWords(view);
}

// "card:R5", "mark:leads", "phase:turn"; '' where the book has nothing to say.
export async function explain(session: TableSession, what: string): Promise<string> {
  const info = session.info;
  const book = info && (await bookOf(info).catch(() => null));
  if (!book) return '';
  const [kind, name] = what.split(/:(.*)/s);
  return kind === 'card' ? ofCard(book, info, name) : byRule(book, ruled[name] ?? []);
}
