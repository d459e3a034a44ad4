// page.mjs [FILE.wasm [NATIVE]] -- the module's calls one by one: rules, views, bots, and input that makes no sense.
// With NATIVE, a program of tests/wasm/native.c, all answers are compared with those of this machine.
import { readFileSync } from 'node:fs';
import { builtModule, builtNative, check, dice, hex, letters, openModule } from './lib/host.mjs';

const [file = builtModule, native = builtNative] = process.argv.slice(2);
const module = await openModule(file);
const { ask } = module;
const random = dice(1);
const any = (list) => list[random(list.length)];
const built = (name) => readFileSync(new URL(`../../build/wasm/${name}`, import.meta.url), 'utf8');
const german = built('german.txt');

// ---- rules ----

const { rulesets } = ask('page_rulesets');
check('page there are seventeen rulesets', rulesets.length === 17, rulesets.length);
const { options } = ask('page_option_rows');
check('page every option has its default and sentences', options.every((row) => Object.keys(row.default).length && row.sentences.length > 1));

const opened = rulesets.map(({ name }, place) => ask('page_open', place, name));
for (const [i, info] of opened.entries()) {
  const { name, family, text } = rulesets[i];
  const again = ask('page_open', 23, info.text);
  const fromFile = ask('page_open', 23, text);
  check(`page ${name} reads the same from its text`, again.hash === info.hash && fromFile.hash === info.hash);
  const known = options.filter((row) => row.family === 'both' || row.family === family).map((row) => row.name);
  check(`page ${name} has all options of its family`, known.join() === Object.keys(info.options).join());
  check(`page ${name} has cards`, info.cards.length > 40 && info.cards.every((card) => card.code && card.name));
  check(`page ${name} has a book`, ask('page_book', i).text.startsWith(`# ${info.title}\n`));
  check(`page ${name} does not differ from itself`, ask('page_diff', i, 23).changes.length === 0);
  check(`page ${name} has bots`, ask('page_bots', family).bots.length >= 9);
}
const changed = Object.keys(opened[0].options).filter((name) => opened[0].options[name] !== opened[2].options[name]);
const difference = ask('page_diff', 0, 2);
check('page the difference has the options', !difference.families && difference.changes.map((one) => one.name).join() === changed.join());
check('page each item of a book has its options', ask('page_book', 0).items.some((item) => item.options.includes('stack_draws') && item.rules.includes('O10')));

const rulesWords = built('german-rules.txt');
ask('page_book_language', rulesWords);
const titles = JSON.parse(built('german-titles.json'));
for (const [i, one] of ask('page_rulesets').rulesets.entries()) {
  check(`page ${one.name} has a German title`, one.title === titles[one.name] && one.about !== rulesets[i].about, one.title);
  check(`page ${one.name} has a German book`, ask('page_book', i).text.startsWith(`# ${one.title}\n\n${one.about}\n`));
}
check('page options are told in German', ask('page_option_rows').options.find((row) => row.name === 'jump_in').sentences[0] === 'Niemand spielt außer der Reihe.');
check('page differences are told in German', ask('page_diff', 0, 2).changes.some((one) => one.is.startsWith('Wer eine 7 spielt')));
check('page the rules of another engine are refused', ask('page_book_language', german).error === 'bad_language');
check('page German stays', ask('page_book', 0).items[0].words.startsWith('Werde alle'));
ask('page_book_language', '');
check('page English is back', ask('page_book', 0).items[0].words.startsWith('Get rid'));

