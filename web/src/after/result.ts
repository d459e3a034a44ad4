// What there is to say of a result besides who won.
import type { GameOver, View } from '../lib/types';
import { number } from '../lib/text.svelte';
import { say } from '../text/after';
import { seatIndex } from './seats';

export function beyondWinner({ winners, scores }: GameOver, view: View): string {
  if (view.phase !== 'over') return say('brokenOff');
  const points = winners.length ? (scores[seatIndex(winners[0])] ?? 0) : 0;
  if (!points) return '';
  const deals = say('deals', { n: view.deals });
  return say('pointsAfter', { n: points === 1 ? 1 : number(points), deals });
}
