// Minutes that a game (a single deal) takes at a table, by ruleset and players: made by tools/minutes, which asks
// uno lab RULESET --players N --games 2000 --no-skill --seed minutes.
export const minutes: Record<string, number> = {
  'official': 6, // 4 players
  'ultimate': 15, // 4 players
  'split-v3': 24, // 3 players
  'split-duel': 15, // 2 players
};
