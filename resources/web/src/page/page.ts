// The page around the map: panels, the toolbar with its modes, and the texts that screen readers are told.
import type { ArenaData, Board, MapView, ModeHandlers, Page } from "../contract";
import { button, make } from "./elements";

interface Mode {
  id: string;
  title: string;
  handlers: ModeHandlers;
  button: HTMLButtonElement;
}

export interface MadePage {
  page: Page;
  /** The keys of the modes, with what they do. */
  keys(): [string, string][];
}

export function makePage(data: ArenaData, board: Board, map: MapView): MadePage {
  const side = document.getElementById("panels") as HTMLElement;
  const tools = document.getElementById("tools") as HTMLElement;
  const live = document.getElementById("live") as HTMLElement;
  const answer = document.getElementById("answer") as HTMLElement;
  const modes = new Map<string, Mode>();
  const begun: (() => void)[] = [];
  let active: Mode | null = null;

  const begin = (id: string | null) => {
    if (active) {
      active.button.setAttribute("aria-pressed", "false");
      const before = active;
      active = null;
      before.handlers.leave();
    }
    answer.replaceChildren();
    answer.hidden = true;
    const next = id === null ? undefined : modes.get(id);
    if (!next) return;
    for (const it of begun) it();
    active = next;
    next.button.setAttribute("aria-pressed", "true");
    answer.hidden = false;
    const body = make("div", { class: "mode" });
    answer.append(make("h2", {}, next.title), make("p", { class: "hint" }, next.handlers.hint), body);
    next.handlers.enter(body);
    // Where the texts scroll by themselves; elsewhere the map must stay in view.
    answer.parentElement?.scrollTo({ top: 0 });
    say(next.handlers.hint);
  };
  const say = (text: string) => {
    live.textContent = text;
  };

  map.onPoint((hex) => active?.handlers.point?.(hex));
  map.onChoose((hex) => active?.handlers.choose?.(hex) ?? false);
  const keys = new Map<string, string>();
  document.addEventListener("keydown", (event) => {
    const field = (event.target as Element).closest?.("input, select, textarea");
    if (field || event.ctrlKey || event.metaKey || event.altKey) return;
    const id = event.key === "Escape" ? null : keys.get(event.key.toLowerCase());
    if (id === undefined || (id === null && !active)) return;
    begin(active?.id === id ? null : id);
    event.preventDefault();
  });

  const page: Page = {
    data,
    board,
    map,
    panel(id, title, build) {
      const body = make("div", { class: "body" });
      const summary = make("summary", {}, make("h2", {}, title));
      side.append(make("details", { class: "panel", id: `panel-${id}`, open: true }, summary, body));
      build(body);
    },
    mode(id, title, key, handlers) {
      const label = button(title, () => begin(active?.id === id ? null : id), {
        "aria-pressed": "false",
        title: `${handlers.hint} (${key.toUpperCase()})`,
        "aria-keyshortcuts": key,
        "data-mode": id,
      });
      tools.append(label);
      modes.set(id, { id, title, handlers, button: label });
      keys.set(key.toLowerCase(), id);
    },
    begin,
    onBegin: (handler) => begun.push(handler),
    say,
  };
  return {
    page,
    keys: () => [...keys].map(([key, id]): [string, string] => [key.toUpperCase(), modes.get(id)?.title ?? ""]),
  };
}
