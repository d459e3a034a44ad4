// Plays games of a lab away from the page, stretch by stretch; what was counted is handed over with each.
import { loadEngine } from '../lib/engine';
import { Lab, type LabPlan } from './lab';

export type LabJob = { plan: LabPlan } | { from: number; games: number };
export type LabAnswer = { played: number } | { played: number; counts: string[] } | { failed: string };

const quick = 100; // ms: below it the next piece may be larger
const answer = (message: LabAnswer): void => postMessage(message);

let lab: Lab | null = null;
let size = 1; // games in a piece

// In small pieces, so that progress can be told however long the bots think.
function play(from: number, games: number): void {
  for (let done = 0; done < games; ) {
    const now = Math.min(size, games - done);
    const began = performance.now();
    lab!.play(from + done, now);
    done += now;
    size = performance.now() - began < quick ? Math.min(64, 2 * size) : Math.max(1, Math.floor(size / 2));
    if (done < games) answer({ played: now });
    else answer({ played: now, counts: lab!.take() });
  }
}

async function hear(job: LabJob): Promise<void> {
  if ('plan' in job) lab = new Lab(await loadEngine(), job.plan);
  else play(job.from, job.games);
}

// One after the other: the plan is there before the first game.
let before = Promise.resolve();
onmessage = ({ data }: MessageEvent<LabJob>) => {
  before = before
    .then(() => hear(data))
    .catch((error: unknown) => answer({ failed: error instanceof Error ? error.message : String(error) }));
};
