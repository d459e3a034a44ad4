// A guided first game as a table: a scenario that the engine plays. What the person is to do next is marked; the others
// do by themselves what the scenario says of them.
import type { Engine, LessonStep, Rules } from '../lib/engine';
import { EngineError } from '../lib/engine-host';
import { isError } from '../lib/engine';
import type { GameOver, Refusal, RulesInfo, Seat, TableInfo } from '../lib/types';
import { botNames } from '../session/players';
import { plainTable } from '../session/plain';
import type { LogLine, TableSession } from '../session/session';
import { say } from '../text/learn';

const without = (): void => {};

export class LessonSession implements TableSession {
  readonly kind = 'offline';
  readonly you: Seat = 'A';
  readonly hands = null;
  readonly spectators = 0;
  readonly clocks = [];
  readonly held = false;
  readonly notice = '';
  readonly timeUp = '';
  readonly pace = 0;
  readonly mayUndo = false;
  readonly trouble = null;
  readonly table: TableInfo;
  readonly rules: Rules;
  readonly info: RulesInfo;
  readonly here: Seat[];
  readonly steps: number;

  step = $state(0);
  log = $state.raw<LogLine[]>([]);
  last = $state.raw<TableSession['last']>(null);
  refused = $state.raw<Refusal | null>(null);
  private shown: LessonStep = $state.raw(null!);
  private readonly players: string[];

  readonly view = $derived(this.shown.view);
  readonly next = $derived(this.shown.next);
  readonly done = $derived(this.shown.next === null);
  readonly mine = $derived(this.shown.next?.by === this.you);
  readonly q = $derived(this.step);
  readonly options = $derived.by(() => (this.done ? null : this.rules.options(this.view, this.players)));
  readonly over = $derived.by((): GameOver | null =>
    this.done
      ? { winners: this.view.winners, scores: this.view.players.map(({ score }) => score), game: '' }
      : null,
  );

  // Fails with an Error whose message can be shown.
  constructor(
    private readonly engine: Engine,
    private readonly scenario: string,
    title: string,
    step = 0,
  ) {
    this.players = [say('you'), ...botNames];
    const first = engine.lesson(scenario, 0, this.players);
    this.players.length = first.view.players.length;
    const rules = engine.open(first.rules);
    if (isError(rules)) throw new Error(rules.message);
    this.rules = rules;
    this.info = { ...rules.info, title };
    const bots = this.players.map((_, index) => (index ? 'easy' : null));
    this.table = plainTable(this.players, { title, ruleset: rules.info.name, hash: rules.info.hash }, bots);
    this.here = this.table.seats.map(({ seat }) => seat);
    this.steps = first.steps;
    this.shown = first;
    for (let at = 0; at < Math.min(step, first.steps - 1); at++) this.go(false);
  }

  // The next step is done, whoever does it.
  go(told = true): void {
    if (this.done) return;
    const before = this.view;
    const shown = this.engine.lesson(this.scenario, this.step + 1, this.players);
    this.step++;
    this.shown = shown;
    this.refused = null;
    const lines = shown.events.filter((event) => event.told).map(({ text }, i): LogLine => ({
      id: this.step * 100 + i,
      text,
      seat: shown.by,
      kind: 'deed',
    }));
    this.log = [...this.log, ...lines];
    const happening = { q: this.step, by: shown.by, how: null, do: shown.do, events: shown.events, say: null };
    if (told) this.last = { happening, before, after: shown.view };
  }

  act(action: string): void {
    if (this.mine && action === this.next!.do) this.go();
    else this.refused = { code: 'lesson', message: say('followMark'), rules: [] };
  }

  why(): Refusal {
    return { code: 'lesson', message: say('followMark'), rules: [] };
  }

  name(seat: Seat | null): string {
    return seat ? (this.players[seat.charCodeAt(0) - 65] ?? '') : '';
  }

  names(): string[] {
    return this.players;
  }

  letBe = without;
  setPace = without;
  undo = without;
  send = without;
  close = without;
}

export const lessonTrouble = (error: unknown): string =>
  error instanceof EngineError || error instanceof Error ? error.message : String(error);
