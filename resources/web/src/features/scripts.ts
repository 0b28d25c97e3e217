// What scripts can ask the page in the browser's console, such as `(await arena.answers()).sight("A1", "C4")`.
import type { ArenaData, Feature } from "../contract";
import { jsonAnswers } from "../jsonAnswers";

export const install: Feature = (page) => {
  // Answers for other data are for tests, which compare many boards with core in one page.
  const answers = (data: ArenaData = page.data) => jsonAnswers(data);
  Object.assign(window, { arena: Object.freeze({ answers }) });
};
