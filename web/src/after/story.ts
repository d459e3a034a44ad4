// What happened in a record, action by action: the places worth jumping to, and what each deal brought.
import type { RecordReader } from '../lib/engine';
import type { Deed, Seat } from '../lib/types';

export type MarkKind = 'deal' | 'uno' | 'catch' | 'end';

export interface Step {
  number: number; // actions so far; 0: the deal
  by: Seat | null;
  events: Deed[];
}

export interface Mark {
  number: number;
  kind: MarkKind;
}

// What a deal of a match brought: points by seat, as far as anybody scored.
export type DealScore = Record<Seat, number>;

const markOf: Record<string, MarkKind> = {
  dealt: 'deal',
  called: 'uno',
  caught: 'catch',
  won: 'end',
  drawn_game: 'end',
};

// Every action as somebody saw who sat nowhere.
export function steps(reader: RecordReader): Step[] {
  return Array.from({ length: reader.actions + 1 }, (_, number) => {
    const { by, events } = reader.at(number, null);
    return { number, by, events };
  });
}

export function marks(story: Pick<Step, 'number' | 'events'>[]): Mark[] {
  return story.flatMap(({ number, events }) => {
    const kinds = new Set(events.map(({ name }) => markOf[name]).filter((kind) => kind !== undefined));
    return [...kinds].map((kind) => ({ number, kind }));
  });
}

export function dealScores(story: Pick<Step, 'events'>[]): DealScore[] {
  const deals: DealScore[] = [];
  for (const { name, seat, amount } of story.flatMap((step) => step.events)) {
    if (name === 'dealt') deals.push({});
    const deal = deals.at(-1);
    if (name === 'points' && seat && deal) deal[seat] = (deal[seat] ?? 0) + amount;
  }
  return deals;
}
