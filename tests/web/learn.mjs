// learn.mjs -- the guided first games, played to their end by following the marks alone, in both languages; hints, and
// the rule of whatever one points at.
import { attempt, axeFaults, browse, finish, person, picture, Server, sizes } from './lib.mjs';

// Presses what the coach marks, or goes on; false: there is neither.
async function follow(page) {
  const next = page.locator('[data-next]');
  if (await next.count()) {
    await next.click();
    return true;
  }
  const box = await page.locator('[data-marked]').boundingBox({ timeout: 3000 }).catch(() => null);
  if (!box) return false;
  await page.mouse.click(box.x + box.width * 0.3, box.y + box.height / 2);
  return true;
}

async function playLesson(page, name, shots) {
  let shot = 0;
  const seen = new Set();
  for (let round = 0; round < 200; round++) {
    if (await page.locator('[data-over]').count()) return seen;
    const step = await page.locator('[data-coach]').getAttribute('data-coach', { timeout: 4000 }).catch(() => null);
    if (step !== null && !seen.has(step)) {
      seen.add(step);
      if (shots && [0, 3, 8].includes(shot++)) {
        await page.waitForTimeout(300);
        await picture(page, `learn-${name}-${shots}-${shot}`);
      }
    }
    await follow(page);
    await page.waitForTimeout(160);
  }
  throw new Error('the lesson does not come to its end');
}

const server = await Server.start();
const browser = await browse();

for (const [language, size, theme] of [['en', 'wide', 'dark'], ['de', 'phone', 'light']])
  for (const lesson of ['uno', 'split'])
    await attempt(`lesson ${lesson} in ${language} on ${size} to its end by the marks`, async () => {
      const page = await person(browser, server, { size: sizes[size], theme, settings: { language } });
      await page.goto('/learn');
      await page.locator(`[data-lesson=${lesson}]`).click();
      await page.waitForSelector('[data-coach]');
      const faults = await axeFaults(page);
      const seen = await playLesson(page, lesson, `${size}-${theme}`);
      await picture(page, `learn-${lesson}-${size}-${theme}-end`);
      const complaints = [...page.complaints];
      await page.context().close();
      if (seen.size < 8) return `only ${seen.size} steps were told`;
      return [faults, ...complaints].filter(Boolean).join(' | ');
    });

await attempt('a lesson goes on where it was left, and can be skipped', async () => {
  const page = await person(browser, server);
  await page.goto('/learn/uno');
  await page.waitForSelector('[data-coach="0"]');
  while (await page.locator('[data-coach="0"]').count()) { // a mark may have moved under the finger
    await follow(page);
    await page.waitForTimeout(160);
  }
  await page.waitForSelector('[data-coach]');
  await page.reload();
  await page.waitForSelector('[data-coach]');
  const step = await page.locator('[data-coach]').getAttribute('data-coach');
  await page.getByRole('link', { name: 'Skip the lesson' }).click();
  await page.getByRole('link', { name: 'Go on' }).waitFor();
  await page.context().close();
  return Number(step) > 0 ? '' : 'it began anew';
});

await attempt('another move than the marked one is answered kindly, and changes nothing', async () => {
  const page = await person(browser, server);
  await page.goto('/learn/uno');
  await page.waitForSelector('[data-coach="0"]');
  await page.locator('[data-hand] [data-card="R9"]').click();
  await page.getByText('first do what is marked').waitFor();
  const step = await page.locator('[data-coach]').getAttribute('data-coach');
  await page.context().close();
  return step === '0' ? '' : 'the lesson moved on';
});

await attempt('what is different in Ultimate stands on one page', async () => {
  const page = await person(browser, server);
  await page.goto('/learn/ultimate');
  await page.locator('ins').first().waitFor();
  await picture(page, 'learn-ultimate');
  const count = await page.locator('ins').count();
  const faults = await axeFaults(page);
  await page.context().close();
  return count > 5 ? faults : `only ${count} differences`;
});

for (const [ruleset, language] of [['official', 'en'], ['split-v3', 'de']])
  await attempt(`a hint says what and why: ${ruleset}, ${language}`, async () => {
    const page = await person(browser, server, { settings: { language } });
    await page.goto(`/play?ruleset=${ruleset}&opponents=2&seed=7&pace=0`);
    await page.waitForSelector('[data-question]');
    await page.waitForFunction(() => document.querySelector('[data-playable="true"], [data-move]'));
    await page.locator('[data-hint]').click();
    await page.waitForFunction(() => /good player would|nothing else|Gut wäre|anderes geht/.test(document.querySelector('[data-hinted]')?.textContent ?? ''));
    await picture(page, `hint-${ruleset}`);
    const complaints = [...page.complaints];
    await page.context().close();
    return complaints.join(' | ');
  });

await attempt('a card, a badge and the question tell their rule', async () => {
  const page = await person(browser, server);
  await page.goto('/learn/split');
  await page.waitForSelector('[data-coach]');
  const said = [];
  for (const what of ['[data-question]', '[data-explain="mark:leads"]']) {
    await page.waitForTimeout(500);
    await page.mouse.move(2, 2);
    const box = await page.locator(what).first().boundingBox();
    for (const more of [0, 1]) await page.mouse.move(box.x + box.width / 2 + more, box.y + box.height / 2);
    await page.locator('[data-explained]').waitFor();
    said.push(await page.locator('[data-explained]').innerText());
  }
  await picture(page, 'explained');
  await page.goto('/play?ruleset=official&opponents=1&seed=7&pace=0');
  await page.locator('[data-hand] [data-card]').last().hover();
  await page.locator('[data-explained]').waitFor();
  said.push(await page.locator('[data-explained]').innerText());
  await page.context().close();
  if (!/lays it face down/.test(said[0])) return `the question: ${said[0]}`;
  if (!/lead/.test(said[1])) return `the badge: ${said[1]}`;
  return said[2].length > 10 ? '' : `the card: ${said[2]}`;
});

await attempt('a finger held on a card tells its rule, and plays nothing', async () => {
  const page = await person(browser, server, { size: sizes.phone, hasTouch: true });
  await page.goto('/play?ruleset=official&opponents=1&seed=7&pace=0');
  const card = page.locator('[data-hand] [data-playable="true"]').first();
  const now = () => page.locator('[data-table]').getAttribute('data-q');
  await card.waitFor();
  const before = await now();
  const { x, y } = await card.boundingBox();
  const finger = { pointerType: 'touch', isPrimary: true, bubbles: true, clientX: x + 8, clientY: y + 8 };
  await card.dispatchEvent('pointerdown', finger);
  await page.locator('[data-explained]').waitFor();
  await card.dispatchEvent('pointerup', finger);
  await card.dispatchEvent('click'); // which some browsers send after a long touch, too
  await page.locator('[data-explained]').waitFor({ state: 'detached' });
  const after = await now();
  if (before !== after) return `action ${after} came after ${before}`;
  await card.click(); // the next touch is a touch again
  await page.waitForFunction((q) => document.querySelector('[data-table]').dataset.q !== q, before);
  await page.context().close();
});

await browser.close();
await server.stop();
finish();
