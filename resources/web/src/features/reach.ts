// How far a unit or a class of units gets, turn by turn.
import { type Answers, answersOf } from "../answers";
import type { ColoursData, Feature, Page, Shape } from "../contract";
import type { Movers } from "../movement/movers";
import type { UnitMovesData } from "../movement/data";
import type { Reach } from "../movement/reach";
import { make } from "../page/elements";
import { addToReadout } from "../readout";
import { standing } from "../game/standing";
import { gameNote, hexCount } from "./parts";

const LAYER = "reach";
/** Beyond this many hexes, numbers are too small to read. */
const MOST_NUMBERED = 1500;

class ReachTool {
  private turns = 2;
  private mode: string;
  /** A unit, or the title of a class. */
  private who: UnitMovesData | string;
  private origin: number | null = null;
  private found: Reach | null = null;
  /** What was asked last, and its answer regardless of sight, once it is needed. */
  private asked: { index: number; unit: UnitMovesData | null } = { index: 0, unit: null };
  private regardless: Int16Array | null = null;
  private result = make("div", {});
  private whoField: HTMLSelectElement | null = null;
  private readonly colours: ColoursData;

  constructor(
    private readonly page: Page,
    private readonly answers: Answers,
    private readonly movers: Movers,
  ) {
    this.colours = page.data.colours as ColoursData;
    this.mode = movers.data.movers[0].mode;
    this.who = movers.data.units[0] ?? movers.data.movers[0].unit_class;
  }

  /** The units where they stand now, with what others close to them there. */
  private units(): UnitMovesData[] {
    const { movers, units } = this.movers.data;
    const game = standing();
    if (!game) return units;
    return units.flatMap((unit) => {
      const now = game.units.find((it) => it.id === unit.id);
      if (!now) return [];
      const ways = unit.movers.map((it) => now.inTheWay(movers[it].mode));
      const direction = unit.direction === null ? null : now.facing;
      return [{ ...unit, hex: now.hex, direction, barred: ways.map((it) => [...it.barred]), held: [...ways[0].held] }];
    });
  }

  unitAt(hex: number): UnitMovesData | undefined {
    return this.units().find((it) => it.hex === hex);
  }

  enter(body: HTMLElement): void {
    this.result = make("div", { class: "result", "aria-live": "polite" });
    const { movers } = this.movers.data;
    const units = this.units();
    if (typeof this.who !== "string") this.who = this.again(this.who);
    const who = make("select", {});
    const group = (label: string, options: [string, string][]) => {
      if (options.length) who.append(make("optgroup", { label }, ...options.map(([value, text]) => make("option", { value }, text))));
    };
    const classes = [...new Set(movers.map((it) => it.unit_class))];
    group("Units", units.map((it, i): [string, string] => [`u${i}`, `${it.title} at ${this.page.board.label(it.hex)}`]));
    group("Any unit of a class, from any hex", classes.map((it, i): [string, string] => [`c${i}`, it]));
    who.addEventListener("change", () => {
      const index = Number(who.value.slice(1));
      this.select(who.value.startsWith("u") ? units[index] : classes[index]);
    });
    this.whoField = who;
    const how = choice([...new Set(movers.map((it) => it.mode))].map((it) => [it, it]), this.mode, (it) => {
      this.mode = it;
      this.show();
    });
    const most = this.colours.turns.length;
    const turns = choice(Array.from({ length: most }, (_, i) => [`${i + 1}`, `${i + 1}`]), `${this.turns}`, (it) => {
      this.turns = Number(it);
      this.show();
    });
    body.append(
      make("div", { class: "row" }, make("label", {}, "Who", who), make("label", {}, "How", how), make("label", {}, "Turns", turns)),
      this.result,
    );
    const note = gameNote(this.page, () => this.page.begin("reach"));
    if (note) body.append(note);
    this.show();
  }

  /** A unit as it stands now; if it is gone, its class. */
  private again(unit: UnitMovesData): UnitMovesData | string {
    return this.units().find((it) => it.id === unit.id) ?? this.classOf(unit);
  }

  leave(): void {
    this.page.map.clear(LAYER);
    this.whoField = null;
    this.found = this.origin = null;
  }

  choose(hex: number): boolean {
    const unit = this.unitAt(hex);
    if (unit) this.select(unit);
    else {
      if (typeof this.who !== "string") this.who = this.classOf(this.who);
      this.origin = hex;
      this.show();
    }
    return true;
  }

  /** Show a unit from where it stands, or a class from the hex that was chosen. */
  select(who: UnitMovesData | string): void {
    this.who = who;
    if (typeof who !== "string") this.origin = who.hex;
    this.show();
  }

  /** What is said of a hex while reach is shown. */
  describe(hex: number): string {
    const turn = this.found?.turns[hex] ?? -1;
    if (!this.found) return "";
    if (turn >= 0) return turn ? `reached in turn ${turn}` : "start";
    this.regardless ??= this.reachRegardless();
    const unseen = this.regardless[hex] >= 0 ? ", as a unit enters only hexes that it sees at the start of its turn" : "";
    return `not reached in ${this.turns === 1 ? "1 turn" : `${this.turns} turns`}${unseen}`;
  }

  /** The turns in which hexes would be reached if units could enter hexes that they do not see. */
  private reachRegardless(): Int16Array {
    const { index, unit } = this.asked;
    if (this.movers.data.blind) return this.found?.turns ?? new Int16Array();
    return this.movers.reach(index, this.origin as number, this.turns, unit, () => true).turns;
  }

