// Whose time runs, and until when: docs/protocol.md, "Clocks".
import type { Seat, TableInfo, View } from '../lib/types';
import type { Clock } from './session';

const thinkMs = (table: TableInfo): number => 1000 * table.settings.think_s;

function hasClock(table: TableInfo, view: View, seat: Seat): boolean {
  const at = table.seats.find((one) => one.seat === seat);
  const human = at?.kind === 'person' || at?.kind === 'program';
  return table.settings.think_s > 0 && human && !at.away && !at.left && view.phase !== 'deal';
}

// As the server tells how much is left.
export function toldClocks(table: TableInfo, left: Record<Seat, number> | undefined, now: number): Clock[] {
  const think = thinkMs(table);
  return Object.entries(left ?? {}).map(([seat, ms]) => ({ seat, ends: now + ms, total: Math.max(ms, think) }));
}

// After a change: who is still asked keeps the clock, who is newly asked gets a new one.
export function runningClocks(
  clocks: Clock[],
  table: TableInfo,
  view: View,
  asked: Seat[],
  actor: Seat | null,
  now: number,
): Clock[] {
  return view.awaited
    .filter((seat) => hasClock(table, view, seat))
    .flatMap((seat) => {
      const kept = clocks.find((clock) => clock.seat === seat);
      if (asked.includes(seat) && seat !== actor) return kept ? [kept] : [];
      const reserve = table.seats.find((one) => one.seat === seat)?.reserve_ms ?? 0;
      const total = thinkMs(table) + reserve;
      return [{ seat, ends: now + total, total }];
    });
}
