// run.mjs BUILD -- how fast the page is in Chromium: bytes of a first visit, time until it can be used, frames while
// cards move among ten players, and the engine as WebAssembly beside the native one.
//
// Figures of one machine at one moment: whatever else runs makes them worse. Nothing here passes or fails.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { browse, person, Server, sizes } from '../../tests/web/lib.mjs';

const build = process.argv[2] ?? 'build';
const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
const kb = (bytes) => `${(bytes / 1000).toFixed(1)} KB`;
const say = (what, figure) => console.log(`${what.padEnd(58)} ${figure}`);

// Everything that came over the wire until the page has settled, what its service worker fetched included.
async function firstVisit(browser, server, encoding) {
  const page = await person(browser, server, encoding ? { extraHTTPHeaders: { 'Accept-Encoding': encoding } } : {});
  const parts = {};
  const of = async (response) => {
    const { responseBodySize, responseHeadersSize } = await response.request().sizes().catch(() => ({ responseBodySize: 0, responseHeadersSize: 0 }));
    const kind = new URL(response.url()).pathname.match(/\.(wasm|js|css|png|svg|webmanifest)$/)?.[1] ?? 'rest';
    parts[kind] = (parts[kind] ?? 0) + Math.max(0, responseBodySize) + Math.max(0, responseHeadersSize);
  };
  page.context().on('response', of);
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Play now' }).or(page.getByRole('button', { name: 'Play now' })).first().click();
  await page.waitForSelector('[data-card][data-playable="true"], [data-move]');
  await page.waitForTimeout(2500);
  await page.context().close();
  return parts;
}

// From the address to a button that answers, and from that click to the first card; ms.
async function start(browser, server, slow) {
  const page = await person(browser, server);
  const devtools = await page.context().newCDPSession(page);
  if (slow > 1) await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow });
  await page.goto('/', { waitUntil: 'commit' });
  const play = page.getByRole('link', { name: 'Play now' }).or(page.getByRole('button', { name: 'Play now' })).first();
  await play.waitFor();
  const usable = await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now())))));
  const clicked = await page.evaluate(() => performance.now());
  await play.click();
  await page.waitForSelector('[data-card][data-playable="true"], [data-move]');
  const dealt = await page.evaluate(() => performance.now());
  await page.context().close();
  return { usable, card: dealt - clicked };
}

// Frames a second while ten bots play, cards in the air all the time.
async function frames(browser, server) {
  const page = await person(browser, server, { reducedMotion: 'no-preference', size: sizes.wide, settings: { pace: 250 } });
  await page.goto('/play?ruleset=official&opponents=9&level=easy&pace=250&watch=1');
  await page.waitForSelector('[data-table]');
  const result = await page.evaluate(() => new Promise((done) => {
    const times = [];
    const tick = (now) => {
      times.push(now);
      if (now - times[0] < 6000) return requestAnimationFrame(tick);
      const gaps = times.slice(1).map((time, i) => time - times[i]).sort((a, b) => a - b);
      done({ rate: (1000 * gaps.length) / (times.at(-1) - times[0]), late: gaps.filter((gap) => gap > 25).length, all: gaps.length });
    };
    requestAnimationFrame(tick);
  }));
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
    const native = spawnSync(`${build}/tests/checksum`, [family, String(games)], { encoding: 'utf8' }).stdout.trim().split(' ')[2];
    const nativeMs = Number(process.hrtime.bigint() - begun) / 1e6;
    const wasm = await page.evaluate(([split, count]) => {
      const from = performance.now();
      const sum = BigInt.asUintN(64, window.engine.checksum_games(split, count)).toString(16).padStart(16, '0');
      return { sum, ms: performance.now() - from };
    }, [family === 'split' ? 1 : 0, games]);
    if (wasm.sum !== native) throw new Error(`${family}: the browser plays other games (${wasm.sum}) than the machine (${native})`);
    ratios.push(wasm.ms / nativeMs);
  }
  await page.context().close();
  return median(ratios);
}

const server = await Server.start();
const browser = await browse();
try {
  for (const [name, encoding] of [['brotli (https, or this machine)', ''], ['gzip (http)', 'gzip']]) {
    const parts = await firstVisit(browser, server, encoding);
    const sum = Object.values(parts).reduce((a, b) => a + b, 0);
    say(`first visit and a game, all that is ever fetched, ${name}`, `${kb(sum)}  ${Object.entries(parts).map(([k, v]) => `${k} ${kb(v)}`).join(', ')}`);
  }
  for (const slow of [1, 4]) {
    const runs = [];
    for (let i = 0; i < 5; i++) runs.push(await start(browser, server, slow));
    const tag = slow > 1 ? `, processor ${slow}x slower` : '';
    say(`home can be used${tag}`, `${median(runs.map((run) => run.usable)).toFixed(0)} ms`);
    say(`from "Play now" to the first card${tag}`, `${median(runs.map((run) => run.card)).toFixed(0)} ms`);
  }
  const { rate, late, all } = await frames(browser, server);
  say('frames a second, ten players, cards moving', `${rate.toFixed(1)}  (${late} of ${all} late)`);
  for (const family of ['classic', 'split'])
    say(`playouts as WebAssembly, ${family}, of the native time`, `${(await playouts(browser, server, family, 60000)).toFixed(2)}`);
} finally {
  await browser.close();
  await server.stop();
}
