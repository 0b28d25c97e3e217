// Paints the display list on a canvas, at a scale at which letters and lines are sharp.
import type { Board } from "../contract";
import { type Box, type Drawing, type Hatch, type Op, opsIn, type Style } from "./drawing";

/** Below so many pixels from side to side of a hex, what is in it would only be noise. */
const LEAST_PITCH: Record<string, number> = { grid: 9, symbols: 6, relief: 14, levels: 30, shores: 6 };
/** Smaller letters cannot be read. */
const LEAST_LETTERS = 4.5;
/** Symbols up to this size in pixels are drawn once and copied. */
const MOST_COPIED = 96;
export const FONT = '"Fairground Sans", "DejaVu Sans", Verdana, Arial, sans-serif';

type Context = CanvasRenderingContext2D;
type Symbol = Extract<Op, { kind: "symbol" }>;

/** What is made once for a scale: hatches, and the symbols that are copied. */
class Scale {
  readonly patterns = new Map<string, CanvasPattern | null>();
  readonly copies = new Map<string, HTMLCanvasElement>();

  constructor(readonly pixels: number) {}
}

export class Painter {
  private readonly images = new Map<string, HTMLImageElement>();
  private scale = new Scale(1);
  /** Groups that are hidden. */
  readonly hidden = new Set<string>();

  constructor(
    private readonly drawing: Drawing,
    private readonly board: Board,
  ) {}

  /** Load the images of the board; the promise ends when all can be drawn. */
  async load(): Promise<void> {
    await Promise.all(
      Object.entries(this.drawing.data.images).map(async ([name, { url }]) => {
        const image = new Image();
        image.src = url;
        try {
          await image.decode();
          this.images.set(name, image);
        } catch {
          // A browser that does not know the format shows the board without the image.
        }
      }),
    );
  }

  /**
   * Paint the layers over or under the tints within `box`, mm. The context is already moved and scaled;
   * `pixels` are device pixels a mm, `ratio` device pixels a CSS pixel.
   */
  paint(context: Context, box: Box, pixels: number, ratio: number, over: boolean): void {
    if (this.scale.pixels !== pixels) this.scale = new Scale(pixels);
    const pitch = (this.board.size * Math.sqrt(3) * pixels) / ratio;
    for (const layer of this.drawing.layers) {
      if (layer.over !== over || layer.group === "units" || this.hidden.has(layer.group)) continue;
      if (pitch < (LEAST_PITCH[layer.id] ?? 0)) continue;
      this.layer(context, opsIn(layer, box), ratio);
    }
  }

  /** Paint the items of a layer; symbols that follow each other are copied without changing the transform between them. */
  private layer(context: Context, ops: readonly Op[], ratio: number): void {
    const at = context.getTransform();
    let copying = false;
    for (const op of ops) {
      const side = op.kind === "symbol" ? this.copiedSide(op) : 0;
      if (side > 0 !== copying) {
        copying = side > 0;
        if (copying) context.setTransform(1, 0, 0, 1, 0, 0);
        else context.setTransform(at);
      }
      if (op.kind === "symbol" && copying) this.copySymbol(context, op, side, at, ratio);
      else this.op(context, op, ratio);
    }
    context.setTransform(at);
  }

  /** Paint the units of the scenario. */
  units(context: Context, box: Box, pixels: number, ratio: number): void {
    if (this.hidden.has("units")) return;
    if (this.scale.pixels !== pixels) this.scale = new Scale(pixels);
    for (const layer of this.drawing.layers) {
      if (layer.group !== "units") continue;
      for (const op of opsIn(layer, box)) this.op(context, op, ratio);
    }
  }

  /** Paint some items as they are. */
  ops(context: Context, ops: readonly Op[], ratio: number): void {
    for (const it of ops) this.op(context, it, ratio);
  }

  private op(context: Context, op: Op, ratio: number): void {
    switch (op.kind) {
      case "path":
        this.path(context, op.path, op.style);
        break;
      case "symbol":
        this.symbol(context, op, ratio);
        break;
      case "text":
        if ((op.style.size ?? 0) * this.scale.pixels >= LEAST_LETTERS * ratio) text(context, op.text, op.x, op.y, op.style);
        break;
      case "image":
        this.image(context, op);
        break;
      case "group":
        context.save();
        context.globalAlpha *= op.opacity;
        for (const it of op.ops) this.op(context, it, ratio);
        context.restore();
        break;
    }
  }

  private path(context: Context, path: Path2D, style: Style): void {
    const alpha = context.globalAlpha;
    if (style.opacity !== undefined) context.globalAlpha = alpha * style.opacity;
    if (style.hatch) {
      const pattern = this.pattern(style.hatch, context);
      if (pattern) {
        context.fillStyle = pattern;
        context.fill(path);
      }
    } else if (style.fill) {
      context.fillStyle = style.fill;
      context.fill(path);
    }
    if (style.stroke) {
      context.strokeStyle = style.stroke;
      context.lineWidth = style.width ?? 1;
      context.lineCap = style.cap ?? "butt";
      context.lineJoin = style.join ?? "miter";
      context.setLineDash(style.dash ?? []);
      context.stroke(path);
    }
    context.globalAlpha = alpha;
  }

