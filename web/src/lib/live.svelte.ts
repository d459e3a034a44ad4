// What a screen reader is told: announce() puts a sentence into the live region of App.svelte.
export const live = $state({ text: '', urgent: '' });

export function announce(text: string, urgent = false): void {
  if (urgent) live.urgent = text;
  else live.text = text;
}
