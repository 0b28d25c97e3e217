// Attacks: the number to reach, damage and defence of an attack, added up from core's tables as self-play does.
import { unpackJson, unpackNumbers, type Numbers } from "../packing";
import { axialOf, bit, type AttackData, type ExchangeData, type PlayData } from "./data";

/** The columns of a line's table. */
const AT = {
  toHit: 0,
  damage: 1,
  defence: 2,
  cover: 3,
  unitToHit: 4,
  unitDamage: 5,
  unitCover: 6,
  chargeToHit: 7,
  chargeDamage: 8,
  further: 9,
} as const;

const SHIELDS = ["left", "right", "none"];
/** The way from a hex to itself. */
const NO_WAY = 12;

interface Lines {
  columns: (Numbers | undefined)[];
  seen: Numbers;
  unitCover: boolean;
  furthest: number;
}

interface Tables {
  /** By the target's kind, shield, facing and the way to the attacker: to hit, damage, defence, the shield's defence. */
  sides: number[][][][][];
  makes: boolean[][][][];
  front: boolean[][];
}

export interface Attacks {
  data: AttackData;
  tables: Tables[];
  lines: Lines[];
  crossed: Record<string, [number, number][]>;
}

/** A unit that attacks or is attacked. */
export interface Fighter {
  kind: number;
  hex: number;
  facing: number;
  shield: string;
  heat: number;
  /** Hexes entered this turn. */
  moved: number;
}

/** An attack before the roll. */
export interface Attempt {
  possible: boolean;
  /** Why it is not possible; empty if it is. */
  obstacle: string;
  automatic: boolean;
  number: number;
  damage: number;
  defence: number;
  exchange: ExchangeData;
  /** Why the number and the damage are what they are: the amounts that are not 0, in order, as they change them. */
  steps: { number: [string, number][]; damage: [string, number][] };
}

/** A roll: the total, and its named result if it hits; null for attacks without a roll. */
export interface Fall {
  total: number;
  result: number;
}

export async function unpackAttacks(data: AttackData): Promise<Attacks> {
  const lines = data.lines.map(async (it): Promise<Lines> => {
    const columns: (Numbers | undefined)[] = [];
    for (const [column, packed] of Object.entries(it.columns)) columns[Number(column)] = await unpackNumbers(packed);
    return { columns, seen: await unpackNumbers(it.seen), unitCover: it.unit_cover, furthest: it.furthest };
  });
  return {
    data,
    tables: await Promise.all(data.exchanges.map((it) => unpackJson<Tables>(it.tables))),
    lines: await Promise.all(lines),
    crossed: await unpackJson(data.crossed),
  };
}

/** The direction from one hex to another: 2 d for direction d, 2 d + 1 between d and the next clockwise. */
export function wayBetween(play: PlayData, columns: number, from: number, to: number): number {
  const [q0, r0] = axialOf(play.layout, columns, from);
  const [q1, r1] = axialOf(play.layout, columns, to);
  const [q, r] = [q1 - q0, r1 - r0];
  if (!q && !r) return NO_WAY;
  const s = -q - r;
  const along = [s - r, q - r, q - s, r - s, r - q, s - q];
  const most = Math.max(...along);
  const best = along.map((it) => it === most);
  const two = best.filter((it) => it).length > 1;
  // Between 5 and 0 the first is 5.
  const first = two && best[0] && best[5] ? 5 : best.indexOf(true);
  return 2 * first + Number(two);
}

export function distance(play: PlayData, columns: number, from: number, to: number): number {
  const [q, r] = axialOf(play.layout, columns, from);
  const [u, v] = axialOf(play.layout, columns, to);
  return (Math.abs(q - u) + Math.abs(r - v) + Math.abs(q + r - u - v)) / 2;
}

/**
 * Return an attack with a weapon, before the roll.
 *
 * `covering` are the hexes of all units that may give cover on the way, one entry for each unit.
 */
export function attempt(
  play: PlayData,
  attacks: Attacks,
  grid: { columns: number; rows: number; count: number },
  from: Fighter,
  weapon: number,
  to: Fighter,
  covering: number[],
): Attempt {
  const { data } = attacks;
  const arm = data.arms[from.kind][weapon];
  const exchange = data.exchanges[arm.exchange];
  const tables = attacks.tables[arm.exchange];
  const key = `${data.heights[from.kind]},${data.heights[to.kind]}`;
  const lines = attacks.lines[exchange.lines[key]];
  const pair = from.hex * grid.count + to.hex;
  const cell = (column: number) => lines.columns[column]?.[pair] ?? 0;
  const [band, targetBand] = [bandOf(data, from.heat), bandOf(data, to.heat)];

  const steps: Attempt["steps"] = { number: [], damage: [["weapon", arm.damage]] };
  let [toHit, damage, defence] = [0, arm.damage, data.defences[to.kind]];
  const hits = (why: string, amount: number) => {
    toHit += amount;
    steps.number.push([why, exchange.sign * amount]);
  };
  const harms = (why: string, amount: number) => {
    damage += amount;
    steps.damage.push([why, amount]);
  };
  hits("range, terrain and levels", cell(AT.toHit));
  hits("heat of the target", exchange.hot[targetBand][0]);
  if (exchange.moves_count) {
    hits("movement of the attacker", last(exchange.by_attacker, from.moved));
    hits("movement of the target", last(exchange.by_target, to.moved));
  }
  harms("range, terrain and levels", cell(AT.damage));
  harms("heat of the attacker", exchange.harm[band]);
  defence += cell(AT.defence) + exchange.hot[targetBand][1];
  let cover = cell(AT.cover);
  if (lines.unitCover) {
    const [hit, harm, more] = [cell(AT.unitToHit), cell(AT.unitDamage), cell(AT.unitCover)];
    if (hit || harm || more) {
      const between = unitsBetween(play, attacks, grid, from.hex, to.hex, covering);
      hits("units in between", between * hit);
      harms("units in between", between * harm);
      cover += between * more;
    }
  }
  if (exchange.charges) {
    const charged = Math.min(from.moved, 1);
    hits("charge", charged * cell(AT.chargeToHit));
    harms("charge", charged * cell(AT.chargeDamage));
  }
  if (exchange.has_sides) {
    const shield = Math.max(SHIELDS.indexOf(to.shield), 0);
    const way = wayBetween(play, grid.columns, to.hex, from.hex);
    const side = tables.sides[to.kind][shield][to.facing][way];
    hits("side attacked", side[0]);
    harms("side attacked", side[1]);
    defence += side[2];
    if (exchange.cover_adds) cover += side[3];
    // The better of cover and shield.
    else if (tables.makes[to.kind][shield][to.facing][way]) cover = Math.max(cover, side[3]);
  }
  const far = distance(play, grid.columns, from.hex, to.hex);
  const obstacle = !far
    ? "they are in the same hex"
    : far > arm.reach + (lines.furthest ? cell(AT.further) : 0)
      ? "out of reach"
      : !bit(lines.seen, pair)
        ? "not in sight"
        : !tables.front[from.facing][wayBetween(play, grid.columns, from.hex, to.hex)]
          ? "not in front of the attacker"
          : "";
  const base = exchange.base[from.kind][to.kind];
  steps.number.unshift(["base", base]);
  steps.damage.push(["defence of the target", -defence], ["cover", -cover]);
  return {
    possible: !obstacle,
    obstacle,
    automatic: exchange.automatic,
    steps,
    number: base + exchange.sign * toHit,
    damage,
    defence: defence + cover,
    exchange,
  };
}

