// The movers of the page: questions of `reach` put together from the section about movement.
import { unpackNumbers } from "../packing";
import type { MovementData, UnitMovesData } from "./data";
import { type Reach, reach } from "./reach";

const NOBODY: ReadonlySet<number> = new Set();

export class Movers {
  private constructor(
    readonly data: MovementData,
    private readonly times: ArrayLike<number>[],
    private readonly mayEnd: ArrayLike<number>[],
    private readonly neighbours: Int32Array,
  ) {}

  /** `neighbours` has the six of each hex; -1 for none. */
  static async load(data: MovementData, neighbours: Int32Array): Promise<Movers> {
    const [times, mayEnd] = await Promise.all([
      Promise.all(data.times.map(unpackNumbers)),
      Promise.all(data.may_end.map(unpackNumbers)),
    ]);
    return new Movers(data, times, mayEnd, neighbours);
  }

  /**
   * Where a mover can be by turns, from a hex. A `unit` is kept out by others and begins with its facing; without one, units
   * are ignored and any facing counts. `sees` is whether a hex is in sight from another at the mover's height.
   */
  reach(
    index: number,
    origin: number,
    limit: number,
    unit: UnitMovesData | null,
    sees: (begun: number, target: number, height: number) => boolean,
  ): Reach {
    const mover = this.data.movers[index];
    return reach({
      mover,
      stances: this.data.stances[mover.stances],
      times: mover.times.map((it) => this.times[it]),
      mayEnd: this.mayEnd[mover.may_end],
      neighbours: this.neighbours,
      origin,
      direction: unit && unit.hex === origin ? unit.direction : null,
      limit,
      barred: unit ? new Set(unit.barred[unit.movers.indexOf(index)]) : NOBODY,
      held: unit ? new Set(unit.held) : NOBODY,
      sees: this.data.blind ? null : (begun, target) => sees(begun, target, mover.height),
    });
  }
}
