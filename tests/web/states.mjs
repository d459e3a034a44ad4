// states.mjs -- the states of the page that screens.mjs takes pictures of: how each is reached, by doing what a person
// would do. A state is an address and what is done there, or a gathering of several people of whom one is looked at.
import { ask, dice, makeTable, person, press, step } from './lib.mjs';

const play = (ruleset, opponents, seed = 5, more = '') =>
  `/play?ruleset=${ruleset}&opponents=${opponents}&level=easy&pace=0&seed=${seed}${more}`;

const yourTurn = (page) =>
  page.waitForSelector('[data-over], [data-table] [data-card][data-playable="true"], [data-table] .answers [data-move]');

// So many things are done, as anybody would, and then whatever is awaited is awaited.
const after = (moves) => async (page) => {
  const chance = dice(7);
  for (let i = 0, done = 0; i < 20 * moves && done < moves; i++) {
    const did = await step(page, chance);
    if (did === 'over') return;
    if (did === 'acted') done++;
    else await page.waitForTimeout(25);
  }
  await yourTurn(page);
};

// Plays on until this is seen, and does what is preferred wherever it can be done. A game that is over before begins anew.
const until = (selector, prefer) => async (page) => {
  const chance = dice(11);
  for (let i = 0; i < 4000; i++) {
    if (await page.locator(selector).count()) return;
    if (prefer && (await page.locator(prefer).count()) && (await press(page, prefer))) continue;
    const did = await step(page, chance);
    if (did === 'over') {
      await page.locator('[data-again]').click();
      await page.waitForSelector('[data-over]', { state: 'detached' });
    }
    if (did === 'waits') await page.waitForTimeout(20);
  }
  throw new Error(`never seen: ${selector}`);
};

const toTheEnd = async (page) => {
  const chance = dice(3);
  for (let i = 0; i < 4000; i++) {
    const did = await step(page, chance);
    if (did === 'over') return;
    if (did === 'waits') await page.waitForTimeout(20);
  }
  throw new Error('the game does not end');
};

// One of some games is won.
const toAWin = async (page) => {
  for (let games = 0; games < 30; games++) {
    await toTheEnd(page);
    if (await page.locator('[data-over] h2').getByText('You win').count()) return;
    await page.locator('[data-again]').click();
    await page.waitForSelector('[data-over]', { state: 'detached' });
  }
  throw new Error('no game is won');
};

const then = (...works) => async (page) => {
  for (const work of works) await work(page);
};
const pressing = (selector) => async (page) => {
  await page.waitForSelector(selector);
  await press(page, selector);
};
const seeing = (selector) => (page) => page.waitForSelector(selector);

const wild = until('[data-picker].plate', '[data-card^="W"][data-playable="true"]');
const refused = then(after(2), pressing('[data-hand] [data-card][data-playable="false"]'));
const opened = (name) => then(after(4), pressing(`[data-open="${name}"]`));
const asked = then(after(2), pressing('[data-hint]'), (page) => page.getByText(/good player would|nothing else/).waitFor());

// ---- one person ----

// At a table nothing has to be scrolled.
export const tables = {
  'official-2': [play('official', 1), after(4)],
  'official-4': [play('official', 3), after(6)],
  'official-7': [play('official', 6), after(3)],
  'official-10': [play('official', 9), after(3)],
  'official-picker': [play('official', 3), wild],
  'official-challenge': [play('official', 3), until('[data-move="challenge"]')],
  'official-call': [play('official', 3), until('[data-uno]')],
  'official-refused': [play('official', 3), refused],
  'official-hint': [play('official', 3), asked],
  'official-menu': [play('official', 3), opened('menu')],
  'official-help': [play('official', 3), opened('help')],
  'official-deal': [play('official', 3, 5, '&target=200'), until('[data-moment]')],
  'official-over': [play('official', 3), toTheEnd],
  'official-won': [play('official', 1, 21), toAWin],
  'stack-pending': [play('ultimate', 3), until('[data-table]:has([data-pending]) .answers [data-move]', '[data-card*="+"][data-playable="true"]')],
  'ultimate-4': [play('ultimate', 3), after(8)],
  'ultimate-10': [play('ultimate', 9), after(4)],
  'ultimate-swap': [play('ultimate', 3, 8), until('[data-picker].plate:not(.painted)', '[data-card$="7"][data-playable="true"]')],
  'magic-3': [play('ultimate-magic', 2), after(10)],
  'magic-set': [play('ultimate-magic', 2), until('[data-seat] .down[data-lies]')],
  'magic-6': [play('ultimate-magic', 5), after(5)],
  'no-mercy-4': [play('no-mercy', 3), after(8)],
  'split-2': [play('split-duel', 1), after(6)],
  'split-4': [play('split-v3', 3), after(6)],
  'split-7': [play('split-v3', 6), after(6)],
  'split-10': [play('split-v3', 9), after(4)],
  'split-team': [play('split-team', 3), after(4)],
  'split-actions': [play('split-v3', 3, 9), until('[data-hand] .few [data-card]')],
  'split-over': [play('split-duel', 1), toTheEnd],
  'lesson-uno': ['/learn/uno', seeing('[data-coach]')],
  'lesson-split': ['/learn/split', seeing('[data-coach]')],
};

