// events.mjs -- events from creation to trophy: a Split UNO tournament of nine bots and one person, and a Swiss of eight people,
// each in a browser of their own, some with a phone; a bracket of 32 and standings of 200 fit the screen.
import { ask, attempt, axePath, browse, finish, person, picture, Server, sizes } from './lib.mjs';

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
async function make(page, title, form, { automatic = false, rounds = 0 } = {}) {
  await page.goto('/events');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(title);
  await page.getByLabel('Form').selectOption(form);
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

// Says "ready" at every table that waits for these people, until the event is over. The clock plays for whoever does nothing.
async function sitOut(pages, code, seconds) {
  for (let i = 0; i < seconds; i++) {
    for (const page of pages) {
      const event = await state(page, code);
      if (event.state === 'over') return event;
      if (event.me.game?.table && page.table !== event.me.game.table) {
        page.table = event.me.game.table;
        await page.goto(`/t/${page.table}`);
        await page.getByRole('button', { name: /ready/i }).first().click().catch(() => undefined);
      }
    }
    await pages[0].waitForTimeout(1000);
  }
  return state(pages[0], code);
}

for (const [name, size] of [['wide', sizes.wide], ['phone', sizes.phone]])
  await attempt(`a Split tournament of nine bots and one person, ${name}`, async () => {
    const page = await person(browser, server, { bypassCSP: true, size, theme: name === 'wide' ? 'dark' : 'light' });
    const code = await make(page, `Duels ${name}`, 'split', { automatic: true });
    await ask(page, 'POST', `events/${code}/options`, { think_s: 3, reserve_s: 0, noshow_s: 60 });
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
    const event = await sitOut([page], code, 400);
    if (event.state !== 'over') return `not over: ${JSON.stringify(event).slice(0, 400)}`;
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
  const code = await make(pages[0], 'Eight', 'swiss', { automatic: true, rounds: 2 });
  await ask(pages[0], 'POST', `events/${code}/options`, { think_s: 3, reserve_s: 0, noshow_s: 60 });
  for (const page of pages) {
    await page.goto(`/event/${code}`);
    await page.getByRole('button', { name: 'Enter', exact: true }).click();
    await page.getByText('You play as').waitFor();
  }
  await pages[0].getByText('8 entrants').waitFor();
  await enter(pages[0], 'Start');
  const event = await sitOut(pages, code, 400);
  if (event.state !== 'over') return `not over: ${JSON.stringify(event).slice(0, 400)}`;
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
