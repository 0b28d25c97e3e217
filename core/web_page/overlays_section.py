"""The overlays of a page: exposure, territory and chokepoints, in the colours and words of the editor and of pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

import numpy as np

from fairground.core.pictures.board_overlay import ENGLISH, Sample
from fairground.core.pictures.chokepoints_drawing import ChokepointsDrawing
from fairground.core.pictures.colours import (
    EXPOSURE_OPACITY,
    FAN_VEIL,
    GOLD,
    INK,
    MEASURED_HEXES,
    PAPER,
    PASSAGE,
    REACH_FIRST,
    REACH_LAST,
    SIGHT_BLOCKED,
    SIGHT_CLEAR,
    mix,
)
from fairground.core.pictures.exposure_drawing import ExposureDrawing
from fairground.core.pictures.territory_drawing import TerritoryDrawing
from fairground.core.report.contents import Missing
from fairground.core.text.wording import hex_count, listed
from fairground.core.web_page.board_section import hex_number
from fairground.core.web_page.packing import packed_json, packed_numbers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.chokepoints.chokepoints import Chokepoints
    from fairground.core.pictures.board_overlay import BoardOverlay, HexLook
    from fairground.core.report.contents import Report
    from fairground.core.scenario.document import Scenario
    from fairground.core.web_page.packing import PackedJson, PackedNumbers

#: Signs of legends, for entries without a tint.
_PASSAGE, _JOINT = "┅", "◎"


class LegendData(TypedDict):
    """An entry of a legend: its text, colour as ``#rrggbbaa``, and a sign; both may be empty."""

    text: str
    colour: str
    sign: str


class MarkData(TypedDict):
    """Marked hexes: ``kind`` is ``cut``, ``passage``, ``joint`` or ``tie``, ``text`` what they are, ``number`` written at one."""

    kind: str
    hexes: list[int]
    text: str
    number: str


class OverlayData(TypedDict):
    """An overlay, or in ``missing`` why there is none.

    ``kinds`` has the kind of each hex, 0 for none, ``fills`` the colours of the kinds from 1 as ``#rrggbbaa``. ``texts`` is a
    packed list of sentences, and ``said`` the one for each hex.
    """

    id: str
    title: str
    heading: str
    missing: str
    kinds: PackedNumbers | None
    fills: list[str]
    legend: list[LegendData]
    texts: PackedJson | None
    said: PackedNumbers | None
    marks: list[MarkData]


#: The most turns of reach that have a tint of their own.
_TURNS = 6


class ColoursSection(TypedDict):
    """The colours of the editor's answers as ``#rrggbb``; ``turns`` are those of reach, from the first turn on."""

    clear: str
    blocked: str
    veil: str
    gold: str
    ink: str
    paper: str
    passage: str
    measured: str
    turns: list[str]


def colours_section() -> ColoursSection:
    """Return the colours of lines, fans, reach and measures."""
    return {
        "clear": SIGHT_CLEAR,
        "blocked": SIGHT_BLOCKED,
        "veil": FAN_VEIL,
        "gold": GOLD,
        "ink": INK,
        "paper": PAPER,
        "passage": PASSAGE,
        "measured": MEASURED_HEXES,
        "turns": [mix(REACH_FIRST, REACH_LAST, i / (_TURNS - 1)) for i in range(_TURNS)],
    }


def overlays_section(report: Report) -> list[OverlayData]:
    """Return the overlays of a report."""
    return [_exposure(report), _territory(report), _chokepoints(report)]


def _exposure(report: Report) -> OverlayData:
    scenario, found = report.scenario, report.exposure
    if isinstance(found, Missing):
        return _missing("exposure", ExposureDrawing.title, found)
    drawing = ExposureDrawing(scenario, found)
    # Exposure counts every hex, whether or not a unit could stand there.
    closed = np.array(
        [not scenario.rules.ground(it.kinds).passable for it in scenario.board.palette], np.bool_
    )
    texts = [
        f"{text}, though no unit can stand there" if text and shut else text
        for text, shut in zip(_texts(drawing, scenario), closed[scenario.board.terrain].ravel(), strict=True)
    ]
    return _overlay(drawing, scenario, texts, opacity=EXPOSURE_OPACITY)


def _territory(report: Report) -> OverlayData:
    scenario, found = report.scenario, report.territory
    if isinstance(found, Missing):
        return _missing("territory", TerritoryDrawing.title, found)
    drawing = TerritoryDrawing.of(scenario, found)
    ties = scenario.board.hexes_of(drawing.ties)
    marks = [_mark(scenario, "tie", ties, "reached by more than one zone at the same time")] if ties else []
    return _overlay(drawing, scenario, _texts(drawing, scenario), marks)


