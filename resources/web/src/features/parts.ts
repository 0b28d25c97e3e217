// Parts that several tools show: a field for a hex, a list of reasons, numbers with their sign, a note on the game in progress.
import type { Page } from "../contract";
import { stand, standing } from "../game/standing";
import { button, make } from "../page/elements";

export interface Field {
  element: HTMLElement;
  set(hex: number | null): void;
}

/** A field in which a hex can be typed by its name. */
export function hexField(page: Page, title: string, changed: (hex: number | null) => void): Field {
  const input = make("input", { type: "text", size: 6, maxlength: 12, autocomplete: "off", spellcheck: "false", placeholder: "C4" });
  input.addEventListener("change", () => {
    const hex = page.board.find(input.value);
    const known = hex !== null && !page.board.isVoid(hex);
    const wrong = !known && input.value !== "";
    input.setAttribute("aria-invalid", String(wrong));
    error.textContent = wrong ? describeWrongHex(page, input.value) : "";
    if (!wrong) changed(known ? hex : null);
  });
  const error = make("span", { class: "error", role: "alert" });
  return {
    element: make("label", { class: "hex-field" }, title, input, error),
    set(hex) {
      input.value = hex === null ? "" : page.board.label(hex);
      input.setAttribute("aria-invalid", "false");
      error.textContent = "";
    },
  };
}

function describeWrongHex({ board }: Page, text: string): string {
  return `\u201c${text.trim()}\u201d isn\u2019t a hex of this board. Hexes run from ${board.label(0)} to ${board.label(board.count - 1)}.`;
}

/** A note that units stand where they are in a game, with a button for the start; null without a game. */
export function gameNote(page: Page, changed: () => void): HTMLElement | null {
  const game = standing();
  if (!game) return null;
  const note = make("p", { class: "caution" }, `Units stand where they are in the game, in turn ${game.turn}. `);
  note.append(
    button("Use the start", () => {
      stand(page, null);
      note.remove();
      changed();
    }, { title: "Show units where they start; the game is kept, and goes on in Play by hand" }),
  );
  return note;
}

/** Reasons as a list, each with the ID of its rule. */
export function reasonList(reasons: { rule: string; text: string }[]): HTMLElement {
  return make(
    "ul",
    { class: "reasons" },
    ...reasons.map(({ rule, text }) =>
      make("li", {}, text.charAt(0).toUpperCase() + text.slice(1), rule ? make("span", { class: "rule", title: "Rule of the ruleset that this follows from" }, `rule ${rule}`) : null),
    ),
  );
}

export const signed = (value: number): string => (value < 0 ? `\u2212${-value}` : `+${value}`);

const numbers = new Intl.NumberFormat("en");

export const hexCount = (count: number): string => `${numbers.format(count)} ${count === 1 ? "hex" : "hexes"}`;

let chosen: number | null = null;

/** The hex that was chosen last without a tool; null for none. */
export const chosenHex = (): number | null => chosen;

export function rememberChosen(hex: number): void {
  chosen = hex;
}
