// A game by hand on this page: its history, with what the rules allow in each state.
import type { Board } from "../contract";
import { attempt, chance, damageOf, sumText, unpackAttacks, waysToHit, type Attacks, type Attempt, type Fighter } from "./attack";
import { bit, facingText, type GamesData, type PlayData } from "./data";
import { movesOf, openGame, type Recording } from "./recording";
import { points, reach, unpackMover, unpackSeen, type InTheWay, type Mover, type Place, type Seen } from "./reach";
import type { StandingUnit } from "./standing";
import { after, fresh, History, mapStart, type Action, type From, type Table, type TableUnit } from "./table";

/** More movement points than any way across a board takes. */
const FAR = 10_000;

export class Session {
  history: History;
  private recording: Recording | null = null;

  private constructor(
    readonly play: PlayData,
    private readonly games: GamesData[],
    readonly board: Board,
    private readonly movers: Mover[],
    private readonly seen: Seen[],
    readonly attacks: Attacks | null,
  ) {
    this.history = new History(["map"], mapStart(play));
  }

  static async make(play: PlayData, games: GamesData[], board: Board): Promise<Session> {
    const movers = await Promise.all(play.movers.map(unpackMover));
    const seen = await Promise.all(play.seen.map(unpackSeen));
    return new Session(play, games, board, movers, seen, play.attacks && (await unpackAttacks(play.attacks)));
  }

  get table(): Table {
    return this.history.table;
  }

  /** Begin again from the map or a recorded game; false if the page does not have it. */
  async begin(from: From): Promise<boolean> {
    const start = await this.start(from);
    if (start) await this.take(new History(from, start));
    return start !== null;
  }

  /** Go on with another history. */
  async take(history: History): Promise<void> {
    const { from } = history;
    this.recording = from[0] === "game" ? await this.open(from[1], from[2]) : null;
    this.history = history;
  }

  /** Return the table that a game begins with; null if the page does not have it. */
  async start(from: From): Promise<Table | null> {
    if (from[0] === "map") return mapStart(this.play);
    const [, number, game, step] = from;
    const recording = await this.open(number, game);
    const kinds = this.play.game_kinds[number];
    if (!recording || !kinds?.length || !recording.steps[step]) return null;
    const units = recording.game.units.map((it, i) => {
      const now = recording.after[step][i];
      const party = recording.data.parties[it.party];
      return fresh({
        id: it.id,
        title: it.title,
        side: this.board.sides.findIndex((side) => side.id === party.sides[0]),
        kind: kinds[it.kind],
        hex: now.onBoard ? now.hex : -1,
        facing: now.facing,
        shield: it.shield,
        hitPoints: now.hitPoints,
        heat: now.heat,
      });
    });
    const points = this.play.sides.map((_, side) => {
      const party = recording.data.parties.findIndex((it) => it.sides[0] === this.board.sides[side].id);
      return party < 0 ? 0 : recording.steps[step].p[party];
    });
    return { turn: Math.max(1, recording.steps[step].t), units, markers: new Map(), points };
  }

  private async open(number: number, game: number): Promise<Recording | null> {
    const data = this.games[number];
    return data?.games[game] ? openGame(data, data.games[game]) : null;
  }

  // -- movement -----------------------------------------------------------------------------------------------

  moverOf(unit: TableUnit): Mover {
    return this.movers[this.play.kinds[unit.kind].movers[unit.mode]];
  }

  /** The modes of movement that a unit can choose from. */
  modesOf(unit: TableUnit): string[] {
    return this.play.kinds[unit.kind].movers.map((it) => this.movers[it].data.mode);
  }

  /** Whether a unit is in a hex and not destroyed. */
  static isThere(unit: TableUnit): boolean {
    return unit.hex >= 0 && unit.hitPoints > 0;
  }

  private team(side: number): number {
    return side < 0 ? -1 : this.play.sides[side].team;
  }

