import { expect, it } from 'vitest';
import { addressOf } from './address';

it.each([
  ['K7QD2M4P', '/t/K7QD2M4P'],
  [' k7qd 2m4p ', '/t/K7QD2M4P'],
  ['k7qd-2m4p', '/t/K7QD2M4P'],
  ['https://example.org/t/K7QD2M4P', '/t/K7QD2M4P'],
  ['http://192.0.2.1:8080/t/K7QD2M4P?x=1', '/t/K7QD2M4P'],
  ['example.org/t/K7QD2M4P/', '/t/K7QD2M4P'],
  ['https://example.org/join/ABCDEFGH', '/join/ABCDEFGH'],
])('takes %j', (typed, address) => expect(addressOf(typed)).toBe(address));

it.each(['', 'K7QD', 'hello there', 'https://example.org/', 'K7QD2M4O', 'javascript:alert(1)'])(
  'does not take %j',
  (typed) => expect(addressOf(typed)).toBeNull(),
);
