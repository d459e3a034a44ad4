// An event that is looked at: how it stands, and again whenever the server says that it has changed. Without a line to the
// server it is asked for now and then.
import { me } from '../lib/me.svelte';
import { type Message, readFrame } from '../session/messages';
import * as events from './events';

const pollMs = 10_000;
const retryMs = 3_000;
const calmMs = 700;
const pageRows = 50;

interface TeamLine {
  name: string;
  text: string;
}

export class EventWatch {
  event = $state.raw<events.EventState | null>(null);
  standings = $state.raw<events.Standing[]>([]);
  total = $state(0);
  open = $state.raw<events.EventGame[]>([]);
  openTotal = $state(0);
  recent = $state.raw<events.EventGame[]>([]);
  entries = $state.raw<events.LogEntry[]>([]);
  chat = $state.raw<TeamLine[]>([]);
  trouble = $state<'' | 'unknown' | 'lost'>('');
  private rows = pageRows;
  private socket: WebSocket | null = null;
  private timer = 0;
  private over = false;
  private asking = false;
  private again = false;

  constructor(readonly code: string) {}

  // For an effect; the function it returns ends it.
  start(): () => void {
    this.over = false;
    void this.load();
    this.connect();
    const poll = setInterval(() => {
      if (document.visibilityState === 'visible' && this.socket?.readyState !== WebSocket.OPEN) void this.load();
    }, pollMs);
    return () => {
      this.over = true;
      clearInterval(poll);
      clearTimeout(this.timer);
      this.socket?.close();
    };
  }

  showMore(): void {
    this.rows += 4 * pageRows;
    void this.load();
  }

  say(text: string): void {
    this.socket?.send(JSON.stringify({ t: 'team', text }));
  }

  // One reading at a time; what changes meanwhile is read after it.
  async load(): Promise<void> {
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    do {
      this.again = false;
      await this.read();
    } while (this.again && !this.over);
    this.asking = false;
  }

  private async read(): Promise<void> {
    try {
      const told = await events.readEvent(this.code, pageRows); // the same for all, so the server writes it once
      if (!told.event) return void (this.trouble = 'unknown');
      const { standings: first, total } = told.standings;
      const standings = await events.readStandings(this.code, this.rows, first, total);
      this.event = told.event;
      this.standings = standings;
      this.total = total;
      this.open = told.open.games;
      this.openTotal = told.open.total;
      this.recent = told.recent;
      this.entries = told.entries.entries;
      this.trouble = '';
      if (!this.socket) this.connect();
    } catch {
      this.trouble = 'lost';
    }
  }

  private connect(): void {
    if (this.over || this.socket || !me.user) return; // nobody has no line; they ask now and then
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`, 'uno.1');
    this.socket = socket;
    socket.onopen = () => {
      this.chat = [];
      socket.send(JSON.stringify({ t: 'follow', code: this.code }));
    };
    socket.onmessage = (frame) => readFrame(String(frame.data)).forEach((message) => this.hear(message));
    socket.onclose = () => {
      this.socket = null;
      if (!this.over) this.timer = window.setTimeout(() => this.connect(), retryMs);
    };
  }

  private hear(message: Message): void {
    const { name = '', text = '' } = message;
    if (message.t === 'team') this.chat = [...this.chat.slice(-49), { name, text }];
    if (message.t !== 'event' && message.t !== 'called') return;
    // Everybody in a hall hears of a change at once: they do not all ask at once.
    const calm = message.t === 'event' && !this.event?.me.organiser ? Math.random() * calmMs : 0;
    setTimeout(() => !this.over && void this.load(), calm);
  }
}
