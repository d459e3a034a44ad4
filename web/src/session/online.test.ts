// A table of the server: joining, breaks, refusals, troubles; the engine is the real one, the server is this test.
import { dial, FakeSocket } from './page.fake';
import engineFile from '@engine/uno.wasm?url&inline';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as api from '../lib/api';
import { instantiate, isError, type Engine } from '../lib/engine';
import * as engines from '../lib/engine';
import type { TableInfo, View } from '../lib/types';
import { keptOf } from './fair';
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
  const { say } = engine.game.begin(rules, ['Ada', 'Ben'], ['easy', 'easy'], 'A', '7'.repeat(64), '', 900);
  const { game } = JSON.parse(say[1]);
  const told = { rules: { text: rules.info.text }, game, chat: [] };
  return { t: 'joined', id, q: 10, you: 'A', table: table(), here: ['A'], ...told };
}

// What a seat sends before its seed.
const hashOf = (seed: unknown): string | null => {
  const other = engine.table();
  const { commit } = other.commit(String(seed));
  other.close();
  return commit;
};

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

// Between games, as the server tells it.
const hex = (digit: string): string => digit.repeat(64);
const gathering = (more: Partial<TableInfo> = {}): TableInfo => ({ ...table(), stage: 'gathering', commitment: hex('a'), ...more });
const tell = (told: TableInfo): void => socket().say({ t: 'table', q: session.q + 1, table: told });
const committed = (commit: string, revealed = false): TableInfo['seats'] => [
  { ...seatOf('A', '1', 'Ada'), ready: true, commit, revealed },
  { ...seatOf('B', '2', 'Ben'), ready: true, commit: hex('b'), revealed },
];

test('ready brings the hash of a seed, and the seed follows once the table is sealed', () => {
  sit();
  tell(gathering());
  session.send({ t: 'ready' });
  const commit = String(asked('ready').commit);
  expect(asked('ready')).toMatchObject({ yes: true });
  expect(asked('ready').seed).toBe(undefined);
  tell(gathering({ seats: committed(commit) }));
  expect(socket().of('reveal')).toEqual([]);
  tell(gathering({ seats: committed(commit), sealed: true }));
  expect(socket().of('reveal').length).toBe(1);
  expect(hashOf(asked('reveal').seed)).toBe(commit);
  tell(gathering({ seats: committed(commit), sealed: true }));
  expect(socket().of('reveal').length).toBe(1); // once is enough
  socket().say({ t: 'no', id: asked('reveal').id, code: 'nothing_to_reveal', message: 'No.' });
  expect(session.refused).toBe(null);
});

test('who is not ready after all reveals nothing', () => {
  sit();
  tell(gathering());
  session.send({ t: 'ready' });
  const commit = String(asked('ready').commit);
  session.send({ t: 'ready', yes: false });
  expect(asked('ready').commit).toBe(undefined);
  tell(gathering({ seats: committed(commit), sealed: true }));
  expect(socket().of('reveal')).toEqual([]);
});

test('a server that changes its commitment behind one\'s back learns no seed', () => {
  sit();
  tell(gathering());
  session.send({ t: 'ready' });
  const commit = String(asked('ready').commit);
  tell(gathering({ seats: committed(commit), sealed: true, commitment: hex('c') }));
  expect(socket().of('reveal')).toEqual([]);
  expect(session.notice).toContain('fingerprint');
});

test('where the server takes one as ready, the commitment is sent all the same', () => {
  sit();
  const seats = [{ ...seatOf('A', '1', 'Ada'), ready: true }, seatOf('B', '2', 'Ben')];
  tell(gathering({ seats }));
  tell(gathering({ seats }));
  expect(socket().of('ready').length).toBe(1);
  expect(asked('ready').commit).toMatch(/^[0-9a-f]{64}$/);
});

