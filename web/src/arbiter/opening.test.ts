// The line that begins a game.
import { describe, expect, it } from 'vitest';
import { openingLine, tidyName } from './opening';

const names = ['Ada', 'Ben'];

describe('the line that begins a game', () => {
  it('says what was chosen', () => {
    const line = openingLine({ ruleset: 'split-v3', names, decks: 'physical', lead: 'Ben', options: {} });
    expect(line).toBe('game split-v3 players Ada Ben decks physical lead Ben');
  });

  it('has no decks on a score sheet, but its options', () => {
    const options = { target: 300, teams: 2 };
    const line = openingLine({ ruleset: 'official', names, decks: '', lead: '', options });
    expect(line).toBe('game official players Ada Ben option target=300 teams=2');
  });

  it('makes one word of a name', () => {
    expect(tidyName('  Anna Maria ')).toBe('Anna-Maria');
    expect(tidyName('Ada, #1')).toBe('Ada-1');
    expect(tidyName(' , ')).toBe('');
  });
});
