// An event as it is told ("played", seat, card...) with its parts by name: src/engine/event.def says which it has.
import type { CardCode, GameEvent, Seat } from '../lib/types';

export interface Deed {
  name: string;
  seat: Seat | null;
  other: Seat | null;
  card: CardCode | null;
  amount: number;
}

const withoutSeat = new Set(['opening', 'put_back', 'dealt', 'duty_all']);
const withTwoSeats = new Set([
  'swapped', 'challenged', 'caught', 'stole', 'hit', 'action', 'met', 'claim_challenged',
]);

export function readEvent([name, ...rest]: GameEvent): Deed {
  const next = (): string | null => (typeof rest[0] === 'number' ? null : ((rest.shift() as string | null) ?? null));
  const seat = withoutSeat.has(name) ? null : next();
  const other = withTwoSeats.has(name) ? next() : null;
  const card = next();
  return { name, seat, other, card, amount: Number(rest[0] ?? 0) };
}
