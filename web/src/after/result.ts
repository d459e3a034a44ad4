// What there is to say of a result besides who won, and in which order it is told.
import type { GameOver, RulesInfo, Seat, View } from '../lib/types';
import { number } from '../lib/text.svelte';
import { say } from '../text/after';
import { seatIndex, teamsOf } from './seats';

export function beyondWinner({ winners, scores }: GameOver, view: View): string {
  if (view.phase !== 'over') return say('brokenOff');
  const points = winners.length ? (scores[seatIndex(winners[0])] ?? 0) : 0;
  if (!points) return '';
  const deals = say('deals', { n: view.deals });
  return say('pointsAfter', { n: points === 1 ? 1 : number(points), deals });
}

// Who plays together: one seat, or a team.
export interface Side {
  seats: Seat[];
  team: number; // from 1; 0: a seat of its own
  score: number;
  won: boolean;
  place: number; // 0: none
  left: number; // cards that count: number cards where there are such
}

const cardsLeft = (view: View, seat: Seat): number => {
  const { cards, numbers } = view.players[seatIndex(seat)];
  return numbers ?? cards ?? 0;
};

// The winners first, then by points, by place, by cards left.
export function sidesOf(info: RulesInfo, view: View, winners: Seat[], scores: number[]): Side[] {
  const teams = Number(info.options.teams ?? 0);
  return teamsOf(info, view.players.length)
    .map((seats, index) => ({
      seats,
      team: teams ? index + 1 : 0,
      score: scores[seatIndex(seats[0])] ?? 0,
      won: seats.some((seat) => winners.includes(seat)),
      place: view.players[seatIndex(seats[0])].place ?? 0,
      left: seats.reduce((sum, seat) => sum + cardsLeft(view, seat), 0),
    }))
    .sort(
      (a, b) =>
        Number(b.won) - Number(a.won) || b.score - a.score || (a.place || 99) - (b.place || 99) || a.left - b.left,
    );
}
