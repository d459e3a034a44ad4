// Which game is played against bots: what settings remember, unless the address says otherwise.
import type { Rules } from '../lib/engine';
import type { Settings } from '../lib/settings.svelte';
import { withChoices } from '../places/length';
import { levels, opponentsFor } from '../places/rulesets';
import type { LocalChoice } from './offline.svelte';
import { playerNames } from './players';

export type Choice = Omit<LocalChoice, 'names' | 'you'> & { opponents: number; target: number; teams: number };

const whole = (text: string | null): number | null => (text !== null && /^\d{1,5}$/.test(text) ? Number(text) : null);

// /play?ruleset=ultimate&opponents=3&level=hard&seed=HEX&pace=0
export function choiceOf(query: string, settings: Settings): Choice {
  const asked = new URLSearchParams(query);
  const level = asked.get('level') ?? settings.level;
  const seed = asked.get('seed')?.toLowerCase();
  return {
    ruleset: asked.get('ruleset') ?? settings.ruleset,
    ruleText: asked.has('ruleset') ? '' : settings.ruleText,
    opponents: whole(asked.get('opponents')) ?? settings.opponents,
    level: levels.find((one) => one === level) ?? 'medium',
    target: whole(asked.get('target')) ?? settings.target,
    teams: whole(asked.get('teams')) === 2 ? 2 : 0,
    pace: whole(asked.get('pace')) ?? settings.pace,
    ...(seed && /^[0-9a-f]{1,64}$/.test(seed) ? { seed: seed.padStart(64, '0') } : {}),
  };
}

export function seated({ opponents, target, teams, ...choice }: Choice, rules: Rules): LocalChoice {
  const ruleset = withChoices(choice.ruleset, { target, teams });
  return { ...choice, ruleset, names: playerNames(opponentsFor(rules.info.players, opponents)), you: 'A' };
}
