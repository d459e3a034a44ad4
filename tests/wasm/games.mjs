// games.mjs [NATIVE] -- whole games on this device, by every ruleset, and by rulesets with programs that nobody wrote: a person who picks any of the moves,
// and bots, at the server's table. What is told of them is folded, and agrees with the record; every record verifies; a
// game that is resumed, or taken back and played again, goes on as it would have. The modules are those
// of the page: one plays, one is told, one reads records. With NATIVE, all answers are compared with those of this machine.
import { execFileSync } from 'node:child_process';
import { builtModule, builtNative, check, dice, hex, letters, openModule } from './lib/host.mjs';

const [native = builtNative] = process.argv.slice(2);
const modules = { game: await openModule('build/wasm/game.wasm'), table: await openModule('build/wasm/table.wasm'), whole: await openModule(builtModule) };
const moduleOf = (call) => (/^page_(game|open)/.test(call) ? modules.game : call.startsWith('page_table') ? modules.table : modules.whole);
const ask = (call, ...values) => moduleOf(call).ask(call, ...values);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const pace = 900;
const invented = 12;

// What an answer of the table brings is heard by somebody at it, in place 0.
function follow(game, answer) {
  if (answer.failed) game.wrong ||= answer.failed;
  for (const text of answer.say) {
    const message = JSON.parse(text);
    const told = ask('page_table_hear', 0, game.now, text);
    if (told.heard !== message.t) game.wrong ||= `${told.heard} ${told.why}: ${text}`;
    if (told.view) game.view = told.view;
    if (told.table) Object.assign(game, { table: told.table, over: told.over });
    Object.assign(game, { q: told.q, you: told.you, held: told.held });
    if (message.t === 'act') game.acts++;
    if (message.t === 'act' && (message.by === game.you) !== 'do' in message) game.wrong ||= 'a choice was told to others';
    if (message.t === 'act' && message.by !== game.you && !message.how) game.wrong ||= 'a bot was told as a person';
    if (message.t === 'no') game.wrong ||= text;
  }
  Object.assign(game, { wait: answer.wait, record: answer.record ?? game.record });
}

// Plays on until it is over, or for so many decisions of the person. What is decided depends on the moment alone, so that
// a game played again is the same.
function playOn(game, decisions = Infinity) {
  for (let decided = -1; !game.over && !game.wrong; ) {
    const { moves } = ask('page_table_options', 0);
    const asked = game.view.awaited.includes(game.you) && game.view.phase !== 'deal';
    if (!game.held && moves.length && decided !== game.q && game.view.phase !== 'deal') {
      if (decisions-- <= 0) return;
      decided = game.q;
      decide(game, moves, asked);
    } else if (game.wait === null) {
      game.wrong ||= `nobody is asked: ${JSON.stringify(game.view)}`;
    } else {
      game.now += game.wait;
      follow(game, ask('page_game_go', game.now));
    }
  }
}

function decide(game, moves, asked) {
  const random = dice(game.seed * 100003 + game.q);
  if (!asked && random(2)) return follow(game, ask('page_game_let_be', game.now));
  // Often what goes on: a person who only ever draws would never be done.
  const plays = moves.filter((move) => move.card);
  const move = plays.length && random(4) ? plays[random(plays.length)] : moves[random(moves.length)];
  follow(game, ask('page_game_do', move.do, game.q, game.now));
}

function sitDown(answer, known) {
  const game = { ...known, now: 0, acts: 0, wrong: '', over: null, record: '' };
  ask('page_table_open', 0);
  if (answer.error) return { ...game, wrong: answer.message };
  follow(game, answer);
  return game;
}

