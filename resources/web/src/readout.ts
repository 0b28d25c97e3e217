// One line about the hex that is pointed at, put together from what several features know.
import type { Page } from "./contract";

const descriptions: ((hex: number) => string)[] = [];

/** Add to the line about a hex; an empty text adds nothing. The first to be added come first. */
export function addToReadout(page: Page, description: (hex: number) => string): void {
  descriptions.push(description);
  page.map.describe((hex) => descriptions.map((it) => it(hex)).filter(Boolean).join(" \u00b7 "));
}
