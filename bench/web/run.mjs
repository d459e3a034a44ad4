// run.mjs BUILD -- how fast the page is in Chromium: bytes of a first visit, time until it can be used, frames while
// cards move among ten players, and the engine as WebAssembly beside the native one.
//
// Figures of one machine at one moment: whatever else runs makes them worse. Nothing here passes or fails.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { browse, dice, firstVisit, person, Server, sizes, step, total, weigh } from '../../tests/web/lib.mjs';

const build = process.argv[2] ?? 'build';
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
const say = (what, figure) => console.log(`${what.padEnd(58)} ${figure}`);

const playNow = (page) => page.getByRole('link', { name: 'Play now' });
const aCard = '[data-card][data-playable="true"], [data-move]';

// By opening the first page, and by beginning a game. What the service worker keeps for later comes after that.
async function visits(browser, server, encoding) {
  const page = await person(browser, server, encoding ? { extraHTTPHeaders: { 'Accept-Encoding': encoding } } : {});
  const weighed = weigh(page);
  await firstVisit(page);
  await page.waitForTimeout(2000);
  const home = await weighed();
  await playNow(page).click();
  await page.waitForSelector(aCard);
  await page.waitForTimeout(500);
  const game = Object.fromEntries(Object.entries(await weighed()).map(([kind, bytes]) => [kind, bytes - (home[kind] ?? 0)]));
  await page.context().close();
  return { home, game };
}

// From the address to a button that answers, and from that click to the first card; ms.
async function start(browser, server, slow) {
  const page = await person(browser, server);
  const devtools = await page.context().newCDPSession(page);
  if (slow > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow });
  await page.goto('/', { waitUntil: 'commit' });
  const play = playNow(page);
  await play.waitFor();
  const usable = await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now())))),
  );
  const clicked = await page.evaluate(() => performance.now());
  await play.click();
  await page.waitForSelector(aCard);
  const dealt = await page.evaluate(() => performance.now());
  await page.context().close();
  return { usable, card: dealt - clicked };
}

// Frames a second while ten play, cards in the air all the time: nine bots, and somebody who answers at once.
async function frames(browser, server) {
  const page = await person(browser, server, { reducedMotion: 'no-preference', size: sizes.wide });
  await page.goto('/play?ruleset=official&opponents=9&level=easy&pace=250&seed=5');
  await page.waitForSelector(aCard);
  const measured = page.evaluate(() => new Promise((done) => {
    const table = document.querySelector('[data-table]');
    const first = Number(table.dataset.q);
    const times = [];
    const tick = (now) => {
      times.push(now);
      if (now - times[0] < 8000) return requestAnimationFrame(tick);
      const gaps = times.slice(1).map((time, i) => time - times[i]);
      done({
        rate: (1000 * gaps.length) / (times.at(-1) - times[0]),
        late: gaps.filter((gap) => gap > 25).length,
        all: gaps.length,
        actions: Number(table.dataset.q) - first,
      });
    };
    requestAnimationFrame(tick);
  }));
  let over = false;
  void measured.finally(() => (over = true));
  const chance = dice(1);
  while (!over) if ((await step(page, chance)) !== 'acted') await page.waitForTimeout(50);
  const result = await measured;
  await page.context().close();
  return result;
}

// The same games, native and in the browser, in turns.
async function playouts(browser, server, family, games) {
  const page = await person(browser, server);
  await page.goto('/');
  const bytes = readFileSync('build/wasm/checksum.wasm').toString('base64');
  await page.evaluate(async (base64) => {
    const module = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    window.engine = (await WebAssembly.instantiate(module, {})).instance.exports;
    window.engine.checksum_games(0, 5000); // warm
    window.engine.checksum_games(1, 5000);
  }, bytes);
  const ratios = [];
  for (let round = 0; round < 5; round++) {
    const begun = process.hrtime.bigint();
    const { stdout } = spawnSync(`${build}/tests/checksum`, [family, String(games)], { encoding: 'utf8' });
    if (!stdout) throw new Error(`${build}/tests/checksum does not run: make BUILD=${build} checksum-program`);
    const native = stdout.trim().split(' ')[2];
    const nativeMs = Number(process.hrtime.bigint() - begun) / 1e6;
    const wasm = await page.evaluate(([split, count]) => {
      const from = performance.now();
      const sum = BigInt.asUintN(64, window.engine.checksum_games(split, count)).toString(16).padStart(16, '0');
      return { sum, ms: performance.now() - from };
    }, [family === 'split' ? 1 : 0, games]);
    if (wasm.sum !== native) throw new Error(`${family}: other games in the browser, ${wasm.sum}, than ${native}`);
    ratios.push(wasm.ms / nativeMs);
  }
  await page.context().close();
  return median(ratios);
}

const server = await Server.start();
const browser = await browse();
try {
  for (const [name, encoding] of [['brotli (https, or this machine)', ''], ['gzip (http)', 'gzip']]) {
    for (const [what, parts] of Object.entries(await visits(browser, server, encoding))) {
      const tale = what === 'home' ? 'first visit, the engine included' : 'the first game, beyond that';
      say(`${tale}, ${name}`, `${kb(total(parts))}  (${Object.entries(parts).map(([k, v]) => `${k} ${kb(v)}`).join(', ')})`);
    }
  }
  for (const slow of [1, 4]) {
    const runs = [];
    for (let i = 0; i < 5; i++) runs.push(await start(browser, server, slow));
    const tag = slow > 1 ? `, processor ${slow}x slower` : '';
    say(`home can be used${tag}`, `${median(runs.map((run) => run.usable)).toFixed(0)} ms`);
    say(`from "Play now" to the first card${tag}`, `${median(runs.map((run) => run.card)).toFixed(0)} ms`);
  }
  const { rate, late, all, actions } = await frames(browser, server);
  say('frames a second, ten players, cards moving', `${rate.toFixed(1)}  (${late} of ${all} late, ${actions} actions)`);
  for (const family of ['classic', 'split']) {
    const ratio = await playouts(browser, server, family, 60000);
    say(`playouts as WebAssembly, ${family}, of the native time`, ratio.toFixed(2));
  }
} finally {
  await browser.close();
  await server.stop();
}
