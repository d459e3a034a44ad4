// arbiter.mjs FILE.wasm -- the arbiter's book as a page uses it: whole games of every Split edition and a score
// sheet, told by what the book itself offers, with undo, redo, reopening and every form of export.
import { readFile } from 'node:fs/promises';

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2] ?? 'build/wasm/uno.wasm'), {});
const { exports } = instance;

let failed = false;
let number = 0;
function check(name, good, detail = '') {
  failed ||= !good;
  console.log(`${good ? 'ok' : 'not ok'} ${++number} - ${name}${good || !detail ? '' : `: ${detail}`}`);
}

// ---- calling ----

function room(text) {
  const bytes = new TextEncoder().encode(text);
  const at = exports.page_room(bytes.length + 1);
  new Uint8Array(exports.memory.buffer, at, bytes.length + 1).set([...bytes, 0]);
  return at;
}

function ask(call, ...values) {
  const given = values.map((value) => (typeof value === 'string' ? room(value) : value));
  const at = exports[`page_arbiter_${call}`](...given);
  const bytes = new Uint8Array(exports.memory.buffer, at);
  const answer = JSON.parse(new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0))));
  exports.page_clear();
  return answer;
}

// ---- playing ----

let seed = 1;
function chance(below) {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 2 ** 32) * below);
}

const nameOf = (sheet, seat) => sheet.players.find((player) => player.seat === seat).name;

function roundLine(sheet) {
  if (!sheet.round.shows || !sheet.round.bidders.length) return 'round';
  return sheet.round.bidders.map((seat) => `${nameOf(sheet, seat)} ${chance(10)}`).join(' ');
}

function nextLine(sheet) {
  if (sheet.round && (!sheet.choices.length || chance(3))) return roundLine(sheet);
  return sheet.choices[chance(sheet.choices.length)]?.line;
}

// Until it is over. Returns the log as a page keeps it, or what went wrong.
function play(opening, next) {
  let log = '';
  const seen = new Set();
  const say = (line) => {
    const answer = ask('enter', line);
    if (!answer.ok) throw new Error(`${line}: ${answer.told}`);
    log += answer.added;
  };
  ask('open', '');
  say(opening);
  for (let steps = 0; ; steps++) {
    const { sheet } = ask('sheet');
    seen.add(sheet.asks);
    if (sheet.over) return { log, seen };
    if (steps > 5000) throw new Error('it does not end');
    if (!sheet.question.length) throw new Error('nothing is asked');
    const line = next(sheet);
    if (!line) throw new Error(`nothing can be said to: ${sheet.question}`);
    say(line);
  }
}

// What holds at the end of every game.
function checkBook(name, log) {
  const end = ask('sheet');
  check(`${name}: the log makes the same game`, JSON.stringify(ask('open', log)) === JSON.stringify(end));
  const halved = log.slice(0, -3);
  check(`${name}: a line without its end was never entered`, ask('open', halved).entries < end.entries);
  ask('open', log);
  check(`${name}: all of it can be taken back`, ask('enter', `undo ${end.entries}`).ok && ask('sheet').entries === 0);
  check(`${name}: and told again`, ask('enter', `redo ${end.entries}`).ok);
  const again = ask('sheet');
  check(`${name}: with the same end`, JSON.stringify(again) === JSON.stringify(end));
  const past = ask('past', 100000).entries;
  const untold = past.find((entry) => !entry.told && !['pass', 'shed nobody'].includes(entry.line));
  check(`${name}: every entry was told`, past.length === end.entries && !untold, untold?.line);
  check(`${name}: the last ones can be had alone`, ask('past', 2).entries[1].line === past.at(-1).line);
  const json = JSON.parse(ask('export', 'json').text);
  check(`${name}: the export has every entry`, json.entries.length === end.entries);
  check(`${name}: and as many rows`, ask('export', 'csv').text.trim().split('\n').length === end.entries + 1);
  check(`${name}: and a text`, ask('export', 'text').text.includes(past[0].line));
  const alone = ask('export', 'log').text;
  check(`${name}: what was taken back is not in its log`, !alone.includes('undo'));
  const opened = ask('open', alone);
  check(`${name}: which makes the same game`, JSON.stringify(opened.sheet) === JSON.stringify(end.sheet));
}

const names = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fritz'];
const editions = {
  'split-v3': [2, 3, 6],
  'split-speed': [2, 5],
  'split-hardcore': [2, 4],
  'split-team': [4, 6],
  'split-arbiter': [2],
  'split-duel': [2],
  'split-tournament': [2],
};
const asked = new Set();

