// A table of the server, over a WebSocket that comes back by itself.
import { ApiError } from '../lib/api';
import type { FairPart, KnownTable } from '../lib/engine';
import { loadTableEngine } from '../lib/engine';
import { askMe, beSomebody, me } from '../lib/me.svelte';
import type { Seat, User } from '../lib/types';
import { say } from '../text/play';
import { keep, keepPledge, pledgeOf } from './fair';
import { KnownSession } from './known.svelte';
import type { Sent } from './line';
import { Line } from './line';
import type { Message } from './messages';
import { randomHex } from './random';

const retryMs = 5_000;

export class OnlineSession extends KnownSession {
  readonly kind = 'online';
  readonly code: string;
  user = $state.raw<User | null>(null); // who the server takes us for
  connected = $state(false); // at the table, right now
  private readonly line: Line;
  private leavesSeat = false; // the own wish to give the seat up
  private failures = 0; // lines that were never opened, in a row
  private serverNotice = '';
  private closed = false;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(code: string, dial?: () => WebSocket) {
    super();
    this.code = code;
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
      const [engine] = await Promise.all([loadTableEngine(), beSomebody()]);
      if (this.closed) return;
      if (!this.known) this.takeUp(this.open(engine));
    } catch (error) {
      return this.failToBegin(error);
    }
    this.trouble = null;
    this.line.start();
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

  override close(): void {
    this.closed = true;
    clearTimeout(this.retry);
    this.line.close();
    super.close();
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

  // The seat that one stood up from during the game, and can take back.
  get leftSeat(): Seat | null {
    const { user, table } = this;
    return table?.seats.find((one) => one.left && user && one.user === user.id)?.seat ?? null;
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

  // ---- the own part of fair deals ----

  // A reload may have come between the hash of a seed and the seed.
  private takeUp(known: KnownTable): void {
    const pledge = pledgeOf(this.code);
    if (pledge && !known.pledge(pledge)) keepPledge(this.code, '');
  }

  // Everybody's part of the chance of the next deal: its hash now, itself once the table is sealed.
  private addPart(ready: Sent): void {
    ready.yes = ready.yes !== false;
    const part = this.known?.commit(ready.yes ? randomHex(32) : '');
    if (!part) return;
    if (part.commit) ready.commit = part.commit;
    keepPledge(this.code, part.pledge);
  }

  protected override playFair({ reveal, owes, doubtful, pledge, kept }: FairPart): void {
    keepPledge(this.code, pledge);
    if (kept) keep(this.game, kept);
    if (reveal) this.line.send({ t: 'reveal', seed: reveal });
    if (doubtful) this.notice = this.serverNotice = say('doubtful');
    if (!owes) return;
    const ready: Sent = { t: 'ready' };
    this.addPart(ready);
    this.line.send(ready);
  }

  private join(): void {
    const since = this.known?.resumes(this.table?.code ?? this.code);
    this.line.join({ t: 'join', code: this.code, ...since });
  }

  // ---- hearing ----

  private heard(message: Message, request: Sent | null): void {
    const seat = this.you;
    const heard = this.hear(JSON.stringify(message));
    if (heard === 'bad') return this.fail('bad_protocol', say('oldPage'));
    if (heard === 'gap') return this.join();
    if (seat && !this.you && !this.leavesSeat && !this.leftSeat) this.trouble = { code: 'kicked', message: say('kicked') };
    if (!this.you) this.leavesSeat = false;
    switch (message.t) {
      case 'hello':
        this.user = me.user = message.user ?? null;
        return;
      case 'no':
        return this.refuse(message, request);
      case 'closed':
        return this.fail(message.code ?? '', this.inWords(message));
      case 'notice':
        return this.notify(message.code, message.message);
    }
  }

  private refuse({ code = '', message = '', rules = [], field, reason }: Message, request: Sent | null): void {
    if (code === 'storage_full') this.notify(code, message);
    if (request?.t === 'reveal') return; // it came twice, or too late: the record will say so
    const sentence = this.inWords({ code, message });
    if (request?.t === 'join') this.fail(code, sentence);
    else if (request) this.refused = { code, message: sentence, rules, field, reason };
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

  private notify(code = '', message = ''): void {
    const known: Record<string, string> = {
      storage_full: say('storageFull'),
      storage_good: '',
      going_down: say('goingDown'),
    };
    this.serverNotice = known[code] ?? message;
    this.notice = this.serverNotice;
  }
}
