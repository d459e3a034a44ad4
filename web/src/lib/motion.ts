// Cards on their way: they fly on a layer above the page, moved by transform and opacity alone.
import { mount, unmount } from 'svelte';
import Flying from '../cards/Flying.svelte';
import { reducedMotion } from './settings.svelte';
import type { CardCode, Colour, RulesInfo } from './types';

export interface Flight {
  code: CardCode | null; // null: a back
  info: RulesInfo;
  from: DOMRect;
  to: DOMRect;
  flip?: 'up' | 'down'; // sets out as a back and arrives as a face, or the other way round
  delay?: number; // ms
  lasts?: number; // ms; without: as a card usually does
  bow?: number; // how far it swings to its left on the way, in parts of the way
  arrives?: Element | null; // the card at its place: not seen before it has arrived
  back?: 'classic' | 'number' | 'action';
  tint?: Colour | null;
}

const duration = 250;
const most = 40; // at once; what is more arrives unseen
const curve = 'cubic-bezier(0.3, 0.1, 0.2, 1)';

let layer: HTMLElement | null = null;
let flying = 0;

function theLayer(): HTMLElement {
  if (layer?.isConnected) return layer;
  layer = document.createElement('div');
  layer.setAttribute('aria-hidden', 'true');
  Object.assign(layer.style, {
    position: 'fixed',
    inset: '0',
    zIndex: '50',
    overflow: 'hidden',
    contain: 'strict',
    pointerEvents: 'none',
  });
  return document.body.appendChild(layer);
}

// An element of a card's shape on the layer, in the middle of a place.
function boxAt(place: DOMRect): HTMLElement {
  const width = Math.min(place.width, place.height / 1.4);
  const box = document.createElement('div');
  Object.assign(box.style, {
    position: 'absolute',
    left: `${place.left + (place.width - width) / 2}px`,
    top: `${place.top + (place.height - width * 1.4) / 2}px`,
    width: `${width}px`,
    height: `${width * 1.4}px`,
  });
  box.style.setProperty('--card', `${width}px`);
  return theLayer().appendChild(box);
}

// A page in the background draws no frames: then time alone must do.
async function finished(animation: Animation, ms: number): Promise<void> {
  let timer = 0;
  const late = new Promise<void>((resolve) => (timer = window.setTimeout(resolve, ms + 300)));
  await Promise.race([animation.finished.catch(() => undefined), late]);
  clearTimeout(timer);
}

async function highlight(place: DOMRect, delay: number): Promise<void> {
  const box = boxAt(place);
  Object.assign(box.style, { borderRadius: '10%', boxShadow: '0 0 0 4px var(--accent)', opacity: '0' });
  const timing = { duration: duration * 2, delay, easing: 'ease-out' };
  await finished(box.animate([{ opacity: 1 }, { opacity: 0 }], timing), delay + duration * 2);
  box.remove();
}

const middle = (place: DOMRect) => ({ x: place.left + place.width / 2, y: place.top + place.height / 2 });

// Resolves when the card has arrived. Who calls it has read both places before anything was changed.
export async function fly({ from, to, delay = 0, ...shown }: Flight): Promise<void> {
  if (document.hidden || !to.width || !from.width || flying >= most) return;
  flying++;
  try {
    if (reducedMotion()) await highlight(to, delay);
    else await flyOver(from, to, delay, shown);
  } finally {
    flying--;
  }
}

type Shown = Omit<Flight, 'from' | 'to'>;

// Along a line, or past it to the left; a turning card has turned when it arrives.
function wayOf(from: DOMRect, to: DOMRect, { flip, bow = 0 }: Shown): Keyframe[] {
  const [start, end] = [middle(from), middle(to)];
  const [x, y] = [start.x - end.x, start.y - end.y];
  const scale = Math.min(from.width, from.height / 1.4) / Math.min(to.width, to.height / 1.4);
  const step = (part: number): Keyframe => {
    const aside = Math.sin(Math.PI * part) * bow;
    const [atX, atY] = [x * (1 - part) - y * aside, y * (1 - part) + x * aside];
    const size = scale + (1 - scale) * part;
    const turn = flip === 'up' ? 180 * (1 - part) : flip === 'down' ? 180 * part : 0;
    return { offset: part, transform: `translate(${atX}px, ${atY}px) scale(${size}) perspective(900px) rotateY(${turn}deg)` };
  };
  return (bow ? [0, 0.25, 0.5, 0.75, 1] : [0, 1]).map(step);
}

async function flyOver(from: DOMRect, to: DOMRect, delay: number, shown: Shown): Promise<void> {
  const { lasts = duration, arrives } = shown;
  const box = boxAt(to);
  box.dataset.flying = shown.code ?? shown.back ?? '';
  const card = mount(Flying, { target: box, props: shown });
  Object.assign(box.style, { willChange: 'transform', transformStyle: 'preserve-3d' });
  arrives?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: delay + lasts });
  const timing: KeyframeAnimationOptions = { duration: lasts, delay, easing: curve, fill: 'both' };
  await finished(box.animate(wayOf(from, to, shown), timing), delay + lasts);
  void unmount(card);
  box.remove();
}

// Flies them all, each a little after the one before; done when the last has arrived.
export async function stagger(flights: Flight[], step = 40): Promise<void> {
  await Promise.all(flights.map((flight, i) => fly({ ...flight, delay: flight.delay ?? i * step })));
}
