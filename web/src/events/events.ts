// Events as the server tells them (docs/api.md): structure to be shown; the page knows no rule of a tournament.
import { get, getText, post } from '../lib/api';

export interface EventRow {
  code: string;
  title: string;
  form: string;
  form_title: string;
  ruleset: string;
  own_rules?: boolean;
  state: 'gathering' | 'running' | 'over';
  entrants: number;
  round: number;
  rounds: number;
}

export interface Player {
  id: number;
  name: string;
  standing: 'absent' | 'in' | 'paused' | 'withdrawn' | 'eliminated';
  kind: 'person' | 'bot' | 'written';
  members?: string;
  group?: number;
  card?: string;
}

export interface GameSeat {
  who?: number;
  name?: string;
  from?: number;
  loser?: boolean;
  absent?: boolean;
  place?: number;
  points?: number;
  score?: number;
}

// What a game is called, in parts.
export interface TitledGame {
  id: number;
  stage: string;
  round: number;
  number?: number; // of the table in its round
  lower?: boolean; // everybody at it has lost once
  last?: boolean; // nobody else is left
}

export interface EventGame extends TitledGame {
  title: string;
  state: 'awaits' | 'ready' | 'open' | 'over' | 'empty';
  seats: GameSeat[];
  where?: string;
  table?: string;
  bots?: boolean;
  by?: string;
  stuck?: boolean;
  key?: string;
}

export interface Standing extends Player {
  place: number;
  points: number;
  games: number;
  wins: number;
  broken: (number | null)[]; // null: nothing to be shown
}

export interface EventState extends EventRow {
  link: string;
  form_sentence: string;
  seq: number;
  log: number;
  paused: boolean;
  stopped: boolean;
  open: number;
  round_in_ms?: number;
  tiebreaks: { name: string; title: string; sentence: string }[];
  numbers: Record<string, number>;
  options: Record<string, number>;
  groups?: { name: string; size: number; total: number; winner: boolean }[];
  phase?: '' | 'duel' | 'window' | 'ties' | 'finale';
  cards?: string[];
  champion?: number;
  champion_name?: string;
  possible: string[];
  me: { organiser: boolean; entrant?: Player; game?: EventGame };
  organisers: string[];
  key?: string;
}

// What an entry is about; which of the parts there are is a matter of `do`.
export interface EntryParts {
  do: string;
  names?: string[];
  game?: TitledGame; // missing where its round was taken back: then `number` is the game's
  number?: number; // of a round, or of an entry that is taken back
  places?: { name: string; level?: boolean; score?: number }[]; // from first to last; level with the one before
  moves?: { name: string; to: string }[];
  where?: string;
  card?: string;
}

export interface LogEntry extends EntryParts {
  id: number;
  at: number;
  words: string; // in English
  fate: 'counts' | 'undone' | 'corrected' | 'moot';
  by?: string;
}

export interface Change {
  kind: string;
  id: number;
  from: number;
  to: number;
  words: string; // in English
  name?: string;
  game?: TitledGame & { seats: GameSeat[] };
  entry?: EntryParts;
  card?: string;
  phase?: string;
  from_name?: string;
  to_name?: string;
}

export interface About {
  name: string;
  title: string;
  sentence: string;
  low: number;
  high: number;
  usual: number;
}

export type Entry = { do: string } & Record<string, unknown>;

const at = (code: string, rest = ''): string => `events/${encodeURIComponent(code)}${rest}`;

export const listEvents = () => get<{ events: EventRow[]; mine: EventRow[] }>('events');
export const eventForms = () => get<{ forms: About[]; numbers: About[]; options: About[] }>('events/forms');
export const makeEvent = async (settings: object) => (await post<{ event: EventState }>('events', settings)).event;
export const readEvent = (code: string, rows: number) =>
  get<{
    event: EventState | null; // null: there is none with that code, and nothing else either
    standings: { standings: Standing[]; total: number };
    open: { games: EventGame[]; total: number };
    recent: EventGame[];
    entries: { entries: LogEntry[]; total: number };
  }>(at(code, `?rows=${rows}`));
export const readOverview = (code: string) => get<{ event: EventState | null }>(at(code));
export const readRound = (code: string, round: number) =>
  get<{ games: EventGame[]; total: number }>(at(code, `/games?round=${round}&from=0&most=500`));
// A game by its number: all of them are listed in this order.
export const readGame = async (code: string, number: number) =>
  (await get<{ games: EventGame[] }>(at(code, `/games?from=${number - 1}&most=1`))).games[0] ?? null;
export const readEntries = (code: string, before: number, most: number) =>
  get<{ entries: LogEntry[]; total: number }>(at(code, `/entries?before=${before}&most=${most}`));
// So many of the standings, if there are so many, beginning with those that are known already. A server tells 500 at a time; whoever
// has moved between two answers is there once.
export async function readStandings(code: string, most = Infinity, known: Standing[] = [], total = most): Promise<Standing[]> {
  const all = new Map(known.map((row) => [row.id, row]));
  for (let from = known.length; from < Math.min(most, total); ) {
    const told = await get<{ standings: Standing[]; total: number }>(
      at(code, `/standings?from=${from}&most=${Math.min(500, most - from)}`),
    );
    if (!told.standings.length) break;
    for (const row of told.standings) if (!all.has(row.id)) all.set(row.id, row);
    from += told.standings.length;
    ({ total } = told);
  }
  return [...all.values()];
}
// Everybody, in the order of names.
export const readPlayers = async (code: string) =>
  (await readStandings(code)).sort((a, b) => a.name.localeCompare(b.name));
export const readPicture = (code: string) => getText(at(code, '/bracket'));
export const change = async (code: string, what: string, body: object = {}) =>
  (await post<{ event: EventState }>(at(code, `/${what}`), body)).event;
export const preview = (code: string, entry: Entry) =>
  post<{ changes: Change[]; total: number }>(at(code, '/entries'), { ...entry, preview: true });

// The code out of whatever somebody has pasted; '': there is none.
export function codeOf(text: string): string {
  const last = text.trim().replace(/\/+$/, '').split('/').pop() ?? '';
  const code = last.replace(/[\s-]/g, '').toUpperCase();
  return /^[A-Z0-9]{8}$/.test(code) ? code : '';
}
