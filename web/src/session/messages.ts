// What a table's server says: docs/protocol.md, "What you hear".
import type { ViewDelta } from '../lib/engine';
import type { GameEvent, GameOver, Seat, TableInfo, User, View } from '../lib/types';

export interface ChatLine {
  user?: string;
  name: string;
  text?: string;
  phrase?: string;
  emote?: string;
}

export interface RulesTold {
  text: string;
}

export interface GameTold {
  id?: string;
  view: View;
  events: GameEvent[];
  left_ms?: Record<Seat, number>;
  over?: GameOver | null;
}

interface Told {
  id?: number | string; // of the request that this answers
}

export interface Joined extends Told {
  t: 'joined';
  q: number;
  you: Seat | null;
  table: TableInfo;
  here: Seat[];
  rules: RulesTold;
  game: GameTold | null;
  chat?: ChatLine[];
}

export interface Resumed extends Told {
  t: 'resumed';
  q: number;
  you: Seat | null;
  table: TableInfo;
  here: Seat[];
  left_ms?: Record<Seat, number>;
  over?: GameOver | null;
  chat?: ChatLine[];
}

export interface Started extends Told {
  t: 'start';
  q: number;
  you: Seat | null;
  table: TableInfo;
  game: GameTold;
}

export interface Acted extends Told {
  t: 'act';
  q: number;
  by: Seat;
  how?: 'bot' | 'clock';
  do?: string;
  e: GameEvent[];
  v: ViewDelta;
  say?: string;
  reserve_ms?: number;
  over?: GameOver | null;
}

export interface TableChanged extends Told {
  t: 'table';
  q: number;
  table: TableInfo;
  rules?: RulesTold;
  over?: GameOver | null;
}

export type TableMessage =
  | Joined
  | Resumed
  | Started
  | Acted
  | TableChanged
  | (Told & { t: 'here'; seats: Seat[]; spectators: number })
  | (Told & ChatLine & { t: 'chat' });

export type Message =
  | TableMessage
  | (Told & { t: 'hello'; protocol: string; user: User })
  | (Told & { t: 'ok' | 'held' })
  | (Told & { t: 'no'; code: string; message: string })
  | (Told & { t: 'closed'; message: string })
  | (Told & { t: 'notice'; code: string; message: string });

// A frame may hold several messages, parted by line ends; what is no message is passed over.
export function readFrame(frame: string): Message[] {
  const messages: Message[] = [];
  for (const line of frame.split('\n')) {
    try {
      const message: unknown = line && JSON.parse(line);
      if (message && typeof (message as Message).t === 'string') messages.push(message as Message);
    } catch {
      // Not of this protocol.
    }
  }
  return messages;
}
