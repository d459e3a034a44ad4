// trial.mjs [FILE.wasm [NATIVE]] -- many games counted: by every ruleset the same counts as natively, and in pieces the
// same as in one go.
import { builtModule, builtNative, check, openModule } from './lib/host.mjs';

const [file = builtModule, native = builtNative] = process.argv.slice(2);
const module = await openModule(file);
const { ask } = module;

function sum(a, b) {
  const events = Object.fromEntries(Object.entries(a.events).map(([name, count]) => [name, count + b.events[name]]));
  const total = { longest: Math.max(a.longest, b.longest), wins: a.wins.map((wins, seat) => wins + b.wins[seat]), events };
  for (const name of ['games', 'undecided', 'actions', 'turns', 'deals']) total[name] = a[name] + b[name];
  return total;
}

const sorted = (counts) => JSON.stringify(Object.entries(counts).sort());

for (const [place, { name }] of ask('page_rulesets').rulesets.entries()) {
  const { players } = ask('page_open', place, name);
  for (const kind of ['random', 'greedy', 'medium']) {
    const whole = ask('page_trial', place, players.most, kind, 8, 7n);
    const pieces = sum(ask('page_trial', place, players.most, kind, 3, 7n), ask('page_trial', place, players.most, kind, 5, 10n));
    check(`trial ${name} ${kind}: pieces add up`, whole.games === 8 && sorted(whole) === sorted(pieces));
  }
  ask('page_trial', place, players.least, 'hard', 1, 2n ** 63n);
}

if (native) {
  const odd = module.sameAsNative(native);
  check(`trial ${module.calls.length} answers are those of the native program`, !odd, odd);
}
