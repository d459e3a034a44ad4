// Against whom a game was: a level of bots, people, or bots of the server whose level the list does not tell.
import { say } from '../text/after';

export function opponentName(against: string): string {
  if (against === '') return say('serverBots');
  const key = `against_${against}`;
  return say.has(key) ? say(key) : say('botsOf', { level: against });
}
