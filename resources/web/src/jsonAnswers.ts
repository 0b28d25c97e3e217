// Answers in the form of core's JSON, for scripts and for comparison with core: `arena.sight("A1", "C4")` in the console.
import { Answers } from "./answers";
import type { ArenaData } from "./contract";
import type { Trace } from "./sight/trace";
import { trace } from "./sight/trace";
import type { LineBoard, Place } from "./sight/lineBoard";
import { hexNames } from "./sight/names";
import { BLOCKED, VISIBLE } from "./sight/fan";
import { type Heights, verdict } from "./sight/verdict";

type Json = Record<string, unknown>;

/** What scripts can ask of a page; hexes are labels such as C4, as in files. */
export class JsonAnswers {
  private readonly labels: string[];
  private readonly byLabel: Map<string, number>;

  constructor(
    private readonly data: ArenaData,
    private readonly answers: Answers,
  ) {
    const { cells } = answers;
    this.labels = Array.from(cells.numbers, (at) => this.name(cells.q(at), cells.r(at)));
    this.byLabel = new Map(this.labels.map((it, hex) => [it, hex]));
  }

  /** As `fairground sight --json` between hexes. */
  sight(from: string, to: string, heights: Heights = [0, 0]): Json {
    const { board } = this.lines();
    const [start, end] = [from, to].map((it) => board.cells.numbers[this.hex(it)]);
    const found = verdict(board, start, end, heights);
    return {
      from,
      to,
      distance: board.cells.distance(start, end),
      sight: found.clear,
      blocked_by: found.blockedBy.map((it) => this.place(board, it)),
      line: this.meetings(board, trace(board.cells, start, end)),
      hindrance: { to: found.hindrance[0], back: found.hindrance[1] },
      cover: { to: found.cover[0], back: found.cover[1] },
      opacity: found.opacity,
      reasons: found.reasons.map(({ rule, text, place }) => {
        if (!place) return { rule, text };
        return "hex" in place ? { rule, text, hex: this.at(board, place.hex) } : { rule, text, side: this.place(board, place) };
      }),
    };
  }

  /** As `fairground fan --json` between hexes. */
  fan(origin: string, range: number | null = null): Json {
    const found = this.lines().fans.fan(this.hex(origin), range);
    const labels = (kind: number) => this.labels.filter((_, hex) => found[hex] === kind);
    return { origin, range, visible: labels(VISIBLE), blocked: labels(BLOCKED) };
  }

  /** As `fairground reach --json` for a unit by its id, or for a class of units by its title, in a mode by its title. */
  reach(origin: string, turns: number, who: { unit?: string; unit_class?: string; mode: string }): Json {
    const movers = this.answers.movers;
    if (!movers) throw new Error("nothing moves by these rules");
    const unit = movers.data.units.find((it) => it.id === who.unit) ?? null;
    const known = unit ? unit.movers : movers.data.movers.map((_, i) => i);
    const mover = known.find((i) => {
      const it = movers.data.movers[i];
      return it.mode === who.mode && (unit || it.unit_class === who.unit_class);
    });
    if (mover === undefined) throw new Error("no such unit, class or mode");
    const found = this.answers.reach(mover, this.hex(origin), turns, unit);
    const reached = this.labels.flatMap((label, hex) => (found.turns[hex] < 0 ? [] : [[label, found.turns[hex]]]));
    return { origin, turns: Object.fromEntries(reached) };
  }

  private lines() {
    const { sight } = this.answers;
    if (sight.model !== "centres") throw new Error("these rules measure sight from base to base");
    return sight;
  }

  private hex(label: string): number {
    const found = this.byLabel.get(label);
    if (found === undefined) throw new Error(`no hex ${label}`);
    return found;
  }

  private name(q: number, r: number): string {
    return hexNames(this.data.board.layout, { style: "column-letter", digits: 2 })(q, r);
  }

  private at(board: LineBoard, number: number): string {
    return this.name(board.cells.q(number), board.cells.r(number));
  }

  private direction(board: LineBoard, from: number, to: number): string {
    const { directions } = this.data.facts as { directions: string[] };
    return directions[board.cells.steps.indexOf(to - from)];
  }

  private place(board: LineBoard, place: Place): string | [string, string] {
    if ("hex" in place) return this.at(board, place.hex);
    const { cells } = board;
    const [owner, other] = place.side.hexes;
    const [near, far] = cells.hexes[owner] < 0 ? [other, owner] : [owner, other];
    return [this.at(board, near), this.direction(board, near, far)];
  }

  private meetings(board: LineBoard, { path, touched, left, right }: Trace): Json[] {
    const found: Json[] = [];
    for (let step = 0; step + 1 < path.length; step++) {
      const [at, onward] = [path[step], path[step + 1]];
      if (step) found.push({ hex: this.at(board, at) });
      if (left.length) {
        const side = this.direction(board, left[step], right[step]);
        found.push({ left: this.at(board, left[step]), right: this.at(board, right[step]), side });
      } else if (!touched.has(step)) {
        const side = this.direction(board, at, onward);
        found.push({ side, between: [this.at(board, at), this.at(board, onward)] });
      }
    }
    return found;
  }
}

/** Answers for the data of a page. */
export async function jsonAnswers(data: ArenaData): Promise<JsonAnswers> {
  return new JsonAnswers(data, await Answers.load(data));
}
