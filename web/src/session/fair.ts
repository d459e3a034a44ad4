// The own part of fair deals at a server's table (docs/protocol.md): a seed is drawn and its hash is sent; the seed follows
// once the table is sealed, and only if the server's commitment is still the one that was shown before. What the table
// showed is kept in this browser, so that the record can be held against it after the game, even after a reload.
import type { Seat, TableInfo } from '../lib/types';
import { randomHex } from './random';

// The seed for the next deal of a table.
export interface Pledge {
  seed: string;
  commit: string;
  before: string; // the server's commitment when the own one was sent, '' where there was none yet
  shown: boolean; // the table has shown the own commitment
  sealed: string; // what was shown at the seal, '' before
}

const pledgeKey = (code: string): string => `uno.fair.${code}`;
const keptKey = 'uno.kept';
const keptMost = 40;

// A storage that is full or forbidden forgets: then a reload loses what was kept.
function read<T>(key: string, none: T): T {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? 'null') as T | null) ?? none;
  } catch {
    return none;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // It is still known until the page is left.
  }
}

let remembered: [string, string][] = read<[string, string][]>(keptKey, []); // game, text; the newest last

// What was kept of a game, as `uno verify --kept` and the engine read it; '': nothing.
export const keptOf = (game: string): string =>
  remembered.concat(read<[string, string][]>(keptKey, [])).find(([id]) => id === game)?.[1] ?? '';

function keep(game: string, text: string): void {
  const others = read(keptKey, remembered).filter(([id]) => id !== game);
  remembered = [...others, [game, text] as [string, string]].slice(-keptMost);
  write(keptKey, remembered);
}

function sealText(table: TableInfo, you: Seat, pledge: Pledge): string {
  const commits = table.seats.flatMap(({ seat, commit }) => (commit ? [`commit ${seat} ${commit}`] : []));
  return [
    `players ${table.seats.length}`,
    `seat ${you}`,
    `commitment ${pledge.before || table.commitment}`,
    ...commits,
    `seed ${pledge.seed}`,
  ].join('\n');
}

// One for each table that is open.
export class FairPart {
  doubtful = false; // the server's commitment changed after the own one was sent: the seed is not revealed
  private pledge: Pledge | null;
  private told = false;

  constructor(private readonly code: string) {
    this.pledge = read<Pledge | null>(pledgeKey(code), null);
  }

  private take(pledge: Pledge | null): void {
    this.pledge = pledge;
    write(pledgeKey(this.code), pledge);
  }

  // A new seed for the next deal; what is sent of it now.
  commit(table: TableInfo | null, hash: (seed: string) => string): string {
    const seed = randomHex(32);
    this.take({ seed, commit: hash(seed), before: table?.commitment ?? '', shown: false, sealed: '' });
    this.told = this.doubtful = false;
    return this.pledge!.commit;
  }

  forget(): void {
    this.take(null);
  }

  // The line was broken: what was on its way may be lost.
  again(): void {
    this.told = false;
  }

  private mine(table: TableInfo, you: Seat | null): TableInfo['seats'][number] | undefined {
    return table.seats.find(({ seat }) => seat === you);
  }

  // The server takes the seat as ready without asking (quick play): its part is still missing.
  owesCommit(table: TableInfo, you: Seat | null): boolean {
    const mine = this.mine(table, you);
    if (table.stage !== 'gathering' || table.sealed || !table.commitment || !mine?.ready || mine.commit) return false;
    return this.pledge === null || this.pledge.sealed !== '';
  }

  // The table as it was told: the seed that is to be revealed now, or null.
  hear(table: TableInfo, you: Seat | null): string | null {
    const mine = this.mine(table, you);
    this.note(table, mine?.commit);
    const { pledge } = this;
    if (!table.sealed || !pledge || !you || mine?.commit !== pledge.commit) return null;
    if (!pledge.sealed) this.take({ ...pledge, sealed: sealText(table, you, pledge) });
    this.doubtful = Boolean(pledge.before && pledge.before !== table.commitment);
    if (this.doubtful || mine.revealed || this.told) return null;
    this.told = true;
    return pledge.seed;
  }

  // Other settings ask for another commitment: then the table shows none any more.
  private note(table: TableInfo, commit: string | undefined): void {
    const { pledge } = this;
    if (!pledge || table.stage !== 'gathering' || table.sealed) return;
    if (commit === pledge.commit && !pledge.shown) this.take({ ...pledge, shown: true });
    else if (commit !== pledge.commit && pledge.shown) this.take(null);
  }

  // The cards are dealt. `hand`: the first one; null: it was missed.
  dealt(table: TableInfo, you: Seat | null, game: string, hand: string[] | null): void {
    const { pledge } = this;
    if (!pledge || !you) return;
    const sameGame = hand !== null || this.mine(table, you)?.commit === pledge.commit;
    // Dealt without a seal: the own seed cannot have counted, and the record will show that.
    const dealtOpenly = pledge.shown && pledge.before && hand ? sealText(table, you, pledge) : '';
    const shown = pledge.sealed || dealtOpenly;
    const cards = hand ? `\nhand ${hand.join(' ')}` : '';
    if (sameGame && shown) keep(game, `uno-kept 1\ngame ${game}\n${shown}${cards}\n`);
    this.take(null);
  }
}
