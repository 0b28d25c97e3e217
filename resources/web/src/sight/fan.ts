// What a hex sees of the board: the verdict on the line to every hex, as core's fan gives it.
import type { Dimming, HexFacts } from "./data";
import type { LineBoard } from "./lineBoard";
import { type Heights, isClear } from "./verdict";

/** By hex, row by row: void or out of range, out of sight, in sight. */
export const OUTSIDE = 0;
export const BLOCKED = 1;
export const VISIBLE = 2;

/** What blocks in hexes of one kind, for the walk. */
interface Solid {
  level: number;
  floor: number;
  /** The highest level that an obstacle reaches. */
  top: number;
  dimmings: Dimming[];
  /** Kinds of terrain that a line may stay inside. */
  kinds: number[];
}

/**
 * The fans of a board. A line is walked hex by hex and left at the first that blocks it; the few that run along hexsides, meet a
 * feature that blocks at a corner, or may stay inside something are judged by `isClear`.
 */
export class Fans {
  private readonly q: Int32Array;
  private readonly r: Int32Array;
  private readonly solids: (Solid | null)[];
  private readonly sums: Int32Array;
  private readonly limits: number[];

  constructor(private readonly board: LineBoard) {
    const { cells, tables } = board;
    this.q = Int32Array.from(cells.numbers, (at) => cells.q(at));
    this.r = Int32Array.from(cells.numbers, (at) => cells.r(at));
    const kinds = tables.kinds.map((it) => it && solid(it));
    this.solids = new Array<Solid | null>(cells.size).fill(null);
    cells.numbers.forEach((at, hex) => (this.solids[at] = kinds[tables.hexes[hex]]));
    this.limits = tables.opacities.map((it) => it.limit);
    this.sums = new Int32Array(this.limits.length);
  }

  /** What a hex sees, row by row; it sees itself. `range` is in hexes, null for the whole board. */
  fan(origin: number, range: number | null = null, heights: Heights = [0, 0]): Uint8Array {
    const { cells } = this.board;
    const start = cells.numbers[origin];
    const found = new Uint8Array(cells.numbers.length);
    for (let hex = 0; hex < found.length; hex++) {
      const end = cells.numbers[hex];
      if (!this.solids[end]) continue;
      if (range !== null && cells.distance(start, end) > range) continue;
      found[hex] = this.sees(origin, hex, heights) ? VISIBLE : BLOCKED;
    }
    return found;
  }

  /** Whether a hex sees another. */
  sees(origin: number, hex: number, heights: Heights = [0, 0]): boolean {
    const { numbers } = this.board.cells;
    const [start, end] = [numbers[origin], numbers[hex]];
    const q = this.q[hex] - this.q[origin];
    const r = this.r[hex] - this.r[origin];
    return this.walk(start, end, q, r, heights) ?? isClear(this.board, start, end, heights);
  }

  /** Whether a line is clear; null where the walk cannot tell. */
  private walk(start: number, end: number, q: number, r: number, heights: Heights): boolean | null {
    if (start === end) return true;
    const { board, solids } = this;
    const { policies } = board.tables;
    const { steps } = board.cells;
    const has = board.hasBlocking;
    const first = solids[start];
    const last = solids[end] as Solid;
    if (policies.inside === "free" && first && first.kinds.length && first.kinds.some((it) => last.kinds.includes(it))) return null;

    // How far the six neighbours are to the right of the line, and the side that faces the end the most; see `trace`.
    const aside = ASIDE;
    aside[0] = -q;
    aside[1] = -q - r;
    aside[2] = -r;
    aside[3] = q;
    aside[4] = q + r;
    aside[5] = r;
    let facing = 0;
    let most = -Infinity;
    for (let k = 0; k < 6; k++) {
      const toward = aside[k === 5 ? 0 : k + 1] - aside[k === 0 ? 5 : k - 1];
      if (toward > most) [facing, most] = [k, toward];
    }
    const before = facing === 0 ? 5 : facing - 1;
    const after = facing === 5 ? 0 : facing + 1;
    if (aside[before] + aside[facing] === 0 || aside[facing] + aside[after] === 0) return null;
    const low = -aside[facing] - aside[after];
    const high = -aside[before] - aside[facing];

    const startLevel = first ? first.level : 0;
    const startEye = (first ? first.floor : 0) + heights[0];
    const endEye = last.floor + heights[1];
    const lowLevel = startLevel < last.level ? startLevel : last.level;
    const highLevel = startLevel < last.level ? last.level : startLevel;
    const lowEye = startEye < endEye ? startEye : endEye;
    const highEye = startEye < endEye ? endEye : startEye;
    const lowEnd = startEye < endEye ? start : end;
    const above = lowLevel < lowEye ? lowLevel : lowEye;
    const { elevation } = policies;
    const ground = elevation !== "ignore";
    const beside = elevation === "adjacent" && lowEye < highEye;
    const slope = elevation === "slope" && highLevel - lowLevel > 1;
    const least =
      elevation === "ignore" ? ANY_LEVEL
      : elevation === "higher" ? highLevel + 1
      : elevation === "slope" ? (highLevel > lowLevel ? highLevel : highLevel + 1)
      : highEye + 1;
    const endsFree = policies.end_hexside === "free";
    const touchedCounts = policies.corner === "crossed";
    const { limits, sums } = this;
    if (limits.length) sums.fill(0);
    let halfway = 0;

    const blocks = (at: number): boolean => {
      const it = solids[at] as Solid;
      const bar = beside && board.cells.near(at, lowEnd) ? lowEye + 1 : least;
      if ((ground && it.level >= bar) || it.top >= bar) return true;
      if (slope && lowLevel < it.level && it.level < highLevel && ++halfway > 1) return true;
      for (const { opacity, amount, top } of it.dimmings) {
        if ((top === null || top >= bar) && (sums[opacity] += amount) >= limits[opacity]) return true;
      }
      return false;
    };

    let at = start;
    let off = 0;
    for (;;) {
      let next: number;
      if (low < off && off < high) {
        next = at + steps[facing];
        off += 3 * aside[facing];
      } else if (off < low) {
        next = at + steps[after];
        off += 3 * aside[after];
      } else if (off > high) {
        next = at + steps[before];
        off += 3 * aside[before];
      } else {
        const touched = at + steps[off === low ? after : before];
        next = at + steps[facing];
        off += 3 * aside[facing];
        if (has && (has[at + next] || has[at + touched] || has[touched + next])) return null;
        if (touchedCounts && board.bearsAbove(touched, above) && blocks(touched)) return false;
      }
      if (has && has[at + next] && !(endsFree && (at === start || next === end))) return false;
      if (next === end) return true;
      if (board.bearsAbove(next, above) && blocks(next)) return false;
      at = next;
    }
  }
}

/** Room for one line's numbers, used again by the next. */
const ASIDE = new Int32Array(6);

function solid(facts: HexFacts): Solid {
  const tops = facts.obstacles.map((it) => it.top ?? Infinity);
  return {
    level: facts.level,
    floor: facts.floor,
    top: Math.max(NEVER, ...tops),
    dimmings: facts.dimmings,
    kinds: facts.obstacles.filter((it) => it.top !== null && it.kind >= 0).map((it) => it.kind),
  };
}

/** Where levels do not count every obstacle reaches the bar, but no hex without one does. */
const ANY_LEVEL = -1e9;
const NEVER = -Infinity;
