import { expect, it } from 'vitest';
import { stepOf } from './standings';

it.each([[0, 0.5], [0.9, 0.5], [2.9, 1], [4, 2], [12, 5], [29, 10], [50, 20], [300, 100]])(
  'covers %d with lines that are %d apart',
  (span, step) => expect(stepOf(span, 3)).toBe(step),
);
