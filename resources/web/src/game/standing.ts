// Where units stand in the game that is shown or played by hand, for the other tools; without one, they stand at the start.
import type { Page, UnitState } from "../contract";
import type { InTheWay } from "./reach";

/** A unit on the board that is not destroyed. */
export interface StandingUnit {
  /** The id in the scenario; empty for a unit that it does not have. */
  id: string;
  title: string;
  side: number;
  hex: number;
  facing: number;
  /** What its side fights for; -1 without a side. */
  team: number;
  /** The hexes that others close to it in a mode of movement, by its title. */
  inTheWay(mode: string): InTheWay;
}

export interface Standing {
  turn: number;
  units: StandingUnit[];
  states: UnitState[];
}

let now: Standing | null = null;
const changed: (() => void)[] = [];

/** Where units stand; null for the start. */
export function standing(): Standing | null {
  return now;
}

/** Let units stand elsewhere, on the map too; null for the start. */
export function stand(page: Page, found: Standing | null): void {
  now = found;
  page.map.units(found?.states ?? null);
  for (const it of changed) it();
}

/** Call a handler after units stand elsewhere. */
export function onStanding(handler: () => void): void {
  changed.push(handler);
}
