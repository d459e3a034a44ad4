// A game on this device, at the table of the engine: what the person orders, and what time brings about.
import type { Engine, GameAnswer, Hint } from '../lib/engine';
import { isError } from '../lib/engine';
import type { Seat } from '../lib/types';

interface Sitting {
  kinds: string[]; // by seat: a bot; that of the person is passed over
  you: Seat | null;
  pace: number; // ms before a bot moves
}

export type Order =
  | ({ do: 'begin'; rules: string; names: string[]; seed: string; date: string } & Sitting)
  | ({ do: 'resume'; record: string; title: string } & Sitting)
  | { do: 'act'; action: string; q: number }
  | { do: 'hint' }
  | { do: 'letBe' }
  | { do: 'pace'; pace: number }
  | { do: 'undo' };

const hintTime = 500; // ms
const hintWorlds = 16; // at a time

export class LocalTable {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly began = performance.now();

  constructor(
    private readonly engine: Engine,
    private readonly tell: (answer: GameAnswer) => void,
  ) {}

  // Throws an Error that can be shown.
  order(order: Order): void {
    if (order.do === 'hint') this.tell({ say: [], wait: null, undo: false, failed: null, hint: this.hint() });
    else this.settle(this.perform(order));
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private now(): number {
    return Math.floor(performance.now() - this.began);
  }

  // Thinks for as long as nobody minds. Nothing changes at the table.
  private hint(): Hint | null {
    try {
      const until = performance.now() + hintTime;
      let hint = this.engine.game.hint(hintWorlds);
      while (hint.why !== null && performance.now() < until) hint = this.engine.game.hint(hintWorlds);
      return hint;
    } catch {
      return null;
    }
  }

  private perform(order: Exclude<Order, { do: 'hint' }>): GameAnswer {
    const { game } = this.engine;
    switch (order.do) {
      case 'begin': {
        const rules = this.engine.open(order.rules);
        if (isError(rules)) throw new Error(rules.message);
        return game.begin(rules, order.names, order.kinds, order.you, order.seed, order.date, order.pace);
      }
      case 'resume':
        return game.resume(order.record, order.title, order.kinds, order.you, order.pace);
      case 'act':
        return game.act(order.action, order.q, this.now());
      case 'letBe':
        return game.letBe(this.now());
      case 'pace':
        return game.pace(order.pace, this.now());
      case 'undo':
        return game.undo(this.now());
    }
  }

  private settle(answer: GameAnswer): void {
    clearTimeout(this.timer);
    this.tell(answer);
    if (answer.wait === null || answer.failed !== null) return;
    this.timer = setTimeout(() => this.settle(this.engine.game.go(this.now())), answer.wait);
  }
}
