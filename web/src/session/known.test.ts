// What the screen reads of a table: names, clocks, chat, what is held and the end, from messages of the real engine.
import './page.fake';
import engineFile from '@engine/uno.wasm?url&inline';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { type Engine, instantiate, isError } from '../lib/engine';
import type { TableInfo } from '../lib/types';
import { KnownSession } from './known.svelte';

class Plain extends KnownSession {
  readonly kind = 'online';
  act(): void {}
  constructor() {
    super();
    this.open(engine);
  }
  tell(message: object): string {
    return this.hear(JSON.stringify(message));
  }
}

type Told = Record<string, unknown> & { t: string; q: number; table: TableInfo; game: Record<string, unknown> };

let engine: Engine;
beforeAll(async () => {
  engine = await instantiate(await (await fetch(engineFile)).arrayBuffer());
});

const own = '[ruleset]\ntitle = Own\nextends = official\n[rules]\nstack_draws = same\n';
let session: Plain;
let joined: Told;
let table: TableInfo; // in a game among people

function told(answer: { say: string[] }): Told[] {
  return answer.say.map((text) => JSON.parse(text) as Told);
}

// What anybody does next.
function nextAct(): Told {
  for (let now = 10_000; ; now += 1000) {
    const [act] = told(engine.game.go(now));
    if (act) return act;
    const move = session.options?.moves.find((one) => one.kind !== 'misplay');
    if (move) return told(engine.game.act(move.do, session.q, now))[0];
  }
}

function begin(source: string): void {
  const rules = engine.open(source);
  if (isError(rules)) throw new Error(rules.message);
  const names = ['Ada', 'Ben', 'Cleo', 'Dan'];
  const [opened, start] = told(engine.game.begin(rules, names, names.map(() => 'easy'), 'A', '7'.repeat(64), '', 0));
  table = start.table;
  Object.assign(table.settings, { think_s: 30, reserve_s: 60, chat: true });
  table.seats.forEach((seat, i) => Object.assign(seat, { kind: 'person', user: String(i + 1), reserve_ms: 60_000 }));
  joined = { ...opened, q: start.q, table, game: start.game, chat: [] };
  session = new Plain();
  expect(session.tell(joined)).toBe('joined');
}

beforeEach(() => begin('official'));

test('an action: what was before, what is after, and its story', () => {
  const before = session.view;
  const act = nextAct();
  expect(session.tell(act)).toBe('act');
  expect(session.last).toMatchObject({ before, after: session.view, happening: { q: act.q, by: act.by } });
  expect(session.last?.happening.events[0].text).toBeTruthy();
  expect(session.log.at(-1)?.text).toBeTruthy();
});

test('a number left out is a gap, and nothing changes', () => {
  const { view, q } = session;
  expect(session.tell({ ...nextAct(), q: q + 2 })).toBe('gap');
  expect(session).toMatchObject({ view, q });
});

test('rules that are others than the server says: the page is too old', () => {
  const settings = { ...table.settings, rules_hash: 'f'.repeat(32) };
  expect(new Plain().tell({ ...joined, table: { ...table, settings } })).toBe('bad');
});

test('rules of one’s own keep the name that the server tells', () => {
  begin(own);
  const settings = { ...table.settings, ruleset: 'friday', rules_title: 'Friday night' };
  const fresh = new Plain();
  fresh.tell({ ...joined, table: { ...table, settings }, game: null });
  expect(fresh.info).toMatchObject({ name: 'friday', title: 'Friday night', hash: settings.rules_hash });
  expect(fresh.view).toBe(null);
});

test('clocks: told, kept, standing still in a pause', () => {
  const [seat] = session.view!.awaited;
  session.tell({ ...joined, game: { ...joined.game, left_ms: { [seat]: 12_000 } } });
  expect(session.clocks).toMatchObject([{ seat, total: 30_000 }]);
  const { ends } = session.clocks[0];
  session.tell({ t: 'table', q: session.q + 1, table: { ...table, paused: 'self' } });
  expect(session.clocks).toEqual([]);
  expect(session.options?.moves).toEqual([]);
  session.tell({ t: 'table', q: session.q + 1, table });
  expect(session.clocks[0].ends).toBeGreaterThanOrEqual(ends);
  session.tell({ ...nextAct(), q: session.q + 1 });
  expect(session.clocks.every(({ total }) => total === 90_000)).toBe(true); // to think, and the reserve
});

test('the end: the result stays, the table gathers, the names of the game stay', () => {
  const over = { winners: ['B'], scores: [0, 500, 0, 0], game: '1', secret: '' };
  session.tell({ ...nextAct(), over });
  expect(session.over).toEqual(over);
  expect(session.options).toBe(null);
  expect(session.table).toMatchObject({ stage: 'gathering', seats: [{ ready: false }, { ready: false }, {}, {}] });
  const seats = table.seats.map((seat) => (seat.seat === 'B' ? { seat: 'B', kind: 'free' as const } : seat));
  session.tell({ t: 'table', q: session.q + 1, table: { ...table, stage: 'gathering', seats } });
  expect(session.name('B')).toBe('Ben');
});

test('an action that is held waits until the table moves on', () => {
  session.tell({ t: 'held', id: 1 });
  expect(session.held).toBe(true);
  session.tell(nextAct());
  expect(session.held).toBe(false);
});

test('chat is plain text, and what was heard is not told twice', () => {
  const lines = [{ user: '2', name: 'Ben', text: '<b>hi</b>' }, { user: '1', name: 'Ada', phrase: 'good_luck' }];
  for (const line of lines) session.tell({ t: 'chat', ...line });
  const again = { user: '2', name: 'Ben', text: 'again' };
  session.tell({ ...joined, q: session.q, chat: [lines[0], again] }); // a server keeps what was written
  const chat = session.log.filter((line) => line.kind === 'chat');
  expect(chat.map((line) => line.text)).toEqual(['Ben: <b>hi</b>', 'Ada: Good luck', 'Ben: again']);
  expect(chat[0].seat).toBe('B');
});
