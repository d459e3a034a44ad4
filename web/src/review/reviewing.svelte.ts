// A review under way: seats given out to workers, and what they have found so far.
import type { Seat } from '../lib/types';
import { defaultWorlds, type Begun, type Choice, type SeatReview } from './review';
import type { ReviewAnswer, ReviewJob } from './review-worker';

export class Reviewing {
  choices = $state.raw<Choice[]>([]); // in the order of the game
  seats = $state.raw<Record<Seat, SeatReview>>({}); // that are done
  begun = $state.raw<Begun | null>(null);
  over = $state(false); // the game is
  running = $state(true);
  failed = $state('');
  private reached = $state<Record<Seat, number>>({});

  private workers: Worker[] = [];
  private readonly waiting: Seat[];

  readonly share = $derived.by(() => {
    const all = this.order.length * Math.max(1, this.begun?.actions ?? 1);
    return Object.values(this.reached).reduce((sum, number) => sum + number, 0) / all;
  });

  // The seats in the order in which they are wanted.
  constructor(
    private readonly record: string,
    readonly order: Seat[],
    readonly worlds: number = defaultWorlds,
  ) {
    this.waiting = [...order];
    const hands = Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1);
    for (let i = 0; i < Math.min(hands, order.length); i++) this.hire();
  }

  stop(): void {
    for (const worker of this.workers) worker.terminate();
    this.workers = [];
    this.running = false;
  }

  private hire(): void {
    const worker = new Worker(new URL('./review-worker.ts', import.meta.url), { type: 'module' });
    this.workers.push(worker);
    worker.onmessage = ({ data }: MessageEvent<ReviewAnswer>) => this.hear(worker, data);
    worker.onerror = (event) => this.fail(event.message);
    this.next(worker);
  }

  private next(worker: Worker): void {
    const seat = this.waiting.shift();
    if (seat) return worker.postMessage({ record: this.record, seat, worlds: this.worlds } satisfies ReviewJob);
    worker.terminate();
    this.workers = this.workers.filter((other) => other !== worker);
    if (!this.workers.length) this.running = false;
  }

  private hear(worker: Worker, data: ReviewAnswer): void {
    if ('failed' in data) return this.fail(data.failed);
    if ('begun' in data) {
      this.begun = data.begun;
    } else if ('choice' in data) {
      this.reached[data.seat] = data.reached;
      const at = this.choices.findLastIndex(({ number }) => number < data.choice.number) + 1;
      this.choices = this.choices.toSpliced(at, 0, data.choice);
    } else {
      this.reached[data.seat] = this.begun?.actions ?? 1;
      this.over = data.over;
      this.seats = { ...this.seats, [data.seat]: data.done };
      this.next(worker);
    }
  }

  private fail(why: string): void {
    this.stop();
    this.failed = why;
  }
}
