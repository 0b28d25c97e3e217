// The section of the page's data about sight, as core/web_page/sight_section.py documents it.
import type { PackedJson, PackedNumbers } from "../contract";

export interface Sentence {
  text: string;
  rule: string;
}

export interface Obstacle {
  /** The kind of its terrain; -1 for an effect. */
  kind: number;
  /** The level it reaches; null if levels do not matter. */
  top: number | null;
  text: string;
  rule: string;
}

export interface Dimming {
  opacity: number;
  amount: number;
  top: number | null;
}

export interface Hindering {
  text: string;
  amount: number;
  rule: string;
}

/** What affects lines in hexes of one kind. */
export interface HexFacts {
  level: number;
  /** The level that units stand on. */
  floor: number;
  obstacles: Obstacle[];
  dimmings: Dimming[];
  hindrances: Hindering[];
  /** Grades of cover. */
  covers: number[];
  /** Whether there is only ground. */
  open: boolean;
}

export interface SideFeature {
  name: string;
  blocks: boolean;
  hindrance: number;
}

export interface Grade {
  name: string;
  value: number;
  rule: string;
}

export interface Policies {
  hexside: "both_sides" | "worse_side";
  corner: "ignored" | "crossed";
  elevation: "ignore" | "higher" | "slope" | "adjacent";
  corner_hexside: "both" | "any";
  own_hexside: "counts" | "free";
  end_hexside: "blocks" | "free";
  hindrance_reach: "between" | "to_target";
  inside: "blocks" | "free";
  cover_reach: "in" | "adjacent";
  cover_units: "any" | "enemy" | "none";
  cover_stacks: boolean;
  higher_ignores_cover: boolean;
}

export interface SightUnit {
  id: string;
  title: string;
  q: number;
  r: number;
  /** What its side fights for. */
  allegiance: number;
}

export interface Height {
  title: string;
  height: number;
}

/** How hexes are called in texts. */
export interface NamesData {
  style: "column-letter" | "numeric" | "row-letter" | "axial";
  digits: number;
}

export interface CentresData {
  model: "centres";
  policies: Policies;
  opacities: { name: string; limit: number; rule: string }[];
  grades: Grade[];
  /** The grade of cover that a unit in the way gives; null for none. */
  unit_grade: number | null;
  /** Rules on ground that blocks, and on levels that do not count. */
  ground_rule: string;
  levels_rule: string;
  sentences: Record<string, Sentence>;
  most_named: number;
  names: NamesData;
  /** Classes of units with their heights in levels; empty where heights change nothing. */
  heights: Height[];
  units: SightUnit[];
  features: SideFeature[];
  /** Hexsides with features: q, r, direction, and the features. */
  sides: PackedJson;
  /** Kinds of hexes; null for void ones. */
  kinds: PackedJson;
  /** The kind of each hex, row by row. */
  hexes: PackedNumbers;
}

/** The same, unpacked. */
export interface SightTables extends Omit<CentresData, "sides" | "kinds" | "hexes"> {
  sides: [number, number, number, number[]][];
  kinds: (HexFacts | null)[];
  hexes: ArrayLike<number>;
}

/** Sight from base to base: the units with the hexes they see, as runs, and a packed list of pairs. */
export interface BasesData {
  model: "bases";
  units: { id: string; title: string; hex: number; visible: number[] }[];
  pairs: PackedJson;
}
