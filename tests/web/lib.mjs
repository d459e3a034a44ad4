// lib.mjs -- what the browser tests share: a server of their own, Chromium, and a player that uses the page as
// a person would: by clicking, tapping or typing.
import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(join(root, 'web/package.json'));
const { chromium } = require('playwright-core');
export const axePath = require.resolve('axe-core/axe.min.js');

export const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 768, height: 1024 },
  wide: { width: 1280, height: 800 },
};

let failures = 0;

// One line each; what follows a failure goes on.
export function check(name, good, why = '') {
  console.log(`${good ? 'ok' : 'not ok'} ${name}${good || !why ? '' : `: ${why}`}`);
  if (!good) failures++;
  return good;
}

// Runs a named piece of a test; an exception is its failure.
export async function attempt(name, work) {
  try {
    const why = await work();
    check(name, !why, why);
  } catch (error) {
    check(name, false, String(error?.stack ?? error).slice(0, 1500));
  }
}

// The program under test.
export const program = () => process.env.UNO ?? join(root, 'build/uno');

export class Server {
  static async start(...words) {
    const server = new Server();
    server.folder = mkdtempSync(join(tmpdir(), 'uno-web-'));
    server.words = words;
    await server.up('0');
    return server;
  }

  async up(port) {
    const place = ['--data', join(this.folder, 'uno.db'), '--port', port, '--listen', '127.0.0.1'];
    const words = ['serve', ...place, '--unlimited', ...this.words];
    this.process = spawn(program(), words, { stdio: ['ignore', 'pipe', 'ignore'] });
    const lines = createInterface({ input: this.process.stdout });
    const line = await new Promise((resolve, reject) => {
      lines.once('line', resolve);
      this.process.once('exit', () => reject(new Error('the server did not start')));
    });
    this.port = line.match(/:(\d+)/)[1];
    this.url = `http://127.0.0.1:${this.port}`; // as it calls itself in links
  }

  async down() {
    const gone = new Promise((resolve) => this.process.once('exit', resolve));
    this.process.kill('SIGTERM');
    await gone;
  }

  async again() {
    await this.up(this.port);
  }

  async stop() {
    if (this.process.exitCode === null) await this.down();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export async function browse() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: [
      '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
      '--disable-component-update', '--disable-sync', '--mute-audio',
    ],
  });
}

// A person with a browser of their own. Whatever the page complains about is gathered in `complaints`.
export async function person(browser, server, options = {}) {
  const { size = sizes.wide, theme = 'dark', settings = {}, ...more } = options;
  const context = await browser.newContext({
    baseURL: server.url, viewport: size, colorScheme: theme, reducedMotion: 'reduce', locale: 'en-GB', ...more,
  });
  await context.addInitScript((kept) => {
    if (!localStorage.getItem('uno.settings')) localStorage.setItem('uno.settings', JSON.stringify(kept));
  }, { sound: false, language: 'en', pace: 0, theme, ...settings });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  page.touches = more.hasTouch ?? false;
  page.complaints = [];
  page.on('pageerror', (error) => page.complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') page.complaints.push(`console: ${message.text()}`);
  });
  return page;
}

// What comes over the wire to a page from now on, headers included: the answer tells the bytes so far by kind of file.
export function weigh(page) {
  const sizes = [];
  page.on('requestfinished', (request) => {
    const kind = new URL(request.url()).pathname.match(/\.(wasm|js|css)$/)?.[1] ?? 'rest';
    sizes.push(request.sizes().then((size) => [kind, size.responseBodySize + size.responseHeadersSize]));
  });
  return async () => {
    const parts = {};
    for (const [kind, bytes] of await Promise.all(sizes)) parts[kind] = (parts[kind] ?? 0) + bytes;
    return parts;
  };
}

export const total = (parts) => Object.values(parts).reduce((a, b) => a + b, 0);

// Opens the first page, which fetches the engine as well when it has nothing else to do.
export async function firstVisit(page) {
  const engine = page.waitForResponse(/table-[^/]*\.wasm$/, { timeout: 60000 });
  await page.goto('/', { waitUntil: 'load' });
  await (await engine).finished();
  await page.waitForLoadState('networkidle');
}

// Something of the server's API, as the person of that page.
export function ask(page, method, path, body) {
  return page.evaluate(async ([m, p, b]) => {
    const answer = await fetch(`/api/${p}`, { method: m, body: b && JSON.stringify(b) });
    return answer.json();
  }, [method, path, body]);
}

// A table of that person's, whose clock stands still.
export async function makeTable(page, settings) {
  const table = await ask(page, 'POST', 'tables', { ruleset: 'official', seats: 2, think_s: 0, ...settings });
  if (!table.code) throw new Error(`no table: ${JSON.stringify(table)}`);
  return table;
}

