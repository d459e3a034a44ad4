// A table that nobody but the page knows of: of a replay, or of a guided game.
import type { Seat, TableInfo } from '../lib/types';

const letter = (index: number): Seat => String.fromCharCode(65 + index);

// `you`: the seat of the person, bots on the others; null: people on all of them.
export function plainTable(
  names: string[],
  rules: { title: string; ruleset: string; hash: string },
  you: Seat | null = null,
): TableInfo {
  return {
    code: '',
    link: '',
    stage: 'playing',
    paused: null,
    host: null,
    settings: {
      title: rules.title,
      seats: names.length,
      is_public: false,
      chat: false,
      spectators: true,
      starts_alone: false,
      think_s: 0,
      reserve_s: 0,
      window_ms: 0,
      jump_ms: 0,
      pace_ms: 0,
      fill: '',
      ruleset: rules.ruleset,
      rules_title: rules.title,
      rules_hash: rules.hash,
    },
    seats: names.map((name, index) => ({
      seat: letter(index),
      kind: you && letter(index) !== you ? 'bot' : 'person',
      name,
    })),
    waiting: [],
    vote: null,
    games: 1,
    commitment: null,
  };
}
