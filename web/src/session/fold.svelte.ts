// A table as it is known here: hears the messages of docs/protocol.md and remembers what they say, reactively. The
// server's tables and the games on this device are both folded here.
import type { Engine, Rules } from '../lib/engine';
import { isError } from '../lib/engine';
import type { GameEvent, GameOver, Happening, Options, Refusal, RulesInfo } from '../lib/types';
import type { Seat, TableInfo, User, View } from '../lib/types';
import { say } from '../text/play';
import { chatText, unheard } from './chat';
import { runningClocks, toldClocks } from './clocks';
import { changed } from './delta';
import type { Acted, ChatLine, GameTold, Joined, Resumed, RulesTold } from './messages';
import type { Started, TableChanged, TableMessage } from './messages';
import type { Clock, LogLine, TableSession } from './session';

const logKept = 400;
const chatKept = 60;

// "gap": something was missed; nothing has changed, and the table must be joined anew. "old": this page does not know
// the rules as the server does.
export type Heard = 'heard' | 'gap' | 'old';

const letter = (index: number): Seat => String.fromCharCode(65 + index);

export abstract class Fold implements TableSession {
  abstract readonly kind: TableSession['kind'];
  table = $state.raw<TableInfo | null>(null);
  rules = $state.raw<Rules | null>(null);
  user = $state.raw<User | null>(null); // who the server takes us for
  you = $state<Seat | null>(null);
  view = $state.raw<View | null>(null);
  readonly hands = null;
  here = $state.raw<Seat[]>([]);
  spectators = $state(0);
  clocks = $state.raw<Clock[]>([]);
  log = $state.raw<LogLine[]>([]);
  last = $state.raw<TableSession['last']>(null);
  over = $state.raw<GameOver | null>(null);
  held = $state(false);
  trouble = $state.raw<TableSession['trouble']>(null);
  notice = $state('');
  mayUndo = $state(false);
  refused = $state.raw<Refusal | null>(null);
  info = $derived.by(() => this.infoNow());
  options = $derived.by(() => this.optionsNow());

  q = $state(0); // the last number heard
  protected engine: Engine | null = null;
  protected resuming = false; // what was missed is being told: numbers may be left out
  private players = $state.raw<string[]>([]); // who plays, or played, by seat
  private lines = 0;
  private chat: ChatLine[] = [];
  private standing: { clocks: Clock[]; at: number } | null = null; // while the game is paused

  abstract act(action: string, text?: string): void;
  abstract close(): void;
  letBe(): void {}
  undo(): void {}
  send(_message: Record<string, unknown>): void {}

  name(seat: Seat | null): string {
    return seat ? (this.players[seat.charCodeAt(0) - 65] ?? say('seat', { seat })) : '';
  }

  names(): string[] {
    return this.players;
  }

  why(action: string): Refusal | null {
    return this.rules && this.view ? this.rules.refusal(this.view, action) : null;
  }

  // ---- what follows ----

  // The server knows what a ruleset is called; its rules alone do not.
  private infoNow(): RulesInfo | null {
    const info = this.rules?.info;
    const settings = this.table?.settings;
    if (!info || !settings || info.name === settings.ruleset) return info ?? null;
    return { ...info, name: settings.ruleset, title: settings.rules_title };
  }

  private optionsNow(): Options | null {
    if (!this.rules || !this.view || this.over) return null;
    const options = this.rules.options(this.view, this.players);
    return this.table?.paused ? { ...options, besides: [], moves: [] } : options;
  }

  // ---- hearing ----

  hear(message: TableMessage): Heard {
    switch (message.t) {
      case 'joined':
        return this.hearJoined(message);
      case 'resumed':
        return this.hearResumed(message);
      case 'start':
        return this.hearStart(message);
      case 'act':
        return this.hearAct(message);
      case 'table':
        return this.hearTable(message);
      case 'here':
        this.here = message.seats;
        this.spectators = message.spectators;
        return 'heard';
      case 'chat':
        this.hearChat(message);
        return 'heard';
    }
  }

