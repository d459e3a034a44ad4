import { expect, test } from 'vitest';
import { Heap } from './heap';

const codes = (heap: Heap, ...pile: [string | null, number][]): string[] => {
  let last: string[] = [];
  for (const [top, under] of pile) last = heap.follow(top, null, under).map(({ code }) => code);
  return last;
};

test('the last three cards are seen, the newest on top', () => {
  expect(codes(new Heap(), ['R1', 0], ['R2', 1], ['R3', 2], ['R4', 3])).toEqual(['R2', 'R3', 'R4']);
});

test('a card that lies stays the same thing and keeps its turn', () => {
  const heap = new Heap();
  const [first] = heap.follow('R1', null, 0);
  expect(heap.follow('R1', null, 0)[0]).toBe(first);
  expect(heap.follow('R2', null, 1)[0]).toBe(first);
});

test('an equal card on top is a card of its own', () => {
  expect(codes(new Heap(), ['R1', 0], ['R1', 1])).toEqual(['R1', 'R1']);
});

test('a shuffled or a new pile begins with its top card', () => {
  expect(codes(new Heap(), ['R1', 0], ['R2', 1], ['R2', 0])).toEqual(['R2']);
  expect(codes(new Heap(), ['R1', 0], [null, 0])).toEqual([]);
});

test('a wild takes the colour that is named for it', () => {
  const heap = new Heap();
  const [before] = heap.follow('W', null, 0);
  const [after] = heap.follow('W', 'G', 0);
  expect(after).toEqual({ ...before, tint: 'G' });
});
