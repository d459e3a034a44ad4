// What a table remembers of the last actions beyond its view: who did what, the last bids, what was drawn, and the
// one short effect that is shown beside the cards.
import type { CardCode, Deed, Seat, View } from '../lib/types';
import type { TableSession } from '../session/session';

type Last = NonNullable<TableSession['last']>;

export interface Bid {
  seat: Seat;
  card: CardCode | null;
  wins: boolean;
}

export interface Effect {
  id: number;
  kind: string; // the event's name
  text: string;
  die: number; // 0: none
}

// What deserves an effect, the most telling first.
const telling = [
  'won', 'deal_won', 'caught', 'called', 'rolled', 'guilty', 'innocent', 'challenged', 'claimed', 'claim_challenged',
  'countered', 'met', 'swapped', 'rotated', 'reseated', 'trapped', 'reflected', 'chanced', 'jumped', 'pending', 'stole', 'hit',
  'bonus', 'blocked', 'refused', 'skipped', 'reversed', 'reshuffled', 'numbers_gone', 'actions_gone', 'round_won',
  'tied',
];
const shownFor = 1800;

function gained(before: CardCode[], after: CardCode[]): CardCode[] {
  const rest = [...before];
  return after.filter((card) => {
    const at = rest.indexOf(card);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}

export class Story {
  deeds = $state.raw<Record<Seat, Deed[]>>({}); // what each did last
  called = $state.raw<Seat[]>([]);
  bids = $state.raw<Bid[]>([]);
  lastShed = $state.raw<CardCode | null>(null);
  fresh = $state.raw<CardCode[]>([]);
  effect = $state.raw<Effect | null>(null);
  told = $state.raw<string[]>([]);
  stamp = $state<Seat | null>(null); // who has just called
  private stamped: ReturnType<typeof setTimeout> | undefined;
  private effects = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  hear({ happening, before, after }: Last): Deed[] {
    const deeds = happening.events;
    this.told = deeds.filter((deed) => deed.told).map((deed) => deed.text);
    if (deeds.some((deed) => deed.name === 'dealt')) this.forget();
    this.noteDeeds(deeds);
    this.noteCalls(deeds, after);
    this.noteBids(deeds);
    this.fresh = before && !deeds.some((deed) => deed.name === 'dealt') ? gained(before.hand, after.hand) : [];
    this.showEffect(deeds);
    return deeds;
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.stamped);
  }

  private forget(): void {
    this.deeds = {};
    this.called = [];
    this.bids = [];
    this.lastShed = null;
  }

  private noteDeeds(deeds: Deed[]): void {
    const done: Record<Seat, Deed[]> = {};
    for (const one of deeds) if (one.seat && one.deed && one.name !== 'dealer_draw') (done[one.seat] ??= []).push(one);
    this.deeds = { ...this.deeds, ...done };
  }

  private noteCalls(deeds: Deed[], after: View): void {
    const calls = deeds.filter((deed) => deed.name === 'called' && deed.seat).map((deed) => deed.seat as Seat);
    const holds = (seat: Seat) => after.players.find((player) => player.seat === seat)?.cards === 1;
    const inView = after.uno?.seat && after.uno.called ? [after.uno.seat] : [];
    if (calls.length) this.showStamp(calls[0]);
    this.called = [...new Set([...this.called, ...calls, ...inView])].filter(holds);
  }

  private showStamp(seat: Seat): void {
    this.stamp = seat;
    clearTimeout(this.stamped);
    this.stamped = setTimeout(() => (this.stamp = null), shownFor);
  }

  private noteBids(deeds: Deed[]): void {
    const revealed = deeds.filter((deed) => deed.name === 'revealed' && deed.seat);
    const winner = deeds.find((deed) => deed.name === 'round_won')?.seat ?? null;
    if (revealed.length)
      this.bids = revealed.map(({ seat, card }) => ({ seat: seat as Seat, card, wins: seat === winner }));
    else if (winner) this.bids = this.bids.map((bid) => ({ ...bid, wins: bid.seat === winner }));
    else if (deeds.some((deed) => deed.name === 'action' || deed.name === 'action_all')) this.bids = [];
    const shed = deeds.filter((deed) => deed.name === 'shed' && deed.card).at(-1);
    if (shed) this.lastShed = shed.card;
  }

  private showEffect(deeds: Deed[]): void {
    const name = telling.find((one) => deeds.some((deed) => deed.name === one));
    const shown = deeds.find((deed) => deed.name === name);
    if (!shown) return;
    const die = deeds.find((deed) => deed.name === 'rolled')?.amount ?? 0;
    this.effect = { id: ++this.effects, kind: shown.name, text: shown.text, die };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.effect = null), die ? 2 * shownFor : shownFor);
  }
}
