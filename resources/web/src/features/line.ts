// The line of sight between two hexes: verdict, reasons with their rules, and the line on the map.
import { type Answers, type BasesSight, type CentresSight, answersOf } from "../answers";
import type { ColoursData, Feature, Page, Point, Shape } from "../contract";
import { button, make } from "../page/elements";
import type { CentresData, SightUnit } from "../sight/data";
import type { FeatureSide, LineBoard, Place } from "../sight/lineBoard";
import { trace } from "../sight/trace";
import { type Verdict, verdict } from "../sight/verdict";
import { axialOf } from "../game/data";
import { standing } from "../game/standing";
import { type Field, gameNote, hexField, reasonList, signed } from "./parts";

const LAYER = "line of sight";

/** What is shown of a line: a sentence, reasons, and whether it is clear. */
interface Told {
  clear: boolean;
  sentence: string;
  details: string[];
  reasons: { rule: string; text: string }[];
}

class LineTool {
  private start: number | null = null;
  private end: number | null = null;
  private heights: [number, number] = [0, 0];
  private result = make("div", { class: "result" });
  private fields: [Field, Field] | null = null;
  private readonly colours: ColoursData;
  /** The units that may give cover, where they start. */
  private readonly atStart: SightUnit[];

  constructor(
    private readonly page: Page,
    private readonly answers: Answers,
  ) {
    this.colours = page.data.colours as ColoursData;
    const { sight } = answers;
    this.atStart = sight.model === "centres" ? sight.board.tables.units : [];
  }

  enter(body: HTMLElement): void {
    this.result = make("div", { class: "result" });
    const from = hexField(this.page, "From", (hex) => this.set(hex, this.end));
    const to = hexField(this.page, "To", (hex) => this.set(this.start, hex));
    this.fields = [from, to];
    const swap = button("Swap", () => this.set(this.end, this.start), { title: "Swap viewer and target" });
    body.append(make("div", { class: "row" }, from.element, to.element, swap), ...this.heightFields(), this.result);
    const note = this.answers.sight.model === "bases" ? startNote() : gameNote(this.page, () => this.show());
    if (note) body.append(note);
    this.show();
  }

  leave(): void {
    this.page.map.clear(LAYER);
    this.fields = null;
    this.start = this.end = null;
  }

  point(hex: number | null): void {
    if (this.start !== null && this.end === null) this.show(hex);
  }

  choose(hex: number): boolean {
    if (this.start === null || this.end !== null) this.set(hex, null);
    else this.set(this.start, hex);
    return true;
  }

  private set(start: number | null, end: number | null): void {
    [this.start, this.end] = [start, end];
    this.show();
  }

  /** Show the line to the second hex, or to one that is only pointed at. */
  private show(pointed: number | null = null): void {
    const end = this.end ?? pointed;
    this.fields?.[0].set(this.start);
    this.fields?.[1].set(end);
    if (this.start === null || end === null) {
      const text = this.start === null ? "Choose the hex to look from." : "Now choose the hex to look at.";
      this.result.replaceChildren(make("p", { class: "hint" }, text));
      this.page.map.marks(LAYER, this.start === null ? [] : this.endMarks([this.start]));
      return;
    }
    const { sight } = this.answers;
    const told = sight.model === "centres" ? this.judge(sight, this.start, end) : this.lookUp(sight, this.start, end);
    if (!told) return;
    this.result.replaceChildren(
      make("p", { class: `outcome ${told.clear ? "clear" : "blocked"}` }, make("span", { "aria-hidden": "true" }, told.clear ? "\u2713 " : "\u2715 "), told.sentence),
      ...told.details.map((it) => make("p", { class: "small" }, it)),
      reasonList(told.reasons),
    );
    if (this.end !== null) this.page.say([told.sentence, ...told.details, ...told.reasons.map((it) => it.text)].join(". "));
  }

  /** The units that may give cover, where they stand now. */
  private covering(): SightUnit[] {
    const game = standing();
    if (!game) return this.atStart;
    const { columns, layout } = this.page.data.board;
    return game.units.map(({ id, title, hex, team }) => {
      const [q, r] = axialOf(layout, columns, hex);
      return { id, title: this.atStart.find((it) => id && it.id === id)?.title ?? title, q, r, allegiance: team };
    });
  }

  private judge({ board }: CentresSight, from: number, to: number): Told {
    const { numbers } = board.cells;
    board.tables.units = this.covering();
    const [start, end] = [numbers[from], numbers[to]];
    const found = verdict(board, start, end, this.heights);
    this.page.map.marks(LAYER, this.marks(board, found, from, to));
    const [a, b] = [this.page.board.label(from), this.page.board.label(to)];
    const away = board.cells.distance(start, end);
    const details: string[] = [];
    const amount = (it: number) => (it ? signed(it) : "none");
    for (const [kind, [there, back]] of [["hindrance", found.hindrance], ["cover", found.cover]] as const) {
      if (there === back && there) details.push(`Attacks in both directions: ${kind} ${signed(there)}`);
      else if (there || back) details.push(`Attacks on ${b}: ${kind} ${amount(there)}; on ${a}: ${amount(back)}`);
    }
    const distance = `${away} ${away === 1 ? "hex" : "hexes"} away`;
    return {
      clear: found.clear,
      sentence: found.clear ? `${a} and ${b} see each other, ${distance}` : `${a} and ${b} don't see each other, ${distance}`,
      details,
      reasons: found.reasons,
    };
  }

