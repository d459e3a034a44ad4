// A puzzle as a table to look at: one move can be made at it, and is only remembered.
import type { Rules } from '../lib/engine';
import type { RulesInfo, Seat, TableInfo, View } from '../lib/types';
import { seatLetter } from '../after/seats';
import { plainTable } from '../session/plain';
import type { TableSession } from '../session/session';
import { judgedAs, type Puzzle } from './puzzle';

const players = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana', 'Ivo', 'Jo'];
const without = (): void => {};

export class PuzzleSession implements TableSession {
  readonly kind = 'offline';
  readonly table: TableInfo;
  readonly info: RulesInfo;
  readonly here: Seat[];
  readonly you: Seat | null;
  readonly view: View;
  readonly q = 0;
  readonly hands = null;
  readonly spectators = 0;
  readonly clocks = [];
  readonly log = [];
  readonly last = null;
  readonly over = null;
  readonly held = false;
  readonly trouble = null;
  readonly notice = '';
  readonly timeUp = '';
  readonly pace = 0;
  readonly mayUndo = false;
  readonly refused = null;

  chosen = $state<string | null>(null); // in notation
  readonly asked = $derived.by(() => this.rules.options(this.view, this.names()));
  readonly options = $derived(this.chosen === null ? this.asked : null);
  readonly judged = $derived.by(() => (this.chosen === null ? -1 : judgedAs(this.puzzle, this.asked.moves, this.chosen)));

  constructor(
    readonly puzzle: Puzzle,
    readonly rules: Rules,
    ruleset: string,
    title: string,
  ) {
    this.view = puzzle.view;
    this.you = puzzle.view.seat;
    this.info = rules.info;
    this.table = plainTable(this.names(), { title, ruleset, hash: rules.info.hash });
    this.here = this.table.seats.map(({ seat }) => seat);
  }

  words(action: string): string {
    return this.asked.moves.find((move) => move.do === action)?.words ?? action;
  }

  name(seat: Seat | null): string {
    return (seat && this.table.seats.find((one) => one.seat === seat)?.name) ?? '';
  }

  names(): string[] {
    return this.view.players.map((_, index) => players[index] ?? seatLetter(index));
  }

  act(action: string): void {
    this.chosen ??= action;
  }

  again(): void {
    this.chosen = null;
  }

  why(): null {
    return null;
  }

  letBe = without;
  setPace = without;
  undo = without;
  send = without;
  close = without;
}
