// The display list of the board, as core/web_page/drawing_section.py writes it, made ready for a canvas.
import type { Board } from "../contract";
import { inRuns } from "../packing";

export interface Style {
  fill?: string;
  hatch?: string;
  stroke?: string;
  width?: number;
  dash?: number[];
  cap?: CanvasLineCap;
  join?: CanvasLineJoin;
  opacity?: number;
  // Of texts.
  size?: number;
  anchor?: "start" | "middle" | "end";
  bold?: boolean;
  spacing?: number;
  halo?: string;
  halo_width?: number;
}

export interface Hatch {
  colour: string;
  mark: "lines" | "dashes" | "grid" | "dots";
  angle: number;
  spacing: number;
  width: number;
  opacity: number;
}

type Item =
  | ["h", number, number[]]
  | ["p", number, string, [number, number, number, number]?]
  | ["c", number, number, number, number]
  | ["s", number, number, number, number, number, number]
  | ["t", number, number, number, string]
  | ["i", string, number, number, number, number, number]
  | ["g", string, number, Item[]];

export interface DrawingData {
  paper: string;
  groups: [string, string][];
  styles: Style[];
  layers: { id: string; group: string; over: boolean; items: Item[] }[];
  symbols: Item[][];
  hatches: Record<string, Hatch>;
  images: Record<string, { url: string; width: number; height: number }>;
}

export type Op =
  | { kind: "path"; style: Style; path: Path2D }
  | { kind: "symbol"; key: string; symbol: number; x: number; y: number; scale: number; rotation: number; opacity: number }
  | { kind: "text"; style: Style; x: number; y: number; text: string }
  | { kind: "image"; image: string; x: number; y: number; width: number; height: number; rotation: number }
  | { kind: "group"; unit: string; opacity: number; ops: Op[] };

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** An op with its place in the order of its layer. */
interface Placed {
  order: number;
  op: Op;
}

interface Chunk extends Box {
  placed: Placed[];
}

/** A layer in chunks of neighbouring items, so that a part of it is drawn without the rest. */
export interface Layer {
  id: string;
  group: string;
  over: boolean;
  chunks: Chunk[];
}

export interface Drawing {
  data: DrawingData;
  layers: Layer[];
  symbols: Op[][];
  /** The counters of units by id, with the point that they are drawn around. */
  counters: Map<string, { ops: Op[]; x: number; y: number }>;
}

/** Hexes along the side of a chunk. */
const CHUNK = 8;
/** What lines, halos and letters reach beyond their points, mm. */
const REACH = 6;

export function readDrawing(data: DrawingData, board: Board): Drawing {
  const side = CHUNK * board.size * 2;
  const counters = new Map<string, { ops: Op[]; x: number; y: number }>();
  const layers = data.layers.map(({ id, group, over, items }): Layer => {
    const chunks = new Chunks(side);
    for (const it of items) {
      if (it[0] === "h") {
        for (const [box, path] of hexPaths(it[2], board)) chunks.add({ kind: "path", style: data.styles[it[1]], path }, box);
        continue;
      }
      const op = read(it, data);
      const box = boxOf(it);
      if (op.kind === "group" && op.unit) counters.set(op.unit, { ops: op.ops, ...middle(it, box) });
      chunks.add(op, box);
    }
    return { id, group, over, chunks: chunks.all() };
  });
  const symbols = data.symbols.map((items) => merged(items.map((it) => read(it, data))));
  return { data, layers, symbols, counters };
}

/** The ops of a layer that a rectangle shows, in their order. */
export function opsIn(layer: Layer, box: Box): Op[] {
  const found = layer.chunks.filter((it) => touches(it, box));
  if (found.length === 1) return found[0].placed.map((it) => it.op);
  return found
    .flatMap((it) => it.placed)
    .sort((a, b) => a.order - b.order)
    .map((it) => it.op);
}

function touches(one: Box, other: Box): boolean {
  return one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
}

class Chunks {
  private readonly chunks = new Map<string, Chunk>();
  private order = 0;
  private last = "";

  constructor(private readonly side: number) {}

  add(op: Op, box: Box): void {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const large = Math.max(box.right - box.left, box.bottom - box.top) > 2 * this.side;
    const key = large ? `${this.order}` : `${Math.floor(x / this.side)},${Math.floor(y / this.side)}`;
    let chunk = this.chunks.get(key);
    if (!chunk) {
      chunk = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity, placed: [] };
      this.chunks.set(key, chunk);
    }
    chunk.left = Math.min(chunk.left, box.left - REACH);
    chunk.top = Math.min(chunk.top, box.top - REACH);
    chunk.right = Math.max(chunk.right, box.right + REACH);
    chunk.bottom = Math.max(chunk.bottom, box.bottom + REACH);
    // Pieces of one line that follow each other are one stroke.
    const before = chunk.placed.at(-1);
    const joins = before && this.last === key && joinable(before.op, op);
    if (joins && before.op.kind === "path" && op.kind === "path") before.op.path.addPath(op.path);
    else chunk.placed.push({ order: this.order, op });
    this.last = key;
    this.order++;
  }

  all(): Chunk[] {
    return [...this.chunks.values()];
  }
}

