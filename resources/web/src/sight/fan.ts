// What a hex sees of the board: the verdict on the line to every hex, as core's fan gives it.
import type { LineBoard } from "./lineBoard";
import { Obstruction, type View } from "./obstruction";
import { type Heights, isClear } from "./verdict";

/** By hex, row by row: void or out of range, out of sight, in sight. */
export const OUTSIDE = 0;
export const BLOCKED = 1;
export const VISIBLE = 2;

/** How far the neighbour in each direction is to the right of a line by (q, r): these times q and r. See `trace`. */
const ASIDE_Q = [-1, -1, 0, 1, 1, 0];
const ASIDE_R = [0, -1, -1, 0, 1, 1];

/**
 * The fans of a board. A line is walked hex by hex and left at the first that blocks it; the few that run along hexsides, meet a
 * feature that blocks at a corner, or may stay inside something are judged by `isClear`.
 */
export class Fans {
  private readonly q: Int32Array;
  private readonly r: Int32Array;
  private readonly obstruction: Obstruction;

  constructor(private readonly board: LineBoard) {
    const { cells } = board;
    this.q = Int32Array.from(cells.numbers, (at) => cells.q(at));
    this.r = Int32Array.from(cells.numbers, (at) => cells.r(at));
    this.obstruction = new Obstruction(board);
  }

  /** What a hex sees, row by row; it sees itself. `range` is in hexes, null for the whole board. */
  fan(origin: number, range: number | null = null, heights: Heights = [0, 0]): Uint8Array {
    const { board, obstruction, q, r } = this;
    const { numbers } = board.cells;
    const start = numbers[origin];
    const found = new Uint8Array(numbers.length);
    obstruction.lookFrom(start, heights);
    for (let hex = 0; hex < found.length; hex++) {
      const end = numbers[hex];
      const view = obstruction.viewTo(end);
      if (!view) continue;
      const [dq, dr] = [q[hex] - q[origin], r[hex] - r[origin]];
      if (range !== null && Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr)) > range) continue;
      const clear = this.walk(start, end, dq, dr, view) ?? isClear(board, start, end, heights);
      found[hex] = clear ? VISIBLE : BLOCKED;
    }
    return found;
  }

  /** Whether a hex sees another. */
  sees(origin: number, hex: number, heights: Heights = [0, 0]): boolean {
    const { board, obstruction } = this;
    const [start, end] = [board.cells.numbers[origin], board.cells.numbers[hex]];
    obstruction.lookFrom(start, heights);
    const view = obstruction.viewTo(end);
    const walked = view && this.walk(start, end, this.q[hex] - this.q[origin], this.r[hex] - this.r[origin], view);
    return walked ?? isClear(board, start, end, heights);
  }

  /** Whether a line by (q, r) is clear; null where the walk cannot tell. */
  private walk(start: number, end: number, q: number, r: number, view: View): boolean | null {
    if (start === end) return true;
    const { board, obstruction } = this;
    const { steps } = board.cells;
    const { policies } = board.tables;
    const has = board.hasBlocking;

    // The side that faces the end the most, and how far it and those beside it lead to the right; see `trace`.
    const facing = facingSide(q, r);
    const before = facing === 0 ? 5 : facing - 1;
    const after = facing === 5 ? 0 : facing + 1;
    const left = ASIDE_Q[before] * q + ASIDE_R[before] * r;
    const ahead = ASIDE_Q[facing] * q + ASIDE_R[facing] * r;
    const right = ASIDE_Q[after] * q + ASIDE_R[after] * r;
    if (left + ahead === 0 || ahead + right === 0) return null;
    const [low, high] = [-ahead - right, -left - ahead];
    const [offLeft, offAhead, offRight] = [3 * left, 3 * ahead, 3 * right];
    const [toLeft, toAhead, toRight] = [steps[before], steps[facing], steps[after]];
    if (obstruction.mayStayInside(start + toAhead, end)) return null;

    const { kindOf } = obstruction;
    const { codes } = view;
    const endsFree = policies.end_hexside === "free";
    const touchedCounts = policies.corner === "crossed";
    obstruction.beginLine();
    let at = start;
    let off = 0;
    for (;;) {
      let next: number;
      if (low < off && off < high) {
        next = at + toAhead;
        off += offAhead;
      } else if (off < low) {
        next = at + toRight;
        off += offRight;
      } else if (off > high) {
        next = at + toLeft;
        off += offLeft;
      } else {
        const touched = at + (off === low ? toRight : toLeft);
        next = at + toAhead;
        off += offAhead;
        if (has && (has[at + next] || has[at + touched] || has[touched + next])) return null;
        if (touchedCounts && codes[kindOf[touched]] && obstruction.blocks(touched, start, end, view)) return false;
      }
      if (has && has[at + next] && !(endsFree && (at === start || next === end))) return false;
      if (next === end) return true;
      if (codes[kindOf[next]] && obstruction.blocks(next, start, end, view)) return false;
      at = next;
    }
  }
}

/** The side of a hex that faces a point at (q, r) the most, the first of those that face it alike. */
function facingSide(q: number, r: number): number {
  const [down, across] = [q + 2 * r, q - r];
  let [most, facing] = [-down, 0];
  if (across > most) [most, facing] = [across, 1];
  if (down + across > most) [most, facing] = [down + across, 2];
  if (down > most) [most, facing] = [down, 3];
  if (-across > most) [most, facing] = [-across, 4];
  if (-down - across > most) facing = 5;
  return facing;
}
