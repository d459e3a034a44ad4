// The cards that are seen of a discard pile: the newest on top, and a few below it as they were laid.
import type { CardCode, Colour } from '../lib/types';

export interface Lain {
  id: number; // rising
  code: CardCode;
  tint: Colour | null; // the colour named for a wild
  turn: number; // degrees
}

const seen = 3;
const turns = [-4, 9, -12, 5, -7, 12, 0, -10, 7]; // of any three in a row each shows a corner

export class Heap {
  private lain: Lain[] = [];
  private under = -1; // cards below the top one
  private next = 0;

  // `under` counts the cards below the top one: more of them, and the top card was laid; fewer, and the pile is new.
  follow(top: CardCode | null, tint: Colour | null, under: number): readonly Lain[] {
    const last = this.lain.at(-1);
    if (top === null) this.lain = [];
    else if (!last || under < this.under) this.lain = [this.lay(top, tint)];
    else if (under > this.under || last.code !== top) this.lain = [...this.lain, this.lay(top, tint)].slice(-seen);
    else if (last.tint !== tint) this.lain = [...this.lain.slice(0, -1), { ...last, tint }];
    this.under = under;
    return this.lain;
  }

  private lay(code: CardCode, tint: Colour | null): Lain {
    const id = this.next++;
    return { id, code, tint, turn: turns[id % turns.length] };
  }
}
