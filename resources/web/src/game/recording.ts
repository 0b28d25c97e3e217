// A recorded game: the units after each step, and the steps worth jumping to.
import { unpackJson } from "../packing";
import type { GameData, GamesData, StepData, UnitChange } from "./data";

/** A unit at some moment of a game. */
export interface UnitNow {
  hex: number;
  facing: number;
  hitPoints: number;
  heat: number;
  onBoard: boolean;
}

export interface Recording {
  data: GamesData;
  game: GameData;
  steps: StepData[];
  /** The units after each step. */
  after: UnitNow[][];
}

export async function openGame(data: GamesData, game: GameData): Promise<Recording> {
  const steps = await unpackJson<StepData[]>(game.steps);
  return { data, game, steps, after: positions(steps) };
}

export function positions(steps: StepData[]): UnitNow[][] {
  const found: UnitNow[][] = [];
  let units: UnitNow[] = [];
  for (const step of steps) {
    if (step.c.length) {
      units = units.slice();
      for (const it of step.c) units[it[0]] = unitNow(it);
    }
    found.push(units);
  }
  return found;
}

function unitNow([, hex, facing, hitPoints, heat, onBoard]: UnitChange): UnitNow {
  return { hex, facing, hitPoints, heat, onBoard: onBoard === 1 };
}

/** The first step of the next turn, or the last step. */
export function nextTurn(steps: StepData[], at: number): number {
  const found = steps.findIndex((it) => it.t > steps[at].t);
  return found < 0 ? steps.length - 1 : found;
}

/** The first step of this turn or, from there, that of the turn before. */
export function previousTurn(steps: StepData[], at: number): number {
  for (let i = at - 1; i > 0; i--) if (steps[i].t !== steps[i - 1].t) return i;
  return 0;
}

/** The next step with an attack that did something to a unit, or in which a unit is lost; the last step without one. */
export function nextLoss(steps: StepData[], at: number): number {
  const found = steps.findIndex((it, i) => i > at && it.l.length > 0);
  return found < 0 ? steps.length - 1 : found;
}

/** Steps to jump to, with a text for each: the start, each turn, each loss, the end. */
export function moments(game: Recording): [number, string][] {
  const found: [number, string][] = [];
  game.steps.forEach((step, at) => {
    if (!at) found.push([at, "Start"]);
    else if (step.t !== game.steps[at - 1].t) found.push([at, `Turn ${step.t}`]);
    for (const unit of step.l) found.push([at, `Turn ${step.t}: ${game.game.units[unit].title} is destroyed`]);
  });
  found.push([game.steps.length - 1, "End"]);
  return found;
}

/** The moves of a party in a turn, in order: unit, hex and facing after each. */
export function movesOf(game: Recording, party: number, turn: number): { unit: number; hex: number; facing: number }[] {
  const found: { unit: number; hex: number; facing: number }[] = [];
  game.steps.forEach((step, at) => {
    if (step.t !== turn || step.k === "end") return;
    for (const it of step.c) {
      const [unit] = it;
      const before = at ? game.after[at - 1][unit] : undefined;
      const now = game.after[at][unit];
      const arrived = now.onBoard && before !== undefined && !before.onBoard;
      const moved = before !== undefined && (before.hex !== now.hex || before.facing !== now.facing);
      if (game.game.units[unit].party === party && now.onBoard && (arrived || moved)) {
        found.push({ unit, hex: now.hex, facing: now.facing });
      }
    }
  });
  return found;
}