const own = ask('page_open', 22, '[ruleset]\nextends = official\ntitle = Mine "ä"\n[card Boom]\ncode = boom\ncolours = none\ncount = 4\npoints = 40\neffects = all 2, skip 1\n');
check('page a ruleset may have a card of its own', own.cards?.some((card) => card.own && card.code === 'boom'), JSON.stringify(own));
check('page titles come through whole', own.title === 'Mine "ä"');
const typo = ask('page_open', 21, '[ruleset]\nextends = official\n\n[rules]\nstack_drawz = any\n');
check('page a typo is found', typo.line === 5 && typo.message.includes('stack_draws'), JSON.stringify(typo));
check('page a name that is nearly right', ask('page_open', 21, 'ultimat').message.includes('ultimate'));
check('page no path is read', ask('page_open', 21, './ultimate.ini').error === 'bad_ruleset');
check('page hidden characters are refused', ask('page_open', 21, '[ruleset]\ntitle = a\u202Eb\nfamily = split\n').line === 2);
check('page a place whose text was bad holds nothing', ask('page_book', 21).error === 'no_rules');

// ---- what a club's rules add ----

const magic = opened[rulesets.findIndex(({ name }) => name === 'ultimate-magic')];
const pitfall = magic.cards.find((card) => card.code === 'Pit');
check('page a second deck is told', magic.second?.name === 'Magic' && magic.second.hand === 5 && magic.counters.map((one) => one.name).join() === 'mana,sleep');
check('page its cards have rows with a price', pitfall?.deck === 'Magic' && pitfall.price?.amount === 2 && pitfall.price.counter === 'mana' && pitfall.count === 2, JSON.stringify(pitfall));
check('page other cards have none', opened[0].second === null && opened[0].cards.every((card) => card.deck === null && card.price === null));

const { problems } = ask('page_check', '[ruleset]\nextends = official\n[rules]\nuno_call = maybe\n[card Skip]\neffects = take 2 by nxt\n[rule R]\nwhen turn = draw 2\n');
check('page all problems of a text are told, with their places', problems.map((one) => `${one.line}:${one.column}`).join() === '4:12,6:21,8:13' && problems.every((one) => one.message && !one.warning), JSON.stringify(problems));
const idle = ask('page_check', '[ruleset]\nextends = official\n[rules]\nchallenge = off\nchallenge_penalty = 5\n').problems;
check('page what has no effect is told as a warning', idle.length === 1 && idle[0].warning && idle[0].message.startsWith('challenge_penalty'), JSON.stringify(idle));
const grammar = ask('page_grammar');
const stands = (row, place) => row.in >> grammar.places.indexOf(place) & 1;
check('page the language is told by its rows', grammar.steps.length === 31 && grammar.players.length === 14 && grammar.moments.length === 5 && grammar.places.length === 14);
check('page a step says where it stands', stands(grammar.steps.find((row) => row.word === 'deflect'), 'card hit') && !stands(grammar.steps.find((row) => row.word === 'deflect'), 'laid'));
const said = ask('page_sentences', rulesets.findIndex(({ name }) => name === 'ultimate-magic'));
check('page what a club wrote is told in words', said.cards.Ward === 'Costs 3 mana. Played in answer to a draw. The draw is called off.' && said.rules.Mana && said.counters.mana && said.deck.startsWith('The Magic deck'), JSON.stringify(said).slice(0, 300));
check('page rules without a second deck have none to tell', ask('page_sentences', 0).deck === '');

const asking = ask('page_open', 20, '[ruleset]\nextends = official\n[card Skip]\neffects = choose: take 2 or (take 1 by next, skip)\n');
check('page rules that ask are read', !asking.error, JSON.stringify(asking).slice(0, 200));

// ---- views: those of whole games among bots ----

function recordOf(place, names, kinds, seed) {
  let { wait, record } = ask('page_game_begin', place, names, kinds, '', seed, '', 0);
  while (wait !== null) ({ wait, record } = ask('page_game_go', 0));
  return record;
}

function* viewsOf(place, players, kind, seed, most) {
  const names = [...letters].slice(0, players).join('\n');
  const kinds = Array.from({ length: players }, () => kind).join('\n');
  const text = recordOf(place, names, kinds, hex(seed));
  const { actions } = ask('page_record_open', 0, text);
  for (let i = 0; i < most; i++) yield ask('page_record_at', 0, random(actions), any([...letters].slice(0, players)));
}

