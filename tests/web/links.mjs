// links.mjs -- a link that opens a seat on another device asks before it makes anybody somebody else.
import { ask, attempt, browse, finish, makeTable, person, picture, Server, sizes } from './lib.mjs';

const server = await Server.start();
const browser = await browse();

// A person of that name with a browser, and a link to their seat.
async function somebody(name, options) {
  const page = await person(browser, server, options);
  await page.goto('/');
  await ask(page, 'POST', 'guest', { name });
  return page;
}
const linkOf = async (page) => new URL((await ask(page, 'POST', 'link', {})).link).pathname;
const nameOf = async (page) => (await ask(page, 'GET', 'me')).user?.name ?? 'nobody';

await attempt('a guest is asked, told what would be lost, and can stay', async () => {
  const eve = await somebody('Eve');
  const ada = await somebody('Ada', { size: sizes.phone });
  await makeTable(ada);
  await makeTable(ada);
  await ada.goto(await linkOf(eve));
  await ada.getByText('You are playing here as Ada').waitFor();
  await ada.getByText('at 2 tables').waitFor();
  await picture(ada, 'link-asks');
  await ada.waitForTimeout(500);
  if ((await nameOf(ada)) !== 'Ada') return 'she was made somebody else';
  await ada.getByRole('link', { name: 'Stay Ada' }).click();
  await ada.waitForURL(server.url + '/');
  if ((await nameOf(ada)) !== 'Ada') return 'she did not stay';
  await ada.goto(await linkOf(eve));
  await ada.getByRole('button', { name: 'Open the link anyway' }).click();
  await ada.getByRole('heading', { name: 'You are Eve here now' }).waitFor();
  if ((await nameOf(ada)) !== 'Eve') return 'the link was not opened';
  const complaints = [...ada.complaints, ...eve.complaints];
  for (const page of [ada, eve]) await page.context().close();
  return complaints.join(' | ');
});

await attempt('somebody new opens it with one press, in German as well', async () => {
  const ben = await somebody('Ben');
  const phone = await person(browser, server, { size: sizes.phone, settings: { language: 'de' } });
  await phone.goto(await linkOf(ben));
  await phone.getByRole('button', { name: 'Hier öffnen' }).waitFor();
  if ((await nameOf(phone)) !== 'nobody') return 'it opened by itself';
  await phone.getByRole('button', { name: 'Hier öffnen' }).click();
  await phone.getByText('Du bist hier jetzt Ben').waitFor();
  if ((await nameOf(phone)) !== 'Ben') return `he is ${await nameOf(phone)}`;
  await phone.goto(await linkOf(ben)); // his own again: nothing to lose
  await phone.getByText('Du spielst hier als Gast Ben').waitFor();
  const complaints = phone.complaints;
  for (const page of [ben, phone]) await page.context().close();
  return complaints.join(' | ');
});

await attempt('a link that was used says so', async () => {
  const page = await person(browser, server);
  await page.goto(`/l/${'0'.repeat(64)}`);
  await page.getByRole('button', { name: 'Open it here' }).click();
  await page.getByRole('heading', { name: 'This link cannot be used' }).waitFor();
  await page.context().close();
});

await browser.close();
await server.stop();
finish();
