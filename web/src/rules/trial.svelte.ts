// A simulation under way: slices of games, given out to workers; both rulesets play the same seeds.
import type { TrialCounts } from '../lib/engine';
import { slicing } from './statistics';
import type { TrialAnswer, TrialJob } from './trial-worker';

export interface TrialPlan {
  before: string | null; // texts of rulesets; null: nothing to compare with
  after: string;
  players: number;
  kind: string;
  games: number;
}

type Side = 'before' | 'after';

interface Task {
  slice: number;
  side: Side;
}

export class Trial {
  running = $state(false);
  stopped = $state(false);
  played = $state(0); // games, of both sides
  wanted = $state(0);
  left = $state<number | null>(null); // seconds, as far as that can be told
  slow = $state(false); // no game is over yet, and that has taken a while
  failed = $state('');
  // Slices that are complete on every side, paired.
  done = $state.raw<{ before: TrialCounts[]; after: TrialCounts[] }>({ before: [], after: [] });
  plan = $state.raw<TrialPlan | null>(null);

  private workers: Worker[] = [];
  private tasks: Task[] = [];
  private counts: Record<Side, (TrialCounts | undefined)[]> = { before: [], after: [] };
  private size = 1;
  private began = 0;
  private patience = 0; // a timer

  start(plan: TrialPlan): void {
    this.stop();
    const { slices, size } = slicing(plan.games);
    const sides: Side[] = plan.before === null ? ['after'] : ['before', 'after'];
    this.plan = plan;
    this.size = size;
    this.tasks = Array.from({ length: slices }, (_, slice) => sides.map((side) => ({ slice, side }))).flat();
    this.counts = { before: [], after: [] };
    this.done = { before: [], after: [] };
    this.played = 0;
    this.wanted = this.tasks.length * size;
    this.failed = '';
    this.left = null;
    this.patience = window.setTimeout(() => (this.slow = true), 3000);
    this.began = performance.now();
    this.stopped = false;
    this.running = true;
    const hands = Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1);
    for (let i = 0; i < Math.min(hands, 8, this.tasks.length); i++) this.hire();
  }

  stop(): void {
    for (const worker of this.workers) worker.terminate();
    this.workers = [];
    this.noLongerSlow();
    this.stopped = this.running;
    this.running = false;
  }

  private hire(): void {
    const worker = new Worker(new URL('./trial-worker.ts', import.meta.url), { type: 'module' });
    this.workers.push(worker);
    let task: Task | undefined;
    const next = () => {
      task = this.tasks.shift();
      if (task) worker.postMessage(this.job(task));
      else this.dismiss(worker);
    };
    worker.onmessage = ({ data }: MessageEvent<TrialAnswer>) => {
      if ('failed' in data) return this.fail(data.failed);
      this.note(data.played);
      if (!('counts' in data) || !task) return;
      this.take(task, data.counts);
      next();
    };
    worker.onerror = (event) => this.fail(event.message);
    next();
  }

  private note(played: number): void {
    this.played += played;
    this.noLongerSlow();
    const seconds = (performance.now() - this.began) / 1000;
    this.left = seconds > 2 ? (seconds / this.played) * (this.wanted - this.played) : null;
  }

  private noLongerSlow(): void {
    clearTimeout(this.patience);
    this.slow = false;
  }

  private job({ slice, side }: Task): TrialJob {
    const { players, kind, before, after } = this.plan!;
    const text = side === 'before' ? before! : after;
    return { id: slice, text, players, kind, games: this.size, first: 1 + slice * this.size };
  }

  private take({ slice, side }: Task, counts: TrialCounts): void {
    this.counts[side][slice] = counts;
    const { before, after } = this.counts;
    const alone = this.plan?.before === null;
    const complete = after.flatMap((one, i) => (one && (alone || before[i]) ? [i] : []));
    this.done = {
      before: alone ? [] : complete.map((i) => before[i]!),
      after: complete.map((i) => after[i]!),
    };
  }

  private dismiss(worker: Worker): void {
    worker.terminate();
    this.workers = this.workers.filter((other) => other !== worker);
    if (this.workers.length === 0) this.running = false;
  }

  private fail(why: string): void {
    this.stop();
    this.failed = why;
  }
}
