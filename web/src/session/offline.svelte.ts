// A game on this device: the person and bots, the engine in a worker. Nothing here needs a server.
import { isError, loadTableEngine } from '../lib/engine';
import type { LocalAct, LocalNo, LocalStart, Rules } from '../lib/engine';
import type { KeptGame } from '../lib/games';
import { keepGame, newGameId } from '../lib/games';
import type { Seat, TableInfo } from '../lib/types';
import { say } from '../text/play';
import { Fold } from './fold.svelte';
import type { Moment } from './pace';
import { patience, windowMs } from './pace';
import { randomHex } from './random';
import type { Stepped } from './worker-calls';
import { GameWorker } from './worker-calls';

export interface LocalChoice {
  ruleset: string; // a built-in name
  ruleText: string; // rules of one's own instead, or ''
  names: string[]; // by seat
  level: string;
  you: Seat;
  seed?: string; // 64 hex digits; by chance where it is missing
  pace: number; // ms before a bot moves
}

type Deed = { do: 'act'; action: string; q: number } | { do: 'letBe' } | { do: 'undo' };

// What can be done at any moment, whatever has happened since it was pressed.
const isTimeless = (action: string): boolean => action === 'call' || action.startsWith('catch');

const today = (): string => new Date().toLocaleDateString('sv');

export class OfflineSession extends Fold {
  readonly kind = 'offline';
  record = $state.raw(''); // as it was kept last
  readonly id: string;
  pace: number;
  private readonly worker = new GameWorker();
  private deeds: Deed[] = [];
  private wake: () => void = () => {};
  private closed = false;
  private actedAt = 0;
  private keptAt = 0; // actions

  private constructor(
    private readonly seated: string[],
    private readonly level: string,
    seat: Seat,
    pace: number,
    id: string,
  ) {
    super();
    this.you = seat;
    this.pace = pace;
    this.id = id;
  }

  // Deals at once. What is wrong becomes the trouble of the session.
  static begin(choice: LocalChoice): OfflineSession {
    const session = new OfflineSession(choice.names, choice.level, choice.you, choice.pace, newGameId());
    void session.run('cannotBegin', async () => {
      const source = choice.ruleText || choice.ruleset;
      const rules = session.engine!.open(source);
      if (isError(rules)) throw new Error(rules.message);
      session.sit(rules, rules.info.name, rules.info.title);
      const { names, you, seed = randomHex(32) } = choice;
      return session.worker.ask('begin', source, names, session.kinds(), you, seed, today());
    });
    return session;
  }

  // Takes a kept game up where it was.
  static resume(kept: KeptGame, pace: number): OfflineSession {
    const session = new OfflineSession(kept.names, kept.level, kept.you, pace, kept.id);
    void session.run('cannotResume', async () => {
      const reader = session.engine!.record(kept.record);
      if (isError(reader)) throw new Error(reader.message);
      session.sit(reader.rules, kept.ruleset, kept.title);
      reader.close();
      session.record = kept.record;
      return session.worker.ask('resume', kept.record, session.kinds(), kept.you);
    });
    return session;
  }

  close(): void {
    this.closed = true;
    this.worker.close();
    this.wake();
  }

  act(action: string): void {
    this.refused = null;
    this.order({ do: 'act', action, q: this.q });
  }

  override letBe(): void {
    this.order({ do: 'letBe' });
  }

  override undo(): void {
    this.order({ do: 'undo' });
  }

  // ---- sitting down ----

  private kinds(): string[] {
    return this.seated.map(() => this.level);
  }

  // A table like the server's, so that whoever shows it need not know the difference.
  private sit(rules: Rules, ruleset: string, title: string): void {
    const seats: TableInfo['seats'] = this.seated.map((name, i) => {
      const seat = String.fromCharCode(65 + i);
      return seat === this.you ? { seat, kind: 'person', name } : { seat, kind: 'bot', name, bot: this.level };
    });
    this.rules = rules;
    this.here = [this.you!];
    const settings: TableInfo['settings'] = {
      title,
      seats: seats.length,
      is_public: false,
      chat: false,
      spectators: false,
      starts_alone: false,
      think_s: 0,
      reserve_s: 0,
      window_ms: windowMs(this.pace),
      jump_ms: windowMs(this.pace),
      pace_ms: this.pace,
      fill: this.level,
      ruleset,
      rules_title: title,
      rules_hash: rules.info.hash,
    };
    const none = { code: '', link: '', waiting: [], vote: null, commitment: null, paused: null };
    this.takeTable({ ...none, stage: 'playing', host: this.you, settings, seats, games: 1 }, true);
  }

  // ---- playing ----

  private async run(trouble: 'cannotBegin' | 'cannotResume', deal: () => Promise<LocalStart>): Promise<void> {
    try {
      this.engine = await loadTableEngine();
    } catch (error) {
      return this.fail('engine', error);
    }
    try {
      const start = await deal();
      if (this.closed) return;
      this.begin(start);
    } catch (error) {
      return this.fail('cannot', error, trouble);
    }
    await this.play().catch((error: unknown) => this.fail('stopped', error, 'gameStopped'));
  }

