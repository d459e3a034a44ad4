// Reviews one seat of a record after another, away from the page; every choice is told as soon as it is judged.
import { loadEngine } from '../lib/engine';
import { choiceOf, seatOf, type Begun, type Choice, type SeatReview, type Step } from './review';

export interface ReviewJob {
  record: string;
  seat: string;
  worlds: number;
}

export type ReviewAnswer =
  | { seat: string; begun: Begun }
  | { seat: string; reached: number; choice: Choice }
  | { seat: string; done: SeatReview; over: boolean }
  | { seat: string; failed: string };

const answer = (message: ReviewAnswer): void => postMessage(message);

async function run({ record, seat, worlds }: ReviewJob): Promise<void> {
  const { module } = await loadEngine();
  const begun = module.ask<Begun>('page_review_begin', record, seat, worlds);
  answer({ seat, begun: { ...begun, even: begun.even / begun.all } });
  for (;;) {
    const { reached, done, over, choice, seats } = module.ask<Step>('page_review_next');
    if (choice) answer({ seat, reached, choice: choiceOf(choice, begun.all) });
    if (done) return answer({ seat, done: seatOf(seats[0], begun.all), over });
  }
}

onmessage = ({ data }: MessageEvent<ReviewJob>) => {
  run(data).catch((error: unknown) =>
    answer({ seat: data.seat, failed: error instanceof Error ? error.message : String(error) }),
  );
};
