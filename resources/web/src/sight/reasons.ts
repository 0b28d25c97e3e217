// The reasons why a line is clear or blocked, in core's sentences, as core/sight/line/reasons.py orders them.
import type { Met } from "./features";
import type { LineBoard, Place } from "./lineBoard";
import type { Modifier } from "./modifiers";
import type { Stop } from "./runs";
import { describePlace, fill, placeKey } from "./wording";

export interface Reason {
  /** The ID of the rule; may be empty. */
  rule: string;
  text: string;
  place: Place | null;
}

/** What blocks a line on either side of the hexsides it runs along, and the hexes beside it. */
export interface ReasonSides {
  left: Stop[];
  right: Stop[];
  leftHexes: number[];
  rightHexes: number[];
}

export function blockedReasons(board: LineBoard, sides: ReasonSides, stopping: Met[], counting: boolean): Reason[] {
  const { sentences } = board.tables;
  const found = counting ? ofHexes(board, sides) : [];
  for (const it of stopping) {
    const sentence = it.along ? sentences.feature_along : sentences.feature_across;
    const place = { side: it.side };
    const text = fill(sentence, { place: describePlace(board, place), feature: it.feature.name });
    found.push({ rule: sentence.rule, text, place });
  }
  return found;
}

function ofHexes(board: LineBoard, sides: ReasonSides): Reason[] {
  const { policies, sentences } = board.tables;
  if (!sides.leftHexes.length && !sides.rightHexes.length) {
    return sides.left.map(({ at, text, rule }) => ({
      rule,
      text: fill(sentences.at_hex, { hex: board.name(at), text }),
      place: { hex: at },
    }));
  }
  const sentence = policies.hexside === "both_sides" ? sentences.both_sides : sentences.worse_side;
  return [
    { rule: sentence.rule, text: sentence.text, place: null },
    ...distinct([...sides.left, ...sides.right]).map(({ at, text, rule }) => ({
      rule,
      text: fill(sentences.at_hex_beside, { hex: board.name(at), side: sideOf(board, sides, at), text }),
      place: { hex: at },
    })),
  ];
}

/** Stops without repetition. */
export function distinct(stops: Stop[]): Stop[] {
  return [...new Map(stops.map((it) => [`${it.at}\n${it.text}\n${it.rule}`, it])).values()];
}

function sideOf(board: LineBoard, sides: ReasonSides, at: number): string {
  const { on_left: left, on_right: right, on_line: line } = board.tables.sentences;
  if (sides.leftHexes.includes(at)) return left.text;
  return (sides.rightHexes.includes(at) ? right : line).text;
}

export function clearReasons(
  board: LineBoard,
  ends: readonly [number, number],
  sides: ReasonSides,
  opacities: number[],
  hindering: readonly [Modifier[], Modifier[]],
  covering: readonly [Modifier[], Modifier[]],
  ignoredLevels: number[],
): Reason[] {
  const { sentences } = board.tables;
  const found = [...oneSided(board, sides), ...dimmed(board, opacities), ...ignored(board, ignoredLevels)];
  if (!found.length) found.push({ rule: sentences.nothing_blocks.rule, text: sentences.nothing_blocks.text, place: null });
  const [start, end] = ends.map((at) => board.name(at));
  const toward = [
    fill(sentences.toward, { target: end, firer: start }),
    fill(sentences.toward, { target: start, firer: end }),
  ] as const;
  found.push(...modifiers(board, toward, sentences.hindrance.text, hindering));
  found.push(...modifiers(board, toward, sentences.cover.text, covering));
  return found;
}

function oneSided(board: LineBoard, sides: ReasonSides): Reason[] {
  const sentence = board.tables.sentences.one_sided;
  return [...sides.left, ...sides.right].map(({ at, text }) => ({
    rule: sentence.rule,
    text: fill(sentence, { hex: board.name(at), side: sideOf(board, sides, at), text }),
    place: { hex: at },
  }));
}

/** That levels do not count, if higher ground lies in between. */
function ignored(board: LineBoard, hexes: number[]): Reason[] {
  if (!hexes.length) return [];
  const { levels_rule: rule, most_named: most, sentences } = board.tables;
  let names = hexes.slice(0, most).map((at) => board.name(at)).join(", ");
  if (hexes.length > most) names = fill(sentences.more_hexes, { hexes: names, count: hexes.length - most });
  return [{ rule, text: fill(sentences.ignored_levels, { hexes: names }), place: { hex: hexes[0] } }];
}

function dimmed(board: LineBoard, opacities: number[]): Reason[] {
  const { opacities: known, sentences } = board.tables;
  return known.flatMap(({ name, limit, rule }, i) => {
    const amount = opacities[i];
    return amount ? [{ rule, text: fill(sentences.opacity, { opacity: name, amount, limit }), place: null }] : [];
  });
}

function modifiers(
  board: LineBoard,
  toward: readonly [string, string],
  kind: string,
  [there, back]: readonly [Modifier[], Modifier[]],
): Reason[] {
  const { sentences } = board.tables;
  const left = [...back];
  const described: [Modifier, string][] = there.map((it) => {
    const key = modifierKey(it);
    const same = left.findIndex((other) => modifierKey(other) === key);
    if (same < 0) return [it, toward[0]];
    left.splice(same, 1);
    return [it, sentences.both_directions.text];
  });
  for (const it of left) described.push([it, toward[1]]);
  return described.map(([{ place, text, amount, rule }, direction]) => ({
    rule,
    text: fill(sentences.modifier, {
      place: describePlace(board, place),
      text,
      kind,
      amount: amount < 0 ? `${amount}` : `+${amount}`,
      direction,
    }),
    place,
  }));
}

const modifierKey = (it: Modifier): string => `${placeKey(it.place)}\n${it.text}\n${it.amount}\n${it.rule}`;
