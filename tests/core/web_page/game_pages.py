"""Published pages with games, opened in a browser, and what their controls show."""

from __future__ import annotations

import itertools
import json
from typing import TYPE_CHECKING, Any

from fairground.core.web_page import publish
from fairground.core.web_page.board_section import board_section
from tests.patience import wait_until

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.recording.game_record import RecordedGames
    from tests.core.report.browser import Browser, Tab


def open_page(
    browser: Browser,
    folder: Path,
    scenario: Scenario,
    games: Sequence[RecordedGames] = (),
) -> Tab:
    """Publish a scenario and show the page."""
    path = folder / "arena.html"
    path.write_text(publish(scenario, games=games), encoding="utf-8")
    tab = browser.open(path)
    tab.wait("document.documentElement.dataset.ready === 'true'", "the script of the page")
    return tab


def begin(tab: Tab, mode: str) -> None:
    """Begin a mode of the page with the mouse, and wait until it shows something."""
    tab.click(f"[data-mode={mode}]")
    ready = {"play": "[data-control=unit]", "replay": ".replay-state:not(:empty)"}[mode]
    tab.wait(f"document.querySelector({json.dumps(ready)}) !== null", f"the mode {mode}")


def choose(tab: Tab, control: str, value: object) -> None:
    """Choose a value in a list."""
    tab.value(
        f"(() => {{ const it = document.querySelector({json.dumps(control)}); it.value = {json.dumps(str(value))}; "
        "it.dispatchEvent(new Event('change')); })()"
    )


def text(tab: Tab, selector: str) -> str:
    """Return the text of an element; empty without one."""
    found: str = tab.value(f"document.querySelector({json.dumps(selector)})?.textContent ?? ''")
    return found


def texts(tab: Tab, selector: str) -> list[str]:
    """Return the texts of all elements that fit."""
    found: list[str] = tab.value(
        f"[...document.querySelectorAll({json.dumps(selector)})].map((it) => it.textContent)"
    )
    return found


def chord(tab: Tab, key: str, *, control: bool = False) -> None:
    """Press a key, with Control if asked."""
    more: dict[str, Any] = {"modifiers": 2} if control else {}
    for kind in ("keyDown", "keyUp"):
        tab.ask("Input.dispatchKeyEvent", type=kind, key=key, code=f"Key{key.upper()}", **more)


def tap(tab: Tab, selector: str) -> None:
    """Touch the middle of an element."""
    x, y = tab.middle(selector)
    tab.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    tab.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def hex_on_screen(tab: Tab, scenario: Scenario, label: str) -> tuple[float, float]:
    """Return the middle of a hex in the window, while the map shows the whole board.

    Waits until the map has fitted itself into the room that it has: a panel that opens takes some of it.
    """
    section, board = board_section(scenario), scenario.board
    tab.wait(
        "(() => { const it = document.getElementById('map'), area = it.parentElement; "
        "const pixels = (size) => Math.round(size * devicePixelRatio); "
        "return it.width === pixels(area.clientWidth) && it.height === pixels(area.clientHeight); })()",
        "the map to fit itself into its area",
    )
    left, top, width, height = tab.value(
        "(() => { const it = document.getElementById('map'); it.scrollIntoView({ block: 'nearest', behavior: 'instant' }); "
        "const box = it.getBoundingClientRect(); return [box.x, box.y, box.width, box.height]; })()"
    )
    scale = min(width / section["width"], height / section["height"])
    (x, y), (x0, y0) = (
        board.layout.centre(board.parse(label)),
        board.layout.centre(board.layout.from_offset(0, 0)),
    )
    across = section["origin"][0] + section["size"] * (x - x0)
    down = section["origin"][1] + section["size"] * (y - y0)
    return (
        left + (width - section["width"] * scale) / 2 + across * scale,
        top + (height - section["height"] * scale) / 2 + down * scale,
    )


def point_at(tab: Tab, scenario: Scenario, label: str) -> tuple[float, float]:
    """Point at a hex until the line below the map tells it: the map may still be fitting itself into the window."""
    steps = itertools.cycle((0, 1))

    def pointed_at() -> tuple[float, float] | None:
        x, y = hex_on_screen(tab, scenario, label)
        tab.move(x + next(steps), y)
        # Tools say theirs before the hex.
        is_told = f" {label} " in f" {text(tab, '.readout')}"
        return (x, y) if is_told else None

    return wait_until(pointed_at, f"the line on {label}")


def click_hex(tab: Tab, scenario: Scenario, label: str) -> None:
    """Click the middle of a hex with the mouse."""
    x, y = hex_on_screen(tab, scenario, label)
    tab.move(x, y)
    for kind in ("mousePressed", "mouseReleased"):
        tab.ask("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


def tap_hex(tab: Tab, scenario: Scenario, label: str) -> None:
    """Touch the middle of a hex."""
    x, y = hex_on_screen(tab, scenario, label)
    tab.ask("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    tab.ask("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
