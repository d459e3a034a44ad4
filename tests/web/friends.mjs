// friends.mjs -- an evening among friends, each with a browser of their own: invitations, names, standing up, a host who
// is gone, chat at the seats, pauses, tables in no hurry.
import { ask, attempt, axeFaults, browse, finish, makeTable, person, picture, playOut, Server, sizes } from './lib.mjs';

const server = await Server.start();
const browser = await browse();

async function friend(name, options = {}) {
  const page = await person(browser, server, { ...options, settings: { name, ...options.settings } });
  await page.goto('/');
  await ask(page, 'POST', 'guest', { name });
  return page;
}

// A table of the first; the others follow its link.
async function gather(settings, ...pages) {
  const table = await makeTable(pages[0], { seats: pages.length, fill: '', window_ms: 200, ...settings });
  for (const page of pages) await page.goto(`/t/${table.code}`);
  return table;
}

async function begin(...pages) {
  for (const page of pages.slice(1)) await page.getByRole('button', { name: 'I am ready' }).click();
  await pages[0].getByRole('button', { name: 'Start the game' }).click();
  for (const page of pages) await page.waitForSelector('[data-table]');
}

const over = async (...pages) => {
  const complaints = pages.flatMap((page) => page.complaints);
  for (const page of pages) await page.context().close();
  return complaints.join(' | ');
};

await attempt('who follows an invitation is seated at once, by the name that is typed', async () => {
  const ada = await friend('Ada');
  const ben = await person(browser, server, { size: sizes.phone });
  await gather({}, ada, ben);
  await ben.getByRole('button', { name: 'I am ready' }).waitFor();
  await ben.getByLabel('Your name').fill('Benedict');
  await ben.getByRole('button', { name: 'I am ready' }).click();
  await ada.getByText('Benedict').first().waitFor();
  return over(ada, ben);
});

await attempt('a link is shared by the sheet of the device, where it has one', async () => {
  const ada = await friend('Ada');
  await ada.addInitScript(() => {
    navigator.share = async (what) => void (window.shared = what);
  });
  const { code } = await gather({ seats: 2 }, ada);
  await ada.getByRole('button', { name: 'Share', exact: true }).click();
  const shared = await ada.evaluate(() => window.shared);
  const complaints = await over(ada);
  return shared?.url.endsWith(`/t/${code}`) && shared.text ? complaints : JSON.stringify(shared);
});

await attempt('bots have the same names and faces before, at and after a game', async () => {
  const ada = await friend('Ada');
  await gather({ seats: 3, ruleset: 'split-v3', options: { numbers_dealt: 5 } }, ada);
  for (const seat of ['B', 'C']) await ada.getByRole('button', { name: `A bot takes seat ${seat}` }).click();
  const who = (where, name) => ada.locator(where).evaluateAll(
    (rows, named) => rows.map((row) => `${row.querySelector(named).textContent} ${row.querySelector('svg').innerHTML}`).sort(), name,
  );
  await ada.locator('[data-seat="C"] strong').waitFor();
  const bots = ['[data-seat="B"]', '[data-seat="C"]'];
  const before = await who(bots.join(), 'strong');
  await ada.getByRole('button', { name: 'Start the game' }).click();
  await ada.waitForSelector('[data-table] [data-question]');
  const at = await who(bots.map((bot) => `[data-table] ${bot}`).join(), '.name');
  await playOut([ada], { seed: 5 });
  const after = (await who('[data-over] [data-moment] li', '.who b')).filter((row) => !row.startsWith('You '));
  const complaints = await over(ada);
  if (before.length !== 2 || String(at) !== String(before)) return `${before} sat down, ${at} are at the table`;
  return String(after) === String(before) ? complaints : `the sheet has ${after}`;
});

await attempt('who stood up before the game is not seated again', async () => {
  const ada = await friend('Ada');
  const ben = await friend('Ben');
  await gather({}, ada, ben);
  await ben.getByRole('button', { name: 'Stand up' }).click();
  await ben.getByRole('button', { name: /^Sit down/ }).first().waitFor();
  return over(ada, ben);
});

await attempt('who stands up in a game watches, is asked nothing, and takes the seat back', async () => {
  const ada = await friend('Ada');
  const ben = await friend('Ben');
  await gather({ fill: 'medium' }, ada, ben);
  await begin(ada, ben);
  await ben.locator('[data-open="menu"]').click();
  await ben.getByRole('button', { name: 'Stand up' }).click();
  await ben.locator('.sure').getByRole('button', { name: 'Stand up' }).click();
  const back = ben.locator('[data-back]');
  await back.waitFor();
  await picture(ben, 'stood-up');
  if (await ben.locator('[data-hand]').count()) return 'a hand is still shown';
  await back.click();
  await ben.waitForSelector('[data-hand]');
  return over(ada, ben);
});

// Half a minute is long: others play meanwhile.
const handedOver = attempt('a host who is gone hands over after half a minute', async () => {
  const ada = await friend('Ada');
  const ben = await friend('Ben');
  const cleo = await friend('Cleo');
  await gather({}, ada, ben, cleo);
  await ada.context().close();
  for (const page of [ben, cleo]) await page.getByRole('button', { name: 'I am ready' }).click();
  await ben.getByRole('button', { name: 'Start the game' }).waitFor({ timeout: 45000 });
  return over(ben, cleo);
});

