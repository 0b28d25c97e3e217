// The overlays: exposure, territory and chokepoints, one at a time.
import type { ColoursData, Feature, LegendEntry, PackedJson, PackedNumbers, Page, Shape } from "../contract";
import { unpackJson, unpackNumbers } from "../packing";
import { button, make } from "../page/elements";
import { addToReadout } from "../readout";

interface MarkData {
  kind: "cut" | "passage" | "joint" | "tie";
  hexes: number[];
  text: string;
  number: string;
}

interface OverlayData {
  id: string;
  title: string;
  heading: string;
  missing: string;
  kinds: PackedNumbers | null;
  fills: string[];
  legend: LegendEntry[];
  texts: PackedJson | null;
  said: PackedNumbers | null;
  marks: MarkData[];
}

interface Shown {
  data: OverlayData;
  fills: Map<number, string>;
  describe: (hex: number) => string;
}

const LAYER = "overlay";

async function load(data: OverlayData): Promise<Shown> {
  const [kinds, texts, said] = await Promise.all([
    data.kinds && unpackNumbers(data.kinds),
    data.texts && unpackJson<string[]>(data.texts),
    data.said && unpackNumbers(data.said),
  ]);
  const fills = new Map<number, string>();
  kinds?.forEach((kind: number, hex: number) => {
    const fill = kind && data.fills[kind - 1];
    if (fill) fills.set(hex, fill);
  });
  const marks = (hex: number) => data.marks.filter((it) => it.hexes.includes(hex)).map((it) => it.text);
  const describe = (hex: number) => [texts && said ? texts[said[hex]] : "", ...marks(hex)].filter(Boolean).join(", ");
  return { data, fills, describe };
}

function shapes(page: Page, marks: MarkData[]): Shape[] {
  const { gold, ink, paper, passage } = page.data.colours as ColoursData;
  const { board } = page;
  return marks.flatMap((mark) => {
    const outline = (hex: number): Shape[] => {
      const [x, y] = board.centre(hex);
      switch (mark.kind) {
        case "cut":
          return [
            { kind: "hex", hex, colour: ink, width: 2.8, inset: 2.2 },
            { kind: "hex", hex, colour: gold, width: 1.7, inset: 2.2 },
          ];
        case "passage":
          return [{ kind: "hex", hex, colour: passage, width: 1.2, inset: 1, dash: [2.4, 1.3] }];
        case "joint":
          return [3.3, 1.7].map((radius): Shape => ({ kind: "disc", x, y, radius, colour: ink, width: 0.8 }));
        case "tie":
          return [{ kind: "text", x, y, text: "=", size: 5, colour: ink, halo: paper, bold: true }];
      }
    };
    const found = mark.hexes.flatMap(outline);
    if (mark.number) {
      const [x, y] = board.centre(mark.hexes[Math.floor(mark.hexes.length / 2)]);
      const colour = mark.kind === "cut" ? gold : passage;
      found.push({ kind: "disc", x: x + 5, y: y + 5, radius: 2.4, fill: paper, colour, width: 0.8 });
      found.push({ kind: "text", x: x + 5, y: y + 5, text: mark.number, size: 3, colour: ink, bold: true });
    }
    return found;
  });
}

export const install: Feature = (page) => {
  const overlays = page.data.overlays as OverlayData[];
  let shown: Shown | null = null;
  addToReadout(page, (hex) => shown?.describe(hex) ?? "");
  page.panel("overlays", "Overlays", (body) => {
    const note = make("p", { class: "small quiet", role: "status" });
    const buttons = overlays.map((it, i) => {
      const key = `${i + 1}`;
      const hint = it.missing || `${it.heading}: show it on the map (${key})`;
      const found = button(it.title, () => void toggle(it), { "aria-pressed": "false", title: hint, "aria-keyshortcuts": key });
      found.disabled = Boolean(it.missing);
      return found;
    });
    const toggle = async (it: OverlayData) => {
      if (shown?.data === it) {
        shown = null;
        page.map.clear(LAYER);
      } else {
        shown = await load(it);
        page.map.paint(LAYER, shown.fills, it.legend);
        page.map.marks(LAYER, shapes(page, it.marks));
      }
      note.textContent = shown ? shown.data.heading : "";
      buttons.forEach((each, i) => each.setAttribute("aria-pressed", String(shown?.data === overlays[i])));
    };
    document.addEventListener("keydown", (event) => {
      if ((event.target as Element).closest?.("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
      const it = overlays[Number(event.key) - 1];
      if (!it || it.missing) return;
      void toggle(it);
      event.preventDefault();
    });
    const missing = overlays.filter((it) => it.missing).map((it) => make("p", { class: "small quiet" }, `${it.title}: ${it.missing}`));
    body.append(make("div", { class: "row" }, ...buttons), note, ...missing);
  });
};
