// gone.mjs -- the server goes away in the middle of a game and comes back; links that lead nowhere, full tables, an
// older page; a browser without scripts or without WebAssembly.
import {
  ask, attempt, browse, finish, glance, makeTable, person, picture, playOut, Server, sizes, step, dice,
} from './lib.mjs';

const server = await Server.start();
const browser = await browse();

// What a page says of a lost connection, and that it says so no more.
const trouble = (page) => page.locator('[role="status"]').filter({ hasText: /connection|server/i });
const back = (page) => trouble(page).first().waitFor({ state: 'detached', timeout: 30000 });

await attempt('a game goes on where it was when the server comes back', async () => {
  const page = await person(browser, server, { size: sizes.phone });
  await page.goto('/');
  await ask(page, 'POST', 'guest', { name: 'Ada' });
  const table = await makeTable(page, { ruleset: 'ultimate', start: true, pace_ms: 20, fill: 'easy' });
  await page.goto(`/t/${table.code}`);
  await page.waitForSelector('[data-table] [data-card]');
  const chance = dice(3);
  for (let acts = 0; acts < 5; ) {
    const done = await step(page, chance);
    if (done === 'over') return 'the game was over too soon';
    if (done === 'acted') acts++;
    else await page.waitForTimeout(25);
  }
  const before = await glance(page);
  await server.down();
  await trouble(page).first().waitFor();
  await picture(page, 'server-gone');
  if (!(await page.locator('[data-table] [data-card]').count())) return 'the table is gone as well';
  await server.again();
  await back(page);
  const after = await glance(page);
  if (Number(after.q) < Number(before.q)) return `from ${before.q} back to ${after.q}`;
  await playOut([page], { seed: 4 });
  const errors = page.complaints.filter((line) => line.startsWith('error'));
  await page.context().close();
  return errors.join(' | ');
});

await attempt('what is typed while the line is down is not lost', async () => {
  const page = await person(browser, server);
  await page.goto('/');
  await ask(page, 'POST', 'guest', { name: 'Cleo' });
  const table = await makeTable(page, { chat: true });
  await page.goto(`/t/${table.code}`);
  const field = page.locator('input[maxlength="200"]').first();
  await field.waitFor();
  await field.fill('half a sentence');
  await server.down();
  await trouble(page).first().waitFor();
  await server.again();
  await back(page);
  const kept = await field.inputValue();
  await page.context().close();
  return kept === 'half a sentence' ? '' : `the field holds "${kept}"`;
});

await attempt('an unknown link says so', async () => {
  const page = await person(browser, server);
  await page.goto('/t/NOTHERE2');
  await page.getByRole('heading', { name: 'There is no such table' }).waitFor();
  await picture(page, 'unknown-link');
  if (!(await page.locator('main a[href="/"], main a[href="/new"]').count())) return 'nowhere to go from there';
  await page.context().close();
});

await attempt('a full table says so, and lets you watch', async () => {
  const [ada, ben] = [await person(browser, server), await person(browser, server, { size: sizes.phone })];
  for (const [page, name] of [[ada, 'Ada'], [ben, 'Ben']]) {
    await page.goto('/');
    await ask(page, 'POST', 'guest', { name });
  }
  const table = await makeTable(ada, { start: true, fill: 'easy', pace_ms: 10000 });
  await ben.goto(`/t/${table.code}`);
  await ben.waitForSelector('[data-table]');
  await ben.getByText(/watch/i).first().waitFor();
  await picture(ben, 'full-table');
  if (await ben.locator('[data-hand] [data-card]').count()) return 'a spectator sees a hand';
  for (const page of [ada, ben]) await page.context().close();
});

await attempt('an older page is told to load itself again', async () => {
  const page = await person(browser, server);
  const hello = JSON.stringify({ t: 'hello', protocol: 'uno.2', user: null });
  await page.routeWebSocket(/\/ws$/, (socket) => socket.send(hello));
  await page.goto('/');
  await ask(page, 'POST', 'guest', { name: 'Dan' });
  const table = await makeTable(page, {});
  await page.goto(`/t/${table.code}`);
  await page.getByText(/older|load (it|the page) again/i).first().waitFor();
  await page.context().close();
});

await attempt('without scripts there is something to read', async () => {
  const page = await person(browser, server, { javaScriptEnabled: false });
  await page.goto('/');
  await page.getByText(/needs JavaScript/i).first().waitFor();
  await page.context().close();
});

await attempt('without WebAssembly there is something to read', async () => {
  const page = await person(browser, server);
  await page.addInitScript(() => delete window.WebAssembly);
  await page.goto('/play?ruleset=official&opponents=2');
  await page.getByText(/WebAssembly/i).first().waitFor();
  await picture(page, 'no-wasm');
  await page.context().close();
});

await attempt('a browser without SIMD is told so, on the first page and at a table', async () => {
  const page = await person(browser, server, { size: sizes.phone });
  await page.addInitScript(() => (WebAssembly.validate = () => false));
  await page.goto('/');
  await page.getByRole('status').filter({ hasText: /lacks SIMD/ }).waitFor();
  await page.getByRole('link', { name: 'Play now' }).click();
  await page.getByRole('alert').filter({ hasText: /lacks SIMD/ }).waitFor();
  await picture(page, 'no-simd');
  if ((await page.getByText(/lacks SIMD/).count()) !== 1) return 'it is said twice';
  await page.getByRole('link', { name: 'To the start page' }).click();
  await page.getByRole('link', { name: 'Play now' }).waitFor();
  const errors = page.complaints.filter((line) => line.startsWith('error'));
  await page.context().close();
  return errors.join(' | ');
});

await browser.close();
await server.stop();
finish();