  private fail(code: string, error: unknown, key?: 'cannotBegin' | 'cannotResume' | 'gameStopped'): void {
    if (this.closed) return;
    const why = error instanceof Error ? error.message : String(error);
    this.trouble = { code, message: key ? say(key, { why }) : why };
  }

  private begin({ q, you, game, undo }: LocalStart): void {
    if (q) this.standAt(q, game, undo);
    else this.takeStart(q, you, game);
  }

  // In the middle of a game: taken up, taken back, or caught up with.
  private standAt(q: number, game: LocalStart['game'], undo: boolean): void {
    this.q = q;
    this.takeGame(game, !this.log.length);
    this.mayUndo = undo;
    this.actedAt = performance.now();
  }

  private moment(): Moment {
    const events = this.last?.happening.events ?? [];
    return { view: this.view!, events, you: this.you, options: this.options, pace: this.pace };
  }

  // The table goes round until the game is over or put away.
  private async play(): Promise<void> {
    let wait = patience(this.moment());
    let open = false; // what is open to the person stays so until the wait is over
    while (!this.closed) {
      // Bots think while nobody else can do anything; what they do is shown when its time has come.
      const early = this.deeds.length || this.mayAct() || wait === Infinity ? null : this.worker.ask('step');
      await this.rest(wait);
      if (early && this.deeds[0]?.do === 'letBe') this.deeds.shift(); // no more waiting was all it asked for
      const deed = early ? undefined : this.deeds.shift();
      const answer: Stepped | LocalStart = await (early ?? (deed ? this.perform(deed) : this.goOn(open)));
      if (this.closed) return;
      if (answer.t === 'over') return this.finish(answer.winners, answer.scores);
      if (answer.t === 'no') this.refuse(answer);
      else if (answer.t === 'asks') {
        open = answer.open;
        wait = this.askedFor(open);
        if (!open && this.record && this.keptAt !== this.q) await this.keep(null);
      } else {
        await this.take(answer);
        open = false;
        wait = patience(this.moment());
      }
    }
  }

  private mayAct(): boolean {
    return (this.options?.moves.length ?? 0) > 0;
  }

  private isAwaited(): boolean {
    return this.you !== null && this.view!.awaited.includes(this.you);
  }

  // The next deal comes by itself; any other question waits for the person.
  private askedFor(open: boolean): number {
    const wait = open ? windowMs(this.pace) : this.view?.phase === 'deal' ? patience(this.moment()) : Infinity;
    return Math.max(0, this.actedAt + wait - performance.now());
  }

  private goOn(open: boolean): Promise<Stepped> {
    if (this.view!.phase === 'deal' && this.isAwaited()) return this.worker.ask('act', 'deal');
    return this.worker.ask(open ? 'letBe' : 'step');
  }

  private async perform(deed: Deed): Promise<Stepped | LocalStart> {
    if (deed.do !== 'act') return this.worker.ask(deed.do);
    if (deed.q !== this.q && !isTimeless(deed.action))
      return { t: 'no', code: 'stale', message: say('stale'), rules: [] };
    return this.worker.ask('act', deed.action);
  }

  private refuse({ code, message, rules }: LocalNo): void {
    if (code === 'failed' || code === 'no_game') throw new Error(message);
    this.refused = { code, message, rules };
  }

  private async take(message: LocalAct | LocalStart): Promise<void> {
    const back = message.t === 'start';
    if (back) this.write('note', this.you, say('tookBack'));
    if (back || this.hear(message) !== 'heard') {
      const { q, game, undo } = back ? message : await this.worker.ask('view');
      this.standAt(q, game, undo);
    }
    this.mayUndo = message.undo;
    this.actedAt = performance.now();
    if (back || message.by === this.you) await this.keep(null);
  }

  // ---- what the person does, and the time between ----

  private order(deed: Deed): void {
    this.deeds.push(deed);
    this.wake();
  }

  // Until the time is over, or the person does something.
  private rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.deeds.length || this.closed) return resolve();
      const timer = ms === Infinity ? undefined : setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  // ---- keeping ----

  private async finish(winners: Seat[], scores: number[]): Promise<void> {
    this.mayUndo = false;
    await this.keep({ winners, scores });
    this.end({ winners, scores, game: this.id });
  }

  private async keep(result: { winners: Seat[]; scores: number[] } | null): Promise<void> {
    const { text } = await this.worker.ask('record');
    const { ruleset, rules_title: title } = this.table!.settings;
    this.record = text;
    this.keptAt = this.q;
    await keepGame({
      id: this.id,
      at: Date.now(),
      ruleset,
      title,
      names: this.seated,
      you: this.you!,
      level: this.level,
      finished: result !== null,
      won: result?.winners.includes(this.you!) ?? false,
      scores: result?.scores ?? [],
      record: text,
    });
  }
}
