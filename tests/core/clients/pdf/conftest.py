from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.clients import load_format
from fairground.core.clients.format import export_settings
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import Objective, RulesetReference, Side, Unit, Zone
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.clients.format import ExportSettings

    Ask = Callable[..., ExportSettings]


@pytest.fixture
def ask() -> Ask:
    """Return what is asked of the PDF: ``ask(hex_width="16")``."""

    def asked(**said: str) -> ExportSettings:
        options = load_format("pdf").options
        return export_settings(
            options, {name.replace("_", "-"): value for name, value in said.items()}, "field"
        )

    return asked


@pytest.fixture(params=[Layout.ODD_R, Layout.EVEN_Q])
def field(request: pytest.FixtureRequest) -> Scenario:
    """A board of 9 x 8 hexes, pointy-top and flat-top, with something of everything on it."""
    board = Board.blank(request.param, 9, 8)
    board.palette.append(PaletteEntry("r", ("road",)))
    board.terrain[4, :] = 1
    board.elevation[2:4, 3:6] = 1
    board.names = {board.parse("E5"): "Old Mill"}
    return Scenario(
        "Field",
        RulesetReference("none"),
        board,
        author="Somebody",
        sides=[Side("a", "Ants"), Side("b", "Bees")],
        zones=[Zone("a-start", "a", parse_shape("rows 1-2")), Zone("b-start", "b", parse_shape("rows 7-8"))],
        objectives=[Objective("mill", parse_shape("E5"), points=3)],
        units=[Unit("one", "a", "scout", board.parse("B1")), Unit("two", "b", "heavy", board.parse("H8"))],
    )
