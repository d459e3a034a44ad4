// A table that nobody but the page knows of: of a replay, or of a guided game.
import type { Seat, TableInfo } from '../lib/types';

const letter = (index: number): Seat => String.fromCharCode(65 + index);

// `bots`: by seat, which kind of bot plays it; null or missing: a person.
export function plainTable(
  names: string[],
  rules: { title: string; ruleset: string; hash: string },
  bots: (string | null)[] = [],
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
    seats: names.map((name, index) => {
      const bot = bots[index];
      return { seat: letter(index), name, ...(bot ? { kind: 'bot', bot } : { kind: 'person' }) };
    }),
    waiting: [],
    vote: null,
    games: 1,
    commitment: null,
  };
}
