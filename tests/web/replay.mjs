// replay.mjs -- a game is played, then watched again: slider, steps, keys, every seat's view and all cards; its deal is
// checked, also by the program; links and files show it elsewhere, and damaged ones say so.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ask, attempt, browse, check, finish, makeTable, person, picture, playOut, program, Server, sizes,
} from './lib.mjs';

const server = await Server.start();
const browser = await browse();
const page = await person(browser, server, { acceptDownloads: true });
let record = '';
let shared = '';

const slider = () => page.locator('input[type=range]');
const where = async (at = page) => (await at.getByText(/^Action \d+ of \d+$/).textContent()).match(/\d+/g).map(Number);
const watch = (who) => page.getByLabel('View', { exact: true }).selectOption(who);

// Cards by seat, as the open hands show them.
const openHands = (at = page) => at.$$eval('.hands dl > div', (all) => all.map((e) => ({
  who: e.querySelector('dt').firstChild.textContent.trim(),
  count: Number(e.querySelector('dt span').textContent.match(/\d+/)[0]),
  cards: e.querySelector('dd .hear').textContent.split(', ').filter(Boolean).sort().join(),
  faces: e.querySelectorAll('dd .card svg').length,
})));

// The hand at the table, card by card, as a screen reader says them.
const tableHand = () => page.$$eval('[data-table] [data-hand] [data-card]', (all) =>
  all.map((e) => e.getAttribute('aria-label').replace(/, (new|playable)/g, '')).sort().join());

const told = () => page.locator('.log [aria-current]').innerText();

async function download() {
  const button = page.getByRole('button', { name: 'Download the record' });
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFileSync(await file.path(), 'utf8');
}

const closeDialog = (at = page) => at.locator('dialog[open]').getByRole('button', { name: 'Close' }).click();

await attempt('a game on the server, to its end', async () => {
  await page.goto('/');
  await ask(page, 'POST', 'guest', { name: 'Ada' });
  const options = { target: '0' };
  const table = await makeTable(page, { seats: 3, options, window_ms: 200, pace_ms: 20, fill: 'easy' });
  await page.goto(`/t/${table.code}`);
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.waitForSelector('[data-table] [data-card]');
  await playOut([page], { seed: 8 });
  await page.getByRole('link', { name: 'Replay' }).waitFor();
});

await attempt('its deal is checked', async () => {
  await page.getByRole('button', { name: 'Check the deal' }).click();
  await page.getByText('Everything in this record holds.').waitFor();
  await picture(page, 'check-the-deal');
  const words = await page.locator('dialog[open]').innerText();
  await closeDialog();
  return /Added a number: \S+\./.test(words) && /The record has the same/.test(words) ? '' : words;
});

await attempt('Escape closes the dialog alone', async () => {
  await page.getByRole('button', { name: 'Check the deal' }).click();
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  if (await page.locator('[data-over]').count()) return '';
  await page.getByRole('button', { name: 'Result' }).click();
  return 'the result behind it was closed as well';
});

await attempt('the program finds the record good as well', async () => {
  record = await download();
  const file = join(server.folder, 'game.uno');
  writeFileSync(file, record);
  const { status, stdout, stderr } = spawnSync(program(), ['verify', file], { encoding: 'utf8' });
  return status === 0 ? '' : stdout + stderr;
});

await attempt('the replay is opened from the end of the game', async () => {
  await page.getByRole('link', { name: 'Replay' }).click();
  await slider().waitFor();
  await page.waitForSelector('[data-table]');
  const [at, length] = await where();
  const actions = Number(/^actions (\d+)$/m.exec(record)?.[1]);
  return at === 0 && length === actions ? '' : `at ${at} of ${length}; the record has ${actions} actions`;
});

await attempt('slider, steps and keys go to any action', async () => {
  const [, length] = await where();
  const middle = length >> 1;
  await slider().fill(String(middle));
  const at = async (wanted, how) => {
    const arrived = (number) => Number(document.querySelector('input[type=range]').value) === number;
    await page.waitForFunction(arrived, wanted).catch(() => {
      throw new Error(`${how} does not lead to ${wanted}`);
    });
  };
  await at(middle, 'the slider');
  const here = await told();
  await page.getByRole('button', { name: 'One action forward' }).click();
  await at(middle + 1, 'the step on');
  await page.getByRole('button', { name: 'One action back' }).click();
  await at(middle, 'the step back');
  if ((await told()) !== here) return `"${here}" became "${await told()}"`;
  await page.locator('h1').click();
  for (const [key, wanted] of [['ArrowRight', middle + 1], ['ArrowLeft', middle], ['End', length], ['Home', 0]]) {
    await page.keyboard.press(key);
    await at(wanted, key);
  }
  await page.locator('.log li button').nth(4).click();
  const [line] = await where();
  if (!line) return 'a line of the log leads nowhere';
  await page.getByRole('button', { name: 'To the next deal, UNO or catch' }).click();
  const [mark] = await where();
  if (mark <= line) return `the next mark is ${mark}, from ${line}`;
});

