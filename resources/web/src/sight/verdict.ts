// The verdict on the line between two hexes: sight, hindrance, cover and reasons, as core/sight/line/verdict.py gives it.
import type { HexFacts } from "./data";
import { type Met, featuresMet } from "./features";
import type { LineBoard, Place } from "./lineBoard";
import { type Beside, type Modifier, hindrances, shelters, total } from "./modifiers";
import { type Reason, type ReasonSides, blockedReasons, clearReasons, distinct } from "./reasons";
import { type LineEnds, type Obstacles, type Stop, lookAlong, staysWithin } from "./runs";
import { type Trace, crossedOrTouched, places, trace } from "./trace";
import { placeKey } from "./wording";

/** The verdict; hexes are numbers of `Cells`, the first of two numbers is for the attack along the line. */
export interface Verdict {
  clear: boolean;
  blockedBy: Place[];
  hindrance: [number, number];
  cover: [number, number];
  /** The largest sum of any single opacity. */
  opacity: number;
  reasons: Reason[];
  /** Whether it runs along hexsides and is blocked on one side only. */
  oneSided: boolean;
}

export type Heights = readonly [number, number];

/** The verdict on the line between two hexes, with the heights of viewer and target above their hexes. */
export const verdict = (board: LineBoard, start: number, end: number, heights: Heights = [0, 0]): Verdict =>
  new Judgement(board, start, end, heights).verdict();

/** Whether nothing blocks the line: the verdict alone. */
export const isClear = (board: LineBoard, start: number, end: number, heights: Heights = [0, 0]): boolean =>
  new Judgement(board, start, end, heights).isClear();

class Judgement {
  private readonly line: Trace;
  private readonly ends: LineEnds;
  private readonly passed: number[];
  /** The hexes that may affect this line, on it and beside it. */
  private readonly crossed: number[];
  private readonly left: number[];
  private readonly right: number[];
  private readonly met: Met[];
  private readonly within: ReadonlySet<number> | null;

  constructor(
    private readonly board: LineBoard,
    private readonly start: number,
    private readonly end: number,
    heights: Heights,
  ) {
    const atEnds = [board.facts(start), board.facts(end)];
    this.line = trace(board.cells, start, end);
    this.ends = {
      start,
      end,
      startLevel: atEnds[0]?.level ?? 0,
      endLevel: atEnds[1]?.level ?? 0,
      startEye: (atEnds[0]?.floor ?? 0) + heights[0],
      endEye: (atEnds[1]?.floor ?? 0) + heights[1],
    };
    this.met = featuresMet(board, this.line);
    const touched = board.tables.policies.corner === "crossed" && this.line.touched.size;
    this.passed = touched ? crossedOrTouched(this.line) : this.line.path.slice(1, -1);
    this.crossed = this.bearing(this.passed);
    this.left = this.bearing(this.line.left);
    this.right = this.bearing(this.line.right);
    const [first, last] = atEnds;
    const whole = first && last && this.crossed.length === this.passed.length;
    this.within = whole ? staysWithin(board, this.ends, [first, last] as [HexFacts, HexFacts], this.crossed) : null;
  }

  private bearing(hexes: number[]): number[] {
    const { startLevel, endLevel, startEye, endEye } = this.ends;
    const low = Math.min(startLevel, endLevel, startEye, endEye);
    return hexes.filter((at) => this.board.bearsAbove(at, low));
  }

  isClear(): boolean {
    if (this.featureStops().length) return false;
    const blocked = (run: number[]) => lookAlong(this.board, this.ends, run, this.within, true).stops.length > 0;
    const left = blocked([...this.crossed, ...this.left]);
    if (!this.left.length && !this.right.length) return !left;
    const both = this.board.tables.policies.hexside === "both_sides";
    if (left !== both) return !left;
    return !blocked([...this.crossed, ...this.right]);
  }

