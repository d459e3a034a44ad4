// What a list of games says about their player, beside what chance alone would have given.
import type { PlayedGame } from './played';

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

const won = (game: PlayedGame): boolean => game.you !== null && game.winners.includes(game.you);

// Among equals each seat is as likely to be among the winners as any other, with teams and shared wins too.
const chanceOf = (game: PlayedGame): number => game.winners.length / game.names.length;

function mean(values: (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
}

function shareOf(games: PlayedGame[]): Share {
  const wins = games.filter(won).length;
  return {
    games: games.length,
    wins,
    share: games.length ? wins / games.length : 0,
    chance: mean(games.map(chanceOf)) ?? 0,
  };
}

function sharesBy(games: PlayedGame[], key: (game: PlayedGame) => string): Map<string, Share> {
  const groups = new Map<string, PlayedGame[]>();
  for (const game of games) groups.set(key(game), [...(groups.get(key(game)) ?? []), game]);
  const shares = [...groups].map(([name, group]): [string, Share] => [name, shareOf(group)]);
  return new Map(shares.sort(([, a], [, b]) => b.games - a.games));
}

// The run that a list of results ends with: wins, or below 0 losses.
function lastRun(results: boolean[]): number {
  const end = results.at(-1);
  if (end === undefined) return 0;
  const length = results.length - 1 - results.lastIndexOf(!end);
  return end ? length : -length;
}

function longestRun(results: boolean[]): number {
  let longest = 0;
  let run = 0;
  for (const result of results) longest = Math.max(longest, (run = result ? run + 1 : 0));
  return longest;
}

// Of the games that were played to their end and had you in a seat; the newest first.
export function statistics(games: PlayedGame[], recent = 30): Statistics {
  const counted = games.filter((game) => game.finished && game.you !== null);
  const results = counted.map(won).reverse();
  return {
    ...shareOf(counted),
    byRuleset: sharesBy(counted, (game) => game.ruleset),
    byOpponent: sharesBy(counted, (game) => game.against),
    actions: mean(counted.map((game) => game.actions)),
    minutes: mean(counted.map((game) => game.minutes)),
    streak: lastRun(results),
    longest: longestRun(results),
    recent: results.slice(-recent),
  };
}