  private lookUp(sight: BasesSight, from: number, to: number): Told | null {
    const at = (hex: number) => sight.units.findIndex((it) => it.hex === hex);
    const [viewer, target] = [at(from), at(to)];
    const pair = sight.pairs.find((it) => it[0] === viewer && it[1] === target);
    this.page.map.marks(LAYER, this.endMarks([from, to]));
    if (!pair) {
      const text =
        "These rules measure sight from base to base. The page has the lines between units where they start: choose two of them. For other places ask Fairground.";
      this.result.replaceChildren(make("p", { class: "hint" }, text));
      return null;
    }
    const [, , clear, sentence, reasons] = pair;
    this.page.map.marks(LAYER, [this.stretch([this.centre(from), this.centre(to)], clear), ...this.endMarks([from, to])]);
    return {
      clear,
      sentence: `${sight.units[viewer].title} looking at ${sight.units[target].title}: ${sentence}`,
      details: [],
      reasons: reasons.map(([rule, text]) => ({ rule, text })),
    };
  }

  private marks(board: LineBoard, found: Verdict, from: number, to: number): Shape[] {
    const [a, b] = [this.centre(from), this.centre(to)];
    const line = trace(board.cells, board.cells.numbers[from], board.cells.numbers[to]);
    const crossed = line.path.slice(1, -1).map((at) => board.cells.hexes[at]);
    const beside = [...line.left, ...line.right].map((at) => board.cells.hexes[at]);
    const outline = (dash?: number[]) => (hex: number): Shape => ({ kind: "hex", hex, colour: this.colours.ink, width: 0.5, inset: 1, dash });
    const shapes: Shape[] = crossed.filter((it) => it >= 0).map(outline());
    shapes.push(...beside.filter((it) => it >= 0).map(outline([1, 2])));
    const first = found.blockedBy[0];
    if (first) {
      const share = this.shareBefore(board, first, a, b);
      const middle: Point = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
      shapes.push(this.stretch([a, middle], true), this.stretch([middle, b], false));
    } else shapes.push(this.stretch([a, b], true));
    for (const it of found.blockedBy) shapes.push(...this.blocker(board, it));
    return [...shapes, ...this.endMarks([from, to])];
  }

  /** How far along the line its first obstacle is. */
  private shareBefore(board: LineBoard, place: Place, a: Point, b: Point): number {
    const [x, y] = this.middle(board, place);
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const share = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1);
    return Math.min(1, Math.max(0, share));
  }

  private middle(board: LineBoard, place: Place): Point {
    if ("hex" in place) return this.centre(board.cells.hexes[place.hex]);
    const [one, other] = this.side(board, place);
    return [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2];
  }

  /** The two ends of a hexside. */
  private side(board: LineBoard, place: Extract<Place, { side: FeatureSide }>): [Point, Point] {
    const { hexes, steps } = board.cells;
    const [owner, other] = place.side.hexes;
    const [from, to] = hexes[owner] >= 0 ? [owner, other] : [other, owner];
    const direction = steps.indexOf(to - from);
    const corners = this.page.board.polygon(hexes[from]);
    return [corners[(direction + 5) % 6], corners[direction]];
  }

  private blocker(board: LineBoard, place: Place): Shape[] {
    const { blocked: colour, paper } = this.colours;
    if (!("hex" in place)) {
      const points = this.side(board, place);
      return [{ kind: "line", points, colour, width: 2, halo: paper }];
    }
    const hex = board.cells.hexes[place.hex];
    const [x, y] = this.centre(hex);
    const arm = 0.22 * this.page.board.size;
    const bar = (sign: number): Shape => ({
      kind: "line",
      points: [[x - arm, y - sign * arm], [x + arm, y + sign * arm]],
      colour,
      width: 1.4,
      halo: paper,
    });
    return [{ kind: "hex", hex, colour, width: 1.4, inset: 0.7 }, bar(1), bar(-1)];
  }

  private stretch(points: [Point, Point], clear: boolean): Shape {
    const colour = clear ? this.colours.clear : this.colours.blocked;
    return { kind: "line", points, colour, width: 1.15, halo: this.colours.paper, dash: clear ? undefined : [2.6, 2] };
  }

  private endMarks(hexes: number[]): Shape[] {
    return hexes.map((hex) => {
      const [x, y] = this.centre(hex);
      return { kind: "disc", x, y, radius: 2.4, fill: this.colours.gold, colour: this.colours.ink, width: 0.8 };
    });
  }

  private centre(hex: number): Point {
    return this.page.board.centre(hex);
  }

  /** Fields for the heights of viewer and target, where they count. */
  private heightFields(): HTMLElement[] {
    const known = (this.page.data.sight as Partial<CentresData>).heights ?? [];
    if (!known.some((it) => it.height)) return [];
    const fields = ["Viewer", "Target"].map((title, i) => {
      const choice = make("select", {}, make("option", { value: 0 }, "the ground"));
      for (const it of known.filter((each) => each.height)) {
        choice.append(make("option", { value: it.height }, `${it.title}, ${it.height} high`));
      }
      choice.value = `${this.heights[i]}`;
      choice.addEventListener("change", () => {
        this.heights[i] = Number(choice.value);
        this.show();
      });
      return make("label", {}, title, choice);
    });
    return [make("div", { class: "row" }, ...fields)];
  }
}

/** That answers from base to base are those for the start, in a game; null without one. */
function startNote(): HTMLElement | null {
  return standing() && make("p", { class: "caution" }, "These rules measure sight from base to base. The page knows it only for units where they start, not in the game.");
}

export const install: Feature = (page) => {
  const tool = new LineTool(page, answersOf(page.data));
  page.mode("line", "Line of sight", "s", {
    hint: "Choose two hexes to see whether a line between them is clear, and why.",
    enter: (body) => tool.enter(body),
    leave: () => tool.leave(),
    point: (hex) => tool.point(hex),
    choose: (hex) => tool.choose(hex),
  });
};