  private classOf(unit: UnitMovesData): string {
    return this.movers.data.movers[unit.movers[0]].unit_class;
  }

  private show(): void {
    const { data } = this.movers;
    const { who } = this;
    const unit = typeof who === "string" ? null : who;
    if (this.whoField) {
      const classes = [...new Set(data.movers.map((it) => it.unit_class))];
      this.whoField.value = unit ? `u${this.units().findIndex((it) => it.id === unit.id)}` : `c${classes.indexOf(who as string)}`;
    }
    if (this.origin === null && unit) this.origin = unit.hex;
    if (this.origin === null) {
      this.found = null;
      this.page.map.clear(LAYER);
      this.result.replaceChildren(make("p", { class: "hint" }, "Choose the hex to start from."));
      return;
    }
    const known = unit ? unit.movers : data.movers.map((_, i) => i);
    const index = known.find((i) => data.movers[i].mode === this.mode && (unit || data.movers[i].unit_class === who)) ?? known[0];
    this.found = this.answers.reach(index, this.origin, this.turns, unit);
    this.asked = { index, unit };
    this.regardless = null;
    this.paint(this.found);
    const mover = data.movers[index];
    const name = unit ? unit.title : who as string;
    const points = mover.allowance / mover.scale;
    const counts = Array.from({ length: this.turns }, (_, i) => this.found?.turns.reduce((sum, it) => sum + Number(it === i + 1), 0) ?? 0);
    const start = this.page.board.label(this.origin);
    const lines = counts.map((_, i) => make("li", {}, make("span", { class: "swatch" }), `Turn ${i + 1}: ${describeCount(counts, i)}`));
    lines.forEach((it, i) => ((it.firstChild as HTMLElement).style.background = this.tint(i + 1)));
    const stuck = this.found.turns[this.origin] < 0;
    const others = unit ? (standing() ? "Other units stand where they are in the game." : "Other units stand where they start.") : "Other units are ignored, and any facing at the start counts.";
    const abilities = new Set(known.map((i) => data.movers[i].mode)).size > 1
      ? `The page does not know which units can move in ways other than “${data.movers[0].mode}”.`
      : "";
    const blind = data.blind ? "" : "Units enter only hexes that they see at the start of their turn.";
    this.result.replaceChildren(
      make("p", { class: "outcome" }, stuck ? `${name} can't begin a turn at ${start}.` : `${name} from ${start}: ${points} movement points a turn.`),
      make("ul", { class: "plain" }, ...lines),
      make("p", { class: "small quiet" }, [others, blind, abilities, "Extra points in the danger zone, leaders and damage are not counted."].filter(Boolean).join(" ")),
    );
  }

  /** The colour of a turn, from that of the first to that of the last. */
  private tint(turn: number): string {
    const { turns } = this.colours;
    return turns[Math.round(((turn - 1) * (turns.length - 1)) / Math.max(1, this.turns - 1))];
  }

  private paint({ turns }: Reach): void {
    const fills = new Map<number, string>();
    const shapes: Shape[] = [];
    const reached = turns.reduce((sum, it) => sum + Number(it > 0), 0);
    turns.forEach((turn, hex) => {
      if (turn <= 0) return;
      fills.set(hex, `${this.tint(turn)}8c`);
      if (reached > MOST_NUMBERED) return;
      const [x, y] = this.page.board.centre(hex);
      shapes.push({ kind: "text", x, y: y + 6, text: `${turn}`, size: 4.2, colour: this.colours.ink, halo: this.colours.paper, bold: true });
    });
    const legend = Array.from({ length: this.turns }, (_, i) => ({ text: `turn ${i + 1}`, colour: `${this.tint(i + 1)}8c`, sign: `${i + 1}` }));
    this.page.map.paint(LAYER, fills, legend);
    shapes.push({ kind: "hex", hex: this.origin as number, colour: this.colours.gold, width: 1.6, inset: 0.8 });
    this.page.map.marks(LAYER, shapes);
  }
}

/** How many hexes are reached in a turn, and up to it: `62 more hexes, 82 in all`. */
function describeCount(counts: number[], turn: number): string {
  if (!turn) return hexCount(counts[0]);
  const all = counts.slice(0, turn + 1).reduce((sum, it) => sum + it, 0);
  return `${counts[turn].toLocaleString("en")} more ${counts[turn] === 1 ? "hex" : "hexes"}, ${all.toLocaleString("en")} in all`;
}

function choice(options: string[][], value: string, changed: (value: string) => void): HTMLSelectElement {
  const found = make("select", {}, ...options.map(([key, text]) => make("option", { value: key }, text)));
  found.value = value;
  found.addEventListener("change", () => changed(found.value));
  return found;
}

export const install: Feature = (page) => {
  const answers = answersOf(page.data);
  if (!answers.movers) return;
  const tool = new ReachTool(page, answers, answers.movers);
  page.mode("reach", "Movement", "m", {
    hint: "Choose a unit, or a class and a hex, to see how far it gets, turn by turn.",
    enter: (body) => tool.enter(body),
    leave: () => tool.leave(),
    choose: (hex) => tool.choose(hex),
  });
  addToReadout(page, (hex) => tool.describe(hex));
  page.map.onChoose((hex) => {
    const unit = tool.unitAt(hex);
    if (!unit) return false;
    page.begin("reach");
    tool.select(unit);
    return false;
  });
};
