// visit.mjs -- a first visit is small: everything that the first page brings, the engine included, over either encoding.
import { attempt, browse, finish, firstVisit, person, Server, total, weigh } from './lib.mjs';

const server = await Server.start();
const browser = await browse();

for (const [encoding, most] of [['br', 112_000], ['gzip', 128_000]])
  await attempt(`visit at most ${most / 1000} KB with ${encoding}`, async () => {
    const page = await person(browser, server, { extraHTTPHeaders: { 'Accept-Encoding': encoding } });
    const weighed = weigh(page);
    await firstVisit(page);
    const parts = await weighed();
    const bytes = total(parts);
    await page.context().close();
    const told = Object.entries(parts).map(([kind, size]) => `${kind} ${size}`).join(', ');
    console.log(`# ${encoding}: ${bytes} bytes (${told})`);
    if (!parts.wasm || !parts.js || !parts.css) return `not all of the page was weighed: ${told}`;
    return bytes <= most ? '' : `${bytes} bytes: ${told}`;
  });

await browser.close();
await server.stop();
finish();
