// Where on the screen an action is done: the element to press next. A call is pressed before its card, a colour after it.
import type { Box } from './place';

const seen = (selector: string): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(selector)].find((one) => one.checkVisibility()) ?? null;

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

export function markOf(action: string): HTMLElement | null {
  const calls = action.endsWith('!');
  const plain = calls ? action.slice(0, -1) : action;
  if (calls && seen('[data-uno][aria-pressed="false"]')) return seen('[data-uno]');
  const [card, choice] = plain.split(/[:>]/);
  return (
    (choice && seen(`[data-picker] [data-choice=${quoted(choice)}]`)) ||
    seen(`[data-move=${quoted(action)}]:not([data-seat] *)`) ||
    (action === 'draw' && seen('[data-pile="draw"]')) ||
    seen(`[data-hand] [data-card=${quoted(card)}]`)
  );
}

// What is seen of an element: its box before it is turned, and by how much it is, in degrees.
export interface Spot extends Box {
  angle: number;
}

// A card is lifted out of its place, and turned in a fan.
export function spotOf(element: HTMLElement | null): Spot | null {
  const shown = element?.matches('[data-card]') ? (element.firstElementChild ?? element) : element;
  if (!shown) return null;
  const { left, top, width, height } = shown.getBoundingClientRect();
  const { a, b } = new DOMMatrix(getComputedStyle(shown).transform);
  const angle = (Math.atan2(b, a) * 180) / Math.PI;
  const own = shown instanceof HTMLElement && angle ? { width: shown.offsetWidth, height: shown.offsetHeight } : { width, height };
  return { left: left + (width - own.width) / 2, top: top + (height - own.height) / 2, ...own, angle };
}
