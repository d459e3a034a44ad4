// How long a game on this device waits: for bots to seem to think, for people to call, catch or jump in. The clock
// never runs against the person.
import type { GameEvent, Options, Seat, View } from '../lib/types';

const usualPace = 900;
const usualWindow = 2500;
const dealPaces = 5;

export interface Moment {
  view: View;
  events: GameEvent[]; // of the last action
  you: Seat | null;
  options: Options | null;
  pace: number; // ms before a bot moves; 0: nothing waits
}

// For everybody's chance to call or catch, or to jump in.
export const windowMs = (pace: number): number => (pace ? Math.max(1000, (usualWindow * pace) / usualPace) : 0);

// Bots catch the person only after this.
const graceMs = (pace: number): number => (windowMs(pace) * 3) / 8;

const happened = (events: GameEvent[], ...names: string[]): boolean => events.some(([name]) => names.includes(name));

// Before the next bot may act, after an action.
export function patience(moment: Moment): number {
  const { view, events, you, pace } = moment;
  if (view.phase === 'over') return 0;
  if (view.phase === 'deal') return dealPaces * pace;
  const slip = view.uno?.seat && !view.uno.called ? view.uno.seat : null;
  if (slip && slip === you) return graceMs(pace);
  if (slip && moment.options?.moves.some((move) => move.kind === 'catch')) return windowMs(pace);
  if (happened(events, 'revealed', 'rolled')) return 2 * pace; // something to look at
  if (view.phase === 'bid' || view.phase === 'window') return pace / 3; // everybody chooses at once
  if (happened(events, 'passed')) return pace / 2;
  return pace;
}
