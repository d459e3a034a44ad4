// push.mjs -- a message to a browser whose page is closed, from one end to the other: a push service of this test's own on
// loopback takes it, checks who sends it, and opens it as the browser would. A browser that is gone is not told again.
import { createECDH, createDecipheriv, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';
import { ask, attempt, browse, finish, makeTable, person, Server } from './lib.mjs';

// ---- a push service ----

const received = [];
let answer = 201;
const service = createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', () => {
    received.push({ path: request.url, method: request.method, headers: request.headers, body: Buffer.concat(parts) });
    response.writeHead(answer).end();
  });
});
await new Promise((resolve) => service.listen(0, '127.0.0.1', resolve));
const place = `http://127.0.0.1:${service.address().port}`;

// ---- a browser's keys ----

const own = createECDH('prime256v1');
own.generateKeys();
const auth = randomBytes(16);
const device = (name) => ({
  endpoint: `${place}/${name}`, p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url'), language: 'de',
});

const hmac = (key, ...parts) => createHmac('sha256', key).update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest();

// RFC 8291, from the other side.
function open(body) {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body[20]);
  const shared = own.computeSecret(sender);
  const secret = hmac(hmac(auth, shared), 'WebPush: info\0', own.getPublicKey(), sender, [1]);
  const prk = hmac(salt, secret);
  const key = hmac(prk, 'Content-Encoding: aes128gcm\0', [1]).subarray(0, 16);
  const nonce = hmac(prk, 'Content-Encoding: nonce\0', [1]).subarray(0, 12);
  const sealed = body.subarray(21 + body[20]);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString());
}

// RFC 8292: who it is, and for whom it is meant.
function vouches(header, serverKey) {
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? [];
  if (key !== serverKey) return `another key: ${key}`;
  const [head, claims, signature] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const pem = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const good = verify('sha256', Buffer.from(`${head}.${claims}`), { key: pem, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'));
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url'));
  return !good ? 'the signature is wrong' : aud !== place ? `for ${aud}` : exp * 1000 < Date.now() || !sub ? 'no time or no contact' : '';
}

const heard = async (count) => {
  for (let i = 0; i < 300 && received.length < count; i++) await new Promise((resolve) => setTimeout(resolve, 200));
  return received.length >= count;
};

// ---- the server ----

const server = await Server.start('--push', '--push-allow', '127.0.0.1');
const browser = await browse();
const page = await person(browser, server, {});
await page.goto('/');
await ask(page, 'POST', 'guest', { name: 'Greta' });
const { key } = await ask(page, 'GET', 'push');

// A game without a hurry, begun, and left when it is one's turn.
async function beginAndLeave() {
  const { code } = await makeTable(page, { think_s: 86400, reserve_s: 0, fill: 'easy', title: 'Langsam' });
  await page.evaluate((table) => new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://${location.host}/ws`, 'uno.1');
    const say = (message) => socket.send(JSON.stringify(message));
    socket.onopen = () => say({ t: 'join', code: table });
    socket.onerror = () => reject(new Error('no socket'));
    const hear = (message) => {
      if (message.t === 'joined') say({ t: 'start' });
      if (message.t === 'no') reject(new Error(JSON.stringify(message)));
      if (message.t === 'start') setTimeout(() => (socket.close(), resolve()), 2000);
    };
    socket.onmessage = ({ data }) => data.split('\n').filter(Boolean).forEach((line) => hear(JSON.parse(line)));
  }), code);
  return code;
}

await attempt('addresses inside are refused', async () => {
  const wrong = ['http://push.example/x', 'https://10.0.0.1/x', 'https://localhost/x', 'https://a@push.example/x', 'https://push.example:80x/', 'ftp://push.example/x', 'https://[::1]/x'];
  for (const endpoint of wrong) {
    const refused = await page.request.post('/api/push', { data: { ...device('x'), endpoint } });
    if (refused.status() !== 400) return `${endpoint}: ${refused.status()}`;
  }
  return '';
});

await attempt('whoever is away is told of their turn', async () => {
  await ask(page, 'POST', 'push', device('greta'));
  const code = await beginAndLeave();
  if (!(await heard(1))) return 'nothing came';
  const { method, path, headers, body } = received[0];
  const told = open(body);
  if (method !== 'POST' || path !== '/greta' || headers['content-encoding'] !== 'aes128gcm') return JSON.stringify({ method, path, headers });
  if (headers.topic !== code || !(Number(headers.ttl) > 0)) return JSON.stringify(headers);
  if (told.kind !== 'turn' || told.code !== code || told.language !== 'de') return JSON.stringify(told);
  return vouches(headers.authorization, key);
});

await attempt('the keys survive the server, and so does the browser', async () => {
  await server.down();
  await server.again();
  const again = await ask(page, 'GET', 'push');
  if (again.key !== key) return 'another key';
  answer = 410;
  return (await heard(2)) ? '' : 'nothing came after the restart'; // whose turn it is still
});

