// Statistics of a handful of games, counted by hand; the engine adds up.
import { beforeAll, describe, expect, test } from 'vitest';
import { ofBrowser, ofServer, type PlayedGame } from './played';
import type { Engine } from '../lib/engine';
import { testEngine } from '../rules/engine-for-tests';
import * as module from './statistics';

let engine: Engine;
beforeAll(async () => {
  engine = await testEngine();
});

const statistics = (games: PlayedGame[], recent?: number): module.Statistics => module.statistics(engine, games, recent);

let clock = 0;

function game(change: Partial<PlayedGame> = {}): PlayedGame {
  return {
    id: `local-${clock}`,
    local: true,
    at: clock++,
    ruleset: 'official',
    title: 'Official UNO',
    names: ['Ada', 'Ben', 'Cleo', 'Dan'],
    scores: [0, 0, 0, 0],
    you: 0,
    winners: [1],
    finished: true,
    against: 'medium',
    actions: 100,
    minutes: null,
    ...change,
  };
}

const win = { winners: [0] };
const newestFirst = (...games: PlayedGame[]): PlayedGame[] => games.reverse();

describe('statistics', () => {
  test('of no games say nothing, and divide by nothing', () => {
    const none = { games: 0, share: 0, chance: 0, streak: 0, longest: 0, actions: null, recent: [] };
    expect(statistics([])).toMatchObject(none);
  });

  test('hold the share of wins beside what chance gives', () => {
    const two = { names: ['Ada', 'Ben'] };
    const all = statistics([game(win), game(), game(two), game({ ...two, ...win })]);
    expect(all).toMatchObject({ games: 4, wins: 2, share: 0.5 });
    expect(all.chance).toBeCloseTo((0.25 + 0.25 + 0.5 + 0.5) / 4);
  });

  test('count a shared win with the chance of being among the winners', () => {
    expect(statistics([game({ winners: [0, 2] })]).chance).toBe(0.5);
    expect(statistics([game({ winners: [] })])).toMatchObject({ wins: 0, chance: 0 });
  });

  test('pass over what was broken off and what others played', () => {
    const all = statistics([game({ finished: false }), game({ you: null }), game(win)]);
    expect(all).toMatchObject({ games: 1, wins: 1 });
  });

  test('tell runs of wins and losses', () => {
    const won = statistics(newestFirst(game(win), game(win), game(win), game(), game(win), game(win)));
    expect(won).toMatchObject({ streak: 2, longest: 3, recent: [true, true, true, false, true, true] });
    expect(statistics(newestFirst(game(win), game(), game())).streak).toBe(-2);
  });

  test('show the latest results only', () => {
    expect(statistics(newestFirst(game(win), game(), game()), 2).recent).toEqual([false, false]);
  });

  test('split up by ruleset and opponent, the most played first', () => {
    const games = [game({ ruleset: 'ultimate', ...win }), game(), game({ against: 'hard' })];
    const { byRuleset, byOpponent } = statistics(games);
    expect([...byRuleset.keys()]).toEqual(['official', 'ultimate']);
    expect(byRuleset.get('ultimate')).toMatchObject({ games: 1, wins: 1 });
    expect(byOpponent.get('medium')).toMatchObject({ games: 2, wins: 1 });
  });

  test('average the length over the games that have one', () => {
    const all = statistics([game(), game({ actions: 50 }), game({ actions: null, minutes: 12 })]);
    expect(all).toMatchObject({ actions: 75, minutes: 12 });
  });
});

describe('a game in the list', () => {
  test('of this browser has winners and length from its record', () => {
    const record = 'uno-record 1\n\n    1. A R5\n\nwinners AC\nscores A 0  B 0  C 0\nactions 211\n';
    const kept = {
      id: 'local-1', at: 5, ruleset: 'official', title: 'Official UNO', names: ['Ada', 'Ben', 'Cleo'], you: 'C',
      level: 'easy', finished: true, won: true, scores: [0, 0, 0], record,
    };
    expect(ofBrowser(kept)).toMatchObject({ you: 2, winners: [0, 2], actions: 211, against: 'easy' });
    expect(ofBrowser({ ...kept, record: 'uno-record 1\n' })).toMatchObject({ winners: [2], actions: null });
  });

  test('of the server knows whether people played', () => {
    const seat = (user: string | null, won = false) => ({ user, name: user ?? 'Bot', score: 0, won });
    const from = {
      id: '1', club: null, table: 'T', ruleset: 'official', hash: '', finished: true,
      started_at: 0, finished_at: 120000,
      seats: [seat(null), seat('me', true)],
    };
    expect(ofServer(from, 'me')).toMatchObject({ you: 1, winners: [1], against: '', minutes: 2 });
    expect(ofServer({ ...from, seats: [seat('other'), seat('me')] }, 'me').against).toBe('people');
    expect(ofServer(from, 'somebody').you).toBeNull();
  });
});
