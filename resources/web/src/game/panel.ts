// The panel of play by hand: the chosen unit, its attacks, tools, dice, score, log, and what is not enforced.
import type { Page } from "../contract";
import type { Tool } from "../features/play";
import { button, make } from "../page/elements";
import { chance, waysOfDice } from "./attack";
import { facingText, type GamesData, type PlayData } from "./data";
import type { Place } from "./reach";
import { points } from "./reach";
import type { Session } from "./session";
import { actionCount, type Action, type From, type Save } from "./table";

/** What the panel needs of the mode. */
export interface PlayActions {
  readonly session: Session | null;
  readonly play: PlayData;
  readonly games: GamesData[];
  readonly selected: number | null;
  readonly weapon: number | null;
  readonly target: number | null;
  readonly tool: Tool;
  readonly reached: Map<number, Place[]>;
  readonly message: string;
  markerText: string;
  act(action: Action): void;
  undo(): void;
  redo(): void;
  select(unit: number | null): void;
  turnUnit(by: number): void;
  arm(weapon: number | null): void;
  aim(target: number): void;
  attack(target: number): void;
  rollDice(count: number, faces: number): void;
  use(tool: Tool): void;
  begin(from: From): Promise<void>;
  saved(): Save;
  load(value: unknown): Promise<void>;
}

type Child = Node | string | null;

const TOOLS: [Tool, string, string][] = [
  ["units", "Move", "Move and attack by the rules"],
  ["free", "Place freely", "Place the chosen unit in any hex, regardless of rules"],
  ["measure", "Measure", "Choose two hexes to measure between them"],
  ["marker", "Markers", "Place a marker in a hex, or remove the one there"],
];

export class PlayPanel {
  /** The number of dice, their faces and the number to reach, as typed. */
  private dice: [number, number, number];

  constructor(
    private readonly body: HTMLElement,
    private readonly page: Page,
    private readonly mode: PlayActions,
  ) {
    const { dice, number } = mode.play;
    this.dice = [...dice, number ?? dice[0]];
  }

  /** Show the game as it is now; the focus stays on the same control. */
  show(): void {
    const { session } = this.mode;
    if (!session) return;
    const focused = (document.activeElement as HTMLElement | null)?.dataset.control;
    const open = new Set([...this.body.querySelectorAll("details[open]")].map((it) => it.id));
    this.body.replaceChildren(...this.parts(session).filter((it) => it !== null));
    for (const it of this.body.querySelectorAll("details")) if (open.has(it.id)) it.open = true;
    if (focused) this.body.querySelector<HTMLElement>(`[data-control="${CSS.escape(focused)}"]`)?.focus();
  }

  private parts(session: Session): Child[] {
    return [
      this.history(session),
      make("p", { class: "play-message" }, this.mode.message),
      this.tools(),
      this.unit(session),
      ...this.dicePart(),
      this.score(session),
      this.openings(session),
      this.log(session),
      this.saving(session),
      this.rules(),
    ];
  }

  private control(label: string, name: string, tip: string, go: () => void, more: Record<string, string | boolean> = {}) {
    return button(label, go, { "data-control": name, title: tip, ...more });
  }

  private history(session: Session): Child {
    const { history, table } = session;
    const turns = this.mode.play.turns;
    return make(
      "div",
      { class: "row controls" },
      this.control("Undo", "undo", "Take the last action back (Ctrl+Z)", () => this.mode.undo(), { disabled: !history.canUndo }),
      this.control("Redo", "redo", "Make it again (Ctrl+Y)", () => this.mode.redo(), { disabled: !history.canRedo }),
      make("strong", { class: "play-turn" }, `Turn ${table.turn}${turns ? ` of ${turns}` : ""}`),
      this.control("Next turn", "turn", "All units have their movement points again", () => this.mode.act(["turn"])),
    );
  }

