// details.mjs -- small things that spoil an evening when they are wrong: what the clock did in one's name, where a rule's
// link leads, own rules where one starts, choices that stay, results in order, a console without red lines.
import { ask, attempt, browse, dice, finish, makeTable, person, picture, playOut, press, Server, sizes, step } from './lib.mjs';

const server = await Server.start();
const browser = await browse();

const over = async (page) => {
  const complaints = page.complaints.join(' | ');
  await page.context().close();
  return complaints;
};

await attempt('the clock is seen, and what it did in your name is said', async () => {
  const page = await person(browser, server, { size: sizes.phone });
  await page.goto('/');
  await ask(page, 'POST', 'guest', { name: 'Ada' });
  const { code } = await makeTable(page, { ruleset: 'split-duel', seats: 2, think_s: 3, reserve_s: 0, fill: 'easy', start: true, pace_ms: 20 });
  await page.goto(`/t/${code}`);
  await page.waitForSelector('[data-clock]');
  await page.waitForFunction(() => document.title.startsWith('Your turn'));
  await page.locator('[data-time-up]').filter({ hasText: /^Time is up: (red|yellow|green|blue) \d was bid for you\.$/ }).waitFor();
  await picture(page, 'time-up');
  return over(page);
});

await attempt('the screen stays on, the phone shakes on your turn, and the last seconds tick', async () => {
  const page = await person(browser, server, { size: sizes.phone, settings: { sound: true } });
  await page.addInitScript(() => {
    window.noticed = { shakes: 0, awake: 0, ticks: 0 };
    navigator.vibrate = () => ++window.noticed.shakes;
    const lock = { release: () => Promise.resolve() };
    const wakeLock = { request: async () => (++window.noticed.awake, lock) };
    Object.defineProperty(navigator, 'wakeLock', { value: wakeLock });
    const set = AudioParam.prototype.setValueAtTime;
    AudioParam.prototype.setValueAtTime = function (value, when) {
      if (value === 1200) window.noticed.ticks++; // what a tick sounds like
      return set.call(this, value, when);
    };
  });
  await page.goto('/');
  await ask(page, 'POST', 'guest', { name: 'Ada' });
  const { code } = await makeTable(page, { ruleset: 'split-duel', seats: 2, think_s: 8, reserve_s: 0, fill: 'easy', start: true, pace_ms: 20 });
  await page.goto(`/t/${code}`);
  await page.waitForSelector('[data-clock]');
  await page.locator('[data-question]').click(); // a browser keeps still until it has been touched
  await page.waitForFunction(() => Object.values(window.noticed).every((n) => n > 0), null, { timeout: 30000 });
  return over(page);
});

await attempt('whoever does not want to be shaken is not', async () => {
  const page = await person(browser, server, { size: sizes.phone });
  await page.addInitScript(() => {
    window.shakes = 0;
    navigator.vibrate = () => ++window.shakes;
  });
  await page.goto('/settings');
  const wish = page.getByRole('checkbox', { name: 'Vibrate when it is my turn' });
  const turns = async () => {
    await page.goto('/play?ruleset=official&opponents=1&level=easy&pace=0&seed=7');
    await page.waitForSelector('[data-card]');
    const chance = dice(5);
    for (let acts = 0; acts < 8; ) {
      const did = await step(page, chance);
      if (did === 'over') break;
      if (did === 'acted') acts++;
      else await page.waitForTimeout(20);
    }
    return page.evaluate(() => window.shakes);
  };
  const wanted = (await wish.isChecked()) && (await turns());
  await page.goto('/settings');
  await wish.uncheck();
  const unwanted = await turns();
  if (!wanted) return 'it is off before anybody minded, or shakes nobody';
  return unwanted ? `it shook ${unwanted} times all the same` : over(page);
});

await attempt('the pace of bots is set at the table, and remembered', async () => {
  const page = await person(browser, server);
  const openMenu = () => page.locator('[data-open="menu"]').click();
  await page.goto('/play?ruleset=official&opponents=2&level=easy&seed=7');
  await page.waitForSelector('[data-card]');
  await openMenu();
  await page.locator('[data-pace]').fill('2000');
  await page.reload();
  await page.waitForSelector('[data-card]');
  await openMenu();
  const pace = await page.locator('[data-pace]').inputValue();
  return pace === '2000' ? over(page) : `it is ${pace} again`;
});

await attempt('action cards of Split UNO are 90 px wide on a desk, with their names and a colour each', async () => {
  const page = await person(browser, server, { size: { width: 1440, height: 900 } });
  await page.goto('/play?ruleset=split-v3&opponents=3&level=easy&pace=0&seed=9');
  await page.waitForSelector('[data-table] [data-question]');
  const seen = new Map(); // by code: what it looks like
  const chance = dice(11);
  for (let i = 0; i < 3000 && seen.size < 4; i++) {
    const cards = await page.locator('[data-hand] .few [data-card]').evaluateAll((all) => all.filter((card) => card.isConnected).map((card) => {
      const svg = card.querySelector('svg');
      return { code: card.dataset.card, wide: svg.clientWidth, words: svg.textContent.trim(), paint: getComputedStyle(svg).backgroundImage };
    }));
    for (const card of cards) seen.set(card.code, card);
    const did = await step(page, chance);
    if (did === 'over') await page.locator('[data-again]').click();
    if (did === 'waits') await page.waitForTimeout(20);
  }
  const all = [...seen.values()];
  const small = all.find(({ wide }) => wide < 90);
  const dumb = all.find(({ words }) => words.length < 2);
  const paints = new Set(all.map(({ paint }) => paint)).size;
  if (seen.size < 4) return `only ${[...seen.keys()]} were seen`;
  if (small) return `${small.code} is ${small.wide} px wide`;
  if (dumb) return `${dumb.code} says "${dumb.words}"`;
  return paints === seen.size ? over(page) : `${seen.size} cards have ${paints} colours`;
});