  private symbol(context: Context, op: Symbol, ratio: number): void {
    const side = this.copiedSide(op);
    if (side) {
      const at = context.getTransform();
      context.setTransform(1, 0, 0, 1, 0, 0);
      this.copySymbol(context, op, side, at, ratio);
      context.setTransform(at);
      return;
    }
    context.save();
    context.globalAlpha *= op.opacity;
    context.translate(op.x, op.y);
    context.rotate((op.rotation * Math.PI) / 180);
    context.scale(op.scale, op.scale);
    for (const it of this.drawing.symbols[op.symbol]) this.op(context, it, ratio);
    context.restore();
  }

  /** The side in pixels of the picture from which a symbol is copied; 0 if it is too large for that, or turned. */
  private copiedSide(op: Symbol): number {
    const side = Math.ceil(24 * op.scale * this.scale.pixels);
    return op.rotation === 0 && side <= MOST_COPIED ? side : 0;
  }

  /** Copy a symbol; the transform of the context is the identity, `at` is that of the drawing. */
  private copySymbol(context: Context, op: Symbol, side: number, at: DOMMatrix, ratio: number): void {
    const alpha = context.globalAlpha;
    if (op.opacity !== 1) context.globalAlpha = alpha * op.opacity;
    const copy = this.copy(op, side, ratio);
    context.drawImage(copy, Math.round(op.x * at.a + at.e - side / 2), Math.round(op.y * at.d + at.f - side / 2));
    if (op.opacity !== 1) context.globalAlpha = alpha;
  }

  private copy({ key, symbol, scale }: Symbol, side: number, ratio: number): HTMLCanvasElement {
    let found = this.scale.copies.get(key);
    if (!found) {
      found = canvas(side, side);
      const context = found.getContext("2d") as Context;
      context.translate(side / 2, side / 2);
      context.scale(scale * this.scale.pixels, scale * this.scale.pixels);
      for (const it of this.drawing.symbols[symbol]) this.op(context, it, ratio);
      this.scale.copies.set(key, found);
    }
    return found;
  }

  private image(context: Context, op: Extract<Op, { kind: "image" }>): void {
    const image = this.images.get(op.image);
    if (!image) return;
    context.save();
    context.translate(op.x, op.y);
    context.rotate((op.rotation * Math.PI) / 180);
    context.drawImage(image, -op.width / 2, -op.height / 2, op.width, op.height);
    context.restore();
  }

  private pattern(name: string, context: Context): CanvasPattern | null {
    if (!this.scale.patterns.has(name)) {
      this.scale.patterns.set(name, hatchPattern(this.drawing.data.hatches[name], context, this.scale.pixels));
    }
    return this.scale.patterns.get(name) ?? null;
  }
}

export function canvas(width: number, height: number): HTMLCanvasElement {
  const found = document.createElement("canvas");
  found.width = Math.max(1, Math.round(width));
  found.height = Math.max(1, Math.round(height));
  return found;
}

/** Write a line of text on its baseline, with its halo. */
export function text(context: Context, words: string, x: number, y: number, style: Style): void {
  context.font = `${style.bold ? "bold " : ""}${style.size ?? 4}px ${FONT}`;
  context.textAlign = style.anchor === "middle" ? "center" : (style.anchor ?? "start");
  context.letterSpacing = `${style.spacing ?? 0}px`;
  if (style.halo) {
    context.strokeStyle = style.halo;
    context.lineWidth = 2 * (style.halo_width ?? 0.5);
    context.lineJoin = "round";
    context.setLineDash([]);
    context.strokeText(words, x, y);
  }
  context.fillStyle = style.fill ?? "#2b2a27";
  context.fillText(words, x, y);
}

/** One cell of a hatch, repeated and turned. */
function hatchPattern(hatch: Hatch, context: Context, pixels: number): CanvasPattern | null {
  const side = Math.max(2, Math.round(hatch.spacing * pixels));
  const cell = canvas(side, side);
  const inner = cell.getContext("2d") as Context;
  const middle = side / 2;
  inner.globalAlpha = hatch.opacity;
  inner.strokeStyle = hatch.colour;
  inner.lineWidth = Math.max((hatch.width * side) / hatch.spacing, 0.5);
  inner.beginPath();
  if (hatch.mark === "dots") {
    inner.lineCap = "round";
    inner.moveTo(middle, middle);
    inner.lineTo(middle + 0.01, middle);
  } else {
    inner.moveTo(0, middle);
    inner.lineTo(hatch.mark === "dashes" ? side * 0.62 : side, middle);
    if (hatch.mark === "grid") {
      inner.moveTo(middle, 0);
      inner.lineTo(middle, side);
    }
  }
  inner.stroke();
  const pattern = context.createPattern(cell, "repeat");
  const share = hatch.spacing / side;
  pattern?.setTransform(new DOMMatrix().rotate(hatch.angle).scale(share));
  return pattern;
}