  private isNext(q: number): boolean {
    return q === this.q + 1 || (this.resuming && q > this.q);
  }

  private hearJoined(message: Joined): Heard {
    if (!this.openRules(message.rules, message.table)) return 'old';
    this.you = message.you;
    this.here = message.here;
    this.q = message.q;
    this.resuming = false;
    this.takeTable(message.table, message.game !== null || !this.view);
    if (message.game) this.takeGame(message.game, !this.log.length);
    else this.forgetGame();
    this.hearTail(message.chat);
    return 'heard';
  }

  private hearResumed(message: Resumed): Heard {
    const other = message.table.settings.rules_hash !== this.table?.settings.rules_hash;
    if (message.q < this.q || message.you !== this.you || other || !this.view) return 'gap';
    this.here = message.here;
    this.q = message.q;
    this.resuming = false;
    this.takeTable(message.table, false);
    this.over = message.over ?? null;
    this.takeClocks(toldClocks(message.table, message.left_ms, performance.now()));
    this.hearTail(message.chat);
    return 'heard';
  }

  private hearStart(message: Started): Heard {
    const other = message.table.settings.rules_hash !== this.table?.settings.rules_hash;
    if (!this.isNext(message.q) || other || !this.rules) return 'gap';
    this.takeTable(message.table, true);
    this.takeStart(message.q, message.you, message.game);
    for (const { seat, revealed } of message.table.seats)
      if (revealed === false) this.write('note', seat, say('unrevealed', { name: this.name(seat) }));
    return 'heard';
  }

  private hearTable(message: TableChanged): Heard {
    const { table } = message;
    const other = table.settings.rules_hash !== this.table?.settings.rules_hash;
    if (!this.isNext(message.q) || (other && !message.rules)) return 'gap';
    if (message.rules && !this.openRules(message.rules, table)) return 'old';
    if (message.rules || message.game === null) this.forgetGame();
    const asked = this.view?.awaited ?? [];
    this.q = message.q;
    if (this.user) this.you = table.seats.find((seat) => seat.user === this.user?.id)?.seat ?? null;
    this.takeTable(table, !this.view);
    if (message.over && this.view) {
      this.over = message.over;
      this.clocks = [];
    } else if (this.view && table.stage === 'playing') this.runClocks(asked, null);
    return 'heard';
  }

  private hearAct(message: Acted): Heard {
    if (!this.isNext(message.q) || !this.view || !this.table || !this.rules) return 'gap';
    const before = this.view;
    let after: View;
    try {
      after = changed(before, message.v, this.rules.info.cards.map((card) => card.code));
    } catch {
      return 'gap';
    }
    this.q = message.q;
    this.view = after;
    this.noteActor(message);
    this.noteHeld(message);
    if (message.by === this.you) this.refused = null;
    const happening: Happening = { q: message.q, by: message.by, events: message.e };
    if (message.how) happening.how = message.how;
    if (message.do !== undefined) happening.do = message.do;
    if (message.say) happening.say = message.say;
    this.last = { happening, before, after };
    this.tell(message.e, message.by);
    if (message.say) this.write('chat', message.by, `${this.name(message.by)}: ${message.say}`);
    if (message.over) this.end(message.over);
    else this.runClocks(before.awaited, message.by);
    return 'heard';
  }

  private noteActor({ by, how, reserve_ms }: Acted): void {
    const seats = this.table!.seats.map((seat) =>
      seat.seat === by ? { ...seat, away: how ? seat.away : false, reserve_ms: reserve_ms ?? seat.reserve_ms } : seat,
    );
    this.table = { ...this.table!, seats };
  }

  // An action that waits for a window is dropped when its seat acts, or when the table moves on.
  private noteHeld({ by, e }: Acted): void {
    const moved = e.some(([name]) => !['called', 'call_failed', 'caught', 'false_catch', 'drew'].includes(name));
    if (by === this.you || moved) this.held = false;
  }

