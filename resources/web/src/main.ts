// Starts the page: reads the data, makes board and map, and installs the features.
import { loadAnswers } from "./answers";
import { makeBoard } from "./board";
import type { ArenaData } from "./contract";
import { FEATURES } from "./features/all";
import { readDrawing, type DrawingData } from "./map/drawing";
import { BoardMap } from "./map/map";
import { unpackJson } from "./packing";
import { inPageLinks, keepClear, keyList, layerControls, themeButton, zoomControls } from "./page/controls";
import { make } from "./page/elements";
import { makePage } from "./page/page";

const byId = (id: string) => document.getElementById(id) as HTMLElement;

async function start(): Promise<void> {
  const data = JSON.parse(byId("arena").textContent ?? "") as ArenaData;
  const [labels, drawn] = await Promise.all([
    unpackJson<string[]>(data.board.labels),
    unpackJson<DrawingData>(data.drawing),
    loadAnswers(data),
    // A canvas does not draw again when a font arrives.
    ...["", "bold "].map((it) => document.fonts.load(`${it}12px "Fairground Sans"`).catch(() => [])),
  ]);
  const board = makeBoard(data.board, labels);
  document.documentElement.classList.add("live");
  const area = byId("area");
  const canvas = make("canvas", { id: "map", "aria-hidden": "true" });
  const readout = make("p", { class: "readout", "aria-hidden": "true" });
  const legend = make("ul", { class: "legend", "aria-label": "Legend", hidden: true });
  area.append(canvas);
  const map = new BoardMap(board, readDrawing(drawn, board), { area, canvas, legend, readout }, `Board of ${data.board.title}`);
  const { page, keys } = makePage(data, board, map);
  for (const install of FEATURES) install(page);
  area.append(zoomControls(map), readout, legend);
  byId("tools").append(layerControls(map, drawn.groups), keyList(keys()));
  inPageLinks();
  keepClear(area, readout);
  byId("switches").append(themeButton(() => map.repaint()));
  await map.load();
  performance.mark("ready");
  document.documentElement.dataset.ready = "true";
}

void start();
