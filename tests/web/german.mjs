// german.mjs -- in German no page speaks English: not its own texts, not what happens at a table, not the arbiter. What
// is English on purpose (rulebooks, titles of rulesets) says so by its lang.
import { ask, attempt, browse, dice, finish, makeTable, person, picture, playOut, Server, sizes } from './lib.mjs';

// Words that no German sentence has.
const words = `the and your you with from this that are is it to of not has have which choose waiting card cards draw
  draws play plays win wins nobody everybody game table rules seat undo back`;
const english = new RegExp(`\\b(${words.split(/\s+/).join('|')})\\b`, 'i');

const server = await Server.start();
const browser = await browse();
const settings = { language: 'de', opponents: 1, level: 'easy', name: 'Greta' };
const page = await person(browser, server, { size: sizes.phone, locale: 'de-DE', settings });

// Everything that can be read or heard here and is not marked as English. What undo takes back is a line of the
// arbiter's own language.
const texts = () => page.evaluate(() => {
  const other = 'script, style, code, [data-undo], [data-redo]';
  const german = (e) => e.closest('[lang]').lang === 'de' && !e.closest(other);
  const found = [document.title];
  for (const e of [...document.body.querySelectorAll('*')].filter(german)) {
    for (const child of e.childNodes) if (child.nodeType === Node.TEXT_NODE) found.push(child.textContent.trim());
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext'])
      found.push(e.getAttribute(name) ?? '');
  }
  return found;
});

// Titles of rulesets are names; the longest first, as one begins with another.
const titles = [];

function leftovers(all) {
  const without = (text) => titles.reduce((rest, title) => rest.replaceAll(title, ''), text);
  const bad = [...new Set(all)].filter((text) => english.test(without(text)));
  return bad.slice(0, 12).map((text) => `"${text.slice(0, 120)}"`).join(', ');
}

await page.goto('/');
await ask(page, 'POST', 'guest', { name: 'Greta' });
const { rulesets } = await ask(page, 'GET', 'rulesets');
titles.push(...rulesets.map(({ title }) => title).sort((a, b) => b.length - a.length));

const pages = {
  home: '/', new: '/new', tables: '/tables', rules: '/rules', book: '/rules/official', arbiter: '/arbiter',
  replay: '/replay', workshop: '/workshop?from=split-v3', history: '/history', you: '/you', settings: '/settings',
  clubs: '/clubs', events: '/events', about: '/about', missing: '/nirgends', 'no-table': '/t/NOTHERE2', follow: '/follow/NOTHERE2',
};
for (const [name, address] of Object.entries(pages))
  await attempt(`${name} is German`, async () => {
    await page.goto(address);
    await page.waitForSelector('h1');
    await page.waitForLoadState('networkidle');
    for (const more of await page.locator('main summary').all()) await more.click().catch(() => {});
    const all = await texts();
    if (name === 'workshop')
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        all.push(...(await texts()));
      }
    await picture(page, `german-${name}`);
    return leftovers(all);
  });

await attempt('gathering is German', async () => {
  const table = await makeTable(page, { seats: 4, title: 'Freitag', chat: true });
  await page.goto(`/t/${table.code}`);
  await page.waitForSelector('[data-seat]');
  await page.getByRole('button', { name: /Bot.*Platz B|Platz B.*Bot/i }).first().click();
  await page.waitForSelector('[data-seat="B"] strong');
  await picture(page, 'german-gathering');
  return leftovers(await texts());
});

for (const [name, query] of Object.entries({ ultimate: 'ruleset=ultimate', 'split-v3': 'ruleset=split-v3' }))
  await attempt(`a whole game of ${name} is German`, async () => {
    await page.goto(`/play?${query}&opponents=2&level=easy&pace=0&seed=3`);
    await page.waitForSelector('[data-table] [data-card]');
    const all = await texts();
    await page.keyboard.press('?');
    all.push(...(await texts()));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Menü' }).click();
    all.push(...(await texts()));
    await page.keyboard.press('Escape');
    let steps = 0;
    await playOut([page], {
      seed: 3,
      each: async () => {
        if (++steps % 3 === 0) all.push(...(await texts()));
        if (steps === 20) await picture(page, `german-play-${name}`);
      },
    });
    await page.waitForSelector('[data-over]');
    all.push(...(await texts()));
    await page.keyboard.press('Escape');
    await page.keyboard.press('l');
    all.push(...(await texts()));
    await picture(page, `german-over-${name}`);
    return leftovers(all);
  });

await attempt('the replay and the check of its deal are German', async () => {
  await page.goto('/history');
  await page.locator('main a[href^="/replay/"]').first().click();
  await page.waitForSelector('input[type=range]');
  const all = await texts();
  await page.locator('.tools button').last().click();
  await page.locator('dialog[open] .verdict').waitFor();
  all.push(...(await texts()));
  return leftovers(all);
});

await attempt('a whole game of the arbiter is German', async () => {
  const chance = dice(9);
  await page.goto('/arbiter');
  const fields = page.locator('main ol input');
  await fields.nth(0).fill('Greta');
  await fields.nth(1).fill('Otto');
  await page.locator('[data-begin]').click();
  await page.waitForSelector('[data-asks]');
  const all = await texts();
  for (let i = 0; i < 150; i++) {
    const { asks } = await page.locator('[data-asks]').evaluate((e) => ({ ...e.dataset }));
    if (asks === 'over') break;
    const answers = page.locator('main [data-answer]');
    const count = await answers.count();
    if (count && (asks !== 'round' || chance(3) === 0)) await answers.nth(chance(count)).click();
    else if (await page.locator('main [data-number]').count()) {
      while (await page.locator('main [data-number]').count())
        await page.locator(`main [data-number="${chance(10)}"]`).click();
      await page.locator('main [data-confirm]').click();
    } else await page.locator('main .big').first().click();
    all.push(...(await texts()));
  }
  await page.locator('main [data-menu]').click();
  all.push(...(await texts()));
  for (const room of ['correct', 'games', 'past', 'follow', 'take', 'forget']) {
    await page.locator(`dialog [data-room="${room}"]`).click();
    all.push(...(await texts()));
    await page.locator('dialog .back').click();
  }
  await picture(page, 'german-arbiter-game');
  return leftovers(all);
});

await attempt('refusals are German', async () => {
  await page.goto('/play?ruleset=official&opponents=3&seed=7&pace=0');
  await page.waitForSelector('[data-table] [data-card][data-playable="true"], [data-table] [data-move]');
  await page.locator('[data-card][data-playable="false"]').first().press('Enter');
  await page.waitForSelector('[data-table] [role=alert], [data-table] [role=status]');
  await picture(page, 'german-refusal');
  return leftovers(await texts());
});

await browser.close();
await server.stop();
finish();
