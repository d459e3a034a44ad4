// Being at a table: the screen stays on, and when it is one's turn the phone shakes once and the tab's title says so.
import { keepAwake } from '../arbiter/wake';
import { settings } from '../lib/settings.svelte';
import { say } from '../text/table';

export function attend(awaited: () => boolean): void {
  $effect(() => keepAwake());

  let title = document.title; // as the page has it
  const mark = (): string => `${say('yourTurnTitle')} – `;
  $effect(() => {
    if (!awaited()) return;
    if (settings.buzz && navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(40);
    title = document.title;
    document.title = mark() + title;
    return () => {
      if (document.title === mark() + title) document.title = title;
    };
  });
}
