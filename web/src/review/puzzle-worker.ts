// Finds the puzzle of a day, away from the page.
import { isError, loadEngine } from '../lib/engine';
import type { Puzzle } from './puzzle';

export interface PuzzleJob {
  ruleset: string;
  day: string;
}

export type PuzzleAnswer = { puzzle: Puzzle } | { failed: string };

async function find({ ruleset, day }: PuzzleJob): Promise<Puzzle> {
  const engine = await loadEngine();
  const rules = engine.open(ruleset);
  if (isError(rules)) throw new Error(rules.message);
  return engine.module.ask('page_puzzle', engine.placeOf(rules), 0, day);
}

onmessage = ({ data }: MessageEvent<PuzzleJob>) => {
  const answer = (message: PuzzleAnswer): void => postMessage(message);
  find(data).then(
    (puzzle) => answer({ puzzle }),
    (error: unknown) => answer({ failed: error instanceof Error ? error.message : String(error) }),
  );
};