for (const [edition, tables] of Object.entries(editions)) {
  for (const players of tables) {
    const name = `${edition} with ${players}`;
    const opening = `game ${edition} players ${names.slice(0, players).join(' ')} decks physical`;
    try {
      let game = null;
      for (let times = 0; times < 5; times++) {
        game = play(opening, nextLine);
        for (const kind of game.seen) asked.add(kind);
      }
      check(`${name}: whole games`, true);
      checkBook(name, game.log);
    } catch (error) {
      check(name, false, error.message);
    }
  }
}
const questions = ['round', 'counter', 'reply', 'penalty', 'shed', 'name', 'steal', 'hit', 'bonus', 'claim', 'over'];
for (const kind of questions) check(`"${kind}" is asked`, asked.has(kind));

// ---- the score sheet ----

const deal = (sheet) => `${sheet.players[chance(sheet.players.length)].name} ${20 + chance(100)}`;
try {
  const { log } = play('game official players Ada Ben Cleo', deal);
  const { sheet } = ask('sheet');
  const most = Math.max(...sheet.players.map((player) => player.points));
  check('score sheet: somebody has reached the target', most >= sheet.target);
  check('score sheet: deals are counted', ask('past', 1).entries[0].deal === sheet.deals);
  checkBook('score sheet', log);
} catch (error) {
  check('score sheet', false, error.message);
}

ask('open', '');
ask('enter', 'game official players Ada Ben');
const cards = ask('sheet').sheet.cards;
check('score sheet: every card once, with its points', cards.length === 15 && cards.at(-1).points === 50);
const byCards = ask('enter', `Ada wins Ben ${cards.map((card) => card.code).join(' ')}`);
const sum = cards.reduce((all, card) => all + card.points, 0);
check('score sheet: points by cards', byCards.ok && ask('sheet').sheet.players[0].points === sum, byCards.told);
ask('enter', 'adjust Ben 120');
check('score sheet: a correction is no deal', ask('past', 1).entries[0].deal === 0);
ask('enter', 'game official players Ada Ben Cleo Dora option teams=2');
const teams = ask('sheet').sheet.players.map((player) => player.team);
check('score sheet: partners', ask('sheet').sheet.teams && new Set(teams).size === 2, teams.join(' '));

// ---- what is refused, and several games ----

ask('open', '');
check('no game: nothing is asked', ask('sheet').sheet === null);
check('no game: nothing can be entered', !ask('enter', 'Ada 7 Ben 4').ok);
check('no game: nothing can be exported', ask('export', 'csv').error === 'no_game');
check('a bad log is refused with its line', ask('open', 'arbiter 1\nnonsense\n').line === 2);
check('and leaves the book empty', ask('sheet').games === 0);
check('what is no log is refused', ask('open', 'hello').error === 'bad_log');
check('a log that is too large is refused', ask('open', `arbiter 1\n${'#'.repeat(1 << 20)}\n`).error === 'too_large');
const tried = ask('try', 'game split-v3 players Ada Ben decks physical lead Ben');
check('a game can be tried', tried.ok && tried.numbers === 36 && tried.actions === 37 && tried.lead === 'B');
check('a bad name is told', ask('try', 'game split-v3 players Ada blue').told.includes("'blue'"));
check('unknown rules are told', ask('try', 'game nothing players Ada Ben').told.includes("'nothing'"));
check('nothing was entered by trying', ask('sheet').games === 0);
ask('enter', 'game split-v3 players Ada Ben');
const before = JSON.stringify(ask('sheet'));
const refused = ask('enter', 'Ada 7');
check('a refusal says why', !refused.ok && refused.told.includes('Ben') && !refused.added, refused.told);
check('and changes nothing', JSON.stringify(ask('sheet')) === before);
ask('enter', 'Ada 9 Ben 4');
check('undo is named', ask('sheet').undo === 'Ada 9 Ben 4' && ask('sheet').redo === '');
ask('enter', 'undo');
check('and redo', ask('sheet').redo === 'Ada 9 Ben 4');
ask('enter', 'new split-duel');
const games = ask('games').games;
check('two games', games.length === 2 && games[1].ruleset === 'split-duel' && ask('sheet').current === 2);
check('the first goes on', ask('enter', 'open 1').ok && ask('sheet').sheet.ruleset === 'split-v3');
check('an unknown format is refused', ask('export', 'pdf').error === 'bad_format');

console.log(`1..${number}`);
process.exitCode = failed ? 1 : 0;
