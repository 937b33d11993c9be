// How a place arranges what lies in it. Each function gets the place and its items, all with sizes, and says where the
// middle of each item is; `turn` is in degrees, `w` and `h` are given where an item has to be smaller than it was.
import { hash } from './svg.js';

const restingTurn = item => (item.rested ? 90 : 0);
const GOLDEN_ANGLE = 2.39996;

export const arrange = {
  /** All in the middle: a piece on its cell. */
  stack: (place, items) => items.map(item => ({ x: place.x, y: place.y, turn: restingTurn(item) })),

  /** Seeds in a spiral, like those of a sunflower; where there are many they fill the place, whatever its form. */
  scatter(place, items) {
    const radius = items[0].r;
    const spacing = radius * 1.55;
    const reach = spacing * Math.sqrt(items.length - 0.65);
    const room = side => Math.max(side / 2 - radius - 7, 1) / reach;
    const wide = room(place.w);
    const high = room(place.h);
    const stretchX = Math.min(wide, 1 / Math.min(high, 1));
    const stretchY = Math.min(high, 1 / Math.min(wide, 1));
    return items.map((item, at) => {
      const angle = at * GOLDEN_ANGLE + 0.6;
      const distance = spacing * Math.sqrt(at + 0.35);
      return {
        x: place.x + Math.cos(angle) * distance * stretchX,
        y: place.y + Math.sin(angle) * distance * stretchY,
        turn: hash(item.id) % 180,
      };
    });
  },

  /** Side by side; where there is no room for that, they overlap evenly. */
  row(place, items) {
    const widths = items.map(item => (item.rested ? item.h : item.w));
    const total = widths.reduce((sum, width) => sum + width, 0) + place.gap * (items.length - 1);
    if (items.length > 1 && total > place.w) return overlapping(place, items, widths);
    let left = place.x - total / 2;
    return items.map((item, at) => {
      const x = left + widths[at] / 2;
      left += widths[at] + place.gap;
      return { x, y: place.y, turn: restingTurn(item) };
    });
  },

  /** One on the other; the uppermost are moved a little, so that it looks like a pile. */
  pile: (place, items) =>
    items.map((item, at) => {
      const raised = Math.max(0, at - items.length + 3);
      return { x: place.x + raised * 1.5, y: place.y - raised * 2, turn: restingTurn(item) };
    }),

  /** In the number of rows that allows the largest cards, no larger than cards are here. */
  fit(place, items) {
    const count = items.length;
    const size = rows => fittingSize(place, count, rows);
    let rows = 1;
    for (let more = 2; more <= count; more++) if (size(more) > size(rows)) rows = more;
    const columns = Math.ceil(count / rows);
    const [w, h] = place.card.map(side => side * size(rows));
    return items.map((item, at) => {
      const row = Math.floor(at / columns);
      const inRow = Math.min(columns, count - row * columns);
      return {
        w,
        h,
        x: place.x + ((at % columns) - (inRow - 1) / 2) * (w + place.gap),
        y: place.y + (row - (rows - 1) / 2) * (h + place.gap),
        turn: restingTurn(item),
      };
    });
  },

  /** Below the lower edge of a card, from its left to its right. */
  under: (card, items) =>
    items.map((item, at) => ({
      x:
        card.x -
        card.w / 2 +
        item.w / 2 +
        4 +
        at * Math.min(item.w * 0.7, (card.w - item.w - 8) / Math.max(1, items.length - 1)),
      y: card.y + (card.turn ? card.w : card.h) / 2 + item.h * 0.05,
      turn: restingTurn(item),
    })),
};

function overlapping(place, items, widths) {
  const first = place.x - place.w / 2 + widths[0] / 2;
  const last = place.x + place.w / 2 - widths.at(-1) / 2;
  const x = at => first + ((last - first) * at) / (items.length - 1);
  return items.map((item, at) => ({ x: x(at), y: place.y, turn: restingTurn(item) }));
}

/** How large a card can be in so many rows, as a share of the size that cards have in this place. */
function fittingSize(place, count, rows) {
  const columns = Math.ceil(count / rows);
  const width = (place.w - place.gap * (columns - 1)) / columns;
  const height = (place.h - place.gap * (rows - 1)) / rows;
  return Math.min(1, width / place.card[0], height / place.card[1]);
}
