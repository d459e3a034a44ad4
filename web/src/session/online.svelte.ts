// A table of the server, over a WebSocket that comes back by itself.
import { ApiError } from '../lib/api';
import { loadTableEngine } from '../lib/engine';
import { askMe, beSomebody, me } from '../lib/me.svelte';
import { say } from '../text/play';
import { FairPart } from './fair';
import { Fold } from './fold.svelte';
import type { Sent } from './line';
import { Line } from './line';
import type { Message, TableMessage } from './messages';

const protocol = 'uno.1';
const retryMs = 5_000;

interface Refused {
  code: string;
  message: string;
  rules?: string[];
}

// Refusals that this page has words for in the reader's language.
const words: Record<string, () => string> = {
  no_such_table: () => say('noSuchTable'),
  no_spectators: () => say('among'),
  closed: () => say('closed'),
  stale: () => say('stale'),
  storage_full: () => say('storageFull'),
};

export class OnlineSession extends Fold {
  readonly kind = 'online';
  readonly code: string;
  connected = $state(false); // at the table, right now
  private readonly line: Line;
  private readonly fair: FairPart;
  private heldAction = '';
  private leavesSeat = false; // the own wish to give the seat up
  private failures = 0; // lines that were never opened, in a row
  private serverNotice = '';
  private closed = false;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(code: string, dial?: () => WebSocket) {
    super();
    this.code = code;
    this.fair = new FairPart(code);
    this.line = new Line(
      {
        greeted: () => this.join(),
        heard: (message, request) => this.heard(message, request),
        joined: () => this.arrived(),
        broken: (everOpen) => void this.broken(everOpen),
        ended: () => this.fail('signed_out', say('signedOut')),
      },
      dial,
    );
    void this.begin();
  }

  private async begin(): Promise<void> {
    clearTimeout(this.retry);
    try {
      [this.engine] = await Promise.all([loadTableEngine(), beSomebody()]);
    } catch (error) {
      return this.failToBegin(error);
    }
    this.trouble = null;
    if (!this.closed) this.line.start();
  }

  // A server that is away, or starts just now, may be there in a moment.
  private failToBegin(error: unknown): void {
    if (this.closed) return;
    const message = error instanceof Error ? error.message : String(error);
    if (!(error instanceof ApiError)) return this.fail('engine', message);
    if (error.status && error.status < 500) return this.fail(error.code, message);
    this.fail('unreachable', say('noServer'));
    this.retry = setTimeout(() => void this.begin(), retryMs);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    this.line.close();
  }

  // After a trouble that may have passed: from the beginning.
  again(): void {
    this.line.close();
    void this.begin();
  }

  // Watches on after having been sent away from the seat.
  dismissTrouble(): void {
    this.trouble = null;
  }

  // ---- saying ----

  act(action: string, text?: string): void {
    this.send(text ? { t: 'do', do: action, q: this.q, text } : { t: 'do', do: action, q: this.q });
  }

  override send(message: Record<string, unknown>): void {
    const sent: Sent = { ...message, t: String(message.t) };
    if (sent.t === 'ready') this.addPart(sent);
    if (sent.t === 'stand') this.leavesSeat = true;
    this.refused = null;
    this.line.send(sent);
    if (this.table && !this.connected && !this.trouble) this.noteBreak();
  }

  // Everybody's part of the chance of the next deal: its hash now, itself once the table is sealed.
  private addPart(ready: Sent): void {
    if (ready.yes === false) return this.fair.forget();
    ready.yes = true;
    if (this.engine) ready.commit = this.fair.commit(this.table, (seed) => this.engine!.commit(seed));
  }

  private playFair(message: TableMessage): void {
    if (!this.table) return;
    if (message.t === 'joined' || message.t === 'resumed') this.fair.again();
    if (message.t === 'start') this.fair.dealt(this.table, this.you, message.game.id ?? '', message.game.view.hand);
    else if (message.t === 'joined' && message.game?.id && this.table.stage === 'playing')
      this.fair.dealt(this.table, this.you, message.game.id, null);
    const seed = this.fair.hear(this.table, this.you);
    if (seed) this.line.send({ t: 'reveal', seed });
    if (this.fair.doubtful) this.notice = this.serverNotice = say('doubtful');
    if (!this.fair.owesCommit(this.table, this.you)) return;
    const ready: Sent = { t: 'ready' };
    this.addPart(ready);
    this.line.send(ready);
  }

