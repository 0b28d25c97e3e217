// Heat maps: where units were destroyed, stood and attacked, over all games of a recording.
import type { Feature } from "../contract";
import type { GamesData, HeatData } from "../game/data";
import { make } from "../page/elements";

const LAYER = "heat";

export const install: Feature = (page) => {
  const games = page.data.games as GamesData[];
  if (!games?.length) return;
  page.panel("games", "Self-play", (body) => {
    const choice = make("select", { "aria-label": "Heat map", title: "Colour the map by how often something happened in each hex" });
    choice.append(make("option", { value: "" }, "No heat map"));
    games.forEach((recording, i) => {
      const into = games.length > 1 ? make("optgroup", { label: recording.about[0] }) : choice;
      recording.heat.forEach((it, k) => into.append(make("option", { value: `${i}/${k}` }, it.title)));
      if (into !== choice) choice.append(into);
    });
    const most = make("p", { class: "heat-most" });
    choice.addEventListener("change", () => {
      const [recording, heat] = choice.value.split("/").map(Number);
      const found = choice.value ? games[recording].heat[heat] : null;
      show(found);
      most.textContent = found ? mostFrequent(found) : "";
      if (found) page.say(`${found.heading}. ${mostFrequent(found)}`);
    });
    body.append(make("label", { class: "row" }, "Heat map ", choice), most);
    for (const it of games) body.append(...about(it));
  });

  const show = (heat: HeatData | null): void => {
    if (!heat) {
      page.map.clear(LAYER);
      return;
    }
    const shade = (count: number) => heat.shades.findLast((it) => it.low <= count)?.fill ?? "";
    const legend = [{ text: heat.heading }, ...heat.shades.map((it) => ({ text: it.text, colour: it.fill }))];
    page.map.paint(LAYER, new Map(heat.counts.map(([hex, count]) => [hex, `${shade(count)}cc`])), legend);
    page.map.marks(
      LAYER,
      heat.counts.map(([hex, count]) => {
        const [x, y] = page.board.centre(hex);
        return { kind: "text", x, y: y + 0.6 * page.board.size, text: String(count), size: 4, colour: "#1b1b1b", halo: "#ffffff" };
      }),
    );
  };

  const mostFrequent = (heat: HeatData): string => {
    const order = heat.counts.slice().sort(([a, n], [b, m]) => m - n || a - b);
    const hexes = order.slice(0, 6).map(([hex, count]) => `${page.board.label(hex)} ${count.toLocaleString("en")}`);
    return hexes.length ? `Most frequent hexes: ${hexes.join(", ")}.` : "Nothing of this happened in any game.";
  };
};

function about(games: GamesData): HTMLElement[] {
  return [
    ...games.about.map((it) => make("p", {}, it)),
    ...games.cautions.map((it) => make("p", { class: "caution" }, it)),
    make("ul", {}, ...games.figures.map((it) => make("li", {}, it))),
    make(
      "details",
      {},
      make("summary", {}, "Left out of every game"),
      make("ul", {}, ...games.left_out.map((it) => make("li", {}, it))),
    ),
  ];
}
