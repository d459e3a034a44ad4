// Every message of src/wire/messages.def, as a real server said it (tests/unit/messages.c has recorded it), is heard by a
// table of the page.
import { dial, FakeSocket } from './page.fake';
import engineFile from '@engine/uno.wasm?url&inline';
import { expect, test, vi } from 'vitest';
import * as api from '../lib/api';
import * as engines from '../lib/engine';
import { type Message, readFrame } from './messages';
import type { View } from '../lib/types';
import { OnlineSession } from './online.svelte';
import recorded from './recorded.jsonl?raw';
import rows from '../../../src/wire/messages.def?raw';

vi.mock('../lib/engine', async (actual) => ({ ...(await actual<typeof engines>()), loadTableEngine: vi.fn() }));
vi.mock('../lib/api', async (actual) => ({ ...(await actual<typeof api>()), get: vi.fn(), post: vi.fn() }));

const messages = readFrame(recorded) as (Message & { q?: number; game?: { view: View } | null })[];

test('no kind of message is missing', () => {
  expect(messages.length).toBe(recorded.trim().split('\n').length);
  const kinds = [...rows.matchAll(/^HEAR\((\w+),/gm)].map(([, kind]) => kind);
  expect(new Set(messages.map((message) => message.t))).toEqual(new Set(kinds));
});

test('a table hears all of them, and knows what the server shows', async () => {
  const engine = await engines.instantiate(await (await fetch(engineFile)).arrayBuffer());
  const hello = messages.find((message) => message.t === 'hello');
  vi.mocked(engines.loadTableEngine).mockResolvedValue(engine);
  vi.mocked(api.get).mockResolvedValue({ user: hello?.user });
  const session = new OnlineSession('K7', dial);
  await vi.waitFor(() => expect(FakeSocket.all.length).toBe(1));
  const socket = FakeSocket.last;
  socket.open();
  let compared = 0;
  const hear = (message: (typeof messages)[number]) => {
    if (message.t === 'joined' && message.game && message.q === session.q) {
      expect(session.view).toEqual(message.game.view);
      compared += 1;
    }
    // The id is that of the join that this page has sent.
    const sent = socket.of('join');
    socket.say(message.t === 'joined' ? { ...message, id: sent[sent.length - 1].id } : message);
    if ('q' in message && message.t !== 'actions') expect(session.q).toBe(message.q);
    // Who stood up there was somebody, but not through this page.
    const trouble = session.trouble?.code === 'kicked' ? undefined : session.trouble?.code;
    expect(trouble).toBe(message.t === 'closed' ? 'closed' : undefined);
  };
  for (const message of messages) {
    hear(message);
    if (message.t === 'closed') break;
  }
  expect(compared).toBe(1);
  session.close();
});
