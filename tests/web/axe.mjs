// axe.mjs -- no page has a fault that axe-core knows, in both themes, wide and on a phone, and none has to be scrolled
// sideways on 320 px (which is also 200 % of 640); each can be seen in build/screens/. A route that nobody looks at is a
// fault, too.
import { readFileSync } from 'node:fs';
import {
  ask, attempt, axePath, browse, finish, makeTable, person, picture, playOut, press, Server, sizes,
} from './lib.mjs';

const duel = '/play?ruleset=split-duel&opponents=1&level=easy&seed=7&pace=0';

// An address, and what is done there before the look.
const pages = {
  home: ['/'],
  learn: ['/learn'],
  'learn-ultimate': ['/learn/ultimate', (page) => page.locator('ins').first().waitFor()],
  new: ['/new', (page) => page.locator('summary').first().click()],
  tables: ['/tables'],
  rules: ['/rules'],
  book: ['/rules/official'],
  'book-split': ['/rules/split-v3'],
  workshop: ['/workshop?from=ultimate'],
  'workshop-cards': ['/workshop?from=official', async (page) => {
    await page.getByRole('tab', { name: 'Cards' }).click();
    await page.getByRole('button', { name: 'Add a card' }).click();
  }],
  'workshop-text': ['/workshop?from=official', (page) => page.getByRole('tab', { name: 'Text' }).click()],
  'workshop-changes': ['/workshop?from=official', async (page) => {
    await page.locator('[data-option="jump_in"] input').last().click();
    await page.getByRole('tab', { name: 'What changes' }).click();
  }],
  'workshop-simulate': ['/workshop?from=official', async (page) => {
    await page.locator('[data-option="jump_in"] input').first().click();
    await page.getByRole('tab', { name: 'Simulate' }).click();
    await page.getByLabel('Games per side').fill('20');
    await page.getByRole('button', { name: 'Simulate' }).click();
    await page.getByText('40 of 40 games played').waitFor();
  }],
  'workshop-share': ['/workshop?from=official', (page) => page.getByRole('button', { name: 'Share' }).click()],
  arbiter: ['/arbiter'],
  'arbiter-game': ['/arbiter', async (page) => {
    if (await page.locator('[data-begin]').count()) {
      await page.getByLabel('Player 1').fill('Ada');
      await page.getByLabel('Player 2').fill('Ben');
      await page.locator('[data-begin]').click();
    }
    await page.waitForSelector('[data-asks]');
  }],
  'arbiter-menu': ['/arbiter', (page) => page.locator('main [data-menu]').click()],
  follow: ['/follow/NOTHERE2'],
  replay: ['/replay'],
  history: ['/history'],
  puzzle: ['/puzzle/2026-11-18', atTable],
  'puzzle-today': ['/puzzle', atTable],
  you: ['/you'],
  leaderboard: ['/leaderboard'],
  'leaderboard-full': ['/leaderboard', (page) => answered(page, '**/api/leaderboard*', standings)],
  player: ['/players/me'],
  'player-full': ['/players/me', async (page) => {
    await answered(page, '**/api/players/*/statistics', statistics);
    await page.getByText('As a table').click();
  }],
  settings: ['/settings'],
  clubs: ['/clubs'],
  club: ['/clubs/0000000000000001'],
  join: ['/join/NOTHERE2'],
  events: ['/events'],
  event: ['/event/NOTHERE2'],
  hall: ['/event/NOTHERE2/hall'],
  link: ['/l/nothing'],
  about: ['/about'],
  missing: ['/nowhere/at/all'],
  'no-replay': ['/replay/0000000000000001'],
  'no-review': ['/review/0000000000000001'],
  'no-table': ['/t/NOTHERE2'],
  gathering: ['/', async (page) => {
    const { code } = await makeTable(page, { seats: 4, title: 'Friday' });
    await page.goto(`/t/${code}`);
    await page.waitForSelector('[data-seat]');
  }],
  'play-official': ['/play?ruleset=official&opponents=3&seed=7', atTable],
  'play-ultimate': ['/play?ruleset=ultimate&opponents=5&seed=7', atTable],
  'play-split': ['/play?ruleset=split-v3&opponents=3&seed=7', atTable],
  'play-ten': ['/play?ruleset=official&opponents=9&seed=7', atTable],
  'play-log': ['/play?ruleset=official&opponents=2&seed=7', async (page) => {
    await atTable(page);
    await page.keyboard.press('l');
  }],
  'play-help': ['/play?ruleset=official&opponents=2&seed=7', async (page) => {
    await atTable(page);
    await page.keyboard.press('?');
  }],
  'play-menu': ['/play?ruleset=official&opponents=2&seed=7', async (page) => {
    await atTable(page);
    await page.getByRole('button', { name: 'Menu' }).click();
  }],
  'play-picker': ['/play?ruleset=official&opponents=1&seed=2&pace=0', (page) => untilPicker(page)],
  'play-over': [duel, toItsEnd],
  'history-game': [duel, async (page) => {
    await toItsEnd(page);
    await page.goto('/history');
    await page.getByRole('link', { name: 'Replay' }).first().waitFor();
  }],
  'replay-game': [duel, async (page) => {
    await toItsEnd(page);
    await page.getByRole('link', { name: 'Replay' }).click();
    await page.locator('input[type=range]').fill('25');
  }],
};

