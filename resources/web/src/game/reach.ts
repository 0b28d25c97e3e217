// Where a unit can go in the rest of its turn: core's costs of steps, searched with other units in the way.
import { unpackNumbers, type Numbers } from "../packing";
import { axialOf, bit, type MoverData, type PlayData, type SeenData } from "./data";

/** A mover with its tables unpacked. */
export interface Mover {
  data: MoverData;
  time: Numbers[];
  open: Numbers;
  mayEnd: Numbers;
}

/** Which hexes see which, by offset. */
export interface Seen {
  rows: Map<string, number>;
  bits: Numbers;
}

/** Hexes that a unit may not enter, and those in which it may not end its turn, because of other units. */
export interface InTheWay {
  barred: Set<number>;
  held: Set<number>;
}

/** Where a turn is: where it began, and what it has used up. */
export interface TurnSoFar {
  begun: number;
  hex: number;
  stance: number;
  spent: number;
  entered: number;
}

/** A place that can be reached: points spent in all, hexes entered in all, and the place before on the way. */
export interface Place {
  hex: number;
  stance: number;
  spent: number;
  entered: number;
  turned: number;
  before: Place | null;
}

export async function unpackMover(data: MoverData): Promise<Mover> {
  const [open, mayEnd, ...time] = await Promise.all([data.open, data.may_end, ...data.time].map(unpackNumbers));
  return { data, time, open, mayEnd };
}

export async function unpackSeen(data: SeenData): Promise<Seen> {
  const rows = new Map(data.offsets.map(([q, r], i): [string, number] => [`${q},${r}`, i]));
  return { rows, bits: await unpackNumbers(data.bits) };
}

/** Whether a hex is in sight from where a turn began. */
export function sees(seen: Seen, play: PlayData, columns: number, count: number, from: number, to: number): boolean {
  if (from === to) return true;
  const [q, r] = axialOf(play.layout, columns, from);
  const [u, v] = axialOf(play.layout, columns, to);
  const row = seen.rows.get(`${u - q},${v - r}`);
  return row !== undefined && bit(seen.bits, row * count + from);
}

/** The part of the board that is needed here. */
export interface Grid {
  columns: number;
  count: number;
  neighbours(hex: number): number[];
}

/**
 * Return the cheapest way to every hex in which the turn can end, the own one among them, and to every stance there.
 *
 * None where a turn cannot begin in the unit's hex. Of equal ways, one that enters fewer hexes and then turns less.
 */
export function reach(
  play: PlayData,
  grid: Grid,
  mover: Mover,
  seen: Seen | null,
  turn: TurnSoFar,
  others: InTheWay,
): Map<number, Place[]> {
  const { data } = mover;
  const found = new Map<number, Place[]>();
  if (!bit(mover.mayEnd, turn.hex) || others.held.has(turn.hex)) return found;
  const stances = data.stances.length;
  const settled = new Set<number>();
  const heap = new Heap();
  heap.push({ ...turn, turned: 0, before: null });
  for (let place = heap.pop(); place; place = heap.pop()) {
    const key = place.hex * stances + place.stance;
    if (settled.has(key)) continue;
    settled.add(key);
    if (bit(mover.mayEnd, place.hex) && !others.held.has(place.hex)) {
      const there = found.get(place.hex);
      if (there) there.push(place);
      else found.set(place.hex, [place]);
    }
    for (const [stance, cost] of data.turnings[place.stance]) {
      const spent = place.spent + cost;
      if (spent <= data.allowance) {
        heap.push({ ...place, stance, spent, turned: place.turned + 1, before: place });
      }
    }
    const beside = grid.neighbours(place.hex);
    for (const [direction, stance, sort] of data.steppings[place.stance]) {
      const hex = beside[direction];
      const cost = mover.time[sort][direction * grid.count + place.hex];
      const spent = place.spent + cost;
      if (hex < 0 || cost < 0 || spent > data.allowance || others.barred.has(hex)) continue;
      if (seen && !sees(seen, play, grid.columns, grid.count, turn.begun, hex)) continue;
      heap.push({ hex, stance, spent, entered: place.entered + 1, turned: place.turned, before: place });
    }
  }
  return found;
}

/** The hexes of the way to a place, the start first. */
export function wayTo(place: Place): number[] {
  const found: number[] = [];
  for (let it: Place | null = place; it; it = it.before) {
    if (found[found.length - 1] !== it.hex) found.push(it.hex);
  }
  return found.reverse();
}

/** The points of a turn as text: whole numbers, or fractions where the ruleset has them. */
export function points(parts: number, scale: number): string {
  const whole = Math.floor(parts / scale);
  const rest = parts - whole * scale;
  if (!rest) return `${whole}`;
  let [a, b] = [rest, scale];
  while (b) [a, b] = [b, a % b];
  return `${whole ? `${whole} ` : ""}${rest / a}/${scale / a}`;
}

class Heap {
  private readonly items: Place[] = [];

  push(item: Place): void {
    const { items } = this;
    let at = items.push(item) - 1;
    while (at) {
      const up = (at - 1) >> 1;
      if (!before(item, items[up])) break;
      items[at] = items[up];
      at = up;
    }
    items[at] = item;
  }

  pop(): Place | undefined {
    const { items } = this;
    const top = items[0];
    const last = items.pop();
    if (!items.length || !last) return top;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= items.length) break;
      if (down + 1 < items.length && before(items[down + 1], items[down])) down++;
      if (!before(items[down], last)) break;
      items[at] = items[down];
      at = down;
    }
    items[at] = last;
    return top;
  }
}

function before(one: Place, other: Place): boolean {
  if (one.spent !== other.spent) return one.spent < other.spent;
  if (one.entered !== other.entered) return one.entered < other.entered;
  return one.turned < other.turned;
}
