// What blocks sight in a run of hexes, as core/sight/line/runs.py and core/sight/board/elevation.py decide.
import type { HexFacts } from "./data";
import type { LineBoard } from "./lineBoard";
import { fill } from "./wording";

/** The two ends of a line, the levels of their hexes, and the levels of the eyes above them. */
export interface LineEnds {
  start: number;
  end: number;
  startLevel: number;
  endLevel: number;
  startEye: number;
  endEye: number;
}

/** Why sight ends in a hex. */
export interface Stop {
  at: number;
  text: string;
  rule: string;
}

/** What a line meets in a run of hexes: everything that blocks it, in order, and the sum of each opacity. */
export interface Obstacles {
  stops: Stop[];
  opacities: number[];
}

/** The most hexes halfway up a slope that a line may cross (rule HS-11). */
const MOST_HALFWAY = 1;

/** What a line meets in a run of hexes; with `first` it ends at the first that blocks, whose text is left out. */
export function lookAlong(
  board: LineBoard,
  ends: LineEnds,
  run: number[],
  within: ReadonlySet<number> | null,
  first = false,
): Obstacles {
  const { opacities: known, policies, sentences, ground_rule: groundRule } = board.tables;
  const policy = policies.elevation;
  const ground = policy !== "ignore";
  const [low, high] = ends.startLevel < ends.endLevel ? [ends.startLevel, ends.endLevel] : [ends.endLevel, ends.startLevel];
  const [lowEye, highEye] = ends.startEye < ends.endEye ? [ends.startEye, ends.endEye] : [ends.endEye, ends.startEye];
  const lowEnd = ends.startEye < ends.endEye ? ends.start : ends.end;
  const least =
    policy === "ignore" ? -Infinity
    : policy === "higher" ? high + 1
    : policy === "slope" ? (high > low ? high : high + 1)
    : highEye + 1;
  const beside = policy === "adjacent" && lowEye < highEye;
  const tooLong = policy === "slope" && high - low > 1 && halfway(board, run, low, high) > MOST_HALFWAY;
  const stops: Stop[] = [];
  const sums = new Array<number>(known.length).fill(0);
  const stop = (at: number, text: () => string, rule: string) => stops.push({ at, text: first ? "" : text(), rule });
  for (const at of run) {
    const facts = board.facts(at) as HexFacts;
    const level = facts.level;
    const bar = beside && board.cells.near(at, lowEnd) ? lowEye + 1 : least;
    if (ground && level >= bar) {
      const sentence = level > high ? sentences.hill_above_both : sentences.hill_hides;
      stop(at, () => fill(sentence, { level }), groundRule);
    } else if (tooLong && low < level && level < high) {
      stop(at, () => fill(sentences.slope_too_long, { low, high }), groundRule);
    }
    for (const it of facts.obstacles) {
      if (it.top === null || (it.top >= bar && !within?.has(it.kind))) stop(at, () => it.text, it.rule);
    }
    for (const it of facts.dimmings) {
      if (it.top !== null && it.top < bar) continue;
      const { name, limit, rule } = known[it.opacity];
      const before = sums[it.opacity];
      const amount = (sums[it.opacity] = before + it.amount);
      if (before < limit && limit <= amount) {
        stop(at, () => fill(sentences.opacity, { opacity: name, amount, limit }), rule);
      }
    }
    if (first && stops.length) break;
  }
  return { stops, opacities: sums };
}

function halfway(board: LineBoard, run: number[], low: number, high: number): number {
  return run.filter((at) => {
    const level = (board.facts(at) as HexFacts).level;
    return low < level && level < high;
  }).length;
}

/** The kinds of solid terrain that a line never leaves, with both eyes below its top (rule MM-06); null for none. */
export function staysWithin(
  board: LineBoard,
  ends: LineEnds,
  atEnds: readonly [HexFacts, HexFacts],
  crossed: number[],
): ReadonlySet<number> | null {
  if (board.tables.policies.inside === "blocks") return null;
  const around = atEnds.map((facts, i) => {
    const eye = i ? ends.endEye : ends.startEye;
    return new Set(facts.obstacles.filter((it) => it.top !== null && eye < it.top).map((it) => it.kind));
  });
  const kinds = [...around[0]].filter((it) => it >= 0 && around[1].has(it));
  const inside = kinds.filter((kind) =>
    crossed.every((at) => (board.facts(at) as HexFacts).obstacles.some((it) => it.kind === kind)),
  );
  return inside.length ? new Set(inside) : null;
}
