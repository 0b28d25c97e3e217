// Bundles src/main.ts into arena.js and src/arena.css into arena.css, which are committed and shipped. The first line of each
// names the sources by their hash, so that a test without node can tell when they are stale.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { build } from "esbuild";

const sources = readdirSync("src", { recursive: true, withFileTypes: true })
  .filter((it) => it.isFile())
  .map((it) => `${it.parentPath}/${it.name}`.replaceAll("\\", "/"))
  .concat("build.mjs", "package.json", "tsconfig.json")
  .sort();
const hash = createHash("sha256");
for (const it of sources) {
  hash.update(`${it}\0`).update(readFileSync(it)).update("\0");
}
const banner = `/* sources: ${hash.digest("hex")} */`;

await build({
  entryPoints: { arena: "src/main.ts" },
  outdir: ".",
  bundle: true,
  minify: true,
  format: "iife",
  target: ["chrome110", "firefox115", "safari16.4"],
  charset: "ascii",
  legalComments: "none",
  banner: { js: banner },
});
await build({
  entryPoints: { arena: "src/arena.css" },
  outdir: ".",
  bundle: true,
  minify: true,
  target: ["chrome110", "firefox115", "safari16.4"],
  legalComments: "none",
  loader: { ".woff2": "dataurl" },
  banner: { css: banner },
});
