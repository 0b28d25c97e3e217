// Tile numbers, tile properties, pixels and objects of a TMJ file as Phaser has them.
import {createRequire} from "node:module";
import "./browser.mjs";
import {answerAll, readJson} from "./reader.mjs";

const Phaser = createRequire(import.meta.url)("phaser");
const {Components, Parsers} = Phaser.Tilemaps;

await answerAll(({file}) => {
    const map = Parsers.Tiled.ParseJSONTiled("map", readJson(file), false);
    const layers = {}, tiles = {};
    for (const layer of map.layers) {
        layers[layer.name] = layer.data.map((row) => row.map((tile) => Math.max(tile.index, 0)));
        for (const tile of layer.data.flat()) if (tile.index > 0) tiles[tile.index] = tile.properties;
    }
    const [ground] = map.layers;
    const drawn = ground.data.map((row) => row.map((it) => [it.pixelX + it.width / 2, it.pixelY + it.height / 2]));
    const pointed = ground.data.map((row) => row.map((it) => {
        const point = Components.HexagonalTileToWorldXY(it.x, it.y, null, null, ground);
        return [point.x, point.y];
    }));
    const objects = {};
    for (const group of map.objects) objects[group.name] = group.objects.map((it) => [it.name, it.x, it.y]);
    return {layers, tiles, centres: {drawn, pointed}, objects};
});
