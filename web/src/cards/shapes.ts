// The paint and the shape of each colour. A shape stands in a box of 20 by 20 around the origin; a round
// line of 2 belongs to it.
import type { Colour } from '../lib/types';

export const tones: Record<Colour, string> = {
  R: 'var(--red)',
  Y: 'var(--yellow)',
  G: 'var(--green)',
  B: 'var(--blue)',
};

export const shapes: Record<Colour, string> = {
  R: 'M0-9A9 9 0 1 1 0 9A9 9 0 1 1 0-9Z',
  Y: 'M0-8.6L3.1-3.7L8.7-2.2L5 2.2L5.4 8L0 5.9L-5.4 8L-5 2.2L-8.7-2.2L-3.1-3.7Z',
  G: 'M0-8.5Q6.2-2.4 9 6.6Q0 9.4-9 6.6Q-6.2-2.4 0-8.5Z',
  B: 'M0-9L8.4 0L0 9L-8.4 0Z',
};
