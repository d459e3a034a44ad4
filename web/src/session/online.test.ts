// A table of the server: joining, breaks, refusals, troubles; the engine is the real one, the server is this test.
import { dial, FakeSocket } from './page.fake';
import engineFile from '@engine/uno.wasm?url&inline';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as api from '../lib/api';
import { instantiate, isError, type Engine } from '../lib/engine';
import * as engines from '../lib/engine';
import type { TableInfo } from '../lib/types';
import { OnlineSession } from './online.svelte';

vi.mock('../lib/engine', async (actual) => ({ ...(await actual<typeof engines>()), loadTableEngine: vi.fn() }));
vi.mock('../lib/api', async (actual) => ({ ...(await actual<typeof api>()), get: vi.fn(), post: vi.fn() }));

const user = { id: '1', name: 'Ada', kind: 'guest' as const };
const seatOf = (seat: string, id: string, name: string) => ({ seat, kind: 'person' as const, name, user: id });
let engine: Engine;
let session: OnlineSession;

function table(): TableInfo {
  const rules = engine.open('official');
  if (isError(rules)) throw new Error(rules.message);
  const { name: ruleset, title: rules_title, hash: rules_hash } = rules.info;
  const flags = { is_public: false, chat: true, spectators: true, starts_alone: false, fill: '' };
  const times = { think_s: 0, reserve_s: 0, window_ms: 2500, jump_ms: 0, pace_ms: 900 };
  return {
    code: 'K7',
    link: '',
    stage: 'playing',
    paused: null,
    host: 'A',
    settings: { title: '', seats: 2, ...flags, ...times, ruleset, rules_title, rules_hash },
    seats: [seatOf('A', '1', 'Ada'), seatOf('B', '2', 'Ben')],
    waiting: [],
    vote: null,
    games: 1,
    commitment: null,
  };
}

function joined(id: unknown): object {
  const rules = engine.open('official');
  if (isError(rules)) throw new Error(rules.message);
  const { game } = engine.game.begin(rules, ['Ada', 'Ben'], ['easy', 'easy'], 'A', '7'.repeat(64));
  const told = { rules: { text: rules.info.text }, game, chat: [] };
  return { t: 'joined', id, q: 10, you: 'A', table: table(), here: ['A'], ...told };
}

const socket = (): FakeSocket => FakeSocket.last;
const asked = (kind: string): Record<string, unknown> => socket().of(kind)[socket().of(kind).length - 1];

beforeEach(async () => {
  FakeSocket.all = [];
  engine ??= await instantiate(await (await fetch(engineFile)).arrayBuffer());
  vi.mocked(engines.loadTableEngine).mockResolvedValue(engine);
  vi.mocked(api.get).mockResolvedValue({ user });
  session = new OnlineSession('K7', dial);
  await vi.waitFor(() => expect(FakeSocket.all.length).toBe(1));
  vi.useFakeTimers();
});

afterEach(() => {
  session.close();
  vi.useRealTimers();
});

function sit(): void {
  socket().open();
  socket().say(joined(asked('join').id));
}

async function comeBack(): Promise<void> {
  socket().breaks();
  await vi.advanceTimersByTimeAsync(700);
  socket().open();
}

test('joins as somebody, with the rules of the table', () => {
  sit();
  expect(asked('join')).toMatchObject({ code: 'K7' });
  expect(session).toMatchObject({ you: 'A', connected: true, trouble: null, notice: '' });
  expect(session.info?.title).toBe('Official UNO');
  expect(session.view?.hand.length).toBeGreaterThan(0);
});

test('ready brings a part of the chance', () => {
  sit();
  session.send({ t: 'ready' });
  expect(asked('ready').yes).toBe(true);
  expect(asked('ready').seed).toMatch(/^[0-9a-f]{64}$/);
  session.send({ t: 'ready', yes: false });
  expect(asked('ready').seed).toBe(undefined);
});

test('after a break it asks for what was missed, and says so meanwhile', async () => {
  sit();
  socket().breaks();
  expect(session.notice).not.toBe('');
  expect(session.view).not.toBe(null);
  await vi.advanceTimersByTimeAsync(700);
  socket().open();
  expect(asked('join')).toMatchObject({ since: 10 });
  socket().say({ t: 'resumed', id: asked('join').id, q: 12, you: 'A', table: table(), here: ['A'] });
  expect(session).toMatchObject({ q: 12, notice: '', connected: true });
});

