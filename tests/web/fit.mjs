// fit.mjs -- tables of 2, 6 and 10 seats and hands of 7, 20 and 40 cards on five screens, two of them phones lying
// down, which every other number of seats has to fit as well: everything lies inside the window and nothing on anything else, in a turn, with a picker open and with a
// refusal on the table. The server is real; on the way to the page the hand is made larger, and it is one's turn.
import { ask, attempt, browse, check, finish, makeTable, person, picture, press, Server, sizes } from './lib.mjs';

const server = await Server.start();
const browser = await browse();

// So many cards in the hand of the view's seat, out of those that lie nowhere else. `cards`: their codes in order.
function enlarge(view, cards, count) {
  const you = view.players[view.seat.charCodeAt(0) - 65];
  const split = view.family === 'split';
  const left = new Map(cards.map((code) => [code, code.startsWith('W') ? 4 : code.endsWith('0') ? 1 : 2]));
  const used = [...view.hand, ...(view.discards ?? []), ...(view.shed ?? []), view.top].filter(Boolean);
  for (const code of used) left.set(code, (left.get(code) ?? 0) - 1);
  const fits = (code) => !split || /^[RYGB]\d$/.test(code);
  const spare = [...left].filter(([code]) => fits(code)).flatMap(([code, n]) => Array(Math.max(0, n)).fill(code));
  // A Wild is among them, whose picker is wanted, and a card that does not fit.
  if (!split) {
    const bad = (code) => /^[RYGB]/.test(code) && code[0] !== view.colour && code.slice(1) !== view.top.slice(1);
    if (!view.hand.includes('W')) view.hand.splice(0, 1, ...spare.splice(spare.indexOf('W'), 1));
    const place = view.hand[0] === 'W' ? 1 : 0;
    if (!view.hand.some(bad)) view.hand.splice(place, 1, ...spare.splice(spare.findIndex(bad), 1));
  }
  for (let i = 7; view.hand.length < count; i += 7) view.hand.push(spare.splice(i % spare.length, 1)[0]);
  view.hand.sort((a, b) => cards.indexOf(a) - cards.indexOf(b));
  if (split) {
    view.number_deck -= count - you.numbers;
    you.numbers = count;
  } else {
    view.draw_pile -= count - you.cards;
    you.cards = count;
    Object.assign(view, { phase: 'turn', turn: view.seat, awaited: [view.seat], drawn: null });
  }
}

// Boxes that lie on one another or outside, in words; "" if all is well.
function overlaps() {
  const faults = [];
  const slack = 1.5;
  const shown = (e) => e.getClientRects().length && getComputedStyle(e).visibility !== 'hidden';
  const rounded = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join();
  const named = (e) => {
    const { seat, pile, move, choice, hand, question, bid } = e.dataset;
    if (seat) return `seat ${seat}`;
    if (bid) return `bid ${bid}`;
    if (pile) return `pile ${pile}`;
    if (move || choice) return `button ${move ?? choice}`;
    if (hand !== undefined) return 'hand';
    return question !== undefined ? 'question' : e.textContent.trim().slice(0, 20) || e.tagName;
  };
  const wanted = '[data-seat], [data-pile], [data-bid], [data-status], [data-question], [data-hand], [data-refused], button:not([data-card])';
  const boxes = [...document.querySelectorAll('[data-table]')].flatMap((table) => [...table.querySelectorAll(wanted)])
    .filter(shown).map((e) => ({ e, name: named(e), box: e.getBoundingClientRect() }));
  for (const { name, box } of boxes)
    if (box.left < -slack || box.top < -slack || box.right > innerWidth + slack || box.bottom > innerHeight + slack)
      faults.push(`${name} is outside (${rounded(box)})`);
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1)) {
      if (a.e.contains(b.e) || b.e.contains(a.e)) continue;
      // What is chosen at the pile is shown over the pile, and over nothing else.
      const [one, other] = a.e.dataset.pile ? [a.e, b.e] : [b.e, a.e];
      if (one.dataset.pile && other.closest('[data-picker]')) continue;
      const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (width <= slack || height <= slack) continue;
      faults.push(`${a.name} lies on ${b.name} (${Math.round(width)}x${Math.round(height)})`);
    }
  // Texts are not cut off.
  for (const e of document.querySelectorAll('[data-question], [data-table] [data-move], [data-table] [data-choice]'))
    if (shown(e) && e.scrollWidth > e.clientWidth + 1) faults.push(`"${e.textContent.trim()}" is cut off`);
  // What a seat holds is counted inside its place.
  for (const e of document.querySelectorAll('[data-seat] b')) {
    const [box, place] = [e, e.closest('[data-seat]')].map((one) => one.getBoundingClientRect());
    const out = box.right > place.right + slack || box.bottom > place.bottom + slack || box.top < place.top - slack;
    if (shown(e) && out) faults.push(`a count of seat ${e.closest('[data-seat]').dataset.seat} sticks out`);
  }
  // Every card of the hand can be seen and pressed somewhere.
  const cards = document.querySelectorAll('[data-table] [data-hand] [data-card]');
  for (const card of cards) {
    const box = card.getBoundingClientRect();
    if (box.left < -slack || box.right > innerWidth + slack || box.bottom > innerHeight + slack || box.top < 0)
      faults.push(`card ${card.dataset.card} is outside (${rounded(box)})`);
    let free = 0; // twenty will do
    for (let x = box.left + 2; x < box.right && free < 20; x += 2)
      for (let y = box.top + 4; y < box.bottom && free < 20; y += 6) if (card.contains(document.elementFromPoint(x, y))) free++;
    if (free < 20) faults.push(`of card ${card.dataset.card} only ${free} spots can be pressed`);
  }
  if (!cards.length) faults.push('there is no hand');
  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth + 1) faults.push(`the page is ${scrollWidth} wide`);
  if (scrollHeight > innerHeight + 1) faults.push(`the page is ${scrollHeight} high`);
  return [...new Set(faults)].slice(0, 8).join('; ');
}

