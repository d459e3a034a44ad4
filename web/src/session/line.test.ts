// The line comes back by itself, nothing is lost on it and nothing is done twice.
import { browser, dial, FakeSocket, happen } from './page.fake';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Line } from './line';
import type { Message } from './messages';

let heard: Message[];
let breaks: boolean[];
let ended: number[];
let line: Line;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  FakeSocket.all = [];
  browser.onLine = true;
  heard = [];
  breaks = [];
  ended = [];
  line = new Line(
    {
      greeted: () => line.join({ t: 'join', code: 'K7' }),
      heard: (message) => void heard.push(message),
      joined: () => {},
      broken: (everOpen) => void breaks.push(everOpen),
      ended: (code) => void ended.push(code),
    },
    dial,
  );
  line.start();
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const join = (kind = 'joined'): void => {
  FakeSocket.last.open();
  FakeSocket.last.say({ t: kind, id: FakeSocket.last.of('join')[0].id });
};

test('what is sent waits for the table', () => {
  line.send({ t: 'ready', yes: true });
  FakeSocket.last.open();
  expect(FakeSocket.last.sent.map((message) => message.t)).toEqual(['join']);
  FakeSocket.last.say({ t: 'joined', id: FakeSocket.last.of('join')[0].id });
  expect(FakeSocket.last.sent.map((message) => message.t)).toEqual(['join', 'ready']);
});

test('a frame holds several messages, and what is none is passed over', () => {
  join();
  FakeSocket.last.onmessage?.({ data: '{"t":"ok"}\nnonsense\n{"t":"here","seats":[]}\n' });
  expect(heard.slice(-2).map((message) => message.t)).toEqual(['ok', 'here']);
});

test('a broken line is opened again, later and later, up to 15 seconds', () => {
  const waits = [500, 1000, 2000, 4000, 8000, 15000, 15000];
  for (const wait of waits) {
    const before = FakeSocket.all.length;
    FakeSocket.last.breaks();
    vi.advanceTimersByTime(wait - 1);
    expect(FakeSocket.all.length).toBe(before);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.all.length).toBe(before + 1);
  }
  expect(breaks.every((everOpen) => !everOpen)).toBe(true);
  join();
  FakeSocket.last.breaks();
  vi.advanceTimersByTime(500);
  expect(FakeSocket.all.length).toBe(waits.length + 2);
});

test('no waiting when the browser is online or seen again', () => {
  join();
  browser.onLine = false;
  FakeSocket.last.breaks();
  happen('visibilitychange');
  expect(FakeSocket.all.length).toBe(1);
  browser.onLine = true;
  happen('online');
  expect(FakeSocket.all.length).toBe(2);
});

test('an action without an answer is sent again as it was', () => {
  join();
  line.send({ t: 'do', do: 'R5', q: 41 });
  const [first] = FakeSocket.last.of('do');
  FakeSocket.last.breaks();
  vi.advanceTimersByTime(500);
  join('resumed');
  expect(FakeSocket.last.of('do')).toEqual([first]);
  FakeSocket.last.say({ t: 'no', id: first.id, code: 'stale', message: '' });
  expect(line.waiting).toBe(0);
});

test('an action that is told among what was missed is not sent again', () => {
  join();
  line.send({ t: 'do', do: 'R5', q: 41 });
  line.send({ t: 'chat', text: 'hello' });
  FakeSocket.last.breaks();
  vi.advanceTimersByTime(500);
  FakeSocket.last.open();
  FakeSocket.last.say(
    { t: 'act', q: 42, by: 'A', do: 'R5', e: [], v: {} },
    { t: 'resumed', id: FakeSocket.last.of('join')[0].id },
  );
  expect(FakeSocket.last.of('do')).toEqual([]);
  expect(FakeSocket.last.of('chat').length).toBe(1);
});

test('an answer ends the waiting, whatever kind it is', () => {
  join();
  line.send({ t: 'do', do: 'R5', q: 41 });
  line.send({ t: 'do', do: 'catch', q: 42 });
  line.send({ t: 'sit' });
  const [a, b, c] = FakeSocket.last.sent.slice(1).map((message) => message.id);
  FakeSocket.last.say({ t: 'act', id: a, q: 42, by: 'A', e: [], v: {} }, { t: 'held', id: b }, { t: 'no', id: c });
  expect(line.waiting).toBe(0);
});

test('a line on which nobody answers is given up', () => {
  join();
  vi.advanceTimersByTime(20_000);
  expect(FakeSocket.last.of('ping').length).toBe(1);
  FakeSocket.last.say({ t: 'ok' });
  vi.advanceTimersByTime(20_000);
  vi.advanceTimersByTime(7_999);
  expect(breaks).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(breaks).toEqual([true]);
});

test('signed out: no further try', () => {
  join();
  FakeSocket.last.breaks(4001);
  vi.advanceTimersByTime(60_000);
  expect(ended).toEqual([4001]);
  expect(FakeSocket.all.length).toBe(1);
});
