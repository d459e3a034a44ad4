// The line that begins a game, as the arbiter's language has it (docs/arbiter.md).
export interface Opening {
  ruleset: string;
  names: string[];
  decks: string; // "physical", "printed", "40 20"; '' on a score sheet
  lead: string; // a name, or ''
  options: Record<string, string | number>; // house rules
}

// A name is one word in the log.
export const tidyName = (name: string): string => name.trim().replace(/[\s,;#=]+/g, '-').replace(/^-+|-+$/g, '');

export function openingLine({ ruleset, names, decks, lead, options }: Opening): string {
  const changes = Object.entries(options).map(([name, value]) => `${name}=${String(value).replaceAll(' ', '/')}`);
  const pieces = ['game', ruleset, 'players', ...names];
  if (decks) pieces.push('decks', decks);
  if (lead) pieces.push('lead', lead);
  if (changes.length) pieces.push('option', ...changes);
  return pieces.join(' ');
}
