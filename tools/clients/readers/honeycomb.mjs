// Centres, columns, neighbours and distances of the hexes of a JSON export as honeycomb-grid computes them from q and r.
import {Direction, Grid, Orientation, defineHex} from "honeycomb-grid";
import {answerAll, readJson} from "./reader.mjs";

await answerAll(({file}) => {
    const {board} = readJson(file);
    const flat = board.layout.endsWith("q");
    const Hex = defineHex({
        dimensions: 1,
        orientation: flat ? Orientation.FLAT : Orientation.POINTY,
        offset: board.layout.startsWith("odd") ? -1 : 1,
        origin: {x: 0, y: 0},
    });
    const hexes = board.hexes.map(({q, r}) => new Hex({q, r}));
    const grid = new Grid(Hex, hexes);
    const names = flat ? ["N", "NE", "SE", "S", "SW", "NW"] : ["NE", "E", "SE", "SW", "W", "NW"];
    return board.hexes.map(({label}, at) => {
        const hex = hexes[at], {x, y} = hex;
        const beside = names.map((name) => {
            const found = grid.neighborOf(hex, Direction[name], {allowOutside: false});
            return found ? [found.q, found.r] : null;
        });
        return {label, centre: [x, y], offset: [hex.col, hex.row], beside, distance: grid.distance(hexes[0], hex)};
    });
});