function playRuleset(place, label, text, title, rounds) {
  const info = ask('page_open', place, text);
  const { least, most } = info.players;
  let actions = 0, wrong = '';
  for (let round = 0; round < rounds; round++) {
    const players = round === 0 ? least : Math.min(most, least + round);
    const seat = letters[round % players];
    const names = [...letters].slice(0, players).map((letter) => `Player ${letter}`).join('\n');
    const kinds = Array.from({ length: players }, (_, i) => ['greedy', 'easy', 'medium', 'rule'][(i + round) % 4]).join('\n');
    const known = { seed: round + 1 };
    const begin = () => sitDown(ask('page_game_begin', place, names, kinds, seat, hex(place * 16 + round), '2026-01-31', pace), known);

    // Once in one go.
    const game = begin();
    if ((title && game.table.settings.rules_title !== title) || game.table.seats.some((one, i) => one.name !== `Player ${letters[i]}`)) wrong ||= 'another table';
    playOn(game);
    const { text, finished } = ask('page_game_record');
    wrong ||= game.wrong;
    if (!finished || game.record !== text) wrong ||= 'the record was not kept at the end';
    actions += game.acts;

    // Its record.
    const record = ask('page_record_open', 0, text);
    const report = ask('page_record_verify', 0);
    if (!report.ok || !report.replayed || !report.finished) wrong ||= report.message;
    const { winners, scores } = game.over ?? {};
    if (record.actions !== game.acts || !same(record.result, { winners, scores })) wrong ||= 'the record has another end';
    if (!same(ask('page_record_at', 0, record.actions, seat).view, game.view)) wrong ||= 'what was told does not add up to the view';
    const all = ask('page_record_at', 0, Math.floor(record.actions / 2), 'all');
    const counts = all.view.players.map((player) => player.cards ?? player.numbers + player.actions);
    if (!all.hands.every((hand, i) => Math.abs(hand.length - counts[i]) <= 1)) wrong ||= 'hands and counts disagree';

    // Again, resumed in the middle from its record.
    const half = begin();
    playOn(half, 5 + round * 7);
    const { text: soFar } = ask('page_game_record');
    const resumed = sitDown(ask('page_game_resume', soFar, title || 'Invented', kinds, seat, pace), known);
    if (!same(resumed.view, half.view) || resumed.q !== half.q) wrong ||= 'resumed, the view is another';
    playOn(resumed);
    if (ask('page_game_record').text !== text) wrong ||= 'resumed, it goes on otherwise';

    // Again, with moves taken back now and then.
    const careful = begin();
    for (let i = 0; i < 6 && !careful.over; i++) {
      playOn(careful, 3);
      if (careful.over) break;
      const { q } = careful;
      const answer = ask('page_game_undo', careful.now);
      if (answer.say[0].includes('"no_undo"')) continue;
      follow(careful, answer);
      if (careful.q >= q || !answer.record) wrong ||= 'nothing was taken back';
    }
    playOn(careful);
    if (careful.wrong) wrong ||= `taken back: ${careful.wrong}`;
    if (ask('page_game_record').text !== text) wrong ||= 'taken back, it goes on otherwise';
    if (!ask('page_game_undo', careful.now).say[0].includes('"no_undo"')) wrong ||= 'what is over can be taken back';
    if (!ask('page_game_do', 'draw', careful.q, careful.now).say[0].includes('"not_playing"')) wrong ||= 'it goes on after its end';

    // Again, at another pace now and then: windows are longer or shorter, so it may go on otherwise.
    const hasty = begin();
    for (let i = 1; i < 12 && !hasty.over; i++) {
      follow(hasty, ask('page_game_pace', 100 * ((5 * i) % 12), hasty.now));
      playOn(hasty, 2);
    }
    playOn(hasty);
    if (hasty.wrong || !hasty.over) wrong ||= `at another pace: ${hasty.wrong}`;
  }
  check(`games ${label}: ${actions} actions played, told, replayed, resumed, taken back`, !wrong, wrong);
}

const { rulesets } = ask('page_rulesets');
for (const [place, { name, title }] of rulesets.entries()) playRuleset(place, name, name, title, 4);
for (let seed = 1; seed <= invented; seed++)
  playRuleset(rulesets.length, `invented ${seed}`, execFileSync('build/tests/property', ['text', String(seed)], { encoding: 'utf8' }), '', 1);

if (native)
  for (const [name, module] of Object.entries(modules)) {
    const odd = module.sameAsNative(native);
    check(`games ${name}: ${module.calls.length} answers are those of the native program`, !odd, odd);
  }
