// Play by hand: the players at one screen move units, attack, roll dice and keep score; undo, and saved in the address or a file.
import type { Feature, ModeHandlers, Page, Shape } from "../contract";
import { fromAddress, toAddress } from "../game/address";
import { randomBelow, roll, damageOf } from "../game/attack";
import type { GamesData, PlayData } from "../game/data";
import { handedOver } from "../game/handover";
import { type PlayActions, PlayPanel } from "../game/panel";
import { points, wayTo, type Place } from "../game/reach";
import { Session } from "../game/session";
import { stand } from "../game/standing";
import { actionCount, opened, type Action, type From, type Save } from "../game/table";

const LAYER = "play";
const REACH = "#1565c066";
const WAY = "#1565c0";

export const install: Feature = (page) => {
  const play = page.data.play as PlayData | null;
  if (!play) return;
  const mode = new Play(page, play, (page.data.games as GamesData[]) ?? []);
  page.mode("play", "Play by hand", "p", mode);
  if (location.hash.startsWith("#play=")) page.begin("play");
  window.addEventListener("hashchange", () => mode.addressChanged());
};

/** What a click on the map does. */
export type Tool = "units" | "measure" | "marker" | "free";

const HINTS: Record<Tool, string> = {
  units: "Choose a unit, then a hex in its reach.",
  free: "Choose a unit, then any hex.",
  measure: "Choose two hexes to measure between them.",
  marker: "Choose a hex to place a marker, or one with a marker to remove it.",
};

class Play implements ModeHandlers, PlayActions {
  readonly hint = "Choose a unit, then a hex in its reach. All sides play on this screen.";
  session: Session | null = null;
  tool: Tool = "units";
  selected: number | null = null;
  weapon: number | null = null;
  target: number | null = null;
  markerText = "";
  measured: number[] = [];
  reached = new Map<number, Place[]>();
  message = "The game begins.";
  private panel: PlayPanel | null = null;
  /** The part of the address that was written last. */
  private written = "";

  constructor(
    private readonly page: Page,
    readonly play: PlayData,
    readonly games: GamesData[],
  ) {}

  // -- the mode -----------------------------------------------------------------------------------------------

  enter(body: HTMLElement): void {
    this.panel = new PlayPanel(body, this.page, this);
    document.addEventListener("keydown", this.key);
    void this.prepare();
  }

  leave(): void {
    this.panel = null;
    document.removeEventListener("keydown", this.key);
    // The other tools go on with the units of the game.
    if (!this.session?.hasBegun) stand(this.page, null);
    this.page.map.clear(LAYER);
  }

  private async prepare(): Promise<void> {
    const first = !this.session;
    this.session ??= await Session.make(this.play, this.games, this.page.board);
    const from = handedOver();
    if (from) await this.begin(from);
    else if (first) await this.load(await fromAddress(location.hash));
    else this.show();
  }

  addressChanged(): void {
    if (location.hash.slice(1) === this.written || !location.hash.startsWith("#play=")) return;
    if (!this.session) this.page.begin("play");
    else void fromAddress(location.hash).then((it) => this.load(it));
  }

  private readonly key = (event: KeyboardEvent): void => {
    const field = (event.target as Element).closest?.("input, select, textarea");
    if (field || event.altKey) return;
    const command = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (command && key === "z" && !event.shiftKey) this.undo();
    else if (command && (key === "y" || key === "z")) this.redo();
    else if (!command && (key === "[" || key === "]")) this.turnUnit(key === "[" ? -1 : 1);
    else return;
    event.preventDefault();
  };

  // -- actions ------------------------------------------------------------------------------------------------

  act(action: Action): void {
    const { session } = this;
    if (!session) return;
    const before = session.table;
    this.message = session.history.add(action)
      ? session.describe(action, before)
      : "This game is too long to continue. Save it, then start again.";
    this.page.say(this.message);
    this.changed();
  }

  undo(): void {
    this.session?.history.undo();
    this.say("Undone.");
    this.changed();
  }

  redo(): void {
    this.session?.history.redo();
    this.say("Done again.");
    this.changed();
  }

