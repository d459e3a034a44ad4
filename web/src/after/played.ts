// A game that was played, the same whether this browser or the server kept it.
import type { KeptGame } from '../lib/games';
import { seatIndex } from './seats';

export interface ServerGame {
  id: string;
  club: string | null;
  table: string;
  ruleset: string;
  hash: string;
  started_at: number;
  finished_at: number;
  finished: boolean;
  seats: { user: string | null; name: string; score: number; won: boolean }[];
}

export interface PlayedGame {
  id: string;
  local: boolean;
  at: number; // ms since 1970: over, or last changed
  ruleset: string;
  title: string; // of the ruleset, or ''
  names: string[];
  scores: number[];
  you: number | null; // seat from 0; null: a bot of yours, or somebody else's game
  winners: number[]; // seats from 0
  finished: boolean;
  against: string; // level of the bots, "people", or "" for bots of the server
  actions: number | null; // how long it was, where that is known
  minutes: number | null;
}

const lineOf = (record: string, word: string): string | undefined =>
  new RegExp(`^${word} (.*)$`, 'm').exec(record)?.[1].trim();

function winnersIn(record: string): number[] | null {
  const winners = lineOf(record, 'winners');
  if (winners === undefined) return null;
  return winners === 'nobody' ? [] : [...winners.replaceAll(' ', '')].map(seatIndex);
}

export function ofBrowser(game: KeptGame): PlayedGame {
  const actions = Number(lineOf(game.record, 'actions'));
  const you = seatIndex(game.you);
  return {
    id: game.id,
    local: true,
    at: game.at,
    ruleset: game.ruleset,
    title: game.title,
    names: game.names,
    scores: game.scores,
    you,
    winners: winnersIn(game.record) ?? (game.won ? [you] : []),
    finished: game.finished,
    against: game.level,
    actions: actions > 0 ? actions : null,
    minutes: null,
  };
}

export function ofServer(game: ServerGame, user: string): PlayedGame {
  const you = game.seats.findIndex((seat) => seat.user === user);
  return {
    id: game.id,
    local: false,
    at: game.finished_at,
    ruleset: game.ruleset,
    title: '',
    names: game.seats.map(({ name }) => name),
    scores: game.seats.map(({ score }) => score),
    you: you < 0 ? null : you,
    winners: game.seats.flatMap(({ won }, index) => (won ? [index] : [])),
    finished: game.finished,
    against: game.seats.some((seat, index) => seat.user && index !== you) ? 'people' : '',
    actions: null,
    minutes: (game.finished_at - game.started_at) / 60000,
  };
}
