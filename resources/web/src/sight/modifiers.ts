// The cover of a target and the hindrance along a line, in one direction, as core/sight/line/modifiers.py counts them.
import type { HexFacts, SightUnit } from "./data";
import type { Met } from "./features";
import type { LineBoard, Place } from "./lineBoard";
import { fill } from "./wording";

/** A source of cover or hindrance that counts. */
export interface Modifier {
  place: Place;
  text: string;
  amount: number;
  rule: string;
}

/** A shot: its ends, the hexes crossed and beside the line that may affect it, and the hexes it passes. */
export interface CoveredShot {
  firer: number;
  target: number;
  crossed: number[];
  left: number[];
  right: number[];
  passed: ReadonlySet<number>;
}

/** The cover of the target: the best one, or all that add up (rules P1-05, P2-06, P2-07, HS-10). */
export function shelters(board: LineBoard, shot: CoveredShot): Modifier[] {
  const { policies } = board.tables;
  const [firer, target] = [board.facts(shot.firer), board.facts(shot.target)];
  if (policies.higher_ignores_cover && firer && target && firer.level > target.level) return [];
  const covers = coverOfHex(board, shot.target);
  if (policies.cover_reach === "adjacent") {
    covers.push(...passed(board, shot, shot.crossed), ...coverBeside(board, shot));
  }
  covers.push(...ofUnits(board, shot));
  if (policies.cover_stacks || !covers.length) return covers;
  return [covers.reduce((best, it) => (Math.abs(it.amount) > Math.abs(best.amount) ? it : best))];
}

function coverOfHex(board: LineBoard, at: number): Modifier[] {
  return (board.facts(at)?.covers ?? []).map((grade) => {
    const { name, value, rule } = board.tables.grades[grade];
    return { place: { hex: at }, text: name, amount: value, rule };
  });
}

/** The cover of hexes next to the target that the line passes. */
function passed(board: LineBoard, shot: CoveredShot, run: number[]): Modifier[] {
  return run.filter((at) => board.cells.distance(at, shot.target) === 1).flatMap((at) => coverOfHex(board, at));
}

/** The cover on one side of the line: the lesser side, or the worse one for the attacker. */
function coverBeside(board: LineBoard, shot: CoveredShot): Modifier[] {
  const { hexside, cover_stacks: stacks } = board.tables.policies;
  const worth = (covers: Modifier[]) =>
    stacks ? Math.abs(total(covers)) : Math.max(0, ...covers.map((it) => Math.abs(it.amount)));
  const [left, right] = [passed(board, shot, shot.left), passed(board, shot, shot.right)];
  const [a, b] = [worth(left), worth(right)];
  return (hexside === "worse_side" ? b > a : b < a) ? right : left;
}

/** The cover of the units that the line crosses. */
function ofUnits(board: LineBoard, shot: CoveredShot): Modifier[] {
  const { grades, policies, sentences, unit_grade: grade, units } = board.tables;
  if (grade === null || policies.cover_units === "none") return [];
  const { cells } = board;
  const at = (it: SightUnit) => (cells.holds(it.q, it.r) ? cells.number(it.q, it.r) : -1);
  const own = new Set(units.filter((it) => at(it) === shot.firer).map((it) => it.allegiance));
  return units
    .filter((it) => (policies.cover_units === "any" || !own.has(it.allegiance)) && shot.passed.has(at(it)))
    .map((it) => ({
      place: { hex: at(it) },
      text: fill(sentences.unit_between, { unit: it.title }),
      amount: grades[grade].value,
      rule: sentences.unit_between.rule,
    }));
}

/** What lies beside the hexsides a line runs along, and whether a single hex there blocks it. */
export interface Beside {
  left: number[];
  right: number[];
  leftStops: boolean;
  rightStops: boolean;
}

/** The hindrances of fire from a hex: hexes crossed, features, and hexes beside the line (rules HS-05 to HS-08). */
export function hindrances(
  board: LineBoard,
  firer: number,
  target: number,
  crossed: number[],
  beside: Beside,
  met: Met[],
): Modifier[] {
  const { policies, sentences } = board.tables;
  const found = crossed.flatMap((at) => hindranceOfHex(board, at, sentences.hindered_in.rule));
  if (policies.hindrance_reach === "to_target") found.push(...hindranceOfHex(board, target, sentences.hindered_in.rule));
  const ownFree = policies.own_hexside === "free";
  for (const it of met) {
    if (!it.feature.hindrance || !(it.along || !(ownFree && it.hexes.includes(firer)))) continue;
    const sentence = it.along ? sentences.hindered_along : sentences.hindered_across;
    const text = fill(sentence, { feature: it.feature.name });
    found.push({ place: { side: it.side }, text, amount: it.feature.hindrance, rule: sentence.rule });
  }
  const along = met.some((it) => it.along && it.feature.hindrance);
  return [...found, ...hindranceBeside(board, beside, along)];
}

function hindranceOfHex(board: LineBoard, at: number, rule: string): Modifier[] {
  const facts: HexFacts | null = board.facts(at);
  return (facts?.hindrances ?? []).map((it) => ({
    place: { hex: at },
    text: it.text,
    amount: it.amount,
    rule: it.rule || rule,
  }));
}

function hindranceBeside(board: LineBoard, sides: Beside, along: boolean): Modifier[] {
  const { policies, sentences } = board.tables;
  const of = (run: number[]) => run.flatMap((at) => hindranceOfHex(board, at, sentences.hindered_beside.rule));
  const [left, right] = [of(sides.left), of(sides.right)];
  if (policies.hexside === "worse_side") return total(left) > total(right) ? left : right;
  const opposite = (left.length && sides.rightStops) || (right.length && sides.leftStops);
  if (along || opposite) return [...left, ...right];
  return left.length && right.length ? allButOne([...left, ...right]) : [];
}

/** Hindrances with a sum one less: the first point only makes the line hindered (rule HS-06). */
function allButOne(hindering: Modifier[]): Modifier[] {
  const [first, ...rest] = hindering.sort((a, b) => a.amount - b.amount);
  return first.amount === 1 ? rest : [{ ...first, amount: first.amount - 1 }, ...rest];
}

export const total = (modifiers: Modifier[]): number => modifiers.reduce((sum, it) => sum + it.amount, 0);
