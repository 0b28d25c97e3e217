from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.parts import RulesetReference
from fairground.core.scenario.transform.clip import clip_of
from fairground.editor.document.clip_patches import describe_conversions, describe_unknown_kinds, fitted

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.clip import Clip


def scenario(ruleset: str) -> Scenario:
    return blank_scenario("T", layout=Layout.ODD_Q, size=(4, 4), ruleset=ruleset)


def clip(*stacks: tuple[str, ...], features: tuple[str, ...] = ()) -> Clip:
    board = Board.blank(Layout.ODD_Q, len(stacks), 1)
    board.palette = [PaletteEntry(str(i), stack) for i, stack in enumerate(stacks)]
    board.terrain[0] = range(len(stacks))
    if features:
        board.hexsides = {hexside(Hex(0, 0), 0): features}
    return clip_of(board, tuple(board.hexes()))


def stacks(found: Clip) -> list[tuple[str, ...]]:
    return [entry.kinds for entry in found.palette]


def test_what_the_ruleset_has_stays() -> None:
    taken = clip(("wall",), ("rubble",), ("clear",))
    found = fitted(taken, scenario("penance-1.0"))
    assert found.clip == taken
    assert (found.became, found.unknown) == ({}, ())
    assert (
        describe_conversions(found.became)
        == describe_unknown_kinds(found.unknown, scenario("penance-1.0"))
        == ""
    )


def test_kinds_of_other_rules_are_found_by_name() -> None:
    found = fitted(clip(("woods",), ("road", "bridge"), ("wood-1",)), scenario("megamek"))
    assert found.unknown == ()
    assert found.became["woods"].startswith("woods-")
    assert stacks(found.clip)[1] == ("road", "bridge")
    assert "woods → woods-" in describe_conversions(found.became)


def test_names_count_as_well_as_ids() -> None:
    # Called "Clear ground" there, and "Open ground" here.
    found = fitted(clip(("light-building",)), scenario("megamek"))
    assert stacks(found.clip) == [("building",)]


def test_what_nothing_is_like_is_told_and_stays() -> None:
    there = scenario("penance-1.0")
    found = fitted(clip(("wall",), ("zyzzyva",), ("quux",)), there)
    assert found.unknown == ("zyzzyva", "quux")
    assert stacks(found.clip) == [("wall",), ("zyzzyva",), ("quux",)]
    assert describe_unknown_kinds(found.unknown, there) == (
        "The ruleset Penance 1.0 has no zyzzyva, quux, so these hexes cannot be pasted here."
    )
    many = describe_unknown_kinds(("a", "b", "c", "d", "e"), there)
    assert "a, b, c, d …" in many


def test_what_the_board_has_is_known() -> None:
    there = scenario("penance-1.0")
    there.board.palette.append(PaletteEntry("z", ("zyzzyva",)))
    assert fitted(clip(("zyzzyva",)), there).unknown == ()


def test_features_are_fitted_too() -> None:
    assert fitted(clip(("clear",), features=("Hedge",)), scenario("hexside-ww2")).clip.rim == {
        hexside(Hex(0, 0), 0): ("hedge",)
    }
    found = fitted(clip(("clear",), features=("hedge",)), scenario("penance-1.0"))
    assert found.unknown == ("hedge",)


def test_features_that_become_the_same_stand_there_once() -> None:
    found = fitted(clip(("clear",), features=("Hedge", "hedge", "wall")), scenario("hexside-ww2"))
    assert list(found.clip.rim.values()) == [("hedge", "wall")]


def test_a_kind_of_terrain_and_a_feature_may_have_one_id() -> None:
    found = fitted(clip(("wall",), features=("wall",)), scenario("hexside-ww2"))
    assert found.unknown == ("wall",)
    assert found.clip.rim == {hexside(Hex(0, 0), 0): ("wall",)}
    found = fitted(clip(("wall",), features=("wall",)), scenario("penance-1.0"))
    assert found.unknown == ("wall",)
    assert stacks(found.clip) == [("wall",)]


def test_nothing_becomes_void() -> None:
    found = fitted(clip(("voids",)), scenario("penance-1.0"))
    assert found.unknown == ("voids",)


def test_without_a_ruleset_everything_is_taken() -> None:
    there = scenario("penance-1.0")
    there.ruleset = RulesetReference("gone")
    assert fitted(clip(("zyzzyva",)), there) == (clip(("zyzzyva",)), {}, ())
