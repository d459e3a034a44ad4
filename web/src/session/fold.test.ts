// The fold: views after many changes are those of the engine; numbers, clocks, names, chat and the end.
import './page.fake';
import engineFile from '@engine/uno.wasm?url&inline';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Engine, instantiate, isError, type LocalAct, type Rules } from '../lib/engine';
import type { Seat, TableInfo } from '../lib/types';
import { unheard } from './chat';
import { Fold } from './fold.svelte';
import type { Acted, Joined } from './messages';

class Plain extends Fold {
  readonly kind = 'online';
  act(): void {}
  close(): void {}
  constructor(engine: Engine) {
    super();
    this.engine = engine;
  }
  resume(): void {
    this.resuming = true;
  }
}

let engine: Engine;
beforeAll(async () => {
  engine = await instantiate(await (await fetch(engineFile)).arrayBuffer());
});

function open(name: string): Rules {
  const rules = engine.open(name);
  if (isError(rules)) throw new Error(rules.message);
  return rules;
}

function tableOf(rules: Rules, players: number, think_s = 0): TableInfo {
  const seats: TableInfo['seats'] = Array.from({ length: players }, (_, i) => {
    const seat = String.fromCharCode(65 + i);
    const own = { seat, name: `Player ${seat}`, ready: true, away: false, left: false };
    if (i >= 2) return { ...own, kind: 'bot', bot: 'easy' };
    return { ...own, kind: 'person', user: String(i + 1), reserve_ms: 60_000 };
  });
  const { name: ruleset, title: rules_title, hash: rules_hash } = rules.info;
  const flags = { is_public: false, chat: true, spectators: true, starts_alone: false };
  const times = { think_s, reserve_s: 60, window_ms: 2500, jump_ms: 0, pace_ms: 900 };
  return {
    code: 'K7QD2M4P',
    link: '',
    stage: 'playing',
    paused: null,
    host: 'A',
    settings: { title: 'Friday', seats: players, ...flags, ...times, fill: 'easy', ruleset, rules_title, rules_hash },
    seats,
    waiting: [],
    vote: null,
    games: 1,
    commitment: null,
  };
}

const seed = '7'.repeat(64);

// Deals a game with the person in A, and joins it.
function joinGame(ruleset: string, players: number, think_s = 0): { fold: Plain; table: TableInfo; joined: Joined } {
  const rules = open(ruleset);
  const table = tableOf(rules, players, think_s);
  const names = table.seats.map((seat) => seat.name);
  const start = engine.game.begin(rules, names, names.map(() => 'easy'), 'A', seed);
  const fold = new Plain(engine);
  const joined: Joined = {
    t: 'joined',
    q: start.q,
    you: 'A',
    table,
    here: ['A'],
    rules: { text: rules.info.text },
    game: { ...start.game, left_ms: {} },
    chat: [],
  };
  expect(fold.hear(joined)).toBe('heard');
  return { fold, table, joined };
}

// The next action of anybody; null: the game is over.
function nextAct(fold: Fold): LocalAct | null {
  for (let answer = engine.game.step(); ; answer = engine.game.letBe()) {
    if (answer.t === 'act') return answer;
    if (answer.t === 'over') return null;
    if (answer.t === 'no') throw new Error(answer.message);
    if (answer.open) continue;
    const moves = fold.options?.moves ?? [];
    const acted = engine.game.act(moves[fold.q % moves.length].do);
    if (acted.t === 'no') throw new Error(acted.message);
    return acted;
  }
}

const tables = { official: 4, ultimate: 3, 'split-v3': 4, 'split-duel': 2, 'split-team': 4 };

for (const [ruleset, players] of Object.entries(tables))
  test(`a whole game of ${ruleset}, change by change`, () => {
    const { fold } = joinGame(ruleset, players);
    for (let count = 0; count < 3000; count++) {
      const before = fold.view;
      const kept = JSON.stringify(before);
      const act = nextAct(fold);
      if (!act) return;
      expect(fold.hear(act)).toBe('heard');
      expect(fold.view).toEqual(engine.game.view().game.view);
      expect(JSON.stringify(before)).toBe(kept);
      expect(fold.last?.before).toBe(before);
      expect(fold.last?.after).toBe(fold.view);
    }
    throw new Error('no end');
  });

let game: ReturnType<typeof joinGame>;
beforeEach(() => {
  game = joinGame('official', 4, 30);
});

test('a number left out is a gap, and nothing changes', () => {
  const { fold } = game;
  const act = nextAct(fold)!;
  const before = fold.view;
  expect(fold.hear({ ...act, q: act.q + 1 })).toBe('gap');
  expect(fold.view).toBe(before);
  fold.resume();
  expect(fold.hear({ ...act, q: act.q + 1 })).toBe('heard');
});

test('a change that does not fit is a gap', () => {
  const { fold } = game;
  expect(fold.hear({ t: 'act', q: fold.q + 1, by: 'B', e: [], v: { hand: { '-': ['no such card'] } } })).toBe('gap');
});

