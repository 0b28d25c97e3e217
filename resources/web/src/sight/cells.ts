// Hexes as whole numbers for walking lines, as core/sight/board/cells.py has them.

/** The steps to the six neighbours in axial coordinates, clockwise from direction 0. */
export const STEPS: readonly (readonly [number, number])[] = [[0, -1], [1, -1], [1, 0], [0, 1], [-1, 1], [-1, 0]];

/**
 * The hexes of a board's axial extent, numbered column by column with gaps: a step adds the same to each number, and the sum
 * of two neighbours' numbers stands for the hexside between them.
 */
export class Cells {
  readonly stride: number;
  /** The upper bound of all numbers; those of hexsides are below twice this. */
  readonly size: number;
  /** The differences of number of steps in the six directions. */
  readonly steps: number[];
  /** The number of each hex of the board, and back; -1 off the board. */
  readonly numbers: Int32Array;
  readonly hexes: Int32Array;
  private readonly q0: number;
  private readonly r0: number;

  constructor(
    readonly columns: number,
    readonly rows: number,
    layout: string,
  ) {
    this.numbers = new Int32Array(columns * rows);
    const flat = layout.endsWith("q");
    const sign = layout.startsWith("odd") ? -1 : 1;
    const axial = (hex: number): [number, number] => {
      const column = hex % columns;
      const row = (hex - column) / columns;
      const line = flat ? column : row;
      const shift = (line + sign * (line & 1)) / 2;
      return flat ? [column, row - shift] : [column - shift, row];
    };
    let [minQ, maxQ, minR, maxR] = [0, 0, 0, 0];
    for (let hex = 0; hex < this.numbers.length; hex++) {
      const [q, r] = axial(hex);
      minQ = Math.min(minQ, q);
      maxQ = Math.max(maxQ, q);
      minR = Math.min(minR, r);
      maxR = Math.max(maxR, r);
    }
    [this.q0, this.r0] = [minQ, minR];
    this.stride = 2 * (maxR - minR + 1);
    this.size = (maxQ - minQ + 1) * this.stride;
    this.steps = STEPS.map(([q, r]) => q * this.stride + r);
    this.hexes = new Int32Array(this.size).fill(-1);
    for (let hex = 0; hex < this.numbers.length; hex++) {
      const number = this.number(...axial(hex));
      this.numbers[hex] = number;
      this.hexes[number] = hex;
    }
  }

  /** The number of a hex of the extent. */
  number(q: number, r: number): number {
    return (q - this.q0) * this.stride + r - this.r0;
  }

  /** Whether a hex is in the extent. */
  holds(q: number, r: number): boolean {
    const [column, row] = [q - this.q0, r - this.r0];
    return column >= 0 && column * this.stride < this.size && row >= 0 && 2 * row < this.stride;
  }

  q(number: number): number {
    return Math.floor(number / this.stride) + this.q0;
  }

  r(number: number): number {
    return (number % this.stride) + this.r0;
  }

  distance(a: number, b: number): number {
    const [q, r] = [this.q(b) - this.q(a), this.r(b) - this.r(a)];
    return Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r));
  }

  /** The six neighbours of each hex of the board, row by row; -1 off it. */
  neighbours(): Int32Array {
    const found = new Int32Array(6 * this.numbers.length);
    this.numbers.forEach((at, hex) => {
      this.steps.forEach((step, direction) => {
        const inside = this.holds(this.q(at) + STEPS[direction][0], this.r(at) + STEPS[direction][1]);
        found[6 * hex + direction] = inside ? this.hexes[at + step] : -1;
      });
    });
    return found;
  }

  /** Whether two hexes are the same or neighbours. */
  near(a: number, b: number): boolean {
    const apart = Math.abs(b - a);
    return apart <= 1 || apart === this.stride || apart === this.stride - 1;
  }
}
