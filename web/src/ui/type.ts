// The rounded typeface of titles, scores and UNO!. Opening the first page does not bring it: it comes with the first sign
// of life there, or with the next page, and from then on out of what the service worker keeps.
export function letter(): void {
  document.documentElement.classList.add('lettered');
}

export function letterWhenUsed(): void {
  for (const sign of ['pointerdown', 'keydown']) addEventListener(sign, letter, { once: true });
  // A browser tells of a pointer that rests where the page appears as if it had moved.
  const moved = ({ movementX, movementY }: PointerEvent) => {
    if (!movementX && !movementY) return;
    removeEventListener('pointermove', moved);
    letter();
  };
  addEventListener('pointermove', moved);
}

export function letterIfKept(): void {
  if (navigator.serviceWorker?.controller) letter();
}
