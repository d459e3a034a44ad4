// Where a record comes from: this browser's own games, the server, a link or a file; and opened for reading.
import { getText } from '../lib/api';
import { loadEngine, isError, type RecordReader } from '../lib/engine';
import { EngineError } from '../lib/engine-host';
import { findGame } from '../lib/games';
import { pack } from '../lib/share';
import { keptOf } from '../session/fair';
import { say } from '../text/after';

export const isLocal = (id: string): boolean => id.startsWith('local-');

// The record of a game of this browser ("local-...") or of the server. Fails with an Error that can be shown.
export async function recordText(id: string): Promise<string> {
  if (!isLocal(id)) return getText(`games/${encodeURIComponent(id)}/record`);
  const game = await findGame(id);
  if (!game) throw new Error(say('noSuchLocal'));
  return game.record;
}

const damage = ({ line, message }: { line: number; message: string }): string =>
  line ? say('brokenLine', { line, message }) : say('broken', { message });

// Fails with an Error that says what is wrong with the record, and where.
export async function openRecord(text: string): Promise<RecordReader> {
  if (!text.trimStart().startsWith('uno-record ')) throw new Error(say('notARecord'));
  const engine = await loadEngine();
  const reader = engine.record(text);
  if (!isError(reader)) return reader;
  throw new Error(damage(reader));
}

// The record compared with what this browser kept of the table; null: it kept nothing of this game.
export function compareWithKept(reader: RecordReader, game: string): string[] | null {
  const kept = keptOf(game);
  return kept ? reader.compare(kept) : null;
}

// What the rules of a record are called. They may be those of a built-in ruleset with other options.
export async function rulesTitle(reader: RecordReader): Promise<string> {
  const engine = await loadEngine();
  const builtin = engine.rulesets().find(({ name }) => name === reader.ruleset);
  if (!builtin) return reader.ruleset || reader.rules.info.title;
  const rules = engine.open(builtin.name);
  const same = !isError(rules) && rules.info.hash === reader.rules.info.hash;
  return same ? builtin.title : say('changedRules', { title: builtin.title });
}

// A link that shows the game to anybody: by its id where the server has it, otherwise with the whole record in it.
export async function replayLink(id: string, text: string): Promise<string> {
  return location.origin + (id && !isLocal(id) ? `/replay/${id}` : `/replay#record=${await pack(text)}`);
}

export function recordName(ruleset: string, date: string): string {
  const day = /^\d{4}-\d\d-\d\d/.exec(date)?.[0];
  return `${[ruleset || 'uno', day].filter(Boolean).join('-')}.uno`;
}

// What to tell a person about an error; one of the engine is about the record that it was given.
export function messageOf(error: unknown): string {
  if (error instanceof EngineError) return damage(error);
  return error instanceof Error ? error.message : String(error);
}
