// arbiter.mjs -- a whole game with real cards, kept on a phone: rounds, action cards, a correction, undo, a page that
// is loaded anew, others who follow on a screen of their own, and the same log read by the program; then a score sheet.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, browse, check, dice, finish, person, picture, program, Server, sizes } from './lib.mjs';

const server = await Server.start();
const browser = await browse();
const phone = await person(browser, server, { size: sizes.phone, hasTouch: true, acceptDownloads: true });
const other = await person(browser, server, { size: sizes.wide });
const chance = dice(21);

// Counts, decks and question as they stand on a screen.
const standing = (page) => page.evaluate(() => {
  const words = (e) => e.innerText.replace(/\s+/g, ' ').trim();
  const parts = [...document.querySelectorAll('main [data-seat], main dl > div')].map(words);
  const question = document.querySelector('main [data-question]')?.textContent.trim() ?? '';
  return { counts: parts.join(' | '), question };
});

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

const numbersOf = (page) =>
  page.$$eval('main [data-seat]', (all) => all.map((e) => Number(e.querySelector('b').textContent)));

const asks = () => phone.evaluate(() => document.querySelector('[data-asks]').dataset.asks);

async function typeNames(names) {
  const fields = phone.getByLabel(/^Player \d/);
  while ((await fields.count()) < names.length) await phone.getByRole('button', { name: 'Add a player' }).tap();
  for (const [i, name] of names.entries()) await fields.nth(i).fill(name);
}

// Taps one answer, or the numbers of a round; every fourth step begins with an action card if there is one.
async function entry() {
  const seen = await phone.evaluate(() => ({
    answers: [...document.querySelectorAll('main [data-answer]')].length,
    keypad: document.querySelectorAll('main [data-number]').length > 0,
    round: document.querySelector('[data-asks]').dataset.asks === 'round',
  }));
  const count = await undoable();
  if (seen.round && seen.answers && chance(4) === 0) {
    // Card, who, on whom: at most three parts, then it is entered.
    for (let i = 0; i < 4 && (await undoable()) === count; i++) await anyAnswer();
    return;
  }
  if (seen.round && seen.keypad) {
    while (await phone.locator('main [data-number]').count())
      await phone.locator(`main [data-number="${chance(10)}"]`).tap();
    await phone.locator('main [data-confirm]').tap();
    return;
  }
  if (seen.round) return phone.getByRole('button', { name: 'Play the round' }).tap();
  await anyAnswer();
}

// Any but giving the game up.
async function anyAnswer() {
  const answers = phone.locator('main [data-answer]').filter({ hasNotText: 'loses the game' });
  await answers.nth(chance(await answers.count())).tap();
}

const undoable = () => phone.locator('[data-undo]').innerText();

async function openRoom(name) {
  await phone.locator('main [data-menu]').tap();
  await phone.locator(`dialog [data-room="${name}"]`).tap();
}

const closeMenu = () => phone.locator('dialog[open]').getByRole('button', { name: 'Close' }).tap();

async function download(label) {
  const [file] = await Promise.all([phone.waitForEvent('download'), phone.getByRole('button', { name: label }).tap()]);
  return readFileSync(await file.path(), 'utf8');
}

await attempt('a game with real cards begins on a phone', async () => {
  await phone.goto('/arbiter');
  await phone.getByLabel('Which rules?').selectOption('split-v3');
  await typeNames(['Ada', 'Ben', 'Cleo']);
  await picture(phone, 'arbiter-new-phone');
  await phone.locator('[data-begin]').tap();
  await phone.waitForSelector('[data-asks="round"]');
  const { counts, question } = await standing(phone);
  if (!same(await numbersOf(phone), [20, 20, 20])) return counts;
  return /Ada, Ben and Cleo/.test(question) ? '' : question;
});

await attempt('a round is told and counted', async () => {
  for (const number of [7, 4, 9]) await phone.locator(`main [data-number="${number}"]`).tap();
  await picture(phone, 'arbiter-round-phone');
  await phone.locator('main [data-confirm]').tap();
  await phone.locator('main [data-answer]', { hasText: 'Ben' }).tap();
  // The example of docs/arbiter.md.
  await phone.locator('[data-told]', { hasText: 'Ben draws 2 number cards' }).waitFor();
  const numbers = await numbersOf(phone);
  return same(numbers, [21, 23, 19]) ? '' : `the hands are ${numbers}`;
});

await attempt('others follow on a screen of their own', async () => {
  await openRoom('follow');
  await phone.getByRole('button', { name: 'Make a link' }).tap();
  const link = phone.locator('dialog .link a');
  await link.waitFor();
  await phone.waitForFunction(() => document.querySelector('dialog img')?.naturalWidth > 0);
  await other.goto(new URL(await link.getAttribute('href')).pathname);
  await closeMenu();
  await other.waitForSelector('main [data-seat]');
  const [here, there] = [await standing(phone), await standing(other)];
  return same(here, there) ? '' : `${JSON.stringify(here)} but they see ${JSON.stringify(there)}`;
});

await attempt('undo takes an entry back, redo brings it again', async () => {
  const before = await standing(phone);
  await entry();
  const after = await standing(phone);
  if (same(before, after)) return 'an entry changed nothing';
  await phone.locator('[data-undo]').tap();
  const back = await standing(phone);
  if (!same(before, back)) return `${JSON.stringify(before)} became ${JSON.stringify(back)}`;
  await phone.locator('[data-redo]').tap();
  return same(after, await standing(phone)) ? '' : 'redo brought something else';
});

