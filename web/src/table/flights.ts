// The cards that fly for what happened, and what is heard of it. Places are found by their data attributes.
import { reducedMotion } from '../lib/settings.svelte';
import { seatsAround } from '../lib/hands';
import { stagger, type Flight } from '../lib/motion';
import { sound, type Sound } from '../lib/sound';
import type { CardCode, Deed, RulesInfo, Seat, View } from '../lib/types';

const most = 5; // cards that fly for one draw
const inFan = 7; // of a hand that flies
const handLasts = 620; // ms
const handStep = 35;

// A card of your own hand, where it is.
export interface Placed {
  card: CardCode;
  place: DOMRect;
  element: Element;
}

export interface Scene {
  root: HTMLElement;
  info: RulesInfo;
  you: Seat | null;
  after: View;
  open: boolean; // all hands are: nothing has to be turned up
  picked: { card: CardCode; from: DOMRect } | null; // the card you have just laid
  held: Placed[]; // your hand before it changed
  fresh: CardCode[]; // what has come into it
}

export function placedIn(root: HTMLElement): Placed[] {
  return [...root.querySelectorAll<HTMLElement>('[data-hand] [data-card]')].map((element) => {
    const shown = element.firstElementChild ?? element;
    return { card: element.dataset.card ?? '', place: shown.getBoundingClientRect(), element: shown };
  });
}

// A card's size around the middle of a box.
function cardRect(box: DOMRect): DOMRect {
  const width = Math.min(44, box.width);
  const height = width * 1.4;
  return new DOMRect(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height);
}

function placeOf(scene: Scene, selector: string): DOMRect | null {
  const box = scene.root.querySelector(selector)?.getBoundingClientRect();
  return box && box.width > 0 ? box : null;
}

const pileRect = (scene: Scene, pile: string): DOMRect | null => placeOf(scene, `[data-pile="${pile}"] svg`);

function seatRect(scene: Scene, seat: Seat | null): DOMRect | null {
  const own = seat !== null && seat === scene.you ? placeOf(scene, '[data-hand]') : null;
  const at = `[data-seat="${seat}"]`;
  const box = own ?? (seat ? (placeOf(scene, `${at} .fan`) ?? placeOf(scene, at)) : null);
  return box && cardRect(box);
}

type Way = Omit<Flight, 'info' | 'from' | 'to'> & { from: DOMRect | null; to: DOMRect | null };

const aside = (box: DOMRect | null, by: number): DOMRect | null =>
  box && new DOMRect(box.x + by, box.y, box.width, box.height);

// Your drawn cards turn up on their way into the hand; what has no place of its own flies towards it.
function drawn(deed: Deed, scene: Scene, pile: string, back: Flight['back']): Way[] {
  const from = pileRect(scene, pile);
  const own = deed.seat === scene.you ? freshIn(scene).slice(0, 2 * most) : [];
  if (own.length)
    return own.map(({ card, place, element }) => ({ code: card, back, flip: 'up', from, to: place, arrives: element }));
  return Array.from({ length: Math.min(most, deed.amount) }, () => ({
    code: null,
    back,
    from,
    to: seatRect(scene, deed.seat),
  }));
}

