// What a hex sees of the board: the verdict on the line to every hex, as core's fan gives it.
import { type Heights, isClear } from "./verdict";
import type { LineBoard } from "./lineBoard";

/** By hex, row by row: void or out of range, out of sight, in sight. */
export const enum Seen {
  Outside = 0,
  Blocked = 1,
  Visible = 2,
}

/** The fan of a hex (row by row); the hex sees itself. `range` is in hexes, null for the whole board. */
export function fan(board: LineBoard, origin: number, range: number | null = null, heights: Heights = [0, 0]): Uint8Array {
  const { cells } = board;
  const start = cells.numbers[origin];
  const found = new Uint8Array(cells.numbers.length);
  for (let hex = 0; hex < found.length; hex++) {
    const end = cells.numbers[hex];
    if (!board.facts(end) || (range !== null && cells.distance(start, end) > range)) continue;
    found[hex] = isClear(board, start, end, heights) ? Seen.Visible : Seen.Blocked;
  }
  return found;
}
