// Chat as plain text: what somebody wrote, a quick phrase in the reader's language, or a little face.
import { say } from '../text/play';
import type { ChatLine } from '../lib/engine';

export const phrases = [
  'hello',
  'good_luck',
  'well_played',
  'thanks',
  'sorry',
  'your_turn',
  'one_moment',
  'good_game',
  'again',
  'bye',
] as const;

export const emotes: Record<string, string> = {
  smile: '🙂',
  laugh: '😄',
  wink: '😉',
  wow: '😮',
  sad: '🙁',
  angry: '😠',
  think: '🤔',
  clap: '👏',
  heart: '❤️',
  cry: '😢',
};

export function phraseText(phrase: string): string {
  const key = `phrase_${phrase}`;
  return say.has(key) ? say(key) : phrase;
}

export function chatText(line: ChatLine): string {
  if (line.phrase) return phraseText(line.phrase);
  if (line.emote) return emotes[line.emote] ?? line.emote;
  return line.text ?? '';
}
