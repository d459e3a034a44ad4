// Which rules "Play now" plays with: remembered, chosen from the pictures or the list.
import { remember, settings } from '../lib/settings.svelte';

export const chosenRuleset = (): string => (settings.ruleText ? 'own' : settings.ruleset);

export function chooseRuleset(name: string, text = ''): void {
  settings.ruleText = text;
  if (!text) settings.ruleset = name;
  remember();
}
