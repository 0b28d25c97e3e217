"""Elements that all parts of a page share: headings, signs, and buttons that mark hexes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from fairground.core.errors import GridError
from fairground.core.report.map import runs
from fairground.core.report.markup import Markup, element
from fairground.core.report.sentences import SIGNS, labels, named

if TYPE_CHECKING:
    from collections.abc import Collection

    from fairground.core.grid.hexes import Hex
    from fairground.core.report.contents import Report
    from fairground.core.report.map import MapDrawing
    from fairground.core.report.markup import Content, Markup
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.fairness_titles_and_limits import Verdict


class Marks:
    """The sets, each once, as runs; a button names one by its place in ``sets``."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._places: dict[frozenset[Hex], int] = {}
        self.sets: list[list[int]] = []

    def button(self, hexes: Collection[Hex], text: str = "") -> Markup | None:
        """Return a button that marks some hexes, labelled by a text or their labels; None for no hexes."""
        key = frozenset(it for it in hexes if self._board.contains(it))
        if not key:
            return None
        if key not in self._places:
            self._places[key] = len(self.sets)
            self.sets.append(runs(self._board, key))
        return element(
            "button",
            text or named(labels(self._board, key)),
            type="button",
            data_set=self._places[key],
            aria_pressed="false",
        )

    def label_button(self, text: str | None) -> Markup | str | None:
        """Return a button for the hex of a label, or the text itself if it is not a label on the board."""
        if text is None:
            return None
        try:
            at = self._board.parse(text)
        except GridError:
            return text
        return self.button([at], self._board.hex_name(at)) or text


@dataclass(frozen=True, eq=False)
class ReportPage:
    """What the parts are made from; ``figures`` is whether they have maps of their own."""

    report: Report
    drawing: MapDrawing
    marks: Marks
    figures: bool


def part(name: str, title: str, *content: Content) -> Markup:
    """Return a part of the page under its heading."""
    return element("section", element("h2", title), *content, class_="part", id=name)


def band_sign(band: Verdict | None) -> Markup:
    """Return a band by colour, sign and word."""
    return element(
        "span", f"{SIGNS[band]} {band.value if band else 'not judged'}", class_=f"band {band or 'none'}"
    )


def chip(side: int) -> Markup:
    """Return a small field in the colour and the hatch of a side."""
    return element("span", "", class_=f"chip {side_class(side)}", aria_hidden="true")


def side_class(side: int) -> str:
    """Return the class that gives an element the colour and the hatch of a side; -1 is nobody."""
    return f"side-{side % 6 + 1 if side >= 0 else 0}"
