import { expect, it } from 'vitest';
import { changes, seatsFor, usualDraft } from './settings';

it('sends what differs, and nothing else', () => {
  expect(changes(usualDraft(), usualDraft())).toEqual({});
  expect(changes(usualDraft(), { ...usualDraft(), seats: 6, is_public: true, jump_ms: 0 })).toEqual({
    seats: 6,
    is_public: true,
    jump_ms: 0,
  });
});

it('leaves an empty title and time to jump in to the server', () => {
  expect(changes({ ...usualDraft(), title: 'Friday', jump_ms: 900 }, usualDraft())).toEqual({});
});

it('keeps the seats within the rules', () => {
  expect(seatsFor({ least: 2, most: 2 }, 4)).toBe(2);
  expect(seatsFor(undefined, 4)).toBe(4);
});
