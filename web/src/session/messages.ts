// What a server says, as far as the line to it has to know: the rest of a message (docs/protocol.md) is for the engine.
import type { User } from '../lib/types';

export interface Message {
  t: string;
  id?: number | string; // of the request that it answers
  user?: User; // hello
  do?: string; // act
  how?: string;
  code?: string; // no, closed, notice
  message?: string;
  rules?: string[];
  field?: string; // no: the setting that is wrong, and what would do
  reason?: string;
  name?: string; // team
  text?: string;
}

// A frame may hold several messages, separated by line ends; what is no message is passed over.
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
