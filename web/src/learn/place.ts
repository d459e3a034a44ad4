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
