// Chat as plain text: what somebody wrote, a quick phrase in the reader's language, or a little face.
import { say } from '../text/play';
import type { ChatLine } from './messages';

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

// A table tells its last lines again after a break: those that were not heard yet.
export function unheard(tail: ChatLine[], heard: ChatLine[]): ChatLine[] {
  const same = (a: ChatLine, b: ChatLine) => a.user === b.user && chatText(a) === chatText(b);
  for (let known = Math.min(tail.length, heard.length); known > 0; known--) {
    const end = heard.slice(heard.length - known);
    if (end.every((line, i) => same(line, tail[i]))) return tail.slice(known);
  }
  return tail;
}
