// What a list of games says about their player, beside what chance alone would have given. The engine adds it up
// (src/rating/stats.h), as for the server and `uno stats`.
import type { Engine, StatsSums } from '../lib/engine';
import type { PlayedGame } from './played';
import { seatLetter } from './seats';

export interface Share {
  games: number;
  wins: number;
  share: number; // of the games won
  chance: number; // what it would be if every seat won equally often
}

export interface Statistics extends Share {
  byRuleset: Map<string, Share>;
  byOpponent: Map<string, Share>;
  actions: number | null; // of an average game, where known
  minutes: number | null;
  streak: number; // at present: wins in a row, below 0 losses in a row
  longest: number; // wins in a row, ever
  recent: boolean[]; // won or not, the newest last
}

// A game that was played to its end with you in a seat.
type Counted = PlayedGame & { you: number };

const lineOf = ({ names, you, winners }: Counted): string =>
  `${names.length} ${seatLetter(you)} ${winners.map(seatLetter).join('') || '-'}\n`;

function mean(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
}

// The newest first.
function sharesOf(engine: Engine, games: Counted[]): Share & StatsSums {
  const sums = engine.stats(games.map(lineOf).reverse().join(''));
  const each = (part: number): number => (sums.games ? part / sums.games : 0);
  return { ...sums, share: each(sums.wins), chance: each(sums.expected / sums.win) };
}

function sharesBy(engine: Engine, games: Counted[], key: (game: Counted) => string): Map<string, Share> {
  const groups = new Map<string, Counted[]>();
  for (const game of games) groups.set(key(game), [...(groups.get(key(game)) ?? []), game]);
  const shares = [...groups].map(([name, group]): [string, Share] => [name, sharesOf(engine, group)]);
  return new Map(shares.sort(([, a], [, b]) => b.games - a.games));
}

// Of the games that were played to their end and had you in a seat; the newest first.
export function statistics(engine: Engine, games: PlayedGame[], recent = 30): Statistics {
  const counted = games.filter((game): game is Counted => game.finished && game.you !== null);
  return {
    ...sharesOf(engine, counted),
    byRuleset: sharesBy(engine, counted, (game) => game.ruleset),
    byOpponent: sharesBy(engine, counted, (game) => game.against),
    actions: mean(counted.map((game) => game.actions)),
    minutes: mean(counted.map((game) => game.minutes)),
    recent: counted.slice(0, recent).map(({ you, winners }) => winners.includes(you)).reverse(),
  };
}
