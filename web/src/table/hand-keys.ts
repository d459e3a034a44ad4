// One tab stop for many buttons: arrow keys go to the next button that way, Home and End to the ends.
const ways: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function middle(button: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = button.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

// The first button of the next row, or the last of the row before.
function beyond(buttons: HTMLElement[], from: HTMLElement, way: number): HTMLElement | undefined {
  const start = middle(from);
  const order = (button: HTMLElement) => {
    const { x, y } = middle(button);
    return way * (Math.round(y / 20) * 10000 + x);
  };
  return buttons
    .filter((button) => (middle(button).y - start.y) * way > 20)
    .sort((a, b) => order(a) - order(b))[0];
}

// The nearest button in that direction: what is off the line counts threefold. Beyond the end of a row comes the next.
function nearest(buttons: HTMLElement[], from: HTMLElement, [right, down]: [number, number]): HTMLElement | undefined {
  const start = middle(from);
  let best: { button: HTMLElement; far: number } | undefined;
  for (const button of buttons) {
    const at = middle(button);
    const along = (at.x - start.x) * right + (at.y - start.y) * down;
    const across = Math.abs((at.x - start.x) * down + (at.y - start.y) * right);
    if (button === from || along <= 1 || across > (right ? 30 : Infinity)) continue;
    const far = along + 3 * across;
    if (!best || far < best.far) best = { button, far };
  }
  return best?.button ?? (right ? beyond(buttons, from, right) : undefined);
}

export function moveFocus(event: KeyboardEvent, buttons: HTMLElement[]): void {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const from = event.target as HTMLElement;
  let to: HTMLElement | undefined;
  if (event.key === 'Home') to = buttons[0];
  else if (event.key === 'End') to = buttons.at(-1);
  else if (ways[event.key]) to = nearest(buttons, from, ways[event.key]);
  else return;
  event.preventDefault();
  to?.focus({ preventScroll: true });
}

// The focus of a card that leaves the hand goes to its neighbour.
export class KeptFocus {
  private had = false;
  private place = 0;

  came(event: FocusEvent, buttons: HTMLElement[]): void {
    this.had = true;
    this.place = buttons.indexOf(event.target as HTMLElement);
  }

  went(event: FocusEvent): void {
    this.had = event.relatedTarget === null; // the card was taken away, or the page lost its focus
  }

  restore(buttons: HTMLElement[]): void {
    if (!this.had || document.activeElement !== document.body) return;
    buttons[Math.min(this.place, buttons.length - 1)]?.focus({ preventScroll: true });
  }
}
