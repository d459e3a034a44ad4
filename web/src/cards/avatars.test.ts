import { expect, test } from 'vitest';
import { avatars, faceFor, facesFor } from './avatars';

test('there are at least sixteen faces, and no two are drawn alike', () => {
  expect(avatars.length).toBeGreaterThanOrEqual(16);
  expect(new Set(avatars.map((one) => JSON.stringify(one))).size).toBe(avatars.length);
});

test('a name has the same face at every table where nobody took it', () => {
  expect(facesFor(['Ada'])).toEqual([faceFor('Ada')]);
  expect(facesFor(['Ada', 'Ben'])[0]).toBe(faceFor('Ada'));
});

test('no two of a full table look alike, whatever they are called', () => {
  const names = ['Ada', 'Ada', '', '', 'Mira', 'Otto', 'Juno', 'Pablo', 'Lena', '😀'];
  expect(new Set(facesFor(names)).size).toBe(names.length);
});

test('more players than faces still have one each', () => {
  const names = Array.from({ length: avatars.length + 3 }, (_, i) => `player ${i}`);
  expect(facesFor(names).every((face) => face >= 0 && face < avatars.length)).toBe(true);
});