  private tools(): Child {
    const { mode } = this;
    const text = make("input", { type: "text", maxlength: 20, size: 8, value: mode.markerText, "aria-label": "Text of the next marker", title: "Text of the next marker", "data-control": "marker-text" });
    text.addEventListener("input", () => (mode.markerText = text.value));
    return make(
      "div",
      { class: "row controls", role: "group", "aria-label": "On the map" },
      ...TOOLS.map(([tool, title, tip]) =>
        this.control(title, `tool-${tool}`, tip, () => mode.use(tool), { "aria-pressed": String(mode.tool === tool) }),
      ),
      mode.tool === "marker" ? make("label", {}, "Text ", text) : null,
    );
  }

  // -- the chosen unit ----------------------------------------------------------------------------------------

  private unit(session: Session): Child {
    const { mode, page } = this;
    const { units } = session.table;
    const choice = make("select", { "aria-label": "Unit", title: "Choose a unit", "data-control": "unit" }, make("option", { value: "" }, "No unit chosen"));
    const sides: [string, number][] = page.board.sides.map((it, side) => [it.title, side]);
    for (const [title, side] of [...sides, ["No side", -1] as [string, number]]) {
      const group = make("optgroup", { label: title });
      units.forEach((it, i) => {
        if (it.side !== side) return;
        const where = it.hex < 0 ? "off the board" : page.board.label(it.hex);
        const state = it.hitPoints <= 0 ? "destroyed" : `${where}, ${it.hitPoints} hit point${it.hitPoints === 1 ? "" : "s"}`;
        group.append(make("option", { value: i }, `${it.title} (${state})`));
      });
      if (group.children.length) choice.append(group);
    }
    choice.value = mode.selected === null ? "" : String(mode.selected);
    choice.addEventListener("change", () => mode.select(choice.value ? Number(choice.value) : null));
    const part = make("section", { class: "play-unit", "aria-label": "Chosen unit" }, make("label", { class: "row" }, "Unit ", choice));
    if (mode.selected !== null) part.append(...this.unitParts(session, mode.selected).filter((it) => it !== null));
    return part;
  }

  private unitParts(session: Session, number: number): Child[] {
    const { mode } = this;
    const it = session.table.units[number];
    const facing = facingText(mode.play, it.facing);
    const hits = (by: number) => () => mode.act(["hits", number, Math.max(0, it.hitPoints + by)]);
    const modes = session.modesOf(it);
    const choice = make("select", { "aria-label": "Mode of movement", title: "Choose how it moves", "data-control": "mode" });
    modes.forEach((title, i) => choice.append(make("option", { value: i }, title)));
    choice.value = String(it.mode);
    choice.disabled = it.spent > 0 || it.entered > 0;
    choice.addEventListener("change", () => mode.act(["mode", number, Number(choice.value)]));
    const off = it.hex < 0;
    return [
      make(
        "p",
        { class: "play-facts" },
        off
          ? `${mode.play.kinds[it.kind].title}, off the board: choose a hex to place it.`
          : `${mode.play.kinds[it.kind].title}, ${facing}; ${session.pointsText(it)}, ${it.entered} ${it.entered === 1 ? "hex" : "hexes"} entered.`,
      ),
      make(
        "div",
        { class: "row controls" },
        this.control("⟲", "left", "Turn left by one hexside ([)", () => mode.turnUnit(-1), { "aria-label": "Turn left", disabled: off }),
        this.control("⟳", "right", "Turn right by one hexside (])", () => mode.turnUnit(1), { "aria-label": "Turn right", disabled: off }),
        modes.length > 1 ? make("label", {}, "Moves by ", choice) : null,
        this.control("Remove", "remove", "Take it off the board", () => mode.act(["put", number, -1, it.facing]), { disabled: off }),
      ),
      make(
        "div",
        { class: "row controls" },
        make("span", {}, `Hit points ${Math.max(0, it.hitPoints)} of ${mode.play.kinds[it.kind].hit_points}`),
        this.control("−", "hits-less", "One hit point less", hits(-1), { "aria-label": "One hit point less" }),
        this.control("+", "hits-more", "One hit point more", hits(1), { "aria-label": "One hit point more" }),
      ),
      off ? null : this.reach(session, number),
      ...this.weapons(session, number),
    ];
  }