// A program that asks says what it offers, and each option is one move.
{
  const text = recordOf(20, 'Ada\nBen', 'easy\neasy', hex(4));
  const { actions } = ask('page_record_open', 0, text);
  let views = 0, wrong = '';
  for (let i = 0; i < Math.min(actions, 400); i++)
    for (const seat of ['A', 'B']) {
      const at = ask('page_record_at', 0, i, seat);
      if (at.view?.phase !== 'choice' || !at.view.awaited.includes(seat)) continue;
      const { moves } = ask('page_options', 20, JSON.stringify(at.view), 'Ada\nBen');
      const { options } = ask('page_choice_words', 20, JSON.stringify(at.view));
      const chosen = moves.filter((move) => move.kind === 'choose').map((move) => `${move.do} ${move.choice}`).join();
      if (chosen !== 'choose option 1 1,choose option 2 2' || options.length !== 2 || !options.every(Boolean)) wrong ||= JSON.stringify([moves, options]);
      views++;
    }
  check(`page the options of ${views} choices are told in words`, views > 3 && !wrong, wrong);
}

const kindsOf = { classic: ask('page_bots', 'classic').bots, split: ask('page_bots', 'split').bots };
for (const [place, info] of opened.entries()) {
  const { least, most } = info.players;
  let asked = 0, moves = 0, wrong = '';
  for (let game = 0; game < 4; game++) {
    ask('page_language', game === 3 ? german : '');
    const players = game === 0 ? least : game === 1 ? most : least + random(most - least + 1);
    for (const { view, events } of viewsOf(place, players, any(['greedy', 'rule', 'random']), place * 100 + game, 25)) {
      const text = JSON.stringify(view);
      const names = 'Ada\nBen\nZoë "Z" \\';
      const told = ask('page_options', place, text, names);
      if (told.error) wrong = told.message;
      moves += told.moves.length;
      const awaited = view.awaited.includes(view.seat);
      if (awaited && !told.moves.length) wrong = `nothing to do in ${text}`;
      for (const move of told.moves.slice(0, 5)) {
        if (ask('page_refusal', place, text, move.do).refusal) wrong = `${move.do} is refused`;
        if (!move.words) wrong = `${move.do} has no words`;
      }
      const bad = ask('page_refusal', place, text, any(['draw', 'pass', 'deal', 'W:R', 'catch', 'R5', 'name even']));
      if (bad.refusal && (!bad.refusal.message.endsWith('.') || !bad.refusal.rules.every((id) => /^[A-Z]\d+$/.test(id)))) wrong = JSON.stringify(bad);
      if (!events.every((event) => event.text && event.name)) wrong = 'nothing told';
      if (/[{}~|$]/.test(told.question + told.moves.map((move) => move.words) + events.map((event) => event.text + event.deed))) wrong = told.question;
      const kind = any(kindsOf[info.family]).name;
      const move = ask('page_bot', place, text, kind, BigInt(random(2 ** 32)) * 0x100000001n, 12);
      if (awaited && !told.moves.some((one) => one.do === move.do)) wrong = `${kind} wants ${JSON.stringify(move)}`;
      asked++;
    }
  }
  check(`page ${info.name}: ${asked} views are read, their moves taken, bots asked`, !wrong && moves > 0, wrong);
}

// ---- languages ----

