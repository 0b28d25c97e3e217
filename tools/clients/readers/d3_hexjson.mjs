// The points at which d3-hexjson draws the hexes of a HexJSON file, by their ids.
import {createRequire} from "node:module";
import {answerAll, readJson} from "./reader.mjs";

const {renderHexJSON} = createRequire(import.meta.url)("d3-hexjson");

await answerAll(({file}) => {
    const hexes = renderHexJSON(readJson(file), 1000, 1000);
    return Object.fromEntries(hexes.map((it) => [it.key, [it.x, it.y]]));
});
