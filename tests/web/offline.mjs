// offline.mjs -- in aeroplane mode: after one game the page opens without any server, plays every ruleset against
// bots, keeps the record and shows it again, and says plainly what needs the server.
import { attempt, browse, check, finish, person, picture, playOut, Server, sizes } from './lib.mjs';

const server = await Server.start();
const browser = await browse();
const page = await person(browser, server, { size: sizes.phone });
page.setDefaultTimeout(60000);

await attempt('one visit is enough', async () => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Play now' }).click(); // who only looks is not sent everything
  await page.waitForSelector('[data-card]');
  // All files are there once the worker that serves them is at work.
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.reload(); // the browser has it in its books by then
  await page.waitForSelector('[data-card]');
});
await server.down();
await page.context().setOffline(true);

const rulesets = [
  'official', 'mattel', 'ultimate', 'ultimate-next', 'split-v3', 'split-duel', 'split-arbiter', 'split-speed',
  'split-hardcore', 'split-tournament', 'split-team', 'crazy-eights', 'no-mercy', 'ultimate-magic',
];
for (const ruleset of rulesets)
  await attempt(`${ruleset} is played offline`, async () => {
    const opponents = ruleset === 'split-team' ? 3 : 1;
    await page.goto(`/play?ruleset=${ruleset}&opponents=${opponents}&level=easy&pace=0&seed=5`);
    await page.waitForSelector('[data-table]');
    // One game of each family to its end; of the others the beginning.
    if (['ultimate', 'split-duel'].includes(ruleset)) {
      await playOut([page], { seed: 5 });
      await picture(page, `offline-over-${ruleset}`);
    } else {
      await page.waitForSelector('[data-card]');
    }
  });

await attempt('the record was kept and can be seen again', async () => {
  await page.goto('/history');
  await page.getByRole('link', { name: /replay/i }).first().click();
  await page.waitForSelector('[data-table]');
  await page.waitForSelector('input[type=range]');
});

const places = {
  home: '/', rules: '/rules', book: '/rules/ultimate', workshop: '/workshop?from=official', arbiter: '/arbiter',
  settings: '/settings', about: '/about',
};
for (const [name, address] of Object.entries(places))
  await attempt(`${name} opens offline`, async () => {
    await page.goto(address);
    await page.waitForSelector('h1');
    if (name === 'home') await picture(page, 'offline-home');
  });

await attempt('what needs the server says so', async () => {
  for (const address of ['/new', '/tables', '/t/K7QD2M4P', '/clubs']) {
    await page.goto(address);
    await page.waitForSelector('h1');
    await page.getByText(/server|offline/i).first().waitFor();
  }
});

const errors = page.complaints.filter((line) => line.startsWith('error'));
check('nothing failed meanwhile', !errors.length, [...new Set(errors)].slice(0, 5).join(' | '));
await page.context().setOffline(false);
await browser.close();
await server.stop();
finish();
