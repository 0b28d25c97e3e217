// Work for which the browser has time: in pieces, between frames.

/** Safari has no idle callbacks. */
const whenIdle: (task: () => void) => void =
  typeof window.requestIdleCallback === "function" ? (task) => window.requestIdleCallback(task) : (task) => window.setTimeout(task, 30);

/** Do a piece of work when the browser is idle, again and again while it returns true. */
export function inIdleTime(work: () => boolean): void {
  whenIdle(() => {
    if (work()) inIdleTime(work);
  });
}
