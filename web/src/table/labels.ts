// What a button that answers the question says: short, as the question says the rest.
import type { Move, View } from '../lib/types';
import type { TableSession } from '../session/session';
import { say } from '../text/table';

export function moveLabel(move: Move, view: View, session: TableSession): string {
  if (move.kind === 'accept' && view.pending) return say('do_accept', { n: view.pending.cards });
  if (move.kind === 'catch' && view.uno?.seat) return say('do_catch', { name: session.name(view.uno.seat) });
  if (move.kind === 'answer') return say(view.card === 'truth' ? 'do_answerTruth' : 'do_answerDare');
  const key = `do_${move.kind}`;
  return say.has(key) ? say(key) : move.words;
}