  say(text: string): void {
    this.message = text;
    this.page.say(text);
  }

  select(unit: number | null): void {
    this.selected = unit;
    this.weapon = this.target = null;
    this.show();
    const it = unit === null ? null : this.session?.table.units[unit];
    if (it && it.hex >= 0) this.page.map.reveal([it.hex]);
  }

  choose(hex: number): boolean {
    const { session } = this;
    if (!session) return false;
    const { units } = session.table;
    const here = units.flatMap((it, i) => (it.hex === hex && it.hitPoints > 0 ? [i] : []));
    if (this.tool === "measure") this.measure(hex);
    else if (this.tool === "marker") this.mark(hex);
    else if (this.selected !== null && (units[this.selected].hex < 0 || this.tool === "free") && !here.length) {
      this.act(["put", this.selected, hex, units[this.selected].facing]);
    } else if (this.weapon !== null && here.length) this.aim(here[0]);
    else if (here.length) this.select(here[(here.indexOf(this.selected ?? -1) + 1) % here.length]);
    else this.moveTo(hex);
    return true;
  }

  private moveTo(hex: number): void {
    const { session, selected } = this;
    if (!session || selected === null) {
      this.say("Choose a unit first.");
      this.show();
      return;
    }
    const places = this.reached.get(hex);
    if (places) {
      this.act(session.moveTo(selected, places[0]));
      return;
    }
    this.say(`${session.whyNot(selected, hex)} To move regardless of rules, choose “Place freely”.`);
    this.show();
  }

  turnUnit(by: number): void {
    const { session, selected } = this;
    if (!session || selected === null || session.table.units[selected].hex < 0) return;
    const action = session.turn(selected, by);
    if (action) this.act(action);
    else {
      this.say("Not enough movement points to turn.");
      this.show();
    }
  }

  aim(target: number): void {
    this.target = target;
    this.show();
  }

  attack(target: number): void {
    const { session, selected, weapon } = this;
    const found = session && selected !== null && weapon !== null ? session.attempt(selected, weapon, target) : null;
    if (!found?.possible || selected === null || weapon === null) return;
    const fall = found.automatic ? { total: 0, result: -1 } : roll(found.exchange, randomBelow);
    this.act(["attack", selected, weapon, target, found.number, fall.total, fall.result, damageOf(found, fall)]);
  }

  rollDice(count: number, faces: number): void {
    const found = Array.from({ length: count }, () => 1 + randomBelow(faces));
    this.act(["dice", `${count}d${faces}`, found]);
  }

  private mark(hex: number): void {
    const { session } = this;
    if (!session) return;
    const old = [...session.table.markers].find(([, it]) => it.hex === hex);
    if (old) this.act(["mark", old[0], -1, ""]);
    else this.act(["mark", Math.max(-1, ...session.table.markers.keys()) + 1, hex, this.markerText.trim() || "●"]);
  }

  private measure(hex: number): void {
    const { board } = this.page;
    this.measured = this.measured.length === 1 ? [this.measured[0], hex] : [hex];
    if (this.measured.length === 2) {
      const [from, to] = this.measured;
      const hexes = board.distance(from, to);
      this.say(`${board.label(from)} to ${board.label(to)}: ${hexes} ${hexes === 1 ? "hex" : "hexes"}.`);
    } else this.say(`From ${board.label(hex)}: choose the other hex.`);
    this.show();
  }

  use(tool: Tool): void {
    this.tool = tool;
    this.measured = [];
    this.say(HINTS[tool]);
    this.show();
  }

  arm(weapon: number | null): void {
    this.weapon = weapon;
    this.target = null;
    this.show();
  }

  // -- starting, saving and opening ---------------------------------------------------------------------------

  async begin(from: From): Promise<void> {
    if (!(await this.session?.begin(from))) {
      this.say("This page cannot start from that game: it does not know its units.");
      this.show();
      return;
    }
    this.selected = null;
    this.say(from[0] === "map" ? "A new game begins." : "The game resumes from the recorded one.");
    this.changed();
  }

  saved(): Save {
    const { history } = this.session as Session;
    return { map: this.play.map, from: history.from, actions: [...history.done] };
  }

