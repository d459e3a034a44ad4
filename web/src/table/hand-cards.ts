// The cards of a hand as things that stay themselves while the hand changes, so that they can move.
import type { CardCode } from '../lib/types';

export interface Held {
  id: number;
  code: CardCode;
  since: number; // the change of the hand that brought it; 0: dealt, or held when the hand was first shown
}

export class HeldCards {
  private held: Held[] = [];
  private nextId = 1;
  private change = -1;

  // The same cards are the same things as before. Of equal cards the one that was `picked` leaves first, then the
  // newest.
  follow(cards: readonly CardCode[], picked: number | null): readonly Held[] {
    const left = new Map<CardCode, number>();
    for (const code of cards) left.set(code, (left.get(code) ?? 0) + 1);
    const stays = [...this.held]
      .sort((a, b) => Number(a.id === picked) - Number(b.id === picked) || a.id - b.id)
      .filter(({ code }) => {
        const count = left.get(code) ?? 0;
        left.set(code, count - 1);
        return count > 0;
      });
    const came = [...left].flatMap(([code, count]) => Array<CardCode>(Math.max(0, count)).fill(code));
    if (!came.length && stays.length === this.held.length && this.change >= 0) return this.held;
    this.change++;
    this.held = [...stays, ...came.map((code) => ({ id: this.nextId++, code, since: this.change }))];
    return this.held;
  }

  // Which of the held cards are new: those of the given codes, or those that the last change brought.
  fresh(codes: readonly CardCode[] | undefined): Set<number> {
    if (!codes) return new Set(this.held.filter(({ since }) => since && since === this.change).map(({ id }) => id));
    const left = [...codes];
    const fresh = new Set<number>();
    for (const { id, code } of [...this.held].sort((a, b) => b.id - a.id)) {
      const at = left.indexOf(code);
      if (at < 0) continue;
      left.splice(at, 1);
      fresh.add(id);
    }
    return fresh;
  }
}
