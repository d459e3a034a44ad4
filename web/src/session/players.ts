// Who sits at a table on this device: the person and bots, by the names that they have at a server, too.
import names from '../../../src/table/bot_name.def?raw';
import { settings } from '../lib/settings.svelte';
import { say } from '../text/play';

export const botNames = [...names.matchAll(/^BOT_NAME\("(.+)"\)$/gm)].map(([, name]) => name);

// By seat; the person sits in the first. Nobody has the name of another.
export function playerNames(opponents: number): string[] {
  const own = settings.name.trim() || say('guest');
  const others = botNames.filter((name) => name.toLowerCase() !== own.toLowerCase());
  return [own, ...others.slice(0, opponents)];
}
