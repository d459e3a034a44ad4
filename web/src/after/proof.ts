// The numbers in a record that its deal follows from, and who added to them.
import type { RecordReader } from '../lib/engine';
import type { Seat } from '../lib/types';
import { keptOf } from '../session/fair';

const nothing = /^0{64}$/;

export interface Proof {
  players: number;
  added: Seat[]; // whose numbers counted
  unrevealed: Seat[]; // who published a fingerprint and did not show the number
  commitment: string;
  secret: string;
}

export function proofOf(record: string): Proof {
  const proof: Proof = { players: 0, added: [], unrevealed: [], commitment: '', secret: '' };
  const committed: Seat[] = [];
  for (const line of record.split('\n')) {
    const [word, first, second] = line.trim().split(/\s+/);
    if (word === 'players') proof.players = Number(first);
    else if (word === 'contribution' && !nothing.test(second)) proof.added.push(first);
    else if (word === 'commit') committed.push(first);
    else if (word === 'commitment' || word === 'secret') proof[word] = first;
  }
  proof.unrevealed = committed.filter((seat) => !proof.added.includes(seat));
  return proof;
}

// The record held against what this browser kept of the table; null: it kept nothing of this game.
export function compareWithKept(reader: RecordReader, game: string): string[] | null {
  const kept = keptOf(game);
  return kept ? reader.compare(kept) : null;
}
