// Words of the table's own, shorter than the engine's sentences.
import { colourName } from '../lib/cards';
import type { Colour, Move, View } from '../lib/types';
import type { TableSession } from '../session/session';
import { say } from '../text/table';

// What a button that answers the question says: short, as the question says the rest.
export function moveLabel(move: Move, view: View, session: TableSession): string {
  if (move.kind === 'accept' && view.pending) return say('do_accept', { n: view.pending.cards });
  if (move.kind === 'catch' && view.uno?.seat) return say('do_catch', { name: session.name(view.uno.seat) });
  if (move.kind === 'answer') return say(view.card === 'truth' ? 'do_answerTruth' : 'do_answerDare');
  const key = `do_${move.kind}`;
  return say.has(key) ? say(key) : move.words;
}

// What a Wild obliges to, or a colour: "red", "an even number".
export function ruleWords(choice: string): string {
  const key = `rule_${choice}`;
  return say.has(key) ? say(key) : colourName(choice as Colour);
}