const cases = [2, 6, 10].flatMap((seats) => [7, 20, 40].map((cards) => ['official', seats, cards]));
cases.push(...[2, 6].flatMap((seats) => [20, 40].map((cards) => ['split-v3', seats, cards])));
// Lying phones, whatever the number of seats: both families have to fit without scrolling.
const lyingOnly = [3, 4, 5, 7, 8, 9].map((seats) => ['official', seats, 7]);
lyingOnly.push(...[3, 4, 5].map((seats) => ['split-v3', seats, 20]));
const screens = { ...sizes, lying: { width: 844, height: 390 }, 'small-lying': { width: 667, height: 375 } };
const only = process.argv[2] ?? '';

const page = await person(browser, server);
let wanted = 7;
await page.routeWebSocket(/\/ws$/, (socket) => {
  const up = socket.connectToServer();
  up.onMessage((frame) => {
    const lines = String(frame).split('\n').filter(Boolean).map((line) => {
      const message = JSON.parse(line);
      if (message.t === 'act') return ''; // the position stands still
      if (message.rules) page.cards = message.rules.cards;
      const view = message.game?.view;
      if (view?.seat) {
        page.plain = view.family === 'split' || /^[RYGB]\d$/.test(view.top);
        if (page.plain) enlarge(view, page.cards, wanted);
      }
      return JSON.stringify(message);
    });
    socket.send(lines.filter(Boolean).join('\n'));
  });
});
await page.goto('/');
await ask(page, 'POST', 'guest', { name: 'Ada Lovelace' });

// A table at which no bot has moved yet, and whose first card asks for nothing.
async function sitDown(settings) {
  for (page.plain = false; !page.plain; ) {
    const { code } = await makeTable(page, { start: true, pace_ms: 10000, fill: 'easy', ...settings });
    await page.goto(`/t/${code}`);
    await page.waitForSelector('[data-table] [data-question]');
  }
}

const frame = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));

// What is wrong on this screen: in a turn, with a picker, with a refusal.
async function faultsOn(screen, name, ruleset) {
  await page.setViewportSize(screens[screen]);
  const faults = [];
  const look = async (when) => {
    await frame();
    await frame();
    const fault = await page.evaluate(overlaps);
    if (fault) faults.push(`${when}: ${fault}`);
    if (when === 'in a turn' || fault) await picture(page, `${name}-${screen}${when === 'in a turn' ? '' : `-${when.replaceAll(' ', '-')}`}`);
  };
  await look('in a turn');
  if (ruleset !== 'official') return faults.join('\n  ');
  await press(page, '[data-hand] [data-card="W"]');
  await page.waitForSelector('[data-choice]');
  await look('with a picker');
  await press(page, '[data-hand] [data-card][data-playable="false"]');
  await page.waitForSelector('[data-choice]', { state: 'detached' });
  await page.waitForSelector('[data-refused]');
  await look('with a refusal');
  await press(page, '[data-refused] button');
  await page.waitForSelector('[data-refused]', { state: 'detached' });
  return faults.join('\n  ');
}

// One table for all screens: what is looked at is how it takes its new room.
for (const [ruleset, seats, cards] of [...cases, ...lyingOnly]) {
  if (!`${ruleset} ${seats} ${cards}`.includes(only)) continue;
  wanted = cards;
  const shown = lyingOnly.some(([, n]) => n === seats) ? ['lying', 'small-lying'] : Object.keys(screens);
  await page.setViewportSize(screens[shown[0]]);
  await sitDown({ ruleset, seats });
  await page.waitForSelector('[data-table] [data-card][data-playable="true"]');
  for (const screen of shown)
    await attempt(`${ruleset}, ${seats} seats, ${cards} cards fit the ${screen}`, () =>
      faultsOn(screen, `fit-${ruleset}-${seats}-seats-${cards}-cards`, ruleset));
}
check('nothing failed meanwhile', !page.complaints.length, [...new Set(page.complaints)].join(' | '));
await browser.close();
await server.stop();
finish();
