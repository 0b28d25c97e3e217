// Small ways to make elements. Texts always go in as text, never as markup.

type Child = Node | string | null | undefined;

/** Make an element with attributes and content. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | number | boolean> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const found = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) found.setAttribute(name, "");
    else if (value !== false) found.setAttribute(name, String(value));
  }
  found.append(...children.filter((it): it is Node | string => it !== null && it !== undefined));
  return found;
}

/** Make a button with a label, a tooltip and a handler. */
export function button(
  label: string,
  handler: () => void,
  attributes: Record<string, string | number | boolean> = {},
): HTMLButtonElement {
  const found = make("button", { type: "button", ...attributes }, label);
  found.addEventListener("click", handler);
  return found;
}
