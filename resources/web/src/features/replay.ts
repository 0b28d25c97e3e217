// Replay: recorded games of self-play on the map, step by step or as fast as wanted.
import type { Feature, LegendEntry, ModeHandlers, Page, Shape, UnitState } from "../contract";
import type { GamesData } from "../game/data";
import { playFrom } from "../game/handover";
import { moments, nextLoss, nextTurn, openGame, previousTurn, type Recording } from "../game/recording";
import { stand, standing, type Standing, type StandingUnit } from "../game/standing";
import { button, make } from "../page/elements";

const LAYER = "replay";
const NOBODY = { barred: new Set<number>(), held: new Set<number>() };
const HIT = "#c62828";
const MISS = "#5b6470";
const MOVE = "#1565c0";
/** How long a step is shown, in milliseconds. */
const SPEEDS: [string, number][] = [
  ["Slow", 2000],
  ["Normal", 1000],
  ["Fast", 400],
  ["Very fast", 120],
];

export const install: Feature = (page) => {
  const games = page.data.games as GamesData[];
  if (games?.length) page.mode("replay", "Replay", "g", new Replay(page, games));
};

class Replay implements ModeHandlers {
  readonly hint = "Watch a recorded game: play it, or go through it step by step.";
  private game: Recording | null = null;
  private number = "0/0";
  private at = 0;
  private speed = 1000;
  private clock = 0;
  private body: HTMLElement | null = null;
  /** Where units stood before. */
  private before: Standing | null = null;
  private readonly state = make("p", { class: "replay-state" });
  private readonly text = make("div", { class: "replay-text", "aria-live": "polite" });
  private readonly slider = make("input", { type: "range", min: 0, value: 0, "aria-label": "Step of the game", title: "Go to any step" });
  private readonly jump = make("select", { "aria-label": "Jump to", title: "Jump to a turn or a loss" });
  private readonly run = button("Play", () => this.playOrPause(), { title: "Play or pause (K)", "aria-keyshortcuts": "k" });

  constructor(
    private readonly page: Page,
    private readonly games: GamesData[],
  ) {
    this.slider.addEventListener("input", () => this.byHand(Number(this.slider.value)));
    this.jump.addEventListener("change", () => this.byHand(Number(this.jump.value)));
  }

  enter(body: HTMLElement): void {
    this.body = body;
    this.before = standing();
    const choice = make("select", { "aria-label": "Game", title: "Choose the game to watch" });
    this.games.forEach((recording, i) => {
      const into = this.games.length > 1 ? make("optgroup", { label: recording.about[0] }) : choice;
      recording.games.forEach((it, k) => into.append(make("option", { value: `${i}/${k}` }, it.heading)));
      if (into !== choice) choice.append(into);
    });
    choice.value = this.number;
    choice.addEventListener("change", () => void this.open(choice.value));
    const speed = make("select", { "aria-label": "Speed", title: "How fast the game plays" });
    for (const [title, time] of SPEEDS) speed.append(make("option", { value: time }, title));
    speed.value = String(this.speed);
    speed.addEventListener("change", () => {
      this.speed = Number(speed.value);
      if (this.clock) this.start();
    });
    const control = (label: string, title: string, key: string, go: (steps: Recording) => number) =>
      button(label, () => this.game && this.byHand(go(this.game)), { title: `${title} (${key})`, "aria-label": title });
    body.append(
      make("label", { class: "row" }, "Game ", choice),
      make(
        "div",
        { class: "row controls" },
        control("«", "Previous turn", "<", (it) => previousTurn(it.steps, this.at)),
        control("‹", "Previous step", ",", () => this.at - 1),
        this.run,
        control("›", "Next step", ".", () => this.at + 1),
        control("»", "Next turn", ">", (it) => nextTurn(it.steps, this.at)),
        control("✕›", "Next loss", "X", (it) => nextLoss(it.steps, this.at)),
        make("label", {}, "Speed ", speed),
      ),
      this.slider,
      make("label", { class: "row" }, "Jump to ", this.jump),
      this.state,
      this.text,
      button("Play on from here", () => this.game && playFrom(this.page, ["game", ...this.place(), this.at]), {
        title: "Play by hand from this step",
      }),
    );
    document.addEventListener("keydown", this.key);
    void this.open(this.number);
  }

  leave(): void {
    this.pause();
    document.removeEventListener("keydown", this.key);
    stand(this.page, this.before);
    this.page.map.clear(LAYER);
    this.body = null;
  }

  private place(): [number, number] {
    const [recording, game] = this.number.split("/").map(Number);
    return [recording, game];
  }

  private async open(number: string): Promise<void> {
    this.pause();
    if (number !== this.number) this.at = 0;
    this.number = number;
    const [recording, at] = this.place();
    const data = this.games[recording];
    const game = await openGame(data, data.games[at]);
    if (this.number !== number || !this.body) return;
    this.game = game;
    this.slider.max = String(game.steps.length - 1);
    this.jump.replaceChildren(...moments(game).map(([step, text]) => make("option", { value: step }, text)));
    this.show(this.at);
  }

  private readonly key = (event: KeyboardEvent): void => {
    const field = (event.target as Element).closest?.("input, select, textarea");
    if (field || event.ctrlKey || event.metaKey || event.altKey || !this.game) return;
    const { steps } = this.game;
    if (event.key === "k") this.playOrPause();
    else if (event.key === ".") this.byHand(this.at + 1);
    else if (event.key === ",") this.byHand(this.at - 1);
    else if (event.key === "x") this.byHand(nextLoss(steps, this.at));
    else if (event.key === ">") this.byHand(nextTurn(steps, this.at));
    else if (event.key === "<") this.byHand(previousTurn(steps, this.at));
    else return;
    event.preventDefault();
  };

