// What Foundry's own packing tool unpacks from the packs of a module, and from packs that it made of their sources.
//
// Arguments: a JSON file with a list of {"packs": [{"path", "source"}], "folder"}, and a file for the answers: for each
// request a list of {"unpacked", "packed"}, the documents of each pack, or {"error"}.
import fs from "node:fs";
import path from "node:path";
import {compilePack, extractPack} from "@foundryvtt/foundryvtt-cli";

const documents = (folder) =>
    fs.readdirSync(folder).sort().map((name) => JSON.parse(fs.readFileSync(path.join(folder, name), "utf8")));

async function answer({packs, folder}) {
    const answers = [];
    for (const [number, {path: pack, source}] of packs.entries()) {
        const [unpacked, made, again] = ["unpacked", "made", "again"].map((it) => path.join(folder, `${it}-${number}`));
        await extractPack(pack, unpacked);
        await compilePack(source, made);
        await extractPack(made, again);
        answers.push({unpacked: documents(unpacked), packed: documents(again)});
    }
    return answers;
}

const answers = [];
for (const request of JSON.parse(fs.readFileSync(process.argv[2], "utf8"))) {
    try {
        answers.push(await answer(request));
    } catch (error) {
        answers.push({error: String(error.stack || error).split("\n").slice(0, 3).join(" | ")});
    }
}
fs.writeFileSync(process.argv[3], JSON.stringify(answers));
