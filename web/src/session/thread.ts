// The other end of worker.ts.
import type { GameAnswer } from '../lib/engine';
import type { Order } from './local-table';

const spawn = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });

let spare: Worker | null = null;

// Somebody is about to play: the engine of the game is loaded meanwhile.
export function prepareGame(): void {
  spare ??= spawn();
}

export class GameThread {
  private readonly worker = spare ?? spawn();

  constructor(hear: (answer: GameAnswer) => void) {
    spare = null;
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
