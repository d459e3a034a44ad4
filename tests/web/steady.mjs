// steady.mjs [WORD] -- nothing hops and nothing teleports: the layout shift of whole games on an upright phone, the cards
// of a swap frame by frame, answers without a choice that are given by themselves, the next game with one tap, and a
// browser that can keep nothing.
import { attempt, ask, browse, dice, finish, glance, makeTable, person, picture, playOut, press, Server, sizes, step } from './lib.mjs';

const server = process.env.UNO_PAGE_AT ? { url: process.env.UNO_PAGE_AT, stop() {} } : await Server.start();
const browser = await browse();
const only = process.argv[2] ?? '';
const test = (name, work) => (name.includes(only) ? attempt(name, work) : null);
const play = (ruleset, opponents, seed, pace = 0) =>
  `/play?ruleset=${ruleset}&opponents=${opponents}&level=easy&pace=${pace}&seed=${seed}`;

// ---- nothing hops ----

function watchShifts() {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const named = ({ node }) => node?.closest?.('[class]')?.className ?? node?.nodeName ?? '?';
      window.shifts.push({ value: entry.value, what: entry.sources.map(named).slice(0, 3).join(', ') });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

// Pressed by the page itself: browsers do not count what follows on a finger within half a second, and against quick bots
// that would be everything.
function pressInside(selector) {
  document.querySelector(selector)?.click();
}

async function stepInside(page, chance) {
  const seen = await glance(page);
  const one = (list) => list[chance(list.length)];
  const calm = seen.moves.filter((move) => !move.startsWith('refuse')); // a dare refused ends the game
  if (seen.choices.length) await page.evaluate(pressInside, `[data-table] [data-choice="${one(seen.choices)}"]`);
  else if (seen.cards.length) await page.evaluate(pressInside, `[data-table] [data-card="${one(seen.cards)}"][data-playable="true"]`);
  else if (seen.moves.length) await page.evaluate(pressInside, `[data-table] [data-move="${one(calm.length ? calm : seen.moves)}"]`);
  await page.waitForTimeout(25);
}

const budget = 0.1; // in all, taps or not
for (const [ruleset, opponents] of [['official', 3], ['ultimate', 5], ['split-duel', 1], ['split-v3', 3]])
  await test(`${ruleset}: the layout of a whole game shifts by less than ${budget}`, async () => {
    const page = await person(browser, server, { size: sizes.phone, hasTouch: true });
    await page.goto(play(ruleset, opponents, 5, 60));
    await page.waitForSelector('[data-card]');
    await page.evaluate(watchShifts);
    const whole = ruleset.startsWith('split') ? '[data-over]' : '[data-over], [data-moment]';
    const chance = dice(5);
    let left = 6000;
    while (left-- && !(await page.locator(whole).count())) await stepInside(page, chance);
    const shifts = await page.evaluate(() => window.shifts);
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    const worst = shifts.sort((a, b) => b.value - a.value).slice(0, 4).map(({ value, what }) => `${value.toFixed(3)} ${what}`);
    console.log(`# ${ruleset}: ${sum.toFixed(4)} in ${shifts.length} shifts`);
    const over = await page.locator(whole).count();
    await page.context().close();
    if (!over) return 'the game does not end';
    return sum < budget ? '' : `${sum.toFixed(3)}: ${worst.join(' | ')}`;
  });

// ---- nothing teleports ----

// Every flight is stopped at its start and led through its time in small steps; where each card is then is noted.
function sampleFlights() {
  const boxes = [...document.querySelectorAll('[data-flying]')];
  const middle = (box) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const paths = boxes.map(() => []);
  const flights = boxes.map((box) => box.getAnimations()[0]);
  for (const flight of flights) flight?.pause();
  const ends = Math.max(...flights.map((flight) => flight?.effect.getComputedTiming().endTime ?? 0));
  for (let time = 0; time <= ends; time += 16) {
    flights.forEach((flight) => flight && (flight.currentTime = time));
    boxes.forEach((box, i) => paths[i].push(middle(box)));
  }
  for (const flight of flights) flight?.play();
  const hands = [...document.querySelectorAll('[data-hand] [data-card] > *')].map((card) => Number(getComputedStyle(card).opacity));
  return { paths, ends, hands };
}

// A game until hands are swapped, with the page where that was seen; null: nobody swapped any.
async function seeSwap(seed) {
  const page = await person(browser, server, { reducedMotion: 'no-preference', settings: { pace: 300, forced: true } });
  await page.goto(play('ultimate', 2, seed, 300));
  await page.waitForSelector('[data-card]');
  // As soon as cards fly that somebody swapped, they are looked at: more than are ever drawn.
  await page.evaluate(`window.look = ${sampleFlights}`);
  await page.evaluate(() => {
    window.seen = new Promise((done) => {
      new MutationObserver(() => {
        if (window.asked) return;
        const swap = [...document.querySelectorAll('[data-effect="swapped"], [data-effect="rotated"]')].length;
        if (!swap || document.querySelectorAll('[data-flying]').length < 3) return;
        window.asked = true;
        requestAnimationFrame(() => done(window.look()));
      }).observe(document.body, { childList: true, subtree: true });
    });
  });
  const chance = dice(4);
  for (let i = 0; i < 900 && !(await page.evaluate(() => window.asked)); i++) {
    const seven = '[data-card$="7"][data-playable="true"], [data-card$="0"][data-playable="true"]';
    if (await page.locator('[data-choice]').count()) await step(page, chance);
    else if ((await page.locator(seven).count()) && (await press(page, seven))) continue;
    else if ((await step(page, chance)) === 'waits') await page.waitForTimeout(40);
    if ((await glance(page)).over) break;
  }
  const seen = (await page.evaluate(() => window.asked)) ? await page.evaluate(() => window.seen) : null;
  await page.context().close();
  return seen;
}

await test('hands that are swapped fly as hands: every card moves all the way, none jumps', async () => {
  let seen = null;
  for (let seed = 8; seed < 14 && !seen; seed++) seen = await seeSwap(seed);
  if (!seen) return 'no hand was swapped';
  const { paths, ends, hands } = seen;
  const moved = paths.filter((path) => Math.hypot(path.at(-1)[0] - path[0][0], path.at(-1)[1] - path[0][1]) > 40);
  if (moved.length < 3) return `only ${moved.length} of ${paths.length} cards move`;
  if (ends < 400) return `it is over after ${ends} ms`;
  for (const path of moved) {
    const way = path.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - path[i][0], y - path[i][1]), 0);
    const jump = Math.max(...path.slice(1).map(([x, y], i) => Math.hypot(x - path[i][0], y - path[i][1])));
    if (jump > way / 6) return `a card jumps ${jump.toFixed(0)} of its ${way.toFixed(0)} px in one frame`;
  }
  return hands.length ? '' : 'there is no hand';
});

