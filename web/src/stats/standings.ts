// Ratings and statistics as the server tells them (docs/api.md, docs/ratings.md).
import { get } from '../lib/api';
import type { User } from '../lib/types';
import { number } from '../lib/text.svelte';
import { isNotable } from '../rules/labels';
import { say } from '../text/stats';

export interface Rating {
  mu: number;
  sigma: number;
  ordinal: number;
  games: number;
  provisional: boolean;
  duel?: { rating: number; deviation: number; games: number; provisional: boolean };
}

export interface Share {
  games: number;
  wins: number;
  expected: number; // wins that chance would have given
}

export const counts = [
  'drawn', 'calls', 'calls_missed', 'catches', 'false_catches', 'challenges_won', 'challenges_lost',
] as const;

export type Stats = Share & { points: number; deals: number; streak: number; longest: number; cards_left: number } & Record<
    (typeof counts)[number],
    number
  >;

// What happened in so many games, by the names of events.
export interface Events {
  games: number;
  times: Record<string, number>;
}

export interface Row {
  rank: number;
  user: string | null;
  name: string;
  bot: boolean;
  games: number;
  wins: number;
  rating: Rating;
  stats: Stats;
}

export interface Rows {
  of: number;
  rows: Row[];
  events?: Events; // of all time alone, and where it is known
}

export interface Pair extends Share {
  user: string | null;
  name: string;
  bot: boolean;
  ahead: number;
  behind: number;
}

export interface Point {
  game: string;
  at: number;
  family: Family;
  ruleset: string;
  won: boolean;
  ordinal: number;
  duel?: number;
}

export interface PlayerStatistics {
  user: User;
  families: Partial<Record<Family, { rating: Rating; stats: Stats; events?: Events }>>;
  history: Point[];
  opponents?: Pair[];
  partners?: Pair[];
}

export const families = ['classic', 'split'] as const;
export type Family = (typeof families)[number];
export const periods = ['week', 'season', 'all'] as const;
export type Period = (typeof periods)[number];

export const page = 20;

// `ruleset`: only games by exactly these rules; '': by all of the family.
export const leaderboard = (family: Family, ruleset: string, period: Period, from: number): Promise<Rows> =>
  get(`leaderboard?family=${family}&period=${period}&from=${from}&most=${page}${ruleset && `&ruleset=${ruleset}`}`);
export const clubStandings = (club: string, period: Period): Promise<Rows> =>
  get(`clubs/${club}/standings?period=${period}&most=100`);
export const playerStatistics = (id: string): Promise<PlayerStatistics> =>
  get(`players/${encodeURIComponent(id)}/statistics`);

export const nameOf = ({ name, bot }: { name: string; bot: boolean }): string =>
  bot ? say('botName', { name }) : name || say('nobody');

// A rating as it is shown, marked while it is provisional.
export const skillText = ({ ordinal, provisional }: Rating): string => number(ordinal, 1) + (provisional ? '?' : '');
export const duelText = ({ duel }: Rating): string =>
  duel ? number(duel.rating) + (duel.provisional ? '?' : '') : '';

// What happened, the most frequent first: the first that are worth telling, and everything else.
export function tellingEvents({ times }: Events, most: number): { telling: string[]; rest: string[] } {
  const events = Object.keys(times).sort((a, b) => times[b] - times[a]);
  const telling = events.filter(isNotable).slice(0, most);
  return { telling, rest: events.filter((event) => !telling.includes(event)) };
}

// The distance between lines of a scale that covers so much with about so many of them: 0.5, 1, 2, 5, 10, 20 ...
export function stepOf(span: number, lines: number): number {
  const least = Math.max(0.5, span / lines);
  const ten = 10 ** Math.floor(Math.log10(least));
  return [1, 2, 5, 10].map((times) => times * ten).find((step) => step >= least)!;
}
