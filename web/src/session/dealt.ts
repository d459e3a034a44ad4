// A deal that nobody has played to yet is no game to keep; but who reloads the page finds the same cards.
import { randomHex } from './random';

const key = 'uno.dealt';

// The seed for a game of this choice: after a reload the one that it had, else a new one.
export function dealtBefore(choice: object): string {
  const wanted = JSON.stringify(choice);
  let seed = randomHex(32);
  try {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const kept = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    if (first && navigation?.type === 'reload' && kept.wanted === wanted && /^[0-9a-f]{64}$/.test(kept.seed)) seed = kept.seed;
    first = false;
    sessionStorage.setItem(key, JSON.stringify({ wanted, seed }));
  } catch {
    // Without storage the cards are dealt anew.
  }
  return seed;
}

let first = true; // since the page was loaded
