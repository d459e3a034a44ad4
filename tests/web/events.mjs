// events.mjs -- events from creation to trophy: a Split UNO tournament of nine bots and one person, a Swiss of eight people, each in
// a browser of their own, some with a phone, an evening that an organiser runs from a phone, and a shift window; a bracket of 32
// and standings of 700 fit the screen, and everything can be printed and saved. People play whole games card by card: they are
// dealt few cards, so that there are many events and few clicks.
import { ask, attempt, axeFaults, browse, dice, finish, person, picture, Server, sizes, step } from './lib.mjs';

const server = await Server.start('--pace', '20', '--pace-min', '1');
const browser = await browse();

const short = {
  split: '[ruleset]\ntitle = Short duels\nextends = split-tournament\n[rules]\nnumbers_dealt = 5\n',
  uno: '[ruleset]\ntitle = Short games\nextends = official\n[rules]\ncards_dealt = 2\ntarget = 0\nturn_limit = 10\n',
};
const patient = { think_s: 600, reserve_s: 0, noshow_s: 600, automatic: true, break_s: 0 }; // no clock plays for anybody

const overflows = (page) => page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth + 1);

// What is wrong with the page as wide and as narrow as screens are, in both themes.
async function looks(page, name, axe = ['wide', 'phone']) {
  for (const [size, colorScheme] of [['wide', 'dark'], ['phone', 'light']]) {
    await page.setViewportSize(sizes[size]);
    await page.emulateMedia({ colorScheme });
    await picture(page, `event-${name}-${size}`);
    if (await overflows(page)) return `${name} is wider than the screen, ${size}`;
    const bad = axe.includes(size) ? await axeFaults(page) : '';
    if (bad) return `${name}, ${size}: ${bad}`;
  }
  return '';
}

async function made(page, settings, guest = {}) {
  await page.goto('/');
  await ask(page, 'POST', 'guest', guest);
  const { event, message } = await ask(page, 'POST', 'events', settings);
  if (!event) throw new Error(message);
  return event.code;
}

const enterIt = (page, code, entry) => ask(page, 'POST', `events/${code}/entries`, entry);
const state = async (page, code) => (await ask(page, 'GET', `events/${code}`)).event;

