// Types of the JSON export and its reader. `fairground schema arena` describes every key.

/** Label of a hex, such as C4. */
export type Label = string;
/** Movement points: a whole number, or a fraction as text such as "7/2". */
export type Points = number | string;
export type Point = [x: number, y: number];
export type Direction = "N" | "NE" | "E" | "SE" | "S" | "SW" | "W" | "NW";

export interface Hex {
    label: Label;
    col: number;
    row: number;
    q: number;
    r: number;
    terrain: string[];
    stack: number;
    colour: string;
    level: number;
    effects: string[];
    name: string | null;
}

export interface Crossing {
    mode: string;
    points: Points | null;
}

export interface Hexside {
    hex: Label;
    direction: Direction;
    other: Label | null;
    features: string[];
    crossing: Crossing[];
}

export interface Step {
    direction: Direction;
    q: number;
    r: number;
    corners: [Point, Point];
}

export interface Grid {
    orientation: "flat" | "pointy";
    steps: Step[];
    x: Point;
    y: Point;
    formula: string;
}

export interface Board {
    layout: "odd-q" | "even-q" | "odd-r" | "even-r";
    columns: number;
    rows: number;
    inches: number | null;
    grid: Grid;
    hexes: Hex[];
    hexsides: Hexside[];
}

export interface Task {
    kind: string;
    targets: string[];
    count: number | null;
    turns: number;
    units: string[];
    class: string | null;
    points: number;
}

export interface Side {
    id: string;
    name: string;
    team: string;
    role: string;
    force: string | null;
    wins: { text: string; tasks: Task[] }[];
}

export interface Zone {
    id: string;
    side: string | null;
    kind: "deployment" | "reinforcement" | "exit" | "area";
    name: string;
    hexes: Label[];
}

export interface Objective {
    id: string;
    kind: "control" | "exit";
    side: string | null;
    name: string;
    points: number;
    hold: number;
    hexes: Label[];
}

export interface Unit {
    id: string;
    side: string;
    class: string;
    name: string;
    hex: Label;
    facing: number;
    facing_name: Direction;
    shield: "left" | "right" | "none";
    allowance: number | null;
    at: Point | null;
    base: number | null;
    parts: { name: string; at: Point; base: number }[];
    traits: string[];
    arrives: number;
    hit_points: number | null;
    defence: number | null;
    unarmed: boolean;
}

export interface Mover {
    class: string;
    mode: string;
    name: string;
    allowance: number;
    climbs: { left: number; entered: number; points: Points | null }[];
}

export interface Movement {
    denominator: number;
    minimum_move: boolean;
    stacks: { terrain: string[]; entering: { mode: string; points: Points; classes: string[] }[] }[];
    movers: Mover[];
}

export interface ArenaData {
    schema: "fairground/arena/1";
    name: string;
    author: string;
    notes: string;
    weather: string;
    turns: number | null;
    board: Board;
    sides: Side[];
    zones: Zone[];
    objectives: Objective[];
    units: Unit[];
    victory: { points: number | null; last_standing: boolean; kill: number; component: number };
    movement: Movement;
    house_rules: string[];
    ruleset: { id: string; content_hash: string; content: Record<string, unknown> };
}

export interface StepCost {
    /** Movement points times `movement.denominator`. */
    parts: number;
    /** Whether the step must start a turn and uses all of it. */
    wholeTurn: boolean;
}

export class Arena {
    constructor(data: ArenaData);
    readonly data: ArenaData;
    readonly flatTop: boolean;
    /** Steps to the six neighbours: direction, change of q, change of r. */
    readonly steps: [direction: Direction, q: number, r: number][];
    readonly hexes: Map<Label, Hex>;
    readonly zones: Map<string, Zone>;
    readonly units: Map<string, Unit>;
    neighbour(label: Label, direction: Direction): Hex | undefined;
    neighbours(label: Label): [Direction, Hex][];
    hexside(label: Label, direction: Direction): Hexside | undefined;
    features(label: Label, direction: Direction): string[];
    /** Number of steps between two hexes. */
    distance(a: Label, b: Label): number;
    /** Centre of a hex; `size` is the distance from a centre to a corner. */
    centre(label: Label, size?: number): Point;
    /** The six corners of a hex, clockwise. */
    corners(label: Label, size?: number): Point[];
    /** The hex at a point. */
    hexAt(x: number, y: number, size?: number): Label | undefined;
    mover(unitClass: string, mode: string): Mover | undefined;
    /** Movement points as a whole number of parts. */
    parts(points: Points): number;
    /** Cost of a step without turning and units in the way; null if it is impossible. */
    step(mover: Mover, label: Label, direction: Direction, allowance?: number): StepCost | null;
    /** Costs, in parts, of the hexes within one turn. */
    reach(
        mover: Mover,
        label: Label,
        options?: { allowance?: number; enters?: (label: Label) => boolean },
    ): Map<Label, number>;
    /** Costs, in parts, of the hexes that a unit can still move to in a turn, with other units in the way. */
    moves(
        unit: Pick<Unit, "class" | "side" | "hex" | "allowance">,
        units: Pick<Unit, "side" | "hex">[],
        mode: string,
        spent?: number,
    ): Map<Label, number>;
}
