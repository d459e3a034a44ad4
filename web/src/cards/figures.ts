// The figures and signs of the faces as centre lines, to be drawn with a thick round stroke.
export interface Figure {
  lines: string;
  width: number; // of its box, which is 60 tall
}

// 6 and 9 stand on a line, so that neither is the other upside down.
const digits: Figure[] = [
  { lines: 'M20 2C8 2 3 14 3 30S8 58 20 58S37 46 37 30S32 2 20 2Z', width: 40 },
  { lines: 'M4 15L18 4V57', width: 28 },
  { lines: 'M4 16C4 7 11 2 19 2C29 2 35 8 35 17C35 25 30 31 23 38L4 57H36', width: 40 },
  {
    lines: 'M4 10C8 5 13 2 19 2C28 2 34 8 34 15C34 23 28 28 18 28C29 28 37 34 37 43C37 52 29 58 19 58C12 58 6 55 3 49',
    width: 40,
  },
  { lines: 'M28 58V3L3 41H39', width: 42 },
  { lines: 'M34 3H9L6 29C10 25 15 23 20 23C30 23 37 30 37 40C37 50 29 58 19 58C12 58 6 54 3 49', width: 40 },
  { lines: 'M27 1C12 8 3 19 3 32C3 41 10 48 20 48S37 41 37 32S30 17 20 17S3 23 3 32M7 64H33', width: 40 },
  { lines: 'M3 3H36L14 58', width: 39 },
  {
    lines:
      'M20 28C11 28 6 22 6 15C6 7 12 2 20 2S34 7 34 15C34 22 29 28 20 28' +
      'C10 28 3 34 3 43C3 52 10 58 20 58S37 52 37 43C37 34 30 28 20 28Z',
    width: 40,
  },
  { lines: 'M13 48C28 41 37 30 37 17C37 8 30 1 20 1S3 8 3 17S10 32 20 32S37 26 37 17M7 64H33', width: 40 },
];

export const digit = (value: number): Figure => digits[value];

// The plus before a digit: 34 wide, and the digit begins at 44.
export const plus = 'M2 32H32M17 17V47';

// Signs, in a box of 60 by 60.
export const signs = {
  skip: 'M30 4A26 26 0 1 0 30 56A26 26 0 1 0 30 4ZM12 48L48 12',
  reverse: 'M8 34V28A14 14 0 0 1 22 14H50M39 3L50 14L39 25M52 26V32A14 14 0 0 1 38 46H10M21 35L10 46L21 57',
  block: 'M30 3C38 9 46 11 54 11C55 33 48 49 30 58C12 49 5 33 6 11C14 11 22 9 30 3ZM18 31H42',
  truth:
    'M30 4C14 4 4 13 4 25C4 33 8 39 15 43L12 57L27 47C46 48 56 37 56 25C56 13 46 4 30 4Z' +
    'M23 19C24 11 38 11 37 20C37 25 30 24 30 30M30 37.5V38',
  dare: 'M30 4L57 54H3ZM30 22V35M30 44.5V45',
} as const;

export type Sign = keyof typeof signs;

// Filled, around the origin, 60 tall.
export const bolt = 'M6-30L-20 5H-3L-7 30L20-7H3Z';
