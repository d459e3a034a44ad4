// screens.mjs [WORD] -- pictures of every state in states.mjs for people to look at, in build/screens/: both families,
// 2 to 10 seats, the pages around the table, wide, upright and lying, dark and light. Each is checked for what a machine
// can see: at a table nothing has to be scrolled, no page is wider than the screen, and nothing complains.
//
// LOOKS=wide-dark,lying-light takes only those; UNO_PAGE_AT is another server's address.
import { browse, check, finish, person, picture, Server, sizes } from './lib.mjs';
import { evenings, pages, tables } from './states.mjs';

const desk = { width: 1440, height: 900 };
const sizesSeen = { wide: desk, upright: sizes.phone, lying: { width: 844, height: 390 }, 'small-lying': { width: 667, height: 375 } };

const looks = ['dark', 'light']
  .flatMap((theme) => Object.entries(sizesSeen).map(([name, size]) => ({ look: `${name}-${theme}`, size, theme })))
  .filter(({ look }) => (process.env.LOOKS ?? look).split(',').includes(look));

// Nothing moves under reduced motion: the new size has been measured, and what was measured is drawn.
const settled = (page) => page.evaluate(async () => {
  for (let i = 0; i < 4; i++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
});

const overflow = (page) => page.evaluate(() => {
  const { scrollHeight, scrollWidth } = document.documentElement;
  return { down: scrollHeight - innerHeight, aside: scrollWidth - innerWidth };
});

async function takePictures(page, name, scrolls) {
  for (const { look, size, theme } of looks) {
    if (scrolls && look.startsWith('small')) continue;
    await page.setViewportSize(size);
    await page.evaluate((value) => (document.documentElement.dataset.theme = value), theme);
    await settled(page);
    await picture(page, `${name}-${look}`);
    const { down, aside } = await overflow(page);
    if (!scrolls) check(`${name}, ${look}: nothing to scroll`, down <= 1, `${down} px`);
    check(`${name}, ${look}: not wider than the screen`, aside <= 1, `${aside} px`);
  }
  check(`${name}: no complaints`, !page.complaints.length, page.complaints.join(' | '));
}

const only = process.argv[2] ?? '';
const server = process.env.UNO_PAGE_AT ? { url: process.env.UNO_PAGE_AT, stop() {} } : await Server.start();
const browser = await browse();

async function state(name, arrive, scrolls) {
  if (!name.includes(only)) return;
  const people = [];
  try {
    await arrive(people);
    await takePictures(people[0], name, scrolls);
  } catch (error) {
    check(name, false, String(error).slice(0, 300));
    if (people[0]) await picture(people[0], `${name}-failed`);
  }
  for (const page of people) await page.context().close();
}

const alone = (address, prepare, sign) => async (people) => {
  const page = await person(browser, server, { size: desk });
  people.push(page);
  await page.goto(address);
  await page.waitForSelector(sign, { state: 'attached' });
  await prepare?.(page);
};

for (const [name, [address, prepare]] of Object.entries(pages)) await state(name, alone(address, prepare, 'h1'), true);
for (const [name, [address, prepare]] of Object.entries(tables))
  await state(name, alone(address, prepare, '[data-table] [data-question]'), false);
for (const [name, gather] of Object.entries(evenings))
  await state(name, async (people) => people.push(...(await gather(browser, server, desk))), /lobby|slow/.test(name));

await browser.close();
await server.stop();
finish();
