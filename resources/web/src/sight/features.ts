// The hexside features that a line runs along or crosses, corners included, as core/sight/line/features.py finds them.
import type { Cells } from "./cells";
import type { SideFeature } from "./data";
import type { FeatureSide, LineBoard } from "./lineBoard";
import { type Trace, stepPlace } from "./trace";
import { byCodePoints } from "./wording";

/** A feature that a line meets. */
export interface Met {
  feature: SideFeature;
  side: FeatureSide;
  /** Both hexes of its hexside; at a corner, those that the line leaves or enters and that have the feature. */
  hexes: readonly number[];
  /** Whether the line runs along it. */
  along: boolean;
  /** Its place on the line. */
  place: number;
}

type Named = Map<string, Met>;

/** The features that a line meets, in order (rules HS-05, HS-08, HS-09). */
export function featuresMet(board: LineBoard, line: Trace): Met[] {
  const has = board.hasFeature;
  if (!has) return [];
  const { path, touched } = line;
  const found: Met[] = [];
  if (line.left.length) {
    for (let step = 0; step < line.left.length; step++) alongStep(board, line, step, found);
    return found;
  }
  for (let step = 0; step + 1 < path.length; step++) {
    const [at, onward] = [path[step], path[step + 1]];
    const corner = touched.get(step);
    if (corner !== undefined) {
      atCorner(board, clockwise(board.cells, at, onward, corner), [at, onward], stepPlace(step), found);
    } else if (has[at + onward]) {
      found.push(...onSide(board, at, onward, stepPlace(step), false));
    }
  }
  return found;
}

function alongStep(board: LineBoard, line: Trace, step: number, found: Met[]): void {
  const [at, onward, left, right] = [line.path[step], line.path[step + 1], line.left[step], line.right[step]];
  const place = stepPlace(step);
  atCorner(board, [at, left, right], [at], place, found);
  found.push(...onSide(board, left, right, place + 1, true));
  atCorner(board, [onward, right, left], [onward], place + 2, found);
}

function onSide(board: LineBoard, a: number, b: number, place: number, along: boolean): Met[] {
  if (!board.hasFeature?.[a + b]) return [];
  const side = board.side(a + b);
  return side.features.map((feature) => ({ feature, side, hexes: [a, b], along, place }));
}

/** Add the features crossed at the corner of three hexes, given clockwise, each name once. */
function atCorner(board: LineBoard, around: number[], runThrough: number[], place: number, found: Met[]): void {
  const has = board.hasFeature;
  if (!around.some((at, k) => has?.[around[(k + 2) % 3] + at])) return;
  const owners = new Map<string, number[]>();
  const crossed = new Map<string, Met>();
  for (const at of runThrough) {
    // The hexside between the hex left and the one entered comes first.
    const beside = around.filter((it) => it !== at).sort((a, b) => Number(!runThrough.includes(a)) - Number(!runThrough.includes(b)));
    const [one, other] = beside.map((it): Named => new Map(onSide(board, at, it, place, false).map((met) => [met.feature.name, met])));
    const [first, second] = runThrough.length === 2 ? [one, other] : inOneOrder(one, other);
    for (const name of crossedAtCorner(board, first, second)) {
      owners.set(name, [...(owners.get(name) ?? []), at]);
      if (!crossed.has(name)) crossed.set(name, (one.get(name) ?? other.get(name)) as Met);
    }
  }
  for (const [name, it] of crossed) found.push({ ...it, hexes: owners.get(name) as number[] });
}

/** The names of the features crossed where two hexsides of a hex meet (rule HS-09). */
function crossedAtCorner(board: LineBoard, first: Named, second: Named): Iterable<string> {
  if (board.tables.policies.corner_hexside === "any") return new Set([...first.keys(), ...second.keys()]);
  const [a, b] = [strength(first), strength(second)];
  return (b[0] < a[0] || (b[0] === a[0] && b[1] < a[1]) ? second : first).keys();
}

/** The strength of a hexside: whether it blocks, then how much it hinders. */
function strength(side: Named): [number, number] {
  const features = [...side.values()].map((it) => it.feature);
  return [Number(features.some((it) => it.blocks)), features.reduce((sum, it) => sum + it.hindrance, 0)];
}

/** Two hexsides in an order that does not depend on the direction of the line. */
function inOneOrder(first: Named, second: Named): [Named, Named] {
  const [a, b] = [first, second].map((it) => [...it.keys()].sort(byCodePoints));
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    if (i >= a.length) return [first, second];
    if (i >= b.length) return [second, first];
    if (a[i] !== b[i]) return a[i] < b[i] ? [first, second] : [second, first];
  }
  return [first, second];
}

/** Three hexes that share a corner, clockwise from the first. */
function clockwise(cells: Cells, at: number, a: number, b: number): number[] {
  const turn = cells.steps.indexOf(b - at) - cells.steps.indexOf(a - at);
  return (turn + 6) % 6 === 1 ? [at, a, b] : [at, b, a];
}
