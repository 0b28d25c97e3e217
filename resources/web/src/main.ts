// Starts the page: reads the data, makes board and map, and installs the features.
import { makeBoard } from "./board";
import type { ArenaData } from "./contract";
import { FEATURES } from "./features/all";
import { makeMap } from "./map/map";
import { unpackJson } from "./packing";
import { makePage } from "./page/page";

async function start(): Promise<void> {
  const text = document.getElementById("arena")?.textContent ?? "";
  const data = JSON.parse(text) as ArenaData;
  const board = makeBoard(data.board, await unpackJson<string[]>(data.board.labels));
  const map = makeMap(board, document.getElementById("map") as HTMLCanvasElement);
  const page = makePage(data, board, map);
  for (const install of FEATURES) install(page);
  document.documentElement.dataset.ready = "true";
}

void start();