  private reach(session: Session, number: number): Child {
    const { mode, page } = this;
    const unit = session.table.units[number];
    const { scale } = session.moverOf(unit).data;
    const hexes = [...mode.reached].filter(([hex]) => hex !== unit.hex).sort(([a, [one]], [b, [other]]) => one.spent - other.spent || a - b);
    const list = hexes.map(([hex, [place]]) => `${page.board.label(hex)} ${points(place.spent, scale)}`).join(", ");
    const title = hexes.length === 1 ? "1 hex in reach" : `${hexes.length} hexes in reach`;
    return make(
      "details",
      { id: "play-reach" },
      make("summary", {}, title),
      session.isBlind(unit) ? null : make("p", { class: "small quiet" }, "Units enter only hexes that they see at the start of their turn."),
      make("p", { class: "reach-list" }, list ? `With the points used: ${list}.` : "It can only stay."),
    );
  }

  private weapons(session: Session, number: number): Child[] {
    const { mode } = this;
    const it = session.table.units[number];
    const { weapons } = mode.play.kinds[it.kind];
    if (!weapons.length || it.hex < 0 || it.hitPoints <= 0) return [];
    const found: Child[] = weapons.map((text, i) =>
      this.control(`Attack: ${text}`, `weapon-${i}`, "Show the chance to hit each target", () => mode.arm(mode.weapon === i ? null : i), {
        "aria-pressed": String(mode.weapon === i),
        class: "wide",
      }),
    );
    if (mode.weapon === null) return found;
    if (!session.attacks) return [...found, make("p", {}, "The page cannot add up attacks on this map: roll the dice below.")];
    const rows = session.targets(number).map((target) => ({ target, attempt: session.attempt(number, mode.weapon ?? 0, target) }));
    rows.sort((a, b) => Number(b.target === mode.target) - Number(a.target === mode.target) || Number(b.attempt?.possible) - Number(a.attempt?.possible));
    const list = make("ul", { class: "play-targets" });
    for (const { target, attempt } of rows) {
      if (!attempt) continue;
      const other = session.table.units[target];
      const name = `${other.title} in ${this.page.board.label(other.hex)}`;
      const go = this.control(attempt.automatic ? "Strike" : "Roll", `roll-${target}`, `Attack ${name}`, () => mode.attack(target), {
        "aria-label": `${attempt.automatic ? "Strike" : "Roll"}: ${name}`,
      });
      list.append(
        make("li", { "data-target": target, class: target === mode.target ? "chosen" : "" }, attempt.possible ? go : null, ` ${name}. ${session.attackText(attempt)}`),
      );
    }
    found.push(rows.length ? list : make("p", {}, "There is nobody to attack."));
    return found;
  }

  // -- dice, score, recorded moves ----------------------------------------------------------------------------

  private dicePart(): Child[] {
    const { dice, mode } = this;
    const field = (at: 0 | 1 | 2, title: string, low: number, high: number) => {
      const input = make("input", { type: "number", min: low, max: high, value: dice[at], "aria-label": title, title, "data-control": `dice-${at}` });
      input.addEventListener("input", () => {
        const value = Math.round(Number(input.value));
        if (value >= low && value <= high) {
          dice[at] = value;
          odds.textContent = this.odds();
          go.textContent = `Roll ${dice[0]}d${dice[1]}`;
        }
      });
      return input;
    };
    const odds = make("p", { class: "play-odds" }, this.odds());
    const go = this.control(`Roll ${dice[0]}d${dice[1]}`, "roll", "Roll the dice", () => mode.rollDice(dice[0], dice[1]));
    return [
      make(
        "div",
        { class: "row controls", role: "group", "aria-label": "Dice" },
        field(0, "Number of dice", 1, 10),
        "d",
        field(1, "Faces of a die", 2, 100),
        make("label", {}, "to reach ", field(2, "Number to reach", 1, 1000)),
        go,
      ),
      odds,
    ];
  }

  private odds(): string {
    const [count, faces, number] = this.dice;
    return `${number} or more with ${count}d${faces}: ${chance(waysOfDice([count, faces], number))}.`;
  }

