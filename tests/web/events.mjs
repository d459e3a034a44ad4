// events.mjs -- events from creation to trophy: a Split UNO tournament of nine bots and one person, and a Swiss of eight people,
// each in a browser of their own, some with a phone; a bracket of 32 and standings of 200 fit the screen.
import { ask, attempt, axePath, browse, dice, finish, person, picture, Server, sizes, step } from './lib.mjs';

const server = await Server.start('--pace', '20', '--pace-min', '1');
const browser = await browse();

// What axe-core finds.
async function faults(page) {
  await page.addScriptTag({ path: axePath });
  const found = await page.evaluate(() => window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }));
  return found.violations.map((one) => `${one.id}: ${one.nodes[0].html.slice(0, 160)}`).join(' | ');
}

const overflows = (page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1);

// Makes an event by the form, as a person does.
async function make(page, title, form, { automatic = false, rounds = 0, ruleset = '' } = {}) {
  await page.goto('/events');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(title);
  await page.getByLabel('Form').selectOption(form);
  if (ruleset) await page.getByRole('combobox', { name: /^Rules/ }).selectOption(ruleset);
  if (rounds) await page.getByLabel(/^Rounds \(/).fill(String(rounds));
  if (automatic) {
    await page.getByLabel('Rounds open by themselves').check();
    await page.getByLabel('Seconds between rounds').fill('0');
  }
  await page.getByRole('button', { name: 'Make the event' }).click();
  await page.waitForURL(/\/event\/[A-Z0-9]{8}$/);
  return page.url().split('/').pop();
}

// An entry with its preview.
async function enter(page, button) {
  await page.getByRole('button', { name: button, exact: true }).click();
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Enter it' });
  await confirm.click();
  await page.getByRole('dialog').waitFor({ state: 'detached' }).catch(() => undefined);
}

const state = async (page, code) => (await ask(page, 'GET', `events/${code}`)).event;

// These people go to every table that waits for them, say that they are ready and play their own moves, card by card, until
// the event is over. They have so much time that no clock plays for them. What each has done is counted.
async function playEvent(pages, code, most) {
  const chance = dice(7);
  const acts = pages.map(() => 0);
  for (let i = 0; i < most; i++) {
    for (const [who, page] of pages.entries()) {
      const done = page.table ? await step(page, chance).catch((error) => ((page.trouble = error), 'waits')) : 'waits';
      if (done === 'acted') acts[who]++;
      if (done === 'acted' || (page.looked ?? 0) > i) continue;
      page.looked = i + 5;
      const event = await state(page, code);
      if (event.state === 'over') return { event, acts };
      if (!event.me.game?.table || page.table === event.me.game.table) continue;
      page.table = event.me.game.table;
      await page.goto(`/t/${page.table}`);
      await page.getByRole('button', { name: /ready/i }).first().click().catch(() => undefined);
    }
    await pages[0].waitForTimeout(50);
  }
  return { event: await state(pages[0], code), acts };
}

// Everybody has played moves of their own, and nobody failed to come.
async function lazy(page, code, acts) {
  const { games } = await ask(page, 'GET', `events/${code}/games?most=500`);
  if (games.some((game) => game.seats.some((seat) => seat.absent))) return 'somebody did not come';
  return acts.some((count) => count < 3) ? `somebody has hardly played: ${acts}` : '';
}

for (const [name, size] of [['wide', sizes.wide], ['phone', sizes.phone]])
  await attempt(`a Split tournament of nine bots and one person, ${name}`, async () => {
    const page = await person(browser, server, { bypassCSP: true, size, theme: name === 'wide' ? 'dark' : 'light' });
    const code = await make(page, `Duels ${name}`, 'split', { automatic: true });
    await ask(page, 'POST', `events/${code}/options`, { think_s: 600, reserve_s: 0, noshow_s: 600 });
    await page.getByRole('button', { name: 'Enter', exact: true }).click();
    await page.getByText('You play as').waitFor();
    await page.getByRole('spinbutton', { name: 'How many' }).fill('9');
    await page.getByRole('button', { name: 'Add bots' }).click();
    await page.getByText('10 entrants').waitFor();
    const bad = await faults(page);
    if (bad) return bad;
    await enter(page, 'Start');
    await page.getByText('Your game is ready').waitFor();
    await picture(page, `event-split-${name}`);
    if (await overflows(page)) return 'the page is wider than the screen';
    const { event, acts } = await playEvent([page], code, 4000);
    if (event.state !== 'over') return `not over: ${page.trouble ?? ''} ${JSON.stringify(event).slice(0, 400)}`;
    const idle = await lazy(page, code, acts);
    if (idle) return idle;
    await page.goto(`/event/${code}`);
    await page.getByText('wins the event').waitFor();
    await page.getByRole('heading', { name: 'Bracket' }).click();
    await page.locator('.picture svg').waitFor();
    await picture(page, `event-split-over-${name}`);
    const worse = await faults(page);
    const complaints = page.complaints.join(' | ');
    await page.context().close();
    return worse || complaints;
  });

await attempt('a Swiss of eight people in eight browsers', async () => {
  const pages = [];
  for (let i = 0; i < 8; i++)
    pages.push(await person(browser, server, { size: i % 2 ? sizes.phone : sizes.wide, settings: { name: `P${i}` } }));
  const code = await make(pages[0], 'Eight', 'swiss', { automatic: true, rounds: 2, ruleset: 'ultimate' });
  await ask(pages[0], 'POST', `events/${code}/options`, { think_s: 600, reserve_s: 0, noshow_s: 600 });
  for (const page of pages) {
    await page.goto(`/event/${code}`);
    await page.getByRole('button', { name: 'Enter', exact: true }).click();
    await page.getByText('You play as').waitFor();
  }
  await pages[0].getByText('8 entrants').waitFor();
  await enter(pages[0], 'Start');
  const { event, acts } = await playEvent(pages, code, 4000);
  if (event.state !== 'over') return `not over: ${pages.map((page) => page.trouble ?? '')} ${JSON.stringify(event).slice(0, 400)}`;
  const idle = await lazy(pages[0], code, acts);
  if (idle) return idle;
  for (const page of pages.slice(0, 2)) {
    await page.goto(`/event/${code}`);
    await page.locator('.trophy').waitFor();
  }
  await picture(pages[1], 'event-swiss-over-phone');
  for (const page of pages) await page.context().close();
});

for (const [name, size] of [['wide', sizes.wide], ['phone', sizes.phone]])
  await attempt(`standings of 200 and a bracket of 32 fit, ${name}`, async () => {
    const page = await person(browser, server, { bypassCSP: true, size, theme: name === 'wide' ? 'light' : 'dark' });
    await page.goto('/');
    await ask(page, 'POST', 'guest', {});
    for (const [form, count] of [['swiss', 200], ['single', 32]]) {
      const { event } = await ask(page, 'POST', 'events', { form, title: `Big ${form}`, online: false });
      for (let i = 1; i <= count; i++)
        await ask(page, 'POST', `events/${event.code}/entries`, { do: 'enter', name: `Player number ${i}` });
      await ask(page, 'POST', `events/${event.code}/entries`, { do: 'start' });
      if (form === 'swiss') await ask(page, 'POST', `events/${event.code}/entries`, { do: 'round' });
      await page.goto(`/event/${event.code}`);
      await page.getByText('Player number 2').first().waitFor();
      if (form === 'swiss') await page.getByRole('button', { name: /Show more/ }).click();
      else {
        await page.getByRole('heading', { name: 'Bracket' }).click();
        await page.locator('.picture svg').scrollIntoViewIfNeeded();
      }
      if (form === 'swiss') await page.waitForFunction(() => document.querySelectorAll('tbody tr').length >= 200);
      await picture(page, `event-big-${form}-${name}`);
      if (await overflows(page)) return `${form} is wider than the screen`;
      await page.goto(`/event/${event.code}/hall`);
      await page.getByText('Player number 2').first().waitFor();
      await picture(page, `event-hall-${form}-${name}`);
      if (await overflows(page)) return `the hall of ${form} is wider than the screen`;
      const bad = await faults(page);
      if (bad) return bad;
    }
    const complaints = page.complaints.join(' | ');
    await page.context().close();
    return complaints;
  });

await browser.close();
await server.stop();
finish();
