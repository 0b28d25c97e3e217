// The section of the page's data about movement, as core/web_page/movement_section.py documents it.
import type { PackedNumbers } from "../contract";

export interface StancesData {
  /** The direction (0-5) that a unit faces in each stance; null where it does not matter. */
  facings: (number | null)[];
  /** The stance at the start of the next turn, for each. */
  rested: number[];
  /** By stance: the new stance and the points of turning by one hexside. */
  turnings: [number, number][][];
  /** By stance: direction, new stance and the sort of each step. */
  steppings: [number, number, number][][];
}

export interface MoverData {
  /** The class of units, and the mode of movement. */
  unit_class: string;
  mode: string;
  /** Points of a turn, in 1/scale of a movement point. */
  allowance: number;
  scale: number;
  /** In levels above the ground. */
  height: number;
  stances: number;
  /** By sort of step, the index in `times`. */
  times: number[];
  may_end: number;
}

export interface UnitMovesData {
  id: string;
  title: string;
  hex: number;
  direction: number | null;
  /** Indices of movers, one for each mode. */
  movers: number[];
  /** Hexes that other units keep it from entering, by mode, and from ending a turn in. */
  barred: number[][];
  held: number[];
}

export interface MovementData {
  /** Whether units may enter hexes that they do not see where the turn begins. */
  blind: boolean;
  movers: MoverData[];
  stances: StancesData[];
  /** Points that a step takes, by direction, then hex; -1 where it is impossible. */
  times: PackedNumbers[];
  /** Hexes where a turn may begin and end. */
  may_end: PackedNumbers[];
  units: UnitMovesData[];
}
