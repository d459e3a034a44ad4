// A game in a thread of its own, so that bots that think long never hold up the page.
import type { Engine } from '../lib/engine';
import { isError, loadTableEngine } from '../lib/engine';
import type { GameCalls, Reply, Request } from './worker-calls';

function callsOf(engine: Engine): GameCalls {
  const { game } = engine;
  return {
    begin(text, names, kinds, you, seed, date) {
      const rules = engine.open(text);
      if (isError(rules)) throw new Error(rules.message);
      return game.begin(rules, names, kinds, you, seed, date);
    },
    resume: (record, kinds, you) => game.resume(record, kinds, you),
    step: () => game.step(),
    act: (action) => game.act(action),
    letBe: () => game.letBe(),
    undo: () => game.undo(),
    view: () => game.view(),
    record: () => game.record(),
  };
}

const loaded = loadTableEngine().then(callsOf);
loaded.catch(() => undefined); // whoever asks is told

addEventListener('message', async ({ data }: MessageEvent<Request>) => {
  const reply: Reply = { id: data.id };
  try {
    const calls = await loaded;
    reply.answer = (calls[data.call] as (...values: unknown[]) => unknown)(...data.values);
  } catch (error) {
    reply.failed = error instanceof Error ? error.message : String(error);
  }
  postMessage(reply);
});
