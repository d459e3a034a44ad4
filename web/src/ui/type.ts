// The rounded typeface of titles, scores and UNO!. Opening the first page does not bring it: it comes with the first sign
// of life there, or with the next page, and from then on out of what the service worker keeps.
export function letter(): void {
  document.documentElement.classList.add('lettered');
}

export function letterWhenUsed(): void {
  for (const sign of ['pointermove', 'pointerdown', 'keydown']) addEventListener(sign, letter, { once: true });
}

export function letterIfKept(): void {
  if (navigator.serviceWorker?.controller) letter();
}
