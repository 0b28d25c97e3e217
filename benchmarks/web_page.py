"""Published pages in Chromium without a graphics card: until the map is shown, and how fast it answers.

    .venv/bin/python -m benchmarks.run web_page
    .venv/bin/python -m benchmarks.run web_page_300 (publishing takes most of a minute)

The times are those of the browser's own trace. "To paint" is the processor time of the page from an input event to the end of
painting its answer, so that other programs on the machine do not count. "Shown" is wall time.
"""

from __future__ import annotations

import random
import statistics
import time
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from benchmarks.boards import random_board
from benchmarks.measure import Figure
from benchmarks.sight import COUNTRY
from benchmarks.traced_browser import map_box, traced_browser
from fairground.core import publish
from fairground.core.grid.layout import Layout

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from benchmarks.traced_browser import Frame, TracedBrowser
    from tests.core.report.browser import Tab

#: Budgets in ms of a frame, and of the first picture.
FRAME_MS, SHOWN_MS = 16, 1000
#: So many inputs of each kind, after those that are not counted; and so many loads of a page.
INPUTS, BEFORE, LOADS = 60, 8, 5
#: What a page with the largest board is measured on.
LARGE = ("penance-2.0",)


def figures() -> Iterator[Figure]:
    """Yield the figures of boards of 100x100, of every ruleset with lines from hex to hex."""
    yield from _figures(100, COUNTRY)


def large_figures() -> Iterator[Figure]:
    """Yield the figures of a board of 300x300; frames of such a board have no budget."""
    yield from _figures(300, LARGE)


def _figures(side: int, rulesets: Sequence[str] | dict[str, tuple[tuple[str, ...], ...]]) -> Iterator[Figure]:
    frame = FRAME_MS if side <= 100 else None
    with TemporaryDirectory() as folder, traced_browser() as browser:
        for ruleset in rulesets:
            scenario = random_board(ruleset, Layout.ODD_Q, (side, side), seed=1, stacks=COUNTRY[ruleset])
            page, name = Path(folder) / f"{ruleset}.html", f"page {side}x{side}, {ruleset}"
            begin = time.perf_counter()
            page.write_text(publish(scenario), encoding="utf-8")
            yield Figure(f"{name}, publish", time.perf_counter() - begin, None, unit="s")
            yield Figure(f"{name}, size", page.stat().st_size / 1e6, 8 if side <= 100 else None, unit="MB")
            yield from _loads(browser, page, name, SHOWN_MS if side <= 100 else None)
            tab = browser.open(page)
            for what, frames in _inputs(browser, tab):
                worked = sorted(it.worked for it in frames)
                shown = statistics.median(it.shown for it in frames)
                runs = len(frames)
                yield Figure(f"{name}, {what} to paint, median", statistics.median(worked), frame, runs=runs)
                yield Figure(f"{name}, {what} to paint, worst", worked[-1], frame, runs=runs)
                yield Figure(f"{name}, {what} shown, median", shown, None, runs=runs)
            tab.close()


def _loads(browser: TracedBrowser, page: Path, name: str, budget: float | None) -> Iterator[Figure]:
    texts, maps, worked = [], [], []
    for _ in range(LOADS):
        tab, times = browser.load(page)
        texts.append(times["firstContentfulPaint"])
        maps.append(times["shown"])
        worked.append(times["worked"])
        tab.close()
    yield Figure(f"{name}, first paint, median", statistics.median(texts), budget, runs=LOADS)
    yield Figure(f"{name}, map shown, median", statistics.median(maps), budget, runs=LOADS)
    yield Figure(f"{name}, map shown, worst", max(maps), None, runs=LOADS)
    yield Figure(f"{name}, work until the map is shown, worst", max(worked), budget, runs=LOADS)


def _inputs(browser: TracedBrowser, tab: Tab) -> Iterator[tuple[str, list[Frame]]]:
    """Yield what was done, and the frames of it: a fan at the pointer, lines, moving and zooming the map."""
    box = map_box(tab)
    rng = random.Random(1)
    tab.press("f")
    time.sleep(1)
    moves = [partial(tab.move, *_point(rng, box)) for _ in range(INPUTS + BEFORE)]
    yield "hover with a fan", browser.frames(moves, "pointermove")[BEFORE:]
    tab.press("s")
    clicks = [partial(_click, tab, *_point(rng, box)) for _ in range(INPUTS + BEFORE)]
    yield "line of sight", browser.frames(clicks, "pointerup")[BEFORE:]
    tab.press("Escape")
    middle = (box[0] + box[2] / 2, box[1] + box[3] / 2)
    wheel = partial(
        tab.ask, "Input.dispatchMouseEvent", type="mouseWheel", x=middle[0], y=middle[1], deltaX=0
    )
    steps = [partial(wheel, deltaY=-60 if i < 30 else 60) for i in range(50)]
    yield "zoom", browser.frames(steps, "wheel", pause=0.04)
    time.sleep(1)
    yield "pan", browser.frames(_drag(tab, middle), "pointermove", pause=0.02)


def _point(rng: random.Random, box: tuple[float, float, float, float]) -> tuple[float, float]:
    left, top, width, height = box
    return left + width * rng.uniform(0.2, 0.8), top + height * rng.uniform(0.05, 0.95)


def _click(tab: Tab, x: float, y: float) -> None:
    for kind in ("mousePressed", "mouseReleased"):
        tab.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


def _drag(tab: Tab, middle: tuple[float, float]) -> Iterator[Callable[[], object]]:
    """Yield the steps of dragging the map to and fro."""
    x, y = middle
    mouse = partial(tab.ask, "Input.dispatchMouseEvent", button="left", buttons=1)
    yield partial(mouse, type="mousePressed", x=x, y=y, clickCount=1)
    for i in range(INPUTS):
        step = 8 * (i if i < INPUTS // 2 else INPUTS - i)
        yield partial(mouse, type="mouseMoved", x=x - step, y=y - step / 2)
    yield partial(mouse, type="mouseReleased", x=x, y=y, clickCount=1)
