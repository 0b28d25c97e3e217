// Tile numbers, tile properties, pixels and objects of a TMJ file as melonJS has them.
import fs from "node:fs";
import path from "node:path";
import "./browser.mjs";
import {answerAll, readJson} from "./reader.mjs";

globalThis.fetch = async (file) => new Response(fs.readFileSync(file));
// The size of a PNG is in its head.
globalThis.createImageBitmap = async (blob) => {
    const head = Buffer.from(await blob.arrayBuffer());
    return {width: head.readUInt32BE(16), height: head.readUInt32BE(20), close() {}};
};
const me = await import("melonjs");
me.boot();
me.video.init(64, 64, {parent: document.body, renderer: me.video.CANVAS});
// melonJS never calls back for an image that it has already.
const loaded = new Map();
const load = (name, src) => {
    if (!loaded.has(name)) {
        loaded.set(name, new Promise((done, fail) => me.loader.load({name, type: "image", src}, done, fail)));
    }
    return loaded.get(name);
};

await answerAll(async ({file}) => {
    const data = readJson(file);
    // The ground is one picture; decorations have one each.
    const images = data.tilesets.flatMap(({image, tiles}) => image ?? tiles.map((it) => it.image));
    for (const image of images) await load(path.parse(image).name, path.join(path.dirname(file), image));
    const map = new me.TMXTileMap("map", data);
    map.readMapObjects(data);
    const renderer = map.getRenderer();
    const layers = {}, tiles = {}, drawn = [], pointed = [];
    for (const layer of map.getLayers()) {
        const rows = layers[layer.name] = [];
        for (let row = 0; row < map.rows; row++) {
            rows.push([]);
            for (let column = 0; column < map.cols; column++) {
                const tile = layer.cellAt(column, row);
                rows[row].push(tile ? tile.tileId : 0);
                if (tile) tiles[tile.tileId] = tile.tileset.getTileProperties(tile.tileId) ?? {};
            }
        }
    }
    for (let row = 0; row < map.rows; row++) {
        drawn.push([]);
        pointed.push([]);
        for (let column = 0; column < map.cols; column++) {
            const corner = renderer.tileToPixelCoords(column, row, new me.Vector2d());
            const centre = [corner.x + map.tilewidth / 2, corner.y + map.tileheight / 2];
            const back = renderer.pixelToTileCoords(...centre, new me.Vector2d());
            drawn[row].push(centre);
            // The hex that melonJS finds at the centre, as the centre that it should have.
            pointed[row].push(back.x === column && back.y === row ? centre : [back.x, back.y]);
        }
    }
    const objects = {};
    for (const group of map.objectGroups) objects[group.name] = group.objects.map((it) => [it.name, it.x, it.y]);
    return {layers, tiles, centres: {drawn, pointed}, objects};
});
