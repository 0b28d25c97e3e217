from __future__ import annotations

import numpy as np
import pytest

from fairground.core import Scenario, draw_zone, paint, place_objective, place_unit, set_level, validate
from fairground.core.errors import FileError, GridError, LimitError, ScenarioError
from fairground.core.files import to_text
from fairground.core.grid.hexes import Hex


@pytest.fixture
def board() -> Scenario:
    return Scenario.blank("Plain", (8, 6))


@pytest.mark.parametrize("hexes", ["C2, C3", ["C2", "C3"], "column 3 & rows 2-3"])
def test_hexes_are_given_as_in_files_or_as_labels(board: Scenario, hexes: str | list[str]) -> None:
    found = paint(board, "rubble", hexes)
    assert sorted(found.board.labels(found.board.where_terrain("rubble"))) == ["C2", "C3"]
    assert not board.board.where_terrain("rubble").any()


def test_hexes_are_given_by_value_or_as_a_mask(board: Scenario) -> None:
    mask = np.zeros((6, 8), np.bool_)
    mask[0, 0] = True
    for hexes in (mask, Hex(0, 0), [Hex(0, 0)]):
        assert paint(board, "rubble", hexes).board.terrain_at(Hex(0, 0)) == ("rubble",)
    with pytest.raises(ScenarioError, match="6 rows and 8 columns"):
        paint(board, "rubble", mask.T)


def test_terrain_is_stacked_and_void_removes_hexes(board: Scenario) -> None:
    found = paint(paint(board, ["clear", "rubble"], "A1"), "void", "H6")
    assert found.board.terrain_at(Hex(0, 0)) == ("clear", "rubble")
    assert found.board.void.sum() == 1


def test_unknown_names_are_refused_with_a_similar_one(board: Scenario) -> None:
    with pytest.raises(ScenarioError, match=r"there is no terrain 'ruble'.*rubble"):
        paint(board, "ruble", "A1")
    with pytest.raises(ScenarioError, match="there is no side 'p3'"):
        draw_zone(board, "p3", "A1")
    with pytest.raises(ScenarioError, match=r"there is no class 'scoot'.*scout"):
        place_unit(board, "p1", "scoot", "A1")
    with pytest.raises(GridError, match="there is no layout 'odd'"):
        Scenario.blank("Odd", layout="odd")
    with pytest.raises(ScenarioError, match="has no hexes on the board"):
        set_level(board, 1, "Z99")
    with pytest.raises(LimitError, match="a level must be"):
        set_level(board, 1000, "A1")


def test_a_board_built_in_code_is_valid_and_survives_a_file(board: Scenario) -> None:
    built = set_level(paint(board, "rubble", "D3"), 1, "E4")
    built = draw_zone(built, "p1", "column 1")
    built = draw_zone(built, "p1", ["B1", "B2"], zone="p1-reserve", name="Reserve")
    built = place_objective(built, "E4", points=2, name="Hill")
    built = place_unit(built, "p1", "scout", "A1", facing=2)
    built = place_unit(built, "p1", "scout", "A2")
    assert [it.id for it in built.zones] == ["p1-start", "p2-start", "p1-reserve"]
    assert len({it.id for it in built.units}) == 2
    assert not [it for it in validate(built) if it.severity == "error"]
    assert Scenario.from_text(to_text(built)) == built


def test_a_faulty_text_is_refused_with_all_its_problems() -> None:
    with pytest.raises(FileError, match="the text, line") as caught:
        Scenario.from_text("format: fairground/1\nname: 1\nboard: {}\n")
    assert len(caught.value.problems) > 1