/** Whether two paths look the same as one: lines do; areas might cut holes into each other. */
function joinable(one: Op, other: Op): boolean {
  return one.kind === "path" && other.kind === "path" && one.style === other.style && !one.style.fill && !one.style.hatch;
}

function merged(ops: Op[]): Op[] {
  const found: Op[] = [];
  for (const it of ops) {
    const before = found.at(-1);
    if (before && joinable(before, it) && before.kind === "path" && it.kind === "path") before.path.addPath(it.path);
    else found.push(it);
  }
  return found;
}

function* hexPaths(runs: number[], board: Board): Generator<[Box, Path2D]> {
  const paths = new Map<string, [Box, Path2D]>();
  for (const hex of inRuns(runs)) {
    const [x, y] = board.centre(hex);
    const row = Math.floor(hex / board.columns);
    const key = `${Math.floor((hex % board.columns) / CHUNK)},${Math.floor(row / CHUNK)}`;
    let found = paths.get(key);
    if (!found) {
      found = [{ left: x, top: y, right: x, bottom: y }, new Path2D()];
      paths.set(key, found);
    }
    const [box, path] = found;
    grow(box, x - board.size, y - board.size);
    grow(box, x + board.size, y + board.size);
    tracePolygon(path, board.polygon(hex));
  }
  yield* paths.values();
}

export function tracePolygon(path: Path2D | CanvasRenderingContext2D, points: readonly (readonly [number, number])[]): void {
  points.forEach(([x, y], i) => (i ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
}

function read(it: Item, data: DrawingData): Op {
  switch (it[0]) {
    case "p":
      return { kind: "path", style: data.styles[it[1]], path: new Path2D(it[2]) };
    case "c": {
      const path = new Path2D();
      path.arc(it[2], it[3], it[4], 0, 2 * Math.PI);
      return { kind: "path", style: data.styles[it[1]], path };
    }
    case "s":
      return { kind: "symbol", key: `${it[1]} ${it[4]}`, symbol: it[1], x: it[2], y: it[3], scale: it[4], rotation: it[5], opacity: it[6] };
    case "t":
      return { kind: "text", style: data.styles[it[1]], x: it[2], y: it[3], text: it[4] };
    case "i":
      return { kind: "image", image: it[1], x: it[2], y: it[3], width: it[4], height: it[5], rotation: it[6] };
    case "g":
      return { kind: "group", unit: it[1], opacity: it[2], ops: it[3].map((each) => read(each, data)) };
    case "h":
      throw new Error("whole hexes are read with their layer");
  }
}

function boxOf(it: Item): Box {
  const box: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  switch (it[0]) {
    case "p": {
      if (it[3]) {
        const [left, top, right, bottom] = it[3];
        return { left, top, right, bottom };
      }
      const numbers = it[2].match(/-?[\d.]+/g)?.map(Number) ?? [];
      for (let i = 0; i + 1 < numbers.length; i += 2) grow(box, numbers[i], numbers[i + 1]);
      break;
    }
    case "c":
      grow(box, it[2] - it[4], it[3] - it[4]);
      grow(box, it[2] + it[4], it[3] + it[4]);
      break;
    case "s": {
      const half = 11 * it[4];
      grow(box, it[2] - half, it[3] - half);
      grow(box, it[2] + half, it[3] + half);
      break;
    }
    case "t": {
      // Names of places are longer than a hex.
      const half = it[4].length * 3;
      grow(box, it[2] - half, it[3] - 6);
      grow(box, it[2] + half, it[3] + 3);
      break;
    }
    case "i": {
      const half = Math.max(it[4], it[5]) * 0.75;
      grow(box, it[2] - half, it[3] - half);
      grow(box, it[2] + half, it[3] + half);
      break;
    }
    case "g":
      for (const each of it[3]) {
        const inner = boxOf(each);
        grow(box, inner.left, inner.top);
        grow(box, inner.right, inner.bottom);
      }
      break;
    case "h":
      break;
  }
  return box;
}

/** The point that a counter is drawn around: the middle of its first disc. */
function middle(it: Item, box: Box): { x: number; y: number } {
  const disc = it[0] === "g" ? it[3].find((each) => each[0] === "c") : undefined;
  if (disc?.[0] === "c") return { x: disc[2], y: disc[3] };
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
}

function grow(box: Box, x: number, y: number): void {
  box.left = Math.min(box.left, x);
  box.top = Math.min(box.top, y);
  box.right = Math.max(box.right, x);
  box.bottom = Math.max(box.bottom, y);
}
