// lab.mjs -- the reports of `uno lab` and `uno review` as a browser shows them: whole without a network, without a fault
// that axe-core knows, in both themes, wide and on a phone, and none has to be scrolled sideways on 320 px.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attempt, axePath, browse, finish, program, sizes } from './lib.mjs';

const folder = mkdtempSync(join(tmpdir(), 'uno-lab-'));
const quick = ['--bots', 'random', '--games', '400'];
const reports = {
  compare: ['lab', 'official', '--vary', 'stack_draws=off,any', '--players', '4', ...quick, '--report'],
  sweep: ['lab', 'official', '--vary', 'cards_dealt=4..8', '--no-skill', ...quick, '--report'],
  heat: ['lab', 'official', '--vary', 'cards_dealt=5,7', '--vary', 'stack_draws=off,same,any', '--no-skill', ...quick, '--report'],
  sizes: ['lab', 'ultimate', '--players', '2-4', ...quick, '--report'],
  review: ['review', 'tests/record/committed.uno', '--worlds', '40', '--html'],
};
const pictures = { compare: 8, sweep: 4, heat: 4, sizes: 5, review: 1 }; // at least

const looks = [['light', 'wide', sizes.wide], ['dark', 'phone', sizes.phone], ['dark', 'narrow', { width: 320, height: 640 }]];

const browser = await browse();
mkdirSync('build/screens', { recursive: true });
for (const [name, words] of Object.entries(reports)) {
  const file = join(folder, `${name}.html`);
  execFileSync(program(), [...words, file], { stdio: ['ignore', 'ignore', 'inherit'] });
  for (const [colorScheme, size, viewport] of looks)
    await attempt(`${name}, ${colorScheme}, ${size}`, async () => {
      const page = await browser.newPage({ viewport, colorScheme });
      const asked = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`file://${file}`);
      await page.addScriptTag({ path: axePath });
      const faults = (await page.evaluate(() => globalThis.axe.run())).violations;
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const drawn = await page.locator('svg[role=img]').count();
      const cut = await page.evaluate(() => [...document.querySelectorAll('svg text')].filter((text) => {
        const box = text.getBoundingClientRect(), frame = text.ownerSVGElement.getBoundingClientRect();
        return box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1;
      }).map((text) => text.textContent));
      await page.screenshot({ path: `build/screens/lab-${name}-${size}-${colorScheme}.png`, fullPage: true });
      await page.close();
      if (asked.length !== 1) return `it asks for ${asked.slice(1).join(' ')}`;
      if (faults.length) return faults.map((fault) => `${fault.id}: ${fault.nodes.slice(0, 3).map((node) => node.html).join(' ')}`).join('\n');
      if (wide > 0) return `${wide} px too wide`;
      if (drawn < pictures[name]) return `only ${drawn} pictures`;
      return cut.length ? `cut off: ${cut.join(', ')}` : '';
    });
}
await browser.close();
rmSync(folder, { recursive: true });
finish();
