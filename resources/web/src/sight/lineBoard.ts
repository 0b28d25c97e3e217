// A board prepared for lines: the facts of hexes and the features of hexsides by number, as core/sight/board has them.
import { Cells, STEPS } from "./cells";
import type { HexFacts, SideFeature, SightTables } from "./data";
import { hexNames } from "./names";

/** A hexside with features: the numbers of its two hexes, the owner first. */
export interface FeatureSide {
  number: number;
  hexes: readonly [number, number];
  features: SideFeature[];
}

/** A place that a reason is about. */
export type Place = { hex: number } | { side: FeatureSide };

const NONE = -32768;
const ANY = 32767;

export class LineBoard {
  readonly cells: Cells;
  /** Whether hexsides have features, by number; null if none has. */
  readonly hasFeature: Uint8Array | null;
  /** The same for features that block. */
  readonly hasBlocking: Uint8Array | null;
  private readonly kindOf: Int32Array;
  /** By number: `NONE` without a hex, the level of open ground, `ANY` for more than ground. */
  private readonly bears: Int16Array;
  private readonly sides = new Map<number, FeatureSide>();
  private readonly names: (q: number, r: number) => string;

  constructor(
    readonly tables: SightTables,
    columns: number,
    rows: number,
    layout: string,
  ) {
    const cells = (this.cells = new Cells(columns, rows, layout));
    this.names = hexNames(layout, tables.names);
    this.kindOf = new Int32Array(cells.size).fill(-1);
    this.bears = new Int16Array(cells.size).fill(NONE);
    for (let hex = 0; hex < cells.numbers.length; hex++) {
      const kind = tables.hexes[hex];
      const facts = tables.kinds[kind];
      if (!facts) continue;
      const number = cells.numbers[hex];
      this.kindOf[number] = kind;
      this.bears[number] = facts.open ? facts.level : ANY;
    }
    const has = new Uint8Array(2 * cells.size);
    const blocking = new Uint8Array(2 * cells.size);
    for (const [q, r, direction, features] of tables.sides) {
      const [dq, dr] = STEPS[direction];
      if (!cells.holds(q, r) || !cells.holds(q + dq, r + dr)) continue;
      const hexes = [cells.number(q, r), cells.number(q + dq, r + dr)] as const;
      const number = hexes[0] + hexes[1];
      const known = features.map((it) => tables.features[it]);
      has[number] = 1;
      blocking[number] = Number(known.some((it) => it.blocks));
      this.sides.set(number, { number, hexes, features: known });
    }
    this.hasFeature = this.sides.size ? has : null;
    this.hasBlocking = blocking.includes(1) ? blocking : null;
  }

  /** The facts of a hex; null off the board and where it is void (rule H-08). */
  facts(at: number): HexFacts | null {
    const kind = this.kindOf[at];
    return kind < 0 ? null : this.tables.kinds[kind];
  }

  side(number: number): FeatureSide {
    return this.sides.get(number) as FeatureSide;
  }

  /** Whether a hex may affect lines: it has more than ground, or ground above a level. */
  bearsAbove(at: number, level: number): boolean {
    return this.bears[at] > level;
  }

  name(at: number): string {
    return this.names(this.cells.q(at), this.cells.r(at));
  }
}
