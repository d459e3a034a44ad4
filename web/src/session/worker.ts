// A game in a thread of its own, so that bots that think long never hold up the page.
import { loadGameEngine } from '../lib/engine';
import { LocalTable, type Order } from './local-table';

const loaded = loadGameEngine().then((engine) => new LocalTable(engine, (answer) => postMessage(answer)));
loaded.catch(() => undefined); // whoever asks is told

addEventListener('message', async ({ data }: MessageEvent<Order>) => {
  try {
    (await loaded).order(data);
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error);
    postMessage({ say: [], wait: null, undo: false, failed });
  }
});
