// review.mjs [FILE.wasm [NATIVE]] -- a review in the page is the one of `uno review`, seat by seat and all at once; luck
// and skill add up; a record that is cut off; the puzzle of a day; and input that makes no sense.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { builtModule, builtNative, check, openModule } from './lib/host.mjs';

const [file = builtModule, native = builtNative] = process.argv.slice(2);
const program = process.env.UNO ?? 'build/uno';
const module = await openModule(file);
const { ask } = module;
const path = 'tests/record/committed.uno';
const record = readFileSync(path, 'utf8');

function review(text, seat, worlds) {
  const begun = ask('page_review_begin', text, seat, worlds);
  const choices = [];
  for (;;) {
    const step = ask('page_review_next');
    if (step.choice) choices.push(step.choice);
    if (step.error || begun.error) return { ...begun, ...step, choices, seats: [] };
    if (step.done) return { ...begun, choices, over: step.over, seats: step.seats };
  }
}

const whole = review(record, '', 40);
const told = JSON.parse(execFileSync(program, ['review', path, '--worlds', '40', '--json', '-'], { encoding: 'utf8' }));
const near = (a, b) => Math.abs(a / whole.all - b) < 1e-9;
check('review all choices are those of uno review', whole.choices.length === told.choices.length && whole.choices.every((one, i) => {
  const other = told.choices[i];
  return one.number === other.action && one.seat === other.seat && one.played === other.played && one.best === other.best &&
    one.grade === other.grade && near(one.before, other.before) && near(one.after, other.after) && near(one.error, other.error);
}), JSON.stringify(whole.choices[0]));
check('review luck and skill add up', whole.over && whole.seats.every(({ now, luck, skill }) => whole.even + luck + skill === now && skill <= 0));
check('review the players are those of uno review', whole.seats.every(({ accuracy, turn_number }, i) => accuracy / 1000 === told.seats[i].accuracy && turn_number === told.seats[i].turning_point));
const apart = ['A', 'B', 'C'].map((seat) => review(record, seat, 40));
check('review seat by seat it is the same', JSON.stringify(apart.flatMap(({ choices }) => choices).sort((a, b) => a.number - b.number)) === JSON.stringify(whole.choices) &&
  JSON.stringify(apart.flatMap(({ seats }) => seats)) === JSON.stringify(whole.seats));
check('review every worse choice has a reason', whole.choices.every(({ grade, why }) => (why !== null) === ['inaccurate', 'mistake', 'blunder'].includes(grade)));

ask('page_open', 0, 'official');
let { wait, record: played } = ask('page_game_begin', 0, 'Ada\nBen', 'easy\neasy', '', '7'.repeat(64), '', 0);
while (wait !== null) ({ wait, record: played } = ask('page_game_go', 0));
// In the midst of a card: one letter alone may be an action.
const late = Math.floor(played.length * 0.9);
const middle = late + played.slice(late).search(/ [RYGB]\d/) + 2;
const cut = review(played.slice(0, middle), 'A', 8);
check('review a record that is cut off', cut.cut && !cut.over && cut.choices.length > 0, JSON.stringify(cut).slice(0, 300));

ask('page_record_open', 0, record);
const { number, played: done } = whole.choices[0];
check('review words of a choice', /^(play|draw)/.test(ask('page_record_words', 0, number, done, '').words));
check('review words of no action', ask('page_record_words', 0, number, 'nonsense', '').error === 'bad_action' && ask('page_record_words', 0, 0, done, '').error === 'no_action' && ask('page_record_words', 0, 9999, done, '').error === 'no_action');
check('review words of what was better', /^Better: (play|draw) .*, which wins at once\.$/.test(ask('page_record_words', 0, number, done, 'wins').words));
check('review words of letting it be', /^Better: let it be, which /.test(ask('page_record_words', 0, number, '', 'holds').words));
check('review words of no reason', ask('page_record_words', 0, number, done, 'nonsense').error === 'bad_action' && ask('page_record_words', 0, number, '', '').error === 'bad_action');
check('review no record', ask('page_review_begin', 'nonsense', '', 8).error === 'bad_record' && ask('page_review_next').error === 'no_review');
check('review no such seat', ask('page_review_begin', record, 'D', 8).error === 'bad_seat' && ask('page_review_next').error === 'no_review');

const puzzle = ask('page_puzzle', 0, 0, '2026-11-18');
const [best, ...others] = puzzle.moves;
check('review a puzzle has one best move', others.length >= 2 && others.every(({ worth }) => best.worth - worth >= puzzle.all / 10));
const solution = execFileSync(program, ['puzzle', '--date', '2026-11-18', '--solution'], { encoding: 'utf8' });
check('review it is the puzzle of uno puzzle', solution.includes(`${((100 * best.worth) / puzzle.all).toFixed(1)} %`) && solution.includes(`after ${puzzle.number} actions`));
check('review it shows no card of others', puzzle.view.hand.length > 0 && puzzle.view.players.every(({ known, cards, seat }) => seat === puzzle.view.seat || known.length <= cards));
check('review no puzzle of too many', ask('page_puzzle', 0, 11, '2026-11-18').error === 'bad_players' && ask('page_puzzle', 9, 2, '').error === 'no_rules');

if (native) {
  const odd = module.sameAsNative(native);
  check(`review ${module.calls.length} answers are those of the native program`, !odd, odd);
}
