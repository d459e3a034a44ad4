// Who sits at a table on this device: the person and bots with short names.
import { settings } from '../lib/settings.svelte';
import { say } from '../text/play';

const botNames = ['Mira', 'Otto', 'Juno', 'Pablo', 'Lena', 'Kofi', 'Nia', 'Emil', 'Suki', 'Bruno'];

// By seat; the person sits in the first. Nobody has the name of another.
export function playerNames(opponents: number): string[] {
  const own = settings.name.trim() || say('guest');
  const others = botNames.filter((name) => name.toLowerCase() !== own.toLowerCase());
  return [own, ...others.slice(0, opponents)];
}
