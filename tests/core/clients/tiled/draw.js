// Draws hex maps by Tiled's own means, as somebody would who has never heard of us, and saves them: all four staggers,
// as TMX and TMJ, with an outside tileset, in several encodings, the last one endless.
// FOLDER has ground.png, a sheet of tiles of 56 by 64 pixels; it is set by whoever runs this.
const log = [];
try {
    const ground = new Tileset("ground");
    ground.setTileSize(56, 64);
    ground.image = FOLDER + "ground.png";
    const names = ["clear", "Forest", "rubble", "swamp?", "water_03"];
    names.forEach((name, at) => { ground.tile(at).type = name; });
    ground.tile(5).setProperty("terrain", "rough");
    ground.tile(5).setProperty("elevation", 2);
    tiled.tilesetFormat("tsx").write(ground, FOLDER + "ground.tsx");
    const outside = tiled.tilesetFormat("tsx").read(FOLDER + "ground.tsx");

    const draw = (axis, index, encoding, endless, name) => {
        const map = new TileMap();
        map.orientation = TileMap.Hexagonal;
        map.infinite = endless;
        map.setSize(5, 4);
        const flat = axis === TileMap.StaggerX;
        map.setTileSize(flat ? 64 : 56, flat ? 56 : 64);
        map.hexSideLength = 32;
        map.staggerAxis = axis;
        map.staggerIndex = index;
        map.layerDataFormat = encoding;
        map.addTileset(outside);

        const layer = (title) => {
            const made = new TileLayer(title);
            map.addLayer(made);
            return made;
        };
        const start = endless ? 17 : 0;
        const tiles = layer("Ground").edit();
        for (let y = 0; y < 4; y++)
            for (let x = 0; x < 5; x++)
                tiles.setTile(x + start, y + start, outside.tile(0));
        tiles.setTile(start + 1, start + 0, outside.tile(1), Tile.FlippedHorizontally | Tile.RotatedHexagonal120);
        tiles.setTile(start + 2, start + 1, outside.tile(2));
        tiles.setTile(start + 3, start + 1, outside.tile(3));
        tiles.setTile(start + 4, start + 3, outside.tile(5));
        tiles.apply();
        const heights = layer("Elevation 1").edit();
        heights.setTile(start + 0, start + 2, outside.tile(0));
        heights.apply();

        // The middle of column x, row y.
        const middle = (x, y) => {
            x += start; y += start;
            const odd = index === TileMap.StaggerOdd;
            const shifted = ((flat ? x : y) % 2 === 1) === odd;
            return flat ? { x: 48 * x + 32, y: 56 * y + 28 + (shifted ? 28 : 0) }
                        : { x: 56 * x + 28 + (shifted ? 28 : 0), y: 48 * y + 32 };
        };
        const group = (title) => {
            const made = new ObjectGroup(title);
            map.addLayer(made);
            return made;
        };
        const zone = new MapObject("Red Start");
        const top = middle(0, 0), below = middle(0, 3);
        zone.shape = MapObject.Rectangle;
        zone.x = Math.min(top.x, below.x) - 10;
        zone.y = top.y - 10;
        zone.width = 20 + Math.abs(top.x - below.x);
        zone.height = below.y - top.y + 20;
        zone.setProperty("side", "Red");
        group("Zones").addObject(zone);
        const scout = new MapObject("scout");
        scout.shape = MapObject.Point;
        scout.x = middle(3, 2).x;
        scout.y = middle(3, 2).y;
        scout.setProperty("side", "Red");
        const units = group("Units");
        units.addObject(scout);
        const picture = group("Drawings");
        picture.addObject(new MapObject("arrow"));
        for (const [format, ending] of [["tmx", ".tmx"], ["json", ".tmj"]]) {
            const fault = tiled.mapFormat(format).write(map, FOLDER + name + ending);
            log.push(name + ending + " " + (fault || "written"));
        }
    };
    draw(TileMap.StaggerX, TileMap.StaggerOdd, TileMap.CSV, false, "odd-q");
    draw(TileMap.StaggerX, TileMap.StaggerEven, TileMap.Base64Zlib, false, "even-q");
    draw(TileMap.StaggerY, TileMap.StaggerOdd, TileMap.Base64Gzip, false, "odd-r");
    draw(TileMap.StaggerY, TileMap.StaggerEven, TileMap.XML, false, "even-r");
    draw(TileMap.StaggerX, TileMap.StaggerOdd, TileMap.CSV, true, "endless");
    draw(TileMap.StaggerY, TileMap.StaggerOdd, TileMap.Base64Zlib, true, "endless-r");
} catch (fault) {
    log.push(String(fault));
}
const file = new TextFile(FOLDER + "log.txt", TextFile.WriteOnly);
file.write(log.join("\n"));
file.commit();
