// The controls of the map and the page: zoom, layers, light and dark, links within the page, and the list of keys.
import type { BoardMap } from "../map/map";
import { button, make } from "./elements";

const THEME = "fairground-theme";

export function zoomControls(map: BoardMap): HTMLElement {
  return make(
    "div",
    { class: "zoom", role: "group", "aria-label": "Zoom" },
    button("+", () => map.zoomBy(1.5), { "aria-label": "Zoom in", title: "Zoom in (+)" }),
    button("\u2212", () => map.zoomBy(1 / 1.5), { "aria-label": "Zoom out", title: "Zoom out (\u2212)" }),
    button("\u2922", () => map.fit(), { "aria-label": "Show the whole board", title: "Show the whole board (0)" }),
  );
}

/** A button that opens the list of layers, each to be shown or hidden. */
export function layerControls(map: BoardMap, groups: readonly (readonly [string, string])[]): HTMLElement {
  const list = make("div", { class: "popover", id: "layers", role: "group", "aria-label": "Layers", hidden: true });
  for (const [group, title] of groups) {
    const box = make("input", { type: "checkbox" });
    box.checked = true;
    box.addEventListener("change", () => map.show(group, box.checked));
    list.append(make("label", {}, box, title));
  }
  return opener("Layers", "L", "Show and hide layers of the map", list);
}

export function keyList(modes: readonly (readonly [string, string])[]): HTMLElement {
  const keys: (readonly [string, string])[] = [
    ["Tab", "Go to the map, or click it"],
    ["Arrow keys", "Move from hex to hex"],
    ["Page Up, Page Down", "Ten rows up or down"],
    ["Home, End", "First or last column"],
    ["Enter", "Choose the hex"],
    ["+, \u2212", "Zoom in or out"],
    ["0", "Show the whole board"],
    ["L", "Layers"],
    ...modes,
    ["Esc", "Close this list or the tool"],
  ];
  const list = make("dl", {});
  for (const [key, what] of keys) list.append(make("dt", {}, key), make("dd", {}, what));
  const body = make("div", { class: "popover keys", id: "keys", hidden: true }, list);
  return opener("Keys", "?", "Keys for the map", body);
}

function opener(title: string, key: string, hint: string, body: HTMLElement): HTMLElement {
  const toggle = (on: boolean) => {
    body.hidden = !on;
    label.setAttribute("aria-expanded", String(on));
  };
  const label = button(title, () => toggle(Boolean(body.hidden)), {
    "aria-expanded": "false",
    "aria-controls": body.id,
    "aria-keyshortcuts": key,
    title: `${hint} (${key})`,
  });
  const whole = make("div", { class: "opener" }, label, body);
  document.addEventListener("pointerdown", (event) => {
    if (!whole.contains(event.target as Node)) toggle(false);
  });
  document.addEventListener("keydown", (event) => {
    if ((event.target as Element).closest?.("input:not([type=checkbox]), select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toUpperCase() === key) {
      toggle(Boolean(body.hidden));
      if (!body.hidden) (body.querySelector("input") ?? label).focus();
      event.preventDefault();
    } else if (event.key === "Escape" && !body.hidden) {
      // The tool below it stays.
      event.stopPropagation();
      toggle(false);
      label.focus();
    }
  }, true);
  return whole;
}

/** Let links within the page scroll to their targets, and leave the address alone: it may hold a game. */
export function inPageLinks(): void {
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest?.('a[href^="#"]');
    const target = link && document.getElementById((link.getAttribute("href") ?? "").slice(1));
    if (!target) return;
    event.preventDefault();
    target.scrollIntoView();
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  });
}

/** The distance within which a box over the map gives way to the pointer, in CSS pixels. */
const ROOM = 40;

/** Let a box in the lower left corner of the map go to the upper right one while the pointer is near it. */
export function keepClear(area: HTMLElement, box: HTMLElement): void {
  // Before the handlers that change the box: its size is known at that time.
  area.addEventListener("pointermove", (event) => {
    const { left, bottom } = area.getBoundingClientRect();
    box.classList.toggle("aside", event.clientX < left + box.offsetWidth + ROOM && event.clientY > bottom - box.offsetHeight - ROOM);
  }, true);
}

/** Light or dark: as the system has it, until the button is pressed. */
export function themeButton(changed: () => void): HTMLElement {
  const root = document.documentElement;
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
  const label = button("", () => choose(isDark() ? "light" : "dark"), { class: "theme" });
  const show = () => {
    label.textContent = isDark() ? "\u2600" : "\u263e";
    const words = isDark() ? "Use light colours" : "Use dark colours";
    label.setAttribute("aria-label", words);
    label.title = words;
    changed();
  };
  const choose = (theme: string) => {
    root.dataset.theme = theme;
    try {
      localStorage.setItem(THEME, theme);
    } catch {
      // Some browsers keep nothing for files.
    }
    show();
  };
  try {
    const kept = localStorage.getItem(THEME);
    if (kept === "dark" || kept === "light") root.dataset.theme = kept;
  } catch {
    // As above.
  }
  dark.addEventListener("change", show);
  show();
  return label;
}
