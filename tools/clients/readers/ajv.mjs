// What Ajv finds wrong in a JSON file by a schema.
import {createRequire} from "node:module";
import {answerAll, readJson} from "./reader.mjs";

const {default: Ajv} = createRequire(import.meta.url)("ajv/dist/2020");
const validators = new Map();

await answerAll(({file, schema}) => {
    // Strict: what Ajv does not know in a schema is an error.
    if (!validators.has(schema)) validators.set(schema, new Ajv({strict: true, allErrors: true, allowUnionTypes: true}).compile(readJson(schema)));
    const validate = validators.get(schema);
    return validate(readJson(file)) ? [] : validate.errors.map((it) => `${it.instancePath}: ${it.message}`);
});