  /** The hexes that other units close to a unit, by default in its mode; a unit without a side has none in its way. */
  others(unit: number, mover = this.moverOf(this.table.units[unit])): InTheWay {
    const own = this.table.units[unit];
    const { passes_enemies } = mover.data;
    const [barred, held] = [new Set<number>(), new Set<number>()];
    if (own.side < 0) return { barred, held };
    this.table.units.forEach((it, i) => {
      if (i === unit || !Session.isThere(it)) return;
      const ally = this.team(it.side) === this.team(own.side);
      if (ally ? !this.play.through_allies : !passes_enemies) barred.add(it.hex);
      if (!ally || !this.play.end_with_allies) held.add(it.hex);
    });
    return { barred, held };
  }

  /** The units on the board, as the other tools need them. */
  get standing(): StandingUnit[] {
    return this.table.units.flatMap((it, i) => {
      if (!Session.isThere(it)) return [];
      const { id, title, side, hex, facing } = it;
      const moverIn = (mode: string) => {
        const known = this.play.kinds[it.kind].movers.map((number) => this.movers[number]);
        return known.find((mover) => mover.data.mode === mode) ?? this.moverOf(it);
      };
      return [{ id, title, side, hex, facing, team: this.team(side), inTheWay: (mode) => this.others(i, moverIn(mode)) }];
    });
  }

  /** Whether anything has happened, or it goes on from a recorded game. */
  get hasBegun(): boolean {
    return this.history.done.length > 0 || this.history.from[0] === "game";
  }

  /** The places where a unit can end the rest of its turn, by hex, the cheapest first. */
  reach(unit: number, regardless: { sight?: boolean; units?: boolean; points?: boolean } = {}): Map<number, Place[]> {
    const it = this.table.units[unit];
    if (!Session.isThere(it)) return new Map();
    const own = this.moverOf(it);
    const mover = regardless.points ? { ...own, data: { ...own.data, allowance: FAR * own.data.scale } } : own;
    const { sight } = mover.data;
    return reach(
      this.play,
      this.board,
      mover,
      sight === null || regardless.sight ? null : this.seen[sight],
      { begun: it.begun, hex: it.hex, stance: this.stanceOf(it, mover), spent: it.spent, entered: it.entered },
      regardless.units ? { barred: new Set(), held: new Set() } : this.others(unit),
    );
  }

  /** Whether a unit may enter hexes that it does not see. */
  isBlind(unit: TableUnit): boolean {
    return this.moverOf(unit).data.sight === null;
  }

  /** Why a unit cannot end the rest of its turn in a hex, as a sentence. */
  whyNot(unit: number, hex: number): string {
    const it = this.table.units[unit];
    const [name, where] = [it.title, this.board.label(hex)];
    const mover = this.moverOf(it);
    if (!Session.isThere(it)) return `${name} is not on the board.`;
    if (!bit(mover.mayEnd, hex)) return `${name} cannot stand in ${where}.`;
    if (this.others(unit).held.has(hex)) return `Another unit is in ${where}.`;
    if (this.reach(unit, { sight: true }).has(hex)) {
      const begun = this.board.label(it.begun);
      return `Units enter only hexes that they see at the start of their turn: ${where}, or a hex on the way, is not in sight from ${begun}.`;
    }
    if (this.reach(unit, { sight: true, units: true }).has(hex)) return `Other units are in the way to ${where}.`;
    const [place] = this.reach(unit, { sight: true, points: true }).get(hex) ?? [];
    if (!place) return `There is no way to ${where}.`;
    const { allowance, scale } = mover.data;
    const [needed, left] = [points(place.spent - it.spent, scale), points(allowance - it.spent, scale)];
    return `${where} takes ${needed} movement point${needed === "1" ? "" : "s"}, and ${name} has ${left}${it.spent ? " left" : ""}.`;
  }

  private stanceOf(it: TableUnit, mover: Mover): number {
    const { stances } = mover.data;
    const fitting = stances.findIndex(([facing, turned]) => facing === it.facing && turned === it.turned);
    return Math.max(fitting, stances.findIndex(([facing]) => facing === it.facing), 0);
  }

  /** The action that moves a unit to a place. */
  moveTo(unit: number, place: Place): Action {
    const it = this.table.units[unit];
    const [facing, turned] = this.moverOf(it).data.stances[place.stance];
    return ["move", unit, place.hex, facing < 0 ? it.facing : facing, turned, place.spent, place.entered];
  }

