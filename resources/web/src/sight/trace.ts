// The straight line between the centres of two hexes in whole numbers, as core/sight/line/trace.py walks it.
import type { Cells } from "./cells";

/** The course of a line; hexes are numbers of `Cells`. */
export interface Trace {
  /** The hexes whose interior the line runs through, in order, both ends included (rule H-03). */
  path: number[];
  /** By step through a corner: the hex that the line meets only there (rule H-05). */
  touched: Map<number, number>;
  /** The hexes beside the hexsides that the line runs along, by step; empty if it does not (rule H-04). */
  left: number[];
  right: number[];
}

/** Whether q and r of a step are odd, for directions 0 to 2; the opposite ones are the same. */
const ODD: readonly (readonly [number, number])[] = [[0, 1], [1, 1], [1, 0]];
const NONE: ReadonlyMap<number, number> = new Map();

/** The place along the line of a step's hexside or corner; the hexside that it runs along is 1 later, the next hex 3. */
export const stepPlace = (step: number): number => 4 * step;

/** The course of the line from one hex to another (rules H-02 to H-05); to itself it has no step. */
export function trace(cells: Cells, start: number, end: number): Trace {
  const { steps } = cells;
  const [fullQ, fullR] = [cells.q(end) - cells.q(start), cells.r(end) - cells.r(start)];
  // The line repeats from each centre that it passes through.
  const times = divisor(Math.abs(fullQ), Math.abs(fullR));
  if (!times) return { path: [start], touched: NONE as Map<number, number>, left: [], right: [] };
  const [q, r, period] = [fullQ / times, fullR / times, (end - start) / times];
  // How far the six neighbours of a hex are to the right of the line; below 0 to the left.
  const aside = [-q, -q - r, -r, q, q + r, r];
  // The side of a hex that faces the end the most.
  let facing = 0;
  for (let k = 1; k < 6; k++) {
    if (facingEnd(aside, k) > facingEnd(aside, facing)) facing = k;
  }
  const before = (facing + 5) % 6;
  for (const corner of [before, facing]) {
    if (aside[corner] + aside[(corner + 1) % 6] === 0) {
      const path = Array.from({ length: times + 1 }, (_, i) => start + period * i);
      const [left, right] = [steps[corner], steps[(corner + 1) % 6]];
      const from = path.slice(0, -1);
      return {
        path,
        touched: NONE as Map<number, number>,
        left: from.map((at) => at + left),
        right: from.map((at) => at + right),
      };
    }
  }
  // Otherwise the line's middle is the middle of a hexside, crossed by a step of the same parity.
  const parity = ODD.findIndex(([a, b]) => a === (q & 1) && b === (r & 1));
  const middle = (facing + 5 + ((((parity - facing + 1) % 3) + 3) % 3)) % 6;
  const last = start + (period - steps[middle]) / 2;
  const three = [before, facing, (facing + 1) % 6];
  const half = walk(start, last, three.map((k) => steps[k]), three.map((k) => aside[k]));
  // The second half is the first one rotated by 180 degrees.
  const bothEnds = 2 * start + period;
  const length = 2 * half.path.length - 1;
  const path = [...half.path];
  for (let i = half.path.length - 1; i >= 0; i--) path.push(bothEnds - half.path[i]);
  const touched = new Map(half.touched);
  for (const [step, at] of half.touched) touched.set(length - 1 - step, bothEnds - at);
  if (times === 1) return { path, touched, left: [], right: [] };
  const whole = [start];
  const everywhere = new Map<number, number>();
  for (let i = 0; i < times; i++) {
    for (let k = 1; k < path.length; k++) whole.push(path[k] + period * i);
    for (const [step, at] of touched) everywhere.set(step + length * i, at + period * i);
  }
  return { path: whole, touched: everywhere, left: [], right: [] };
}

const facingEnd = (aside: number[], k: number): number => aside[(k + 1) % 6] - aside[(k + 5) % 6];

function divisor(a: number, b: number): number {
  while (b) [a, b] = [b, a % b];
  return a;
}

/** Walk from one hex of a line to another, leaving hexes by three sides, from left to right. */
function walk(origin: number, last: number, steps: number[], aside: number[]): { path: number[]; touched: Map<number, number> } {
  const [toLeft, ahead, toRight] = steps;
  // How far a hex is to the right of the line, in thirds, and its change with each step.
  const [offLeft, offAhead, offRight] = [3 * aside[0], 3 * aside[1], 3 * aside[2]];
  // At these offsets the line passes through the corners of the middle side.
  const [low, high] = [-aside[1] - aside[2], -aside[0] - aside[1]];
  const path = [origin];
  const touched = new Map<number, number>();
  let at = origin;
  let off = 0;
  while (at !== last) {
    if (low < off && off < high) {
      at += ahead;
      off += offAhead;
    } else if (off < low) {
      at += toRight;
      off += offRight;
    } else if (off > high) {
      at += toLeft;
      off += offLeft;
    } else {
      touched.set(path.length - 1, at + (off === low ? toRight : toLeft));
      at += ahead;
      off += offAhead;
    }
    path.push(at);
  }
  return { path, touched };
}

/** The hexes of the path between its ends and those touched, in order. */
export function crossedOrTouched(line: Trace): number[] {
  const hexes = line.path.slice(1, -1);
  for (const step of [...line.touched.keys()].sort((a, b) => b - a)) {
    hexes.splice(step, 0, line.touched.get(step) as number);
  }
  return hexes;
}

/** The place along the line of each hex that it meets. */
export function places(line: Trace): Map<number, number> {
  const found = new Map(line.path.map((at, i) => [at, stepPlace(i) - 1]));
  for (const [step, at] of line.touched) found.set(at, stepPlace(step));
  for (const beside of [line.left, line.right]) beside.forEach((at, step) => found.set(at, stepPlace(step) + 1));
  return found;
}
