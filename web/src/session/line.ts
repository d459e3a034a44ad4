// The line to the server: a WebSocket that is opened again whenever it breaks. What is sent waits while the line is
// down, and what was not answered is sent again once the table is joined anew: the server does nothing twice.
import type { Message } from './messages';
import { readFrame } from './messages';

export type Sent = Record<string, unknown> & { t: string };

export interface LineEars {
  greeted(): void; // a new line is there: join
  heard(message: Message, request: Sent | null): void; // `request`: what it answers, the join included
  joined(): void; // at the table, now or again
  broken(everOpen: boolean): void; // it will be tried again by itself; `everOpen`: this time it had been open
  ended(code: number): void; // for good
}

const firstDelay = 500;
const longestDelay = 15_000;
const quietMs = 20_000; // without a word: is anybody there?
const answerMs = 8_000;
const signedOut = 4001;

interface Pending {
  message: Sent & { id: number };
  sent: boolean; // on this line
  tried: boolean; // on an earlier one
}

const address = (): string => `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;

export class Line {
  private socket: WebSocket | null = null;
  private open = false; // this socket was open
  private atTable = false;
  private pending: Pending[] = [];
  private ids = 0;
  private joining: (Sent & { id: number }) | null = null; // not answered yet
  private delay = 0;
  private timer: ReturnType<typeof setTimeout> | undefined; // the next try, or the next look whether anybody is there
  private done = false;

  constructor(
    private readonly ears: LineEars,
    private readonly dial: () => WebSocket = () => new WebSocket(address(), 'uno.1'),
  ) {}

  start(): void {
    this.done = false;
    addEventListener('online', this.wake);
    addEventListener('offline', this.wake);
    document.addEventListener('visibilitychange', this.wake);
    this.connect();
  }

  close(): void {
    this.done = true;
    removeEventListener('online', this.wake);
    removeEventListener('offline', this.wake);
    document.removeEventListener('visibilitychange', this.wake);
    clearTimeout(this.timer);
    this.drop();
  }

  // Sends as soon as possible, and again if the line breaks before the answer.
  send(message: Sent): void {
    this.pending.push({ message: { ...message, id: ++this.ids }, sent: false, tried: false });
    this.flush();
  }

  // Comes to the table. Until the answer nothing else is sent.
  join(message: Sent): void {
    this.atTable = false;
    this.joining = { ...message, id: ++this.ids };
    this.write(this.joining);
  }

  get waiting(): number {
    return this.pending.length;
  }

  // ---- opening ----

  private connect(): void {
    clearTimeout(this.timer);
    this.drop();
    this.open = false;
    const socket = this.dial();
    this.socket = socket;
    socket.onopen = () => {
      this.open = true;
      this.listen();
    };
    socket.onmessage = (event) => {
      this.listen();
      for (const message of readFrame(String(event.data))) if (this.socket === socket) this.hear(message);
    };
    socket.onclose = (event) => this.lose(event.code);
    this.timer = setTimeout(() => this.lose(0), longestDelay);
  }

  // Lets go of the socket; whatever it still says is not heard.
  private drop(): void {
    const socket = this.socket;
    this.socket = null;
    this.atTable = false;
    this.joining = null;
    for (const pending of this.pending) {
      pending.tried ||= pending.sent;
      pending.sent = false;
    }
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private lose(code: number): void {
    const wasOpen = this.open;
    clearTimeout(this.timer);
    this.drop();
    this.open = false;
    if (this.done) return;
    if (code === signedOut) {
      this.close();
      this.ears.ended(code);
      return;
    }
    this.delay = Math.min(longestDelay, this.delay * 2 || firstDelay);
    this.timer = setTimeout(() => this.connect(), this.delay * (0.75 + Math.random() / 2));
    this.ears.broken(wasOpen);
  }

  // The browser is online or seen again: no more waiting.
  private readonly wake = (): void => {
    if (document.visibilityState === 'hidden') return;
    if (this.open) this.probe();
    else if (!this.socket && navigator.onLine) this.connect();
  };

  // ---- whether anybody is there ----

  private listen(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.probe(), quietMs);
  }

  private probe(): void {
    clearTimeout(this.timer);
    this.write({ t: 'ping' });
    this.timer = setTimeout(() => this.lose(0), answerMs);
  }

  // ---- what comes and goes ----

  private write(message: Sent): void {
    if (this.open) this.socket?.send(JSON.stringify(message));
  }

  private flush(): void {
    if (!this.atTable) return;
    for (const pending of this.pending) {
      if (pending.sent) continue;
      pending.sent = true;
      this.write(pending.message);
    }
  }

  private hear(message: Message): void {
    if (message.t === 'hello') this.ears.greeted();
    if (!this.atTable && message.t === 'act' && message.do && !message.how) this.noteDone(message.do);
    const request = this.requestOf(message);
    const arrives = request?.t === 'join' && (message.t === 'joined' || message.t === 'resumed');
    this.ears.heard(message, request);
    if (!arrives || this.joining) return; // or it had to be asked for anew
    this.atTable = true;
    this.delay = 0;
    this.ears.joined();
    this.flush();
  }

  private requestOf(message: Message): Sent | null {
    if (message.id === undefined) return null;
    if (message.id === this.joining?.id) {
      const request = this.joining;
      this.joining = null;
      return request;
    }
    const at = this.pending.findIndex((one) => one.message.id === message.id);
    return at < 0 ? null : this.pending.splice(at, 1)[0].message;
  }

  // What was missed tells that an action had come through before the line broke: it is not sent again.
  private noteDone(action: string): void {
    const at = this.pending.findIndex(({ message, tried }) => tried && message.t === 'do' && message.do === action);
    if (at >= 0) this.pending.splice(at, 1);
  }
}
