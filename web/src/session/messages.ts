// What a table's server says: docs/protocol.md, "What you hear". The kinds are rows of src/wire/messages.def.
import type { GameEvent, GameOver, Seat, View } from '../lib/types';
import type { Heard } from './kinds';

export type { ChatLine } from '../lib/engine';

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

export interface LobbyTable {
  code: string;
}

export interface Answer {
  do: string;
  words: string;
}

// Each kind with its fields, and the id of the request that it answers.
type Told<K extends keyof Heard> = { t: K; id?: number | string } & Heard[K];

export type Message = { [K in keyof Heard]: Told<K> }[keyof Heard];

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
