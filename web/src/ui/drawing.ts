// Small pictures out of a few shapes: each shape filled, or a line.
export interface Part {
  d: string;
  fill?: string; // without: a line in ink
}

export const ink = '#2b2430';

export const part = (fill: string, ...d: string[]): Part => ({ fill, d: d.join('') });
export const line = (d: string): Part => ({ d });
export const oval = (x: number, y: number, rx: number, ry = rx): string =>
  `M${x - rx} ${y}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;
// One on the left and its mirror image on the right, in a box of 48.
export const pair = (x: number, y: number, rx: number, ry = rx): string => oval(x, y, rx, ry) + oval(48 - x, y, rx, ry);
export const smile = (y = 33, wide = 4): Part => line(`M${24 - wide} ${y}q${wide} ${wide} ${2 * wide} 0`);