await attempt('a count is corrected', async () => {
  while (!['round', 'claim'].includes(await asks())) await entry();
  await openRoom('correct');
  // Short hands make a short game; what is taken from them is put away.
  for (const name of ['Ada', 'Ben', 'Cleo'])
    await phone.getByLabel(`Number cards of ${name}`, { exact: true }).fill('5');
  await picture(phone, 'arbiter-correct-phone');
  await phone.getByRole('button', { name: 'Correct it' }).tap();
  await phone.waitForSelector('dialog[open]', { state: 'detached' });
  const numbers = await numbersOf(phone);
  return same(numbers, [5, 5, 5]) ? '' : `the hands are ${numbers}`;
});

await attempt('the game is played to its end, loaded anew now and then', async () => {
  let reloads = 0;
  const alert = phone.locator('main [role=alert]');
  for (let i = 0; (await asks()) !== 'over'; i++) {
    if (i > 400) return `no end: ${JSON.stringify(await standing(phone))}`;
    await entry();
    if (await alert.count()) return `refused: ${await alert.first().innerText()}`;
    if (i % 7 === 5 && reloads < 3) {
      const before = await standing(phone);
      await phone.reload();
      await phone.waitForSelector('main [data-asks]');
      reloads++;
      const after = await standing(phone);
      if (!same(before, after)) return `${JSON.stringify(before)} became ${JSON.stringify(after)}`;
    }
  }
  await picture(phone, 'arbiter-over-phone');
  const { counts, question } = await standing(phone);
  if (!/wins/.test(counts) || !/win/.test(question)) return `the end is ${counts}: ${question}`;
  return reloads ? '' : 'the game was over before the page could be loaded anew';
});

await attempt('the others have seen it to the end', async () => {
  const { counts } = await standing(phone);
  await other.locator('main [data-seat]', { hasText: 'wins' }).first().waitFor();
  await picture(other, 'follow-wide');
  const there = await standing(other);
  return there.counts === counts ? '' : `${counts} but they see ${there.counts}`;
});

await attempt('the program reads the same out of the same log', async () => {
  await openRoom('take');
  const log = await download('The log, to continue elsewhere');
  const page = {};
  for (const [format, label] of [['text', 'This game as text'], ['csv', /\(csv\)/], ['json', /\(json\)/]])
    page[format] = await download(label);
  await closeMenu();
  const file = join(server.folder, 'phone.log');
  writeFileSync(file, log);
  for (const format of ['text', 'csv', 'json']) {
    const words = ['arbiter', '--file', file, '--export', format];
    const { stdout, stderr } = spawnSync(program(), words, { encoding: 'utf8' });
    if (stdout.trim() === page[format].trim()) continue;
    return `${format}: ${stderr || stdout.slice(0, 300)} but the page has ${page[format].slice(0, 300)}`;
  }
});

await attempt('a score sheet is kept to its end', async () => {
  await openRoom('newGame');
  await phone.getByLabel('Which rules?').selectOption('official');
  await typeNames(['Ada', 'Ben', 'Cleo']);
  await phone.getByLabel(/^How many points/).fill('200');
  await phone.locator('dialog [data-begin]').tap();
  await phone.waitForSelector('[data-asks="deal"]');
  // Ada wins; Ben holds a 9 and a Draw Two, Cleo a Wild Draw Four: 9 + 20 + 50.
  await phone.locator('main [data-answer="Ada"]').tap();
  const tapCard = (name) => phone.locator(`main [data-points][aria-label^="${name}, "]`).tap();
  await phone.locator('main [data-holder="Ben"]').tap();
  await tapCard('9');
  await tapCard('Draw Two');
  await phone.locator('main [data-holder="Cleo"]').tap();
  await tapCard('Wild Draw Four');
  await picture(phone, 'arbiter-points-phone');
  await phone.getByRole('button', { name: 'Enter 79 points' }).tap();
  await phone.waitForSelector('main [data-answer="Ada"]');
  if (!same(await numbersOf(phone), [79, 0, 0])) return `after the first deal: ${await numbersOf(phone)}`;
  await phone.locator('main [data-answer="nobody"]').tap();
  await phone.reload();
  await phone.waitForSelector('main [data-answer="Cleo"]');
  // Then as a number: Cleo 64, and Ada 121 to 200.
  for (const [name, points] of [['Cleo', '64'], ['Ada', '121']]) {
    await phone.locator(`main [data-answer="${name}"]`).tap();
    await phone.getByRole('button', { name: 'Type the points' }).tap();
    for (const digit of points) await phone.locator(`main [data-number="${digit}"]`).tap();
    await phone.locator('main [data-confirm]').tap();
    await phone.waitForSelector('main [data-confirm]', { state: 'detached' });
  }
  await phone.waitForSelector('[data-asks="over"]');
  await picture(phone, 'arbiter-scores-phone');
  const { counts } = await standing(phone);
  if (!same(await numbersOf(phone), [200, 0, 64])) return `at the end: ${counts}`;
  return /Ada 200 points wins/.test(counts) ? '' : counts;
});

const complaints = [...phone.complaints, ...other.complaints];
check('nothing failed meanwhile', !complaints.length, complaints.join(' | '));
await browser.close();
await server.stop();
finish();
