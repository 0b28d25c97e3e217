// Core's sentences about lines, filled in; the templates are in the data of the page.
import type { Sentence } from "./data";
import type { LineBoard, Place } from "./lineBoard";

/** The text of a template with its values. */
export function fill(sentence: Sentence, values: Record<string, string | number>): string {
  return sentence.text.replace(/\{(\w+)\}/g, (_, name: string) => `${values[name]}`);
}

/** The name of a hex, or of a hexside by its two hexes. */
export function describePlace(board: LineBoard, place: Place): string {
  if ("hex" in place) return board.name(place.hex);
  const [first, second] = place.side.hexes.map((at) => board.name(at)).sort(byCodePoints);
  return fill(board.tables.sentences.hexside, { first, second });
}

/** The order of texts that does not depend on the language of the browser. */
export const byCodePoints = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A value that tells places apart. */
export const placeKey = (place: Place): string => ("hex" in place ? `${place.hex}` : `s${place.side.number}`);