// ---- moments ----

await test('what is worth seeing is seen: cards turn up in flight, a call is stamped, a +4 lands heavily, a win has confetti', async () => {
  const page = await person(browser, server, { reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const signs = {
      flight: '[data-flying]', stamp: '[data-stamp]', heavy: '.fresh.heavy', hands: '[data-over] [data-moment] .hand svg',
      crown: '[data-over] .crown', confetti: 'canvas',
    };
    window.noticed = new Set();
    new MutationObserver(() => {
      for (const [name, sign] of Object.entries(signs)) if (document.querySelector(sign)) window.noticed.add(name);
    }).observe(document, { childList: true, subtree: true, attributes: true });
  });
  const wanted = ['flight', 'stamp', 'heavy', 'hands', 'crown', 'confetti'];
  let missed = wanted;
  for (const seed of [12, 5, 8, 7]) {
    await page.goto(play('official', 1, seed));
    await page.waitForSelector('[data-card]');
    const chance = dice(3);
    for (let i = 0; i < 3000; i++) {
      const uno = '[data-uno][aria-pressed="false"]';
      if ((await page.locator(uno).count()) && (await press(page, uno))) continue;
      const did = await step(page, chance);
      if (did === 'over') break;
      if (did === 'waits') await page.waitForTimeout(20);
    }
    await page.waitForSelector('[data-over]');
    await page.locator('canvas').waitFor({ timeout: 2000 }).catch(() => undefined); // thrown only for you
    const noticed = await page.evaluate(() => [...window.noticed]);
    missed = missed.filter((name) => !noticed.includes(name));
    if (!missed.length) break;
  }
  const complaints = page.complaints.join(' | ');
  await page.context().close();
  return missed.length ? `never seen: ${missed}` : complaints;
});

