// Words: whole games of every edition, in German, where all of them are put together here.
import '../session/page.fake';
import engineFile from '@engine/uno.wasm?url&inline';
import { beforeAll, expect, test } from 'vitest';
import { instantiate, type Engine } from '../lib/engine';
import { settings } from '../lib/settings.svelte';
import { loadLanguage } from '../lib/text.svelte';
import { Book, nameOf, type CountSheet } from './book';
import { ask, type Picked } from './narrow';
import { answerWords, partWords, questionWords, toldWords } from './words';

let engine: Engine;
beforeAll(async () => {
  engine = await instantiate(await (await fetch(engineFile)).arrayBuffer());
  settings.language = 'de';
  await loadLanguage();
});

let seed = 7;
const chance = (below: number): number => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
};

const good = (words: string): string => {
  expect(words).not.toBe('');
  expect(words).not.toMatch(/[{}|]|undefined|\?\?/);
  return words;
};

// Picks an answer part by part, as somebody taps it.
function tap(sheet: CountSheet): string {
  const picked: Picked[] = [];
  for (;;) {
    const question = ask(sheet.choices, picked, sheet.asks === 'round' ? 'card' : null);
    if (picked.length) good(partWords(sheet, question, true));
    for (const answer of question.answers) good(answerWords(sheet, answer));
    const answer = question.answers[chance(question.answers.length)];
    if (answer.whole || !answer.part) return answer.choice.line;
    picked.push({ part: answer.part, value: answer.value });
  }
}

function line(sheet: CountSheet): string {
  if (!sheet.round || (sheet.choices.length && !chance(3))) return tap(sheet);
  if (!sheet.round.shows || !sheet.round.bidders.length) return 'round';
  return sheet.round.bidders.map((seat) => `${nameOf(sheet, seat)} ${chance(10)}`).join(' ');
}

const editions = {
  'split-v3': 'Ada Ben Cleo Dora',
  'split-speed': 'Ada Ben',
  'split-hardcore': 'Ada Ben Cleo',
  'split-team': 'Ada Ben Cleo Dora',
  'split-arbiter': 'Ada Ben',
  'split-duel': 'Ada Ben',
  'split-tournament': 'Ada Ben',
};

test.each(Object.entries(editions))('%s is told in German from beginning to end', (edition, names) => {
  const book = new Book(engine);
  for (let game = 0; game < 4; game++) {
    book.open('');
    expect(book.enter(`game ${edition} players ${names} decks physical`).ok).toBe(true);
    for (let steps = 0; steps < 2000; steps++) {
      const { sheet } = book.state();
      if (!sheet || sheet.points) throw new Error('no counts');
      good(questionWords(sheet));
      if (sheet.over) break;
      const said = line(sheet);
      const entered = book.enter(said);
      expect(entered.ok, `${said}: ${entered.told}`).toBe(true);
      const told = good(toldWords(sheet, { ...entered, line: said }));
      if (entered.told) expect(told).not.toBe(entered.told);
    }
    expect(book.state().sheet?.over).toBe(true);
  }
});

test('a score sheet, too', () => {
  const book = new Book(engine);
  book.open('');
  book.enter('game official players Ada Ben');
  for (const said of ['Ada 85', 'nobody', 'adjust Ben 1', 'Ben wins Ada +2 5', 'Ada 500']) {
    const entered = book.enter(said);
    const { sheet } = book.state();
    if (!sheet) throw new Error('no sheet');
    good(questionWords(sheet));
    expect(good(toldWords(sheet, entered))).not.toBe(entered.told);
  }
});
