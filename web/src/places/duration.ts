// Seconds in words: "30 seconds", "2 minutes".
import { say } from '../text/places';

export const duration = (seconds: number): string =>
  seconds >= 60 && seconds % 60 === 0 ? say('minutes', { n: seconds / 60 }) : say('seconds', { n: seconds });
