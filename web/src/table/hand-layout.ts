// Where the cards of a hand lie: a fan in one row, or rows on top of each other when they are many.
export interface Spot {
  x: number;
  y: number;
  angle: number; // degrees
  row: number;
}

export interface Layout {
  card: number; // width of a card
  height: number; // of the whole hand
  spots: Spot[];
}

export const lift = 12; // px by which a playable card stands out

const pitch = 44 + lift; // from row to row: what is seen of a covered card is tall enough for a finger
const margin = 8; // left and right, for cards that are turned

const cardHeight = (card: number): number => card * 1.4;

// What has to be seen of a covered card: its index.
const leastStep = (card: number): number => Math.max(24, card * 0.36);

const perRow = (room: number, card: number): number => Math.max(1, Math.floor((room - card) / leastStep(card)) + 1);

// How much of the room a card takes: where it is the whole hand, where it has to be small, and where a few stand in a
// place of their own beside the others.
const shares = { whole: 0.21, compact: 0.165, few: 0.3 };
export type Share = keyof typeof shares;

// As large as the room allows; a little smaller where that saves a row, and smaller still in three rows and more.
function cardWidth(count: number, room: number, most: number, share: Share): number {
  const part = Math.max(share === 'compact' ? 50 : 56, Math.round(room * shares[share]));
  const full = Math.max(50, Math.min(most, part));
  const rows = (card: number): number => Math.ceil(count / perRow(room, card));
  if (rows(full) < 2 || full < 90) return rows(full) > 2 ? Math.max(50, Math.round(full * 0.78)) : full;
  for (let card = full; card >= full * 0.8; card--) if (rows(card) < 2) return card;
  return Math.max(50, Math.round(full * (rows(full * 0.7) > 2 ? 0.62 : 0.7)));
}

// `most`: as wide as a card may be. `rowsKept`: so many
// rows have their place even when there are fewer, so that nothing around the hand moves when it grows; it lies below.
export function layOut(count: number, width: number, most = 104, share: Share = 'whole', rowsKept = 1): Layout {
  const room = Math.max(0, width - 2 * margin);
  const card = cardWidth(count, room, most, share);
  const rows = Math.max(1, Math.ceil(count / perRow(room, card)));
  const inRow = Math.ceil(count / rows);
  // One step for all rows, so that they form columns.
  const step = inRow > 1 ? Math.min(card * 0.96, (room - card) / (inRow - 1)) : 0;
  const turn = rows > 1 || count < 2 ? 0 : Math.min(2.4, 15 / (count - 1));
  const sag = (place: number, count: number): number => {
    const off = count > 1 ? (2 * place) / (count - 1) - 1 : 0; // -1 to 1
    return turn ? off * off * Math.min(10, count * 1.2) : 0;
  };
  const spots = Array.from({ length: count }, (_, i): Spot => {
    const row = Math.floor(i / inRow);
    const place = i % inRow;
    const held = Math.min(inRow, count - row * inRow);
    const left = (width - card - step * (held - 1)) / 2;
    return {
      x: left + place * step,
      y: lift + row * pitch + sag(place, held),
      angle: (place - (held - 1) / 2) * turn,
      row,
    };
  });
  const usual = cardWidth(1, room, most, share);
  const kept = lift + (rowsKept - 1) * pitch + (rowsKept > 1 ? 0 : 10) + cardHeight(usual) + 4;
  const high = lift + (rows - 1) * pitch + (rows > 1 ? 0 : 10) + cardHeight(card) + 4;
  const height = Math.ceil(Math.max(kept, high));
  for (const spot of spots) spot.y += height - high;
  return { card, height, spots };
}