function freshIn(scene: Scene): Placed[] {
  const left = [...scene.fresh];
  return placedIn(scene.root).filter(({ card }) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

// A hand as a hand: card by card from where it was to where it is now, past those that come the other way.
function handWays(scene: Scene, from: Seat | null, to: Seat | null): Way[] {
  if (!from || !to) return [];
  const back = scene.info.family === 'split' ? 'number' : 'classic';
  const way = (i: number): Pick<Way, 'back' | 'delay' | 'lasts' | 'bow'> => ({ back, delay: i * handStep, lasts: handLasts, bow: 0.16 });
  const [start, end] = [seatRect(scene, from), seatRect(scene, to)];
  if (from === scene.you)
    return scene.held.map(({ card, place }, i) => ({ code: card, flip: 'down', from: place, to: end, ...way(i) }));
  if (to === scene.you)
    return placedIn(scene.root).map(({ card, place, element }, i) => ({
      code: card, flip: 'up', from: start, to: place, arrives: element, ...way(i),
    }));
  const taker = scene.after.players.find(({ seat }) => seat === to);
  const count = Math.min(inFan, taker?.cards ?? taker?.numbers ?? 0);
  return Array.from({ length: count }, (_, i) => {
    const off = (i - (count - 1) / 2) * 9;
    return { code: null, from: aside(start, off), to: aside(end, off), ...way(i) };
  });
}

// All hands move on, past seats that are out.
function rotations(scene: Scene): Way[] {
  const out = scene.after.players.filter((player) => player.out).map(({ seat }) => seat);
  const seats = seatsAround(scene.after).filter((seat) => !out.includes(seat));
  const step = scene.after.direction === -1 ? -1 : 1;
  return seats.flatMap((from, i) => handWays(scene, from, seats[(i + step + seats.length) % seats.length]));
}

// Where a card of the second hand goes: it stays where it lies now, or it is done with and goes back into its deck.
function lyingRect(scene: Scene, deed: Deed): DOMRect | null {
  const lies = `[data-lies="${CSS.escape(deed.card ?? '')}"] svg`;
  const at = [deed.other, deed.seat].filter(Boolean).map((seat) => placeOf(scene, `[data-seat="${seat}"] ${lies}`));
  return at.find((box) => box !== null) ?? placeOf(scene, `.second ${lies}`) ?? pileRect(scene, 'second');
}

function waysOf(deed: Deed, scene: Scene): Way[] {
  const seat = seatRect(scene, deed.seat);
  const other = seatRect(scene, deed.other);
  const split = scene.info.family === 'split';
  const back = split ? 'number' : 'classic';
  const own = deed.seat === scene.you;
  const up = own || scene.open ? undefined : 'up';
  switch (deed.name) {
    case 'played': {
      const from = own && scene.picked?.card === deed.card ? scene.picked?.from : undefined;
      return [{ code: deed.card, back, flip: up, from: from ?? seat, to: pileRect(scene, 'discard') }];
    }
    case 'drew':
      return drawn(deed, scene, split ? 'number' : 'draw', back);
    case 'drew_action':
      return drawn(deed, scene, 'action', 'action');
    case 'swapped':
      return [...handWays(scene, deed.seat, deed.other), ...handWays(scene, deed.other, deed.seat)];
    case 'rotated':
      return rotations(scene);
    case 'cast':
    case 'cast_on': {
      const from = own && scene.picked?.card === deed.card ? scene.picked?.from : undefined;
      return [{ code: deed.card, back: 'action', flip: up, from: from ?? seat, to: lyingRect(scene, deed) }];
    }
    case 'set_down':
      return [{ code: null, back: 'action', from: seat, to: placeOf(scene, `[data-seat="${deed.seat}"] .down svg`) }];
    case 'sprung':
      return [{ code: deed.card, back: 'action', flip: 'up', from: seat, to: pileRect(scene, 'second') }];
    case 'fetched':
      return drawn(deed, scene, 'second', 'action');
    case 'discarded':
      return [{ code: deed.card, back, flip: up, from: seat, to: pileRect(scene, 'discard') }];
    case 'drew_open':
      return [{ code: deed.card, back, flip: 'up', from: pileRect(scene, 'draw'), to: pileRect(scene, 'discard') }];
    case 'gave':
      return [{ code: null, back, from: seat, to: other }];
    case 'stole':
      return [{ code: null, back, from: other, to: seat }];
    case 'revealed':
      return [{ code: deed.card, back, flip: 'up', from: seat, to: placeOf(scene, `[data-bid="${deed.seat}"] svg`) }];
    case 'action':
    case 'action_all':
      return [{ code: deed.card, back: 'action', flip: up, from: seat, to: pileRect(scene, 'played') }];
    case 'shed':
      return [{ code: deed.card, from: seat, to: pileRect(scene, 'shed') }];
    case 'dealt':
      return scene.after.players.map(({ seat: to }) => ({
        code: null,
        back,
        from: pileRect(scene, split ? 'number' : 'draw'),
        to: seatRect(scene, to),
      }));
    default:
      return [];
  }
}

// Hands that change hands have to be seen before they do.
export const movesHands = (deeds: Deed[]): boolean =>
  deeds.some(({ name }) => name === 'swapped' || name === 'rotated');

export function flyFor(deeds: Deed[], scene: Scene): void {
  if (reducedMotion() || document.hidden) return;
  const flights: Flight[] = [];
  for (const { from, to, ...rest } of deeds.flatMap((deed) => waysOf(deed, scene)))
    if (from && to) flights.push({ ...rest, info: scene.info, from, to });
  void stagger(flights);
}

const soundsOf: Record<string, Sound> = {
  caught: 'caught', called: 'uno', rolled: 'dice', revealed: 'flip', played: 'card', action: 'card', action_all: 'card',
  shed: 'card', cast: 'card', cast_on: 'card', set_down: 'card', sprung: 'flip', discarded: 'card', drew_open: 'flip', fetched: 'draw', drew: 'draw', drew_action: 'draw', dealt: 'draw',
};

// One sound for all that happened at once; the first of the list above that did.
export function soundFor(deeds: Deed[], you: Seat | null): void {
  const winners = deeds.filter((deed) => deed.name === 'won' || deed.name === 'deal_won');
  if (winners.length) {
    sound(!you || winners.some((deed) => deed.seat === you) ? 'win' : 'lose');
    return;
  }
  const name = Object.keys(soundsOf).find((one) => deeds.some((deed) => deed.name === one));
  if (name) sound(soundsOf[name]);
}
