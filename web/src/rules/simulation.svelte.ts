// A simulation under way: stretches of games, given out to workers, and what they have counted so far.
import type { Engine } from '../lib/engine';
import { Lab, type LabFigures, type LabPlan } from './lab';
import type { LabAnswer, LabJob } from './lab-worker';

const often = 500; // ms between two looks at the figures

export class Simulation {
  running = $state(false);
  stopped = $state(false);
  played = $state(0); // games, of all rulesets together
  wanted = $state(0);
  left = $state<number | null>(null); // seconds, as far as that can be told
  slow = $state(false); // no game is over yet, and that has taken a while
  failed = $state('');
  plan = $state.raw<LabPlan | null>(null);
  figures = $state.raw<LabFigures | null>(null);
  report = $state(''); // a part of the page, once all is played

  private lab: Lab | null = null;
  private workers: Worker[] = [];
  private cells = 1;
  private next = 0; // the first number that nobody has taken
  private stretch = 1;
  private began = 0;
  private looked = 0;
  private patience = 0; // a timer

  start(engine: Engine, plan: LabPlan): void {
    this.stop();
    this.plan = plan;
    this.lab = new Lab(engine, plan);
    this.cells = plan.against === null ? 1 : 2;
    this.next = 0;
    this.played = 0;
    this.wanted = plan.games * this.cells;
    this.stretch = Math.min(256, Math.max(8, Math.ceil(plan.games / 64)));
    this.figures = null;
    this.report = '';
    this.failed = '';
    this.left = null;
    this.patience = window.setTimeout(() => (this.slow = true), 3000);
    this.began = performance.now();
    this.stopped = false;
    this.running = true;
    const hands = Math.max(1, (navigator.hardwareConcurrency ?? 2) - 1);
    for (let i = 0; i < Math.min(hands, 8, Math.ceil(plan.games / this.stretch)); i++) this.hire(plan);
  }

  stop(): void {
    for (const worker of this.workers) worker.terminate();
    this.workers = [];
    this.noLongerSlow();
    this.stopped = this.running;
    if (this.running) this.end();
  }

  // The whole report as a file.
  file(): Blob {
    return new Blob([this.lab?.report('html') ?? ''], { type: 'text/html' });
  }

  private hire(plan: LabPlan): void {
    const worker = new Worker(new URL('./lab-worker.ts', import.meta.url), { type: 'module' });
    this.workers.push(worker);
    worker.onmessage = ({ data }: MessageEvent<LabAnswer>) => {
      if ('failed' in data) return this.fail(data.failed);
      this.note(data.played);
      if (!('counts' in data)) return;
      this.lab?.add(data.counts);
      this.look();
      this.give(worker);
    };
    worker.onerror = (event) => this.fail(event.message);
    worker.postMessage({ plan } satisfies LabJob);
    this.give(worker);
  }

  private give(worker: Worker): void {
    const games = Math.min(this.stretch, this.plan!.games - this.next);
    if (games <= 0) return this.dismiss(worker);
    worker.postMessage({ from: this.next, games } satisfies LabJob);
    this.next += games;
  }

  private note(played: number): void {
    this.played += played * this.cells;
    this.noLongerSlow();
    const seconds = (performance.now() - this.began) / 1000;
    this.left = seconds > 2 ? (seconds / this.played) * (this.wanted - this.played) : null;
  }

  private look(): void {
    const now = performance.now();
    if (now - this.looked < often) return;
    this.looked = now;
    this.figures = this.lab!.figures();
  }

  private noLongerSlow(): void {
    clearTimeout(this.patience);
    this.slow = false;
  }

  private dismiss(worker: Worker): void {
    worker.terminate();
    this.workers = this.workers.filter((other) => other !== worker);
    if (this.workers.length === 0) this.end();
  }

  private end(): void {
    this.running = false;
    if (!this.lab) return;
    const figures = this.lab.figures();
    if (!figures.games) return;
    this.figures = figures;
    this.report = this.lab.report('part');
  }

  private fail(why: string): void {
    this.stop();
    this.failed = why;
  }
}
