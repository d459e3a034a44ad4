// Seats and teams as they sit: the letters from A on, going round.
import type { RulesInfo, Seat } from '../lib/types';

export const seatLetter = (index: number): Seat => String.fromCharCode(65 + index);
export const seatIndex = (seat: Seat): number => seat.charCodeAt(0) - 65;

// The players who play together, by team; everybody alone where there are no teams.
export function teamsOf(info: RulesInfo, players: number): Seat[][] {
  const teams = Number(info.options.teams ?? 0) || players;
  const groups: Seat[][] = Array.from({ length: Math.min(teams, players) }, () => []);
  for (let index = 0; index < players; index++) groups[index % groups.length].push(seatLetter(index));
  return groups;
}
