// What TypeScript finds wrong in JSON exports as values of the package's type.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import {execFileSync} from "node:child_process";
import {createRequire} from "node:module";
import {answerTogether} from "./reader.mjs";

const compiler = path.join(path.dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin", "tsc");

await answerTogether((requests) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "types-"));
    const names = requests.map(({file, types}, at) => {
        fs.copyFileSync(types, path.join(folder, "arena.d.ts"));
        const content = fs.readFileSync(file, "utf8");
        const program = `import type {ArenaData} from "./arena";\nexport const data: ArenaData = ${content};\n`;
        fs.writeFileSync(path.join(folder, `board${at}.ts`), program);
        return `board${at}.ts`;
    });
    let said = "";
    try {
        execFileSync(process.execPath, [compiler, "--noEmit", "--strict", "--pretty", "false", ...names], {cwd: folder});
    } catch (error) {
        said = String(error.stdout);
        if (!said) throw error;
    }
    fs.rmSync(folder, {recursive: true});
    const faults = said.split("\n").filter((line) => /error TS/.test(line));
    if (said && !faults.length) throw new Error(said);
    return names.map((name) => faults.filter((line) => line.startsWith(`${name}(`)));
});