// What a server with many games would answer.
const rating = (ordinal, games) => ({
  mu: ordinal + 9, sigma: 3, ordinal, games, provisional: games < 10,
  duel: { rating: 1500 + 20 * ordinal, deviation: 80, games, provisional: games < 10 },
});
const stats = {
  games: 64, wins: 30, expected: 18.5, points: 12345, deals: 200, actions: 9000, streak: -2, longest: 5, cards_left: 720,
  drawn: 900, calls: 130, calls_missed: 7, catches: 12, false_catches: 1, challenges_won: 9, challenges_lost: 4,
};
const names = ['Ada', 'Benedikta the Unbelievably Long', 'medium', 'Cleo', 'hard', 'Dan'];
const events = {
  games: 61,
  times: {
    played: 4200, drew: 1900, skipped: 310, colour: 290, reversed: 260, called: 240, pending: 180, dealt: 122, kept: 90, caught: 31,
    reshuffled: 28, challenged: 20, guilty: 11, false_catch: 9, call_failed: 4, turned_on: 1,
  },
};
const standings = {
  of: 40,
  events,
  rows: names.map((name, i) => ({
    rank: i + 1, user: i === 2 || i === 4 ? null : '07b67fec487750f6', name, bot: i === 2 || i === 4, games: 64 - 11 * i,
    wins: 30 - 5 * i, rating: rating(21.4 - 3.3 * i, 64 - 11 * i), stats,
  })),
};
const statistics = {
  user: { id: '07b67fec487750f6', name: 'Ada', kind: 'account' },
  families: { classic: { rating: rating(17.3, 64), stats, events }, split: { rating: rating(2.1, 4), stats } },
  history: Array.from({ length: 40 }, (_, i) => ({
    game: String(i).padStart(16, '0'), at: 1.8e12 + i * 9e7, family: 'classic', ruleset: 'official', won: i % 3 === 0,
    ordinal: 17 * Math.sqrt(i / 40) + Math.sin(i), duel: 1500 + 4 * i,
  })),
  opponents: names.map((name, i) => ({
    user: i === 2 ? null : `${i}7b67fec487750f6`, name, bot: i === 2, games: 20 - 3 * i, wins: 9 - i, expected: 5, ahead: 3, behind: 2,
  })),
  partners: [{ user: '17b67fec487750f6', name: 'Ben', bot: false, games: 8, wins: 5, expected: 4, ahead: 0, behind: 0 }],
};

async function answered(page, address, json) {
  await page.route(address, (route) => route.fulfill({ json }));
  await page.reload();
  await page.locator('main table').first().waitFor();
  await page.unroute(address);
}

async function toItsEnd(page) {
  await playOut([page], { seed: 3 });
  await page.waitForSelector('[data-over]');
}

function atTable(page) {
  return page.waitForSelector('[data-table] [data-card][data-playable="true"], [data-table] [data-move]');
}

// Plays on until a Wild can be picked, and picks it.
async function untilPicker(page) {
  await atTable(page);
  for (let i = 0; i < 400 && !(await page.locator('[data-choice]').count()); i++) {
    const wild = '[data-card^="W"][data-playable="true"]';
    const any = '[data-table] [data-card][data-playable="true"], [data-table] [data-move]';
    if (await page.locator(wild).count()) await press(page, wild);
    else if (await page.locator(any).count()) await press(page, any);
    else await page.waitForTimeout(25);
  }
  await page.waitForSelector('[data-choice]');
}

async function faults(page) {
  if (await page.evaluate(() => !window.axe)) await page.addScriptTag({ path: axePath });
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const node = (one) => `${one.target.join(' ')} ${one.failureSummary?.split('\n')[1]?.trim() ?? ''}`;
  const fault = (one) => `${one.id} (${one.impact}): ${one.nodes.slice(0, 3).map(node).join(' | ')}`;
  return violations.map(fault).join('\n  ');
}

const sideways = (page) => page.evaluate(() => {
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over <= 1) return '';
  const sticksOut = (e) => e.getBoundingClientRect().right > innerWidth + 1;
  const last = [...document.querySelectorAll('main *')].findLast(sticksOut);
  return `${over} px too wide, perhaps because of ${last?.tagName} "${last?.textContent.trim().slice(0, 30)}"`;
});

const routes = [...readFileSync('web/src/main.ts', 'utf8').matchAll(/^route\('([^']+)'/gm)].map(([, path]) => path);
const unseen = () => {
  const paths = Object.values(pages).map(([address]) => address.split('?')[0]);
  const fits = (route) => new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`);
  return routes.filter((route) => !paths.some((path) => fits(route).test(path)));
};

const narrow = { width: 320, height: 640 };
const looks = ['wide', 'phone'].flatMap((screen) => ['dark', 'light'].map((theme) => [theme, screen]));
const only = process.argv[2] ?? '';
const server = await Server.start();
const browser = await browse();
// The script of axe itself would be refused by the page's policy. One visit serves all four looks.
const page = await person(browser, server, { bypassCSP: true });
await page.goto('/');
await ask(page, 'POST', 'guest', { name: 'Ada' });
await attempt(`all ${routes.length} routes are looked at`, async () => unseen().join(' '));
for (const [name, [address, prepare]] of Object.entries(pages)) {
  if (!name.includes(only)) continue;
  await attempt(`${name}: axe finds nothing, and 320 px are enough`, async () => {
    const found = [];
    await page.setViewportSize(sizes.wide);
    await page.goto(address);
    await page.waitForSelector('h1', { state: 'attached' });
    await prepare?.(page);
    for (const [theme, screen] of looks) {
      await page.setViewportSize(sizes[screen]);
      await page.evaluate((value) => (document.documentElement.dataset.theme = value), theme);
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
      await picture(page, `${name}-${screen}-${theme}`);
      const why = await faults(page);
      if (why) found.push(`${theme}, ${screen}: ${why}`);
    }
    await page.setViewportSize(narrow);
    const why = await sideways(page);
    if (why) {
      await picture(page, `${name}-narrow`);
      found.push(`320 px: ${why}`);
    }
    return found.join('\n  ');
  });
}
await browser.close();
await server.stop();
finish();
