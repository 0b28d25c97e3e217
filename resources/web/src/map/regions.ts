// The outlines of regions of hexes. Drawing a region by its outline takes far fewer lines than drawing each of its hexes.
import type { Board } from "../contract";

/** Traces regions of one board. */
export class Regions {
  /** The six neighbours of each hex; -1 for none. */
  private readonly beside: Int32Array;
  private readonly xs: Float64Array;
  private readonly ys: Float64Array;
  /** The corners of a hex relative to its centre: x and y by turns. */
  private readonly corners: Float64Array;
  /** By hex, a bit for each side that is already part of an outline. */
  private readonly traced: Uint8Array;
  private warmth = 0;

  constructor(board: Board) {
    const { count } = board;
    this.beside = new Int32Array(6 * count);
    this.xs = new Float64Array(count);
    this.ys = new Float64Array(count);
    this.traced = new Uint8Array(count);
    for (let hex = 0; hex < count; hex++) {
      [this.xs[hex], this.ys[hex]] = board.centre(hex);
      // Void hexes are nobody's neighbours and have none: outlines close only where neighbours know each other.
      if (board.isVoid(hex)) this.beside.fill(-1, 6 * hex, 6 * hex + 6);
      else this.beside.set(board.neighbours(hex), 6 * hex);
    }
    const [x, y] = board.centre(0);
    this.corners = Float64Array.from(board.polygon(0).flatMap(([u, v]) => [u - x, v - y]));
  }

  /** Trace a made-up region, for the browser to compile the code; return whether it should be done again. */
  warmUp(): boolean {
    this.outline(this.traced.map((_, hex) => Number(hex % 5 < 3)), 1);
    return ++this.warmth < 4;
  }

  /** The outlines of all hexes of a kind, holes included, as one path; null if there are none. */
  outline(kinds: Uint8Array, kind: number): Path2D | null {
    const { beside, traced } = this;
    const path = new Path2D();
    let any = false;
    traced.fill(0);
    for (let hex = 0; hex < kinds.length; hex++) {
      if (kinds[hex] !== kind) continue;
      any = true;
      for (let side = 0; side < 6; side++) {
        const next = beside[6 * hex + side];
        if (next >= 0 && kinds[next] === kind) continue;
        if (!(traced[hex] & (1 << side))) this.trace(path, kinds, hex, side);
      }
    }
    return any ? path : null;
  }

  /** Add the outline that a side of a hex belongs to, clockwise around the region. */
  private trace(path: Path2D, kinds: Uint8Array, first: number, firstSide: number): void {
    const { beside, traced, xs, ys, corners } = this;
    const kind = kinds[first];
    let [hex, side] = [first, firstSide];
    const before = 2 * ((side + 5) % 6);
    path.moveTo(xs[hex] + corners[before], ys[hex] + corners[before + 1]);
    do {
      traced[hex] |= 1 << side;
      path.lineTo(xs[hex] + corners[2 * side], ys[hex] + corners[2 * side + 1]);
      // Three hexes meet at a corner. The outline follows this hex, or the next one if that is in the region too.
      const turned = side === 5 ? 0 : side + 1;
      const next = beside[6 * hex + turned];
      if (next >= 0 && kinds[next] === kind) {
        hex = next;
        side = side === 0 ? 5 : side - 1;
      } else side = turned;
    } while (hex !== first || side !== firstSide);
    path.closePath();
  }
}