  verdict(): Verdict {
    const bySide = this.bySide();
    const hexStops = this.hexStops(bySide);
    const featureStops = this.featureStops();
    const clear = !hexStops.length && !featureStops.length;
    const opacities = this.opacities(bySide);
    const sides: ReasonSides = {
      left: bySide[0].stops,
      right: bySide[1].stops,
      leftHexes: this.line.left,
      rightHexes: this.line.right,
    };
    const shot = clear && this.start !== this.end;
    const hindering = shot ? this.hindering() : NOTHING;
    const covering = shot ? this.covering() : NOTHING;
    const ignored = clear ? this.ignoredLevels() : [];
    return {
      clear,
      blockedBy: this.blockedBy(hexStops, featureStops),
      hindrance: [total(hindering[0]), total(hindering[1])],
      cover: [total(covering[0]), total(covering[1])],
      opacity: Math.max(0, ...opacities),
      reasons: clear
        ? clearReasons(this.board, [this.start, this.end], sides, opacities, hindering, covering, ignored)
        : blockedReasons(this.board, sides, featureStops, hexStops.length > 0),
      oneSided: !featureStops.length && Boolean(bySide[0].stops.length) !== Boolean(bySide[1].stops.length),
    };
  }

  /** What the line meets in the hexes crossed and on the left, and in those crossed and on the right. */
  private bySide(): readonly [Obstacles, Obstacles] {
    const look = (run: number[]) => lookAlong(this.board, this.ends, run, this.within);
    const left = look([...this.crossed, ...this.left]);
    return [left, this.left.length || this.right.length ? look([...this.crossed, ...this.right]) : left];
  }

  /** The blocking hexes that count, by the policy for lines along hexsides (rules HS-02, MM-05). */
  private hexStops([left, right]: readonly [Obstacles, Obstacles]): Stop[] {
    if (left === right) return left.stops;
    const both = this.board.tables.policies.hexside === "both_sides";
    if (both && !(left.stops.length && right.stops.length)) return [];
    return distinct([...left.stops, ...right.stops]);
  }

  /** The hexside features that block the line (rules HS-05, HS-15). */
  private featureStops(): Met[] {
    const free = this.board.tables.policies.end_hexside === "free";
    const atEnd = (it: Met) => it.hexes.includes(this.start) || it.hexes.includes(this.end);
    return this.met.filter((it) => it.feature.blocks && (it.along || !(free && atEnd(it))));
  }

  private opacities([left, right]: readonly [Obstacles, Obstacles]): number[] {
    const choose = this.board.tables.policies.hexside === "both_sides" ? Math.min : Math.max;
    return left.opacities.map((amount, i) => choose(amount, right.opacities[i]));
  }

  private hindering(): readonly [Modifier[], Modifier[]] {
    const alone = (side: number[]) =>
      side.some((at) => lookAlong(this.board, this.ends, [at], this.within, true).stops.length > 0);
    const beside: Beside = {
      left: this.left,
      right: this.right,
      leftStops: alone(this.left),
      rightStops: alone(this.right),
    };
    const from = (firer: number, target: number) =>
      hindrances(this.board, firer, target, this.crossed, beside, this.met);
    return [from(this.start, this.end), from(this.end, this.start)];
  }

  private covering(): readonly [Modifier[], Modifier[]] {
    const passed = new Set(this.passed);
    const from = (firer: number, target: number) =>
      shelters(this.board, { firer, target, crossed: this.crossed, left: this.left, right: this.right, passed });
    return [from(this.start, this.end), from(this.end, this.start)];
  }

  /** The hexes higher than both ends, in order along the line, if levels do not count. */
  private ignoredLevels(): number[] {
    if (this.board.tables.policies.elevation !== "ignore") return [];
    const high = Math.max(this.ends.startLevel, this.ends.endLevel);
    const met = new Set(
      [...this.crossed, ...this.left, ...this.right].filter((at) => (this.board.facts(at) as HexFacts).level > high),
    );
    const along = places(this.line);
    const place = (at: number) => along.get(at) as number;
    // Numbers grow with q, then r, as the order of core's hexes.
    return [...met].sort((a, b) => place(a) - place(b) || a - b);
  }

  /** The blocking hexes and hexsides, in order along the line, each once. */
  private blockedBy(hexStops: Stop[], featureStops: Met[]): Place[] {
    const along = places(this.line);
    const blocking: [number, Place][] = [
      ...hexStops.map(({ at }): [number, Place] => [along.get(at) as number, { hex: at }]),
      ...featureStops.map((it): [number, Place] => [it.place, { side: it.side }]),
    ];
    if (hexStops.length) blocking.sort((a, b) => a[0] - b[0]);
    const found = new Map<string, Place>();
    for (const [, place] of blocking) if (!found.has(placeKey(place))) found.set(placeKey(place), place);
    return [...found.values()];
  }
}

const NOTHING: readonly [Modifier[], Modifier[]] = [[], []];
