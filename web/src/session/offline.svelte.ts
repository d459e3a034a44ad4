// A game on this device: the person and bots, at the engine's table in a worker. Nothing here needs a server.
import { loadTableEngine } from '../lib/engine';
import type { GameAnswer } from '../lib/engine';
import type { KeptGame } from '../lib/games';
import { keepGame, newGameId } from '../lib/games';
import type { Seat } from '../lib/types';
import { say } from '../text/play';
import { KnownSession } from './known.svelte';
import type { Message } from './messages';
import { randomHex } from './random';
import { GameThread } from './thread';

export interface LocalChoice {
  ruleset: string; // a built-in name, with options as the engine opens it
  ruleText: string; // rules of one's own instead, or ''
  names: string[]; // by seat
  level: string;
  you: Seat;
  seed?: string; // 64 hex digits; by chance where it is missing
  pace: number; // ms before a bot moves
}

type Known = Pick<KeptGame, 'id' | 'names' | 'level' | 'you'>;

const today = (): string => new Date().toLocaleDateString('sv');

export class OfflineSession extends KnownSession {
  readonly kind = 'offline';
  record = $state.raw(''); // as it was kept last
  readonly id: string;
  private readonly thread = new GameThread((answer) => this.hearTable(answer));
  private closed = false;
  private keeps = true; // this browser has room for the game
  private takesBack = false;
  private hinted: (words: string) => void = () => {};

  private constructor(
    private readonly kept: Known,
    private readonly failing: 'cannotBegin' | 'cannotResume',
  ) {
    super();
    this.id = kept.id;
  }

  // Deals at once. What is wrong becomes the trouble of the session.
  static begin({ names, level, you, pace, seed, ruleset, ruleText }: LocalChoice): OfflineSession {
    const session = new OfflineSession({ id: newGameId(), names, level, you }, 'cannotBegin');
    const chance = { seed: seed ?? randomHex(32), date: today() };
    void session.sit({ do: 'begin', rules: ruleText || ruleset, names, ...chance, ...session.sitting(pace) });
    return session;
  }

  // Takes a kept game up where it was.
  static resume(kept: KeptGame, pace: number): OfflineSession {
    const session = new OfflineSession(kept, 'cannotResume');
    session.record = kept.record;
    void session.sit({ do: 'resume', record: kept.record, title: kept.title, ...session.sitting(pace) });
    return session;
  }

  override close(): void {
    this.closed = true;
    this.thread.close();
    super.close();
  }

  act(action: string): void {
    this.refused = null;
    this.thread.order({ do: 'act', action, q: this.q });
  }

  override letBe(): void {
    this.thread.order({ do: 'letBe' });
  }

  // What a good player would do. A hint that comes late, for a table that has moved on, is none.
  hint(): Promise<string> {
    this.thread.order({ do: 'hint' });
    return new Promise((resolve) => (this.hinted = resolve));
  }

  override setPace(pace: number): void {
    this.pace = pace;
    this.thread.order({ do: 'pace', pace });
  }

  override undo(): void {
    this.takesBack = true;
    this.thread.order({ do: 'undo' });
  }

  // ---- sitting down ----

  private sitting(pace: number): { kinds: string[]; you: Seat; pace: number } {
    const { names, level, you } = this.kept;
    this.pace = pace;
    return { kinds: names.map(() => level), you, pace };
  }

  private async sit(order: Parameters<GameThread['order']>[0]): Promise<void> {
    try {
      const engine = await loadTableEngine();
      if (this.closed) return;
      this.open(engine);
      this.thread.order(order);
    } catch (error) {
      this.trouble = { code: 'engine', message: error instanceof Error ? error.message : String(error) };
    }
  }

  // ---- hearing ----

  private hearTable({ say: messages, undo, failed, record, hint }: GameAnswer): void {
    if (this.closed) return;
    if (hint !== undefined) return this.hinted(hint && this.known ? this.known.hint(hint) : '');
    if (failed !== null) return this.fail(failed);
    for (const message of messages) this.hearOne(message);
    this.mayUndo = undo;
    if (this.over && this.over.game !== this.id) this.over = { ...this.over, game: this.id };
    if (record !== undefined) void this.keep(record);
  }

  private hearOne(text: string): void {
    const heard = this.hear(text);
    if (heard === 'no') {
      const { code = '', message, rules = [] } = JSON.parse(text) as Message;
      this.refused = { code, message: this.inWords({ code, message }), rules };
    }
    if (heard === 'joined' && this.takesBack) this.write('note', this.you, say('tookBack'));
    this.takesBack = false;
    if (heard === 'bad' || heard === 'gap') this.fail(heard);
  }

  private fail(why: string): void {
    const [code, key] = this.table ? (['stopped', 'gameStopped'] as const) : (['cannot', this.failing] as const);
    this.trouble = { code, message: say(key, { why }) };
  }

  // ---- keeping ----

  private async keep(record: string): Promise<void> {
    const { ruleset, rules_title: title } = this.table!.settings;
    const { over } = this;
    this.record = record;
    const kept = await keepGame({
      ...this.kept,
      at: Date.now(),
      ruleset,
      title,
      finished: over !== null,
      won: over?.winners.includes(this.kept.you) ?? false,
      scores: over?.scores ?? [],
      record,
    });
    if (kept !== this.keeps) this.notice = kept ? '' : say('cannotKeep');
    this.keeps = kept;
  }
}
