// What is wrong with a setting, by the name that the form has for it: "Time for a decision: give at least 3 seconds".
import { language } from '../lib/text.svelte';
import { say } from '../text/places';

const labels: Record<string, Parameters<typeof say>[0]> = {
  title: 'title',
  seats: 'seats',
  chat: 'chat',
  spectators: 'spectators',
  starts_alone: 'startsAlone',
  think_s: 'clock',
  reserve_s: 'reserve',
  window_ms: 'window',
  jump_ms: 'jump',
  pace_ms: 'pace',
  fill: 'fill',
  is_public: 'reach',
};

// `words`: the refusal in the page's language. What the server says of that one setting is more, but English.
export function byField(words: string, { field, reason }: { field?: string; reason?: string }): string {
  const label = field && labels[field];
  return label ? `${say(label)}: ${language() === 'en' && reason ? reason : words}` : words;
}
