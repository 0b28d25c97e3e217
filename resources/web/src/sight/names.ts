// The names of hexes in texts, off the board too, as core/grid/labels.py gives them.
import type { NamesData } from "./data";

const FIRST_LETTER = "A".charCodeAt(0);

function letters(index: number): string {
  let text = "";
  for (let rest = index + 1; rest; rest = Math.floor((rest - 1) / 26)) {
    text = String.fromCharCode(FIRST_LETTER + ((rest - 1) % 26)) + text;
  }
  return text;
}

/** A function for the name of the hex at axial coordinates. */
export function hexNames(layout: string, { style, digits }: NamesData): (q: number, r: number) => string {
  const flat = layout.endsWith("q");
  const sign = layout.startsWith("odd") ? -1 : 1;
  return (q, r) => {
    if (style === "axial") return `(${q},${r})`;
    const line = flat ? q : r;
    const shift = (line + sign * (line & 1)) / 2;
    const [column, row] = flat ? [q, r + shift] : [q + shift, r];
    if (column < 0 || row < 0) return `column ${column + 1}, row ${row + 1}`;
    if (style === "column-letter") return `${letters(column)}${row + 1}`;
    if (style === "row-letter") return `${letters(row)}${column + 1}`;
    const width = Math.max(digits, `${column + 1}`.length, `${row + 1}`.length);
    return `${column + 1}`.padStart(width, "0") + `${row + 1}`.padStart(width, "0");
  };
}