test('what the table showed is kept, with the first hand, and who did not reveal is told', () => {
  sit();
  tell(gathering());
  session.send({ t: 'ready' });
  const seats = committed(String(asked('ready').commit));
  tell(gathering({ seats, sealed: true }));
  const { seed } = asked('reveal');
  const view = deal([{ ...seats[0], revealed: true }, seats[1]], 'f00d');
  const kept = keptOf('f00d');
  for (const line of ['uno-kept 1', 'game f00d', 'players 2', 'seat A', `commitment ${hex('a')}`, `commit B ${hex('b')}`, `seed ${String(seed)}`])
    expect(kept.split('\n')).toContain(line);
  expect(kept).toContain(`hand ${view.hand.join(' ')}`);
  expect(session.log.some(({ kind, text }) => kind === 'note' && text.includes('Ben did not reveal'))).toBe(true);
});

function deal(seats: TableInfo['seats'], id: string): View {
  const { game, rules: _, ...start } = joined(undefined) as { game: { view: View }; rules: unknown };
  socket().say({ ...start, t: 'start', q: session.q + 1, table: { ...table(), seats }, game: { ...game, id } });
  return game.view;
}

test('a deal without a seal is kept too, so that the record gives it away', () => {
  sit();
  tell(gathering());
  session.send({ t: 'ready' });
  const commit = String(asked('ready').commit);
  tell(gathering({ seats: committed(commit) }));
  deal(committed(commit), 'beef');
  expect(socket().of('reveal')).toEqual([]);
  expect(keptOf('beef')).toContain(`commit A ${commit}`);
  expect(keptOf('beef')).toMatch(/^seed /m);
});

test('other settings ask for another commitment, and the old one is forgotten', () => {
  sit();
  tell(gathering());
  session.send({ t: 'ready' });
  tell(gathering({ seats: committed(String(asked('ready').commit)) }));
  tell(gathering());
  deal([seatOf('A', '1', 'Ada'), seatOf('B', '2', 'Ben')], 'feed');
  expect(keptOf('feed')).toBe('');
});

test('after a reload the seed is still there', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  sit();
  tell(gathering());
  session.send({ t: 'ready' });
  const commit = String(asked('ready').commit);
  session.close();
  vi.useRealTimers();
  session = new OnlineSession('K7', dial);
  await vi.waitFor(() => expect(FakeSocket.all.length).toBe(2));
  socket().open();
  socket().say({ ...joined(asked('join').id), table: gathering({ seats: committed(commit), sealed: true }) });
  expect(hashOf(asked('reveal').seed)).toBe(commit);
  vi.unstubAllGlobals();
});

test('a deal that was missed is kept as it was shown at the seal, without a hand', async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
  sit();
  tell(gathering());
  session.send({ t: 'ready' });
  const seats = committed(String(asked('ready').commit));
  tell(gathering({ seats, sealed: true }));
  session.close();
  vi.useRealTimers();
  session = new OnlineSession('K7', dial);
  await vi.waitFor(() => expect(FakeSocket.all.length).toBe(2));
  socket().open();
  const { game, ...told } = joined(asked('join').id) as { game: object };
  // Another commitment than the one that was shown before: the record will not fit what was kept.
  const changed = { ...table(), commitment: hex('c'), seats: [seats[0], { ...seats[1], commit: hex('d') }] };
  socket().say({ ...told, game: { ...game, id: 'cafe' }, table: changed });
  expect(keptOf('cafe').split('\n')).toEqual(expect.arrayContaining([`commitment ${hex('a')}`, `commit B ${hex('b')}`]));
  expect(keptOf('cafe')).not.toContain('hand');
  expect(kept.has('uno.fair.K7')).toBe(false);
  vi.unstubAllGlobals();
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
  const sentence = 'That card matches neither the colour nor the symbol of the top card.';
  const rules = ['O5', 'U7'];
  socket().say({ t: 'no', id: asked('do').id, code: 'no_match', message: `${sentence} [O5 U7]`, rules });
  expect(session.refused).toEqual({ code: 'no_match', message: sentence, rules });
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

test('closed to spectators', () => {
  sit();
  socket().say({ t: 'closed', code: 'no_spectators', message: 'This table admits no spectators.' });
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