// Pages one reads: they may be longer than the screen.
export const pages = {
  home: ['/', seeing('[data-length]')],
  learn: ['/learn'],
  'learn-ultimate': ['/learn/ultimate', seeing('ins')],
  new: ['/new'],
  tables: ['/tables'],
  rules: ['/rules'],
  book: ['/rules/official', seeing('h2')],
  puzzle: ['/puzzle/2026-11-18', yourTurn],
  settings: ['/settings'],
  you: ['/you'],
  about: ['/about'],
  missing: ['/nowhere'],
  history: [play('split-duel', 1, 7), then(toTheEnd, (page) => page.goto('/history'), seeing('main li a'))],
  replay: [play('official', 2, 7), then(toTheEnd, (page) => page.getByRole('link', { name: 'Replay' }).click(), async (page) => {
    await page.locator('input[type=range]').fill('25');
  })],
  review: [play('official', 2, 7), then(toTheEnd, (page) => page.getByRole('link', { name: 'Review' }).click(), async (page) => {
    await page.locator('.review tbody tr').nth(2).waitFor({ timeout: 60000 });
  })],
};

// ---- several ----

async function friend(browser, server, name, size) {
  const page = await person(browser, server, { size, settings: { name } });
  await page.goto('/');
  await ask(page, 'POST', 'guest', { name });
  return page;
}

// Ada and Ben at a table of Ada's; bots take the seats that stay free.
async function gather(browser, server, size, settings = {}) {
  const ada = await friend(browser, server, 'Ada', size);
  const ben = await friend(browser, server, 'Ben', size);
  const { code } = await makeTable(ada, { seats: 4, title: 'Friday evening', fill: 'medium', pace_ms: 20, window_ms: 200, ...settings });
  for (const page of [ada, ben]) await page.goto(`/t/${code}`);
  await ben.getByRole('button', { name: 'I am ready' }).waitFor();
  return { ada, ben, code };
}

async function begun(browser, server, size, settings) {
  const { ada, ben, code } = await gather(browser, server, size, settings);
  await ben.getByRole('button', { name: 'I am ready' }).click();
  await ada.getByRole('button', { name: 'Start the game' }).click();
  for (const page of [ada, ben]) await page.waitForSelector('[data-table] [data-question]');
  return { ada, ben, code };
}

// Each returns all pages; the first is looked at.
export const evenings = {
  lobby: async (...where) => {
    const { ada, ben } = await gather(...where);
    return [ada, ben];
  },
  'lobby-guest': async (...where) => {
    const { ada, ben } = await gather(...where);
    return [ben, ada];
  },
  veil: async (...where) => {
    const { ada, ben } = await begun(...where);
    await ada.locator('[data-open="menu"]').click();
    await ada.getByRole('button', { name: 'Pause', exact: false }).first().click();
    await ben.getByText('Ada has paused the game.').waitFor();
    return [ben, ada];
  },
  chat: async (...where) => {
    const { ada, ben } = await begun(...where);
    await ada.locator('[data-talk]').click();
    await ada.getByRole('button', { name: 'laugh', exact: false }).first().click();
    await ben.locator('[data-bubble="A"] svg').waitFor();
    await ben.locator('[data-talk]').click();
    return [ben, ada];
  },
  spectator: async (browser, server, size) => {
    const { ada, ben, code } = await begun(browser, server, size);
    const cleo = await friend(browser, server, 'Cleo', size);
    await cleo.goto(`/t/${code}`);
    await cleo.waitForSelector('[data-table] [data-question]');
    return [cleo, ada, ben];
  },
  'stood-up': async (...where) => {
    const { ada, ben } = await begun(...where);
    await ben.locator('[data-open="menu"]').click();
    await ben.getByRole('button', { name: 'Stand up' }).click();
    await ben.locator('.sure').getByRole('button', { name: 'Stand up' }).click();
    await ben.locator('[data-back]').waitFor();
    return [ben, ada];
  },
  slow: async (...where) => {
    const { ada, ben } = await begun(...where, { think_s: 86400, title: 'Over the week' });
    await ada.goto('/');
    await ada.locator('section[aria-labelledby=continue] li').first().waitFor();
    return [ada, ben];
  },
};