await attempt('it plays by itself, and stops', async () => {
  await page.keyboard.press('Home');
  await page.getByLabel('Speed').selectOption('4');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForFunction(() => Number(document.querySelector('input[type=range]').value) >= 3);
  await page.getByRole('button', { name: 'Pause' }).click();
  const [stopped] = await where();
  await page.waitForTimeout(700); // longer than an action takes at this speed
  const [later] = await where();
  return later === stopped ? '' : `it went on from ${stopped} to ${later}`;
});

await attempt('every seat saw its own cards, a spectator none, and all cards are shown to who asks', async () => {
  const [, length] = await where();
  for (const number of [0, Math.floor(length / 3), length - 1]) {
    await slider().fill(String(number));
    await watch('all');
    const hands = await openHands();
    if (hands.length !== 3) return `${hands.length} open hands`;
    for (const { who, count, cards, faces } of hands)
      if (count !== faces || count !== cards.split(',').length)
        return `${who} has ${count} cards, ${faces} faces, and is said to hold ${cards}`;
    for (const [i, seat] of ['A', 'B', 'C'].entries()) {
      await watch(seat);
      const hand = await tableHand();
      if (hand !== hands[i].cards) return `action ${number}: ${seat} saw ${hand}, but held ${hands[i].cards}`;
      if (await page.locator('.hands').count()) return `with the view of ${seat} all hands are open`;
    }
    await watch('');
    if (await tableHand()) return 'a spectator sees a hand';
    const held = (await page.locator('[data-table] [data-seat] .count b').allTextContents()).join();
    const counts = hands.map((hand) => hand.count).join();
    if (held !== counts) return `the seats show ${held}, the hands ${counts}`;
  }
  await watch('all');
  await slider().fill(String(length >> 1));
  await picture(page, 'replay-all-cards-wide');
});

await attempt('the result stands at the end', async () => {
  await page.locator('h1').click();
  await page.keyboard.press('End');
  await page.waitForSelector('[data-over]');
  const words = await page.locator('[data-over]').innerText();
  return /Winner/.test(words) ? '' : words;
});

await attempt('nothing can be done at a game that was played', async () => {
  await page.keyboard.press('Home');
  await watch('A');
  const deeds = ['[data-move]', '[data-choice]', '[data-uno]'].map((one) => `[data-table] ${one}:visible`).join();
  return (await page.locator(deeds).allTextContents()).join();
});

await attempt('a game against a bot is shared in a link', async () => {
  await page.goto('/play?ruleset=split-duel&opponents=1&level=easy&pace=0&seed=5');
  await page.waitForSelector('[data-table] [data-card]');
  await playOut([page], { seed: 5 });
  await page.getByRole('button', { name: 'Share' }).click();
  shared = await page.getByLabel('Link', { exact: true }).inputValue();
  await closeDialog();
  const other = await person(browser, server, { size: sizes.phone, hasTouch: true });
  await other.goto(shared.replace(/^https?:\/\/[^/]+/, ''));
  await other.waitForSelector('[data-table]');
  await picture(other, 'replay-shared-phone');
  const hands = await openHands(other);
  const cookies = await other.context().cookies();
  await other.getByRole('button', { name: 'Check the deal' }).click();
  await other.getByText('Everything in this record holds.').waitFor();
  const complaints = other.complaints.join(' | ');
  await other.context().close();
  if (cookies.length) return `looking at a link made somebody of the visitor: ${JSON.stringify(cookies)}`;
  return hands.length === 2 && hands.every((hand) => hand.count === 20) ? complaints : JSON.stringify(hands);
});

await attempt('a damaged link, a wrong file and a changed record say so', async () => {
  await page.goto('/replay#record=AAAA' + shared.slice(-40));
  await page.getByText('The link is damaged').waitFor();
  const input = page.locator('input[type=file]').first();
  const drop = (name, text) => input.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await drop('letter.txt', 'Dear Ada,\n');
  await page.getByText('This is not a record of a game').waitFor();
  await picture(page, 'replay-wrong-file');
  await drop('game.uno', record.replace(/\nwinners [^]*$/, '\n'));
  await page.waitForSelector('[data-table]');
  await page.getByText('This game is not finished').waitFor();
  if (await page.locator('option[value="all"]').count()) return 'a game that is not finished shows all cards';
  // A digit of the secret, and the deal is another one.
  const secret = /^secret .*$/m.exec(record)?.[0] ?? '';
  if (!secret) return `no secret in ${record.slice(0, 300)}`;
  const last = secret.at(-1);
  await drop('game.uno', record.replace(secret, secret.slice(0, -1) + (last === '0' ? '1' : '0')));
  const checks = page.getByRole('button', { name: 'Check the deal' });
  const refused = page.getByText('This game cannot be shown.');
  await refused.or(checks).first().waitFor();
  if (await refused.count()) return '';
  await checks.click();
  await page.getByText('This record does not hold.').waitFor();
  await picture(page, 'check-changed');
});

check('nothing failed meanwhile', !page.complaints.length, [...new Set(page.complaints)].join(' | '));
await browser.close();
await server.stop();
finish();