  /** Open a saved game; undefined for none. */
  async load(value: unknown): Promise<void> {
    const { session } = this;
    if (!session) return;
    if (value !== undefined) {
      const found = await opened(value, this.play, this.page.board, (from) => session.start(from));
      if (typeof found === "string") this.say(found);
      else {
        await session.take(found);
        this.selected = null;
        this.say(`The saved game is open: ${actionCount(found.done.length)}.`);
      }
    }
    this.show();
  }

  private changed(): void {
    this.weapon = this.target = null;
    this.show();
    void toAddress(this.saved()).then((it) => {
      this.written = it;
      history.replaceState(null, "", `#${it}`);
    });
  }

  // -- the map ------------------------------------------------------------------------------------------------

  point(hex: number | null): void {
    if (this.panel) this.page.map.marks(LAYER, this.marks(hex));
  }

  show(): void {
    const { session, page, selected, panel } = this;
    if (!session || !panel) return;
    const { units } = session.table;
    this.reached = selected === null ? new Map() : session.reach(selected);
    stand(page, {
      turn: session.table.turn,
      units: session.standing,
      states: units.flatMap((it, i) => {
        if (it.hex < 0) return [];
        const out = it.hitPoints <= 0;
        return {
          id: it.id,
          side: it.side,
          hex: it.hex,
          title: it.title,
          code: this.play.kinds[it.kind].code,
          direction: it.facing,
          note: String(Math.max(0, it.hitPoints)),
          chosen: i === selected,
          out,
          opacity: out ? 0.5 : 1,
        };
      }),
    });
    const own = selected === null ? -1 : units[selected].hex;
    const fills = new Map([...this.reached.keys()].filter((hex) => hex !== own).map((hex): [number, string] => [hex, REACH]));
    page.map.paint(LAYER, fills, fills.size ? [{ text: "In reach this turn, with the points used", colour: REACH, sign: "2" }] : []);
    page.map.marks(LAYER, this.marks(null));
    panel.show();
  }

  private marks(hex: number | null): Shape[] {
    const { session } = this;
    const { board } = this.page;
    if (!session) return [];
    const found: Shape[] = [];
    const text = (at: number, words: string, drop: number, size: number, colour = "#1b1b1b"): void => {
      const [x, y] = board.centre(at);
      found.push({ kind: "text", x, y: y + drop * board.size, text: words, size, colour, halo: "#ffffff", bold: true });
    };
    const unit = this.selected === null ? null : session.table.units[this.selected];
    if (unit) {
      const { scale } = session.moverOf(unit).data;
      for (const [at, [place]] of this.reached) if (at !== unit.hex) text(at, points(place.spent, scale), 0.15, 4.5, "#0d3c75");
    }
    for (const it of session.table.markers.values()) {
      const [x, y] = board.centre(it.hex);
      found.push({ kind: "disc", x, y, radius: 0.32 * board.size, fill: "#fff7d6", colour: "#5b4a00", width: 0.6 });
      text(it.hex, it.text.slice(0, 12), 0.12, 4.2, "#3d3200");
    }
    const line = (hexes: number[], arrow: boolean) =>
      found.push({ kind: "line", points: hexes.map((it) => board.centre(it)), colour: WAY, width: 1.4, halo: "#ffffff", arrow });
    const way = hex === null || this.tool !== "units" ? undefined : this.reached.get(hex);
    if (way && unit && hex !== unit.hex) line(wayTo(way[0]), true);
    if (this.measured.length) {
      const ends = this.measured.length === 2 ? this.measured : hex === null ? [] : [this.measured[0], hex];
      found.push({ kind: "hex", hex: this.measured[0], colour: WAY, width: 1 });
      if (ends.length === 2) {
        line(ends, false);
        text(ends[1], String(board.distance(ends[0], ends[1])), 0.1, 7, WAY);
      }
    }
    if (this.target !== null && unit) {
      found.push({ kind: "hex", hex: session.table.units[this.target].hex, colour: "#c62828", width: 1.2, dash: [2, 1] });
    }
    return found;
  }
}