// A picture of the page for people to look at.
export async function picture(page, name) {
  mkdirSync(join(root, 'build/screens'), { recursive: true });
  await page.screenshot({ path: join(root, `build/screens/${name}.png`) });
}

// What axe-core has against the page as it is; '' for nothing. Its script would be refused by the page's policy.
export async function axeFaults(page) {
  await page.evaluate(readFileSync(axePath, 'utf8'));
  const violations = await page.evaluate(
    async () => (await window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa'] })).violations,
  );
  return violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 120)}`).join(' | ');
}

// ---- playing ----

// What could be done now, as the page shows it.
function look() {
  const table = document.querySelector('[data-table]');
  if (!table) return { over: false, moves: [], cards: [], choices: [] };
  const shown = (e) => !e.disabled && e.getClientRects().length > 0;
  const all = (selector) => [...table.querySelectorAll(selector)].filter(shown);
  return {
    over: Boolean(document.querySelector('[data-over]')),
    q: table.dataset.q,
    phase: table.dataset.phase,
    question: table.querySelector('[data-question]')?.textContent,
    hand: all('[data-hand] [data-card]').map((e) => e.dataset.card + (e.dataset.held ?? '')).join(' '),
    // But for those that are for people who want to lose.
    moves: all('[data-move]:not([data-choice], [data-move^="misplay"])').map((e) => e.dataset.move),
    cards: all('[data-card][data-playable="true"]').map((e) => e.dataset.card),
    choices: all('[data-choice]').map((e) => e.dataset.choice), // of a picker: which colour, on whom
  };
}

export const glance = (page) => page.evaluate(look);

// Where a person would press this: in the middle of what can be seen of it. Cards in a fan lie on one another.
function spot(selector) {
  const element = document.querySelector(selector);
  element?.scrollIntoView({ block: 'nearest' });
  const box = element?.getBoundingClientRect();
  const free = [];
  for (let row = 1; box && row < 16; row++)
    for (let column = 1; column < 16; column++) {
      const [x, y] = [box.left + (box.width * column) / 16, box.top + (box.height * row) / 16];
      if (element.contains(document.elementFromPoint(x, y))) free.push({ x, y });
    }
  return free[free.length >> 1] ?? null;
}

// Presses the first that matches, with a finger where there is a touchscreen; false: it cannot be.
export async function press(page, selector) {
  let at = null;
  const until = Date.now() + 5000;
  while (!(at = await page.evaluate(spot, selector)) && Date.now() < until) await page.waitForTimeout(25);
  if (!at) return false;
  if (page.touches) await page.touchscreen.tap(at.x, at.y);
  else await page.mouse.click(at.x, at.y);
  return true;
}

// Does one thing at the table, if there is anything to do. Buttons that answer the question come after cards.
export async function step(page, chance) {
  const seen = await glance(page);
  if (seen.over) return 'over';
  const one = (list) => list[chance(list.length)];
  let wanted;
  if (seen.choices.length) wanted = `[data-choice="${one(seen.choices)}"]`;
  else if (seen.cards.length) wanted = `[data-card="${one(seen.cards)}"][data-playable="true"]`;
  else if (seen.moves.length) wanted = `[data-move="${one(seen.moves)}"]`;
  else return 'waits';
  // Refusing a dare ends the game: not often.
  const rest = seen.moves.filter((move) => !move.startsWith('refuse'));
  if (wanted.startsWith('[data-move="refuse') && rest.length && chance(8)) wanted = `[data-move="${one(rest)}"]`;
  // Who draws may press the button or the pile itself.
  if (wanted === '[data-move="draw"]' && chance(2)) wanted = 'button[data-pile="draw"]';
  if (await press(page, `[data-table] ${wanted}`)) return 'acted';
  // The table may move on under the finger.
  if (JSON.stringify(await glance(page)) !== JSON.stringify(seen)) return 'acted';
  await picture(page, 'stuck');
  throw new Error(`${wanted} cannot be pressed: build/screens/stuck.png shows it`);
}

// Numbers that are the same in every run.
export function dice(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

// Plays these pages' game to its end. `each` is called after every round with its number and may do something else.
export async function playOut(pages, { seed = 1, most = 4000, each } = {}) {
  const chance = dice(seed);
  let last = '';
  let same = 0;
  for (let round = 0; round < most; round++) {
    const done = [];
    for (const page of pages) done.push(await step(page, chance));
    if (done.every((what) => what === 'over')) return { rounds: round };
    const now = JSON.stringify(await Promise.all(pages.map(glance)));
    same = now === last ? same + 1 : 0;
    last = now;
    if (same > 1200) throw new Error(`nothing happens any more: ${now}`);
    if (same) await pages[0].waitForTimeout(25);
    if (each) await each(round);
  }
  throw new Error(`the game is not over after ${most} rounds`);
}

export function finish() {
  process.exitCode = failures ? 1 : 0;
}
