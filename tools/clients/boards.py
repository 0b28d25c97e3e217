"""The boards that clients are shown, in four layouts each: every shipped scenario, and small ones with what those lack."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from fairground.core import import_file, load
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import VOID, Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import RulesetReference
from fairground.core.scenario.transform.whole_board import Keep, relaid
from tests.core.clients.test_carried import full
from tools.clients.client import ShownBoard

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path


def shown_boards(files: Iterable[Path]) -> Iterator[ShownBoard]:
    """Yield the board of each file in all four layouts, its own first."""
    for path in files:
        scenario = load(path) if path.suffix == ".yaml" else import_file(path).scenario
        yield from _in_all_layouts(path.stem, scenario)


def full_boards() -> Iterator[ShownBoard]:
    """Yield a small scenario that has something of every part."""
    yield from _in_all_layouts("full", full())


def _in_all_layouts(name: str, scenario: Scenario) -> Iterator[ShownBoard]:
    own = scenario.board.layout
    for layout in (own, *(it for it in Layout if it is not own)):
        shown = scenario if layout is own else relaid(scenario, layout, Keep.OFFSETS).scenario
        yield ShownBoard(f"{name}, {layout.value}", shown)


def bordered_boards() -> Iterator[ShownBoard]:
    """Yield boards whose first column, first row, or both are void, in all four layouts."""
    for layout, (columns, rows) in product(Layout, ((1, 0), (0, 1), (1, 1))):
        board = Board.blank(layout, 6, 5)
        board.palette += [PaletteEntry("~", ("rubble",)), PaletteEntry("-", (VOID,))]
        board.terrain[2, 1::2] = 1
        board.terrain[:, :columns] = 2
        board.terrain[:rows] = 2
        voids = " and ".join([*(["first column"] if columns else []), *(["first row"] if rows else [])])
        name = f"void {voids}, {layout.value}"
        yield ShownBoard(name, Scenario(name, RulesetReference("penance-1.0"), board))
