// What a hand is given, whichever way it is shown.
import type { CardCode, Move, RulesInfo } from '../lib/types';

export interface HandProps {
  info: RulesInfo;
  cards: CardCode[];
  moves: Move[]; // what may be done now; a card that one of them names is playable
  awaited: boolean; // the player is to act
  onpick: (card: CardCode, from: DOMRect) => void;
  onrefused: (card: CardCode) => void; // a card that is not playable
  fresh?: CardCode[]; // just come into the hand; without: whatever came last
  label: string;
  role?: 'only' | 'main' | 'beside'; // beside another hand the cards are smaller
  isTooDear?: (card: CardCode) => boolean; // its price cannot be paid
}

export const playableCards = (moves: Move[]): Set<CardCode> =>
  new Set(moves.flatMap((move) => (move.card === null ? [] : [move.card])));
