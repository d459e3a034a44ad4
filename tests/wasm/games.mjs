// games.mjs [FILE.wasm [NATIVE]] -- whole games on this device, by every ruleset: a person who picks any of the moves,
// and bots. Every record verifies and replays; a game that is resumed, or taken back and played again, goes on as it
// would have. With NATIVE, all answers are compared with those of this machine.
import { applyDelta, builtModule, builtNative, check, dice, hex, letters, openModule } from './lib/host.mjs';

const [file = builtModule, native = builtNative] = process.argv.slice(2);
const module = await openModule(file);
const { ask } = module;
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

// Plays on until it is over, or for so many decisions of the person. Keeps the view by its changes.
function playOn(game, decisions = Infinity) {
  for (let step = ask('page_game_step'); ; step = ask('page_game_step')) {
    if (step.t === 'act') {
      follow(game, step);
      if (step.how !== 'bot' || 'do' in step) game.wrong = 'a bot was told as a person';
    } else if (step.t === 'asks') {
      if (decisions-- <= 0) return;
      decide(game, step);
    } else {
      game.end = step;
      return;
    }
  }
}

function follow(game, act) {
  applyDelta(game.view, act.v, game.order);
  if (act.q !== ++game.q) game.wrong = `q is ${act.q}, not ${game.q}`;
}

// What is decided depends on the moment alone, so that a game played again is the same.
function decide(game, asks) {
  const random = dice(game.seed * 100003 + game.q);
  const { moves, question } = ask('page_options', game.place, JSON.stringify(game.view), game.names);
  if (asks.open && random(2)) {
    const after = ask('page_game_let_be');
    if (after.t === 'act') follow(game, after);
    else if (after.t === 'over') game.end = after;
    else if (after.t !== 'asks') game.wrong = JSON.stringify(after);
    return;
  }
  // Often what goes on: a person who only ever draws would never be done.
  const plays = moves.filter((move) => move.card);
  const move = plays.length && random(4) ? plays[random(plays.length)] : moves[random(moves.length)];
  if (!move) return void (game.wrong = `nothing to do: ${question}`);
  const act = ask('page_game_act', move.do);
  if (act.t !== 'act' || act.do !== move.do || act.by !== game.you) game.wrong = `${move.do}: ${JSON.stringify(act)}`;
  else follow(game, act);
}

function started(start, known) {
  return { ...known, view: start.game.view, q: start.q, you: start.you, wrong: '', end: null };
}

for (const [place, { name }] of ask('page_rulesets').rulesets.entries()) {
  const info = ask('page_open', place, name);
  const { least, most } = info.players;
  let actions = 0, wrong = '';
  for (let round = 0; round < 4; round++) {
    const players = round === 0 ? least : Math.min(most, least + round);
    const seat = letters[round % players];
    const names = [...letters].slice(0, players).map((letter) => `Player ${letter}`).join('\n');
    const kinds = Array.from({ length: players }, (_, i) => ['greedy', 'easy', 'medium', 'rule'][(i + round) % 4]).join('\n');
    const known = { place, names, seed: round + 1, order: info.cards.map((card) => card.code) };
    const begin = () => started(ask('page_game_begin', place, names, kinds, seat, hex(place * 16 + round), '2026-01-31'), known);

    // Once in one go.
    const game = begin();
    playOn(game);
    const { text, finished } = ask('page_game_record');
    if (game.end?.t !== 'over' || !finished) wrong ||= `${JSON.stringify(game.end)} ${game.wrong}`;
    if (!same(game.view, ask('page_game_view').game.view)) wrong ||= 'the changes do not add up to the view';
    wrong ||= game.wrong;
    actions += game.q;

    // Its record.
    const record = ask('page_record_open', 0, text);
    const report = ask('page_record_verify', 0);
    if (!report.ok || !report.replayed || !report.finished) wrong ||= report.message;
    if (record.actions !== game.q || !same(record.result, { winners: game.end?.winners, scores: game.end?.scores })) wrong ||= 'the record has another end';
    if (!same(ask('page_record_at', 0, record.actions, seat).view, game.view)) wrong ||= 'the record ends in another view';
    const all = ask('page_record_at', 0, Math.floor(record.actions / 2), 'all');
    const counts = all.view.players.map((player) => player.cards ?? player.numbers + player.actions);
    if (!all.hands.every((hand, i) => Math.abs(hand.length - counts[i]) <= 1)) wrong ||= 'hands and counts disagree';

    // Again, resumed in the middle from its record.
    const half = begin();
    playOn(half, 5 + round * 7);
    const { text: soFar } = ask('page_game_record');
    const resumed = started(ask('page_game_resume', soFar, kinds, seat), known);
    if (!same(resumed.view, half.view) || resumed.q !== half.q) wrong ||= 'resumed, the view is another';
    playOn(resumed);
    if (ask('page_game_record').text !== text) wrong ||= 'resumed, it goes on otherwise';

    // Again, with moves taken back now and then.
    const careful = begin();
    for (let i = 0; i < 6 && !careful.end; i++) {
      playOn(careful, 3);
      if (careful.end) break;
      const start = ask('page_game_undo');
      if (start.t === 'start') Object.assign(careful, { view: start.game.view, q: start.q });
      else if (start.code !== 'no_undo') wrong ||= JSON.stringify(start);
    }
    playOn(careful);
    if (careful.wrong) wrong ||= `taken back: ${careful.wrong}`;
    if (ask('page_game_record').text !== text) wrong ||= 'taken back, it goes on otherwise';
    if (ask('page_game_undo').code !== 'no_undo') wrong ||= 'what is over can be taken back';
    if (ask('page_game_act', 'draw').code !== 'game_over') wrong ||= 'it goes on after its end';
  }
  check(`games ${name}: ${actions} actions played, replayed, resumed, taken back`, !wrong, wrong);
}

if (native) {
  const odd = module.sameAsNative(native);
  check(`games ${module.calls.length} answers are those of the native program`, !odd, odd);
}
