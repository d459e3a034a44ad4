// Where a bubble stands: on as little as possible of what has to be seen, and near what it is about.
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Thing extends Box {
  weight: number; // how bad it is to cover it
}

const step = 12; // px between the places that are tried
const edge = 8; // px to the edge of the screen
const sticks = 0.85; // a new place must be this much better than the old one: nothing jumps about

const covered = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top));

const far = (a: Box, b: Box): number =>
  Math.hypot(a.left + a.width / 2 - b.left - b.width / 2, a.top + a.height / 2 - b.top - b.height / 2);

function cost(place: Box, things: Thing[], about: Box | null, screen: Box): number {
  const hidden = things.reduce((sum, thing) => sum + thing.weight * covered(place, thing), 0);
  return hidden + (about ? far(place, about) : far(place, screen));
}

export function placeBubble(
  size: { width: number; height: number },
  screen: { width: number; height: number },
  things: Thing[],
  about: Box | null,
  before: Box | null = null,
): Box {
  const all = { left: 0, top: 0, ...screen };
  let best = { left: edge, top: edge, ...size };
  let least = Infinity;
  for (let top = edge; top <= Math.max(edge, screen.height - size.height - edge); top += step)
    for (let left = edge; left <= Math.max(edge, screen.width - size.width - edge); left += step) {
      const place = { left, top, ...size };
      const price = cost(place, things, about, all);
      if (price < least) [best, least] = [place, price];
    }
  const fits = before && before.left + size.width <= screen.width && before.top + size.height <= screen.height;
  if (!fits) return best;
  const stays = { ...before, ...size };
  return cost(stays, things, about, all) * sticks <= least ? stays : best;
}

const middleOf = (box: Box): [number, number] => [box.left + box.width / 2, box.top + box.height / 2];

// Where the way from the middle of one box to the middle of another leaves the first, and a little further.
function leaves(from: Box, to: Box, further: number): [number, number] {
  const [x, y] = middleOf(from);
  const [dx, dy] = middleOf(to).map((goal, i) => goal - [x, y][i]);
  const part = Math.min(from.width / 2 / Math.abs(dx || 1e-6), from.height / 2 / Math.abs(dy || 1e-6));
  const way = part + further / (Math.hypot(dx, dy) || 1);
  return [x + dx * way, y + dy * way];
}

// The arrow from a bubble to what it is about, as a path that bends a little; '' where they are too near to need one.
export function arrowBetween(bubble: Box, about: Box): string {
  const start = leaves(bubble, about, 4);
  const end = leaves(about, bubble, 14);
  const [dx, dy] = [end[0] - start[0], end[1] - start[1]];
  const [wantedX, wantedY] = middleOf(about).map((goal, i) => goal - middleOf(bubble)[i]);
  if (dx * wantedX + dy * wantedY <= 0 || Math.hypot(dx, dy) < 24) return '';
  const bend = [(start[0] + end[0]) / 2 - dy * 0.15, (start[1] + end[1]) / 2 + dx * 0.15];
  return [`M${start.map(Math.round)}`, `Q${bend.map(Math.round)}`, end.map(Math.round)].join(' ');
}
