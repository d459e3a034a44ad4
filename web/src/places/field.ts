// What is wrong with a setting, by the name that the form has for it: "think_s: ..." becomes "Time for a decision: ...".
import { say } from '../text/places';

const fields = {
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
} as const;

export function byField(message: string): string {
  const [, key, rest] = /^(\w+): (.*)$/s.exec(message) ?? [];
  return key && key in fields ? `${say(fields[key as keyof typeof fields])}: ${rest}` : message;
}
