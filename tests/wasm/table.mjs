// table.mjs [NATIVE] -- the modules that come with a first visit and a first game: they are small; and every message of
// src/wire/messages.def, as a real server said it (tests/unit/messages.c has recorded it, and held the terminal's fold
// against the server's own table), leaves a page with the same table as the terminal: NATIVE has the terminal's fold.
import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { builtNative, check, openModule } from './lib/host.mjs';

const [native = builtNative] = process.argv.slice(2);

for (const [name, most, gzipMost] of [['table', 63_000, 72_000], ['game', 99_000, 116_000]]) {
  const module = readFileSync(`build/wasm/${name}.wasm`);
  const bytes = brotliCompressSync(module).length; // at quality 11
  check(`table ${name}.wasm takes ${bytes} bytes as brotli`, bytes < most);
  const zipped = gzipSync(module, { level: 9 }).length;
  check(`table ${name}.wasm takes ${zipped} bytes as gzip`, zipped < gzipMost);
}

// They refuse the rules that the whole engine refuses, at the same place, and leave the words to it.
const bad = ['ultimat', '[ruleset]\nextends = official\n\n[rules]\nstack_drawz = any\n', '[ruleset]\nfamily = classic\n[rules]\nteams = 3\n',
  '[ruleset]\nextends = official\n[card Boom]\ncode = boom\ncolours = none\ncount = 4\npoints = 40\neffects = drow 2\n', '[ruleset]\nextends = official\n[rule Mana]\nwhen turn = gain 1 mana\n'];
const whole = await openModule('build/wasm/uno.wasm');
for (const name of ['table', 'game']) {
  const { ask } = await openModule(`build/wasm/${name}.wasm`);
  const odd = bad.filter((text) => {
    const [small, full] = [ask('page_open', 0, text), whole.ask('page_open', 0, text)];
    const same = small.error === 'bad_ruleset' && full.error === 'bad_ruleset' && (small.line === full.line || full.about.length);
    return !same || full.message.length < 30 || small.message !== 'these rules cannot be played by';
  });
  check(`table ${name}.wasm refuses bad rules in few words`, !odd.length, JSON.stringify(odd));
}

const lines = readFileSync('web/src/session/recorded.jsonl', 'utf8').trim().split('\n');
const rows = [...readFileSync('src/wire/messages.def', 'utf8').matchAll(/^HEAR\((\w+),/gm)].map(([, kind]) => kind);
const kinds = new Set(lines.map((line) => JSON.parse(line).t));
check('table no kind of message is missing', rows.length > 10 && rows.every((kind) => kinds.has(kind)), rows.filter((kind) => !kinds.has(kind)));

const module = await openModule('build/wasm/table.wasm');
const { ask } = module;
let wrong = '', views = 0, view = null;
ask('page_table_open', 0);
for (const [i, line] of lines.entries()) {
  const message = JSON.parse(line);
  // A table that is told again as a whole has to be what it was known as.
  if (message.t === 'joined' && message.game && view && JSON.stringify(message.game.view) === JSON.stringify(view)) views++;
  const told = ask('page_table_hear', 0, 1000 * i, line);
  const passed = ['actions', 'event', 'called', 'team'].includes(message.t) || message.code === 'nothing_to_reveal';
  if (told.heard !== (passed ? 'passed' : message.t)) wrong ||= `${told.heard} ${told.why}: ${line}`;
  if (told.view !== undefined) view = told.view;
  if (view) ask('page_table_options', 0);
}
check(`table all ${lines.length} messages are heard`, !wrong, wrong);
check('table a view of changes is the view that is told as a whole', views > 0);

// What makes no sense changes nothing, and a page that is lost joins anew.
const nonsense = ['', 'null', '7', '[]', '{', '{}', '{"t":7}', '{"t":"act"}', '{"t":"joined"}', '{"t":"here","seats":["Z"]}', '{"t":"hello","protocol":"uno.9"}', '['.repeat(100000)];
check('table nonsense is no message', nonsense.every((text) => ask('page_table_hear', 0, 0, text).heard === (text === '{"t":"act"}' ? 'passed' : 'bad')));
const joined = lines.find((line) => JSON.parse(line).t === 'joined' && JSON.parse(line).game);
const { q, table: { code } } = ask('page_table_hear', 0, 0, joined);
check('table a join says what is known', ask('page_table_resumes', 0, code).since === q);
ask('page_table_hear', 0, 0, joined);
check('table a number left out is a gap', ask('page_table_hear', 0, 0, JSON.stringify({ t: 'table', q: q + 2 })).heard === 'gap');
check('table who missed something joins anew', ask('page_table_resumes', 0, code).since === undefined);
check('table places', ask('page_table_open', 4).error === 'no_table' && ask('page_table_hear', 3, 0, '{}').error === 'no_table');

if (native) {
  const odd = module.sameAsNative(native);
  check(`table ${module.calls.length} answers are those of the terminal's fold`, !odd, odd);
}
