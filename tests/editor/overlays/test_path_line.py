from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core import path
from fairground.core.scenario.board import PaletteEntry
from fairground.editor.document.mover_choice import MoverChoice
from fairground.editor.document.patches import FieldPatch
from fairground.editor.overlays.path_line import PathLine
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from fairground.core.movement.path import Path
    from tests.editor.overlays.conftest import Look, LookMaker


Asked = tuple["Look", PathLine]


def shown(line: PathLine) -> Path:
    return present(line.path)


@pytest.fixture
def asked(make_look: LookMaker) -> Asked:
    """A path from D1 to D5, found."""
    look = make_look()
    line = PathLine(look.state, look.worker)
    line.set_document(look.document)
    look.state.path_ends = (look.hex("D1"), look.hex("D5"))
    look.worker.answer()
    return look, line


def test_the_worker_finds_the_way(asked: Asked) -> None:
    look, line = asked
    expected = path(look.scenario, "D1", "D5")
    assert shown(line).hexes == expected.hexes
    assert shown(line).cost == expected.cost
    assert line.is_current


def test_it_is_found_anew_with_every_edit_and_old_until_then(asked: Asked) -> None:
    look, line = asked
    before = line.path
    look.wall("D3")
    assert not line.is_current
    look.settle()
    assert line.path is before
    look.worker.answer()
    assert line.is_current
    assert look.hex("D3") not in shown(line).hexes
    look.document.undo()
    look.settle()
    look.worker.answer()
    assert shown(line).cost == present(before).cost


def test_only_the_answer_to_the_last_question_counts(asked: Asked) -> None:
    look, line = asked
    before = line.path
    look.wall("D3")
    look.settle()
    look.wall("C3")
    look.settle()
    look.worker.answer(1)
    assert line.path is before
    look.worker.answer(2)
    assert not {look.hex("D3"), look.hex("C3")} & set(shown(line).hexes)


def test_a_path_that_there_is_not_says_why(asked: Asked) -> None:
    look, line = asked
    look.wall("D4", "D6", "C5", "C6", "E5", "E6")
    look.settle()
    look.worker.answer()
    assert not shown(line).found
    assert "no route from D1 to D5" in shown(line).obstacle


def test_who_moves_counts(asked: Asked) -> None:
    look, line = asked
    look.state.mover = MoverChoice("assault", "walk")
    assert not line.is_current
    look.worker.answer()
    assert shown(line).turns == 2
    look.state.avoid_danger = True
    assert look.worker.jobs[-1].avoid_danger


def test_without_ends_there_is_no_path(asked: Asked) -> None:
    look, line = asked
    look.state.path_ends = None
    assert line.path is None
    assert not line.is_current


def test_an_answer_for_a_path_that_was_taken_away_is_dropped(asked: Asked) -> None:
    look, line = asked
    look.state.path_ends = (look.hex("A1"), look.hex("D5"))
    look.state.path_ends = None
    look.worker.answer()
    assert line.path is None


def test_where_an_end_is_no_longer_on_the_board_there_is_no_path(asked: Asked) -> None:
    look, line = asked
    look.scenario.board.palette.append(PaletteEntry("v", ("void",)))
    look.put(2, "D5")
    look.settle()
    assert line.path is None
    look.document.undo()
    look.settle()
    look.worker.answer()
    assert line.path is not None


def test_a_failure_is_told(asked: Asked) -> None:
    look, line = asked
    look.state.path_ends = (look.hex("A1"), look.hex("D5"))
    look.worker.answer(failure="MemoryError: ")
    assert not line.is_current
    assert line.failure == "MemoryError: "
    look.state.path_ends = (look.hex("A1"), look.hex("D6"))
    look.worker.answer()
    assert line.failure == ""
    assert shown(line).found


def test_an_edit_of_several_changes_tells_once_that_it_is_old(asked: Asked) -> None:
    look, line = asked
    told: list[bool] = []
    events: list[object] = []
    line.changed.connect(lambda: told.append(line.is_current))
    look.document.changed.connect(events.append)
    patches = [FieldPatch(field, "", "Ford") for field in ("name", "notes")]
    assert look.document.edit("Name", patches)
    assert len(events) == 2
    assert told == [False]
