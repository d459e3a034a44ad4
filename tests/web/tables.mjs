// tables.mjs RULESET... -- two browsers play whole games against the real server, one of them on a phone, and one
// loads its page anew in the middle.
import { ask, attempt, browse, finish, person, picture, playOut, Server, sizes } from './lib.mjs';

// A match of official UNO to 500 points is long: a deal or two show as much.
const options = { official: { target: '60' } };

// A record with another fingerprint than the one that was shown.
async function forgedIsNoticed(page) {
  await page.route('**/api/games/*/record', async (route) => {
    const body = await (await route.fetch()).text();
    await route.fulfill({ body: body.replace(/^commitment \w{4}/m, 'commitment 0000') });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Back to the last game' }).click();
  await page.getByText('Warning: this deal is not what the table showed').waitFor();
}

const server = await Server.start();
const browser = await browse();
const rulesets = process.argv.slice(2);
for (const ruleset of rulesets.length ? rulesets : ['official', 'ultimate', 'split-v3', 'split-duel'])
  await attempt(`two browsers play ${ruleset} to its end`, async () => {
    const ada = await person(browser, server, { settings: { name: 'Ada' } });
    const ben = await person(browser, server, { size: sizes.phone, hasTouch: true, settings: { name: 'Ben' } });
    await ada.goto('/');
    await ask(ada, 'POST', 'guest', { name: 'Ada' });
    const table = await ask(ada, 'POST', 'tables', {
      ruleset, seats: 2, options: options[ruleset] ?? {}, think_s: 0, window_ms: 200, pace_ms: 20, fill: '',
    });
    await ada.goto(`/t/${table.code}`);
    await ben.goto(`/t/${table.code}`);
    await ada.getByText('Ben').first().waitFor();
    await ben.getByRole('button', { name: 'I am ready' }).click();
    await ada.getByRole('button', { name: 'Start the game' }).click();
    for (const page of [ada, ben]) await page.waitForSelector('[data-table]');
    let reloads = 0;
    const { rounds } = await playOut([ada, ben], {
      seed: 11,
      each: async (round) => {
        if (round !== 4 && round !== 25) return;
        await picture(ada, `game-${ruleset}-wide`);
        await picture(ben, `game-${ruleset}-phone`);
        await ben.reload();
        await ben.waitForSelector('[data-seat]');
        // Who comes after the end comes to the seats.
        const ended = ben.getByRole('button', { name: 'Back to the last game' });
        if (await ended.count()) await ended.click();
        reloads++;
      },
    });
    for (const page of [ada, ben]) await page.getByText('Fair deal: checked.').waitFor();
    await picture(ada, `over-${ruleset}-wide`);
    await picture(ben, `over-${ruleset}-phone`);
    await ada.getByRole('button', { name: 'What was checked' }).click();
    await ada.getByText('This browser kept what the table showed').waitFor();
    await ada.getByText('Added a number: Ada, Ben.').waitFor();
    await forgedIsNoticed(ben);
    const complaints = [...ada.complaints, ...ben.complaints];
    for (const page of [ada, ben]) await page.context().close();
    console.log(`# ${ruleset}: ${rounds} rounds, ${reloads} reloads`);
    if (!reloads) return 'the game was over before the page could be loaded anew';
    return complaints.join(' | ');
  });
await browser.close();
await server.stop();
finish();