  /** The action that turns a unit by hexsides clockwise; null if it has not enough movement points. */
  turn(unit: number, by: number): Action | null {
    const it = this.table.units[unit];
    const facing = (it.facing + by + 6) % 6;
    const { stances } = this.moverOf(it).data;
    if (stances[0][0] < 0) return ["move", unit, it.hex, facing, it.turned, it.spent, it.entered];
    const places = this.reach(unit).get(it.hex) ?? [];
    const found = places.find((place) => stances[place.stance][0] === facing && place.entered === it.entered);
    return found ? this.moveTo(unit, found) : null;
  }

  /** Movement points as text: `2 of 4 movement points`. */
  pointsText(unit: TableUnit): string {
    const { allowance, scale } = this.moverOf(unit).data;
    return `${points(unit.spent, scale)} of ${points(allowance, scale)} movement points used`;
  }

  // -- attacks ------------------------------------------------------------------------------------------------

  /** An attack with a weapon as it is now; null where the page has no tables for it. */
  attempt(unit: number, weapon: number, target: number): Attempt | null {
    const { units } = this.table;
    if (!this.attacks) return null;
    const fighter = (it: TableUnit): Fighter => ({ ...it, moved: it.entered });
    const own = units[unit];
    const covering = units.filter(
      (it, i) =>
        i !== unit &&
        Session.isThere(it) &&
        (!this.play.attacks?.only_enemies_cover || this.team(it.side) !== this.team(own.side)),
    );
    return attempt(
      this.play,
      this.attacks,
      this.board,
      fighter(own),
      weapon,
      fighter(units[target]),
      covering.map((it) => it.hex),
    );
  }

  /** The units that a unit may attack: those on the board that are no allies. */
  targets(unit: number): number[] {
    const own = this.table.units[unit];
    return this.table.units.flatMap((it, i) =>
      i !== unit && Session.isThere(it) && (own.side < 0 || this.team(it.side) !== this.team(own.side)) ? [i] : [],
    );
  }

  /** What an attack needs and does, as a sentence. */
  attackText(it: Attempt): string {
    if (!it.possible) return `Not possible: ${it.obstacle}.`;
    const [hits] = waysToHit(it);
    const damage = this.damageText(it);
    const harm = sumText(it.steps.damage);
    const why = harm ? ` Damage: ${harm}.` : "";
    if (it.automatic) return `Hits without a roll: ${damage}.${why}`;
    const number = sumText(it.steps.number);
    const needs = `Needs ${it.number} or more${number ? ` (${number})` : ""}`;
    return hits ? `${needs}: ${chance(waysToHit(it))}. A hit does ${damage}.${why}` : `${needs}, which the dice cannot reach.`;
  }

  /** The damage of a hit by its named result, of the results that an attack can have: `3 damage, 4 for Strong hit (on 8)`. */
  private damageText(it: Attempt): string {
    const hit = (result: number) => damageOf({ ...it, automatic: true }, { total: 0, result });
    const falls = it.automatic ? [] : it.exchange.falls.filter(([total]) => total >= it.number);
    const highest = Math.max(...it.exchange.falls.map(([total]) => total));
    const parts = it.automatic || falls.some(([, , result]) => result < 0) ? [`${hit(-1)} damage`] : [];
    it.exchange.results.forEach((named, i) => {
      const totals = falls.filter(([, , result]) => result === i).map(([total]) => total);
      if (!totals.length) return;
      const [low, high] = [Math.min(...totals), Math.max(...totals)];
      const rolls = high === highest ? `${low} or more` : low === high ? `${low}` : `${low} to ${high}`;
      parts.push(`${hit(i)}${parts.length ? "" : " damage"} for ${named.title} (${named.when || `on ${rolls}`})`);
    });
    return parts.join(", ");
  }

  // -- recorded openings --------------------------------------------------------------------------------------

  /** The parties whose recorded moves in a turn can be made; empty for games that did not begin as a recorded one. */
  get openings(): string[] {
    const { recording } = this;
    if (!recording || this.table.turn > Math.max(...recording.steps.map((it) => it.t))) return [];
    return recording.data.parties.map((it) => it.title);
  }