await attempt('the link of a refusal marks the sentence that says so', async () => {
  const page = await person(browser, server, { settings: { forced: false } });
  await page.goto('/play?ruleset=official&opponents=1&level=easy&pace=0&seed=7');
  const bad = '[data-hand] [data-card][data-playable="false"]';
  await page.waitForSelector('[data-card][data-playable="true"]');
  await press(page, bad);
  const [book] = await Promise.all([page.context().waitForEvent('page'), page.locator('[data-refused] a').click()]);
  const marked = book.locator('main .target').first();
  await marked.waitFor();
  const text = await marked.innerText();
  await picture(book, 'rule-marked');
  const seen = await marked.evaluate((e) => {
    const { top, bottom } = e.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  if (!/^The top card of the discard pile sets the colour/.test(text)) return `it marks "${text}"`;
  return seen ? over(page) : 'the sentence is out of sight';
});

const own = '[ruleset]\nextends = official\ntitle = Kitchen rules\n\n[rules]\ncards_dealt = 5\n';

await attempt('own rules can be chosen for a table, and keep their title in "continue"', async () => {
  const page = await person(browser, server);
  await page.addInitScript((text) => {
    localStorage.setItem('uno.rulesets', JSON.stringify([{ id: 'k1', at: 1, name: 'kitchen-rules', text }]));
  }, own);
  await page.goto('/new');
  await page.locator('main select').first().selectOption({ label: 'Kitchen rules' });
  await page.getByRole('button', { name: 'Make the table' }).click();
  await page.getByText('Kitchen rules').first().waitFor();
  await page.goto('/');
  await page.locator('section[aria-labelledby=continue]').getByText(/Kitchen rules/).waitFor();
  return over(page);
});

await attempt('a ruleset for two does not reset the number of bots', async () => {
  const page = await person(browser, server);
  await page.goto('/');
  const chosen = () => page.getByLabel('Opponents').inputValue();
  const rules = page.getByRole('combobox', { name: 'Rules' });
  await page.getByLabel('Opponents').selectOption('5');
  await rules.selectOption('split-duel');
  if ((await chosen()) !== '1') return `a duel has ${await chosen()} bots`;
  await rules.selectOption('official');
  if ((await chosen()) !== '5') return `${await chosen()} bots are left of five`;
  return over(page);
});

await attempt('what is wrong with a table is said by the name of its field', async () => {
  const page = await person(browser, server);
  await page.goto('/new');
  await page.route('**/api/tables', (route) => {
    const body = { ...route.request().postDataJSON(), think_s: 1 };
    return route.continue({ postData: JSON.stringify(body) });
  });
  await page.getByRole('button', { name: 'Make the table' }).click();
  await page.getByRole('alert').filter({ hasText: /^Time for a decision: / }).waitFor();
  await page.context().close();
});

await attempt('nobody who looks around gets red lines in the console', async () => {
  const page = await person(browser, server);
  for (const path of ['/', '/you', '/history', '/players/me', '/clubs', '/tables', '/events', '/leaderboard', '/settings', '/new',
    '/t/NOTHERE2', '/event/NOTHERE2', '/event/NOTHERE2/hall', '/nowhere']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    if (page.complaints.length) return `${path}: ${page.complaints.join(' | ')}`;
  }
  return over(page);
});

await attempt('real cards are called so where people meet them first', async () => {
  const page = await person(browser, server);
  await page.goto('/');
  await page.locator('header').getByRole('link', { name: 'Real cards' }).waitFor();
  if (await page.getByRole('link', { name: /^arbiter/i }).count()) return 'a link is called Arbiter';
  return over(page);
});

await attempt('a sheet of Split UNO has the winner first, then whoever has the fewest cards left', async () => {
  const page = await person(browser, server);
  await page.goto('/play?ruleset=split-v3&opponents=3&level=easy&pace=0&seed=9');
  await page.waitForSelector('[data-card]');
  await playOut([page], { seed: 3 });
  const left = await page.locator('[data-over] [data-moment] li').evaluateAll((rows) => rows.map((row) => Number(row.dataset.left)));
  if (left.length !== 4 || left.some(Number.isNaN)) return JSON.stringify(left);
  if (left.slice(2).some((n, i) => n < left[i + 1])) return `in the order ${left}`;
  return over(page);
});

await attempt('teams are named as teams when a deal is counted', async () => {
  const page = await person(browser, server);
  await page.goto('/play?ruleset=official&opponents=3&teams=2&level=easy&pace=0&seed=4');
  await page.waitForSelector('[data-card]');
  const chance = dice(4);
  for (let i = 0; i < 3000 && !(await page.locator('[data-over], [data-moment]').count()); i++)
    if ((await step(page, chance)) === 'waits') await page.waitForTimeout(20);
  await page.getByText(/^(Your team|Team [12]) scores \d+ points?$/).first().waitFor();
  await page.locator('[data-moment]').getByText('Team 1').first().waitFor();
  await picture(page, 'teams');
  return over(page);
});

await browser.close();
await server.stop();
finish();
