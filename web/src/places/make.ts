// Making a table at the server: the address it has then.
import { post } from '../lib/api';
import { beSomebody } from '../lib/me.svelte';
import { settings } from '../lib/settings.svelte';
import type { TableSettings } from '../lib/types';
import { optionsFor } from './length';
import type { TableRow } from './lobby.svelte';

export type TableWish = Partial<TableSettings> & { options?: Record<string, string> };

export async function makeTable(wish: TableWish): Promise<string> {
  await beSomebody();
  return `/t/${(await post<TableRow>('tables', wish)).code}`;
}

// With the rules of the last game, everything else as usual.
export const usualTable = (): TableWish => {
  const ruleset = settings.ruleText || settings.ruleset;
  const options = optionsFor(ruleset, settings.target);
  return { ruleset, ...(options && { options }) };
};

export async function quickTable(ruleset: string): Promise<string> {
  await beSomebody();
  return `/t/${(await post<TableRow>('quick', { ruleset })).code}`;
}