test('what was pressed while the line was down is sent with its old number', async () => {
  sit();
  socket().breaks();
  session.act('draw');
  expect(session.notice).toContain('sent as soon as');
  await vi.advanceTimersByTimeAsync(700);
  socket().open();
  socket().say({ t: 'resumed', id: asked('join').id, q: 12, you: 'A', table: table(), here: ['A'] });
  expect(asked('do')).toMatchObject({ do: 'draw', q: 10 });
  socket().say({ t: 'no', id: asked('do').id, code: 'stale', message: 'The table has moved on since: look again.' });
  expect(session.refused?.code).toBe('stale');
});

test('what cannot be caught up with is joined anew', async () => {
  sit();
  await comeBack();
  const first = asked('join');
  socket().say({ t: 'resumed', id: first.id, q: 12, you: null, table: table(), here: [] });
  expect(asked('join').since).toBe(undefined);
  expect(session.connected).toBe(false);
  socket().say(joined(asked('join').id));
  expect(session).toMatchObject({ q: 10, connected: true });
});

test('a refusal has the sentence and the ids of the rules', () => {
  sit();
  session.act('R5');
  socket().say({ t: 'no', id: asked('do').id, code: 'no_match', message: 'That card does not fit. [O7, H165]' });
  expect(session.refused).toEqual({ code: 'no_match', message: 'That card does not fit.', rules: ['O7', 'H165'] });
});

test('a catch that is held is dropped by the call', () => {
  sit();
  session.act('catch');
  socket().say({ t: 'held', id: asked('do').id });
  expect(session.held).toBe(true);
  socket().say({ t: 'act', q: 11, by: 'B', e: [['called', 'B']], v: {} });
  expect(session.held).toBe(false);
});

test('a table that is not there', async () => {
  socket().open();
  socket().say({ t: 'no', id: asked('join').id, code: 'no_such_table', message: '…' });
  expect(session.trouble).toMatchObject({ code: 'no_such_table' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all.length).toBe(1);
});

test('closed, and plays among itself', () => {
  sit();
  socket().say({ t: 'closed', message: 'This table plays among itself.' });
  expect(session.trouble?.code).toBe('no_spectators');
});

test('sent away from the seat', () => {
  sit();
  const empty = table();
  empty.seats[0] = { seat: 'A', kind: 'free', name: '' };
  socket().say({ t: 'table', q: 11, table: empty });
  expect(session).toMatchObject({ you: null, trouble: { code: 'kicked' } });
  session.dismissTrouble();
  expect(session.trouble).toBe(null);
});

test('stood up by oneself: no trouble', () => {
  sit();
  session.send({ t: 'stand' });
  const empty = table();
  empty.seats[0] = { seat: 'A', kind: 'free', name: '' };
  socket().say({ t: 'table', q: 11, id: asked('stand').id, table: empty });
  expect(session).toMatchObject({ you: null, trouble: null });
});

test('a page older than the server', () => {
  socket().onopen?.();
  socket().say({ t: 'hello', protocol: 'uno.2', user });
  expect(session.trouble?.code).toBe('bad_protocol');
});

test('the disk is full, and good again', () => {
  sit();
  socket().say({ t: 'notice', code: 'storage_full', message: '…' });
  expect(session.notice).toContain('nothing is lost');
  socket().say({ t: 'notice', code: 'storage_good', message: '…' });
  expect(session.notice).toBe('');
});

test('no server: said, and tried again until it is there', async () => {
  vi.mocked(api.get).mockRejectedValue(new api.ApiError('unreachable', '', 0));
  socket().breaks();
  await vi.waitFor(() => expect(session.trouble?.code).toBe('unreachable'));
  vi.mocked(api.get).mockResolvedValue({ user });
  await vi.advanceTimersByTimeAsync(700);
  sit();
  expect(session.trouble).toBe(null);
});

test('a session that is gone while at the table', async () => {
  sit();
  vi.mocked(api.get).mockResolvedValue({ user: null });
  socket().breaks();
  await vi.advanceTimersByTimeAsync(700);
  socket().breaks();
  await vi.waitFor(() => expect(session.trouble?.code).toBe('signed_out'));
});