test('rules that are others than the server says: the page is too old', () => {
  const { joined } = game;
  const settings = { ...joined.table.settings, rules_hash: 'f'.repeat(32) };
  expect(new Plain(engine).hear({ ...joined, table: { ...joined.table, settings } })).toBe('old');
});

test('rules of one’s own keep the name that the server tells', () => {
  const text = `[ruleset]\ntitle = Own\nextends = official\n[rules]\nstack_draws = same\n`;
  const rules = open(text);
  const table = tableOf(rules, 4);
  Object.assign(table.settings, { ruleset: 'friday', rules_title: 'Friday night' });
  const fold = new Plain(engine);
  const joined: Joined = { t: 'joined', q: 3, you: 'A', table, here: [], rules: { text: rules.info.text }, game: null };
  expect(fold.hear(joined)).toBe('heard');
  expect(fold.info).toMatchObject({ name: 'friday', title: 'Friday night', hash: rules.info.hash });
});

test('who is newly asked has time to think and the reserve', () => {
  const { fold, table } = game;
  const seat: Seat = 'B';
  const act: Acted = { t: 'act', q: fold.q + 1, by: 'A', e: [], v: { awaited: [seat], turn: seat } };
  fold.hear(act);
  expect(fold.clocks).toMatchObject([{ seat, total: 90_000 }]);
  const { ends } = fold.clocks[0];
  fold.hear({ t: 'table', q: fold.q + 1, table: { ...table, title: 'x' } as TableInfo });
  expect(fold.clocks).toMatchObject([{ seat, ends }]);
  fold.hear({ t: 'table', q: fold.q + 1, table: { ...table, paused: 'self' } });
  expect(fold.clocks).toEqual([]);
  expect(fold.options?.moves).toEqual([]);
  fold.hear({ t: 'table', q: fold.q + 1, table });
  expect(fold.clocks.length).toBe(1);
  expect(fold.clocks[0].ends).toBeGreaterThanOrEqual(ends);
  fold.hear({ t: 'act', q: fold.q + 1, by: seat, e: [], v: { awaited: ['C'], turn: 'C' } });
  expect(fold.clocks).toEqual([]); // a bot has none
});

test('how much is left is told on joining and after a break', () => {
  const { fold, table, joined } = game;
  fold.hear({ ...joined, game: { ...joined.game!, left_ms: { A: 12_000 } } });
  expect(fold.clocks).toMatchObject([{ seat: 'A', total: 30_000 }]);
  fold.hear({ t: 'resumed', q: fold.q + 4, you: 'A', table, here: ['A'], left_ms: { B: 45_000 } });
  expect(fold.clocks).toMatchObject([{ seat: 'B', total: 45_000 }]);
});

test('the end: the result stays, the table gathers, the names of the game stay', () => {
  const { fold, table } = game;
  const over = { winners: ['B'], scores: [0, 500, 0, 0], game: '1' };
  fold.hear({ t: 'act', q: fold.q + 1, by: 'B', e: [['won', 'B']], v: { phase: 'over', awaited: [] }, over });
  expect(fold.over).toEqual(over);
  expect(fold.options).toBe(null);
  expect(fold.table).toMatchObject({ stage: 'gathering', seats: [{ ready: false }, { ready: false }, {}, {}] });
  const seats = table.seats.map((seat) => (seat.seat === 'B' ? { seat: 'B', kind: 'free' as const, name: '' } : seat));
  fold.hear({ t: 'table', q: fold.q + 1, table: { ...table, stage: 'gathering', seats } });
  expect(fold.name('B')).toBe('Player B');
});

test('an action that is held waits until its seat acts or the table moves on', () => {
  const { fold } = game;
  fold.held = true;
  fold.hear({ t: 'act', q: fold.q + 1, by: 'B', e: [['called', 'B']], v: {} });
  expect(fold.held).toBe(true);
  fold.hear({ t: 'act', q: fold.q + 1, by: 'C', e: [['jumped', 'C', 'R5']], v: {} });
  expect(fold.held).toBe(false);
});

test('chat is plain text, and what was heard is not told twice', () => {
  const { fold, joined } = game;
  fold.hear({ t: 'chat', user: '2', name: 'Player B', text: '<b>hi</b>' });
  fold.hear({ t: 'chat', user: '1', name: 'Player A', phrase: 'good_luck' });
  const chat = [
    { user: '2', name: 'Player B', text: '<b>hi</b>' },
    { user: '1', name: 'Player A', phrase: 'good_luck' },
  ];
  fold.hear({ ...joined, q: fold.q, chat: [...chat, { user: '2', name: 'Player B', text: 'again' }] });
  const lines = fold.log.filter((line) => line.kind === 'chat');
  expect(lines.map((line) => line.text)).toEqual(['Player B: <b>hi</b>', 'Player A: Good luck', 'Player B: again']);
  expect(lines[0].seat).toBe('B');
});

test('the lines of chat that were not heard yet', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((text) => ({ user: '1', name: 'x', text }));
  expect(unheard([a, b], [])).toEqual([a, b]);
  expect(unheard([b, c], [a, b])).toEqual([c]);
  expect(unheard([a, a], [a])).toEqual([a]);
  expect(unheard([], [a])).toEqual([]);
});
