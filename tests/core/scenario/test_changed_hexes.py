from __future__ import annotations

from copy import deepcopy
from typing import TYPE_CHECKING

from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.compare import changed_cells, changed_hexes
from fairground.core.scenario.parts import Objective, Unit, Zone, ZoneKind
from fairground.core.scenario.shapes import Columns, Listed

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario


def labels(before: Scenario, after: Scenario) -> set[str]:
    found = before.board.hexes_of(changed_hexes(before, after))
    return set(map(before.board.label, found))


def test_every_hex_of_which_anything_is_another_is_marked() -> None:
    before = blank_scenario("Plain", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-2.0")
    board, at = before.board, before.board.parse
    before.units = [Unit("a", "p1", "scout", at("A1")), Unit("b", "p1", "scout", at("A6"))]
    after = deepcopy(before)
    assert labels(before, after) == set()
    # Another order of the palette, and names, are no changes.
    after.board.palette = [PaletteEntry("#", ("wall",)), *after.board.palette]
    after.board.terrain += 1
    after.board.names[at("D4")] = "Mill"
    assert labels(before, after) == set()
    after.board.terrain[board.cell(at("C3"))] = 0
    after.board.elevation[board.cell(at("D3"))] = 2
    after.board.effects_palette.append(PaletteEntry("s", ("smoke",)))
    after.board.effects[board.cell(at("E3"))] = 1
    after.board.hexsides[hexside(at("C5"), 3)] = ("hedge",)
    changed = {"C3", "D3", "E3", "C5", "C6"}
    assert set(map(board.label, board.hexes_of(changed_cells(before.board, after.board)))) == changed
    assert labels(before, after) == changed
    after.zones[0] = Zone("p1-start", "p1", Columns(1, 1))
    after.zones.append(Zone("area", "", Listed(("F1",)), ZoneKind.AREA))
    after.objectives = [Objective("hill", Listed(("D5",)))]
    after.units[0] = Unit("a", "p1", "scout", at("A2"))
    assert labels(before, after) - changed == {*(f"B{row}" for row in range(1, 7)), "F1", "D5", "A1", "A2"}