  /** The action that makes a party's recorded moves of this turn; what is not possible any more is in its text. */
  opening(party: number): Action | null {
    if (!this.recording) return null;
    let table = this.table;
    const made: [number, number, number][] = [];
    const left: string[] = [];
    for (const it of movesOf(this.recording, party, table.turn)) {
      const unit = table.units[it.unit];
      const taken = table.units.some((other, i) => i !== it.unit && Session.isThere(other) && other.hex === it.hex);
      if (unit.hitPoints <= 0) left.push(`${unit.title} is destroyed`);
      else if (taken) left.push(`${unit.title} finds ${this.board.label(it.hex)} taken`);
      else {
        made.push([it.unit, it.hex, it.facing]);
        table = after(table, ["bot", "", [[it.unit, it.hex, it.facing]]]);
      }
    }
    const title = this.recording.data.parties[party].title;
    const moves = `${made.length} ${made.length === 1 ? "move" : "moves"} made`;
    const text = `Recorded moves of ${title} in turn ${this.table.turn}: ${[moves, ...left].join("; ")}.`;
    return ["bot", text.slice(0, 200), made];
  }

  // -- texts --------------------------------------------------------------------------------------------------

  /** What an action does, as a sentence. */
  describe(action: Action, before: Table): string {
    const name = (unit: number) => before.units[unit].title;
    const where = (hex: number) => this.board.label(hex);
    switch (action[0]) {
      case "move": {
        const [, unit, hex, facing, , spent] = action;
        const it = before.units[unit];
        const { scale } = this.moverOf(it).data;
        const cost = points(spent - it.spent, scale);
        const paid = `${cost} movement point${cost === "1" ? "" : "s"}`;
        const toward = facingText(this.play, facing);
        if (hex === it.hex) return `${it.title} turns in ${where(hex)}, ${toward} (${paid}).`;
        return `${it.title} moves from ${where(it.hex)} to ${where(hex)}, ${toward} (${paid}).`;
      }
      case "put": {
        const [, unit, hex] = action;
        return hex < 0 ? `${name(unit)} leaves the board.` : `${name(unit)} is placed in ${where(hex)}, regardless of rules.`;
      }
      case "mode":
        return `${name(action[1])} moves by ${this.modesOf(before.units[action[1]])[action[2]].toLowerCase()}.`;
      case "hits": {
        const [, unit, left] = action;
        return `${name(unit)} has ${hitPoints(left)} left.`;
      }
      case "attack": {
        const [, unit, weapon, target, number, total, result, damage] = action;
        const own = before.units[unit];
        const kind = this.play.kinds[own.kind].weapons[weapon].split(",")[0];
        const exchange = this.attacks?.data.exchanges[this.attacks.data.arms[own.kind][weapon].exchange];
        const lead = `${own.title} attacks ${name(target)} in ${where(before.units[target].hex)} (${kind})`;
        const rolled = exchange?.automatic ? "" : `needs ${number}, rolls ${total}, `;
        if (!damage) return `${lead}: ${rolled}no damage.`;
        const special = exchange?.results[result];
        const left = before.units[target].hitPoints - damage;
        const end = left > 0 ? `; ${hitPoints(left)} left.` : `. ${name(target)} is destroyed.`;
        return `${lead}: ${rolled}${damage} damage${special ? ` (${special.title})` : ""}${end}`;
      }
      case "dice": {
        const total = action[2].reduce((sum, it) => sum + it, 0);
        return `${action[1]}: ${action[2].join(" + ")}${action[2].length > 1 ? ` = ${total}` : ""}.`;
      }
      case "turn":
        return `Turn ${before.turn + 1} begins.`;
      case "mark": {
        const [, marker, hex, text] = action;
        const old = before.markers.get(marker);
        if (hex < 0) return `The marker ${old?.text ?? ""} is removed.`;
        return `The marker ${text} is ${old ? "moved to" : "placed in"} ${where(hex)}.`;
      }
      case "score":
        return `${this.play.sides[action[1]].title}: ${action[2]} point${action[2] === 1 ? "" : "s"}.`;
      case "bot":
        return action[1];
    }
  }
}

function hitPoints(count: number): string {
  return `${Math.max(0, count)} hit point${count === 1 ? "" : "s"}`;
}
