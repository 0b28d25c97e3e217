// What part of the board the map shows, and how large.
import type { Point } from "../contract";
import type { Box } from "./drawing";

/** The greatest size of a hex on the screen, in CSS pixels from side to side. */
const LARGEST = 420;

export class Camera {
  /** CSS pixels a mm. */
  scale = 1;
  /** The point of the board at the top left of the map, mm. */
  x = 0;
  y = 0;
  /** The size of the map, CSS pixels. */
  width = 1;
  height = 1;
  /** Device pixels a CSS pixel. */
  ratio = 1;

  constructor(
    private readonly across: number,
    private readonly down: number,
    private readonly hex: number,
  ) {}

  /** The scale at which the whole board is seen. */
  get least(): number {
    return Math.min(this.width / this.across, this.height / this.down);
  }

  get pixels(): number {
    return this.scale * this.ratio;
  }

  get box(): Box {
    return { left: this.x, top: this.y, right: this.x + this.width / this.scale, bottom: this.y + this.height / this.scale };
  }

  resize(width: number, height: number, ratio: number): void {
    const whole = Math.abs(this.scale - this.least) < 1e-9 || this.width === 1;
    const [x, y] = this.toBoard(this.width / 2, this.height / 2);
    [this.width, this.height, this.ratio] = [width, height, ratio];
    if (whole) this.fit();
    else this.centre([x, y], this.scale);
  }

  fit(): void {
    this.centre([this.across / 2, this.down / 2], this.least);
  }

  toBoard(x: number, y: number): Point {
    return [this.x + x / this.scale, this.y + y / this.scale];
  }

  toScreen([x, y]: Point): Point {
    return [(x - this.x) * this.scale, (y - this.y) * this.scale];
  }

  centre([x, y]: Point, scale: number): void {
    this.scale = this.clamped(scale);
    this.x = x - this.width / 2 / this.scale;
    this.y = y - this.height / 2 / this.scale;
    this.keepOnBoard();
  }

  /** Zoom by a factor; the point of the board at (x, y) on the screen stays there. */
  zoom(factor: number, x: number, y: number): void {
    const [u, v] = this.toBoard(x, y);
    this.scale = this.clamped(this.scale * factor);
    this.x = u - x / this.scale;
    this.y = v - y / this.scale;
    this.keepOnBoard();
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
    this.keepOnBoard();
  }

  /** Move as little as needed to show these points, away from the edge by `margin` CSS pixels. */
  reveal(points: readonly Point[], margin: number): boolean {
    const seen = points.every((it) => {
      const [x, y] = this.toScreen(it);
      return x >= margin && y >= margin && x <= this.width - margin && y <= this.height - margin;
    });
    if (seen || !points.length) return false;
    const xs = points.map((it) => it[0]);
    const ys = points.map((it) => it[1]);
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const fits = Math.min((this.width - 2 * margin) / (right - left), (this.height - 2 * margin) / (bottom - top));
    this.centre([(left + right) / 2, (top + bottom) / 2], Math.min(this.scale, fits));
    return true;
  }

  private clamped(scale: number): number {
    return Math.min(Math.max(scale, this.least), Math.max(LARGEST / (this.hex * Math.sqrt(3)), this.least));
  }

  private keepOnBoard(): void {
    const keep = (at: number, seen: number, all: number) => {
      if (seen >= all) return (all - seen) / 2;
      // A little of what is around may be seen, so that hexes at the edge are easy to reach.
      const slack = Math.min(this.hex * 2, seen / 4);
      return Math.min(Math.max(at, -slack), all - seen + slack);
    };
    this.x = keep(this.x, this.width / this.scale, this.across);
    this.y = keep(this.y, this.height / this.scale, this.down);
  }
}
