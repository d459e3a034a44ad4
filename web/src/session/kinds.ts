// Made by tools/messages of src/wire/messages.def: the messages of docs/protocol.md and their fields.
import type { ViewDelta } from '../lib/engine';
import type { GameEvent, GameOver, Seat, TableInfo, User } from '../lib/types';
import type { Answer, ChatLine, GameTold, LobbyTable, RulesTold } from './messages';

export interface Said {
  join: { code: string; since?: number; };
  leave: object;
  sit: { seat?: Seat; };
  wait: { yes: boolean; };
  stand: object;
  back: object;
  ready: { yes: boolean; commit?: string; };
  reveal: { seed: string; };
  bot: { seat?: Seat; kind?: string; };
  clear: { seat: Seat; };
  host: { seat: Seat; };
  set: object;
  start: object;
  do: { do: string; q: number; text?: string; };
  tell: { text: string; };
  pause: object;
  resume: object;
  vote: { what?: string; seat?: Seat; yes?: boolean; };
  close: object;
  chat: { text?: string; phrase?: string; emote?: string; };
  mute: { user: string; yes: boolean; };
  lobby: { yes: boolean; };
  follow: { code?: string; yes?: boolean; };
  team: { text: string; };
  ask: object;
  ping: object;
}

export interface Heard {
  hello: { protocol: string; user: User; };
  joined: { q: number; you: Seat | null; table: TableInfo; here: Seat[]; rules: RulesTold; game: GameTold | null; chat?: ChatLine[]; };
  resumed: { q: number; you: Seat | null; table: TableInfo; here: Seat[]; left_ms?: Record<Seat, number>; over?: GameOver | null; chat?: ChatLine[]; };
  act: { q: number; by: Seat; how?: 'bot' | 'clock'; do?: string; e: GameEvent[]; v: ViewDelta; say?: string; reserve_ms?: number; over?: GameOver | null; };
  start: { q: number; you: Seat | null; table: TableInfo; game: GameTold; };
  table: { q: number; table: TableInfo; rules?: RulesTold; game?: null; over?: GameOver | null; };
  here: { seats: Seat[]; spectators: number; };
  chat: { user?: string; name: string; text?: string; phrase?: string; emote?: string; };
  lobby: { tables: LobbyTable[]; };
  event: { code: string; seq: number; log: number; };
  called: { code: string; event: string; game: number; title: string; table: string; };
  team: { code: string; user: string; name: string; text: string; };
  actions: { q: number; told: string; question: string; besides: string; actions: Answer[]; };
  closed: { code: string; message: string; };
  notice: { code: string; message: string; };
  ok: object;
  held: object;
  no: { code: string; message: string; rules?: string[]; };
}

export const heardKinds: (keyof Heard)[] = [
  'hello',
  'joined',
  'resumed',
  'act',
  'start',
  'table',
  'here',
  'chat',
  'lobby',
  'event',
  'called',
  'team',
  'actions',
  'closed',
  'notice',
  'ok',
  'held',
  'no',
];
