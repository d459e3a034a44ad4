// The settings of a table as forms hold them, without the rules.
import type { TableSettings } from '../lib/types';
import { opponentsFor } from './rulesets';

export type Draft = Omit<TableSettings, 'ruleset' | 'rules_title' | 'rules_hash' | 'jump_ms'> & {
  jump_ms: number | null; // null: as the rules suggest
};

// As the server has them, for a table that does not exist yet.
export const usualDraft = (): Draft => ({
  title: '',
  seats: 4,
  is_public: false,
  chat: true,
  spectators: true,
  starts_alone: false,
  think_s: 30,
  reserve_s: 120,
  window_ms: 2500,
  jump_ms: null,
  pace_ms: 900,
  fill: 'medium',
});

export function draftOf(settings: TableSettings): Draft {
  const { ruleset: _ruleset, rules_title: _title, rules_hash: _hash, ...draft } = settings;
  return draft;
}

// What differs, to be sent. An empty title and no wish for a time to jump in are left to the server.
export function changes(from: Draft, to: Draft): Partial<TableSettings> {
  const entries = Object.entries(to).filter(([name, value]) => value !== from[name as keyof Draft]);
  return Object.fromEntries(entries.filter(([name, value]) => value !== null && !(name === 'title' && value === '')));
}

export const seatsFor = (players: { least: number; most: number } | undefined, wish: number): number =>
  opponentsFor(players, wish - 1) + 1;