  private byHand(step: number): void {
    this.pause();
    this.show(step);
  }

  private playOrPause(): void {
    if (this.clock) this.pause();
    else if (this.game) {
      if (this.at === this.game.steps.length - 1) this.show(0);
      this.start();
    }
  }

  private start(): void {
    window.clearInterval(this.clock);
    this.clock = window.setInterval(() => {
      this.show(this.at + 1);
      if (this.game && this.at === this.game.steps.length - 1) this.pause();
    }, this.speed);
    this.run.textContent = "Pause";
    // Screen readers are told of steps that are chosen, not of a game that runs.
    this.text.setAttribute("aria-live", "off");
  }

  private pause(): void {
    window.clearInterval(this.clock);
    this.clock = 0;
    this.run.textContent = "Play";
    this.text.setAttribute("aria-live", "polite");
  }

  private show(step: number): void {
    const { game } = this;
    if (!game) return;
    this.at = Math.min(Math.max(step, 0), game.steps.length - 1);
    const it = game.steps[this.at];
    this.slider.value = String(this.at);
    const chosen = [...this.jump.options].findLast((option) => Number(option.value) <= this.at);
    if (chosen) chosen.selected = true;
    const points = game.data.parties.map((party, i) => `${party.title} ${it.p[i]}`).join(", ");
    const turn = it.t ? `Turn ${it.t} of at most ${game.data.turns}` : "Start";
    this.state.textContent = `${turn} · Step ${this.at} of ${game.steps.length - 1} · ${points}`;
    const lines = [...it.x];
    if (!this.at) lines.unshift(`${game.game.heading}.`, game.game.first);
    if (this.at === game.steps.length - 1) lines.push(`${game.game.outcome}.`);
    this.text.replaceChildren(...lines.map((line) => make("p", {}, line)));
    if (it.w) this.text.append(make("p", { class: "quiet" }, `Why this move: ${it.w}`));
    stand(this.page, { turn: it.t, units: this.standing(game), states: this.units(game) });
    this.page.map.marks(LAYER, this.marks(game));
    this.page.map.paint(LAYER, new Map(), this.legend(game));
  }

  private side(party: number): number {
    const { sides } = this.page.board;
    const [recording] = this.place();
    return sides.findIndex((it) => it.id === this.games[recording].parties[party].sides[0]);
  }

  private standing(game: Recording): StandingUnit[] {
    return game.game.units.flatMap(({ id, title, party }, i) => {
      const { hex, facing, onBoard } = game.after[this.at][i];
      return onBoard ? [{ id, title, side: this.side(party), hex, facing, team: party, inTheWay: () => NOBODY }] : [];
    });
  }

  private units(game: Recording): UnitState[] {
    const step = game.steps[this.at];
    const found: UnitState[] = [];
    game.game.units.forEach((unit, i) => {
      const now = game.after[this.at][i];
      const out = step.l.includes(i);
      const before = this.at ? game.after[this.at - 1][i] : now;
      // A unit that is destroyed or leaves in this step is shown for the last time.
      if (!now.onBoard && !before.onBoard) return;
      const kind = game.data.kinds[unit.kind];
      found.push({
        id: unit.id,
        side: this.side(unit.party),
        hex: now.hex,
        title: unit.title,
        code: kind.code,
        direction: now.facing,
        note: String(Math.max(0, now.hitPoints)),
        chosen: step.u === i,
        out,
        opacity: now.onBoard || out ? 1 : 0.5,
      });
    });
    return found;
  }

  private marks(game: Recording): Shape[] {
    const step = game.steps[this.at];
    const { board } = this.page;
    const found: Shape[] = [];
    step.h.forEach((party, goal) => {
      if (party === null) return;
      const colour = board.sides[this.side(party)]?.colour ?? MISS;
      for (const hex of game.data.goals[goal].hexes) {
        found.push({ kind: "hex", hex, colour, width: 1.2, inset: 1, dash: [3, 1.5] });
      }
    });
    const line = (from: number, to: number, colour: string, dash?: number[]) =>
      found.push({
        kind: "line",
        points: [board.centre(from), board.centre(to)],
        colour,
        width: 1.4,
        arrow: true,
        halo: "#ffffff",
        ...(dash ? { dash } : {}),
      });
    if (step.m) line(step.m[0], step.m[1], MOVE, [3, 2]);
    if (step.a) {
      const [from, to, damage, possible] = step.a;
      line(from, to, damage ? HIT : MISS);
      const [[x1, y1], [x2, y2]] = [board.centre(from), board.centre(to)];
      const text = damage ? `−${damage}` : possible ? "miss" : "not possible";
      found.push({ kind: "text", x: (x1 + x2) / 2, y: (y1 + y2) / 2, text, size: 6, bold: true, colour: damage ? HIT : MISS, halo: "#ffffff" });
    }
    return found;
  }

  private legend(game: Recording): LegendEntry[] {
    const step = game.steps[this.at];
    const found: LegendEntry[] = [];
    if (step.m) found.push({ text: "Move", colour: MOVE, sign: "⇢" });
    if (step.a) found.push({ text: step.a[2] ? "Attack that does damage" : "Attack without damage", colour: step.a[2] ? HIT : MISS, sign: "→" });
    if (step.l.length) found.push({ text: "Destroyed in this step", sign: "✕" });
    if (step.h.some((it) => it !== null)) found.push({ text: "Objective held, in the colour of the side", sign: "⬡" });
    return found;
  }
}
