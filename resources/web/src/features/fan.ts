// What a hex sees of the board: the rest under a veil, as the pointer moves.
import { type Answers, answersOf } from "../answers";
import type { ColoursData, Feature, Page } from "../contract";
import { make } from "../page/elements";
import type { FactsData } from "./facts";
import { inIdleTime } from "../page/idle";
import { BLOCKED, OUTSIDE, VISIBLE } from "../sight/fan";
import { standing } from "../game/standing";
import { chosenHex, gameNote, hexCount } from "./parts";

const LAYER = "fan";
/** The kind of void hexes, which are never shaded. */
const NOWHERE = 3;
/** How long fans are computed in advance, ms. */
const WARM_UP = 150;

/** Whether there is a pointer that the fan can follow; fingers only tap. */
const canHover = (): boolean => window.matchMedia("(hover: hover)").matches;

class FanTool {
  private pinned: number | null = null;
  private range: number | null = null;
  private last: number | null = null;
  private warm = false;
  private text = make("p", { class: "outcome" });
  private units = make("p", {});

  constructor(
    private readonly page: Page,
    private readonly answers: Answers,
  ) {}

  enter(body: HTMLElement): void {
    this.text = make("p", { class: "outcome" });
    this.units = make("p", {});
    const input = make("input", { type: "number", min: 0, max: 999, placeholder: "any" });
    input.addEventListener("input", () => {
      this.range = input.value === "" ? null : Math.max(0, Math.round(Number(input.value)));
      this.show(this.pinned ?? this.last);
    });
    if (this.answers.sight.model === "centres") body.append(make("label", {}, "Range in hexes", input));
    else body.append(make("p", { class: "hint" }, "These rules measure sight from base to base: point at a unit. A hex counts as seen where a base of default size in its centre would be."));
    const centres = this.answers.sight.model === "centres";
    const note = gameNote(this.page, () => this.show(this.pinned ?? this.last));
    body.append(this.text, this.units);
    if (note && centres) body.append(note);
    else if (note) body.append(make("p", { class: "caution" }, "The page knows sight only for units where they start, not in the game."));
    const chosen = chosenHex();
    if (chosen !== null && (centres || this.seen(chosen))) this.choose(chosen);
    this.warmUp();
  }

  /** Browsers compile what runs often. Do so before the first hex is pointed at, for it to be answered as fast as those after it. */
  private warmUp(): void {
    if (this.warm || this.answers.sight.model !== "centres") return;
    this.warm = true;
    const { fans } = this.answers.sight;
    const { count } = this.page.board;
    const until = performance.now() + WARM_UP;
    let hex = 0;
    inIdleTime(() => {
      hex = (hex + 0.382 * count) % count;
      fans.fan(Math.floor(hex));
      return performance.now() < until;
    });
  }

  leave(): void {
    this.page.map.clear(LAYER);
    this.pinned = this.last = this.range = null;
  }

  point(hex: number | null): void {
    if (this.pinned === null && hex !== null) this.show(hex);
  }

  choose(hex: number): boolean {
    this.pinned = this.pinned === hex ? null : hex;
    this.show(hex);
    this.page.say(`${this.text.textContent} ${this.units.textContent}`);
    return true;
  }

  private show(hex: number | null): void {
    if (hex === null) return;
    this.last = hex;
    const seen = this.seen(hex);
    const { map, board } = this.page;
    const colours = this.page.data.colours as ColoursData;
    if (!seen) {
      map.clear(LAYER);
      this.text.textContent = `No unit starts at ${board.label(hex)}.`;
      this.units.textContent = "";
      return;
    }
    const beyond = this.range === null ? "" : `${colours.paper}b0`;
    const veil = `${colours.veil}a6`;
    let [visible, blocked] = [-1, 0];
    for (let at = 0; at < seen.length; at++) {
      if (seen[at] === VISIBLE) visible++;
      else if (seen[at] === BLOCKED) blocked++;
      else if (board.isVoid(at)) seen[at] = NOWHERE;
    }
    // In the order of `OUTSIDE`, `BLOCKED` and `VISIBLE`.
    map.shade(LAYER, seen, [beyond, veil, ""], [{ text: `out of sight from ${board.label(hex)}`, colour: veil }]);
    map.marks(LAYER, [{ kind: "hex", hex, colour: colours.gold, width: 1.6, inset: 0.8 }]);
    const within = this.range === null ? "" : ` within ${hexCount(this.range)}`;
    const pinned = this.pinned === null || !canHover() ? "" : " Choose it again to follow the pointer.";
    this.text.textContent = `${board.label(hex)} sees ${hexCount(visible)} of ${visible + blocked} others${within}.${pinned}`;
    this.units.textContent = this.describeUnits(hex, seen);
  }

  /** The units on hexes in sight, but for those in the hex itself. */
  private describeUnits(hex: number, seen: Uint8Array): string {
    const { board } = this.page;
    const bases = this.answers.sight.model === "bases";
    const known = (!bases && standing()?.units) || (this.page.data.facts as FactsData).units;
    const others = known.filter((it) => it.hex !== hex);
    if (!others.length) return "";
    const found = others.filter((it) => seen[it.hex] === VISIBLE).map((it) => `${it.title} (${board.label(it.hex)})`);
    return found.length ? `Units in sight: ${found.join(", ")}.` : "No unit is in sight.";
  }

  private seen(hex: number): Uint8Array | null {
    const { sight } = this.answers;
    if (sight.model === "centres") return sight.fans.fan(hex, this.range);
    const unit = sight.units.find((it) => it.hex === hex);
    if (!unit) return null;
    const { board } = this.page;
    return Uint8Array.from({ length: board.count }, (_, at) =>
      board.isVoid(at) ? OUTSIDE : at === hex || unit.visible.has(at) ? VISIBLE : BLOCKED,
    );
  }
}

export const install: Feature = (page) => {
  const tool = new FanTool(page, answersOf(page.data));
  page.mode("fan", "What it sees", "f", {
    hint: "Choose a hex to see what is in sight from it. With a mouse, point at one.",
    enter: (body) => tool.enter(body),
    leave: () => tool.leave(),
    point: (hex) => tool.point(hex),
    choose: (hex) => tool.choose(hex),
  });
};
