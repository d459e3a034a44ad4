// german.mjs -- in German no page speaks English: not its own texts, not what happens at a table, not rulebooks, not
// refusals, events or the arbiter. What is English on purpose (what a ruleset file and the log of an event write) says so
// by its lang.
import { readFileSync } from 'node:fs';
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

function leftovers(all, names = []) {
  const without = (text) => names.reduce((rest, name) => rest.replaceAll(name, ''), text);
  const bad = [...new Set(all)].filter((text) => english.test(without(text)));
  return bad.slice(0, 12).map((text) => `"${text.slice(0, 120)}"`).join(', ');
}

await page.goto('/');
await ask(page, 'POST', 'guest', { name: 'Greta' });
const { rulesets } = await ask(page, 'GET', 'rulesets');

const pages = {
  home: '/', new: '/new', tables: '/tables', rules: '/rules', book: '/rules/official', arbiter: '/arbiter',
  replay: '/replay', workshop: '/workshop?from=split-v3', history: '/history', you: '/you', settings: '/settings',
  clubs: '/clubs', learn: '/learn', 'learn-ultimate': '/learn/ultimate', leaderboard: '/leaderboard', events: '/events', about: '/about', missing: '/nirgends', 'no-table': '/t/NOTHERE2', follow: '/follow/NOTHERE2',
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

// What a ruleset's file calls its own cards, rules and counters is called so in every language.
const namesIn = (ruleset) =>
  [...readFileSync(`rulesets/${ruleset}.ini`, 'utf8').matchAll(/^\[(?:card|rule|counter|deck) (.+)\]|^name\s*=\s*(.+)$/gm)]
    .map(([, own, changed]) => own ?? changed)
    .sort((a, b) => b.length - a.length);

// All of them: nothing in a rulebook is marked as another language either.
for (const { name, title } of rulesets)
  await attempt(`the rulebook of ${name} is German`, async () => {
    await page.goto(`/rules/${name}`);
    await page.waitForSelector('main h2');
    const marked = await page.locator('main [lang="en"]').count();
    const heading = await page.locator('h1').textContent();
    const names = /^(Ultimate UNO|Split UNO|Crazy Eights|Mau-Mau)$/.test(title); // the same in both
    return [leftovers(await texts(), namesIn(name)), marked && `${marked} parts are marked as English`, !names && heading === title && heading]
      .filter(Boolean).join('; ');
  });

await attempt('a card is explained in German', async () => {
  await page.goto('/play?ruleset=split-v3&opponents=2&level=easy&pace=0&seed=3');
  await page.waitForSelector('[data-table] [data-card]');
  await page.locator('[data-explain]:visible').first().hover();
  await page.locator('[data-explained]').waitFor();
  const told = await page.locator('[data-explained]').textContent();
  return told.length < 20 ? `only: ${told}` : leftovers(await texts());
});

await attempt('an event is German, and so is what it refuses', async () => {
  const { event } = await ask(page, 'POST', 'events', { form: 'swiss', title: 'Abend', online: false });
  const enter = (body) => ask(page, 'POST', `events/${event.code}/entries`, body);
  for (const name of ['Greta', 'Otto', 'Ida', 'Emil']) await enter({ do: 'enter', name });
  await page.goto(`/event/${event.code}`);
  await page.waitForSelector('h1');
  const all = await texts();
  await enter({ do: 'start' });
  await enter({ do: 'round' });
  await page.goto('/events');
  await page.waitForSelector('h1');
  all.push(...(await texts()));
  await page.goto(`/event/${event.code}`);
  await page.getByText('Otto').first().waitFor();
  for (const more of await page.locator('main summary').all()) await more.click().catch(() => {});
  all.push(...(await texts()));
  await picture(page, 'german-event');
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

await attempt('what a server refuses is German', async () => {
  const other = await person(browser, server);
  await other.goto('/');
  await ask(other, 'POST', 'guest', { name: 'Niemand' });
  await ask(other, 'POST', 'claim', { name: 'Niemand', password: 'recht geheim' });
  await page.goto('/you');
  await page.waitForSelector('main summary');
  for (const more of await page.locator('main summary').all()) await more.click().catch(() => {});
  const form = page.locator('form', { has: page.locator('input[autocomplete=new-password]') }).first();
  await form.locator('input').first().fill('Niemand');
  await form.locator('input[type=password]').fill('auch geheim');
  await form.locator('input[type=password]').press('Enter');
  await page.getByText('Diesen Namen gibt es schon').waitFor();
  await picture(page, 'german-refused');
  return leftovers(await texts());
});

await browser.close();
await server.stop();
finish();
