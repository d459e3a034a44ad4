// The open tables and those one sits at, asked for every few seconds while somebody looks.
import { get } from '../lib/api';

export interface TableRow {
  code: string;
  title: string;
  ruleset: string;
  rules_title: string;
  stage: 'gathering' | 'playing' | 'closed';
  seats: number;
  free: number;
  people: number;
  bots: number;
  spectators: number;
  watch: boolean;
  turn?: boolean; // of one's own: it waits for you,
  slow?: boolean; // and is in no hurry
  left_ms?: number; // how long it will wait
  event?: boolean; // its table: a game in it waits for you
}

// Somebody may sit down there, not only watch.
export const mayJoin = (row: TableRow): boolean => row.stage === 'gathering' && row.free > 0;

export class Lobby {
  tables = $state.raw<TableRow[]>([]);
  mine = $state.raw<TableRow[]>([]);
  state = $state<'asking' | 'here' | 'away'>('asking');
  private timer = 0;

  constructor(private readonly every = 5000) {}

  async ask(): Promise<void> {
    try {
      const answer = await get<{ tables: TableRow[]; mine?: TableRow[] }>('tables');
      this.tables = answer.tables.sort((a, b) => Number(mayJoin(b)) - Number(mayJoin(a)));
      this.mine = (answer.mine ?? [])
        .filter((row) => row.stage !== 'closed')
        .sort((a, b) => Number(b.turn ?? false) - Number(a.turn ?? false));
      this.state = 'here';
    } catch {
      this.state = 'away';
    }
  }

  // For an effect: asks now and again; the function it returns ends that.
  watch(): () => void {
    const look = () => {
      if (document.visibilityState === 'visible') void this.ask();
    };
    look();
    this.timer = window.setInterval(look, this.every);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(this.timer);
      document.removeEventListener('visibilitychange', look);
    };
  }
}
