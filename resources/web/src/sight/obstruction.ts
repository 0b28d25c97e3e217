// What obstructs the lines of a fan, by kind of hex in arrays, so that a walk looks up one number for each hex that it enters.
import type { HexFacts } from "./data";
import type { LineBoard } from "./lineBoard";
import type { Heights } from "./verdict";

/** Codes of kinds of hexes: no effect on a line, blocks it, depends on the other hexes of the line. */
const PASSES = 0;
const BLOCKS = 1;
const DEPENDS = 2;

/** Where levels do not count every obstacle reaches the bar, but no hex without one does. */
const ANY_LEVEL = -1e9;

/** How lines between hexes of two floors are judged. */
export interface View {
  /** The code of each kind of hex. */
  codes: Uint8Array;
  /** The level from which ground and obstacles block. */
  bar: number;
  /** The same in hexes near the lower end, and whether that is the start. */
  nearBar: number;
  near: boolean;
  startIsLow: boolean;
  /** The levels between which ground is halfway up a slope. */
  low: number;
  high: number;
  slope: boolean;
}

export class Obstruction {
  /** The kind of each hex by its number; the last kind is for hexes that are void or off the board. */
  readonly kindOf: Uint16Array;
  private readonly kinds: (HexFacts | null)[];
  /** The highest level that an obstacle of each kind reaches. */
  private readonly tops: number[];
  /** The kinds of terrain that a line may stay inside, of each kind of hex. */
  private readonly solid: number[][];
  /** The number of the level and floor of each kind, and both by their number. */
  private readonly floorOf: number[];
  private readonly floors: [number, number][] = [];
  private readonly sums: Int32Array;
  private readonly limits: number[];
  private halfway = 0;
  private summed = false;
  // Of the hex looked from.
  private heights: Heights = [0, 0];
  private views: (View | undefined)[] = [];
  private viewsFrom = 0;
  private readonly sharing: Uint8Array;
  private shares = false;

  constructor(private readonly board: LineBoard) {
    const { cells, tables } = board;
    this.kinds = [...tables.kinds, null];
    this.kindOf = new Uint16Array(cells.size).fill(tables.kinds.length);
    cells.numbers.forEach((at, hex) => (this.kindOf[at] = tables.hexes[hex]));
    this.tops = this.kinds.map((it) => Math.max(-Infinity, ...(it?.obstacles ?? []).map(({ top }) => top ?? Infinity)));
    const free = tables.policies.inside === "free";
    this.solid = this.kinds.map((it) =>
      free && it ? it.obstacles.filter(({ top, kind }) => top !== null && kind >= 0).map(({ kind }) => kind) : [],
    );
    this.floorOf = this.kinds.map((it) => this.floorNumber(it?.level ?? 0, it?.floor ?? 0));
    this.sharing = new Uint8Array(this.kinds.length);
    this.limits = tables.opacities.map((it) => it.limit);
    this.sums = new Int32Array(this.limits.length);
  }

  private floorNumber(level: number, floor: number): number {
    const found = this.floors.findIndex(([a, b]) => a === level && b === floor);
    return found < 0 ? this.floors.push([level, floor]) - 1 : found;
  }

  /** Prepare for lines from a hex, with the heights of viewer and target above their floors. */
  lookFrom(start: number, heights: Heights): void {
    if (heights[0] !== this.heights[0] || heights[1] !== this.heights[1]) {
      this.heights = heights;
      this.views = [];
    }
    const kind = this.kindOf[start];
    this.viewsFrom = this.floorOf[kind] * this.floors.length;
    const solid = this.solid[kind];
    this.shares = solid.length > 0;
    if (this.shares) this.solid.forEach((it, i) => (this.sharing[i] = Number(it.some((one) => solid.includes(one)))));
  }

  /** How lines to a hex are judged; null if it is void. */
  viewTo(end: number): View | null {
    const kind = this.kindOf[end];
    if (!this.kinds[kind]) return null;
    const floor = this.floorOf[kind];
    return (this.views[this.viewsFrom + floor] ??= this.view(this.floors[this.viewsFrom / this.floors.length], this.floors[floor]));
  }

  /** Whether a line, of which the first step is given, may stay inside the terrain of both ends (rule MM-06). */
  mayStayInside(first: number, end: number): boolean {
    const { kindOf, sharing } = this;
    return this.shares && first !== end && sharing[kindOf[end]] !== 0 && sharing[kindOf[first]] !== 0;
  }

  /** Forget the sums of the line before. */
  beginLine(): void {
    if (!this.summed) return;
    this.sums.fill(0);
    this.halfway = 0;
    this.summed = false;
  }

  /** Whether a hex whose code is not 0 blocks the line, after the hexes before it. */
  blocks(at: number, start: number, end: number, view: View): boolean {
    const kind = this.kindOf[at];
    if (view.codes[kind] === BLOCKS) return true;
    const facts = this.kinds[kind] as HexFacts;
    const { cells, tables } = this.board;
    const near = view.near && cells.near(at, view.startIsLow ? start : end);
    const bar = near ? view.nearBar : view.bar;
    const ground = tables.policies.elevation !== "ignore";
    if ((ground && facts.level >= bar) || this.tops[kind] >= bar) return true;
    this.summed = true;
    if (view.slope && view.low < facts.level && facts.level < view.high && ++this.halfway > 1) return true;
    for (const { opacity, amount, top } of facts.dimmings) {
      if ((top === null || top >= bar) && (this.sums[opacity] += amount) >= this.limits[opacity]) return true;
    }
    return false;
  }

  private view([startLevel, startFloor]: [number, number], [endLevel, endFloor]: [number, number]): View {
    const { elevation } = this.board.tables.policies;
    const [startEye, endEye] = [startFloor + this.heights[0], endFloor + this.heights[1]];
    const [low, high] = [Math.min(startLevel, endLevel), Math.max(startLevel, endLevel)];
    const [lowEye, highEye] = [Math.min(startEye, endEye), Math.max(startEye, endEye)];
    const bar =
      elevation === "ignore" ? ANY_LEVEL
      : elevation === "higher" ? high + 1
      : elevation === "slope" ? (high > low ? high : high + 1)
      : highEye + 1;
    const view: View = {
      codes: new Uint8Array(this.kinds.length),
      bar,
      nearBar: lowEye + 1,
      near: elevation === "adjacent" && lowEye < highEye,
      startIsLow: startEye < endEye,
      low,
      high,
      slope: elevation === "slope" && high - low > 1,
    };
    const least = Math.min(low, lowEye);
    this.kinds.forEach((it, i) => {
      if (it && (!it.open || it.level > least)) view.codes[i] = this.code(it, this.tops[i], view);
    });
    return view;
  }

  private code({ level, dimmings }: HexFacts, top: number, view: View): number {
    const ground = this.board.tables.policies.elevation !== "ignore";
    const reaches = (bar: number) => (ground && level >= bar) || top >= bar;
    if (reaches(view.bar)) return BLOCKS;
    const lowest = view.near ? view.nearBar : view.bar;
    const counts = reaches(lowest) || dimmings.some((it) => it.top === null || it.top >= lowest);
    const halfway = view.slope && view.low < level && level < view.high;
    return counts || halfway ? DEPENDS : PASSES;
  }
}
