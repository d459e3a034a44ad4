// The cards that fly for what happened, and what is heard of it. Places are found by their data attributes.
import { reducedMotion } from '../lib/settings.svelte';
import { stagger, type Flight } from '../lib/motion';
import { sound, type Sound } from '../lib/sound';
import type { CardCode, Deed, RulesInfo, Seat } from '../lib/types';

const most = 5; // cards that fly for one draw

export interface Scene {
  root: HTMLElement;
  info: RulesInfo;
  you: Seat | null;
  seats: Seat[];
  picked: { card: CardCode; from: DOMRect } | null; // the card you have just laid
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
  const box = own ?? (seat ? placeOf(scene, `[data-seat="${seat}"]`) : null);
  return box && cardRect(box);
}

type Way = Omit<Flight, 'info' | 'from' | 'to'> & { from: DOMRect | null; to: DOMRect | null };

function waysOf(deed: Deed, scene: Scene): Way[] {
  const seat = seatRect(scene, deed.seat);
  const other = seatRect(scene, deed.other);
  const split = scene.info.family === 'split';
  const back = split ? 'number' : 'classic';
  const drawn = (pile: string, kind: Flight['back']): Way[] =>
    Array.from({ length: Math.min(most, deed.amount) }, () => ({
      code: null,
      back: kind,
      from: pileRect(scene, pile),
      to: seat,
    }));
  switch (deed.name) {
    case 'played': {
      const own = deed.seat === scene.you && scene.picked?.card === deed.card ? scene.picked?.from : undefined;
      return [{ code: deed.card, from: own ?? seat, to: pileRect(scene, 'discard') }];
    }
    case 'drew':
      return drawn(split ? 'number' : 'draw', back);
    case 'drew_action':
      return drawn('action', 'action');
    case 'swapped':
      return [{ code: null, back, from: seat, to: other }, { code: null, back, from: other, to: seat }];
    case 'rotated':
      return scene.seats.map((from, i) => ({
        code: null,
        back,
        from: seatRect(scene, from),
        to: seatRect(scene, scene.seats[(i + 1) % scene.seats.length]),
      }));
    case 'stole':
      return [{ code: null, back, from: other, to: seat }];
    case 'revealed':
      return [{ code: deed.card, back, flip: true, from: seat, to: placeOf(scene, `[data-bid="${deed.seat}"] svg`) }];
    case 'action':
    case 'action_all':
      return [{ code: deed.card, from: seat, to: pileRect(scene, 'played') }];
    case 'shed':
      return [{ code: deed.card, from: seat, to: pileRect(scene, 'shed') }];
    case 'dealt':
      return scene.seats.map((to) => ({
        code: null,
        back,
        from: pileRect(scene, split ? 'number' : 'draw'),
        to: seatRect(scene, to),
      }));
    default:
      return [];
  }
}

export function flyFor(deeds: Deed[], scene: Scene): void {
  if (reducedMotion() || document.hidden) return;
  const flights: Flight[] = [];
  for (const { from, to, ...rest } of deeds.flatMap((deed) => waysOf(deed, scene)))
    if (from && to) flights.push({ ...rest, info: scene.info, from, to });
  void stagger(flights);
}

const soundsOf: Record<string, Sound> = {
  caught: 'caught', called: 'uno', rolled: 'dice', revealed: 'flip', played: 'card', action: 'card', action_all: 'card',
  shed: 'card', drew: 'draw', drew_action: 'draw', dealt: 'draw',
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
