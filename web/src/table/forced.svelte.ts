// An answer without a choice is no question: it is given by itself after a beat, unless the person wants to press. The
// next deal comes by itself anyway: the table sees to that.
import { settings } from '../lib/settings.svelte';
import type { Move } from '../lib/types';
import { isMisplay } from './moves';

const beat = 900; // ms: long enough to see what is asked

export class Forced {
  move = $state.raw<Move | null>(null); // that will be made
  after = $state(0); // ms
  private timer: ReturnType<typeof setTimeout> | undefined;

  // `pace`: of the bots; who plays without waiting does not wait here either.
  follow(moves: Move[], asked: boolean, pace: number, take: (move: Move) => void): () => void {
    const answers = moves.filter((move) => !isMisplay(move));
    const move = settings.forced && asked && answers.length === 1 && answers[0].kind !== 'deal' ? answers[0] : null;
    this.move = move;
    if (!move) return () => undefined;
    this.after = Math.min(beat, pace);
    this.timer = setTimeout(() => take(move), this.after);
    return () => clearTimeout(this.timer);
  }
}
