import { describe, expect, it } from 'vitest';
import { bookLink, hashParts, placeOf } from './link';
import { testEngine } from './engine-for-tests';

describe('addresses', () => {
  it('lead to a book', () => {
    expect(bookLink('official')).toBe('/rules/official');
    expect(bookLink('club:10df6e8f4475cf3a/friday@3')).toBe('/rules/club?of=10df6e8f4475cf3a/friday');
  });

  it('lead to the sentence behind an id', async () => {
    const rows = (await testEngine()).optionRows();
    expect(placeOf('X999.O10', rows)).toBe('stack_draws');
    expect(placeOf('X999', rows)).toBe('');
    expect(placeOf('the-cards', rows)).toBe('the-cards');
    expect(placeOf('stack_draws', rows)).toBe('stack_draws');
  });

  it('say where to look, beside the rules themselves', () => {
    expect(hashParts('')).toEqual({ text: '', at: '' });
    expect(hashParts('#stack_draws')).toEqual({ text: '', at: 'stack_draws' });
    expect(hashParts('#text=ab_-c&at=the-cards')).toEqual({ text: 'ab_-c', at: 'the-cards' });
    expect(hashParts('#at=0-and-7')).toEqual({ text: '', at: '0-and-7' });
    expect(hashParts('#%E0%A4%A').text).toBe('');
  });
});
