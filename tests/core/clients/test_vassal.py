"""VASSAL boards: the grid that VASSAL computes lies on the hexes of the image, and calls them what they are called."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree as ET

import pytest

from fairground.core.clients import Export, load_format
from fairground.core.clients.board_image import pixel_frame
from fairground.core.clients.format import export_settings
from fairground.core.errors import LimitError
from fairground.core.grid.labels import LabelStyle
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

VASSAL = load_format("vassal")
#: The smallest hexes, to be fast; a whole number of pixels from the centre to a corner is the exception.
SMALL = "26"


def exported(scenario: Scenario, **options: str) -> Export:
    assert VASSAL.write is not None
    return VASSAL.write(scenario, export_settings(VASSAL.options, {"pixels": SMALL, **options}, "arena"))


def blank(layout: Layout, columns: int = 4, rows: int = 4) -> Scenario:
    return blank_scenario('A <blank> & "more"', layout=layout, size=(columns, rows), ruleset="penance-1.0")


class VassalGrid(NamedTuple):
    """A grid as VASSAL computes with it, from the attributes of its element and its numbering."""

    grid: dict[str, str]
    numbering: dict[str, str]

    @classmethod
    def of(cls, made: Export) -> VassalGrid:
        root = ET.fromstring(made.content)  # noqa: S314  # our own
        (grid,) = root
        (numbering,) = grid
        return cls(grid.attrib, numbering.attrib)

    @property
    def turned(self) -> bool:
        return self.grid["sideways"] == "true"

    def centre(self, line: int, place: int) -> tuple[float, float]:
        """Return the centre of a hex of VASSAL's: a line of hexes, and the place on it."""
        x = int(self.grid["x0"]) + line * float(self.grid["dx"])
        y = int(self.grid["y0"]) + (place + (line % 2) / 2) * float(self.grid["dy"])
        return (y, x) if self.turned else (x, y)

    def name(self, line: int, place: int) -> str:
        """Return what VASSAL calls that hex."""
        if self.numbering["stagger"] == "true" and line % 2:
            place += 1
        across, down = self._said(line, "h"), self._said(place, "v")
        between = self.numbering["sep"]
        return across + between + down if self.numbering["first"] == "H" else down + between + across

    def _said(self, number: int, axis: str) -> str:
        number += int(self.numbering[f"{axis}Off"])
        if self.numbering[f"{axis}Type"] == "A":
            return "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 26] * (number // 26 + 1)
        return str(number).zfill(int(self.numbering[f"{axis}Leading"]) + 1)


@pytest.mark.parametrize("layout", list(Layout))
@pytest.mark.parametrize("pixels", [26, 33, 90])
def test_the_grid_lies_on_the_hexes_of_the_image(layout: Layout, pixels: int) -> None:
    scenario = blank(layout)
    board, frame = scenario.board, pixel_frame(scenario.board, pixels)
    grid = VassalGrid.of(exported(scenario, pixels=str(pixels)))
    found = {}
    for line in range(4):
        for place in range(-1, 5):
            found[grid.name(line, place)] = grid.centre(line, place)
    # VASSAL takes whole pixels for the first hex; from there on nothing is rounded.
    first = frame.centre(board.parse("A1"))
    off = [got - wanted for got, wanted in zip(found["A1"], first, strict=True)]
    assert max(map(abs, off)) <= (0.05 if pixels == 90 else 0.5)
    for at in board.hexes():
        x, y = frame.centre(at)
        assert found[board.label(at)] == pytest.approx((x + off[0], y + off[1]), abs=1e-6)


@pytest.mark.parametrize("layout", list(Layout))
def test_hexes_can_be_called_by_numbers(layout: Layout) -> None:
    board = blank(layout).board
    grid = VassalGrid.of(exported(blank(layout), numbering="numbers"))
    names = {grid.name(line, place) for line in range(4) for place in range(-1, 5)}
    board.label_style = LabelStyle.NUMERIC
    wanted = set(map(board.hex_name, board.hexes()))
    assert wanted <= names


def test_the_image_lies_beside_and_is_as_large_as_the_frame() -> None:
    scenario = blank(Layout.EVEN_Q)
    made = exported(scenario)
    (image,) = made.companions
    root = ET.fromstring(made.content)  # noqa: S314  # our own
    assert root.tag == "VASSAL.build.module.map.boardPicker.Board"
    assert root.attrib == {"image": image.name, "name": 'A <blank> & "more"', "reversible": "false"}
    frame = pixel_frame(scenario.board, int(SMALL))
    assert struct.unpack(">II", image.content[16:24]) == (frame.width, frame.height)


def test_names_beyond_z_are_told() -> None:
    assert exported(blank(Layout.ODD_R, columns=26)).losses == ()
    assert exported(blank(Layout.ODD_R, columns=28)).losses == (
        (
            "VASSAL continues columns after Z with AA, BB and so on, so hexes in 2 columns have different "
            "names there"
        ),
    )
    assert exported(blank(Layout.ODD_R, columns=28), numbering="numbers").losses == ()


def test_what_is_not_to_be_drawn_is_told() -> None:
    assert exported(blank(Layout.ODD_R), zones="no", labels="no").losses == (
        "labels are not drawn, as requested",
        "zones and objectives are not drawn, as requested",
    )


def test_an_image_that_would_be_too_large_is_refused_with_what_fits() -> None:
    with pytest.raises(LimitError, match=r"Hexes of \d+ pixels would fit"):
        exported(blank(Layout.ODD_R, columns=100, rows=100), pixels="400")
