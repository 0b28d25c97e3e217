// Fairness by measure: the rating of each, its sentence, and the hexes behind it on the map.
import type { ColoursData, Feature } from "../contract";
import { inRuns } from "../packing";
import { button, make } from "../page/elements";

interface MeasureData {
  about: string;
  band: string;
  text: string;
  /** In which hexes of the zones the ways begin and end; empty for measures without ways. */
  where: string;
  runs: number[];
}

interface FamilyData {
  title: string;
  meaning: string;
  /** How it is rated; empty if it is not. */
  rule: string;
  gates: boolean;
  band: string;
  measures: MeasureData[];
}

interface FairnessData {
  band: string;
  sentence: string;
  families: FamilyData[];
}

const LAYER = "fairness";
const SIGNS: Record<string, string> = { green: "\u2713", amber: "~", red: "!", "": "\u2013" };

export const install: Feature = (page) => {
  const data = page.data.fairness as FairnessData;
  const { measured } = page.data.colours as ColoursData;
  page.panel("measures", "Why this verdict", (body) => {
    body.append(make("p", {}, data.sentence));
    if (!data.families.length) return;
    body.append(make("p", { class: "hint" }, "Choose a measure for its result and the hexes behind it."));
    let open: HTMLElement | null = null;
    let shown: HTMLElement | null = null;
    const hide = () => {
      shown?.setAttribute("aria-pressed", "false");
      shown = null;
      page.map.clear(LAYER);
    };
    const close = () => {
      open?.setAttribute("aria-expanded", "false");
      const details = open?.nextElementSibling as HTMLElement | null | undefined;
      if (details) details.hidden = true;
      open = null;
      hide();
    };
    // Under the answers of another tool they would only confuse.
    page.onBegin(hide);
    const show = (it: MeasureData, title: string, by: HTMLElement | null) => {
      hide();
      page.say([it.text, it.where].filter(Boolean).join(" "));
      const hexes = [...inRuns(it.runs)];
      if (!hexes.length) return;
      shown = by;
      by?.setAttribute("aria-pressed", "true");
      page.map.paint(LAYER, new Map(hexes.map((hex) => [hex, `${measured}66`])), [{ text: `hexes behind ${title.toLowerCase()}`, colour: `${measured}66`, sign: "\u2b21" }]);
      page.map.marks(LAYER, hexes.map((hex) => ({ kind: "hex", hex, colour: measured, width: 0.8, inset: 0.6 })));
      page.map.reveal(hexes);
    };
    for (const family of data.families) {
      const details = make("div", { class: "details", hidden: true }, make("p", { class: "small quiet" }, family.meaning));
      if (family.rule) details.append(make("p", { class: "small quiet" }, family.rule));
      const buttons = family.measures.map((it) => {
        const words = make("p", { class: "small" }, it.about ? make("strong", {}, `${it.about}: `) : null, [it.text, it.where].filter(Boolean).join(" "));
        details.append(words);
        if (!it.runs.length) return null;
        const found = button("Show its hexes", () => {
          if (shown === found) hide();
          else show(it, family.title, found);
        }, { class: "small", "aria-pressed": "false", title: "Show or hide the hexes behind this result on the map" });
        details.append(found);
        return found;
      });
      const rating = !family.gates ? "does not decide" : family.band || "not judged";
      const head = button("", () => {
        const again = open === head;
        close();
        if (again) return;
        open = head;
        head.setAttribute("aria-expanded", "true");
        details.hidden = false;
        show(family.measures[0], family.title, buttons[0]);
      }, { class: "measure", "aria-expanded": "false", title: family.meaning });
      const band = make("span", { class: `band ${family.gates && family.band ? family.band : "none"}` });
      band.append(make("span", { "aria-hidden": "true" }, `${SIGNS[family.gates ? family.band : ""]} `), rating);
      head.append(make("span", {}, family.title), band);
      body.append(head, details);
    }
  });
};
