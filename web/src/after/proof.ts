// The numbers in a record that prove its deal: what was published before, and how many players added their own.
const nothing = /^0{64}$/;

export interface Proof {
  players: number;
  given: number; // players who added chance of their own
  commitment: string;
  secret: string;
}

export function proofOf(record: string): Proof {
  const proof: Proof = { players: 0, given: 0, commitment: '', secret: '' };
  for (const line of record.split('\n')) {
    const [word, first, second] = line.trim().split(/\s+/);
    if (word === 'players') proof.players = Number(first);
    else if (word === 'contribution' && !nothing.test(second)) proof.given++;
    else if (word === 'commitment' || word === 'secret') proof[word] = first;
  }
  return proof;
}
