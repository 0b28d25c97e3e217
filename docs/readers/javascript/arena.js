// Reads an arena that Fairground exported as JSON. One file, no dependencies: copy it, or the whole package, into your game.
"use strict";

// Steps in axial q, r to the six neighbours, in the order of the facings 1 to 6.
const STEPS = {
    q: [["N", 0, -1], ["NE", 1, -1], ["SE", 1, 0], ["S", 0, 1], ["SW", -1, 1], ["NW", -1, 0]],
    r: [["NE", 1, -1], ["E", 1, 0], ["SE", 0, 1], ["SW", -1, 1], ["W", -1, 0], ["NW", 0, -1]],
};

// An arena; `data` is all that the file has, and hexes are found by their label or their place.
class Arena {
    constructor(data) {
        if (data.schema !== "fairground/arena/1") throw new Error(`not an arena of this version: ${data.schema}`);
        this.data = data;
        this.flatTop = data.board.layout.endsWith("q");
        this.steps = STEPS[this.flatTop ? "q" : "r"];
        this.hexes = new Map(data.board.hexes.map((it) => [it.label, it]));
        this.byPlace = new Map(data.board.hexes.map((it) => [`${it.q},${it.r}`, it]));
        this.zones = new Map(data.zones.map((it) => [it.id, it]));
        this.units = new Map(data.units.map((it) => [it.id, it]));
        this.sides = new Map(data.board.hexsides.map((it) => [`${it.hex} ${it.direction}`, it]));
    }

    // The hex beyond a side, by the direction's name; undefined where the board ends.
    neighbour(label, direction) {
        const [, dq, dr] = this.steps.find(([name]) => name === direction);
        const from = this.hexes.get(label);
        return this.byPlace.get(`${from.q + dq},${from.r + dr}`);
    }

    // The hexes beside a hex, as pairs of direction and hex.
    neighbours(label) {
        return this.steps.map(([name]) => [name, this.neighbour(label, name)]).filter(([, beside]) => beside);
    }

    // A hexside with features; undefined where there are none. The file has each once, seen from one of its two hexes.
    hexside(label, direction) {
        const beyond = this.neighbour(label, direction);
        const [opposite] = this.steps[(this.steps.findIndex(([name]) => name === direction) + 3) % 6];
        return this.sides.get(`${label} ${direction}`) || (beyond && this.sides.get(`${beyond.label} ${opposite}`));
    }

    // The features of a hexside.
    features(label, direction) {
        return this.hexside(label, direction)?.features ?? [];
    }

