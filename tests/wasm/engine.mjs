// engine.mjs [FILE.wasm] -- web/src/lib/engine.ts over the module: places that are given out again, errors, games. Needs
// what npm has brought into web/node_modules.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtModule, check, hex } from './lib/host.mjs';

const web = (path) => fileURLToPath(new URL(`../../web/${path}`, import.meta.url));
const { build } = createRequire(web('package.json'))('esbuild');
const folder = await mkdtemp(join(tmpdir(), 'uno-engine-'));
const outfile = join(folder, 'engine.mjs');
await build({
  entryPoints: [web('src/lib/engine.ts')], outfile, bundle: true, format: 'esm', target: 'es2022', logLevel: 'error',
  plugins: [{
    name: 'module-url',
    setup(plugin) {
      plugin.onResolve({ filter: /^@engine\// }, ({ path }) => ({ path, namespace: 'engine' }));
      plugin.onLoad({ filter: /.*/, namespace: 'engine' }, () => ({ contents: 'export default "uno.wasm"' }));
    },
  }],
});
const { instantiate, isError } = await import(pathToFileURL(outfile).href);
await rm(folder, { recursive: true });
const engine = await instantiate(await readFile(process.argv[2] ?? builtModule));

// More rules than there are places.
const all = engine.rulesets().map(({ name }) => engine.open(name));
const many = Array.from({ length: 30 }, (_, i) => engine.open(`[ruleset]\nextends = official\n[rules]\ntarget = ${100 + i}\n`));
check('engine rules stay good when their place is given out', [...all, ...many].every((rules) => rules.book().text.startsWith('# ')));
check('engine each keeps its own', many.every((rules, i) => rules.info.options.target === `${100 + i}` && engine.diff(rules, all[0]).changes.length === 1));
check('engine the same text is opened once', engine.open('official') === engine.open('official'));
const bad = engine.open('[ruleset]\nfamily = neither\n');
check('engine a bad text is an error with its line', isError(bad) && bad.line === 2 && bad.message.includes('classic or split'), JSON.stringify(bad));
check('engine rules are no error', !isError(all[0]));
check('engine options have rows', engine.optionRows().length > 50 && engine.bots('classic').length > 5);

// A game, its record.
const names = ['Ada', 'Zoë', 'Cleo'];
const { game } = engine;
const official = engine.open('official');
let { view } = game.begin(official, names, ['', 'greedy', 'rule'], 'A', hex(9), '2026-01-31').game;
let seen = 0;
for (let step = game.step(); step.t !== 'over'; step = game.step()) {
  if (step.t !== 'asks') continue;
  ({ view } = game.view().game);
  const { question, moves } = official.options(view, names);
  if (question && moves.length && official.refusal(view, moves[0].do) === null) seen++;
  if (step.open) game.letBe();
  else game.act(official.bot(view, 'greedy', 2n ** 64n - 1n));
}
check('engine a game is played to its end', seen > 10 && game.record().finished, seen);
const reader = engine.record(game.record().text);
const others = Array.from({ length: 6 }, (_, i) => {
  game.begin(official, names, ['rule', 'rule', 'rule'], null, hex(100 + i));
  while (game.step().t === 'act');
  return engine.record(game.record().text);
});
check('engine records stay good when their place is given out', [reader, ...others].every((one) => one.verify().ok && one.at(one.actions, null).view.phase === 'over'));
check('engine a record has its names and title', reader.names.join() === 'Ada,Zoë,Cleo' && reader.rules.info.title === 'Official UNO' && reader.date === '2026-01-31');
check('engine a record shows all hands', reader.at(0, 'all').hands.every((hand) => hand.length >= 7));
check('engine events are told', reader.at(1, 'A').events.length > 0 && official.tell(reader.at(0, 'A').events, names, 'A').told.length > 3);
reader.close();
check('engine a closed record opens again by itself', reader.at(0, 'B').view.seat === 'B');
const broken = engine.record('uno-record 1\nplayers x\n');
check('engine a bad record is an error with its line', isError(broken) && broken.line === 2, JSON.stringify(broken));
check('engine a trial counts', engine.trial(official, 2, 'greedy', 3, 1).games === 3);
const other = await instantiate(await readFile(process.argv[2] ?? builtModule));
check('engine rules of one engine serve another', other.trial(many[7], 2, 'greedy', 1, 1).games === 1);

function thrown(work) {
  try {
    return work(), null;
  } catch (error) {
    return error;
  }
}
check('engine too many players are refused', thrown(() => game.begin(engine.open('split-duel'), names, ['', 'hard', 'hard'], 'A', hex(1)))?.code === 'bad_players');
check('engine a foreign view is refused', thrown(() => engine.open('split-v3').options(view, names))?.code === 'bad_view');
