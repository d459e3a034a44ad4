// What a table on the screen shows and calls, whoever is at the other end: the server over a WebSocket
// (online.svelte.ts), the engine in a worker (offline.svelte.ts), or a record (replay).
import type { Clock, Rules } from '../lib/engine';
import type { CardCode, GameOver, Happening, Options, Refusal, RulesInfo, Seat, TableInfo, View } from '../lib/types';

export interface LogLine {
  id: number; // rising
  text: string; // a sentence in the reader's language
  seat: Seat | null; // whom it is about
  kind: 'deed' | 'note' | 'chat';
  card?: CardCode | null; // that it is about, seen by all
  deal?: number; // with this line so many deals have begun
}

// All fields are reactive ($state in a class).
export interface TableSession {
  readonly kind: 'online' | 'offline' | 'replay';
  readonly table: TableInfo | null; // null until the first answer
  readonly info: RulesInfo | null;
  readonly rules: Rules | null; // the engine's
  readonly you: Seat | null; // null: watching
  readonly q: number; // of the last action or change that was heard
  readonly view: View | null; // null before the first game
  readonly hands: Record<Seat, string[]> | null; // replay with all cards open
  readonly options: Options | null; // what you may do now
  readonly here: Seat[]; // connected
  readonly spectators: number;
  readonly clocks: Clock[];
  readonly log: LogLine[]; // the newest last
  // The last action, for motion and sound: a new object each time. `before` is the view it changed.
  readonly last: { happening: Happening; before: View | null; after: View } | null;
  readonly over: GameOver | null;
  readonly held: boolean; // your action waits for a window to close
  readonly trouble: { code: string; message: string } | null; // a page-filling one: no such table, full, closed...
  readonly timeUp: string; // what the clock has just done for you, as a sentence; or ''
  readonly notice: string; // a quiet banner: connection lost, disk full; '' for none
  readonly mayUndo: boolean;

  name(seat: Seat | null): string;
  names(): string[]; // by seat
  act(action: string, text?: string): void;
  letBe(): void; // what is open beside the question is passed over (offline)
  readonly pace: number; // ms before a bot moves (offline)
  setPace(pace: number): void;
  undo(): void; // offline
  hint?(): Promise<string>; // what a good player would do, in words; '' where there is nothing to do
  why(action: string): Refusal | null; // asked before acting, from the engine in the page
  refused: Refusal | null; // the last refusal, shown until dismissed
  send(message: Record<string, unknown>): void; // any other message of docs/protocol.md (online)
  close(): void;
}