await attempt('a browser that is gone is not told again', async () => {
  const before = received.length;
  answer = 201;
  await beginAndLeave();
  await new Promise((resolve) => setTimeout(resolve, 14000)); // longer than the server waits before it tells anybody
  return received.length === before ? '' : 'it was told';
});

// ---- an event ----

await attempt('whoever is away is told that their table at an event has opened', async () => {
  const before = received.length;
  const ben = await person(browser, server, {});
  await ben.goto('/');
  await ask(ben, 'POST', 'guest', { name: 'Ben' });
  await ask(page, 'POST', 'push', device('greta-at-an-event'));
  const patient = { think_s: 600, reserve_s: 0, noshow_s: 600, automatic: true, break_s: 0 };
  const { event } = await ask(ben, 'POST', 'events', { form: 'swiss', title: 'Cup', ruleset: 'official', numbers: { rounds: 1 }, ...patient });
  for (const one of [ben, page]) {
    await one.goto(`/event/${event.code}`);
    await one.getByRole('button', { name: 'Enter', exact: true }).click();
    await one.getByText('You play as').waitFor();
  }
  await page.goto('about:blank'); // and away
  await ask(ben, 'POST', `events/${event.code}/entries`, { do: 'start' });
  if (!(await heard(before + 1))) return 'nothing came';
  const told = open(received.at(-1).body);
  await ben.context().close();
  return received.at(-1).path === '/greta-at-an-event' && told.kind === 'open' ? '' : JSON.stringify(told);
});

// ---- the switch ----

const denied = 'This browser does not allow notifications here.';
const panel = (of) => of.locator('[data-notify]');
const pressSwitch = (of) => panel(of).getByRole('checkbox').click();

// A browser whose push service is this test's: what the real one would answer, on loopback.
async function subscriber(fake, options = {}) {
  const one = await person(browser, server, options);
  await one.addInitScript(({ subscription, permission, fails }) => {
    let made = null;
    const mine = { endpoint: subscription.endpoint, toJSON: () => ({ endpoint: subscription.endpoint, keys: subscription }), unsubscribe: async () => ((made = null), true) };
    Object.defineProperty(Notification, 'permission', { get: () => window.asked ?? permission.before });
    Notification.requestPermission = async () => (window.asked = permission.after);
    PushManager.prototype.getSubscription = async () => made;
    PushManager.prototype.subscribe = async () => {
      if (fails) throw new DOMException('no push service', 'AbortError');
      return (made = mine);
    };
  }, { subscription: device('pressed'), fails: false, permission: { before: 'default', after: 'granted' }, ...fake });
  await one.goto('/settings');
  await panel(one).waitFor();
  return one;
}

await attempt('the switch, pressed and allowed: the server knows the browser, and forgets it again', async () => {
  const one = await subscriber({});
  if ((await panel(one).getAttribute('data-notify')) !== 'off') return 'it is not off before anybody wanted it';
  const [signed] = await Promise.all([one.waitForResponse((answer) => answer.url().endsWith('/api/push') && answer.request().method() === 'POST'), pressSwitch(one)]);
  await one.locator('[data-notify="on"]').waitFor();
  if (!signed.ok() || signed.request().postDataJSON().endpoint !== `${place}/pressed`) return `${signed.status()} ${signed.request().postData()}`;
  const [ended] = await Promise.all([one.waitForResponse((answer) => answer.url().endsWith('/api/push/end')), pressSwitch(one)]);
  await one.locator('[data-notify="off"]').waitFor();
  const complaints = one.complaints.join(' | ');
  await one.context().close();
  return ended.ok() ? complaints : String(ended.status());
});

await attempt('the switch, pressed and denied: a quiet sentence says so', async () => {
  const one = await subscriber({ permission: { before: 'default', after: 'denied' } });
  await pressSwitch(one);
  await panel(one).getByRole('status').filter({ hasText: denied }).waitFor();
  if (!(await panel(one).getByRole('checkbox').isDisabled())) return 'it can be pressed for nothing';
  if (await panel(one).getByRole('checkbox').isChecked()) return 'the switch is on';
  const complaints = one.complaints.join(' | ');
  await one.context().close();
  return complaints;
});

await attempt('denied before: the sentence is there at once', async () => {
  const one = await subscriber({ permission: { before: 'denied', after: 'denied' } });
  await panel(one).getByRole('status').filter({ hasText: denied }).waitFor();
  await one.context().close();
});

await attempt('a browser that cannot be signed up says so, and the switch is off', async () => {
  const one = await subscriber({ fails: true });
  await pressSwitch(one);
  await panel(one).getByRole('status').filter({ hasText: 'could not be signed up' }).waitFor();
  if (await panel(one).getByRole('checkbox').isChecked()) return 'the switch is on';
  await one.context().close();
});

await attempt('a browser without notifications says what is missing', async () => {
  const one = await person(browser, server, {});
  await one.addInitScript(() => delete window.PushManager);
  await one.goto('/settings');
  await panel(one).getByRole('status').filter({ hasText: 'This browser has no notifications' }).waitFor();
  await one.context().close();
});

await browser.close();
await server.stop();
service.close();
finish();