  // The game is over: the table gathers again, and nobody is ready.
  protected end(over: GameOver): void {
    this.over = over;
    this.held = false;
    this.takeClocks([]);
    const seats = this.table!.seats.map((seat) => (seat.kind === 'bot' ? seat : { ...seat, ready: false }));
    this.table = { ...this.table!, stage: 'gathering', seats };
  }

  // ---- the parts ----

  // Built-in rules have a book of their own; others are known by their text alone.
  protected openRules(told: RulesTold, table: TableInfo): boolean {
    const { ruleset, rules_hash } = table.settings;
    if (this.rules?.info.hash === rules_hash && this.table?.settings.ruleset === ruleset) return true;
    const builtin = this.engine?.rulesets().some((one) => one.name === ruleset);
    for (const source of builtin ? [ruleset, told.text] : [told.text]) {
      const rules = this.engine?.open(source);
      if (!rules || isError(rules) || rules.info.hash !== rules_hash) continue;
      this.rules = rules;
      return true;
    }
    return false;
  }

  // Who plays is known by name until the next game, whoever sits there then.
  protected takeTable(table: TableInfo, anew: boolean): void {
    this.table = table;
    this.notePause();
    const old = this.players;
    if (!anew && table.stage !== 'playing') return;
    this.players = table.seats.map(({ seat, name }, i) => name || (!anew && old[i]) || say('seat', { seat }));
  }

  protected takeStart(q: number, you: Seat | null, game: GameTold): void {
    this.q = q;
    this.you = you;
    this.takeGame(game, true);
    this.last = { happening: { q, by: null, events: game.events }, before: null, after: game.view };
  }

  protected takeGame(game: GameTold, told: boolean): void {
    this.view = game.view;
    this.over = game.over ?? null;
    this.held = false;
    this.refused = null;
    this.last = null;
    // More may have played than sit here now.
    while (this.players.length < game.view.players.length)
      this.players = [...this.players, say('seat', { seat: letter(this.players.length) })];
    this.takeClocks(this.table ? toldClocks(this.table, game.left_ms, performance.now()) : []);
    if (told) this.tell(game.events, null);
  }

  private forgetGame(): void {
    this.view = null;
    this.over = null;
    this.last = null;
    this.held = false;
    this.refused = null;
    this.clocks = [];
  }

  // ---- clocks ----

  private takeClocks(clocks: Clock[]): void {
    this.standing = null;
    this.clocks = clocks;
    this.notePause();
  }

  private runClocks(asked: Seat[], actor: Seat | null): void {
    if (this.standing) return;
    this.clocks = runningClocks(this.clocks, this.table!, this.view!, asked, actor, performance.now());
  }

  // In a pause no clock is shown; afterwards they go on with what was left.
  private notePause(): void {
    const now = performance.now();
    if (this.table?.paused && !this.standing) {
      this.standing = { clocks: this.clocks, at: now };
      this.clocks = [];
    } else if (!this.table?.paused && this.standing) {
      const { clocks, at } = this.standing;
      this.standing = null;
      this.clocks = clocks.map((clock) => ({ ...clock, ends: clock.ends + now - at }));
    }
  }

  // ---- the log ----

  protected tell(events: GameEvent[], by: Seat | null): void {
    if (!this.rules) return;
    for (const text of this.rules.tell(events, this.players, this.you).told) this.write('deed', by, text);
  }

  protected write(kind: LogLine['kind'], seat: Seat | null, text: string): void {
    this.log = [...this.log.slice(1 - logKept), { id: ++this.lines, text, seat, kind }];
  }

  private hearChat(line: ChatLine): void {
    const seat = this.table?.seats.find((one) => line.user && one.user === line.user)?.seat ?? null;
    this.chat = [...this.chat.slice(1 - chatKept), line];
    this.write('chat', seat, `${line.name}: ${chatText(line)}`);
  }

  private hearTail(tail: ChatLine[] | undefined): void {
    for (const line of unheard(tail ?? [], this.chat)) this.hearChat(line);
  }
}
