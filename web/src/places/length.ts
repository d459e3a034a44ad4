// How long a match goes on, where the rules count points: one round, or to so many points.
import { rulesetRow } from './rulesets';

export const lengths = [0, 200, 500] as const;

// A built-in ruleset as the engine opens it, with what was chosen beside it.
export function withChoices(ruleset: string, { target, teams }: { target: number; teams: number }): string {
  const options = [rulesetRow(ruleset)?.scored ? `target=${target}` : '', teams ? `teams=${teams}` : ''];
  return [ruleset, ...options].filter(Boolean).join(' ');
}

// The same for the server.
export function optionsFor(ruleset: string, target: number, teams = 0): Record<string, string> | undefined {
  const options: Record<string, string> = {};
  if (rulesetRow(ruleset)?.scored) options.target = String(target);
  if (teams) options.teams = String(teams);
  return Object.keys(options).length ? options : undefined;
}
