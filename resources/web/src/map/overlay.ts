// What features draw over the board: tinted hexes, lines, arrows, texts, and units that are not those of the scenario.
import type { Board, Point, Shape, UnitState } from "../contract";
import { type Box, type Drawing, tracePolygon } from "./drawing";
import { type Painter, text } from "./painter";

type Context = CanvasRenderingContext2D;

const INK = "#2b2a27";
const PAPER = "#f6f1e4";
const CHUNK = 8;

/** Hexes of one colour in one neighbourhood, as one path. */
interface Patch extends Box {
  colour: string;
  path: Path2D;
}

/** Group tinted hexes, so that each colour of a neighbourhood is one path. */
export function patchesOf(fills: ReadonlyMap<number, string>, board: Board): Patch[] {
  const found = new Map<string, Patch>();
  for (const [hex, colour] of fills) {
    const column = hex % board.columns;
    const key = `${Math.floor(column / CHUNK)},${Math.floor((hex - column) / board.columns / CHUNK)},${colour}`;
    let patch = found.get(key);
    if (!patch) {
      patch = { colour, path: new Path2D(), left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
      found.set(key, patch);
    }
    const [x, y] = board.centre(hex);
    patch.left = Math.min(patch.left, x - board.size);
    patch.top = Math.min(patch.top, y - board.size);
    patch.right = Math.max(patch.right, x + board.size);
    patch.bottom = Math.max(patch.bottom, y + board.size);
    tracePolygon(patch.path, board.polygon(hex));
  }
  return [...found.values()];
}

export function paintPatches(context: Context, patches: readonly Patch[], box: Box): void {
  for (const it of patches) {
    if (it.left > box.right || it.right < box.left || it.top > box.bottom || it.bottom < box.top) continue;
    context.fillStyle = it.colour;
    context.fill(it.path);
  }
}

export function drawShape(context: Context, it: Shape, board: Board): void {
  context.save();
  if ("opacity" in it && it.opacity !== undefined) context.globalAlpha = it.opacity;
  context.setLineDash(("dash" in it && it.dash) || []);
  context.lineJoin = "round";
  switch (it.kind) {
    case "line":
      drawLine(context, it);
      break;
    case "polygon":
      filled(context, it.points, it);
      break;
    case "hex": {
      const [x, y] = board.centre(it.hex);
      const share = 1 - (it.inset ?? 0) / board.size;
      const points = board.polygon(it.hex).map(([u, v]): Point => [x + (u - x) * share, y + (v - y) * share]);
      filled(context, points, it);
      break;
    }
    case "disc":
      context.beginPath();
      context.arc(it.x, it.y, it.radius, 0, 2 * Math.PI);
      inked(context, it);
      break;
    case "text":
      text(context, it.text, it.x, it.y, {
        size: it.size ?? 4,
        fill: it.colour ?? INK,
        halo: it.halo,
        halo_width: (it.size ?? 4) / 6,
        bold: it.bold,
        anchor: it.anchor ?? "middle",
      });
      break;
  }
  context.restore();
}

function filled(context: Context, points: readonly Point[], look: { fill?: string; colour?: string; width?: number }): void {
  context.beginPath();
  tracePolygon(context, points);
  inked(context, look);
}

function inked(context: Context, look: { fill?: string; colour?: string; width?: number }): void {
  if (look.fill) {
    context.fillStyle = look.fill;
    context.fill();
  }
  if (look.colour) {
    context.strokeStyle = look.colour;
    context.lineWidth = look.width ?? 0.7;
    context.stroke();
  }
}

function drawLine(context: Context, it: Extract<Shape, { kind: "line" }>): void {
  const width = it.width ?? 1;
  const last = it.points.at(-1);
  const before = it.points.at(-2);
  if (!last || !before) return;
  const trace = () => {
    context.beginPath();
    for (const [x, y] of it.points) context.lineTo(x, y);
  };
  context.lineCap = it.dash ? "butt" : "round";
  if (it.halo) {
    trace();
    context.save();
    context.setLineDash([]);
    context.strokeStyle = it.halo;
    context.lineWidth = width + 1.2;
    context.stroke();
    context.restore();
  }
  trace();
  context.strokeStyle = it.colour;
  context.lineWidth = width;
  context.stroke();
  if (!it.arrow) return;
  const angle = Math.atan2(last[1] - before[1], last[0] - before[0]);
  const side = (turn: number): Point => [last[0] - 3.2 * width * Math.cos(angle + turn), last[1] - 3.2 * width * Math.sin(angle + turn)];
  context.setLineDash([]);
  context.beginPath();
  tracePolygon(context, [last, side(0.45), side(-0.45)]);
  context.fillStyle = it.colour;
  context.fill();
}

/** Draw a unit where it is: by its own counter, or by a plain one with its code. */
export function drawUnit(context: Context, it: UnitState, board: Board, drawing: Drawing, painter: Painter, ratio: number): void {
  const [x, y] = it.at ?? board.centre(it.hex);
  const own = drawing.counters.get(it.id);
  context.save();
  context.globalAlpha = it.opacity ?? 1;
  context.translate(x, y);
  if (it.chosen) ring(context);
  if (own) {
    context.translate(-own.x, -own.y);
    painter.ops(context, own.ops, ratio);
    context.translate(own.x, own.y);
  } else plain(context, it, board);
  if (it.out) cross(context);
  if (it.note) text(context, it.note, 3.6, -3.2, { size: 2.6, fill: INK, halo: PAPER, halo_width: 0.7, bold: true, anchor: "middle" });
  context.restore();
}

function plain(context: Context, it: UnitState, board: Board): void {
  const colour = board.sides[it.side]?.colour ?? "#5f5a50";
  if (it.direction !== undefined && it.direction !== null) {
    const angle = (Math.PI / 3) * it.direction - (board.flat ? Math.PI / 2 : (2 * Math.PI) / 3);
    const at = (radius: number, turn: number): Point => [radius * Math.cos(angle + turn), radius * Math.sin(angle + turn)];
    filled(context, [at(4.05, -0.5), at(6.7, 0), at(4.05, 0.5)], { fill: INK, colour: PAPER, width: 0.4 });
  }
  context.beginPath();
  context.arc(0, 0, 3.95, 0, 2 * Math.PI);
  inked(context, { fill: colour, colour: PAPER, width: 0.9 });
  context.beginPath();
  context.arc(0, 0, 4.27, 0, 2 * Math.PI);
  inked(context, { colour: INK, width: 0.3 });
  const size = it.code.length < 3 ? 3.1 : 2.4;
  text(context, it.code, 0, 0.15 * size, { size, fill: inkOn(colour), bold: true, anchor: "middle" });
  sideMark(context, it.side, inkOn(colour));
}

/** The shape that tells a side apart without its colour, as core/pictures/looks.py draws it. */
function sideMark(context: Context, side: number, colour: string): void {
  const corners: [number, number][][] = [
    [],
    [0, 1, 2, 3].map((k) => [k / 4 + 0.125, 1.05]),
    [0, 1, 2].map((k) => [k / 3, 1.15]),
    [0, 1, 2, 3].map((k) => [k / 4, 1.15]),
    [[0.19, 1.2], [0.31, 1.2], [0.69, 1.2], [0.81, 1.2]],
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((k) => [k / 10, k % 2 ? 0.55 : 1.25]),
  ];
  const shape = side >= 0 ? side % 6 : 0;
  if (shape === 0) {
    context.beginPath();
    context.arc(0, 2.05, 0.82, 0, 2 * Math.PI);
    inked(context, side >= 0 ? { fill: colour } : { colour, width: 0.3 });
    return;
  }
  const points = corners[shape].map(([turn, share]): Point => [
    share * Math.sin(2 * Math.PI * turn),
    2.05 - share * Math.cos(2 * Math.PI * turn),
  ]);
  filled(context, points, { fill: colour });
}

function ring(context: Context): void {
  context.beginPath();
  context.arc(0, 0, 5.6, 0, 2 * Math.PI);
  inked(context, { colour: INK, width: 1.5 });
  inked(context, { colour: "#f0b400", width: 0.9 });
}

function cross(context: Context): void {
  context.lineCap = "round";
  for (const [colour, width] of [[PAPER, 1.9], ["#b3121d", 1]] as const) {
    context.beginPath();
    context.moveTo(-3.4, -3.4);
    context.lineTo(3.4, 3.4);
    context.moveTo(3.4, -3.4);
    context.lineTo(-3.4, 3.4);
    inked(context, { colour, width });
  }
}

/** Ink or white, whichever stands out more. */
export function inkOn(colour: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (light + 0.05) > (light + 0.05) / 0.073 ? "#ffffff" : INK;
}