function unitsBetween(
  play: PlayData,
  attacks: Attacks,
  grid: { columns: number; rows: number },
  from: number,
  to: number,
  covering: number[],
): number {
  const [q, r] = axialOf(play.layout, grid.columns, from);
  const [u, v] = axialOf(play.layout, grid.columns, to);
  const crossed = new Set((attacks.crossed[`${u - q},${v - r}`] ?? []).map(([dq, dr]) => `${q + dq},${r + dr}`));
  const found = covering.filter((hex) => crossed.has(axialOf(play.layout, grid.columns, hex).join())).length;
  return attacks.data.cover_stacks ? found : Math.min(found, 1);
}

function bandOf(data: AttackData, heat: number): number {
  let found = 0;
  data.bands.forEach((low, band) => {
    if (heat >= low) found = band;
  });
  return found;
}

function last(values: number[], at: number): number {
  return values[Math.min(at, values.length - 1)];
}

/** The damage of a roll: 0 for a miss. */
export function damageOf(it: Attempt, fall: Fall): number {
  if (!it.automatic && fall.total < it.number) return 0;
  const result = fall.result < 0 ? null : it.exchange.results[fall.result];
  let { damage, defence } = it;
  if (result) {
    damage += result.damage;
    const positive = Math.max(0, defence);
    defence -= result.bypasses < 0 ? positive : Math.min(result.bypasses, positive);
  }
  return Math.max(0, Math.max(it.exchange.least, damage - defence));
}

/** The number of ways to hit, and of all results of the dice. */
export function waysToHit(it: Attempt): [number, number] {
  let [hits, all] = [0, 0];
  for (const [total, ways] of it.exchange.falls) {
    all += ways;
    if (it.automatic || total >= it.number) hits += ways;
  }
  return [hits, all];
}

/** Roll: `random(n)` returns a whole number below n, each as likely. */
export function roll(exchange: ExchangeData, random: (n: number) => number): Fall {
  let at = random(exchange.falls.reduce((sum, it) => sum + it[1], 0));
  for (const [total, ways, result] of exchange.falls) {
    if (at < ways) return { total, result };
    at -= ways;
  }
  throw new Error("no result");
}

/** A whole number below n, each as likely, from the browser's source of random numbers. */
export function randomBelow(n: number): number {
  const space = 2 ** 32;
  const limit = space - (space % n);
  const found = new Uint32Array(1);
  do crypto.getRandomValues(found);
  while (found[0] >= limit);
  return found[0] % n;
}

/** The number of ways in which dice reach a number, and of all their results. */
export function waysOfDice([count, faces]: [number, number], number: number): [number, number] {
  let ways = [1];
  for (let die = 0; die < count; die++) {
    const more: number[] = Array.from({ length: ways.length + faces }, () => 0);
    ways.forEach((n, total) => {
      for (let face = 1; face <= faces; face++) more[total + face] += n;
    });
    ways = more;
  }
  const all = ways.reduce((sum, it) => sum + it, 0);
  return [ways.reduce((sum, n, total) => (total >= number ? sum + n : sum), 0), all];
}

/** A chance as text: `72% (26 in 36)`. */
export function chance([hits, all]: [number, number]): string {
  const percent = (100 * hits) / all;
  const about = percent > 0 && percent < 1 ? "under 1%" : percent < 100 && percent > 99 ? "over 99%" : `${Math.round(percent)}%`;
  return `${about} (${hits.toLocaleString("en")} in ${all.toLocaleString("en")})`;
}

/** The amounts that make up a number: `base 5, range, terrain and levels +1`; empty if only the first counts. */
export function sumText([first, ...others]: [string, number][]): string {
  const more = others.filter(([, amount]) => amount);
  if (!more.length) return "";
  const amount = (it: number) => (it < 0 ? `\u2212${-it}` : `+${it}`);
  return [`${first[0]} ${first[1]}`, ...more.map(([why, it]) => `${why} ${amount(it)}`)].join("; ");
}