def _chokepoints(report: Report) -> OverlayData:
    scenario, found = report.scenario, report.chokepoints
    if isinstance(found, Missing):
        return _missing("chokepoints", ChokepointsDrawing.title, found)
    drawing = ChokepointsDrawing(scenario, found)
    joints = scenario.board.hexes_of(found.articulation)
    marks = [
        *(_mark(scenario, "cut", it, _closed_off(scenario, found, it), len(it)) for it in drawing.chains),
        *(
            _mark(scenario, "passage", it.hexes, f"narrow passage, {hex_count(it.width)} wide", it.width)
            for it in found.narrow
        ),
        *([_mark(scenario, "joint", joints, "blocking it splits an area")] if joints else []),
    ]
    shares = np.rint(100 * found.traffic).astype(np.int64).ravel().tolist()
    texts = [f"{it}% of the cheapest routes lead through it" if it else "" for it in shares]
    return _overlay(drawing, scenario, texts, marks)


def _closed_off(scenario: Scenario, found: Chokepoints, hexes: frozenset[Hex]) -> str:
    """Return which zones a cut closes off from each other."""
    pairs = {frozenset(it.zones): it.zones for it in found.cuts if hexes in (it.near_a, it.near_b)}
    texts = [f"{scenario.zone_title(one)} from {scenario.zone_title(other)}" for one, other in pairs.values()]
    lead = f"one of {len(hexes)} hexes that separate" if len(hexes) > 1 else "closing it separates"
    return f"{lead} {listed(texts)}"


def _overlay(
    drawing: BoardOverlay,
    scenario: Scenario,
    texts: list[str],
    marks: list[MarkData] | None = None,
    *,
    opacity: float = 1.0,
) -> OverlayData:
    kinds = np.where(scenario.board.void, 0, drawing.kinds)
    if drawing.is_uniform:
        kinds = np.zeros_like(kinds)
    known = list(dict.fromkeys(texts))
    number = {text: i for i, text in enumerate(known)}
    return {
        "id": drawing.id,
        "title": drawing.title,
        "heading": drawing.heading(ENGLISH),
        "missing": "",
        "kinds": packed_numbers(kinds.astype(np.uint8)),
        "fills": [_fill(it, opacity) for it in drawing.looks],
        "legend": list(_legend(drawing, opacity)),
        "texts": packed_json(known),
        "said": packed_numbers(np.array([number[it] for it in texts], np.uint16)),
        "marks": marks or [],
    }


def _missing(name: str, title: str, found: Missing) -> OverlayData:
    return {
        "id": name,
        "title": title,
        "heading": "",
        "missing": found.reason,
        "kinds": None,
        "fills": [],
        "legend": [],
        "texts": None,
        "said": None,
        "marks": [],
    }


def _texts(drawing: BoardOverlay, scenario: Scenario) -> list[str]:
    """Return what an overlay says of each hex, row by row; empty for void ones."""
    void = scenario.board.void
    rows, columns = void.shape
    return [
        "" if void[row, column] else drawing.describe_hex(row, column, ENGLISH)
        for row in range(rows)
        for column in range(columns)
    ]


def _legend(drawing: BoardOverlay, opacity: float) -> Iterator[LegendData]:
    signs = _chokepoint_signs(drawing.found) if isinstance(drawing, ChokepointsDrawing) else iter(())
    for it in drawing.entries(ENGLISH):
        colour, sign = next(signs, ("", ""))
        look = it.paint.look if isinstance(it.paint, Sample) else None
        if look and look.fill:
            colour = _fill(look, opacity)
        yield {"text": f"{it.title} ({it.note})" if it.note else it.title, "colour": colour, "sign": sign}


def _chokepoint_signs(found: Chokepoints) -> Iterator[tuple[str, str]]:
    """Yield colour and sign of each entry in the legend, in its order; none for the last, traffic."""
    yield from ((GOLD, str(it.width)) if it.width else ("", "") for it in found.cuts)
    if found.narrow:
        yield PASSAGE, _PASSAGE
    if found.articulation.any():
        yield INK, _JOINT


def _fill(look: HexLook, opacity: float) -> str:
    """Return a look's colour with its opacity; empty without one."""
    return f"{look.fill}{round(255 * min(look.opacity, opacity)):02x}" if look.fill else ""


def _mark(
    scenario: Scenario, kind: str, hexes: Iterable[Hex], text: str, number: int | None = None
) -> MarkData:
    numbers = sorted(hex_number(scenario, at) for at in hexes)
    return {"kind": kind, "hexes": numbers, "text": text, "number": "" if number is None else str(number)}
