// The event that somebody plays in on this device: its games call them wherever they are on the page.
const kept = 'uno.event';

// A storage that is full or forbidden forgets: then the event is known until the page is left.
function read(): string {
  try {
    return localStorage.getItem(kept) ?? '';
  } catch {
    return '';
  }
}

function write(code: string): void {
  try {
    if (code) localStorage.setItem(kept, code);
    else localStorage.removeItem(kept);
  } catch {
    // It is still known here.
  }
}

export const playing = $state({ code: read() });

export function playIn(code: string): void {
  if (playing.code === code) return;
  playing.code = code;
  write(code);
}
