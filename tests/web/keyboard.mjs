// keyboard.mjs -- a whole game against bots with the keyboard alone, from the home page on; and what a screen reader
// would hear meanwhile.
import { attempt, browse, finish, glance, person, picture, Server } from './lib.mjs';

const server = await Server.start();
const browser = await browse();

// What has the focus, in the words that a screen reader says.
const focused = (page) => page.evaluate(() => {
  const e = document.activeElement;
  const group = e.closest('[role=group]');
  return {
    label: e === document.body ? '' : (e.getAttribute('aria-label') ?? e.textContent.trim()),
    card: e.dataset.card ?? '',
    playable: e.dataset.playable === 'true',
    beside: Boolean(e.dataset.card && group?.querySelector('[data-card][data-playable="true"]')), // in the same hand
    move: e.dataset.choice === undefined ? (e.dataset.move ?? '') : '',
    choice: e.dataset.choice ?? '',
  };
});

// Tab until `wanted`; null: the whole page was gone through.
async function tabTo(page, wanted, most = 60) {
  for (let i = 0; i < most; i++) {
    const now = await focused(page);
    if (wanted(now)) return now;
    await page.keyboard.press('Tab');
  }
  return null;
}

// Every text that the live regions ever held.
const listen = (page) => page.evaluate(() => {
  window.heard = [];
  const all = { childList: true, characterData: true, subtree: true };
  for (const region of document.querySelectorAll('[aria-live]'))
    new MutationObserver(() => window.heard.push(region.textContent)).observe(region, all);
});

// Brings the focus to something that can be done and presses Enter; what is missing, in words.
async function act(page, seen) {
  if (seen.choices.length) {
    if (!(await tabTo(page, (at) => at.choice))) return 'the choices of a card cannot be reached';
  } else if (seen.cards.length) {
    let at = await tabTo(page, (now) => now.beside);
    if (!at) return 'the hand cannot be reached';
    if (!at.label) return `a card without a name: ${at.card}`;
    if (!at.playable) await page.keyboard.press('Home');
    for (let i = 0; i < 120 && !(at = await focused(page)).playable; i++) await page.keyboard.press('ArrowRight');
    if (!at.playable) return `no arrow key leads to a card that can be played: ${seen.cards}`;
    if (!/playable/.test(at.label)) return `it is not said that ${at.label} is playable`;
  } else if (!(await tabTo(page, (now) => now.move && seen.moves.includes(now.move)))) {
    return `the buttons cannot be reached: ${seen.moves}`;
  }
  await page.keyboard.press('Enter');
  return '';
}

const oneDeal = '[ruleset]\nextends = official\ntitle = One deal\n\n[rules]\ntarget = 0\n';
const games = { 'one deal of official UNO': { ruleText: oneDeal }, 'split-v3': { ruleset: 'split-v3' } };

for (const ruleset of ['official', 'split-v3'])
  await attempt(`the keyboard begins with the hand of ${ruleset}, then comes what answers the question`, async () => {
    const page = await person(browser, server, { settings: { forced: false } });
    await page.goto(`/play?ruleset=${ruleset}&opponents=2&level=easy&seed=7`);
    await page.waitForSelector('[data-card][data-playable="true"]');
    const stops = [];
    for (let i = 0; i < 4; i++) {
      await page.keyboard.press('Tab');
      stops.push(await focused(page));
    }
    const moves = (await glance(page)).moves;
    await page.context().close();
    if (!stops[0].card || !stops[0].playable) return `first comes ${stops[0].label}`;
    if (moves.length && !stops.some(({ move }) => moves.includes(move))) return `${moves} come after ${stops.map(({ label }) => label)}`;
  });

for (const [name, settings] of Object.entries(games))
  await attempt(`the keyboard alone plays ${name}`, async () => {
    const page = await person(browser, server, { settings: { ...settings, opponents: 1, level: 'easy' } });
    await page.goto('/');
    await page.waitForSelector('h1');
    if (!(await tabTo(page, (at) => at.label === 'Play now'))) return '"Play now" cannot be reached';
    await page.keyboard.press('Enter');
    await page.waitForSelector('[data-table] [data-card]');
    await listen(page);
    let acts = 0;
    for (let quiet = 0; ; ) {
      const seen = await glance(page);
      if (seen.over) break;
      if (quiet > 2000 || acts > 1000) return `the game has no end: ${JSON.stringify(seen)}`;
      if (!seen.cards.length && !seen.moves.length && !seen.choices.length) {
        quiet++;
        await page.waitForTimeout(20);
        continue;
      }
      quiet = 0;
      const why = await act(page, seen);
      // Meanwhile the table may have moved on, even to the same question about the same faces.
      const now = why ? await glance(page) : seen;
      if (why && now.q === seen.q) return why;
      if (why) continue;
      acts++;
      if (acts === 8) await picture(page, `keyboard-${settings.ruleset ?? 'official'}`);
      await page.waitForFunction(() => document.activeElement !== document.body, null, { timeout: 30000 }).catch(() => {
        throw new Error(`the focus is lost after ${JSON.stringify(seen)}`);
      });
    }
    // What comes after the game can be reached as well.
    if (!(await tabTo(page, (at) => at.label === 'Replay'))) return 'the replay cannot be reached after the game';
    const heard = new Set((await page.evaluate(() => window.heard)).flatMap((text) => text.split(/(?<=[.!?]) /)));
    const complaints = page.complaints.join(' | ');
    await page.context().close();
    console.log(`# ${name}: ${acts} acts, ${heard.size} sentences heard`);
    if (heard.size < acts / 2) return `the live regions said only ${[...heard].join(' | ')}`;
    if ([...heard].some((text) => /^You (play|have chosen)/.test(text))) return complaints;
    return `own deeds are not told: ${[...heard].slice(0, 12).join(' | ')}`;
  });
await browser.close();
await server.stop();
finish();