const record4 = recordOf(0, 'Ada\nBen', 'greedy\ngreedy', hex(3));
ask('page_record_open', 3, record4);
const words = () => {
  for (let i = 0; ; i++) {
    const { events } = ask('page_record_at', 3, i, 'A');
    const drew = events.find((event) => event.name === 'drew' && event.seat === 'A');
    if (drew) return [ask('page_verdict', 'not_in_hand').message, drew.text.replace(/\d+/, 'n'), drew.deed.replace(/\d+/, 'n')];
  }
};
ask('page_language', german);
check('page speaks German', words().join() === 'Diese Karte hast du nicht.,Du ziehst n Karte,zieht n Karte', words());
check('page the words of another engine are refused', ask('page_language', german.slice(0, german.lastIndexOf('\n'))).error === 'bad_language' && words()[1] === 'Du ziehst n Karte');
ask('page_language', '');
check('page speaks English again', words().join() === 'You do not hold that card.,You draw n card,draws n card', words());
// What somebody did to you is told so below their seat, too; your own deeds read there as anybody's.
const ultimate = opened.findIndex(({ name }) => name === 'ultimate');
const deeds = [];
for (let seed = 0; seed < 20 && deeds.length < 5; seed++) {
  const { actions } = ask('page_record_open', 3, recordOf(ultimate, 'Ada\nBen', 'random\nrandom', hex(seed)));
  for (let i = 0; i < actions; i++)
    for (const event of ask('page_record_at', 3, i, 'A').events) if (event.other === 'A' && event.deed) deeds.push(event.deed);
}
check(`page ${deeds.length} deeds done to the reader say "you"`, deeds.length >= 5 && deeds.every((deed) => / you\b/.test(deed) && !/Ada/.test(deed)), deeds);

check('page a code that is no verdict says nothing', ask('page_verdict', 'stale').message === null);

const { about, fixes } = ask('page_open', 20, '[ruleset]\nextends = official\n[rules]\nbluffing = off\nchallenge = on\n');
check('page options that do not agree are named, and what would mend them', about?.join() === 'bluffing,challenge' && fixes.join() === 'challenge=off,bluffing=on', about);

// ---- what makes no sense ----

const { view } = ask('page_record_at', 3, 0, 'A');
const whole = JSON.stringify(view);
const nonsense = ['', ' ', 'null', '[]', '{}', '{', '"', '[[[[', '{"a":}', '[1,]', '01', '1e999', '-', '\uFFFF', '\u0001', whole.slice(0, -1), `${whole}x`,
  '['.repeat(100000), '{"a":'.repeat(50000), JSON.stringify({ ...view, players: [] }), JSON.stringify({ ...view, hand: ['R5'] }), JSON.stringify({ ...view, seat: 'Z' }),
  JSON.stringify({ ...view, draw_pile: 1e10 }), JSON.stringify({ ...view, draw_pile: 0.5 }), '"\\u0000"', '"\\ud800"', 'x'.repeat(1000000)];
let answered = 0, errors = 0;
for (const text of nonsense) {
  for (const place of [0, 5, 16, 2 ** 32 - 1]) {
    const answers = [ask('page_options', place, text, text), ask('page_refusal', place, text, text), ask('page_table_hear', place, 0, text),
      ask('page_bot', place, text, text, 2n ** 64n - 1n, 0), ask('page_bot', place, text, 'greedy', 1n, 1), ask('page_refusal', place, whole, text)];
    answered += answers.length;
    errors += answers.filter((answer) => answer.error && answer.message).length;
  }
  for (const answer of [ask('page_open', 20, text), ask('page_record_open', 1, text), ask('page_record_open', 9, text), ask('page_record_at', 1, 0, text),
    ask('page_record_verify', 1), ask('page_record_compare', 1, text), ask('page_table_commit', 0, text || 'x'), ask('page_table_pledge', 0, text), ask('page_game_begin', 0, text, text, text, text, text, 0), ask('page_game_begin', 0, 'A\nB', text, 'A', hex(1), '', 0),
    ask('page_game_begin', 0, 'A\nB', 'greedy\ngreedy', 'C', hex(1), '', 0), ask('page_game_go', 0), ask('page_game_resume', text, text, text, text, 2 ** 32 - 1), ask('page_lab_begin', 0, 0, 'a', 2, text, text, 1, 0),
    ask('page_lab_add', 0, text), ask('page_bots', text), ask('page_diff', 0, 77), ask('page_lesson', text, 0, text), ask('page_table_hint', 7, text, text)]) {
    answered++;
    if (answer.error && answer.message) errors++;
  }
  ask('page_game_begin', 0, 'A\nB', 'greedy\ngreedy', 'A', hex(1), '', 0);
  answered++;
  if (ask('page_game_do', text, 0, 0).say[0]?.includes('"bad_message"')) errors++;
}
check('page nonsense is answered by errors', answered === errors, `${answered - errors} of ${answered} were taken`);

