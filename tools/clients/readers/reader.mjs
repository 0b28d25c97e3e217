// Requests and answers of a reader: lists in two JSON files, whose paths are the arguments.
import fs from "node:fs";

export async function answerAll(answer) {
    await answerTogether(async (requests) => {
        const answers = [];
        for (const request of requests) {
            try {
                answers.push(await answer(request));
            } catch (error) {
                answers.push({error: String(error.stack || error).split("\n").slice(0, 3).join(" | ")});
            }
        }
        return answers;
    });
}

export async function answerTogether(answer) {
    const answers = await answer(readJson(process.argv[2]));
    fs.writeFileSync(process.argv[3], JSON.stringify(answers));
    // Game engines leave timers running.
    process.exit(0);
}

export const readJson = (path) => JSON.parse(fs.readFileSync(path, "utf8"));
