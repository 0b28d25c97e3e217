// Mouse, touch, pen and wheel on the map: dragging moves it, two fingers or the wheel zoom, a tap or click chooses.

export interface GestureHandlers {
  pan(dx: number, dy: number): void;
  /** Zoom by a factor around a point, in CSS pixels of the map. */
  zoom(factor: number, x: number, y: number): void;
  /** The pointer is at a point, or has left the map. */
  hover(at: { x: number; y: number } | null): void;
  choose(at: { x: number; y: number }): void;
  /** A gesture that changes the scale has ended. */
  settle(): void;
}

/** Movement in CSS pixels up to which a press is a click; fingers are less steady. */
const STEADY = { mouse: 4, pen: 6, touch: 10 } as Record<string, number>;
/** The pause after the last turn of the wheel, ms. */
const PAUSE = 140;

export function listen(area: HTMLElement, handlers: GestureHandlers): void {
  const down = new Map<number, { x: number; y: number }>();
  let start: { x: number; y: number } | null = null;
  let moved = false;
  let pinched = false;
  let timer = 0;

  const at = (event: MouseEvent) => {
    const box = area.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  area.addEventListener("pointerdown", (event) => {
    if (event.button > 0 || !(event.target as Element).matches("canvas")) return;
    const point = at(event);
    down.set(event.pointerId, point);
    area.setPointerCapture(event.pointerId);
    if (down.size === 1) {
      start = point;
      moved = pinched = false;
    } else {
      moved = pinched = true;
    }
  });

  area.addEventListener("pointermove", (event) => {
    const point = at(event);
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") handlers.hover((event.target as Element).matches("canvas") ? point : null);
      return;
    }
    if (down.size === 1 && start) {
      if (!moved && Math.hypot(point.x - start.x, point.y - start.y) < (STEADY[event.pointerType] ?? 4)) return;
      moved = true;
      handlers.pan(point.x - before.x, point.y - before.y);
    } else if (down.size === 2) {
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
      if (other) pinch(before, point, other);
    }
    down.set(event.pointerId, point);
  });

  const pinch = (before: { x: number; y: number }, now: { x: number; y: number }, other: { x: number; y: number }) => {
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(now.x - other.x, now.y - other.y);
    handlers.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    if (was > 0) handlers.zoom(is / was, (now.x + other.x) / 2, (now.y + other.y) / 2);
  };

  const end = (event: PointerEvent) => {
    if (!down.delete(event.pointerId)) return;
    if (pinched) {
      if (down.size < 2) handlers.settle();
      if (down.size === 0) pinched = false;
      return;
    }
    if (event.type === "pointerup" && !moved && start) handlers.choose(start);
    start = null;
  };
  area.addEventListener("pointerup", end);
  area.addEventListener("pointercancel", end);
  area.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") handlers.hover(null);
  });

  area.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { x, y } = at(event);
      // Lines and pages of a wheel as pixels; a pinch on a touchpad comes as small steps with Ctrl.
      const step = event.deltaY * [1, 18, 400][event.deltaMode];
      handlers.zoom(Math.exp(-Math.max(Math.min(step, 240), -240) * (event.ctrlKey ? 0.01 : 0.002)), x, y);
      window.clearTimeout(timer);
      timer = window.setTimeout(handlers.settle, PAUSE);
    },
    { passive: false },
  );
}
