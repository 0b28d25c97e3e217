// A game played by hand: where it starts, the actions since, and the state that they lead to. Undo takes actions back.
import type { PlayData } from "./data";

/** A unit on the table. `stance`, `spent`, `entered` and `begun` are those of its turn so far. */
export interface TableUnit {
  id: string;
  title: string;
  side: number;
  kind: number;
  hex: number;
  facing: number;
  shield: string;
  hitPoints: number;
  heat: number;
  spent: number;
  entered: number;
  begun: number;
  /** Free hexsides turned this turn. */
  turned: number;
  /** Which of the kind's modes of movement it uses. */
  mode: number;
}

export interface Marker {
  hex: number;
  text: string;
}

export interface Table {
  turn: number;
  units: TableUnit[];
  markers: Map<number, Marker>;
  points: number[];
}

/** Where a game begins: with the units of the map, or after a step of a recorded game (recording, game, step). */
export type From = ["map"] | ["game", number, number, number];

export type Action =
  | ["move", unit: number, hex: number, facing: number, turned: number, spent: number, entered: number]
  | ["put", unit: number, hex: number, facing: number]
  | ["mode", unit: number, mode: number]
  | ["hits", unit: number, hitPoints: number]
  | ["attack", unit: number, weapon: number, target: number, number: number, total: number, result: number, damage: number]
  | ["dice", text: string, faces: number[]]
  | ["turn"]
  | ["mark", marker: number, hex: number, text: string]
  | ["score", side: number, points: number]
  | ["bot", text: string, moves: [unit: number, hex: number, facing: number][]];

export interface Save {
  /** The fingerprint of the map that the game is played on. */
  map: string;
  from: From;
  actions: Action[];
}

export const MOST_ACTIONS = 5_000;
const MOST_TEXT = 200;

