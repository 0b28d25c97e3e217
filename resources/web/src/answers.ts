// The answers of the page: sight, fans and reach, from the sections of its data.
import type { ArenaData } from "./contract";
import type { MovementData, UnitMovesData } from "./movement/data";
import { Movers } from "./movement/movers";
import type { Reach } from "./movement/reach";
import { inRuns, unpackJson } from "./packing";
import { Cells } from "./sight/cells";
import type { BasesData, CentresData } from "./sight/data";
import { Fans } from "./sight/fan";
import { LineBoard } from "./sight/lineBoard";
import { sightTables } from "./sight/tables";

/** Viewer, target, whether there is a clear line, a sentence, and rules with sentences. */
export type BasePair = [number, number, boolean, string, [string, string][]];

/** Sight between hexes, judged by the page itself. */
export interface CentresSight {
  model: "centres";
  board: LineBoard;
  fans: Fans;
}

/** Sight from base to base: core's answers for the units where they start. */
export interface BasesSight {
  model: "bases";
  units: { id: string; title: string; hex: number; visible: ReadonlySet<number> }[];
  pairs: BasePair[];
}

export class Answers {
  private constructor(
    readonly cells: Cells,
    readonly sight: CentresSight | BasesSight,
    readonly movers: Movers | null,
  ) {}

  static async load(data: ArenaData): Promise<Answers> {
    const { columns, rows, layout } = data.board;
    const cells = new Cells(columns, rows, layout);
    const movement = data.movement as MovementData | null;
    const [sight, movers] = await Promise.all([
      loadSight(data.sight as CentresData | BasesData, data),
      movement && Movers.load(movement, cells.neighbours()),
    ]);
    return new Answers(cells, sight, movers);
  }

  /** Where a mover can be by turns, from a hex; `unit` is kept out by other units and begins with its facing. */
  reach(mover: number, origin: number, limit: number, unit: UnitMovesData | null): Reach {
    const { movers, sight } = this;
    if (!movers) throw new Error("nothing moves by these rules");
    return movers.reach(mover, origin, limit, unit, (begun, target, height) =>
      sight.model === "centres" ? sight.fans.sees(begun, target, [height, 0]) : true,
    );
  }
}

async function loadSight(data: CentresData | BasesData, { board }: ArenaData): Promise<CentresSight | BasesSight> {
  if (data.model === "centres") {
    const lines = new LineBoard(await sightTables(data), board.columns, board.rows, board.layout);
    return { model: "centres", board: lines, fans: new Fans(lines) };
  }
  const units = data.units.map((it) => ({ ...it, visible: new Set(inRuns(it.visible)) }));
  return { model: "bases", units, pairs: await unpackJson<BasePair[]>(data.pairs) };
}

const known = new WeakMap<ArenaData, Answers>();

/** Load the answers of a page, before its features ask for them. */
export async function loadAnswers(data: ArenaData): Promise<void> {
  known.set(data, await Answers.load(data));
}

/** The answers of a page. */
export function answersOf(data: ArenaData): Answers {
  const found = known.get(data);
  if (!found) throw new Error("the answers are not loaded");
  return found;
}
