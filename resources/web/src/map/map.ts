// The map: the board on a canvas, with what features draw over it, moved and zoomed by mouse, touch and keys.
import type { Board, LegendEntry, MapView, Shape, UnitState } from "../contract";
import { inIdleTime } from "../page/idle";
import { Camera } from "./camera";
import type { Drawing } from "./drawing";
import { listen } from "./gestures";
import { KeyboardGrid } from "./keyboard";
import { drawShape, drawUnit, paintPatches, patchesOf } from "./overlay";
import { Painter } from "./painter";
import { Regions } from "./regions";
import { Tiles } from "./tiles";

/** The time in which missing tiles are painted within a frame, ms. */
const BUDGET = 7;

export interface MapElements {
  /** What the map fills; `canvas` is in it. */
  area: HTMLElement;
  canvas: HTMLCanvasElement;
  legend: HTMLElement;
  readout: HTMLElement;
}

type Patches = ReturnType<typeof patchesOf>;

export class BoardMap implements MapView {
  private readonly camera: Camera;
  private readonly painter: Painter;
  private readonly context: CanvasRenderingContext2D;
  private readonly under: Tiles;
  private readonly over: Tiles;
  private readonly tints: Tiles;
  private readonly grid: KeyboardGrid;
  private readonly patches = new Map<string, Patches>();
  private readonly shapes = new Map<string, Shape[]>();
  private readonly legends = new Map<string, LegendEntry[]>();
  private readonly pointed: ((hex: number | null) => void)[] = [];
  private readonly chosen: ((hex: number) => boolean)[] = [];
  private regions: Regions | null = null;
  private replaced: UnitState[] | null = null;
  private describeHex: (hex: number) => string;
  private cursor: number | null = null;
  private keyed = false;
  /** Whether the keyboard's focus follows a click, so that keys work from there. */
  private clicking = false;
  private zooming = false;
  private tinting = false;
  private asked = false;
  private loaded = false;

  constructor(
    private readonly board: Board,
    private readonly drawing: Drawing,
    private readonly elements: MapElements,
    title: string,
  ) {
    this.describeHex = (hex) => board.label(hex);
    this.camera = new Camera(board.width, board.height, board.size);
    this.painter = new Painter(drawing, board);
    this.context = elements.canvas.getContext("2d", { alpha: false }) as CanvasRenderingContext2D;
    const { width, height } = board;
    this.under = new Tiles((context, box, pixels) => this.painter.paint(context, box, pixels, this.camera.ratio, false), width, height);
    this.over = new Tiles((context, box, pixels) => this.painter.paint(context, box, pixels, this.camera.ratio, true), width, height);
    this.tints = new Tiles((context, box) => {
      for (const it of this.patches.values()) paintPatches(context, it, box);
    }, width, height);
    this.grid = new KeyboardGrid(board, title, {
      focus: (hex) => this.keyboard(hex),
      choose: (hex) => this.choose(hex),
      zoom: (factor) => this.zoomBy(factor),
      fit: () => this.fit(),
      describe: (hex) => this.describeHex(hex),
    });
    elements.area.append(this.grid.element);
    this.listen();
    new ResizeObserver(() => this.resize()).observe(elements.area);
    this.followPixels();
    this.resize();
  }

