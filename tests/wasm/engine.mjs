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

// A game, its record: a person who takes the first move there is, and bots.
const names = ['Ada', 'Zoë', 'Cleo'];
const { game } = engine;
const official = engine.open('[ruleset]\nextends = official\n[rules]\ntarget = 0\n');

// Plays a game to its end; what the person at `known` knows decides for them.
function play(answer, known = null) {
  let now = 0, at = {}, moves = 0, decided = -1, record = '';
  for (;;) {
    for (const text of answer.say) if (known) at = { ...at, ...known.hear(text) };
    record = answer.record ?? record;
    const options = known && at.view && !at.over && !at.held && decided !== at.q ? known.options().moves : [];
    if (options.length && known.refusal(options[0].do) === null) {
      moves++, (decided = at.q);
      answer = game.act(options[0].do, at.q, now);
    } else {
      if (answer.wait === null || answer.failed) return { moves, record, view: at.view, failed: answer.failed };
      answer = game.go((now += answer.wait));
    }
  }
}

const played = play(game.begin(official, names, ['', 'greedy', 'rule'], 'A', hex(9), '2026-01-31', 900), engine.table());
check('engine a game is played to its end', played.moves > 5 && played.view.phase === 'over' && !played.failed, JSON.stringify(played));
const reader = engine.record(played.record);
const others = Array.from({ length: 6 }, (_, i) => {
  return engine.record(play(game.begin(official, names, ['rule', 'rule', 'rule'], null, hex(100 + i), '2026-01-31', 900)).record);
});
check('engine records stay good when their place is given out', [reader, ...others].every((one) => one.verify().ok && one.at(one.actions, null).view.phase === 'over'));
check('engine a record has its names and title', reader.names.join() === 'Ada,Zoë,Cleo' && reader.rules.info.options.target === '0' && reader.date === '2026-01-31');
check('engine a record shows all hands', reader.at(0, 'all').hands.every((hand) => hand.length >= 7));
check('engine events are told', reader.at(1, 'A').events.length > 0 && reader.at(0, 'A').events.every(({ name, text }) => name && text));
reader.close();
check('engine a closed record opens again by itself', reader.at(0, 'B').view.seat === 'B');
const broken = engine.record('uno-record 1\nplayers x\n');
check('engine a bad record is an error with its line', isError(broken) && broken.line === 2, JSON.stringify(broken));
const other = await instantiate(await readFile(process.argv[2] ?? builtModule));
check('engine rules of one engine serve another', other.diff(many[7], many[7]).changes?.length === 0);

function thrown(work) {
  try {
    return work(), null;
  } catch (error) {
    return error;
  }
}
check('engine too many players are refused', thrown(() => game.begin(engine.open('split-duel'), names, ['', 'hard', 'hard'], 'A', hex(1), '', 900))?.code === 'bad_players');
check('engine a foreign view is refused', thrown(() => engine.open('split-v3').options(played.view, names))?.code === 'bad_view');
