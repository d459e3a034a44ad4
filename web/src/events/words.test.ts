// What is entered into an event, and what follows from it, has its sentence in every language of the page.
import { describe, expect, it } from 'vitest';
import changes from '../../../src/tournament/change.def?raw';
import entries from '../../../src/tournament/entry.def?raw';
import germanChanges from '../text/de/event-changes';
import { say } from '../text/events';
import { entryWords } from './words';

const rowsOf = (rows: string, name: string): string[] => [...rows.matchAll(new RegExp(`^${name}\\((\\w+),`, 'gm'))].map(([, word]) => word);

describe('rows of the server', () => {
  it.each([
    ['entry', rowsOf(entries, 'ENTRY'), 15, (word: string) => say.has(`entry_${word}`)],
    ['change, in German', rowsOf(changes, 'CHANGE'), 20, (word: string) => word in germanChanges],
  ])('has words for every %s', (_, words, least, has) => {
    expect(words.length).toBeGreaterThan(least);
    expect(words.filter((word) => !has(word))).toEqual([]);
  });
});

describe('an entry in words', () => {
  const game = { id: 3, stage: 'round', round: 1, number: 3 };

  it('tells who came in which place', () => {
    const places = [{ name: 'Ada', score: 120 }, { name: 'Ben', score: 40, level: true }, { name: 'Cleo', score: 9 }];
    expect(entryWords({ do: 'result', game, places })).toBe('Round 1, table 3: Ada (120) level with Ben (40) before Cleo (9).');
  });
  it('speaks of one, of several, and of all', () => {
    expect(entryWords({ do: 'pause', names: ['Ada'] })).toBe('Ada pauses.');
    expect(entryWords({ do: 'pause', names: ['Ada', 'Ben', 'Cleo'] })).toBe('Ada, Ben and Cleo pause.');
    expect(entryWords({ do: 'pause', names: [] })).toBe('The event pauses.');
  });
  it('tells who changes sides, and who gives what', () => {
    expect(entryWords({ do: 'shift', moves: [{ name: 'Ada', to: 'Blue' }, { name: 'Ben', to: 'Red' }] })).toBe('Sides change: Ada to Blue, Ben to Red.');
    expect(entryWords({ do: 'share', names: ['Ada', 'Ben'], card: '+4' })).toBe('Ada gives +4 to Ben.');
  });
  it('knows a game by its number whose round was taken back', () => {
    expect(entryWords({ do: 'open', number: 7 })).toBe('Game 7 is being played.');
  });
  it('leaves what it does not know to the words of the server', () => {
    expect(entryWords({ do: 'dance' })).toBe('');
  });
});
