// The three cards by which a ruleset is known: its own before all others.
import type { RulesInfo } from '../lib/types';
import { more, shown } from '../places/fan';

const chosen: Record<string, RulesInfo> = { ...shown, ...more };

export function tellingCards(info: RulesInfo): RulesInfo {
  if (chosen[info.name]) return chosen[info.name];
  const own = info.cards.filter((card) => card.own);
  const rest = info.cards.filter((card) => !card.own);
  const spread = [1, 3, 5].map((sixth) => rest[Math.floor((rest.length * sixth) / 6)]);
  return { ...info, cards: [...own, ...spread].filter(Boolean).slice(0, 3) };
}
