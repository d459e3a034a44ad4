// Where on the screen an action is done: the element to press next. A call is pressed before its card, a colour after it.
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

// What is seen of it: a card is lifted out of its place.
export const spotOf = (element: HTMLElement | null): DOMRect | undefined =>
  (element?.matches('[data-card]') ? (element.firstElementChild ?? element) : element)?.getBoundingClientRect();
