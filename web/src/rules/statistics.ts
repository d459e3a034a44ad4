// What many games of bots tell, and how sure it is. Games are counted in slices of equal size: the means of the
// slices scatter, and from that scatter come the intervals (batch means). Both sides of a comparison play the same
// seeds, so slices are compared in pairs.
import type { TrialCounts } from '../lib/engine';

export interface Range {
  low: number;
  high: number;
}

export interface Estimate extends Range {
  value: number;
}

export type Verdict = 'more' | 'less' | 'unclear' | 'same';

export interface Comparison {
  before: Estimate;
  after: Estimate;
  difference: Estimate;
  verdict: Verdict;
}

// The normal quantile of an interval that holds the true value in 95 of 100 cases.
export const sure = 1.959964;

// The same for several at once: all of them hold in 95 of 100 cases (Bonferroni; the quantile by Hastings, good to
// three digits).
export function sureOf(several: number): number {
  const t = Math.sqrt(-2 * Math.log(0.025 / Math.max(1, several)));
  const above = 2.515517 + 0.802853 * t + 0.010328 * t * t;
  return t - above / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3);
}

// The quantile of Student's t that belongs to a normal one (Cornish and Fisher).
export function tQuantile(z: number, degrees: number): number {
  const z3 = z ** 3;
  const z5 = z ** 5;
  const z7 = z ** 7;
  return (
    z +
    (z3 + z) / (4 * degrees) +
    (5 * z5 + 16 * z3 + 3 * z) / (96 * degrees ** 2) +
    (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * degrees ** 3)
  );
}

// The mean of independent numbers. With fewer than two nothing is known about it.
export function meanOf(numbers: number[], z = sure): Estimate {
  const n = numbers.length;
  const value = numbers.reduce((sum, x) => sum + x, 0) / n;
  if (n < 2) return { value, low: -Infinity, high: Infinity };
  const variance = numbers.reduce((sum, x) => sum + (x - value) ** 2, 0) / (n - 1);
  const reach = tQuantile(z, n - 1) * Math.sqrt(variance / n);
  return { value, low: value - reach, high: value + reach };
}

// Wilson's interval of a share. Shared wins only make it narrower than it is here.
export function shareOf(wins: number, games: number, z = sure): Estimate {
  if (games === 0) return { value: NaN, low: 0, high: 1 };
  const p = wins / games;
  const z2 = z * z;
  const middle = (p + z2 / (2 * games)) / (1 + z2 / games);
  const reach = (z / (1 + z2 / games)) * Math.sqrt((p * (1 - p)) / games + z2 / (4 * games * games));
  return { value: p, low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}

export type Measure = (counts: TrialCounts) => number; // a sum over the games of a slice

const perGame = (slices: TrialCounts[], measure: Measure): number[] =>
  slices.map((counts) => measure(counts) / counts.games);

function verdictOf({ value, low, high }: Estimate): Verdict {
  if (low > 0) return 'more';
  if (high < 0) return 'less';
  return value === 0 && low === high ? 'same' : 'unclear';
}

export const measured = (slices: TrialCounts[], measure: Measure): Estimate => meanOf(perGame(slices, measure));

// `before[i]` and `after[i]` played the same seeds.
export function compare(before: TrialCounts[], after: TrialCounts[], measure: Measure, z = sure): Comparison {
  const a = perGame(before, measure);
  const b = perGame(after, measure);
  const difference = meanOf(a.map((x, i) => b[i] - x), z);
  return { before: meanOf(a), after: meanOf(b), difference, verdict: verdictOf(difference) };
}

// All slices as one.
export function total(slices: TrialCounts[]): TrialCounts {
  const sum: TrialCounts = { games: 0, undecided: 0, actions: 0, turns: 0, deals: 0, longest: 0, wins: [], events: {} };
  for (const counts of slices) {
    for (const key of ['games', 'undecided', 'actions', 'turns', 'deals'] as const) sum[key] += counts[key];
    sum.longest = Math.max(sum.longest, counts.longest);
    counts.wins.forEach((wins, seat) => (sum.wins[seat] = (sum.wins[seat] ?? 0) + wins));
    for (const [event, times] of Object.entries(counts.events)) sum.events[event] = (sum.events[event] ?? 0) + times;
  }
  return sum;
}

// The share of the decided games that each seat has won.
export function seatShares(counts: TrialCounts, z = sure): Estimate[] {
  const decided = counts.games - counts.undecided;
  return counts.wins.map((hundredths) => shareOf(hundredths / 100, decided, z));
}

// Seats that win more or less than a fair share, as far as all seats looked at together can be told from chance.
export function seatEdges(counts: TrialCounts): { seat: number; more: boolean }[] {
  const shares = seatShares(counts, sureOf(counts.wins.length));
  const fair = fairShare(shares);
  return shares
    .map(({ low, high }, seat) => ({ seat, more: low > fair, less: high < fair }))
    .filter(({ more, less }) => more || less)
    .map(({ seat, more }) => ({ seat, more }));
}

export const fairShare = (shares: Estimate[]): number =>
  shares.reduce((sum, share) => sum + share.value, 0) / shares.length;

export interface EventChange extends Comparison {
  event: string;
}

// How often each event happens in a game, those that differ first, then the frequent ones.
export function eventChanges(before: TrialCounts[], after: TrialCounts[]): EventChange[] {
  const happened = [...before, ...after].flatMap(({ events }) => Object.keys(events).filter((event) => events[event]));
  const names = new Set(happened);
  const z = sureOf(names.size);
  const rank = (change: EventChange) => (change.verdict === 'more' || change.verdict === 'less' ? 0 : 1);
  return [...names]
    .map((event) => ({ event, ...compare(before, after, (counts) => counts.events[event] ?? 0, z) }))
    .sort((a, b) => rank(a) - rank(b) || b.after.value + b.before.value - a.after.value - a.before.value);
}

// In how many slices of which size so many games are played: enough slices for their scatter to be known.
export function slicing(games: number): { slices: number; size: number } {
  const size = Math.min(50, Math.max(1, Math.floor(games / 40)));
  return { slices: Math.max(1, Math.round(games / size)), size };
}
