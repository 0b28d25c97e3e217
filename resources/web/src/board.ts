// The hexes of the board: where each is, which are beside it, and which one is at a point.
import type { Board, BoardData, Point } from "./contract";
import { inRuns } from "./packing";

const SQRT3 = Math.sqrt(3);
/** The six steps in axial coordinates, as core has them. */
const STEPS: readonly Point[] = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];

export function makeBoard(data: BoardData, labels: readonly string[]): Board {
  const { columns, rows, size } = data;
  const flat = data.layout.endsWith("q");
  const odd = data.layout.startsWith("odd");
  const [left, top] = data.origin;
  const voids = new Set(inRuns(data.void));
  const byLabel = new Map(labels.map((it, i) => [it.toUpperCase(), i]));

  const shift = (line: number) => (odd ? line - (line & 1) : line + (line & 1)) / 2;
  const axial = (hex: number): Point => {
    const column = hex % columns;
    const row = (hex - column) / columns;
    return flat ? [column, row - shift(column)] : [column - shift(row), row];
  };
  const at = (q: number, r: number): number => {
    const column = flat ? q : q + shift(r);
    const row = flat ? r + shift(q) : r;
    const inside = column >= 0 && row >= 0 && column < columns && row < rows;
    return inside ? row * columns + column : -1;
  };
  const centre = (hex: number): Point => {
    const [q, r] = axial(hex);
    return flat
      ? [left + 1.5 * q * size, top + (r + q / 2) * SQRT3 * size]
      : [left + (q + r / 2) * SQRT3 * size, top + 1.5 * r * size];
  };
  // Corner i is between directions i and i + 1.
  const corners: Point[] = STEPS.map((_, i) => {
    const angle = (Math.PI / 3) * (i + (flat ? -1 : -1.5));
    return [size * Math.cos(angle), size * Math.sin(angle)];
  });

  return {
    columns,
    rows,
    count: columns * rows,
    flat,
    size,
    width: data.width,
    height: data.height,
    sides: data.sides,
    label: (hex) => labels[hex],
    find: (text) => byLabel.get(text.trim().toUpperCase()) ?? null,
    centre,
    polygon(hex) {
      const [x, y] = centre(hex);
      return corners.map(([dx, dy]): Point => [x + dx, y + dy]);
    },
    neighbours(hex) {
      const [q, r] = axial(hex);
      return STEPS.map(([dq, dr]) => {
        const found = at(q + dq, r + dr);
        return voids.has(found) ? -1 : found;
      });
    },
    distance(from, to) {
      const [q, r] = axial(from);
      const [u, v] = axial(to);
      return Math.max(Math.abs(q - u), Math.abs(r - v), Math.abs(q - u + r - v));
    },
    hexAt(x, y) {
      const [u, v] = [(x - left) / size, (y - top) / size];
      const q = flat ? u / 1.5 : u / SQRT3 - v / 3;
      const r = flat ? v / SQRT3 - u / 3 : v / 1.5;
      const s = -q - r;
      let [near, other] = [Math.round(q), Math.round(r)];
      const third = Math.round(s);
      const [dq, dr, ds] = [Math.abs(near - q), Math.abs(other - r), Math.abs(third - s)];
      if (dq > dr && dq > ds) near = -other - third;
      else if (dr > ds) other = -near - third;
      const found = at(near, other);
      return found < 0 || voids.has(found) ? null : found;
    },
    isVoid: (hex) => voids.has(hex),
  };
}
