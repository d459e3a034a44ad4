// Plays games of bots away from the page. A slice is played in small pieces, so that progress can be told however
// long the bots think.
import { isError, loadEngine, type TrialCounts } from '../lib/engine';
import { total } from './statistics';

export interface TrialJob {
  id: number;
  text: string; // of the ruleset, or a built-in name
  players: number;
  kind: string;
  games: number;
  first: number; // seed of the first game
}

export type TrialAnswer =
  | { id: number; played: number } // since the last answer
  | { id: number; played: number; counts: TrialCounts }
  | { id: number; failed: string };

const most = 10; // games in a piece
const quick = 100; // ms: below it the next piece may be larger
const answer = (message: TrialAnswer): void => postMessage(message);

async function run({ id, text, players, kind, games, first }: TrialJob): Promise<void> {
  const engine = await loadEngine();
  const rules = engine.open(text);
  if (isError(rules)) throw new Error(rules.message);
  const pieces: TrialCounts[] = [];
  let size = 1;
  for (let done = 0; done < games; ) {
    const now = Math.min(size, games - done);
    const began = performance.now();
    pieces.push(engine.trial(rules, players, kind, now, first + done));
    done += now;
    if (performance.now() - began < quick) size = Math.min(most, 2 * size);
    if (done < games) answer({ id, played: now });
    else answer({ id, played: now, counts: total(pieces) });
  }
}

onmessage = (event: MessageEvent<TrialJob>) => {
  run(event.data).catch((error: unknown) =>
    answer({ id: event.data.id, failed: error instanceof Error ? error.message : String(error) }),
  );
};