// An entry is confirmed once what follows from it was shown.
async function confirm(page) {
  await page.getByRole('dialog').getByRole('button', { name: 'Enter it' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

async function press(page, name) {
  await page.getByRole('button', { name, exact: true }).click();
  await confirm(page);
}

async function enter(page, code) {
  await page.goto(`/event/${code}`);
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
  await page.getByText('You play as').waitFor();
}

// These people go to every table that waits for them, say that they are ready and play their own moves, card by card, until
// the event is over. What each has done is counted.
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
    await pages[0].waitForTimeout(20);
  }
  return { event: await state(pages[0], code), acts };
}

// What went wrong with an event that people played: it is over, everybody played moves of their own and came to every game.
async function trouble(pages, code, { event, acts }) {
  if (event.state !== 'over') return `not over: ${pages.map((page) => page.trouble ?? '')} ${JSON.stringify(event).slice(0, 400)}`;
  const { games } = await ask(pages[0], 'GET', `events/${code}/games?most=500`);
  if (games.some((game) => game.seats.some((seat) => seat.absent))) return 'somebody did not come';
  return acts.some((count) => count < 2) ? `somebody has hardly played: ${acts}` : '';
}

await attempt('a Split tournament of nine bots and one person', async () => {
  const page = await person(browser, server);
  const code = await made(page, { form: 'split', title: 'Duels', ruleset: short.split, ...patient });
  await enter(page, code);
  await page.getByRole('spinbutton', { name: 'How many' }).fill('9');
  await page.getByRole('button', { name: 'Add bots' }).click();
  await page.getByText('10 entrants').waitFor();
  await press(page, 'Start');
  await page.getByText('Your game is ready').waitFor();
  const bad = await looks(page, 'split');
  if (bad) return bad;
  await page.goto('/rules'); // and wherever else they are
  await page.locator('[data-nudge]').getByRole('link').click();
  await page.waitForURL(/\/t\//);
  const wrong = await trouble([page], code, await playEvent([page], code, 4000));
  if (wrong) return wrong;
  await page.goto(`/event/${code}`);
  await page.getByText('wins the event').waitFor();
  await page.getByRole('heading', { name: 'Bracket' }).click();
  await page.locator('.picture svg').waitFor();
  const worse = (await looks(page, 'split-over', ['phone'])) || page.complaints.join(' | ');
  await page.context().close();
  return worse;
});

await attempt('a Swiss of eight people in eight browsers', async () => {
  const pages = [];
  for (let i = 0; i < 8; i++)
    pages.push(await person(browser, server, { size: i % 2 ? sizes.phone : sizes.wide, settings: { name: `P${i}` } }));
  const code = await made(pages[0], { form: 'swiss', title: 'Eight', ruleset: short.uno, numbers: { rounds: 2 }, ...patient });
  for (const page of pages) await enter(page, code);
  await pages[0].getByText('8 entrants').waitFor();
  await press(pages[0], 'Start');
  const wrong = await trouble(pages, code, await playEvent(pages, code, 4000));
  if (wrong) return wrong;
  for (const page of pages.slice(0, 2)) {
    await page.goto(`/event/${code}`);
    await page.locator('.trophy').waitFor();
  }
  await picture(pages[1], 'event-swiss-over-phone');
  for (const page of pages) await page.context().close();
});

await attempt('an evening with real cards, run from a phone', async () => {
  const page = await person(browser, server, { size: sizes.phone, theme: 'light' });
  await page.goto('/events');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Friday');
  await page.getByLabel('Form').selectOption('swiss');
  await page.getByLabel('Players at a table').fill('4');
  await page.getByLabel(/^Rounds \(/).fill('2');
  await page.getByLabel('Played online').uncheck();
  await page.getByText('More settings').click();
  await page.getByLabel('All tables of a round').check();
  await page.getByLabel('Between equal points').selectOption({ index: 3 });
  await page.getByRole('button', { name: 'Make the event' }).click();
  await page.waitForURL(/\/event\/[A-Z0-9]{8}$/);
  const code = page.url().split('/').pop();
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva', 'Fay', 'Gus', 'Hal']) await enterIt(page, code, { do: 'enter', name });
  await page.getByText('8 entrants').waitFor();
  await press(page, 'Start');
  await press(page, 'Open the next round');
  // The last of table 1 comes up by one, and shares the third place.
  await page.getByRole('button', { name: 'Result: Round 1, table 1' }).click();
  await page.getByRole('button', { name: 'One place up: Dan' }).click();
  await page.getByRole('button', { name: 'Shares the place of the one above: Cleo' }).click();
  await page.getByRole('button', { name: 'Result', exact: true }).last().click();
  await confirm(page);
  const { games } = await ask(page, 'GET', `events/${code}/games?round=1`);
  if (games[0].seats.map((seat) => seat.place).join() !== '1,2,3,3') return `places: ${JSON.stringify(games[0].seats)}`;
  await enterIt(page, code, { do: 'result', game: 2, places: games[1].seats.map((seat) => seat.who) });
  // Somebody goes home; what was written down wrongly a round ago is put right; and the first entries can be seen.
  await page.getByText('About one player').click();
  await page.getByLabel('Player', { exact: true }).selectOption({ label: 'Hal' });
  await press(page, 'Withdraw');
  await press(page, 'Open the next round');
  await page.getByRole('button', { name: 'Correct: Round 1, table 1' }).click();
  await page.getByRole('button', { name: 'One place up: Ben' }).click();
  await page.getByRole('button', { name: 'Correct', exact: true }).last().click();
  await page.getByText('What follows').waitFor();
  await confirm(page);
  const corrected = (await ask(page, 'GET', `events/${code}/games?round=1`)).games[0].seats;
  if (corrected.find((seat) => seat.name === 'Ben').place !== 1) return `not corrected: ${JSON.stringify(corrected)}`;
  const hal = (await ask(page, 'GET', `events/${code}/standings`)).standings.find((row) => row.name === 'Hal');
  if (hal.standing !== 'withdrawn') return `Hal is ${hal.standing}`;
  await page.getByText('How it is run').click();
  await page.getByLabel('Seconds for a decision').fill('45');
  await page.getByLabel('Seconds for a decision').blur();
  await page.waitForFunction(async (at) => (await (await fetch(`/api/events/${at}`)).json()).event.options.think_s === 45, code);
  const bad = (await looks(page, 'evening')) || page.complaints.join(' | ');
  await page.context().close();
  return bad;
});

await attempt('a shift window: each group talks among itself, a card is given, and what a shift leads to is shown first', async () => {
  const [ada, ben, cleo] = await Promise.all(
    ['Ada', 'Ben', 'Cleo'].map((name) => person(browser, server, { size: name === 'Ada' ? sizes.wide : sizes.phone, settings: { name } })),
  );
  const code = await made(ada, { form: 'split', title: 'Sides', online: false }, { name: 'Ada' });
  for (const page of [ada, ben, cleo]) await enter(page, code);
  for (const name of ['Dan', 'Eva', 'Fay', 'Gus', 'Hal', 'Ida', 'Jo']) await enterIt(ada, code, { do: 'enter', name });
  await ada.getByText('10 entrants').waitFor();
  await press(ada, 'Start');
  await ada.getByRole('button', { name: 'Result: Round 1' }).click();
  await ada.getByRole('button', { name: / won$/ }).first().click();
  await confirm(ada);
  for (const page of [ada, ben, cleo]) await page.getByText('The shift window is open').waitFor();
  // Ada and Cleo are of one group, Ben is of the other.
  const say = async (page, text) => {
    await page.getByLabel('Message to your group').fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.locator('.chat').getByText(text).waitFor();
  };
  await say(ada, 'let us swap');
  await cleo.locator('.chat').getByText('let us swap').waitFor();
  await say(ben, 'we stay');
  for (const [page, text] of [[ben, 'let us swap'], [ada, 'we stay'], [cleo, 'we stay']])
    if (await page.locator('.chat').getByText(text).count()) return `the other group hears "${text}"`;
  await ada.getByText('Give an action card away').first().click();
  await ada.getByLabel(/^Card/).selectOption('+4');
  await ada.getByLabel(/^To/).selectOption({ label: 'Cleo' });
  await ada.getByRole('button', { name: 'Give it' }).click();
  await cleo.getByText('You start your next duel with +4').waitFor();
  // One alone would leave four; a swap leaves five on both sides.
  await ada.locator('summary', { hasText: 'Change sides' }).click();
  await ada.getByRole('checkbox', { name: 'Ada' }).check();
  await ada.getByRole('button', { name: 'Change sides' }).click();
  await ada.getByText('This leaves four in Red: they would be eliminated').waitFor();
  const bad = await looks(ada, 'window-doomed', ['wide']);
  if (bad) return bad;
  await ada.setViewportSize(sizes.wide);
  await ada.getByRole('button', { name: 'Cancel' }).click();
  for (const name of ['Ada', 'Ben']) await ada.getByRole('checkbox', { name }).check();
  await ada.getByRole('button', { name: 'Change sides' }).click();
  await confirm(ada);
  await ben.getByText('You play as Ben for Red').waitFor();
  const complaints = [ada, ben, cleo].flatMap((page) => page.complaints).join(' | ');
  for (const page of [ada, ben, cleo]) await page.context().close();
  return complaints;
});

await attempt('an event on paper and in files', async () => {
  const page = await person(browser, server);
  const code = await made(page, { form: 'double', title: 'On paper', online: false });
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dan', 'Eva']) await enterIt(page, code, { do: 'enter', name });
  await enterIt(page, code, { do: 'start' });
  await page.goto(`/event/${code}`);
  await page.evaluate(() => (window.print = () => (document.body.dataset.printed = 'yes')));
  await page.getByRole('button', { name: 'Print' }).click();
  await page.locator('body[data-printed]').waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.locator('.picture svg').waitFor(); // the wall chart, the standings and a sheet for each game
  await page.locator('.chart table').getByText('Eva').waitFor();
  if ((await page.locator('.sheet:visible').count()) !== (await page.locator('.sheet').count())) return 'no score sheets';
  for (const name of ['Run the event', 'Invite', 'What was entered'])
    if (await page.getByRole('heading', { name }).isVisible()) return `"${name}" is printed`;
  const paper = await page.pdf({ format: 'A4' });
  if (paper.length < 10000) return `the PDF has ${paper.length} bytes`;
  await page.emulateMedia({ media: 'screen' });
  const kinds = await page.locator('.invite a[download]').evaluateAll((links) => links.map((link) => link.href));
  for (const [at, begins] of kinds.map((href, i) => [href, ['place,', '{', '<svg', '<!doctype html>', 'tournament 1'][i]])) {
    const text = await page.evaluate(async (from) => (await fetch(from)).text(), at);
    if (!text.startsWith(begins) || !text.includes('Eva')) return `${at}: ${text.slice(0, 100)}`;
  }
  const complaints = page.complaints.join(' | ');
  await page.context().close();
  return complaints;
});

// A phone at a table with real cards: a score sheet of 50 points, which this player wins in one deal.
async function winSheet(phone, place, name) {
  await phone.getByLabel('Which rules?').selectOption('official');
  await phone.getByLabel(/^How many points/).fill('50');
  await phone.locator(`${place} [data-begin]`).tap();
  await phone.locator(`main [data-answer="${name}"]`).tap();
  await phone.getByRole('button', { name: 'Type the points' }).tap();
  for (const digit of '60') await phone.locator(`main [data-number="${digit}"]`).tap();
  await phone.locator('main [data-confirm]').tap();
  await phone.waitForSelector('[data-asks="over"]');
}

await attempt('a phone at a table enters what was played there, and nothing else', async () => {
  const page = await person(browser, server);
  const code = await made(page, { form: 'robin', title: 'Real cards', online: false });
  for (const name of ['Ada Lovelace', 'Ben', 'Cleo']) await enterIt(page, code, { do: 'enter', name });
  for (const entry of ['start', 'round']) await enterIt(page, code, { do: entry });
  const open = async () => (await ask(page, 'GET', `events/${code}/games?open=1`)).games;
  const phone = await person(browser, server, { size: sizes.phone, hasTouch: true });
  const [first] = await open();
  const winner = first.seats[1];
  await phone.goto(`/arbiter?event=${code}&game=${first.id}&key=${first.key}`);
  await phone.waitForFunction((name) => [...document.querySelectorAll('main input')].some((one) => one.value === name), winner.name.replace(' ', '-'));
  await winSheet(phone, 'main', winner.name.replace(' ', '-'));
  await phone.getByText('The result is in the event').waitFor();
  const [played] = (await ask(page, 'GET', `events/${code}/games?round=1`)).games.filter((game) => game.id === first.id);
  if (played.by !== 'arbiter' || played.seats[1].place !== 1) return JSON.stringify(played);
  await enterIt(page, code, { do: 'round' });
  // The next table: the phone still shows the game before, which is not entered again.
  const [second] = await open();
  await phone.goto(`/arbiter?event=${code}&game=${second.id}&key=${second.key}`);
  await phone.getByText('This phone holds another table’s game').waitFor();
  if ((await open())[0]?.id !== second.id) return 'a game of others was entered';
  await phone.locator('main [data-menu]').tap();
  await phone.locator('dialog [data-room="newGame"]').tap();
  await winSheet(phone, 'dialog', second.seats[0].name.replace(' ', '-'));
  await phone.getByText('The result is in the event').waitFor();
  const complaints = [...page.complaints, ...phone.complaints].join(' | ');
  for (const one of [page, phone]) await one.context().close();
  return complaints;
});

await attempt('standings of 700 and a bracket of 32 fit', async () => {
  const page = await person(browser, server);
  for (const [form, count] of [['swiss', 700], ['single', 32]]) {
    const code = await made(page, { form, title: `Big ${form}`, online: false });
    await page.evaluate(async ([to, most]) => {
      for (let i = 1; i <= most; i++)
        await fetch(to, { method: 'POST', body: JSON.stringify({ do: 'enter', name: `Player number ${i}` }) });
    }, [`/api/events/${code}/entries`, count]);
    await enterIt(page, code, { do: 'start' });
    if (form === 'swiss') await enterIt(page, code, { do: 'round' });
    await page.goto(`/event/${code}`);
    await page.getByText('Player number 2').first().waitFor();
    if (form === 'swiss') {
      await page.getByRole('button', { name: /Show more/ }).click();
      await page.waitForFunction(() => document.querySelectorAll('tbody tr').length >= 200);
    } else {
      await page.getByRole('heading', { name: 'Bracket' }).click();
      await page.locator('.picture svg').scrollIntoViewIfNeeded();
      const box = await page.locator('.picture svg').boundingBox();
      if (box.width > sizes.wide.width || box.height > sizes.wide.height) return `the bracket is ${box.width} by ${box.height}`;
    }
    const bad = await looks(page, `big-${form}`, ['wide']);
    if (bad) return bad;
    if (form === 'swiss') { // more than a server tells at a time
      for (let shown = 250; shown < count; shown += 200) await page.getByRole('button', { name: `Show more (${shown} / ${count})` }).click();
      await page.waitForFunction((all) => document.querySelectorAll('.chart tbody tr').length === all, count);
    }
    await page.setViewportSize(sizes.wide);
    await page.goto(`/event/${code}/hall`);
    await page.getByText('Player number 2').first().waitFor();
    const worse = await looks(page, `hall-${form}`, ['phone']);
    if (worse) return worse;
    await page.setViewportSize(sizes.wide);
    if (form === 'single') await page.locator('.picture svg').waitFor();
    const below = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    if (below > 1) return `a projector would have to scroll the hall of a ${form} by ${below} px`;
    if (form === 'swiss') { // and what does not fit comes by itself
      const list = page.getByRole('region', { name: 'Standings' }).first();
      await page.waitForFunction((box) => box.scrollTop > 0, await list.elementHandle());
    }
  }
  const complaints = page.complaints.join(' | ');
  await page.context().close();
  return complaints;
});

await browser.close();
await server.stop();
finish();
