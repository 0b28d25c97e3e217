// Reads an arena that Fairground exported as JSON. One file, no dependencies: copy it into your game.
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
        this.sides = new Map(data.board.hexsides.map((it) => [`${it.hex} ${it.direction}`, it.features]));
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

    // The features of a hexside: the file has each once, seen from one of its two hexes.
    features(label, direction) {
        const beyond = this.neighbour(label, direction);
        const [opposite] = this.steps[(this.steps.findIndex(([name]) => name === direction) + 3) % 6];
        const there = beyond && this.sides.get(`${beyond.label} ${opposite}`);
        return this.sides.get(`${label} ${direction}`) || there || [];
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
}

// A browser has the class as it is; Node.js takes it by require("./arena.js").
if (typeof module !== "undefined") module.exports = {Arena};
