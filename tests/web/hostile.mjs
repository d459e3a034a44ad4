// hostile.mjs -- naughty texts in every field of the page, in addresses, names, chats, rules and records: none runs,
// none breaks the page, and the policy of the server (its CSP) is in force.
import { ask, attempt, browse, check, finish, makeTable, person, picture, Server } from './lib.mjs';
import { naughty } from './naughty.mjs';

const server = await Server.start();
const browser = await browse();
const page = await person(browser, server);
// What the page has failed at since it was asked last.
const failures = () => [...new Set(page.complaints.splice(0).filter((line) => line.startsWith('error')))].join(' | ');
const hurt = (at = page) => at.evaluate(() => window.hurt);

await attempt('the policy of the page is strict', async () => {
  const answer = await page.goto('/');
  const policy = answer.headers()['content-security-policy'] ?? '';
  if (!/script-src 'self' 'wasm-unsafe-eval'(;|$)/.test(policy)) return policy;
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.inline = 1';
    document.body.append(script);
    return window.inline === 1;
  });
  return ran ? 'a script inside the page ran' : '';
});
page.complaints.length = 0;

const single = ['checkbox', 'radio', 'range', 'file', 'number'].map((type) => `:not([type=${type}])`).join('');
const fields = `input${single}:visible, textarea:visible`;
let filled = 0;

// Puts the text into every field that can be seen, and presses Enter in single lines.
async function fillAll(text) {
  const all = page.locator(fields);
  for (let i = 0; i < (await all.count()); i++) {
    const field = all.nth(i);
    if (!(await field.isEditable({ timeout: 1000 }).catch(() => false))) continue;
    await field.fill(text, { timeout: 1000 }).then(() => filled++, () => {});
    if (await field.evaluate((e) => e.tagName === 'INPUT', null, { timeout: 1000 }).catch(() => false))
      await field.press('Enter', { timeout: 1000 }).catch(() => {});
  }
}

// What has to be opened before its fields can be seen.
const open = {
  '/new': () => page.locator('summary').first().click(),
  '/workshop?from=official': () => page.getByRole('tab', { name: 'Text' }).click(),
  '/arbiter': async () => {
    // A naughty name or two may have begun a game already.
    if (await page.locator('[data-begin]').count()) {
      await page.getByLabel('Player 1').fill('Ada');
      await page.getByLabel('Player 2').fill('Ben');
      await page.locator('[data-begin]').click();
    }
    await page.getByText('Type a line').click();
  },
};
const addresses = [
  '/', '/new', '/you', '/workshop?from=official', '/arbiter', '/clubs', '/replay', '/history', '/settings', '/tables',
];
for (const address of addresses)
  await attempt(`naughty texts on ${address}`, async () => {
    const visit = async () => {
      await page.goto(address);
      await page.waitForSelector('h1');
    };
    await visit();
    const there = new URL(page.url()).pathname;
    for (const round of ['as it is', 'opened']) {
      if (round === 'opened') {
        if (!open[address]) break;
        await visit();
        await open[address]();
      }
      for (const text of naughty) {
        await fillAll(text);
        if (await hurt()) return `ran: ${text}`;
        if (!(await page.locator('h1').count())) return `the page broke: ${text}`;
        if (new URL(page.url()).pathname !== there) await visit();
      }
    }
    // A page is as usable as before when it is opened again.
    await visit();
    return failures();
  });
check(`there were fields to fill (${filled})`, filled > 10 * naughty.length);

const places = ['/t/', '/rules/', '/replay/', '/follow/', '/join/', '/l/', '/clubs/', '/play?ruleset='];
const packedPlaces = ['/rules/own#text=', '/workshop#text=', '/replay#record='];

await attempt('naughty addresses', async () => {
  // Within the loaded page, as its own links do it: quicker than loading it anew.
  await page.goto('/');
  const visit = async (address) => {
    await page.evaluate((to) => {
      const link = document.createElement('a');
      link.href = to;
      document.body.append(link);
      link.click();
      link.remove();
    }, address);
    await page.waitForFunction(() => document.querySelector('h1'));
  };
  for (const text of naughty) {
    const word = encodeURIComponent(text.replaceAll('/', '_').replaceAll('.', '_'));
    for (const place of places) await visit(place + word);
    for (const place of packedPlaces) await visit(place + encodeURIComponent(text));
    if (await hurt()) return `ran: ${text}`;
  }
  return failures();
});

await attempt('naughty rules and a naughty record', async () => {
  const pack = (text) => page.evaluate(async (plain) => {
    const stream = new Blob([plain]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  }, text);
  for (const text of naughty) {
    const head = `[ruleset]\nextends = official\ntitle = ${text}\nabout = ${text}\n`;
    const card = `[card ${text}]\ncode = Wz\nglyph = ${text.slice(0, 2)}\neffects = again\n`;
    const packed = await pack(`${head}\n${card}`);
    for (const place of ['/rules/own#text=', '/workshop#text=']) {
      await page.goto(place + packed);
      await page.waitForSelector('h1');
    }
    if (await hurt()) return `ran in rules: ${text}`;
  }
  await page.goto(`/replay#record=${await pack(`uno-record 1\n${naughty.join('\n')}\n`)}`);
  await page.getByText(/cannot be shown/).waitFor();
  return (await hurt()) ? 'ran in a record' : failures();
});

await attempt('naughty names at a table, and in its chat', async () => {
  const host = await person(browser, server);
  await host.goto('/');
  await ask(host, 'POST', 'guest', { name: 'Ada' });
  const title = naughty[1].slice(0, 20);
  const table = await makeTable(host, { seats: 10, title, chat: true, pace_ms: 10000, fill: 'easy' });
  await host.goto(`/t/${table.code}`);
  await host.waitForSelector('[data-seat]');
  const said = host.locator('input[maxlength="200"]').first();
  await said.waitFor();
  // The others need no page: only their names are wanted, and what they say.
  const guests = [];
  for (const text of naughty) {
    if (guests.length === 9) break;
    const guest = await person(browser, server);
    await guest.goto('/healthz');
    if (!(await ask(guest, 'POST', 'guest', { name: text.slice(0, 20) })).user) {
      await guest.context().close();
      continue;
    }
    guests.push(guest);
    await guest.evaluate(([code, words]) => new Promise((done) => {
      const line = new WebSocket(`ws://${location.host}/ws`, 'uno.1');
      const wanted = [{ t: 'join', code }, { t: 'sit' }, { t: 'chat', text: words }, { t: 'ready', yes: true }];
      line.onopen = () => wanted.forEach((message, id) => line.send(JSON.stringify({ id, ...message })));
      line.onmessage = ({ data }) => /"id":3/.test(data) && done();
      window.line = line;
    }), [table.code, text]);
  }
  await host.waitForFunction((n) => document.querySelectorAll('[data-seat] strong').length === n + 1, guests.length);
  await picture(host, 'hostile-gathering');
  if (await hurt(host)) return 'ran in a name or in the chat';
  for (const text of naughty.slice(0, 3)) {
    await said.fill(text);
    await said.press('Enter');
  }
  await host.getByRole('button', { name: 'Start the game' }).click();
  await host.waitForSelector('[data-table] [data-card]');
  await picture(host, 'hostile-table');
  if (await hurt(host)) return 'ran at the table';
  const errors = host.complaints.filter((line) => line.startsWith('error'));
  for (const one of [host, ...guests]) await one.context().close();
  return guests.length < 5 ? `only ${guests.length} naughty names were taken` : errors.join(' | ');
});

await browser.close();
await server.stop();
finish();
