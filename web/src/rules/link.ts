// Where a rule is written: the address of its sentence in the rulebook, and how such an address is read.
import { isError, loadTableEngine } from '../lib/engine';
import { pack } from '../lib/share';
import type { OptionRow, RulesInfo } from '../lib/types';

// The page of a ruleset's book. `ruleset` is a built-in name, or "club:ID/NAME@VERSION" as tables have it.
export function bookLink(ruleset: string): string {
  const club = /^club:([^/]+\/[^@]+)/.exec(ruleset);
  return club ? `/rules/club?of=${club[1]}` : `/rules/${encodeURIComponent(ruleset)}`;
}

// The book of the rules that a table plays by; `rules` are the ids of a refusal (["O10"]), to look at first. Rules that
// nobody else knows, or built-in ones with other options, go with the address.
export async function bookOf(info: RulesInfo, ruleset: string, rules: string[] = []): Promise<string> {
  const at = rules.join('.');
  if (ruleset.startsWith('club:')) return bookLink(ruleset) + (at && `#${at}`);
  const builtin = (await loadTableEngine()).open(ruleset);
  if (!isError(builtin) && builtin.info.hash === info.hash) return bookLink(ruleset) + (at && `#${at}`);
  return `/rules/own#text=${await pack(info.text)}${at && `&at=${at}`}`;
}

// The parts of an address behind #: "text=...&at=stack_draws", or only where to look.
export function hashParts(hash: string): { text: string; at: string } {
  const parts = hash.replace(/^#/, '');
  const search = new URLSearchParams(/^(text|at)=/.test(parts) ? parts : `at=${parts}`);
  return { text: search.get('text') ?? '', at: search.get('at') ?? '' };
}

// What "O10.U9" means: the first option that one of these ids stands behind. Anything else means itself.
export function placeOf(at: string, rows: OptionRow[]): string {
  if (!/^[A-Z]\d/.test(at)) return at;
  const ids = at.split('.');
  for (const id of ids) {
    const row = rows.find(({ sources }) => sources.includes(id));
    if (row) return row.name;
  }
  return '';
}
