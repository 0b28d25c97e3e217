// One line about the hex that is pointed at, put together from what several features know.
import type { Page } from "./contract";

const tellers: ((hex: number) => string)[] = [];

/** Add to the line about a hex; an empty text adds nothing. The first to tell come first. */
export function tell(page: Page, teller: (hex: number) => string): void {
  tellers.push(teller);
  page.map.describe((hex) => tellers.map((it) => it(hex)).filter(Boolean).join(" \u00b7 "));
}
