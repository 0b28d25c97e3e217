"""The shipped scenarios: each validates, says what is expected of it, and is written the way the program writes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core import load, validate
from fairground.core.files import to_bytes
from fairground.core.finding import Severity
from fairground.core.grid.symmetry import BoardSymmetry, board_symmetry

if TYPE_CHECKING:
    from fairground.core.scenario.document import Scenario

FOLDER = Path(__file__).parents[1] / "scenarios"
NAMES = sorted(path.stem for path in FOLDER.glob("*.yaml"))
#: Every finding that a shipped scenario gives: none but these.
GOLDEN = {
    "ember-court": [],
    "frozen-gate": [],
    "standard-arena": [
        ("advice", "zone.impassable", "C1"),
        ("advice", "zone.impassable", "C7"),
        ("advice", "symmetry.near", "D3"),
    ],
    "standard-arena-odd-q": [
        ("advice", "zone.impassable", "C1"),
        ("advice", "zone.impassable", "C7"),
    ],
    "training-yard": [],
    "twin-stones": [],
}


def shipped(name: str) -> Scenario:
    return load(FOLDER / f"{name}.yaml")


@pytest.mark.parametrize("name", NAMES)
def test_the_findings_are_the_expected_ones(name: str) -> None:
    found = [(it.severity.value, it.code, it.place.hex) for it in validate(shipped(name))]
    assert found == GOLDEN[name]


@pytest.mark.parametrize("name", NAMES)
def test_the_file_is_in_the_program_s_own_form(name: str) -> None:
    assert to_bytes(shipped(name)) == (FOLDER / f"{name}.yaml").read_bytes()


@pytest.mark.parametrize("name", NAMES)
def test_the_ruleset_s_hash_is_current(name: str) -> None:
    scenario = shipped(name)
    assert scenario.ruleset.content_hash == scenario.rules.content_hash


def test_p1_12_the_standard_arena_is_as_drawn() -> None:
    board = shipped("standard-arena").board
    drawing = ["..#.#..", ".~...~.", "#.....#", ".......", "#..o..#", ".~...~.", "..#.#.."]
    kinds = {".": ("clear",), "#": ("wall",), "~": ("rubble",), "o": ("cover",)}
    for row, line in enumerate(drawing):
        for column, mark in enumerate(line):
            assert board.terrain_at(board.layout.from_offset(column, row)) == kinds[mark]
    raised = {board.label(at) for at in board.hexes() if board.level_at(at)}
    assert raised == {"D3", "C4", "E4"}


def test_p1_12_deployment_is_in_the_two_outer_rows() -> None:
    scenario = shipped("standard-arena")
    rows = {
        zone.id: sorted(set(zone.shape.mask(scenario.board).nonzero()[0].tolist())) for zone in scenario.zones
    }
    assert rows == {"p1-start": [0, 1], "p2-start": [5, 6]}


def test_c_04_the_drawing_has_8_walls_and_3_elevated_hexes() -> None:
    board = shipped("standard-arena").board
    assert int(board.where_terrain("wall").sum()) == 8
    assert int((board.elevation > 0).sum()) == 3


def test_c_20_the_twin_differs_in_layout_alone() -> None:
    arena, twin = shipped("standard-arena").board, shipped("standard-arena-odd-q").board
    assert (arena.layout.value, twin.layout.value) == ("odd-r", "odd-q")
    assert (arena.terrain == twin.terrain).all()
    assert (arena.elevation == twin.elevation).all()


@pytest.mark.parametrize(
    ("name", "profile"),
    [
        ("training-yard", "simple"),
        ("twin-stones", "simple"),
        ("ember-court", "complex"),
        ("frozen-gate", "complex"),
    ],
)
def test_p1_13_training_arenas_follow_the_recommended_mix(name: str, profile: str) -> None:
    findings = validate(shipped(name), profile=profile)
    assert [it for it in findings if it.severity is not Severity.ADVICE or it.rule == "P1-13"] == []


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("training-yard", BoardSymmetry.TOP_BOTTOM),
        ("twin-stones", BoardSymmetry.LEFT_RIGHT),
        ("ember-court", BoardSymmetry.TURN_180),
        ("frozen-gate", BoardSymmetry.TURN_180),
    ],
)
def test_training_arenas_are_symmetric_as_their_notes_say(name: str, kind: BoardSymmetry) -> None:
    board = shipped(name).board
    symmetry = board_symmetry(kind, board.layout, board.columns, board.rows)
    assert symmetry is not None
    for at in board.hexes():
        assert board.terrain_at(at) == board.terrain_at(symmetry(at))
        assert board.level_at(at) == board.level_at(symmetry(at))
