// A game on this device: the loop of bots and person, with the real engine but without its thread.
import './page.fake';
import engineFile from '@engine/uno.wasm?url&inline';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import * as engines from '../lib/engine';
import * as games from '../lib/games';
import type { KeptGame } from '../lib/games';
import { LocalTable, type Order } from './local-table';
import { OfflineSession } from './offline.svelte';

vi.mock('../lib/engine', async (actual) => ({ ...(await actual<typeof engines>()), loadTableEngine: vi.fn() }));
vi.mock('../lib/games', async (actual) => ({ ...(await actual<typeof games>()), keepGame: vi.fn() }));

let engine: engines.Engine;

// As worker.ts does it.
vi.mock('./thread', () => ({
  GameThread: class {
    private readonly table: LocalTable;
    constructor(private readonly hear: (answer: engines.GameAnswer) => void) {
      this.table = new LocalTable(engine, hear);
    }
    order(order: Order) {
      try {
        this.table.order(order);
      } catch (error) {
        this.hear({ say: [], wait: null, undo: false, failed: (error as Error).message });
      }
    }
    close() {
      this.table.close();
    }
  },
}));

beforeAll(async () => {
  engine = await engines.instantiate(await (await fetch(engineFile)).arrayBuffer());
});

let kept: KeptGame[];
let session: OfflineSession;

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(engines.loadTableEngine).mockResolvedValue(engine);
  kept = [];
  vi.mocked(games.keepGame).mockImplementation(async (game) => {
    kept.push(game);
    return true;
  });
});

afterEach(() => {
  session.close();
  vi.useRealTimers();
});

const names = ['You', 'Mira', 'Otto', 'Juno'];

async function begin(more: Partial<Parameters<typeof OfflineSession.begin>[0]> = {}): Promise<void> {
  const rules = { ruleset: 'official', ruleText: '', seed: '3'.repeat(64) };
  const choice = { ...rules, names, level: 'medium', you: 'A', pace: 900 };
  session = OfflineSession.begin({ ...choice, ...more });
  await vi.advanceTimersByTimeAsync(0);
}

const isAsked = (): boolean => session.view!.awaited.includes('A');

async function untilAsked(): Promise<void> {
  for (let i = 0; i < 500 && !isAsked() && !session.over; i++) await vi.advanceTimersByTimeAsync(100);
}

// A quiet choice: never a misplay.
const anyMove = (): string => session.options!.moves.filter((move) => move.kind !== 'misplay')[0].do;

test('a table like the server’s, and the cards are dealt', async () => {
  await begin();
  const seats = [{ kind: 'person' }, { kind: 'bot', bot: 'medium' }, {}, {}];
  expect(session.table).toMatchObject({ code: '', stage: 'playing', seats });
  expect(session.info?.title).toBe('Official UNO');
  expect(session.view?.hand.length).toBe(7);
  expect(session.log.length).toBeGreaterThan(0);
});

test('the person is waited for without end', async () => {
  await begin();
  await untilAsked();
  const { q } = session;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(session.q).toBe(q);
  session.act(anyMove());
  await vi.advanceTimersByTimeAsync(0);
  expect(session.q).toBeGreaterThan(q);
});

test('bots keep the pace', async () => {
  await begin();
  for (let i = 0; i < 5; i++) {
    await untilAsked();
    session.act(anyMove());
    await vi.advanceTimersByTimeAsync(0);
    const { q } = session;
    if (isAsked()) continue;
    await vi.advanceTimersByTimeAsync(800);
    expect(session.q).toBe(q);
  }
});

test('kept after every own action, resumed where it was, taken back', async () => {
  await begin();
  await untilAsked();
  const hand = session.view!.hand;
  expect(kept.length).toBe(0);
  session.act(anyMove());
  await vi.advanceTimersByTimeAsync(0);
  expect(kept.length).toBe(1);
  expect(session.mayUndo).toBe(true);
  const { q, view } = session;
  session.close();
  session = OfflineSession.resume(kept[0], 900);
  await vi.advanceTimersByTimeAsync(0);
  expect(session).toMatchObject({ q, view, mayUndo: true, info: { title: 'Official UNO' } });
  session.undo();
  await vi.advanceTimersByTimeAsync(0);
  expect(session.view!.hand).toEqual(hand);
  expect(kept.length).toBe(2);
});

test('whoever is asked again finds the game there after a reload', async () => {
  await begin();
  await untilAsked();
  session.act(anyMove());
  await vi.advanceTimersByTimeAsync(0);
  await untilAsked();
  await vi.advanceTimersByTimeAsync(10_000);
  const { q, view } = session;
  session.close();
  session = OfflineSession.resume(kept[kept.length - 1], 900);
  await vi.advanceTimersByTimeAsync(0);
  expect(session).toMatchObject({ q, view });
});

test('what the rules refuse changes nothing and is said', async () => {
  await begin();
  await untilAsked();
  const { q } = session;
  session.act('deal');
  await vi.advanceTimersByTimeAsync(0);
  expect(session.q).toBe(q);
  expect(session.refused?.message).toBeTruthy();
});

const tables = { official: 4, ultimate: 4, 'split-v3': 4, 'split-duel': 2, 'split-team': 4 };

for (const [ruleset, players] of Object.entries(tables))
  test(`a whole match of ${ruleset} goes to its end by itself but for the person`, async () => {
    await begin({ ruleset, names: names.slice(0, players), level: 'easy' });
    for (let i = 0; i < 20_000 && !session.over && !session.trouble; i++) {
      if (isAsked() && session.view!.phase !== 'deal') session.act(anyMove());
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(session.trouble).toBe(null);
    expect(session.over?.game).toBe(session.id);
    expect(session.table?.stage).toBe('gathering');
    const last = kept[kept.length - 1];
    expect(last).toMatchObject({ id: session.id, finished: true, won: session.over!.winners.includes('A') });
    const reader = engine.record(last.record);
    if (engines.isError(reader)) throw new Error(reader.message);
    expect(reader.verify()).toMatchObject({ ok: true, finished: true });
    expect(reader.ruleset).toBe(ruleset);
  });

test('rules of one’s own keep their title, after a reload as well', async () => {
  await begin({ ruleText: '[ruleset]\ntitle = Friday\nextends = official\n[rules]\nstack_draws = same\n' });
  expect(session.info?.title).toBe('Friday');
  await untilAsked();
  session.act(anyMove());
  await vi.advanceTimersByTimeAsync(0);
  session.close();
  session = OfflineSession.resume(kept[0], 900);
  await vi.advanceTimersByTimeAsync(0);
  expect(session.info).toMatchObject({ title: 'Friday', options: { stack_draws: 'same' } });
});

test('rules that cannot be read', async () => {
  await begin({ ruleText: '[ruleset]\nfamily = classic\n[rules]\nnonsense = 1\n' });
  expect(session.trouble?.message).toContain('nonsense');
});

test('without the engine a readable trouble', async () => {
  vi.mocked(engines.loadTableEngine).mockRejectedValue(new Error('This browser cannot run the game.'));
  await begin();
  expect(session.trouble).toEqual({ code: 'engine', message: 'This browser cannot run the game.' });
});
