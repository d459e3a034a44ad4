// The event that somebody plays in on this device: its games call them wherever they are on the page.
const kept = 'uno.event';

export const playing = $state({ code: localStorage.getItem(kept) ?? '' });

export function playIn(code: string): void {
  if (playing.code === code) return;
  playing.code = code;
  if (code) localStorage.setItem(kept, code);
  else localStorage.removeItem(kept);
}
