// Parts that several tools show: a field for a hex, a list of reasons, numbers with their sign.
import type { Page } from "../contract";
import { make } from "../page/elements";

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
    input.setAttribute("aria-invalid", String(!known && input.value !== ""));
    if (known || !input.value) changed(known ? hex : null);
    else page.say(`${input.value} is not a hex of this board`);
  });
  return {
    element: make("label", {}, title, input),
    set(hex) {
      input.value = hex === null ? "" : page.board.label(hex);
      input.setAttribute("aria-invalid", "false");
    },
  };
}

/** Reasons as a list, each with the ID of its rule. */
export function reasonList(reasons: { rule: string; text: string }[]): HTMLElement {
  return make(
    "ul",
    { class: "reasons" },
    ...reasons.map(({ rule, text }) =>
      make("li", {}, text.charAt(0).toUpperCase() + text.slice(1), rule ? make("span", { class: "rule", title: `Rule ${rule}` }, rule) : null),
    ),
  );
}

export const signed = (value: number): string => (value < 0 ? `\u2212${-value}` : `+${value}`);

const numbers = new Intl.NumberFormat("en");

export const hexCount = (count: number): string => `${numbers.format(count)} ${count === 1 ? "hex" : "hexes"}`;