  private join(): void {
    const since = this.view && this.table ? { since: this.q } : {};
    this.resuming = 'since' in since;
    this.line.join({ t: 'join', code: this.code, ...since });
  }

  // ---- hearing ----

  private heard(message: Message, request: Sent | null): void {
    switch (message.t) {
      case 'hello':
        if (message.protocol !== protocol) this.fail('bad_protocol', say('oldPage'));
        this.user = me.user = message.user;
        return;
      case 'ok':
      case 'lobby': // not asked for here
      case 'actions':
      case 'event': // of events
      case 'called':
      case 'team':
        return;
      case 'held':
        this.held = request?.t === 'do';
        this.heldAction = String(request?.do ?? '');
        return;
      case 'no':
        return this.refuse(message, request);
      case 'closed':
        return this.fail(message.code, this.inWords(message));
      case 'notice':
        return this.notify(message.code, message.message);
      default:
        return this.fold(message);
    }
  }

  private fold(message: TableMessage): void {
    const seat = this.you;
    const heard = this.hear(message);
    if (heard === 'old') this.fail('bad_protocol', say('oldPage'));
    if (heard === 'gap') {
      this.resuming = false;
      this.line.join({ t: 'join', code: this.code });
    }
    if (heard === 'heard') this.playFair(message);
    if (message.t === 'act' && this.heldAction === 'catch' && message.e.some(([name]) => name === 'called'))
      this.held = false;
    if (seat && !this.you && !this.leavesSeat) this.trouble = { code: 'kicked', message: say('kicked') };
    if (!this.you) this.leavesSeat = false;
  }

  private refuse({ code, message, rules = [] }: Refused, request: Sent | null): void {
    if (code === 'storage_full') this.notify(code, message);
    if (request?.t === 'reveal') return; // it came twice, or too late: the record will say so
    const sentence = this.inWords({ code, message });
    if (request?.t === 'join') this.fail(code, sentence);
    else if (request) this.refused = { code, message: sentence, rules };
  }

  // In the reader's language: what this page knows, what the engine says of a rule; or as the server says it.
  private inWords({ code, message }: Refused): string {
    return words[code]?.() ?? this.rules?.explain(code) ?? message;
  }

  private fail(code: string, message: string): void {
    this.trouble = { code, message };
    this.notice = '';
    if (code !== 'unreachable' && code !== 'engine') this.line.close();
  }

  // ---- the line ----

  private arrived(): void {
    this.connected = true;
    this.failures = 0;
    this.notice = this.serverNotice = '';
    if (this.trouble?.code === 'unreachable') this.trouble = null;
  }

  private async broken(everOpen: boolean): Promise<void> {
    this.connected = false;
    this.noteBreak();
    this.failures = everOpen ? 0 : this.failures + 1;
    if (!everOpen) await this.wonder();
  }

  private noteBreak(): void {
    const lost = this.line.waiting ? 'lostWaiting' : navigator.onLine ? 'lost' : 'offlineNow';
    this.notice = this.serverNotice || say(lost);
  }

  // Why does the server not take the line? A socket that is refused does not say.
  private async wonder(): Promise<void> {
    const user = await askMe();
    if (this.closed || this.connected) return;
    if (!me.reachable) {
      if (!this.table) this.fail('unreachable', say('noServer'));
    } else if (!user) {
      if (this.table) this.fail('signed_out', say('signedOut'));
      else await beSomebody().catch(() => undefined);
    } else if (this.failures >= 4 && !this.table) this.fail('refused', say('notTaken'));
  }

  private notify(code: string, message: string): void {
    const known: Record<string, string> = {
      storage_full: say('storageFull'),
      storage_good: '',
      going_down: say('goingDown'),
    };
    this.serverNotice = known[code] ?? message;
    this.notice = this.serverNotice;
  }
}
