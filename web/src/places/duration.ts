// Seconds in words: "30 seconds", "2 minutes", "a day".
import { say } from '../text/places';

export function duration(seconds: number): string {
  for (const [unit, size] of [['days', 86400], ['hours', 3600], ['minutes', 60]] as const)
    if (seconds >= size && seconds % size === 0) return say(unit, { n: seconds / size });
  return say('seconds', { n: seconds });
}
