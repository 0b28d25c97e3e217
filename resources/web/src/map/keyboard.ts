// The board for keyboards and screen readers: a grid of which the hexes around the focused one are in the document.
import type { Board } from "../contract";
import { make } from "../page/elements";

export interface GridHandlers {
  /** The focus moved to a hex, or left the grid. */
  focus(hex: number | null): void;
  choose(hex: number): void;
  zoom(factor: number): void;
  fit(): void;
  describe(hex: number): string;
}

export class KeyboardGrid {
  readonly element: HTMLElement;
  focused: number;

  constructor(
    private readonly board: Board,
    title: string,
    private readonly handlers: GridHandlers,
  ) {
    this.focused = this.first();
    this.element = make("div", {
      role: "grid",
      class: "grid",
      "aria-label": title,
      "aria-rowcount": board.rows,
      "aria-colcount": board.columns,
      "aria-describedby": "keys",
    });
    this.build();
    this.element.addEventListener("focusin", () => handlers.focus(this.focused));
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(event.relatedTarget as Node | null)) handlers.focus(null);
    });
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  /** Move the focus to a hex, and if the grid has it, the browser's focus with it. */
  moveTo(hex: number): void {
    const has = this.element.contains(document.activeElement);
    this.focused = hex;
    this.build();
    if (has) this.cell()?.focus({ preventScroll: true });
  }

  focus(): void {
    this.cell()?.focus({ preventScroll: true });
  }

  private cell(): HTMLElement | null {
    return this.element.querySelector('[tabindex="0"]');
  }

  private first(): number {
    for (let hex = 0; hex < this.board.count; hex++) if (!this.board.isVoid(hex)) return hex;
    return 0;
  }

  private build(): void {
    const { columns, rows } = this.board;
    const column = this.focused % columns;
    const row = (this.focused - column) / columns;
    const lines: HTMLElement[] = [];
    for (let r = Math.max(row - 1, 0); r <= Math.min(row + 1, rows - 1); r++) {
      const line = make("div", { role: "row", "aria-rowindex": r + 1 });
      for (let c = Math.max(column - 1, 0); c <= Math.min(column + 1, columns - 1); c++) {
        const hex = r * columns + c;
        const words = this.board.isVoid(hex) ? `${this.board.label(hex)}, not part of the board` : this.handlers.describe(hex);
        const cell = make("div", { role: "gridcell", "aria-colindex": c + 1, tabindex: hex === this.focused ? 0 : -1 }, words);
        line.append(cell);
      }
      lines.push(line);
    }
    this.element.replaceChildren(...lines);
  }

  private key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      PageUp: [0, -10],
      PageDown: [0, 10],
      Home: [-this.board.columns, 0],
      End: [this.board.columns, 0],
    };
    const step = steps[event.key];
    if (step) this.step(...step);
    else if (event.key === "Enter" || event.key === " ") this.handlers.choose(this.focused);
    else if (event.key === "+" || event.key === "=") this.handlers.zoom(1.4);
    else if (event.key === "-") this.handlers.zoom(1 / 1.4);
    else if (event.key === "0") this.handlers.fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Move by columns and rows, past void hexes, and no further than the edge. */
  private step(across: number, down: number): void {
    const { columns, rows } = this.board;
    let column = this.focused % columns;
    let row = Math.floor(this.focused / columns);
    const inside = (at: number, most: number) => Math.min(Math.max(at, 0), most - 1);
    [column, row] = [inside(column + across, columns), inside(row + down, rows)];
    const back = Math.abs(across) > 1 || Math.abs(down) > 1 ? -1 : 1;
    while (this.board.isVoid(row * columns + column)) {
      column += Math.sign(across) * back;
      row += Math.sign(down) * back;
      if (column < 0 || row < 0 || column >= columns || row >= rows) return;
    }
    const hex = row * columns + column;
    if (hex === this.focused) return;
    this.moveTo(hex);
    this.handlers.focus(hex);
  }
}
