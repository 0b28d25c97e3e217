// The reader as an ES module.
import reader from "./arena.js";

export const {Arena} = reader;
