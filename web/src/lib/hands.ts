// What a seat holds and what lies before it, asked of the rules and the view: one hand or two, counters, cards that stay.
import { cardOf, isNumber } from './cards';
import type { CardCode, Lying, RulesInfo, Seat, View } from './types';

const place = (seat: Seat): number => seat.charCodeAt(0) - 65;

// Number cards have a deck of their own, and are held apart from the rest.
export const partsNumbers = (info: RulesInfo): boolean => info.family === 'split';

export const hasTwoHands = (info: RulesInfo): boolean => partsNumbers(info) || Boolean(info.second);

export function handsOf(info: RulesInfo, view: View): { main: CardCode[]; beside: CardCode[] } {
  if (!partsNumbers(info)) return { main: view.hand, beside: view.second ?? [] };
  return {
    main: view.hand.filter((card) => isNumber(info, card)),
    beside: view.hand.filter((card) => !isNumber(info, card)),
  };
}

// Who sits where, clockwise: as the seats are called, unless a card has swapped some.
export const seatsAround = (view: View): Seat[] => view.order ?? view.players.map(({ seat }) => seat);

export interface Counted {
  name: string;
  n: number;
}

// A counter that begins at nothing is shown when there is something of it.
export const countersOf = (info: RulesInfo, view: View, seat: Seat): Counted[] =>
  (info.counters ?? [])
    .map(({ name, start }) => ({ name, start, n: view.counters?.[name]?.[place(seat)] }))
    .filter(({ start, n }) => n !== null && (start || n)) // null: hidden from this seat
    .map(({ name, n }) => ({ name, n: n ?? 0 }));

// A card costs more than its holder has.
export function isTooDear(info: RulesInfo, view: View, card: CardCode, seat: Seat): boolean {
  const { price } = cardOf(info, card);
  return Boolean(price && (view.counters?.[price.counter]?.[place(seat)] ?? 0) < price.amount);
}

export interface Laid extends Lying {
  down: boolean; // face down on the table: `card` is there for its owner alone
}

// The cards that lie at a seat, or with null in the middle. Of your own that lie face down you know which they are.
export function lyingAt(view: View, at: Seat | null): Laid[] {
  const own = [...(view.set ?? [])];
  return (view.lying ?? [])
    .map((one) => {
      const down = one.card === null;
      return { ...one, down, card: down && one.owner === view.seat ? (own.shift() ?? null) : one.card };
    })
    .filter((one) => one.at === at);
}
