"""The board of a page: where its hexes are, what they are called, and whose sides play on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

from fairground.core.pictures.plan import BoardPlan, board_extent
from fairground.core.pictures.zone_layers import side_colour
from fairground.core.report.map import runs_of
from fairground.core.web_page.packing import packed_json

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.web_page.packing import PackedJson

#: From the centre of a hex to its corner, mm.
HEX_SIZE: Final = 11.0
#: Paper around the board, mm.
MARGIN: Final = 3.0


class SideData(TypedDict):
    """A side: its id, title, and colour as ``#rrggbb``."""

    id: str
    title: str
    colour: str


class BoardSection(TypedDict):
    """The board; hexes are numbered row by row, points are in mm from the top left corner of the drawing.

    ``size`` is centre to corner, ``origin`` the centre of the first hex, ``width`` and ``height`` the extent of the drawing.
    ``void`` lists void hexes as runs: where each begins and how long it is. ``labels`` is a packed list of all names.
    """

    columns: int
    rows: int
    layout: str
    size: float
    origin: tuple[float, float]
    width: float
    height: float
    void: list[int]
    labels: PackedJson
    title: str
    sides: list[SideData]


def board_section(scenario: Scenario) -> BoardSection:
    """Return the board of a scenario; raise LimitError for one larger than a picture."""
    board = scenario.board
    plan = BoardPlan(board, size=HEX_SIZE, left=MARGIN, top=MARGIN)
    across, down = board_extent(board, HEX_SIZE)
    names = board.hex_names
    return {
        "columns": board.columns,
        "rows": board.rows,
        "layout": board.layout.value,
        "size": HEX_SIZE,
        "origin": (round(plan.origin[0], 4), round(plan.origin[1], 4)),
        "width": round(across + 2 * MARGIN, 2),
        "height": round(down + 2 * MARGIN, 2),
        "void": runs_of(board.void),
        "labels": packed_json(
            [names.cell(column, row) for row in range(board.rows) for column in range(board.columns)]
        ),
        "title": scenario.name,
        "sides": [
            {"id": it.id, "title": it.title, "colour": side_colour(i)} for i, it in enumerate(scenario.sides)
        ],
    }


def hex_number(scenario: Scenario, at: Hex) -> int:
    """Return the number of a hex on the board, row by row; raise ScenarioError for one off it."""
    row, column = scenario.board.cell(at)
    return row * scenario.board.columns + column
