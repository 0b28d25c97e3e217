// A layer of the map in square tiles, each painted once for a scale, so that moving the map only copies them.
import type { Camera } from "./camera";
import type { Box } from "./drawing";
import { canvas } from "./painter";

type Context = CanvasRenderingContext2D;
export type Paint = (context: Context, box: Box, pixels: number) => void;

/** The side of a tile in device pixels. */
const SIDE = 256;
/** The longer side of the picture of the whole board that stands in for tiles. */
const MOST_WHOLE = 1600;
/** Tiles kept for a scale, and scales kept. */
const MOST_TILES = 160;

interface Scale {
  pixels: number;
  tiles: Map<string, HTMLCanvasElement>;
}

export class Tiles {
  private current: Scale = { pixels: 0, tiles: new Map() };
  private before: Scale | null = null;
  private whole: { image: HTMLCanvasElement; pixels: number } | null = null;

  constructor(
    private readonly paint: Paint,
    private readonly across: number,
    private readonly down: number,
  ) {}

  /** Forget all tiles, for what they show has changed. */
  clear(): void {
    this.current = { pixels: 0, tiles: new Map() };
    this.before = null;
    this.whole = null;
  }

  /**
   * Copy the tiles that the camera shows. With `moving`, those of the last scale are enlarged or shrunk; else missing ones
   * are painted until `until` (performance.now()), or all of them if nothing could stand in for them. Return whether any is
   * missing still.
   */
  draw(context: Context, camera: Camera, moving: boolean, until: number): boolean {
    const { pixels } = camera;
    if (!moving && this.current.pixels !== pixels) {
      if (this.current.tiles.size) this.before = this.current;
      this.current = { pixels, tiles: new Map() };
    }
    const { tiles } = this.current;
    const k = pixels / this.current.pixels;
    if (moving && (k > 2.5 || k < 0.4 || !tiles.size)) {
      this.fallback(context, camera, { left: 0, top: 0, right: context.canvas.width, bottom: context.canvas.height });
      return true;
    }
    const left = Math.round(camera.x * pixels);
    const top = Math.round(camera.y * pixels);
    const side = SIDE * k;
    const most = [Math.ceil((this.across * pixels) / side), Math.ceil((this.down * pixels) / side)];
    const first = [Math.max(Math.floor(left / side), 0), Math.max(Math.floor(top / side), 0)];
    const last = [
      Math.min(Math.ceil((left + context.canvas.width) / side), most[0]),
      Math.min(Math.ceil((top + context.canvas.height) / side), most[1]),
    ];
    let missing = false;
    for (let row = first[1]; row < last[1]; row++) {
      for (let column = first[0]; column < last[0]; column++) {
        const key = `${column},${row}`;
        let tile = tiles.get(key);
        if (!tile && !moving && (!this.whole || performance.now() < until)) {
          tile = this.make(column, row);
          tiles.set(key, tile);
        }
        const box = { left: column * side - left, top: row * side - top, right: 0, bottom: 0 };
        [box.right, box.bottom] = [box.left + side, box.top + side];
        if (tile) context.drawImage(tile, box.left, box.top, side, side);
        else {
          missing = true;
          this.fallback(context, camera, box);
        }
      }
    }
    if (missing || moving) return missing;
    const all = !first[0] && !first[1] && last[0] === most[0] && last[1] === most[1];
    if (all) this.whole ??= this.joinTiles(most[0], most[1]);
    this.tidy();
    return false;
  }

  /** Make the picture that stands in for tiles, while nothing moves yet. */
  prepare(): void {
    this.whole ??= this.paintWhole();
  }

  /** The whole board from the tiles of the current scale, which is faster than to paint it again. */
  private joinTiles(columns: number, rows: number): { image: HTMLCanvasElement; pixels: number } {
    const { pixels, tiles } = this.current;
    const image = canvas(this.across * pixels, this.down * pixels);
    const context = image.getContext("2d") as Context;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        context.drawImage(tiles.get(`${column},${row}`) as HTMLCanvasElement, column * SIDE, row * SIDE);
      }
    }
    return { image, pixels };
  }

  private make(column: number, row: number): HTMLCanvasElement {
    const { pixels } = this.current;
    const tile = canvas(SIDE, SIDE);
    const context = tile.getContext("2d") as Context;
    const box = {
      left: (column * SIDE) / pixels,
      top: (row * SIDE) / pixels,
      right: ((column + 1) * SIDE) / pixels,
      bottom: ((row + 1) * SIDE) / pixels,
    };
    context.setTransform(pixels, 0, 0, pixels, -column * SIDE, -row * SIDE);
    this.paint(context, box, pixels);
    return tile;
  }

  /** Draw what there is for a part of the screen, in device pixels: tiles of the scale before, or the whole board. */
  private fallback(context: Context, camera: Camera, at: Box): void {
    const { pixels } = camera;
    context.save();
    context.beginPath();
    context.rect(at.left, at.top, at.right - at.left, at.bottom - at.top);
    context.clip();
    const drawn = this.before && this.copyBefore(context, camera, at, this.before);
    if (!drawn) {
      this.whole ??= this.paintWhole();
      const { image } = this.whole;
      const [x, y] = [Math.round(camera.x * pixels), Math.round(camera.y * pixels)];
      context.drawImage(image, -x, -y, (image.width * pixels) / this.whole.pixels, (image.height * pixels) / this.whole.pixels);
    }
    context.restore();
  }

  /** Copy tiles of the scale before, if they cover all of a part of the screen. */
  private copyBefore(context: Context, camera: Camera, at: Box, before: Scale): boolean {
    const { pixels } = camera;
    const side = (SIDE * pixels) / before.pixels;
    const [x, y] = [Math.round(camera.x * pixels), Math.round(camera.y * pixels)];
    const [right, bottom] = [this.across * pixels, this.down * pixels];
    const found: [HTMLCanvasElement, number, number][] = [];
    for (let row = Math.max(Math.floor((at.top + y) / side), 0); row * side < Math.min(at.bottom + y, bottom); row++) {
      for (let column = Math.max(Math.floor((at.left + x) / side), 0); column * side < Math.min(at.right + x, right); column++) {
        const tile = before.tiles.get(`${column},${row}`);
        if (!tile) return false;
        found.push([tile, column * side - x, row * side - y]);
      }
    }
    for (const [tile, u, v] of found) context.drawImage(tile, u, v, side, side);
    return true;
  }

  private paintWhole(): { image: HTMLCanvasElement; pixels: number } {
    const pixels = Math.min(MOST_WHOLE / Math.max(this.across, this.down), 8);
    const image = canvas(this.across * pixels, this.down * pixels);
    const context = image.getContext("2d") as Context;
    context.setTransform(pixels, 0, 0, pixels, 0, 0);
    this.paint(context, { left: 0, top: 0, right: this.across, bottom: this.down }, pixels);
    return { image, pixels };
  }

  /** Forget the oldest tiles beyond those that are kept. */
  private tidy(): void {
    this.before = null;
    const { tiles } = this.current;
    for (const key of tiles.keys()) {
      if (tiles.size <= MOST_TILES) return;
      tiles.delete(key);
    }
  }
}
