// magic.mjs -- a game with a second hand, at a phone and wide: a card of it is played and paid for, a question of a
// program is answered with one tap, and a card is set that its owner sees and nobody else.
import { attempt, browse, dice, finish, glance, person, picture, press, Server, sizes, step } from './lib.mjs';

const games = 12; // at most, until everything was seen

// What lies before the player, as the page shows it.
const before = (page) =>
  page.evaluate(() => {
    const own = document.querySelector('[data-seat][data-you]');
    const hand = [...document.querySelectorAll('[data-hand] .few [data-card]')];
    return {
      mana: Number(own?.querySelector('[data-counter="mana"] b')?.textContent ?? 0),
      second: hand.map((e) => e.dataset.card),
      castable: hand.filter((e) => e.dataset.playable === 'true').map((e) => e.dataset.card),
      labels: hand.map((e) => e.getAttribute('aria-label')),
      set: [...(own?.querySelectorAll('[data-lies].down, .down[data-lies]') ?? [])].map((e) => e.dataset.lies),
      otherSet: [...document.querySelectorAll('[data-seat]:not([data-you]) .down[data-lies]')].map((e) => e.dataset.lies),
      wide: document.documentElement.scrollWidth > innerWidth,
    };
  });

const priceOf = (label) => Number(/costs (\d+) mana/.exec(label)?.[1] ?? NaN);

// Nothing is offered that cannot be paid; every price can be read; what others set stays hidden.
function faults(seen) {
  for (const [i, card] of seen.second.entries()) {
    const price = priceOf(seen.labels[i]);
    if (!(price > 0)) return `${card} does not say what it costs: ${seen.labels[i]}`;
    if (price > seen.mana && seen.castable.includes(card)) return `${card} is offered for ${price} of ${seen.mana} mana`;
  }
  if (seen.otherSet.some((card) => card !== 'down')) return `what lies face down is shown: ${seen.otherSet}`;
  return seen.wide ? 'the page is wider than the screen' : '';
}

const traps = ['Pit', 'Sil', 'Trip'];

async function playUntilSeen(page, done, missing, chance) {
  for (let i = 0; i < 400 && missing().length; i++) {
    const now = await glance(page);
    if (now.over) return '';
    const seen = await before(page);
    const wrong = faults(seen);
    if (wrong) return wrong;
    if (seen.set.length) {
      if (seen.set.includes('down')) return 'a player does not see what they have set themselves';
      done('set');
    }
    const asked = now.phase === 'choice' && (now.choices.length || now.cards.length);
    const card = seen.castable.find((one) => traps.includes(one)) ?? seen.castable[0];
    if (asked) {
      if ((await step(page, chance)) !== 'acted') return 'a question could not be answered';
      await page.waitForFunction((q) => document.querySelector('[data-table]')?.dataset.q !== q, now.q);
      done('choice');
    } else if (card && !now.choices.length) {
      if (!(await press(page, `[data-hand] [data-card="${card}"][data-playable="true"]`))) return `${card} cannot be pressed`;
      const choice = page.locator('[data-picker] [data-choice]').first(); // on whom
      await page.waitForFunction((q) => document.querySelector('[data-picker]') || document.querySelector('[data-table]')?.dataset.q !== q, now.q);
      if ((await page.getAttribute('[data-table]', 'data-q')) === now.q) await choice.click();
      await page.waitForFunction((q) => document.querySelector('[data-table]')?.dataset.q !== q, now.q);
      done('cast');
    } else if ((await step(page, chance)) === 'waits') await page.waitForTimeout(25);
  }
  return '';
}

const server = await Server.start();
const browser = await browse();
for (const [name, size] of Object.entries({ phone: sizes.phone, wide: sizes.wide }))
  await attempt(`${name}: a card is cast, one is set, a question is answered`, async () => {
    const page = await person(browser, server, { size, hasTouch: name === 'phone' });
    const chance = dice(7);
    const seen = new Set();
    const missing = () => ['cast', 'choice', 'set'].filter((one) => !seen.has(one));
    for (let seed = 1; seed <= games && missing().length; seed++) {
      await page.goto(`/play?ruleset=ultimate-magic&opponents=2&level=easy&pace=0&seed=${seed}`);
      await page.waitForSelector('[data-hand] [data-card]');
      const wrong = await playUntilSeen(page, (what) => seen.add(what), missing, chance);
      if (wrong) {
        await picture(page, `magic-${name}-wrong`);
        return `game ${seed}: ${wrong}`;
      }
    }
    await picture(page, `magic-${name}`);
    const { complaints } = page;
    await page.context().close();
    return missing().length ? `not seen: ${missing().join(', ')}` : complaints.join(' | ');
  });
await browser.close();
await server.stop();
finish();