export const actionCount = (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "action" : "actions"}`;

/** Return the table after one more action. */
export function after(table: Table, action: Action): Table {
  switch (action[0]) {
    case "move": {
      const [, unit, hex, facing, turned, spent, entered] = action;
      return withUnit(table, unit, { hex, facing, turned, spent, entered });
    }
    case "put": {
      const [, unit, hex, facing] = action;
      return withUnit(table, unit, { hex, facing, begun: hex, turned: 0, spent: 0, entered: 0 });
    }
    case "mode":
      return withUnit(table, action[1], { mode: action[2] });
    case "hits":
      return withUnit(table, action[1], { hitPoints: action[2] });
    case "attack": {
      const [, , , target, , , , damage] = action;
      return withUnit(table, target, { hitPoints: table.units[target].hitPoints - damage });
    }
    case "dice":
      return table;
    case "turn":
      return {
        ...table,
        turn: table.turn + 1,
        units: table.units.map((it) => ({ ...it, begun: it.hex, turned: 0, spent: 0, entered: 0 })),
      };
    case "mark": {
      const [, marker, hex, text] = action;
      const markers = new Map(table.markers);
      if (hex < 0) markers.delete(marker);
      else markers.set(marker, { hex, text });
      return { ...table, markers };
    }
    case "score": {
      const points = table.points.slice();
      points[action[1]] = action[2];
      return { ...table, points };
    }
    case "bot": {
      let found = table;
      for (const [unit, hex, facing] of action[2]) found = withUnit(found, unit, { hex, facing });
      return found;
    }
  }
}

function withUnit(table: Table, unit: number, changes: Partial<TableUnit>): Table {
  const units = table.units.slice();
  units[unit] = { ...units[unit], ...changes };
  return { ...table, units };
}

/** The units of the map at the start. */
export function mapStart(play: PlayData): Table {
  return {
    turn: 1,
    markers: new Map(),
    points: play.sides.map(() => 0),
    units: play.units.map((it) =>
      fresh({
        id: it.id,
        title: it.title,
        side: it.side,
        kind: it.kind,
        hex: it.hex,
        facing: it.facing,
        shield: it.shield,
        hitPoints: it.hit_points,
        heat: play.attacks?.heat ?? 0,
      }),
    ),
  };
}

/** A unit at the start of a turn. */
export function fresh(
  it: Pick<TableUnit, "id" | "title" | "side" | "kind" | "hex" | "facing" | "shield" | "hitPoints" | "heat">,
): TableUnit {
  return { ...it, spent: 0, entered: 0, begun: it.hex, turned: 0, mode: 0 };
}

/** Actions that can be taken back and made again. */
export class History {
  private readonly tables: Table[];
  private readonly actions: Action[] = [];
  private at = 0;

  constructor(
    readonly from: From,
    start: Table,
    actions: readonly Action[] = [],
  ) {
    this.tables = [start];
    for (const it of actions) this.add(it);
  }

  get table(): Table {
    return this.tables[this.at];
  }

  /** The actions so far, without those taken back. */
  get done(): readonly Action[] {
    return this.actions.slice(0, this.at);
  }

  /** The table before an action. */
  before(action: number): Table {
    return this.tables[action];
  }

  get canUndo(): boolean {
    return this.at > 0;
  }

  get canRedo(): boolean {
    return this.at < this.actions.length;
  }

  /** Do an action; those taken back are forgotten. Returns false when there are too many. */
  add(action: Action): boolean {
    if (this.at >= MOST_ACTIONS) return false;
    this.actions.length = this.at;
    this.tables.length = this.at + 1;
    this.actions.push(action);
    this.tables.push(after(this.table, action));
    this.at++;
    return true;
  }

  undo(): void {
    if (this.canUndo) this.at--;
  }

  redo(): void {
    if (this.canRedo) this.at++;
  }
}

/**
 * Return a saved game if it can be played on this page, or why not, as a sentence.
 *
 * `start` returns the table that a game begins with, null if the page does not have it.
 */
export async function opened(
  value: unknown,
  play: PlayData,
  board: { count: number },
  start: (from: From) => Promise<Table | null>,
): Promise<History | string> {
  const faulty = "This is not a saved game of this page.";
  if (typeof value !== "object" || value === null) return faulty;
  const { map, from, actions } = value as Partial<Save>;
  if (typeof map !== "string" || !Array.isArray(from) || !Array.isArray(actions)) return faulty;
  if (map !== play.map) return "This game was saved on another map, or on another version of this map.";
  if (!(from[0] === "map" || (from[0] === "game" && from.slice(1).every(isWhole)))) return faulty;
  const table = await start(from as From);
  if (!table) return "This game starts from a recorded game that this page does not have.";
  if (actions.length > MOST_ACTIONS) return faulty;
  return actions.every((it) => isAction(it, play, table, board.count)) ? new History(from as From, table, actions) : faulty;
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isAction(value: unknown, play: PlayData, table: Table, hexes: number): value is Action {
  if (!Array.isArray(value)) return false;
  const [name, ...rest] = value as [unknown, ...unknown[]];
  const whole = (at: number, low: number, high: number) => {
    const it = rest[at];
    return isWhole(it) && it >= low && it <= high;
  };
  const unit = (at: number) => whole(at, 0, table.units.length - 1);
  const place = (at: number) => whole(at, -1, hexes - 1);
  const text = (at: number) => typeof rest[at] === "string" && (rest[at] as string).length <= MOST_TEXT;
  const most = 1_000_000;
  switch (name) {
    case "move":
      return unit(0) && whole(1, 0, hexes - 1) && whole(2, 0, 5) && whole(3, 0, 100) && whole(4, 0, most) && whole(5, 0, most);
    case "put":
      return unit(0) && place(1) && whole(2, 0, 5);
    case "mode":
      return unit(0) && whole(1, 0, play.kinds[table.units[rest[0] as number].kind].movers.length - 1);
    case "hits":
      return unit(0) && whole(1, -most, most);
    case "attack":
      return (
        unit(0) &&
        whole(1, 0, play.kinds[table.units[rest[0] as number].kind].weapons.length - 1) &&
        unit(2) &&
        [3, 4, 5].every((at) => whole(at, -most, most)) &&
        whole(6, 0, most)
      );
    case "dice":
      return text(0) && Array.isArray(rest[1]) && rest[1].length <= 100 && rest[1].every(isWhole);
    case "turn":
      return true;
    case "mark":
      return whole(0, 0, most) && place(1) && text(2);
    case "score":
      return whole(0, 0, play.sides.length - 1) && whole(1, -most, most);
    case "bot":
      return (
        text(0) &&
        Array.isArray(rest[1]) &&
        rest[1].length <= table.units.length * 10 &&
        rest[1].every(
          (it: unknown) =>
            Array.isArray(it) &&
            it.every(isWhole) &&
            it[0] >= 0 && it[0] < table.units.length && it[1] >= 0 && it[1] < hexes && it[2] >= 0 && it[2] < 6,
        )
      );
    default:
      return false;
  }
}