// ---- no click without a choice ----

await test('an answer without a choice is given by itself, where that is wanted', async () => {
  for (const forced of [true, false]) {
    const page = await person(browser, server, { settings: { forced, pace: 0 } });
    await page.goto(play('official', 3, 5));
    await page.waitForSelector('[data-card]');
    const chance = dice(5);
    let asked = 0;
    for (let i = 0; i < 400; i++) {
      const seen = await glance(page);
      if (seen.over) break;
      const single = seen.moves.length === 1 && seen.moves[0] === 'draw' && !seen.cards.length && !seen.choices.length;
      if (single) {
        await page.waitForTimeout(250);
        const now = await glance(page);
        if (now.q === seen.q) asked++;
      }
      if ((await step(page, chance)) === 'waits') await page.waitForTimeout(20);
    }
    await page.context().close();
    if (forced && asked) return `it was asked ${asked} times`;
    if (!forced && !asked) return 'it was never asked, though that was wanted';
  }
});

// ---- again ----

await test('another game begins when both have agreed, with one tap each', async () => {
  if (process.env.UNO_PAGE_AT) return '';
  const pages = [await person(browser, server), await person(browser, server, { size: sizes.phone })];
  for (const [i, page] of pages.entries()) {
    await page.goto('/');
    await ask(page, 'POST', 'guest', { name: ['Ada', 'Ben'][i] });
  }
  const { code } = await makeTable(pages[0], { ruleset: 'split-duel', seats: 2, options: { numbers_dealt: 5 } });
  for (const page of pages) await page.goto(`/t/${code}`);
  await pages[1].getByRole('button', { name: 'I am ready' }).click();
  await pages[0].getByRole('button', { name: 'Start the game' }).click();
  for (const page of pages) await page.waitForSelector('[data-card]');
  await playOut(pages, { seed: 2 });
  for (const page of pages) await page.waitForSelector('[data-over] [data-again]');
  await pages[0].locator('[data-again]').click();
  await pages[0].getByText(/once these agree: Ben/).waitFor();
  await picture(pages[0], 'again-waits');
  await pages[1].locator('[data-again]').click();
  for (const page of pages) await page.waitForSelector('[data-over]', { state: 'detached' });
  for (const page of pages) await page.waitForSelector('[data-card]');
  for (const page of pages) await page.context().close();
});

// ---- what a browser may lack ----

await test('a browser that is full plays on, and says that it forgets', async () => {
  const page = await person(browser, server);
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
  });
  await page.goto('/settings');
  await page.getByText('Light', { exact: true }).click();
  await page.getByRole('status').filter({ hasText: /does not let the page store anything/ }).waitFor();
  await page.goto(play('official', 1, 7));
  await page.waitForSelector('[data-card]');
  const errors = page.complaints.join(' | ');
  await page.context().close();
  return errors;
});

await test('a browser that can keep nothing plays on, and says so', async () => {
  const page = await person(browser, server);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { get: () => { throw new Error('forbidden'); } });
    Object.defineProperty(window, 'localStorage', { get: () => { throw new Error('forbidden'); } });
    Object.defineProperty(window, 'AudioContext', { value: class { constructor() { throw new Error('no sound'); } } });
  });
  await page.goto(play('split-duel', 1, 7));
  await page.waitForSelector('[data-card]');
  const chance = dice(5);
  for (let i = 0, done = 0; i < 200 && done < 6; i++) {
    if ((await step(page, chance)) === 'acted') done++;
    else await page.waitForTimeout(25);
  }
  await page.getByText(/no room to keep the game/).waitFor();
  await page.locator('[data-open="menu"]').click();
  await page.getByText(/does not let the page store anything/).waitFor();
  await page.getByText(/not let the page play sound/).waitFor();
  await picture(page, 'lacking');
  const errors = page.complaints.filter((line) => line.startsWith('error'));
  await page.context().close();
  return errors.join(' | ');
});

await browser.close();
await server.stop();
finish();
