// lab.mjs [FILE.wasm [NATIVE [UNO]]] -- the rule lab in a page: the report of the same seed is that of `uno lab`, byte for
// byte, in one go and in pieces that others counted; and all answers are those of the native program.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { builtModule, builtNative, check, openModule } from './lib/host.mjs';

const [file = builtModule, native = builtNative, uno = 'build/uno'] = process.argv.slice(2);
const module = await openModule(file);
const { ask } = module;
const program = uno && resolve(uno);
const folder = mkdtempSync(join(tmpdir(), 'uno-wasm-lab-'));

const own = '[ruleset]\nextends = official\ntitle = Ours\n\n[rules]\nstack_draws = any\njump_in = on\n';
const labs = [
  { rules: 'official', against: own, players: 4, bot: 'greedy', games: 300 },
  { rules: 'ultimate', players: 3, bot: 'random', games: 200 },
  { rules: 'split-duel', against: 'split-v3', players: 2, bot: 'greedy', games: 24 },
  { rules: 'official', players: 2, bot: 'medium', games: 20, matches: 1 },
];

// Plays the numbers in three pieces, each counted apart and then added: the last first.
function playInPieces(games, cells) {
  const ends = [0, Math.floor(games / 5), Math.floor(games / 2), games];
  const pieces = [2, 1, 0].map((i) => {
    ask('page_lab_play', ends[i], ends[i + 1] - ends[i]);
    return ask('page_lab_take').counts;
  });
  for (const piece of pieces) for (let cell = 0; cell < cells; cell++) ask('page_lab_add', cell, piece[cell]);
}

function reportOf(words) {
  const path = join(folder, 'report.html');
  const { status, stderr } = spawnSync(program, ['lab', ...words, '--report', path], { cwd: folder, encoding: 'utf8' });
  return status === 0 ? readFileSync(path, 'utf8') : `status ${status}: ${stderr}`;
}

writeFileSync(join(folder, 'ours.ini'), own);
for (const { rules, against, players, bot, games, matches = 0 } of labs) {
  const second = against === own ? 'ours.ini' : against;
  ask('page_open', 0, rules);
  if (against) ask('page_open', 1, against);
  const names = second ? `${rules}\n${second}` : rules;
  const begin = () => ask('page_lab_begin', 0, against ? 1 : 0, names, players, bot, 'evening', games, matches);
  const { cells } = begin();
  ask('page_lab_play', 0, games);
  const figures = JSON.stringify(ask('page_lab_figures'));
  const whole = ask('page_lab_report', 'html').report;
  begin();
  playInPieces(games, cells);
  check(`lab ${rules} in pieces`, ask('page_lab_report', 'html').report === whole && JSON.stringify(ask('page_lab_figures')) === figures);
  const part = ask('page_lab_report', 'part').report;
  check(`lab ${rules} as a part of a page`, part.length > 5000 && whole.includes(part) && !part.includes('<style'));
  if (uno) {
    const words = [rules, ...(second ? ['--against', second] : []), '--players', `${players}`, '--bots', bot, '--games', `${games}`];
    const theirs = reportOf([...words, '--seed', 'evening', '--threads', '2', ...(matches ? ['--match'] : [])]);
    const at = [...whole].findIndex((c, i) => c !== theirs[i]);
    check(`lab ${rules}: the report of uno lab`, theirs === whole, `${whole.slice(at - 60, at + 60)}\n---\n${theirs.slice(at - 60, at + 60)}`);
  }
}

// What is no lab, or none of this one, is refused.
for (const [call, ...values] of [
  ['page_lab_begin', 0, 99, 'a\nb', 2, 'greedy', '1', 10, 0], ['page_lab_begin', 0, 0, '', 2, 'greedy', '1', 10, 0],
  ['page_lab_begin', 0, 0, 'a', 99, 'greedy', '1', 10, 0], ['page_lab_begin', 0, 0, 'a', 2, 'nobody', '1', 10, 0],
  ['page_lab_play', 0, 1], ['page_lab_figures'], ['page_lab_report', 'html']]) {
  const { error } = ask(call, ...values);
  check(`lab refuses ${call} ${JSON.stringify(values)}`, error, error);
}
ask('page_lab_begin', 0, 0, 'a', 2, 'greedy', '1', 10, 0);
for (const counts of ['x', '1', '1=', '1=0', '2=1 1=1', '1=1  2=1', '999999=1', '0=99999999999999999999999', '01=1', '1=1 '])
  check(`lab refuses the counts "${counts}"`, ask('page_lab_add', 0, counts).error === 'bad_counts');
check('lab refuses a form', ask('page_lab_report', 'paper').error === 'bad_form');

if (native) {
  const odd = module.sameAsNative(native);
  check(`lab ${module.calls.length} answers are those of the native program`, !odd, odd);
}
rmSync(folder, { recursive: true });
