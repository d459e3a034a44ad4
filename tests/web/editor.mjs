// editor.mjs -- the card editor of the workshop: a card built from nothing by clicking, its sentence growing beside it, a mistake shown
// where it is and mended, the lines of the file changed on their side, a game played with it; a card by keyboard alone; cards
// of the deck changed and taken out; and every shipped file through the form without a change.
import { readdirSync, readFileSync } from 'node:fs';
import { attempt, axeFaults, browse, check, finish, glance, person, picture, playOut, Server, sizes } from './lib.mjs';

const files = new URL('../../rulesets/', import.meta.url);
const server = await Server.start();
const browser = await browse();
const page = await person(browser, server, { settings: { opponents: 1, level: 'easy' } });
const tab = (name, at = page) => at.getByRole('tab', { name }).click();
const section = (name, at = page) => at.locator(`[data-section="${name}"]`);
const sentence = (name, at = page) => section(name, at).locator('.sentence').innerText();
const file = async (at = page) => {
  await tab(/^(Text|Text )/, at);
  return at.locator('textarea[wrap="off"]').inputValue();
};
// Opens a section, unless it is open.
async function unfold(name, at = page) {
  const box = section(name, at).locator('> details');
  await box.waitFor();
  if ((await box.getAttribute('open')) === null) await box.locator('> summary').click();
  await box.locator('> .body').waitFor();
}
const sentenceHas = (name, words, at = page) => section(name, at).locator('.sentence', { hasText: words }).waitFor();

// Adds a step by its label to the steps of a group.
async function addStep(group, label) {
  const add = group.locator('> .add');
  await add.locator('select').selectOption({ label });
  await add.getByRole('button', { name: 'Add step' }).click();
}

await attempt('a card is built from nothing by clicking, and its sentence grows', async () => {
  await page.goto('/workshop?from=official');
  await page.waitForSelector('.status');
  await tab('Cards');
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Squeeze');
  const card = section('card Squeeze');
  await card.getByLabel('How many', { exact: true }).first().fill('3');
  await sentenceHas('card Squeeze', 'the next player draws 2 cards and loses the turn');
  for (const colour of ['Red', 'Blue']) await card.getByLabel(colour, { exact: true }).check();
  await card.getByLabel('Copies in each colour').fill('4');
  const steps = card.getByRole('group', { name: 'When it is played' }).locator('> .steps');
  await addStep(steps, 'You choose the colour');
  await sentenceHas('card Squeeze', 'you name the colour in play');
  await addStep(steps, 'If…');
  const when = steps.locator('> ol > [data-step=if]');
  await when.getByLabel('Second', { exact: true }).fill('3');
  await sentenceHas('card Squeeze', 'if you hold at least 3 cards, you draw 1 card');
  await when.getByLabel('Who', { exact: true }).selectOption('others');
  await sentenceHas('card Squeeze', 'all other players draw 1 card');
  await picture(page, 'editor-card');
  const text = await file();
  await tab('Cards');
  await unfold('card Squeeze');
  const wanted = 'effects = draw 2, choose colour, if cards of me at least 3: take 1 by others';
  return text.includes(wanted) ? '' : `the file has ${text}`;
});

await attempt('a mistake is shown at its step, and mended there', async () => {
  const card = section('card Squeeze');
  await unfold('card Squeeze');
  const steps = card.getByRole('group', { name: 'When it is played' }).locator('> .steps');
  await addStep(steps, 'Gains');
  const gains = steps.locator('> ol > [data-step=gain]');
  await gains.locator('.error', { hasText: 'the name of a counter was expected' }).waitFor();
  if (await page.getByRole('button', { name: 'Play it now' }).isEnabled()) return 'it can be played nevertheless';
  await picture(page, 'editor-mistake');
  await page.getByRole('button', { name: 'Add a counter' }).click();
  await page.getByLabel('Name', { exact: true }).fill('gold');
  await unfold('card Squeeze');
  await section('card Squeeze').locator('[data-step=gain]').getByLabel('Counter').selectOption('gold');
  await page.locator('.status:not(.wrong)').waitFor();
  await sentenceHas('card Squeeze', 'you gain 1 gold');
  return (await section('card Squeeze').locator('.form .error').count()) ? 'the mistake is still there' : '';
});

await attempt('the lines beside it change the form, and the other way round', async () => {
  const card = section('card Squeeze');
  const lines = card.locator('textarea');
  const before = await lines.inputValue();
  await lines.fill(before.replace(/effects = .*/, 'effects = take 2 by nxt ; so far'));
  await card.locator('.form .error', { hasText: 'did you mean next?' }).first().waitFor();
  await lines.fill(before.replace(/effects = .*/, 'effects = take 2 by next ; so far'));
  await sentenceHas('card Squeeze', 'The next player draws 2 cards.');
  const steps = card.getByRole('group', { name: 'When it is played' }).locator('> .steps');
  await steps.getByLabel('How many', { exact: true }).fill('5');
  await sentenceHas('card Squeeze', 'The next player draws 5 cards.');
  const now = await lines.inputValue();
  if (!now.includes('effects = take 5 by next ; so far')) return `the remark is lost: ${now}`;
  await lines.press('End');
  await lines.fill(`${now}\n; a remark\npoints = 35`);
  await page.getByText('Points, short name and more').first().click();
  const points = await card.getByLabel('Points', { exact: true }).inputValue();
  return points === '35' ? '' : `points are ${points}`;
});

