// review.mjs -- after a game the page says what each choice was worth: the first results come while it still works, a tap on
// the curve walks the replay, luck and skill add up, it is the review of the program; and the puzzle of a day, solved
// wrongly and rightly. In English and German, without a fault that axe-core knows.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt, axePath, browse, finish, person, picture, playOut, program, Server, sizes } from './lib.mjs';

const server = await Server.start();
const browser = await browse();
const page = await person(browser, server, { acceptDownloads: true, bypassCSP: true });
const number = (text) => Number(text.replace('−', '-').replace(',', '.').replace(/[^\d.+-]/g, ''));

async function faults(at) {
  await at.addScriptTag({ path: axePath });
  const { violations } = await at.evaluate(() => globalThis.axe.run());
  const wide = await at.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wide > 0) return `${wide} px too wide`;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 2).map(({ html }) => html).join(' ')}`).join('\n');
}

const rows = (at = page) => at.$$eval('.review tbody tr', (all) => all.map((row) => [...row.cells].map((cell) => cell.innerText)));

await attempt('a game, and its review', async () => {
  await page.goto('/play?ruleset=ultimate&opponents=2&level=easy&seed=7&pace=0');
  await playOut([page], { seed: 3 });
  await page.waitForSelector('[data-over]');
  await page.getByRole('link', { name: 'Review' }).click();
  await page.locator('.review svg[role=img]').waitFor();
  await page.locator('.review tbody tr').nth(2).waitFor({ timeout: 60000 });
  await page.getByRole('progressbar').waitFor({ state: 'detached' });
});

await attempt('luck and skill add up to the result', async () => {
  const all = await rows();
  const odd = all.filter(([, accuracy, luck, skill, result]) =>
    Math.abs(100 / 3 + number(luck) + number(skill) - number(result)) > 0.7 || number(skill) > 0 || number(accuracy) > 100);
  return all.length === 3 && !odd.length ? '' : JSON.stringify(all);
});

await attempt('it is the review of the program', async () => {
  const button = page.getByRole('button', { name: 'Download the record' });
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  const record = join(tmpdir(), `uno-review-${process.pid}.uno`);
  writeFileSync(record, readFileSync(await file.path()));
  const { seats } = JSON.parse(execFileSync(program(), ['review', record, '--json', '-'], { encoding: 'utf8' }));
  const all = await rows();
  const odd = seats.filter(({ name, accuracy, luck, choices }) => {
    const row = all.find(([who]) => who === name);
    return !row || Math.abs(number(row[1]) - 100 * accuracy) > 0.06 || Math.abs(number(row[2]) - 100 * luck) > 0.06 || number(row[5]) !== choices;
  });
  return odd.length ? JSON.stringify([odd, all]) : '';
});

await attempt('a tap on the curve walks the replay', async () => {
  const curve = page.locator('.review svg[role=img]');
  const box = await curve.boundingBox();
  await curve.click({ position: { x: 48 + (box.width - 60) / 2, y: 100 } });
  const [at, of] = (await page.getByText(/^Action \d+ of \d+$/).textContent()).match(/\d+/g).map(Number);
  await page.keyboard.press('ArrowRight');
  const [next] = (await page.getByText(/^Action \d+ of \d+$/).textContent()).match(/\d+/g).map(Number);
  return Math.abs(at - of / 2) <= 2 && next === at + 1 ? '' : `${at} of ${of}, then ${next}`;
});

await attempt('no fault, wide', async () => {
  await picture(page, 'review-wide');
  return faults(page);
});

await attempt('on a phone, in German', async () => {
  await page.setViewportSize(sizes.phone);
  await page.evaluate(() => localStorage.setItem('uno.settings', JSON.stringify({ ...JSON.parse(localStorage.getItem('uno.settings') ?? '{}'), language: 'de' })));
  await page.reload();
  await page.locator('.review tbody tr').nth(2).waitFor({ timeout: 60000 });
  await page.getByRole('heading', { name: 'Analyse' }).waitFor();
  await picture(page, 'review-phone-german');
  return faults(page);
});

await attempt('the puzzle of a day', async () => {
  await page.goto('/puzzle/2026-11-18');
  await page.getByText('Ein Zug ist eindeutig der beste.').waitFor({ timeout: 60000 });
  await page.waitForSelector('[data-table] [data-card][data-playable="true"]');
  await picture(page, 'puzzle-phone-german');
  return faults(page);
});

await attempt('a wrong answer is told, and then the right one', async () => {
  const solution = execFileSync(program(), ['puzzle', '--date', '2026-11-18', '--solution'], { encoding: 'utf8' });
  if (!/play yellow 9 +<- best/.test(solution)) return `the puzzle has changed: ${solution}`;
  const play = async (card) => {
    await page.locator(`[data-card="${card}"][data-playable="true"]`).first().click();
    await page.locator('.verdict').waitFor();
    return page.locator('.verdict').innerText();
  };
  const wrong = await play('R3');
  await picture(page, 'puzzle-solved');
  const bad = await faults(page);
  await page.getByRole('button', { name: 'Noch einmal' }).click();
  const right = await play('Y9');
  return bad || (/Nicht der beste/.test(wrong) && /Richtig/.test(right) ? '' : `${wrong} / ${right}`);
});

await attempt('a day that is none', async () => {
  await page.goto('/puzzle/2026-02-30');
  await page.getByRole('alert').waitFor();
});

await browser.close();
await server.stop();
finish();
