// clicks.mjs -- from an empty browser to the first card of a game against bots in two clicks.
import { attempt, browse, finish, glance, person, press, Server, sizes } from './lib.mjs';

const server = await Server.start();
const browser = await browse();
for (const [name, size] of Object.entries(sizes))
  await attempt(`two clicks to the first card, ${name}`, async () => {
    const page = await person(browser, server, { size, settings: {} });
    let clicks = 0;
    await page.exposeFunction('clicked', () => void clicks++);
    await page.addInitScript(() => addEventListener('click', () => window.clicked(), true));
    await page.goto('/');
    await page.getByRole('link', { name: 'Play now' }).click();
    await page.waitForSelector('[data-card]');
    // A bot may open the game; and the first hand may have nothing that fits: then drawing is the move.
    await page.waitForSelector('[data-card][data-playable="true"], [data-move]');
    const before = await glance(page);
    const wanted = before.cards.length ? '[data-card][data-playable="true"]' : '[data-pile="draw"]';
    if (!(await press(page, wanted))) return `${wanted} cannot be pressed`;
    // A Wild asks for its colour; everything else happens at once.
    await page.waitForFunction((hand) => {
      const now = [...document.querySelectorAll('[data-hand] [data-card]')].map((e) => e.dataset.card + e.dataset.held);
      return now.join(' ') !== hand || document.querySelector('[data-choice]');
    }, before.hand);
    const bad = page.complaints.join(' | ');
    await page.context().close();
    return clicks === 2 ? bad : `${clicks} clicks. ${bad}`;
  });
await browser.close();
await server.stop();
finish();
