// Playing by rules of one's own: they are remembered as what "play now" plays.
import { go } from '../lib/router.svelte';
import { remember, settings } from '../lib/settings.svelte';

export function playRules(text: string): void {
  settings.ruleText = text;
  remember();
  go('/play');
}
