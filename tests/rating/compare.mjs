// Ratings of src/rating beside those of the packages `openskill` and `glicko2`: 10,000 random results each, of 2 to 10
// seats, with teams, ties and draws, agree to 1e-9.
//
//     node compare.mjs PROGRAM [RESULTS [SEED]]
import { spawnSync } from 'node:child_process';
import { rate } from 'openskill';
import glicko2 from 'glicko2';

const [program, results = '10000', seed = '1'] = process.argv.slice(2);
const games = Number(results);
const near = 1e-9;

// Mulberry32: small, and good enough to pick test cases.
let state = Number(seed) >>> 0;
function chance() {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
}
const below = (n) => Math.floor(chance() * n);
const between = (low, high) => low + chance() * (high - low);

// ---- any number of seats: teams in turn round the table, as in the game; places with ties ----

function skillGame() {
  const seats = 2 + below(9);
  const divisors = [2, 3, 4, 5].filter((teams) => seats % teams === 0 && teams < seats);
  const teams = below(2) && divisors.length ? divisors[below(divisors.length)] : seats;
  const drawn = below(10) === 0;
  const places = Array.from({ length: teams }, () => (drawn ? 1 : 1 + below(teams)));
  const skills = Array.from({ length: seats }, () => ({ mu: between(-20, 70), sigma: between(0.5, 9) }));
  return { seats, teams, places, skills };
}

function skillLine({ seats, teams, places, skills }) {
  const each = skills.map(({ mu, sigma }, seat) => `${seat % teams} ${places[seat % teams]} ${mu} ${sigma}`);
  return `skill ${seats} ${each.join(' ')}`;
}

function skillExpected({ teams, places, skills }) {
  const line = Array.from({ length: teams }, (_, team) => skills.filter((_skill, seat) => seat % teams === team));
  const rated = rate(line, { rank: places });
  return skills.flatMap((_skill, seat) => {
    const { mu, sigma } = rated[seat % teams][Math.floor(seat / teams)];
    return [mu, sigma];
  });
}

// ---- duels, in periods of one to eight ----

const anybody = () => [between(900, 2300), between(30, 350), between(0.03, 0.09)];

function duelPeriod() {
  const duels = below(20) === 0 ? 0 : 1 + below(8);
  return { me: anybody(), duels: Array.from({ length: duels }, () => ({ other: anybody(), score: below(3) / 2 })) };
}

const duelLine = ({ me, duels }) =>
  `glicko ${duels.length} ${me.join(' ')} ${duels.map(({ other, score }) => `${other.join(' ')} ${score}`).join(' ')}`;

function duelExpected({ me, duels }) {
  const system = new glicko2.Glicko2();
  const player = system.makePlayer(...me);
  system.updateRatings(duels.map(({ other, score }) => [player, system.makePlayer(...other), score]));
  return [player.getRating(), player.getRd(), player.getVol()];
}

// ---- both ----

function compare(name, make, lineOf, expect) {
  const cases = Array.from({ length: games }, make);
  const { stdout, status } = spawnSync(program, { input: cases.map(lineOf).join('\n'), encoding: 'utf8', maxBuffer: 1 << 28 });
  const lines = stdout.trim().split('\n');
  let worst = 0;
  let bad = status !== 0 || lines.length !== games ? `the program ended with ${status} after ${lines.length} lines` : '';
  for (let i = 0; i < games && !bad; i++) {
    const got = lines[i].trim().split(' ').map(Number);
    const wanted = expect(cases[i]);
    const away = Math.max(...wanted.map((value, k) => Math.abs(value - got[k])));
    worst = Math.max(worst, away);
    if (!(away <= near) || got.length !== wanted.length) bad = `${lineOf(cases[i])}\n# expected ${wanted}\n# got ${got}`;
  }
  console.log(bad ? `not ok ${name}: ${bad}` : `ok ${name}: ${games} results, at most ${worst.toExponential(1)} apart`);
  return !bad;
}

const good = [
  compare('Plackett-Luce beside openskill', skillGame, skillLine, skillExpected),
  compare('Glicko-2 beside glicko2', duelPeriod, duelLine, duelExpected),
];
process.exit(good.every(Boolean) ? 0 : 1);
