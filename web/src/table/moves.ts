// The moves that are open, grouped as a person takes them: first the card or the deed, then colour, then whom.
import type { CardCode, Move, Seat, View } from '../lib/types';

// Laid on purpose only, from the menu.
export const isMisplay = (move: Move): boolean => move.kind === 'misplay';

export const cardMoves = (moves: Move[]): Move[] => moves.filter((move) => move.card !== null && !isMisplay(move));

const chosenKinds = new Set(['name', 'steal', 'hit', 'choose']);

// Those that name a colour, a player or an option without a card: their picker opens by itself.
export const chosenMoves = (moves: Move[]): Move[] => moves.filter((move) => !move.card && chosenKinds.has(move.kind));

// A button each.
export const plainMoves = (moves: Move[]): Move[] => moves.filter((move) => !move.card && !chosenKinds.has(move.kind));

export const ofKind = (moves: Move[], kind: string): Move | undefined =>
  moves.find((move) => move.kind === kind && !move.card);

// With the UNO call or without it, where the play can carry one.
export function calling(moves: Move[], call: boolean): Move[] {
  const wanted = moves.filter((move) => move.call === call);
  return wanted.length ? wanted : moves;
}

export type Asked = 'choice' | 'target';

// What must still be said to tell the moves apart.
export function stillAsked(moves: Move[]): Asked | null {
  const differ = (part: Asked) => new Set(moves.map((move) => move[part])).size > 1;
  return differ('choice') ? 'choice' : differ('target') ? 'target' : null;
}

export const valuesOf = (moves: Move[], part: Asked): (string | null)[] =>
  [...new Set(moves.map((move) => move[part]))];

// What would be tried with a card, as notation, to ask why it cannot be.
export function attempts(view: View, card: CardCode, you: Seat): string[] {
  const verbs: Record<string, string> = { shed: 'shed ', discard: 'discard ', claim: 'challenge ' };
  const held = view.second?.includes(card) ?? false;
  const action = (held ? 'cast ' : (verbs[view.phase] ?? '')) + card;
  const other = view.players.find((player) => player.seat !== you)?.seat ?? 'A';
  return [action, `${action}:R`, `${action}>${other}`];
}

// Two players of a team sit as many seats apart as there are teams.
export const teamOf = (seat: Seat, teams: number): number => (seat.charCodeAt(0) - 65) % teams;
