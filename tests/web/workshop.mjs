// workshop.mjs -- rules of one's own: an option changed, a conflict shown and mended, a card invented, the difference
// read, a link opened in another browser, bots simulating it, a game by it, and the club that keeps it.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  attempt, ask, browse, check, finish, glance, makeTable, person, picture, playOut, program, Server, sizes,
} from './lib.mjs';

const server = await Server.start();
const browser = await browse();
const page = await person(browser, server, { settings: { opponents: 1, level: 'easy' } });
const tab = (name, at = page) => at.getByRole('tab', { name }).click();
const status = () => page.locator('.status').innerText();
const option = (name) => page.locator(`[data-option="${name}"]`);
let link = '';

await attempt('an option is changed, with the sentence of the rulebook', async () => {
  await page.goto('/workshop?from=official');
  await page.getByText('No difference from Official UNO yet').waitFor();
  const choice = option('stack_draws').locator('label').nth(1);
  const sentence = (await choice.innerText()).trim();
  await choice.click();
  await page.getByText('One difference from Official UNO').waitFor();
  await tab('What changes');
  const words = await page.locator('[role=tabpanel]:visible').innerText();
  await picture(page, 'workshop-difference');
  await tab('Options');
  return words.includes(sentence) ? '' : `"${sentence}" is not in "${words}"`;
});

await attempt('what does not fit is said, and mended at a press', async () => {
  // Without a card in hand there is no game.
  await option('cards_dealt').locator('input').first().fill('0');
  await page.locator('.status.wrong').waitFor();
  const words = await status();
  await picture(page, 'workshop-conflict');
  if (!(await option('cards_dealt').locator('.error').count())) return `the option does not say so itself: ${words}`;
  if (await page.getByRole('button', { name: 'Play it now' }).isEnabled()) return 'rules that do not fit can be played';
  await tab('Rulebook');
  await page.getByText('First fix what does not fit.').first().waitFor();
  await tab('Options');
  const mends = page.locator('.status .row button');
  if (!(await mends.count())) return `nothing is proposed: ${words}`;
  await mends.first().click();
  await page.locator('.status:not(.wrong)').waitFor();
});

await attempt('two options that exclude each other are named', async () => {
  const before = await page.evaluate(() => document.querySelector('.status').innerText);
  await tab('Text');
  const text = page.locator('textarea[wrap="off"]');
  const kept = await text.inputValue();
  await text.fill(`${kept.trim()}\nteams = 2\nelimination = on\n`);
  await page.locator('.status.wrong').waitFor();
  const words = await status();
  await picture(page, 'workshop-line');
  await page.getByRole('button', { name: /^Show line/ }).click();
  const marked = await text.evaluate((e) => e.value.slice(e.value.lastIndexOf('\n', e.selectionStart - 1) + 1, e.selectionEnd));
  await text.fill(kept);
  await page.locator('.status:not(.wrong)').waitFor();
  await tab('Options');
  if (!/teams|elimination/.test(marked)) return `line "${marked}" is shown for ${words}`;
  return (await status()) === before ? '' : `${before} became ${await status()}`;
});

await attempt('a card is invented', async () => {
  await tab('Cards');
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Lightning');
  await page.getByLabel('How many', { exact: true }).first().fill('4');
  await page.locator('.status:not(.wrong)').waitFor();
  await picture(page, 'workshop-card');
  await tab('Rulebook');
  await page.getByText('Lightning').first().waitFor();
  await tab('What changes');
  const words = await page.locator('[role=tabpanel]:visible').innerText();
  return /Lightning/.test(words) ? '' : `the difference says nothing of it: ${words}`;
});

await attempt('what was typed is there again after the page was loaded anew', async () => {
  await page.getByLabel('Title').fill('Friday rules');
  await page.waitForFunction(() => document.querySelector('.status').innerText.includes('Kept in this browser'));
  const before = await status();
  await page.reload();
  await page.waitForSelector('.status');
  const title = await page.getByLabel('Title').inputValue();
  if (title !== 'Friday rules') return `the title is ${title}`;
  return (await status()) === before ? '' : `${before} became ${await status()}`;
});

await attempt('undo takes the last change back', async () => {
  const before = await status();
  await option('jump_in').locator('input').last().click();
  await page.waitForFunction((words) => document.querySelector('.status').innerText !== words, before);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForFunction((words) => document.querySelector('.status').innerText === words, before);
});

