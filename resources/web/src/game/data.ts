// The sections of the page about recorded games and play by hand; core/web_page/games_section.py and play_section.py describe them.
import type { PackedJson, PackedNumbers } from "../contract";

/** Unit, hex, facing (0-5), hit points, heat, on the board (1) or not (0). */
export type UnitChange = [number, number, number, number, number, number];

export interface StepData {
  t: number;
  k: "start" | "arrival" | "action" | "damage" | "end";
  u: number | null;
  x: string[];
  w: string;
  c: UnitChange[];
  m: [number, number] | null;
  a: [number, number, number, number] | null;
  l: number[];
  p: number[];
  h: (number | null)[];
}

export interface GameUnitData {
  id: string;
  title: string;
  party: number;
  kind: number;
  shield: string;
}

export interface GameData {
  number: number;
  heading: string;
  outcome: string;
  first: string;
  units: GameUnitData[];
  steps: PackedJson;
}

export interface HeatData {
  id: string;
  title: string;
  heading: string;
  shades: { text: string; fill: string; low: number }[];
  counts: [number, number][];
}

export interface GamesData {
  about: string[];
  cautions: string[];
  figures: string[];
  left_out: string[];
  parties: { title: string; bot: string; sides: string[] }[];
  kinds: { title: string; code: string; unit_class: string; hit_points: number; weapons: string[] }[];
  goals: { title: string; hexes: number[] }[];
  turns: number;
  games: GameData[];
  heat: HeatData[];
}

export interface MoverData {
  title: string;
  mode: string;
  allowance: number;
  scale: number;
  passes_enemies: boolean;
  /** Facing (0-5, or -1 where it does not matter) and free hexsides turned. */
  stances: [number, number][];
  rested: number[];
  /** By stance: the new stance and the cost. */
  turnings: [number, number][][];
  /** By stance: direction, new stance, sort of step. */
  steppings: [number, number, number][][];
  time: PackedNumbers[];
  open: PackedNumbers;
  may_end: PackedNumbers;
  sight: number | null;
}

export interface SeenData {
  offsets: [number, number][];
  bits: PackedNumbers;
}

export interface PlayKindData {
  title: string;
  code: string;
  unit_class: string;
  hit_points: number;
  weapons: string[];
  movers: number[];
}

export interface PlayUnitData {
  id: string;
  title: string;
  side: number;
  kind: number;
  hex: number;
  facing: number;
  shield: string;
  hit_points: number;
  arrives: number;
}

export interface LineData {
  columns: Record<string, PackedNumbers>;
  seen: PackedNumbers;
  unit_cover: boolean;
  furthest: number;
}

export interface ResultData {
  title: string;
  /** When the result comes if a single die counts: `with a die that shows 6`; empty if the total counts. */
  when: string;
  damage: number;
  /** Points of defence ignored; -1 for all. */
  bypasses: number;
}

export interface ExchangeData {
  automatic: boolean;
  /** Total of the dice, number of ways, index of the named result or -1. */
  falls: [number, number, number][];
  results: ResultData[];
  least: number;
  sign: number;
  base: number[][];
  by_attacker: number[];
  by_target: number[];
  moves_count: boolean;
  charges: boolean;
  has_sides: boolean;
  cover_adds: boolean;
  harm: number[];
  hot: [number, number][];
  tables: PackedJson;
  lines: Record<string, number>;
}

export interface AttackData {
  dice: [number, number];
  arms: { exchange: number; damage: number; reach: number }[][];
  heights: number[];
  defences: number[];
  bands: number[];
  heat: number;
  exchanges: ExchangeData[];
  lines: LineData[];
  crossed: PackedJson;
  only_enemies_cover: boolean;
  cover_stacks: boolean;
}

export interface PlayData {
  map: string;
  sides: { title: string; team: number }[];
  kinds: PlayKindData[];
  units: PlayUnitData[];
  game_kinds: number[][];
  movers: MoverData[];
  seen: SeenData[];
  facings: number[];
  /** The name of each direction 0-5, such as NE. */
  directions: string[];
  layout: "odd-q" | "even-q" | "odd-r" | "even-r";
  turns: number | null;
  through_allies: boolean;
  end_with_allies: boolean;
  dice: [number, number];
  number: number | null;
  number_is_harder: boolean;
  attacks: AttackData | null;
  enforced: string[];
  not_enforced: string[];
}

/** The axial coordinates of a hex counted row by row, as core's layouts have them. */
export function axialOf(layout: PlayData["layout"], columns: number, hex: number): [number, number] {
  const column = hex % columns;
  const row = (hex - column) / columns;
  const shift = (line: number) => (layout.startsWith("odd") ? line - (line & 1) : line + (line & 1)) / 2;
  return layout.endsWith("q") ? [column, row - shift(column)] : [column - shift(row), row];
}

/** Whether a bit is set among bits packed eight to a byte, the lowest first. */
export function bit(bits: ArrayLike<number>, at: number): boolean {
  return ((bits[at >> 3] >> (at & 7)) & 1) === 1;
}

/** A direction as players read it: `facing NE (3)`. */
export function facingText(play: PlayData, direction: number): string {
  return `facing ${play.directions[direction]} (${play.facings[direction]})`;
}
