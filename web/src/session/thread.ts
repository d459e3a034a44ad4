// The other end of worker.ts.
import type { GameAnswer } from '../lib/engine';
import type { Order } from './local-table';

export class GameThread {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

  constructor(hear: (answer: GameAnswer) => void) {
    this.worker.onmessage = ({ data }: MessageEvent<GameAnswer>) => hear(data);
    this.worker.onerror = ({ message }) =>
      hear({ say: [], wait: null, undo: false, failed: message || 'The game stopped.' });
  }

  order(order: Order): void {
    this.worker.postMessage(order);
  }

  close(): void {
    this.worker.terminate();
  }
}
