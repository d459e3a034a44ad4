// screens.mjs [WORD] -- pictures of forty states of the table for people to look at, in build/screens/: both families,
// 2 to 10 seats, wide, upright and lying, dark and light. Each is checked for what a machine can see: nothing has to be
// scrolled, and nothing complains.
import { mkdirSync } from 'node:fs';
import { browse, check, dice, finish, glance, person, picture, press, Server, sizes, step } from './lib.mjs';

const desk = { width: 1440, height: 900 };
const upright = sizes.phone;
const lying = { width: 844, height: 390 };
const small = { width: 667, height: 375 };

const play = (ruleset, opponents, seed = 5, more = '') =>
  `/play?ruleset=${ruleset}&opponents=${opponents}&level=easy&pace=0&seed=${seed}${more}`;

// So many things are done, as anybody would, and then whatever is awaited is awaited.
const after = (moves) => async (page) => {
  const chance = dice(7);
  for (let i = 0, done = 0; i < 20 * moves && done < moves; i++) {
    const did = await step(page, chance);
    if (did === 'over') return;
    if (did === 'acted') done++;
    else await page.waitForTimeout(25);
  }
  await yourTurn(page);
};
const yourTurn = (page) =>
  page.waitForSelector('[data-over], [data-table] [data-card][data-playable="true"], [data-table] .answers [data-move]');

const toTheEnd = async (page) => {
  const chance = dice(3);
  for (let i = 0; i < 4000; i++) {
    const did = await step(page, chance);
    if (did === 'over') return;
    if (did === 'waits') await page.waitForTimeout(20);
  }
};

// Plays on until this is seen.
const until = (selector, prefer) => async (page) => {
  const chance = dice(11);
  for (let i = 0; i < 3000; i++) {
    if (await page.locator(selector).count()) return;
    if (prefer && (await page.locator(prefer).count()) && (await press(page, prefer))) continue;
    const did = await step(page, chance);
    if (did === 'over') return;
    if (did === 'waits') await page.waitForTimeout(20);
  }
};

const wild = until('[data-picker].plate', '[data-card^="W"][data-playable="true"]');
const refused = async (page) => {
  await after(2)(page);
  await press(page, '[data-hand] [data-card][data-playable="false"]');
};
const opened = (name) => async (page) => {
  await after(4)(page);
  await press(page, `[data-open="${name}"]`);
};

const states = {
  'official-2': [play('official', 1), after(4)],
  'official-4': [play('official', 3), after(6)],
  'official-7': [play('official', 6), after(3)],
  'official-10': [play('official', 9), after(3)],
  'official-picker': [play('official', 3), wild],
  'official-refused': [play('official', 3), refused],
  'official-menu': [play('official', 3), opened('menu')],
  'official-deal': [play('official', 3), until('[data-moment]')],
  'official-over': [play('official', 3), toTheEnd],
  'ultimate-4': [play('ultimate', 3), after(8)],
  'ultimate-10': [play('ultimate', 9), after(4)],
  'ultimate-swap': [play('ultimate', 3, 8), until('[data-picker].plate:not(.painted)', '[data-card$="7"][data-playable="true"]')],
  'split-2': [play('split-duel', 1), after(6)],
  'split-4': [play('split-v3', 3), after(6)],
  'split-7': [play('split-v3', 6), after(6)],
  'split-10': [play('split-v3', 9), after(4)],
  'split-team': [play('split-team', 3), after(4)],
  'split-over': [play('split-duel', 1), toTheEnd],
};

const looks = {
  wide: desk, upright, lying, 'small-lying': small,
};

// Nothing moves under reduced motion: the new size has been measured, and what was measured is drawn.
const settled = (page) => page.evaluate(async () => {
  for (let i = 0; i < 4; i++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
});

const only = process.argv[2] ?? '';
const server = process.env.UNO_PAGE_AT ? { url: process.env.UNO_PAGE_AT, stop() {} } : await Server.start();
const browser = await browse();
for (const [name, [address, prepare]] of Object.entries(states)) {
  if (!name.includes(only)) continue;
  const page = await person(browser, server, { size: desk });
  await page.goto(address);
  await page.waitForSelector('[data-table] [data-question]');
  await prepare(page);
  for (const theme of ['dark', 'light'])
    for (const [look, size] of Object.entries(looks)) {
      if (!(process.env.LOOKS ?? `${look}-${theme}`).includes(`${look}-${theme}`)) continue;
      await page.setViewportSize(size);
      await page.evaluate((value) => (document.documentElement.dataset.theme = value), theme);
      await settled(page);
      await picture(page, `${name}-${look}-${theme}`);
      const over = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
      check(`${name}, ${look}, ${theme}: nothing to scroll`, over <= 1, `${over} px`);
    }
  check(`${name}: no complaints`, !page.complaints.length, page.complaints.join(' | '));
  await page.context().close();
}
await browser.close();
await server.stop();
finish();