    // The number of steps between two hexes.
    distance(a, b) {
        const dq = this.hexes.get(a).q - this.hexes.get(b).q, dr = this.hexes.get(a).r - this.hexes.get(b).r;
        return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr));
    }

    // x (to the right) and y (downwards) of a hex; A1 is at 0, 0, and `size` is centre to corner.
    centre(label, size = 1) {
        const {q, r} = this.hexes.get(label), across = size * Math.sqrt(3);
        return this.flatTop ? [size * 1.5 * q, across * (r + q / 2)] : [across * (q + r / 2), size * 1.5 * r];
    }

    // The six corners of a hex, clockwise.
    corners(label, size = 1) {
        const [x, y] = this.centre(label, size);
        return this.data.board.grid.steps.map(({corners: [[dx, dy]]}) => [x + dx * size, y + dy * size]);
    }

    // The label of the hex at a point; undefined off the board.
    hexAt(x, y, size = 1) {
        const [xq, xr] = this.data.board.grid.x, [yq, yr] = this.data.board.grid.y, all = size * (xq * yr - xr * yq);
        const q = (x * yr - y * xr) / all, r = (y * xq - x * yq) / all;
        let [a, b, c] = [q, r, -q - r].map(Math.round);
        const [da, db, dc] = [Math.abs(a - q), Math.abs(b - r), Math.abs(c + q + r)];
        if (da > db && da > dc) a = -b - c;
        else if (db > dc) b = -a - c;
        return this.byPlace.get(`${a + 0},${b + 0}`)?.label;
    }

    // A class in a mode of movement, such as mover("scout", "walk").
    mover(unitClass, mode) {
        return this.data.movement.movers.find((it) => it.class === unitClass && it.mode === mode);
    }

    // Points of the file (3 or "7/2") as a whole number of parts: all points of a file are multiples of 1/denominator.
    parts(points) {
        const [above, below = 1] = String(points).split("/").map(Number);
        return above * this.data.movement.denominator / below;
    }

    // What a step costs in parts, without turning and units in the way; null if it is impossible. `wholeTurn` steps
    // must start a turn and use all of it.
    step(mover, label, direction, allowance = mover.allowance) {
        const from = this.hexes.get(label), to = this.neighbour(label, direction), all = this.parts(allowance);
        if (!to || !all) return null;
        const inMode = (costs) => costs.find((it) => it.mode === mover.mode);
        const [left, entered] = [from, to].map((it) => inMode(this.data.movement.stacks[it.stack].entering));
        if (![left, entered].every((it) => it.classes.includes(mover.class))) return null;
        const side = this.hexside(label, direction), across = side ? inMode(side.crossing).points : 0;
        const climb = from.level === to.level ? {points: 0}
            : mover.climbs.find((it) => it.left === from.level && it.entered === to.level);
        if (across === null || !climb) return null;
        if (climb.points === null) return {parts: all, wholeTurn: true};
        const parts = [entered.points, across, climb.points].reduce((sum, it) => sum + this.parts(it), 0);
        if (parts <= all) return {parts, wholeTurn: false};
        return this.data.movement.minimum_move ? {parts, wholeTurn: true} : null;
    }

    // The hexes within one turn: a map from their labels to the parts that they cost. `enters` says of a label whether
    // units let the mover in.
    reach(mover, label, {allowance = mover.allowance, enters = () => true} = {}) {
        const all = this.parts(allowance), costs = new Map([[label, 0]]), open = new Set([label]);
        while (open.size) {
            const [next] = [...open].sort((a, b) => costs.get(a) - costs.get(b)), spent = costs.get(next);
            open.delete(next);
            for (const [direction, to] of this.neighbours(next)) {
                const step = this.step(mover, next, direction, allowance);
                if (!step || !enters(to.label) || (step.wholeTurn && spent)) continue;
                const cost = step.wholeTurn ? all : spent + step.parts;
                if (cost <= all && !(costs.get(to.label) <= cost)) {
                    costs.set(to.label, cost);
                    open.add(to.label);
                }
            }
        }
        return costs;
    }

    // The hexes that a unit can still move to in a turn, with what they cost: it has spent some parts, and other units
    // (each with its `hex` and `side`) are in the way as the ruleset says. It ends in an empty hex.
    moves(unit, units, mode, spent = 0) {
        const rules = this.data.ruleset.content.movement.occupied, mover = this.mover(unit.class, mode);
        if (!mover) return new Map();
        const team = ({side}) => this.data.sides.find((it) => it.id === side).team;
        const there = (label) => units.find((it) => it.hex === label && it !== unit);
        const passes = (it) => !it || (team(it) === team(unit) ? rules.through_allies : rules.through_enemies);
        const allowance = unit.allowance ?? mover.allowance, left = this.parts(allowance) - spent;
        const costs = this.reach(mover, unit.hex, {allowance, enters: (label) => passes(there(label))});
        // A step that needs a whole turn costs more than what is left once the unit has moved.
        return new Map([...costs].filter(([label, cost]) => cost && cost <= left && !there(label)));
    }
}

// A browser has the class as it is; Node.js takes it by require("./arena.js") or by import from "./arena.mjs".
if (typeof module !== "undefined") module.exports = {Arena};
