// What changed in a view is put into it: docs/protocol.md, "An action".
import type { ViewDelta } from '../lib/engine';
import type { CardCode, View } from '../lib/types';

type Fields = Record<string, unknown>;

const isGroup = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const codes = (value: unknown): CardCode[] => (Array.isArray(value) ? (value as CardCode[]) : []);

// Some cards go, others come, and the list stays in the order of the rules.
function changeCards(cards: CardCode[], change: Fields, order: CardCode[]): void {
  for (const card of codes(change['-'])) {
    const at = cards.indexOf(card);
    if (at < 0) throw new Error(`${card} is not there to be taken out`);
    cards.splice(at, 1);
  }
  cards.push(...codes(change['+']));
  cards.sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

function apply(fields: Fields, delta: Fields, order: CardCode[]): void {
  for (const [name, change] of Object.entries(delta)) {
    const old = fields[name];
    if (!isGroup(change)) fields[name] = change;
    else if (name === 'players' && Array.isArray(old)) {
      for (const [seat, player] of Object.entries(change)) apply(old[seat.charCodeAt(0) - 65], player as Fields, order);
    } else if (Array.isArray(old)) changeCards(old, change, order);
    else if (isGroup(old)) apply(old, change, order);
    else throw new Error(`there is no ${name} to be changed`);
  }
}

// The view after the change; the one before it stays as it was. Throws where the change does not fit.
export function changed(view: View, delta: ViewDelta, order: CardCode[]): View {
  const next = structuredClone(view);
  apply(next as unknown as Fields, delta, order);
  return next;
}
