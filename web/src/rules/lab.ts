// The rule lab as the page asks it (page_lab.c): the counters, figures and reports of `uno lab`.
import { isError, type Engine } from '../lib/engine';
import type { Rules } from '../lib/engine';

export interface LabPlan {
  rules: string; // the text of a ruleset, or a built-in name
  against: string | null; // that it is compared with those of; null: nothing
  names: string[]; // what `uno lab` would be told
  players: number;
  bot: string;
  games: number; // by each of them
  seed: string; // any text
  matches: boolean; // whole matches, not single deals
}

// [value, low, high]: the truth lies between in 95 of 100 cases. [value]: too little was played to tell.
export type Figure = [value: number, low: number, high: number] | [value: number];

type Figures = Record<string, Figure>;

export interface LabFigures {
  games: number;
  watched: number; // of these, event by event
  cells: { metrics: Figures; events: Figures; edges: Figure[]; longest: number }[];
  differences: { metrics: Figures; events: Figures } | null; // of the second from the first
}

export type Verdict = 'more' | 'less' | 'unclear' | 'same';

export function verdictOf([value, low, high]: Figure): Verdict {
  if (low === undefined || high === undefined) return 'unclear';
  if (low > 0) return 'more';
  if (high < 0) return 'less';
  return value === 0 && low === high ? 'same' : 'unclear';
}

export const isDifferent = (figure: Figure): boolean => ['more', 'less'].includes(verdictOf(figure));

// As a file of that title would be named: "Friday rules!" is friday-rules.ini.
export const fileName = (title: string): string =>
  `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 40) || 'rules'}.ini`;

// What happens with events in a game: those that differ come first, then the frequent ones.
export function eventsInOrder({ cells, differences }: LabFigures): string[] {
  const often = (event: string) => cells.reduce((sum, { events }) => sum + events[event][0], 0);
  const first = (event: string) => (differences && isDifferent(differences.events[event]) ? 1 : 0);
  return Object.keys(cells[0].events).sort((a, b) => first(b) - first(a) || often(b) - often(a));
}

// One at a time in an engine.
export class Lab {
  constructor(
    private readonly engine: Engine,
    { rules, against, names, players, bot, games, seed, matches }: LabPlan,
  ) {
    const opened = [rules, ...(against === null ? [] : [against])].map((text) => this.open(text));
    const [place, other = place] = opened.map((one) => engine.placeOf(one));
    engine.module.ask('page_lab_begin', place, other, names.join('\n'), players, bot, seed, games, matches ? 1 : 0);
  }

  play(from: number, games: number): void {
    this.engine.module.ask('page_lab_play', from, games);
  }

  // What was counted since it was taken last, for add().
  take(): string[] {
    return this.engine.module.ask<{ counts: string[] }>('page_lab_take').counts;
  }

  add(counts: string[]): void {
    counts.forEach((text, cell) => this.engine.module.ask('page_lab_add', cell, text));
  }

  figures(): LabFigures {
    return this.engine.module.ask('page_lab_figures');
  }

  // "html": a file of its own; "part": for a page.
  report(form: 'html' | 'part'): string {
    return this.engine.module.ask<{ report: string }>('page_lab_report', form).report;
  }

  private open(text: string): Rules {
    const rules = this.engine.open(text);
    if (isError(rules)) throw new Error(rules.message);
    return rules;
  }
}
