// The book on the screen: what is entered is kept and taken up again, and nothing that was kept gets lost.
import '../session/page.fake';
import engineFile from '@engine/uno.wasm?url&inline';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { instantiate, type Engine } from '../lib/engine';
import { Arbiter } from './arbiter.svelte';
import { keptBadLog, keptLog, keptNames } from './keep';

const kept = new Map<string, string>();
let full = false;
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem(key: string, text: string) {
    if (full) throw new Error('full');
    kept.set(key, text);
  },
  removeItem: (key: string) => void kept.delete(key),
};
Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true });

let engine: Engine;
beforeAll(async () => {
  engine = await instantiate(await (await fetch(engineFile)).arrayBuffer());
});

beforeEach(() => {
  kept.clear();
  full = false;
});

function begun(): Arbiter {
  const arbiter = new Arbiter(engine);
  expect(arbiter.begin('game split-v3 players Ada Ben decks physical')).toBe(true);
  return arbiter;
}

test('a page that was closed goes on where it was', () => {
  const arbiter = begun();
  arbiter.enter('Ada 9 Ben 4');
  const again = new Arbiter(engine);
  expect(again.state).toEqual(arbiter.state);
  expect(again.told).toBe(arbiter.told);
  expect(again.told).toContain('Ada wins the round');
  expect(keptNames()).toEqual(['Ada', 'Ben']);
});

test('a refusal changes nothing', () => {
  const arbiter = begun();
  const log = keptLog();
  expect(arbiter.enter('Ada 9')).toBe(false);
  expect(arbiter.trouble).toContain('Ben');
  expect(keptLog()).toBe(log);
  arbiter.enter('Ada 9 Ben 4');
  expect(arbiter.trouble).toBe('');
});

test('undo and redo say what they are about', () => {
  const arbiter = begun();
  arbiter.enter('Ada 9 Ben 4');
  const after = arbiter.state.sheet;
  arbiter.undo();
  expect(arbiter.told).toBe('Taken back: Ada 9 Ben 4');
  expect(arbiter.state.redo).toBe('Ada 9 Ben 4');
  arbiter.redo();
  expect(arbiter.state.sheet).toEqual(after);
});

test('a log that cannot be read is put aside', () => {
  kept.set('uno.arbiter', 'arbiter 1\nnonsense\n');
  const arbiter = new Arbiter(engine);
  expect(arbiter.sheet).toBeNull();
  expect(arbiter.trouble).toContain('line 2');
  arbiter.begin('game split-v3 players Ada Ben');
  expect(keptBadLog()).toContain('nonsense');
});

test('a log from elsewhere takes the place of this one, unless it is bad', () => {
  const arbiter = begun();
  expect(arbiter.bring('hello')).not.toBe('');
  expect(arbiter.sheet?.ruleset).toBe('split-v3');
  expect(arbiter.bring('arbiter 1\ngame official players Cleo Dora rules classic target=500\nCleo 85\n')).toBe('');
  expect(arbiter.sheet?.points).toBe(true);
  expect(new Arbiter(engine).sheet?.ruleset).toBe('official');
});

test('it says so when the browser keeps nothing', () => {
  const arbiter = begun();
  full = true;
  arbiter.enter('Ada 9 Ben 4');
  expect(arbiter.kept).toBe(false);
  expect(arbiter.state.entries).toBe(1);
  full = false;
  arbiter.enter('Ada 9 Ben 4');
  expect(arbiter.kept).toBe(true);
  expect(new Arbiter(engine).state.entries).toBe(2);
});

test('several games are in one book', () => {
  const arbiter = begun();
  arbiter.enter('Ada 9 Ben 4');
  arbiter.begin('game official players Ada Ben');
  arbiter.openGame(1);
  expect(arbiter.state.current).toBe(1);
  expect(arbiter.told).toContain('Ada wins the round');
  arbiter.forget();
  expect(new Arbiter(engine).state.games).toBe(0);
});