  /** Keep as many pixels as the screen has: a window that moves to a finer screen keeps its size in the units of CSS. */
  private followPixels(): void {
    const change = () => {
      this.resize();
      this.followPixels();
    };
    window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`).addEventListener("change", change, { once: true });
  }

  /** Load the images of the board, and draw it for the first time. */
  async load(): Promise<void> {
    await this.painter.load();
    this.loaded = true;
    // The tools have come meanwhile, and left less room.
    this.resize();
    inIdleTime(() => (this.regions ??= new Regions(this.board)).warmUp());
  }

  get focused(): number {
    return this.grid.focused;
  }

  paint(layer: string, fills: Map<number, string>, legend?: LegendEntry[]): void {
    this.tint(layer, patchesOf(fills, this.board), legend);
  }

  shade(layer: string, kinds: Uint8Array, colours: readonly string[], legend?: LegendEntry[]): void {
    const regions = (this.regions ??= new Regions(this.board));
    const everywhere = { left: 0, top: 0, right: this.board.width, bottom: this.board.height };
    const patches = colours.flatMap((colour, kind) => {
      const path = colour ? regions.outline(kinds, kind) : null;
      return path ? [{ ...everywhere, colour, path }] : [];
    });
    this.tint(layer, patches, legend);
  }

  private tint(layer: string, patches: Patches, legend?: LegendEntry[]): void {
    this.patches.delete(layer);
    if (patches.length) this.patches.set(layer, patches);
    this.legends.delete(layer);
    if (legend?.length) this.legends.set(layer, legend);
    this.showLegends();
    this.tints.clear();
    this.tinting = true;
    this.ask();
  }

  marks(layer: string, shapes: Shape[]): void {
    this.shapes.delete(layer);
    this.shapes.set(layer, shapes);
    this.ask();
  }

  clear(layer: string): void {
    this.shapes.delete(layer);
    if (this.legends.delete(layer)) this.showLegends();
    if (this.patches.delete(layer)) this.tints.clear();
    this.ask();
  }

  onPoint(handler: (hex: number | null) => void): void {
    this.pointed.push(handler);
  }

  onChoose(handler: (hex: number) => boolean): void {
    this.chosen.push(handler);
  }

  units(states: UnitState[] | null): void {
    this.replaced = states;
    this.ask();
  }

  show(group: string, on: boolean): void {
    if (on) this.painter.hidden.delete(group);
    else this.painter.hidden.add(group);
    this.refresh();
  }

  reveal(hexes: number[]): void {
    if (this.camera.reveal(hexes.map((it) => this.board.centre(it)), 40)) this.ask();
  }

  describe(describeHex: (hex: number) => string): void {
    this.describeHex = describeHex;
    this.grid.moveTo(this.grid.focused);
  }

  focus(hex: number): void {
    this.grid.moveTo(hex);
    this.grid.focus();
  }

  zoomBy(factor: number): void {
    this.camera.zoom(factor, this.camera.width / 2, this.camera.height / 2);
    this.ask();
  }

  fit(): void {
    this.camera.fit();
    this.ask();
  }

  /** Draw once more, for what is around the board has changed. */
  repaint(): void {
    this.ask();
  }

  /** Forget what was painted, and paint again. */
  refresh(): void {
    this.under.clear();
    this.over.clear();
    this.ask();
    inIdleTime(() => {
      this.under.prepare();
      this.over.prepare();
      return false;
    });
  }

  private listen(): void {
    const hexAt = ({ x, y }: { x: number; y: number }) => this.board.hexAt(...this.camera.toBoard(x, y));
    listen(this.elements.area, {
      pan: (dx, dy) => {
        this.tinting = false;
        this.camera.pan(dx, dy);
        this.ask();
      },
      zoom: (factor, x, y) => {
        this.zooming = true;
        this.tinting = false;
        this.camera.zoom(factor, x, y);
        this.ask();
      },
      settle: () => {
        this.zooming = false;
        this.ask();
      },
      hover: (at) => this.point(at && hexAt(at)),
      choose: (at) => {
        const hex = hexAt(at);
        if (hex === null) return;
        this.clicking = true;
        this.grid.moveTo(hex);
        this.grid.focus();
        this.point(hex);
        this.choose(hex);
        this.clicking = false;
      },
    });
  }

  private keyboard(hex: number | null): void {
    this.keyed = hex !== null && !this.clicking && this.grid.element.matches(":focus-within");
    if (hex !== null && !this.clicking) this.reveal([hex]);
    this.point(hex);
  }

  private point(hex: number | null): void {
    if (hex === this.cursor) {
      this.ask();
      return;
    }
    this.cursor = hex;
    this.showReadout();
    for (const it of this.pointed) it(hex);
    this.ask();
  }

  private choose(hex: number): void {
    this.chosen.some((it) => it(hex));
    // What a tool says about hexes depends on the one that was chosen.
    this.showReadout();
    this.grid.moveTo(this.grid.focused);
  }

  private showReadout(): void {
    this.elements.readout.textContent = this.cursor === null ? "" : this.describeHex(this.cursor);
  }

  private resize(): void {
    const { area, canvas } = this.elements;
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [area.clientWidth, area.clientHeight];
    if (!width || !height) return;
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
    this.camera.resize(width, height, ratio);
    this.draw();
  }

  private ask(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.draw();
    });
  }

  private draw(): void {
    if (!this.loaded) return;
    const { context, camera, drawing } = this;
    const until = performance.now() + BUDGET;
    const { width, height } = context.canvas;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.fillStyle = getComputedStyle(this.elements.area).getPropertyValue("--around") || drawing.data.paper;
    context.fillRect(0, 0, width, height);
    let missing = this.under.draw(context, camera, this.zooming, until);
    if (this.patches.size) this.drawTints(context, camera);
    missing = this.over.draw(context, camera, this.zooming, until) || missing;
    const { pixels } = camera;
    context.setTransform(pixels, 0, 0, pixels, -Math.round(camera.x * pixels), -Math.round(camera.y * pixels));
    if (!this.replaced) this.painter.units(context, camera.box, pixels, camera.ratio);
    else if (!this.painter.hidden.has("units")) {
      for (const it of this.replaced) drawUnit(context, it, this.board, drawing, this.painter, camera.ratio);
    }
    for (const shapes of this.shapes.values()) for (const it of shapes) drawShape(context, it, this.board);
    this.drawCursor();
    context.setTransform(1, 0, 0, 1, 0, 0);
    if (missing) this.ask();
  }

  /** Tints that change with the pointer are drawn at once; tiles are for moving the map. */
  private drawTints(context: CanvasRenderingContext2D, camera: Camera): void {
    if (!this.tinting) {
      this.tints.draw(context, camera, this.zooming, Infinity);
      return;
    }
    const { pixels } = camera;
    context.setTransform(pixels, 0, 0, pixels, -Math.round(camera.x * pixels), -Math.round(camera.y * pixels));
    for (const it of this.patches.values()) paintPatches(context, it, camera.box);
    context.setTransform(1, 0, 0, 1, 0, 0);
  }

  /** A ring around the hex that is pointed at, heavier for the keyboard's. */
  private drawCursor(): void {
    const hex = this.cursor;
    if (hex === null) return;
    const px = 1 / this.camera.scale;
    const [width, inset] = this.keyed ? [3.5 * px, 1.5 * px] : [1.5 * px, 0.75 * px];
    drawShape(this.context, { kind: "hex", hex, colour: "#ffffff", width: width + 2 * px, inset }, this.board);
    drawShape(this.context, { kind: "hex", hex, colour: "#2b2a27", width, inset }, this.board);
  }

  private showLegends(): void {
    const { legend } = this.elements;
    const entries = [...this.legends.values()].flat();
    legend.hidden = !entries.length;
    const fold = document.createElement("button");
    const folded = () => {
      fold.textContent = legend.classList.contains("folded") ? "Show legend" : "Hide legend";
      fold.setAttribute("aria-expanded", String(!legend.classList.contains("folded")));
    };
    fold.type = "button";
    fold.addEventListener("click", () => {
      legend.classList.toggle("folded");
      folded();
    });
    folded();
    const head = document.createElement("li");
    head.append(fold);
    legend.replaceChildren(
      head,
      ...entries.map((it) => {
        const line = document.createElement("li");
        const mark = document.createElement("span");
        mark.className = "swatch";
        mark.setAttribute("aria-hidden", "true");
        mark.textContent = it.sign ?? "";
        if (it.colour) mark.style.background = it.colour;
        line.append(mark, it.text);
        return line;
      }),
    );
  }
}
