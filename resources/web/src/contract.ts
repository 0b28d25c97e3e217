// What the parts of the page share: the data, the board, the map, panels and modes.

/** A value that Python packed: JSON text, deflated, in base64. See packing.ts. */
export interface PackedJson {
  packed: string;
}

/** An array of whole numbers that Python packed, little-endian. See packing.ts. */
export interface PackedNumbers {
  packed: string;
  numbers: "u1" | "u2" | "u4" | "i1" | "i2" | "i4";
}

/** The whole of the data in the page. Features read their own sections, and know their types. */
export interface ArenaData {
  version: 1;
  board: BoardData;
  drawing: PackedJson;
  [section: string]: unknown;
}

export interface BoardData {
  columns: number;
  rows: number;
  layout: "odd-q" | "even-q" | "odd-r" | "even-r";
  /** From centre to corner, in drawing units (mm). */
  size: number;
  /** The centre of the first hex, in drawing units. */
  origin: [number, number];
  /** The extent of the drawing. */
  width: number;
  height: number;
  /** Void hexes as runs: where each begins and how long it is. */
  void: number[];
  /** The name of each hex in texts, row by row. */
  labels: PackedJson;
  title: string;
  sides: SideData[];
}

export interface SideData {
  id: string;
  title: string;
  colour: string;
}

/** The colours of core's answers, as `#rrggbb`; `turns` are those of reach, from the first turn on. */
export interface ColoursData {
  clear: string;
  blocked: string;
  veil: string;
  gold: string;
  ink: string;
  paper: string;
  passage: string;
  measured: string;
  turns: string[];
}

export type Point = [number, number];

/** Hexes are numbered row by row everywhere: index = row * columns + column. Points are in drawing units. */
export interface Board {
  readonly columns: number;
  readonly rows: number;
  /** columns * rows, void hexes included. */
  readonly count: number;
  /** Whether a hex has a side at its top, not a corner. */
  readonly flat: boolean;
  /** From centre to corner. */
  readonly size: number;
  readonly width: number;
  readonly height: number;
  readonly sides: readonly SideData[];
  label(hex: number): string;
  /** The hex of a name as a user types it; null for none. */
  find(text: string): number | null;
  centre(hex: number): Point;
  /** The six corners, clockwise; corner i is between directions i and i + 1. */
  polygon(hex: number): Point[];
  /** The six neighbours, clockwise from core's direction 0 (N, or NW on pointy-top boards); -1 off the board and for void ones. */
  neighbours(hex: number): number[];
  /** Steps from one hex to another. */
  distance(from: number, to: number): number;
  /** The hex at a point; null off the board and on a void one. */
  hexAt(x: number, y: number): number | null;
  isVoid(hex: number): boolean;
}

/** A line of a legend: a colour, or a small drawing of a sign, with what it means. */
export interface LegendEntry {
  text: string;
  colour?: string;
  /** A sign that is drawn in the colour: for those who cannot tell colours apart. */
  sign?: string;
}

/** Something drawn over the board, in drawing units. A hex is about 22 units wide. */
export type Shape =
  | {
      kind: "line";
      points: Point[];
      colour: string;
      width?: number;
      dash?: number[];
      /** An arrowhead at the last point. */
      arrow?: boolean;
      /** The colour of a margin along the line. */
      halo?: string;
      opacity?: number;
    }
  | { kind: "polygon"; points: Point[]; fill?: string; colour?: string; width?: number; opacity?: number }
  | { kind: "hex"; hex: number; fill?: string; colour?: string; width?: number; dash?: number[]; inset?: number; opacity?: number }
  | { kind: "disc"; x: number; y: number; radius: number; fill?: string; colour?: string; width?: number; opacity?: number }
  | {
      kind: "text";
      x: number;
      y: number;
      text: string;
      /** The size of the font; default 4. */
      size?: number;
      colour?: string;
      halo?: string;
      bold?: boolean;
      anchor?: "start" | "middle" | "end";
    };

/** A unit as it is drawn: its counter by its id, or a plain counter for one that the scenario does not have. */
export interface UnitState {
  id: string;
  /** The index of its side among those of the board; -1 for none. */
  side: number;
  hex: number;
  title: string;
  /** Two or three characters for a plain counter. */
  code: string;
  /** Where it is drawn, if not in the middle of its hex: for movement from hex to hex. */
  at?: Point;
  /** The direction (0-5) that it faces; null for none. */
  direction?: number | null;
  /** 0 to 1; default 1. */
  opacity?: number;
  /** A cross over it: it is out of the game. */
  out?: boolean;
  /** A short text at its rim, such as its hit points. */
  note?: string;
  /** A ring around it. */
  chosen?: boolean;
}

export interface ModeHandlers {
  /** Called when the mode begins; `body` is its own part of the panel, empty. */
  enter(body: HTMLElement): void;
  leave(): void;
  /** Hover or keyboard focus, while it is active. */
  point?(hex: number | null): void;
  /** Click, tap or Enter, while it is active; true = handled. */
  choose?(hex: number): boolean;
  /** One sentence on what to do. */
  hint: string;
}

export interface MapView {
  /** Tint hexes over the board and under units; `layer` names it for `clear`. A fill is a CSS colour. */
  paint(layer: string, fills: Map<number, string>, legend?: LegendEntry[]): void;
  /** As `paint`, by the kind of each hex: hexes of kind `i` get `colours[i]`, none if it is empty. For fills that follow the pointer. */
  shade(layer: string, kinds: Uint8Array, colours: readonly string[], legend?: LegendEntry[]): void;
  /** Draw lines, arrows, texts and discs over everything else. */
  marks(layer: string, shapes: Shape[]): void;
  /** Remove what `paint` and `marks` drew under this name, and its legend. */
  clear(layer: string): void;
  onPoint(handler: (hex: number | null) => void): void;
  /** The first handler that returns true ends the choice. */
  onChoose(handler: (hex: number) => boolean): void;
  /** Draw these units instead of those of the scenario; null = those of the scenario. */
  units(states: UnitState[] | null): void;
  /** Show or hide a layer group of the board, such as "labels". */
  show(group: string, on: boolean): void;
  /** Move the map so that these hexes are seen. */
  reveal(hexes: number[]): void;
  /** Set what is said of a hex where it is pointed at, and to screen readers; one line. Default: its label. */
  describe(describeHex: (hex: number) => string): void;
  /** Move the keyboard's focus to a hex. */
  focus(hex: number): void;
  /** The hex under keyboard focus. */
  readonly focused: number;
}

export interface Page {
  readonly data: ArenaData;
  readonly board: Board;
  readonly map: MapView;
  /** Add a section to the side panel. */
  panel(id: string, title: string, build: (body: HTMLElement) => void): void;
  /** Add a tool to the toolbar: one is active at a time. `key` is a letter. */
  mode(id: string, title: string, key: string, handlers: ModeHandlers): void;
  /** Begin a mode, or with null end the active one. */
  begin(id: string | null): void;
  /** Call a handler before another mode begins. */
  onBegin(handler: () => void): void;
  /** Say a text to screen readers, politely. */
  say(text: string): void;
}

export type Feature = (page: Page) => void;
