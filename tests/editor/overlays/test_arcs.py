"""Which unit's arcs are looked at, and when they change."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, TypedDict, Unpack

import pytest

from fairground.core.scenario.parts import Shield, Side, Unit
from fairground.editor.document.patches import FieldPatch, list_patch
from fairground.editor.overlays.arcs import UnitArcs, arcs_legend
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.sight.unit_sides import Arcs
    from tests.editor.overlays.conftest import Look, LookMaker


class UnitChange(TypedDict, total=False):
    facing: int
    hex: Hex


class Poster(Protocol):
    """Opens a board of a ruleset with two heavies."""

    def __call__(self, ruleset: str = "penance-2.0") -> tuple[Look, UnitArcs]: ...


@pytest.fixture
def posted(make_look: LookMaker) -> Poster:
    """Two heavies on a board, at C3 and at E5, and their arcs."""

    def post(ruleset: str = "penance-2.0") -> tuple[Look, UnitArcs]:
        look = make_look(ruleset=ruleset)
        kind = next(iter(look.scenario.rules.classes))
        look.scenario.sides = [Side("one")]
        look.scenario.units = [
            Unit("first", "one", kind, look.hex("C3"), 2, Shield.LEFT),
            Unit("second", "one", kind, look.hex("E5"), 4),
        ]
        arcs = UnitArcs(look.state)
        arcs.set_document(look.document)
        return look, arcs

    return post


def known(arcs: UnitArcs) -> Arcs | None:
    """Return the arcs that are looked at now."""
    return arcs.arcs


def edit(look: Look, **changes: Unpack[UnitChange]) -> None:
    """Change the first unit, as tools do."""
    units = look.scenario.units
    look.document.edit("Edit", [list_patch("units", units, [replace(units[0], **changes), *units[1:]])])
    look.settle()


def test_p2_11_the_chosen_unit_while_units_are_placed_and_the_selected_one_otherwise(posted: Poster) -> None:
    look, arcs = posted()
    look.state.unit_id = "first"
    assert known(arcs) is None
    arcs.take_tool("units")
    found = present(known(arcs))
    assert (found.hex, found.facing, found.shield) == (look.hex("C3"), 2, Shield.LEFT)
    arcs.take_tool("select")
    assert known(arcs) is None
    look.state.selection = frozenset({look.hex("E5"), look.hex("E6")})
    assert (present(arcs.unit).id, present(known(arcs)).facing) == ("second", 4)
    look.state.selection |= {look.hex("C3")}
    assert known(arcs) is None


def test_p2_16_arcs_follow_the_unit_as_it_turns_moves_and_goes(posted: Poster) -> None:
    look, arcs = posted()
    arcs.take_tool("units")
    look.state.unit_id = "first"
    told: list[int] = []
    arcs.changed.connect(lambda: told.append(arcs.arcs.facing if arcs.arcs else 0))
    edit(look, facing=3)
    edit(look, hex=look.hex("B1"))
    assert present(known(arcs)).hex == look.hex("B1")
    look.document.undo()
    look.settle()
    assert present(known(arcs)).hex == look.hex("C3")
    look.document.edit("Remove", [list_patch("units", look.scenario.units, [])])
    look.settle()
    assert known(arcs) is None
    assert told == [3, 3, 3, 0]


def test_hidden_arcs_are_known_and_not_drawn(posted: Poster) -> None:
    look, arcs = posted()
    arcs.take_tool("units")
    look.state.unit_id = "first"
    arcs.set_on(False)  # as Qt's setters
    assert (arcs.shown, known(arcs) is None) == (None, False)
    told: list[object] = []
    arcs.changed.connect(lambda: told.append(arcs.shown))
    arcs.set_on(True)
    arcs.set_on(True)
    assert told == [arcs.arcs]


def test_what_is_wrong_with_a_unit_is_left_to_the_findings(posted: Poster) -> None:
    look, arcs = posted()
    arcs.take_tool("units")
    look.state.unit_id = "first"
    assert known(arcs) is not None
    before = look.scenario.ruleset
    look.document.edit("Rules", [FieldPatch("ruleset", before, type(before)("no-such-rules"))])
    look.settle()
    assert arcs.unit is None


def test_bv_01_round_bases_have_no_sides(posted: Poster) -> None:
    look, arcs = posted("base-visibility")
    arcs.take_tool("units")
    look.state.unit_id = "first"
    assert present(arcs.unit).id == "first"
    assert known(arcs) is None


def test_p2_13_and_p2_15_the_legend_names_sides_front_and_shield(posted: Poster) -> None:
    look, arcs = posted()
    arcs.take_tool("units")
    look.state.unit_id = "first"
    hexagon = ((1.0, 0.0),) * 6
    assert [it.words for it in arcs_legend(present(known(arcs)), hexagon)] == [
        "front edge: side 1, Front",
        "sides, clockwise: 2 Front right, 3 Rear right, 4 Rear, 5 Rear left, 6 Front left",
        "edge of the front arc, through sides 1, 2, 6; hexes on it count as front",
        "covered by the shield: sides 1, 6",
    ]
    look.state.unit_id = "second"
    assert len(arcs_legend(present(known(arcs)), hexagon)) == 3
    before = look.scenario.ruleset
    narrow = replace(before, overrides={"facing.front_border": False})
    look.document.edit("Rules", [FieldPatch("ruleset", before, narrow)])
    look.settle()
    assert arcs_legend(present(known(arcs)), hexagon)[2].words.endswith("hexes on it do not count as front")