const record = recordOf(0, 'A\nB', 'rule\nrule', hex(5));
let broken = 0;
for (let i = 0; i < 400; i++) {
  const at = random(record.length);
  const text = record.slice(0, at) + any(['', 'x', '\n', ' ', '9', record.slice(random(record.length)).slice(0, random(30))]) + record.slice(at + random(3));
  const answer = ask('page_record_open', 2, text);
  if (answer.error || !ask('page_record_verify', 2).ok) broken++;
  else ask('page_record_at', 2, random(answer.actions + 1), 'all');
  ask('page_game_resume', text, 'Torn', 'rule\nrule', any(['', 'A', 'B']), 900);
  ask('page_game_go', 5000);
}
check('page records that were tampered with are seen through', broken > 300, broken);

// ---- statistics ----

const sums = ask('page_stats', '4 A A\n2 A A\n4 A BC\n3 A -\n');
check('page statistics', [sums.games, sums.wins, sums.expected / sums.win, sums.streak, sums.longest].join() === '4,2,1.25,-2,2', sums);
check('page statistics of what are no games', ['x', '4 A A', '1 A A\n', '4 E A\n', '4 A AE\n', '4 A A\n4'].every((text) => ask('page_stats', text).error === 'bad_games')
  && ask('page_stats', '').games === 0);

// ---- fair deals ----

ask('page_record_open', 2, record);
const kept = `uno-kept 1\nplayers 2\nseat A\ncommitment ${hex(1)}\ncommit A ${hex(2)}\nseed ${hex(3)}\n`;
ask('page_table_open', 1);
const { commit, pledge } = ask('page_table_commit', 1, '5a'.repeat(32));
check('page the hash of a seed', commit === '8dafa976b241f3e31f220b9523b2f1426f1a8bddf0361373001e10f507d86411', commit); // by Python's hashlib
ask('page_record_open', 1, readFileSync('tests/record/unrevealed.uno', 'utf8'));
const seen = ask('page_record_verify', 1);
check('page whose numbers a deal follows from', seen.ok && seen.added.join() === 'A' && seen.unrevealed.join() === 'B' && seen.secret.length === 64, seen);
check('page a pledge is taken back, and nothing else is', !ask('page_table_pledge', 1, pledge).error
  && ask('page_table_commit', 1, '').commit === null && [pledge.slice(1), pledge.slice(0, -2), `${pledge}x`, ''].every((text) => ask('page_table_pledge', 1, text).error === 'bad_pledge'));
check('page a record without commitments is not what was kept', String(ask('page_record_compare', 2, kept).differences) === 'open');
check('page what was kept is read with care', ['', 'uno-kept 2\n', kept.replace('seat A', 'seat C'), kept.replace('commit A', 'commit Z'), `${kept}what 1\n`]
  .every((text) => ask('page_record_compare', 2, text).error === 'bad_kept'));
let taken = 0;
for (let i = 0; i < 400; i++) {
  const at = random(whole.length);
  const text = whole.slice(0, at) + any(['', '0', '"', '1', 'null', '[', ',', '9']) + whole.slice(at + random(3));
  if (ask('page_options', 0, text, 'A').moves) taken++, ask('page_bot', 0, text, any(['greedy', 'search', 'expert']), 3n, 8);
}
check('page views that were tampered with do no harm', taken < 400);
check('page after all that it still works', ask('page_open', 0, 'official').hash === opened[0].hash);

if (native) {
  const odd = module.sameAsNative(native);
  check(`page ${module.calls.length} answers are those of the native program`, !odd, odd);
}