  private score(session: Session): Child {
    const { mode } = this;
    const row = make("div", { class: "row controls", role: "group", "aria-label": "Score" });
    mode.play.sides.forEach((side, i) => {
      const now = session.table.points[i];
      const add = (by: number, name: string, label: string) =>
        this.control(label, `score-${i}-${name}`, `${side.title}: one point ${name}`, () => mode.act(["score", i, now + by]), { "aria-label": `${side.title}: one point ${name}` });
      const points = make("span", { class: "play-score" }, `${side.title} ${now}`);
      row.append(make("span", { class: "play-side" }, points, add(-1, "less", "−"), add(1, "more", "+")));
    });
    return row;
  }

  private openings(session: Session): Child {
    const titles = session.openings;
    if (!titles.length) return null;
    return make(
      "div",
      { class: "row controls", role: "group", "aria-label": "Recorded moves" },
      ...titles.map((title, party) =>
        this.control(`Recorded moves of ${title}`, `bot-${party}`, `Make the moves of ${title} that were recorded for this turn`, () => {
          const action = session.opening(party);
          if (action) this.mode.act(action);
        }),
      ),
    );
  }

  private log(session: Session): Child {
    const { history } = session;
    const lines = history.done.map((it, i) => make("li", {}, session.describe(it, history.before(i))));
    const list = make("ol", { class: "play-log", "aria-label": "Actions so far" }, ...lines.reverse());
    list.reversed = true;
    return make("details", { id: "play-log" }, make("summary", {}, `Log: ${actionCount(history.done.length)}`), list);
  }

  // -- saving, and the rules ----------------------------------------------------------------------------------

  private saving(session: Session): Child {
    const { mode } = this;
    const start = make("select", { "aria-label": "Start from", title: "Choose where a new game starts", "data-control": "from" }, make("option", { value: "" }, "Units of the map"));
    mode.games.forEach((recording, i) => {
      recording.games.forEach((it, k) => start.append(make("option", { value: `${i}/${k}` }, `Start of game ${it.number}`)));
    });
    const { from } = session.history;
    if (from[0] === "game") start.value = `${from[1]}/${from[2]}`;
    const again = () => {
      const [recording, game] = start.value.split("/").map(Number);
      void mode.begin(start.value ? ["game", recording, game, 0] : ["map"]);
    };
    const file = make("input", { type: "file", accept: ".json,application/json", class: "unseen", tabindex: -1, "aria-hidden": "true" });
    file.addEventListener("change", () => void this.open(file.files?.[0]));
    return make(
      "details",
      { id: "play-saving" },
      make("summary", {}, "Start, save and open"),
      make("div", { class: "row controls" }, make("label", {}, "Start from ", start), this.control("New game", "new", "Start again; undo does not bring the old game back", again)),
      make("p", {}, "The address of this page holds the game: bookmark it or send it, together with this file."),
      make(
        "div",
        { class: "row controls" },
        this.control("Copy address", "copy", "Copy the address, which holds the game", () => void this.copy()),
        this.control("Save file", "save", "Save the game in a file", () => this.save()),
        this.control("Open file", "open", "Open a saved game", () => file.click()),
        file,
      ),
    );
  }

  private async copy(): Promise<void> {
    const copied = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    );
    this.page.say(copied ? "Address copied." : "The browser does not allow copying: copy the address from its bar.");
  }

  private save(): void {
    const text = JSON.stringify(this.mode.saved());
    const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: "game.json" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  private async open(file: File | undefined): Promise<void> {
    if (!file) return;
    let value: unknown = null;
    try {
      value = file.size < 2 ** 22 ? (JSON.parse(await file.text()) as unknown) : null;
    } catch {
      // Not JSON: it is no saved game.
    }
    await this.mode.load(value);
  }

  private rules(): Child {
    const { enforced, not_enforced } = this.mode.play;
    const list = (title: string, lines: string[]) => [make("h3", {}, title), make("ul", {}, ...lines.map((it) => make("li", {}, it)))];
    return make(
      "details",
      { id: "play-rules" },
      make("summary", {}, "This page does not know all rules of the game"),
      ...list("Checked or computed", enforced),
      ...list("Not enforced: up to the players", not_enforced),
    );
  }
}
