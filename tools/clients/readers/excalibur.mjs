// Tile numbers, tile properties and objects of a TMX or TMJ file as Excalibur's plugin has them.
import fs from "node:fs";
import "./browser.mjs";
import {answerAll} from "./reader.mjs";

const {TiledResource} = await import("@excaliburjs/plugin-tiled");
const fileLoader = async (path, kind) => {
    const text = fs.readFileSync(path, "utf8");
    return kind === "json" ? JSON.parse(text) : text;
};
const plain = (properties) => Object.fromEntries((properties ?? []).map(({name, value}) => [name, value]));

await answerAll(async ({file}) => {
    const resource = new TiledResource(file, {headless: true, strict: true, fileLoader});
    await resource.load();
    const {map} = resource;
    const layers = {}, tiles = {}, objects = {};
    for (const layer of map.layers) {
        if (layer.type !== "tilelayer") continue;
        layers[layer.name] = Array.from({length: map.height}, (_, row) => [
            ...layer.data.slice(row * map.width, (row + 1) * map.width),
        ]);
    }
    for (const tileset of map.tilesets) {
        for (const tile of tileset.tiles ?? []) tiles[tileset.firstgid + tile.id] = plain(tile.properties);
    }
    for (const layer of resource.getObjectLayers()) {
        objects[layer.name] = layer.objects.map((it) => [it.name, it.x, it.y]);
    }
    return {layers, tiles, objects};
});
