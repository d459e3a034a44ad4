// Every bot is told of in German.
import { expect, it } from 'vitest';
import { testEngine } from '../rules/engine-for-tests';
import german from './de/bots';

it('has them all in German', async () => {
  const engine = await testEngine();
  const names = (['classic', 'split'] as const).flatMap((family) => engine.bots(family).map((bot) => bot.name));
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !german[name])).toEqual([]);
});
