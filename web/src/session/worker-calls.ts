// The game in its worker, as promises.
import type { LocalAct, LocalAsks, LocalNo, LocalOver, LocalStart } from '../lib/engine';
import type { Seat } from '../lib/types';

export type Stepped = LocalAct | LocalAsks | LocalOver | LocalNo;

// What worker.ts can be asked; the same as LocalGame of lib/engine.ts, with the rules by their text.
export interface GameCalls {
  begin(rules: string, names: string[], kinds: string[], you: Seat | null, seed: string, date: string): LocalStart;
  resume(record: string, kinds: string[], you: Seat | null): LocalStart;
  step(): Stepped;
  act(action: string): LocalAct | LocalNo;
  letBe(): Stepped;
  undo(): LocalStart | LocalNo;
  view(): LocalStart;
  record(): { text: string; finished: boolean };
}

export interface Request {
  id: number;
  call: keyof GameCalls;
  values: unknown[];
}

export interface Reply {
  id: number;
  answer?: unknown;
  failed?: string; // a sentence
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export class GameWorker {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  private readonly waiting = new Map<number, Waiting>();
  private ids = 0;

  constructor() {
    this.worker.onmessage = ({ data }: MessageEvent<Reply>) => {
      const waiting = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.failed === undefined) waiting?.resolve(data.answer);
      else waiting?.reject(new Error(data.failed));
    };
    this.worker.onerror = (event) => {
      for (const { reject } of this.waiting.values()) reject(new Error(event.message || 'The game stopped.'));
      this.waiting.clear();
    };
  }

  ask<C extends keyof GameCalls>(call: C, ...values: Parameters<GameCalls[C]>): Promise<ReturnType<GameCalls[C]>> {
    const request: Request = { id: ++this.ids, call, values };
    return new Promise((resolve, reject) => {
      this.waiting.set(request.id, { resolve: (answer) => resolve(answer as ReturnType<GameCalls[C]>), reject });
      this.worker.postMessage(request);
    });
  }

  close(): void {
    this.worker.terminate();
    this.waiting.clear();
  }
}