await attempt('chat has a button with a dot, and bubbles at the seats', async () => {
  const ada = await friend('Ada');
  const ben = await friend('Ben', { size: sizes.phone });
  await gather({}, ada, ben);
  await begin(ada, ben);
  await ada.locator('[data-talk]').click();
  await ada.getByRole('button', { name: 'laugh', exact: false }).first().click();
  await ben.locator('[data-bubble="A"] svg').waitFor(); // drawn, not a letter of a font
  await ben.locator('[data-unread]').waitFor();
  await picture(ben, 'chat-bubble');
  await ben.locator('[data-talk]').click();
  await ben.locator('[data-unread]').waitFor({ state: 'detached' });
  return over(ada, ben);
});

await attempt('a pause is a veil that says who and what next', async () => {
  const ada = await friend('Ada');
  const ben = await friend('Ben', { size: { width: 844, height: 390 }, theme: 'light' });
  await gather({}, ada, ben);
  await begin(ada, ben);
  await ada.locator('[data-open="menu"]').click();
  await ada.getByRole('button', { name: 'Pause', exact: false }).first().click();
  await ben.getByText('Ada has paused the game.').waitFor();
  await picture(ben, 'veil');
  const faults = await axeFaults(ben);
  await ada.locator('[data-veil]').getByRole('button').click();
  await ben.locator('[data-veil]').waitFor({ state: 'detached' });
  return [faults, await over(ada, ben)].filter(Boolean).join(' | ');
});

await handedOver; // before the server goes away
await attempt('two tables in no hurry wait in "continue", the one that waits for you first', async () => {
  const ada = await friend('Ada');
  const ben = await friend('Ben');
  for (const title of ['Slow one', 'Slow two']) {
    await gather({ think_s: 86400, title }, ada, ben);
    await begin(ada, ben);
  }
  await server.down();
  await server.again();
  for (const page of [ada, ben]) await page.goto('/');
  const mine = await ask(ada, 'GET', 'tables');
  if (mine.mine.length !== 2 || !mine.mine.every((row) => row.slow && row.stage === 'playing')) return JSON.stringify(mine);
  for (const page of [ada, ben]) {
    const own = (await ask(page, 'GET', 'tables')).mine;
    if (!own.some((row) => row.turn)) continue;
    await page.getByText(/your turn, 2[34] hours left/).first().waitFor();
    await picture(page, 'slow-continue');
    const first = await page.locator('section[aria-labelledby=continue] li').first().innerText();
    if (!first.includes('your turn')) return first;
  }
  for (const page of [ada, ben]) page.complaints = page.complaints.filter((one) => !/WebSocket|ERR_CONNECTION|Failed to load/.test(one));
  return over(ada, ben);
});

await attempt('match length is chosen where one starts, and the table says it', async () => {
  const page = await person(browser, server);
  await page.goto('/');
  if ((await page.locator('[data-length][aria-pressed=true]').getAttribute('data-length')) !== '0') return 'one round is not the default';
  await page.locator('[data-length="200"]').click();
  await picture(page, 'home-length');
  await page.getByRole('link', { name: 'Play now' }).click();
  await page.getByText('Deal 1, first to 200').waitFor();
  await page.goto('/new');
  await page.locator('[data-length="500"]').click();
  await page.getByRole('button', { name: 'Make the table' }).click();
  await page.getByText('Official UNO: To 500').waitFor();
  await page.getByRole('button', { name: 'Change' }).click();
  await page.locator('[data-length="500"][aria-pressed=true]').waitFor();
  await page.locator('[data-length="200"]').click();
  return over(page);
});

await attempt('two against two has an entry of its own', async () => {
  const page = await person(browser, server);
  await page.goto('/');
  await page.getByRole('link', { name: '2 against 2' }).first().click();
  await page.getByText('Partner').first().waitFor();
  return over(page);
});

await attempt('rulesets are cards on the first page: a picture, a sentence, players and minutes', async () => {
  const page = await person(browser, server);
  await page.goto('/');
  const games = page.getByRole('group', { name: 'Rules' }).getByRole('button');
  const faults = await games.evaluateAll((all) => all.flatMap((game) => {
    const words = game.innerText;
    const [name] = words.split('\n');
    const fault = !game.querySelectorAll('svg.card').length ? 'picture' : !/\.\n/.test(words) ? 'sentence'
      : !/\d players?/.test(words) ? 'players' : !/\d+ min/.test(words) ? 'minutes' : '';
    return fault ? [`${name} has no ${fault}`] : [];
  }));
  if ((await games.count()) < 4) return `there are ${await games.count()}`;
  await games.nth(2).click();
  if ((await page.getByRole('combobox', { name: 'Rules' }).inputValue()) !== 'split-v3') return 'a press chooses nothing';
  return faults.join(', ') || over(page);
});

await attempt('a reload before the first move keeps the deal', async () => {
  const page = await person(browser, server);
  await page.goto('/play?ruleset=split-v3&opponents=1');
  const hand = async () => {
    await page.waitForSelector('[data-hand] [data-card]');
    return page.locator('[data-hand] [data-card]').evaluateAll((all) => all.map((one) => `${one.dataset.card}${one.textContent}`).join(' '));
  };
  const before = await hand();
  await page.reload();
  const after = await hand();
  await page.context().close();
  return before === after ? '' : `${before} / ${after}`;
});

await browser.close();
await server.stop();
finish();
