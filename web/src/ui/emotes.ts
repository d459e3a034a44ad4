// The little faces of the chat, drawn: no font has to have them.
import { ink, line, oval, pair, part, smile, type Part } from './drawing';

const head = part('#ffcb3d', oval(24, 24, 21));
const eyes = part(ink, pair(17, 20, 2.8, 3.6));
const tear = part('#4aa8f0', 'M13 26Q8 34 13 36Q18 34 13 26Z');

export const drawn: Record<string, Part[]> = {
  smile: [head, eyes, smile(29, 8)],
  laugh: [head, line('M13 21q4-5 8 0M27 21q4-5 8 0'), part('#7a2433', 'M12 27H36Q34 39 24 39T12 27Z')],
  wink: [head, part(ink, oval(17, 20, 2.8, 3.6)), line('M28 21h7'), smile(29, 8)],
  wow: [head, eyes, part('#7a2433', oval(24, 33, 4.5, 5.5))],
  sad: [head, eyes, line('M16 35q8-8 16 0')],
  angry: [part('#ff7a4d', oval(24, 24, 21)), part(ink, pair(17, 22, 2.8)), line('M11 14l9 4M37 14l-9 4M16 35q8-7 16 0')],
  think: [head, eyes, line('M12 13q4-3 8 0M19 33h11'), part('#f2a93b', 'M12 47q-2-9 4-10l7-1q3 0 2 3l-5 1q7 3-1 7Z')],
  clap: [
    part('#ffcb3d', 'M13 43Q5 34 10 25L18 12q3-3 5 1l-3 8l9-9q4-2 5 2l-4 6l3-2q4 0 3 4l-12 17Q19 46 13 43Z'),
    line('M35 10l4-5M40 16l6-2M29 7l1-5'),
  ],
  heart: [part('#e93b4b', 'M24 43C8 31 3 24 5 15C8 5 20 5 24 14C28 5 40 5 43 15C45 24 40 31 24 43Z')],
  cry: [head, eyes, line('M17 36q7-6 14 0'), tear],
};
