// Where a unit can be at the end of each turn, as core/movement/reach.py computes it from the same costs.
import type { MoverData, StancesData } from "./data";

/** The first turn at whose end it can be in a hex, 0 at the start, and the points spent in that turn; -1 for never. */
export interface Reach {
  turns: Int16Array;
  spent: Int32Array;
}

export interface ReachQuestion {
  mover: MoverData;
  stances: StancesData;
  /** By sort: points by direction, then hex. */
  times: ArrayLike<number>[];
  mayEnd: ArrayLike<number>;
  /** By hex, its six neighbours; -1 for none. */
  neighbours: Int32Array;
  origin: number;
  /** The direction it faces at the start; null for any. */
  direction: number | null;
  /** The number of turns. */
  limit: number;
  barred: ReadonlySet<number>;
  held: ReadonlySet<number>;
  /** Whether a hex is seen from where the turn began; null where units may move blindly (rule P2-18). */
  sees: ((begun: number, target: number) => boolean) | null;
}

export function reach(question: ReachQuestion): Reach {
  const { mayEnd, held, origin, direction, limit, stances } = question;
  const hexes = mayEnd.length;
  const turns = new Int16Array(hexes).fill(-1);
  const spent = new Int32Array(hexes).fill(-1);
  const begun = new Uint8Array(hexes * stances.rested.length);
  const canEnd = (hex: number) => mayEnd[hex] && !held.has(hex);
  if (!canEnd(origin)) return { turns, spent };
  turns[origin] = spent[origin] = 0;
  let starts: number[] = [];
  for (const stance of new Set(stances.rested)) {
    const facing = stances.facings[stance];
    if (direction === null || facing === null || facing === direction) starts.push(stance * hexes + origin);
  }
  for (const at of starts) begun[at] = 1;
  const turn = new Turn(question);
  for (let number = 1; number <= limit && starts.length; number++) {
    turn.clear();
    // In sight, each start has its own view; otherwise all spread at once.
    if (question.sees) for (const at of starts) turn.spread([at], at % hexes);
    else turn.spread(starts, -1);
    starts = [];
    for (const at of turn.reached) {
      const hex = at % hexes;
      if (!canEnd(hex)) continue;
      const points = turn.spent(at);
      if (turns[hex] < 0 || (turns[hex] === number && points < spent[hex])) [turns[hex], spent[hex]] = [number, points];
      const rested = stances.rested[(at - hex) / hexes] * hexes + hex;
      if (!begun[rested]) {
        begun[rested] = 1;
        starts.push(rested);
      }
    }
  }
  return { turns, spent };
}

/** One turn of movement; a place is `stance * hexes + hex`. */
class Turn {
  /** The places reached in this turn. */
  readonly reached: number[] = [];
  private readonly hexes: number;
  /** The least points to a place in this turn, and within one spread; with the number of the spread that wrote it. */
  private readonly least: Int32Array;
  private readonly local: Int32Array;
  private readonly round: Int32Array;
  private readonly seen: Int32Array;
  private rounds = 0;

  constructor(private readonly question: ReachQuestion) {
    this.hexes = question.mayEnd.length;
    const places = this.hexes * question.stances.rested.length;
    this.least = new Int32Array(places).fill(-1);
    this.local = new Int32Array(places);
    this.round = new Int32Array(places);
    // Twice the number of the spread, plus 1 if the hex is in sight.
    this.seen = new Int32Array(this.hexes);
  }

  clear(): void {
    for (const at of this.reached) this.least[at] = -1;
    this.reached.length = 0;
  }

  spent(at: number): number {
    return this.least[at];
  }

  /** Spread from places, through hexes in sight of `begun` if that is one. */
  spread(starts: number[], begun: number): void {
    const { allowance } = this.question.mover;
    const round = ++this.rounds;
    const buckets: number[][] = [[...starts]];
    for (const at of starts) {
      this.local[at] = 0;
      this.round[at] = round;
    }
    for (let points = 0; points <= allowance; points++) {
      const bucket = buckets[points];
      // Steps that cost nothing make the bucket grow.
      for (let i = 0; bucket && i < bucket.length; i++) {
        const at = bucket[i];
        if (this.local[at] !== points) continue;
        this.keep(at, points);
        this.moves(at, begun, (to, time) => {
          const then = points + time;
          if (then > allowance || (this.round[to] === round && this.local[to] <= then)) return;
          this.local[to] = then;
          this.round[to] = round;
          (buckets[then] ??= []).push(to);
        });
      }
    }
  }

  private keep(at: number, points: number): void {
    if (this.least[at] < 0) this.reached.push(at);
    else if (this.least[at] <= points) return;
    this.least[at] = points;
  }

  private moves(at: number, begun: number, visit: (to: number, time: number) => void): void {
    const { barred, neighbours, stances, times } = this.question;
    const hex = at % this.hexes;
    const stance = (at - hex) / this.hexes;
    for (const [into, time] of stances.turnings[stance]) visit(into * this.hexes + hex, time);
    for (const [direction, into, sort] of stances.steppings[stance]) {
      const time = times[sort][direction * this.hexes + hex];
      if (time < 0) continue;
      const target = neighbours[6 * hex + direction];
      if (barred.has(target) || (begun >= 0 && !this.sees(begun, target))) continue;
      visit(into * this.hexes + target, time);
    }
  }

  private sees(begun: number, target: number): boolean {
    if (this.seen[target] >> 1 !== this.rounds) {
      this.seen[target] = 2 * this.rounds + Number(this.question.sees?.(begun, target));
    }
    return (this.seen[target] & 1) === 1;
  }
}
