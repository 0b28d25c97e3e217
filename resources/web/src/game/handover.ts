// Handing a step of a recorded game over to play by hand.
import type { Page } from "../contract";
import type { From } from "./table";

let waiting: From | null = null;

/** Begin to play by hand from a step of a recorded game. */
export function playFrom(page: Page, from: From): void {
  waiting = from;
  page.begin("play");
}

/** Return where to play on from, once; null if nothing was handed over. */
export function handedOver(): From | null {
  const found = waiting;
  waiting = null;
  return found;
}
