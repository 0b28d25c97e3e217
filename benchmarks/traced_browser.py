"""A Chromium whose own trace says when it handled input, and when the frame with the answer was painted and shown."""

from __future__ import annotations

import shutil
import time
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from tests.core.report.browser import NAMES, Browser, Tab

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

Event = dict[str, Any]
READY = "document.documentElement?.dataset.ready === 'true'"
_CATEGORIES = (
    "devtools.timeline",
    "blink.user_timing",
    "loading",
    "cc",
    "viz",
    "benchmark",
    "blink",
    "disabled-by-default-devtools.timeline",
)
#: Seconds in which a page that loads is not asked anything.
_UNDISTURBED = 1.5
_BOX = (
    "(() => { const box = document.getElementById('map').getBoundingClientRect();"
    " return [box.x, box.y, box.width, box.height]; })()"
)


@dataclass(frozen=True)
class Frame:
    """An input event and the frame that it led to, in ms from the event: handled, painted by the page, shown.

    ``worked`` is the processor time of the page up to painted: what other programs do at the same time is not in it.
    """

    handled: float
    painted: float
    shown: float
    worked: float


class TracedBrowser:
    """A browser without a window and without a graphics card."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser

    def open(self, page: Path, *, width: int = 1280, height: int = 900) -> Tab:
        """Return the tab of a page whose map can be used."""
        tab = self._browser.open(page, width=width, height=height)
        tab.wait(READY, "the map")
        return tab

    def load(self, page: Path) -> tuple[Tab, dict[str, float]]:
        """Return the tab of a page, and when its marks and first paints were, in ms after the navigation began.

        ``shown`` is when the map was on the screen, and ``worked`` the processor time of the page until then.
        """
        blank = page.with_name("blank.html")
        blank.write_text("<!doctype html><title>blank</title>", encoding="utf-8")
        tab = self._browser.open(blank)
        with self.trace() as events:
            tab.ask("Page.navigate", url=page.as_uri())
            time.sleep(_UNDISTURBED)
            tab.wait(f"location.pathname.endsWith('{page.name}') && {READY}", "the map")
            time.sleep(0.3)
        return tab, _load_times(events, page.as_uri())

    @contextmanager
    def trace(self) -> Iterator[list[Event]]:
        """Yield a list that holds what the browser traced, once the block has ended."""
        browser = self._browser
        found: list[Event] = []
        browser.ask(
            "Tracing.start",
            transferMode="ReportEvents",
            traceConfig={"includedCategories": list(_CATEGORIES)},
        )
        yield found
        browser.ask("Tracing.end")
        while not any(it["method"] == "Tracing.tracingComplete" for it in browser.events):
            browser.ask("Browser.getVersion")
        for it in browser.events:
            if it["method"] == "Tracing.dataCollected":
                found += it["params"]["value"]
        found.sort(key=lambda it: it["ts"])
        browser.events = [it for it in browser.events if not it["method"].startswith("Tracing.")]

    def frames(
        self, inputs: Iterable[Callable[[], object]], kind: str, *, pause: float = 0.08
    ) -> list[Frame]:
        """Send inputs one by one, and return the frame of each event of a kind, such as ``pointermove``."""
        with self.trace() as events:
            for send in inputs:
                send()
                time.sleep(pause)
            time.sleep(0.5)
        return frames_of(events, kind)


@contextmanager
def traced_browser() -> Iterator[TracedBrowser]:
    """Yield a browser; fail when there is none."""
    program = next((it for name in NAMES if (it := shutil.which(name))), None)
    if program is None:
        raise FileNotFoundError(f"these figures need a browser: {', '.join(NAMES)}")
    with TemporaryDirectory() as folder:
        browser = Browser(program, Path(folder) / "profile")
        try:
            yield TracedBrowser(browser)
        finally:
            browser.close()


def map_box(tab: Tab) -> tuple[float, float, float, float]:
    """Return left, top, width and height of the map on the screen."""
    left, top, width, height = tab.value(_BOX)
    return left, top, width, height


def frames_of(events: list[Event], kind: str) -> list[Frame]:
    """Return the frame of each input event of a kind."""
    inputs = [it for it in events if it["name"] == "EventDispatch" and it["args"]["data"].get("type") == kind]
    commits = [it for it in events if it["name"] == "Commit" and "tdur" in it]
    drawn = [it for it in events if it["name"] == "MainFrame.Draw"]
    swaps = [it for it in events if it["name"] == "Display::DrawAndSwap"]
    found = []
    for it in inputs:
        begin, process, thread = it["ts"], it["pid"], it["tid"]
        commit = next((c for c in commits if c["tid"] == thread and c["ts"] >= begin), None)
        draw = commit and next((d for d in drawn if d["pid"] == process and d["ts"] >= _end(commit)), None)
        swap = draw and next((s for s in swaps if s["ts"] >= draw["ts"]), None)
        if commit and swap:
            worked = commit["tts"] + commit["tdur"] - it["tts"]
            handled, painted, shown = ((_end(each) - begin) / 1000 for each in (it, commit, swap))
            found.append(Frame(handled, painted, shown, worked / 1000))
    return found


def _end(event: Event) -> float:
    end: float = event["ts"] + event.get("dur", 0)
    return end


def _load_times(events: list[Event], url: str) -> dict[str, float]:
    starts = [
        it
        for it in events
        if it["name"] == "navigationStart" and it["args"].get("data", {}).get("documentLoaderURL") == url
    ]
    start = starts[-1]
    found: dict[str, float] = {}
    for it in events:
        if it["pid"] == start["pid"] and it["ts"] >= start["ts"] and it["ph"] in "RIn":
            found.setdefault(it["name"], (it["ts"] - start["ts"]) / 1000)
    shown = next(
        (
            it
            for it in events
            if it["name"] == "Display::DrawAndSwap" and it["ts"] >= start["ts"] + 1000 * found.get("ready", 0)
        ),
        None,
    )
    if shown:
        found["shown"] = (_end(shown) - start["ts"]) / 1000
        tasks = [it for it in events if it["name"] == "RunTask" and it["tid"] == it["pid"] == start["pid"]]
        within = [it for it in tasks if start["ts"] <= it["ts"] < shown["ts"]]
        found["worked"] = sum(it.get("tdur", 0) for it in within) / 1000
    return found
