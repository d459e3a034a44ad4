// The rounded typeface of titles, scores and UNO!. It is no part of a first visit: it comes with the first page after
// that, and from then on out of what the service worker keeps.
export function letter(): void {
  document.documentElement.classList.add('lettered');
}

export function letterIfKept(): void {
  if (navigator.serviceWorker?.controller) letter();
}
