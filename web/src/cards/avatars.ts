// Faces for the seats, drawn from a few shapes in a box of 48 by 48. A name always has the same one, as far as nobody
// else at the table has it already.
import { ink, line, oval, pair, part, smile, type Part } from '../ui/drawing';

export interface Avatar {
  ground: string;
  parts: Part[];
}

// Left as written, right as its mirror image: points alone.
const mirrored = (...points: [number, number][]): string =>
  [points, points.map(([x, y]) => [48 - x, y])].map((list) => `M${list.map((at) => at.join(' ')).join('L')}Z`).join('');

const eyes = (x = 18, y = 25, r = 2.3): Part => part(ink, pair(x, y, r));

export const avatars: Avatar[] = [
  { // fox
    ground: '#2b6d74',
    parts: [
      part('#d9622a', mirrored([8, 7], [21, 16], [9, 27])),
      part('#f28a41', 'M24 13C35 13 41 20 40 27C38 36 30 41 24 43C18 41 10 36 8 27C7 20 13 13 24 13Z'),
      part('#fff4e6', 'M8 28C15 27 21 32 24 43C17 41 10 36 8 28ZM40 28C33 27 27 32 24 43C31 41 38 36 40 28Z'),
      eyes(17, 26), part(ink, oval(24, 40.5, 2.6, 2.1)),
    ],
  },
  { // bear
    ground: '#d9a441',
    parts: [
      part('#6f4a30', pair(12, 14, 6)), part('#8f623f', oval(24, 27, 16)), part('#e8cba6', oval(24, 33, 8, 6.5)),
      eyes(17.5, 24), part(ink, oval(24, 30.5, 3.2, 2.3)), smile(34, 3),
    ],
  },
  { // panda
    ground: '#5f8f5a',
    parts: [
      part('#23262b', pair(11.5, 13.5, 6)), part('#fbfaf6', oval(24, 27, 16.5, 15.5)),
      part('#23262b', pair(16.5, 25, 4.6, 5.4)), part('#fff', pair(17, 24.5, 1.7)), part('#23262b', oval(24, 32, 2.8, 2)),
      smile(35, 3),
    ],
  },
  { // cat
    ground: '#a1527a',
    parts: [
      part('#5c6470', mirrored([9, 6], [22, 15], [9, 27])), part('#f2a9b8', mirrored([12, 11], [18, 16], [11, 21])),
      part('#727c8a', oval(24, 28, 16, 14.5)), part('#d7f28f', pair(17.5, 26, 3.4)), part(ink, pair(17.5, 26, 1.2, 3)),
      part('#f2a9b8', 'M22 31.5H26L24 34Z'), line('M24 34q-3 4-6 1M24 34q3 4 6 1'),
    ],
  },
  { // owl
    ground: '#3e4d86',
    parts: [
      part('#77502f', mirrored([9, 8], [22, 14], [10, 22])), part('#8d6240', oval(24, 27, 15.5, 16)),
      part('#f5e3c3', pair(17, 24, 7)), part(ink, pair(17.5, 24, 3.4)), part('#fff', pair(16.6, 23, 1.1)),
      part('#f5b02e', 'M20.5 29H27.5L24 36Z'),
    ],
  },
  { // frog
    ground: '#d5c9f0',
    parts: [
      part('#4fae54', pair(14, 15, 7.5)), part('#5dc262', oval(24, 29, 17, 13.5)), part('#fff', pair(14, 15, 4.8)),
      part(ink, pair(14.8, 15.5, 2.5)), line('M13 31q11 9 22 0'), part('#f59aa6', pair(11.5, 29, 2.4, 1.7)),
    ],
  },
  { // rabbit
    ground: '#5aa0c8',
    parts: [
      part('#f3ece4', pair(16, 13, 5, 11)), part('#f7b7bf', pair(16, 13.5, 2.4, 7.5)),
      part('#fffaf3', oval(24, 31, 14.5, 13)), eyes(18, 29), part('#f28b9b', oval(24, 33.5, 2.3, 1.7)), smile(36, 3),
    ],
  },
  { // penguin
    ground: '#9bd3e6',
    parts: [
      part('#26303f', oval(24, 27, 16.5, 17.5)), part('#fff', pair(18, 26, 7.5, 9), oval(24, 34, 10, 9)),
      eyes(18.5, 25), part('#f7a31c', 'M19 30.5H29L24 36.5Z'),
    ],
  },
  { // octopus
    ground: '#f2c14e',
    parts: [
      part('#8a57b8', 'M8 25a16 16 0 0 1 32 0V37a4 4 0 0 1-8 1a4 4 0 0 1-8 0a4 4 0 0 1-8 0a4 4 0 0 1-8-1Z'),
      part('#fff', pair(18, 23, 4.5)), part(ink, pair(18.6, 23.5, 2.2)), smile(30, 4), part('#e58fc0', pair(12.5, 29, 2, 1.5)),
    ],
  },
  { // whale
    ground: '#f4a17c',
    parts: [
      part('#2f78bd', 'M6 27C6 18 14 13 24 13S42 18 42 27C42 36 34 41 24 41S6 36 6 27Z'),
      part('#d8ecfa', 'M8 31C16 36 32 36 40 31C38 38 31 41 24 41S10 38 8 31Z'), eyes(15, 25, 2.1), line('M24 13V8M24 8q-4-3-6 1M24 8q4-3 6 1'),
    ],
  },
  { // lion
    ground: '#3f7f6a',
    parts: [
      part('#c4692a', oval(24, 26, 19.5, 18.5)), part('#f7c65c', oval(24, 27, 13.5, 13)),
      eyes(18.5, 24.5), part(ink, 'M20.5 29.5H27.5L24 33Z'), line('M24 33q-2.5 4-5 1.5M24 33q2.5 4 5 1.5'),
    ],
  },
  { // koala
    ground: '#c98aa0',
    parts: [
      part('#8d97a3', pair(10.5, 17, 8)), part('#f0cfd6', pair(10.5, 17, 4.5)), part('#a4adb8', oval(24, 28, 15, 14)),
      eyes(17, 26), part('#39333d', oval(24, 29.5, 3.8, 5)), smile(36.5, 2.5),
    ],
  },
  { // pig
    ground: '#6f86d6',
    parts: [
      part('#e98aa0', mirrored([8, 11], [20, 13], [10, 24])), part('#f7a9b8', oval(24, 28, 16, 14.5)), eyes(16.5, 25),
      part('#e57f97', oval(24, 31.5, 6.5, 4.8)), part('#8f3f55', pair(21.5, 31.5, 1.3, 1.9)),
    ],
  },
  { // bee
    ground: '#58b8a4',
    parts: [
      part('#eaf6ff', pair(9, 19, 7.5, 6)), part('#ffcf3f', oval(24, 28, 13.5, 14.5)),
      part(ink, 'M11.5 31.5Q24 36 36.5 31.5L35 36.5Q24 40.5 13 36.5Z'), eyes(19, 24.5), smile(28, 3),
      line('M19 14q-2-6-6-6M29 14q2-6 6-6'),
    ],
  },
  { // dragon
    ground: '#8c3f4d',
    parts: [
      part('#f4dfa6', mirrored([12, 5], [20, 14], [13, 19])), part('#2f9c8a', oval(24, 26, 14.5, 13)),
      part('#52bfa8', oval(24, 34, 11, 7.5)), part('#fff2b0', pair(17.5, 23, 3.6)), part(ink, pair(17.5, 23, 1.1, 3)),
      part(ink, pair(20.5, 32, 1.3)), line('M17 37q7 3 14 0'),
    ],
  },
  { // robot
    ground: '#e08a3c',
    parts: [
      part('#5d6b7a', 'M22.8 6h2.4v8h-2.4Z'), part('#ffd34d', oval(24, 7, 3)),
      part('#d5dee6', 'M14 13H34a5 5 0 0 1 5 5V34a5 5 0 0 1-5 5H14a5 5 0 0 1-5-5V18a5 5 0 0 1 5-5Z'),
      part('#2c3a48', 'M15 18H33a3 3 0 0 1 3 3V27a3 3 0 0 1-3 3H15a3 3 0 0 1-3-3V21a3 3 0 0 1 3-3Z'),
      part('#6ff0d8', pair(18.5, 24, 2.8)), line('M19 34.5H29'),
    ],
  },
  { // ghost
    ground: '#54498f',
    parts: [
      part('#f4f2ff', 'M10 24a14 14 0 0 1 28 0V41l-4.7-4-4.6 4-4.7-4-4.7 4-4.6-4-4.7 4Z'),
      part(ink, pair(18.5, 24, 2.6, 3.6)), part('#f2a9c4', pair(14.5, 30, 2.2, 1.5)), part(ink, oval(24, 31, 2, 2.4)),
    ],
  },
  { // cactus
    ground: '#f3d9a8',
    parts: [
      part('#3f9a57', 'M17 18a7 7 0 0 1 14 0V38H17Z', 'M8 20a3 3 0 0 1 6 0v4h5v5H12a4 4 0 0 1-4-4Z', 'M40 17a3 3 0 0 0-6 0v4h-5v5h7a4 4 0 0 0 4-4Z'),
      part('#c96b3f', 'M13 37H35L33 46H15Z'), part('#f06a8a', oval(24, 11, 3.2)), eyes(21, 22, 1.9), smile(26.5, 3),
    ],
  },
];

export function faceFor(name: string): number {
  let hash = 2166136261;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619);
  return (hash >>> 0) % avatars.length;
}

// One face for each name of a table, no two alike while there are enough.
export function facesFor(names: readonly string[]): number[] {
  const taken = new Set<number>();
  return names.map((name) => {
    let face = faceFor(name);
    while (taken.has(face) && taken.size < avatars.length) face = (face + 1) % avatars.length;
    taken.add(face);
    return face;
  });
}