await attempt('a card like another brings what it needs, a card of the deck is taken out', async () => {
  await page.getByLabel('A card or rule of another ruleset to begin with').selectOption({ label: 'Like Leech' });
  await page.getByRole('button', { name: 'Begin with it' }).click();
  await sentenceHas('card Leech', 'It stays before the player you name for 3 of their turns.');
  await page.getByLabel('A card of the deck to change or take out').selectOption('Skip');
  await page.getByRole('button', { name: 'Change or take out' }).click();
  await section('card Skip').getByRole('button', { name: 'Take it out of the deck' }).click();
  await sentenceHas('card Skip', 'Taken out of the deck.');
  await page.locator('.status:not(.wrong)').waitFor();
  const text = await file();
  const parts = ['[counter mana]', '[deck Magic]', '[card Leech]', '[card Skip]\ncount = 0', '[card Squeeze]'];
  await tab('What changes');
  const changes = await page.locator('[role=tabpanel]:visible').innerText();
  await picture(page, 'editor-changes');
  for (const name of ['Skip', 'Leech', 'Squeeze']) if (!changes.includes(name)) return `the difference has no ${name}: ${changes}`;
  return parts.filter((part) => !text.includes(part)).join(', ');
});

await attempt('bots try it', async () => {
  await tab('Simulate');
  await page.getByLabel('Games per side').fill('20');
  await tab('Cards');
  await page.getByRole('button', { name: 'Try it with bots' }).click();
  await page.getByText('40 of 40 games played').waitFor();
});

await attempt('a link opens it elsewhere with what is different', async () => {
  await page.getByRole('button', { name: 'Share' }).click();
  await page.waitForFunction(() => document.querySelector('dialog[open] img')?.naturalWidth > 0 || document.querySelector('dialog[open]'));
  const link = (await page.getByLabel('To read and play').inputValue()).replace(/^https?:\/\/[^/]+/, '');
  await page.keyboard.press('Escape');
  const other = await person(browser, server, { size: sizes.phone, hasTouch: true });
  await other.goto(link);
  await other.getByText('Leech').first().waitFor();
  const words = await other.locator('main').innerText();
  const complaints = other.complaints.join(' | ');
  await other.context().close();
  return words.includes('Everybody has mana') ? complaints : `the book has no mana: ${words.slice(0, 400)}`;
});

await attempt('a game is played with it to its end', async () => {
  await tab('Options');
  await page.locator('[data-option="target"] input').first().fill('0');
  await page.getByRole('button', { name: 'Play it now' }).click();
  await page.waitForSelector('[data-table] [data-card]');
  if (!(await page.locator('[data-counter="mana"]').count())) return 'nobody has mana';
  await playOut([page], { seed: 5 });
  return (await glance(page)).over ? '' : 'the game has no end';
});

await attempt('a card is built by keyboard alone', async () => {
  await page.goto('/workshop?from=official');
  await page.waitForSelector('.status');
  await page.getByRole('tab', { name: 'Options' }).focus();
  await page.keyboard.press('ArrowRight');
  const focused = (what) => page.evaluate((words) => document.activeElement?.textContent?.includes(words) ?? false, what);
  for (let i = 0; i < 10 && !(await focused('Add a card')); i++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Keys');
  const card = section('card Keys');
  await card.waitFor();
  for (let i = 0; i < 20 && !(await page.evaluate(() => document.activeElement?.matches('[data-step] .verb'))); i++) await page.keyboard.press('Tab');
  await page.keyboard.type('Draws cards');
  await page.keyboard.press('Tab');
  await page.keyboard.type('the next');
  await sentenceHas('card Keys', 'the next player draws 2 cards');
});

await attempt('it fits a phone, in both themes and languages', async () => {
  const faults = [];
  for (const [theme, language] of [['dark', 'en'], ['light', 'de']]) {
    const phone = await person(browser, server, { size: sizes.phone, hasTouch: true, settings: { theme, language } });
    await phone.goto('/workshop?from=ultimate-magic');
    await phone.waitForSelector('.status');
    await phone.getByRole('tab').nth(1).click();
    await phone.locator('.begin select').first().selectOption('ultimate-magic/card/Dice of Fate');
    await phone.locator('.begin .pair button').first().click();
    const made = section('card Dice of Fate 2', phone);
    await made.locator('[data-step=roll]').waitFor();
    const words = language === 'de' ? 'Ein Würfel entscheidet: bei 1 oder 2' : 'A die decides: on 1 or 2';
    if (!(await sentence('card Dice of Fate 2', phone)).includes(words)) faults.push(await sentence('card Dice of Fate 2', phone));
    const wide = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) faults.push(`${theme}: ${wide} px too wide`);
    faults.push(await axeFaults(phone));
    await picture(phone, `editor-phone-${theme}`);
    faults.push(...phone.complaints);
    await phone.context().close();
  }
  return faults.filter(Boolean).join(' | ');
});

await attempt('every shipped file goes through the form and stays as it is', async () => {
  let seen = 0;
  for (const name of readdirSync(files)) {
    const text = readFileSync(new URL(name, files), 'utf8');
    await page.goto('/workshop?from=official');
    await page.waitForSelector('.status');
    await tab('Text');
    await page.locator('textarea[wrap="off"]').fill(text);
    await tab('Cards');
    const boxes = page.locator('.sections > li');
    const count = await boxes.count();
    for (let i = 0; i < count; i++) await boxes.nth(i).locator('summary').first().click();
    if (await page.locator('[data-program] > .text-field').count()) return `${name} has a program that the form does not show`;
    if (await page.locator('.sections .error').count()) return `${name}: ${await page.locator('.sections .error').first().innerText()}`;
    if ((await file()) !== text) return `${name} has changed`;
    seen += count;
  }
  return seen > 40 ? '' : `only ${seen} sections`;
});

check('nothing failed meanwhile', !page.complaints.length, [...new Set(page.complaints)].join(' | '));
await browser.close();
await server.stop();
finish();