await attempt('bots simulate it, and the report is that of uno lab', async () => {
  await tab('Simulate');
  await page.getByLabel('Games per side').fill('200');
  await page.getByLabel('Seed').fill('friday');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await page.getByText('400 of 400 games played').waitFor({ timeout: 60000 });
  await page.getByText('The whole report').click();
  await page.locator('.report svg[role=img]').first().waitFor();
  await picture(page, 'workshop-simulated');
  const words = await page.locator('[role=tabpanel]:visible').innerText();
  for (const wanted of ['How long a game takes', 'Who wins', 'No. 1 in the order of play', 'How this was found'])
    if (!words.includes(wanted)) return `"${wanted}" is missing`;
  if (!/Games take|No difference in length/.test(words)) return words.slice(0, 300);
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save it as a file' }).click()]);
  const saved = readFileSync(await download.path(), 'utf8');
  // The same from a terminal: the rules out of the page, the seed, any number of threads.
  await tab('Text');
  const folder = mkdtempSync(join(tmpdir(), 'uno-workshop-'));
  writeFileSync(join(folder, 'friday-rules.ini'), await page.locator('textarea[wrap="off"]').inputValue());
  const command = /The same again: uno (.*?)<\/p>/.exec(saved)?.[1].replaceAll("'", '').split(' ') ?? [];
  execFileSync(resolve(program()), [...command, '--threads', '2', '--report', 'lab.html'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const theirs = readFileSync(join(folder, 'lab.html'), 'utf8');
  rmSync(folder, { recursive: true });
  return theirs === saved ? '' : `another report by: uno ${command.join(' ')}`;
});

await attempt('a link shows it in another browser, to read, to change and to play', async () => {
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForFunction(() => document.querySelector('dialog[open] img')?.naturalWidth > 0);
  link = await page.getByLabel('To read and play').inputValue();
  const edit = await page.getByLabel('To change further').inputValue();
  await page.keyboard.press('Escape');
  const other = await person(browser, server, { size: sizes.phone, hasTouch: true });
  const path = (address) => address.replace(/^https?:\/\/[^/]+/, '');
  await other.goto(path(edit));
  await other.waitForSelector('.status');
  const title = await other.getByLabel('Title').inputValue();
  await other.goto(path(link));
  await other.getByRole('heading', { name: 'Friday rules' }).waitFor();
  await other.getByText('Lightning').first().waitFor();
  await picture(other, 'own-book-phone');
  await other.getByRole('button', { name: 'Play' }).or(other.getByRole('link', { name: 'Play' })).first().click();
  await other.waitForSelector('[data-table] [data-card]');
  const complaints = other.complaints.join(' | ');
  await other.context().close();
  return title === 'Friday rules' ? complaints : `the workshop has ${title}`;
});

await attempt('a damaged link says so', async () => {
  const other = await person(browser, server);
  await other.goto(link.replace(/^https?:\/\/[^/]+/, '').slice(0, -20));
  await other.getByText('This link is damaged').waitFor();
  await other.context().close();
});

await attempt('it is played', async () => {
  // One deal will do.
  await tab('Options');
  await option('target').locator('input').first().fill('0');
  await page.getByRole('button', { name: 'Play it now' }).click();
  await page.waitForSelector('[data-table] [data-card]');
  const title = await page.locator('h1').textContent();
  await playOut([page], { seed: 13 });
  const { over } = await glance(page);
  if (!over) return 'the game has no end';
  return title === 'Friday rules' ? '' : `the table says ${title}`;
});

await attempt('a club keeps it, version by version, and a table plays it', async () => {
  await page.goto('/');
  await ask(page, 'POST', 'guest', { name: 'Ada' });
  const account = await ask(page, 'POST', 'claim', { name: 'Ada', password: 'correct horse battery' });
  if (!account.user) return JSON.stringify(account);
  const { club } = await ask(page, 'POST', 'clubs', { name: 'Friday club' });
  await page.goto('/workshop');
  await page.waitForSelector('.status');
  await page.getByRole('button', { name: 'Save to a club' }).click();
  const dialog = page.locator('dialog[open]');
  await dialog.getByLabel('Name in the club').fill('friday');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('Saved as version 1.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  // Somebody else saves meanwhile: nothing is overwritten unasked.
  const text = '[ruleset]\nextends = official\ntitle = Theirs\n\n[rules]\njump_in = on\n';
  const theirs = await ask(page, 'PUT', `clubs/${club.id}/rulesets/friday`, { text, base: 1 });
  if (theirs.ruleset?.version !== 2) return JSON.stringify(theirs);
  await page.getByLabel('Title').fill('Friday rules, better');
  await page.getByRole('button', { name: 'Save to a club' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('Somebody else saved version 2 in the meantime').waitFor();
  await picture(page, 'workshop-conflict-in-club');
  await dialog.getByRole('button', { name: 'Save mine as the next version' }).click();
  await dialog.getByText('Saved as version 3.').waitFor();
  await dialog.getByRole('link', { name: 'Rulebook' }).click();
  await page.getByRole('heading', { name: 'Friday rules, better' }).waitFor();
  await page.goto(`/clubs/${club.id}`);
  await page.getByText('Friday rules, better').first().waitFor();
  await picture(page, 'club');
  const table = await makeTable(page, { ruleset: `club:${club.id}/friday`, fill: 'easy', start: true });
  await page.goto(`/t/${table.code}`);
  await page.waitForSelector('[data-table] [data-card]');
});

const errors = page.complaints.filter((line) => !/409/.test(line)); // the conflict itself
check('nothing failed meanwhile', !errors.length, [...new Set(errors)].join(' | '));
await browser.close();
await server.stop();
finish();
