// The facts of a hex: in a line where it is pointed at, in a panel when it is chosen.
import type { Feature, PackedJson, PackedNumbers, Page } from "../contract";
import { inRuns, unpackJson, unpackNumbers } from "../packing";
import { make } from "../page/elements";
import { standing } from "../game/standing";
import { addToReadout } from "../readout";
import { rememberChosen } from "./parts";

interface NamedText {
  title: string;
  text: string;
}

interface StacksData {
  kinds: NamedText[];
  stacks: number[][];
  hexes: PackedNumbers;
}

interface AreaData extends NamedText {
  runs: number[];
}

export interface UnitFacts extends NamedText {
  id: string;
  side: number;
  unit_class: string;
  hex: number;
}

export interface FactsData {
  terrain: StacksData;
  effects: StacksData;
  levels: PackedNumbers;
  /** By level, what it costs more to enter from other levels, in a sentence. */
  climb: Record<string, string>;
  features: NamedText[];
  sides: PackedJson;
  directions: string[];
  zones: AreaData[];
  objectives: AreaData[];
  units: UnitFacts[];
  names: [number, string][];
}

class HexFacts {
  private constructor(
    private readonly page: Page,
    private readonly data: FactsData,
    private readonly terrain: (hex: number) => NamedText[],
    private readonly effects: (hex: number) => NamedText[],
    private readonly levels: ArrayLike<number>,
    private readonly sides: Map<number, [number, number[]][]>,
    private readonly areas: Map<AreaData, Set<number>>,
    private readonly names: Map<number, string>,
  ) {}

  static async load(page: Page): Promise<HexFacts> {
    const data = page.data.facts as FactsData;
    const [terrain, effects, levels, sides] = await Promise.all([
      stacks(data.terrain),
      stacks(data.effects),
      unpackNumbers(data.levels),
      unpackJson<[number, number, number[]][]>(data.sides),
    ]);
    const bySide = new Map<number, [number, number[]][]>();
    for (const [hex, direction, features] of sides) bySide.set(hex, [...(bySide.get(hex) ?? []), [direction, features]]);
    const areas = new Map([...data.zones, ...data.objectives].map((it) => [it, new Set(inRuns(it.runs))]));
    return new HexFacts(page, data, terrain, effects, levels, bySide, areas, new Map(data.names));
  }

  /** The facts in one line. */
  line(hex: number): string {
    const parts = [this.page.board.label(hex)];
    const name = this.names.get(hex);
    if (name) parts.push(name);
    parts.push(this.terrain(hex).map((it) => it.title).join(" + "), `level ${this.levels[hex]}`);
    parts.push(...this.effects(hex).map((it) => it.title));
    for (const it of [...this.areasAt(this.data.zones, hex), ...this.areasAt(this.data.objectives, hex), ...this.units(hex)]) {
      parts.push(it.title);
    }
    // A hex and the objective in it often have the same name.
    return [...new Set(parts.filter(Boolean))].join(" \u00b7 ");
  }

  /** Headings with sentences. */
  rows(hex: number): [string, string[]][] {
    const { board } = this.page;
    const sentence = (it: NamedText) => it.text || it.title;
    const titled = (it: NamedText) => (it.text ? `${it.title}: ${it.text}` : it.title);
    const sides = (this.sides.get(hex) ?? []).flatMap(([direction, features]) =>
      features.map((it) => `${this.data.directions[direction]}: ${sentence(this.data.features[it])}`),
    );
    const units = this.units(hex).map((it) => {
      const side = board.sides[it.side];
      return `${it.title}${side ? ` (${side.title})` : ""}. ${it.text}`.trim();
    });
    const rows: [string, string[]][] = [
      ["Terrain", this.terrain(hex).map(sentence)],
      ["Level", [`${this.levels[hex]}`, this.data.climb[this.levels[hex]] ?? ""].filter(Boolean)],
      ["Effects", this.effects(hex).map(sentence)],
      ["Hexsides", sides],
      ["Zones", this.areasAt(this.data.zones, hex).map(titled)],
      ["Objectives", this.areasAt(this.data.objectives, hex).map(titled)],
      ["Units", units],
    ];
    return rows.filter(([, texts]) => texts.length);
  }

  title(hex: number): string {
    const name = this.names.get(hex);
    return this.page.board.label(hex) + (name ? `, ${name}` : "");
  }

  private areasAt(areas: AreaData[], hex: number): AreaData[] {
    return areas.filter((it) => this.areas.get(it)?.has(hex));
  }

  /** The units in a hex, where they stand now. */
  private units(hex: number): Pick<UnitFacts, "title" | "text" | "side">[] {
    const game = standing();
    if (!game) return this.data.units.filter((it) => it.hex === hex);
    const text = (id: string) => (id && this.data.units.find((it) => it.id === id)?.text) || "";
    return game.units.filter((it) => it.hex === hex).map(({ id, title, side }) => ({ title, side, text: text(id) }));
  }
}

async function stacks({ kinds, stacks: known, hexes }: StacksData): Promise<(hex: number) => NamedText[]> {
  const of = await unpackNumbers(hexes);
  return (hex) => known[of[hex]].map((it) => kinds[it]);
}

const LAYER = "chosen hex";

export const install: Feature = (page) => {
  let body: HTMLElement;
  page.panel("facts", "Hex", (it) => {
    body = it;
    it.append(make("p", { class: "hint" }, "Choose a hex on the map for its facts. With a mouse, point at a hex to read them in a line."));
  });
  void HexFacts.load(page).then((facts) => {
    addToReadout(page, (hex) => facts.line(hex));
    page.map.onChoose((hex) => {
      rememberChosen(hex);
      const list = make("dl", { class: "facts" });
      for (const [heading, texts] of facts.rows(hex)) {
        list.append(make("dt", {}, heading), ...texts.map((it) => make("dd", {}, it)));
      }
      body.replaceChildren(make("h3", {}, facts.title(hex)), list);
      page.map.marks(LAYER, [{ kind: "hex", hex, colour: "#f0b400", width: 1.4, inset: 0.7 }]);
      page.say(facts.line(hex));
      return false;
    });
  });
};
