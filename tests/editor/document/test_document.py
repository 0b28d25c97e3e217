from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core.errors import FileError, ScenarioError
from fairground.core.files import load, to_text
from fairground.editor.document.events import CellsChanged, FieldChanged
from fairground.editor.document.patches import BoardLayer, FieldPatch, Patch, cell_patch

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.editor.document.document import Document
    from tests.editor.document.conftest import DocumentMaker


def rename(document: Document, name: str, *, stroke: int | None = None) -> bool:
    return document.edit(f"Name {name}", [FieldPatch("name", document.scenario.name, name)], stroke=stroke)


def raised(document: Document, row: int, column: int, level: int = 1) -> Patch | None:
    mask = np.zeros(document.scenario.board.elevation.shape, np.bool_)
    mask[row, column] = True
    return cell_patch(document.scenario.board, BoardLayer.ELEVATION, mask, level)


def names(document: Document) -> list[str]:
    return [document.undo_stack.text(step) for step in range(document.undo_stack.count())]


# -- steps --------------------------------------------------------------------------------------------------


def test_an_edit_is_a_step_with_its_name(document: Document) -> None:
    assert rename(document, "One")
    assert document.scenario.name == "One"
    assert names(document) == ["Name One"]
    document.undo()
    assert document.scenario.name == "Test"
    document.redo()
    assert document.scenario.name == "One"


@pytest.mark.parametrize("patches", [[], [None], [None, None]])
def test_an_edit_of_nothing_is_no_step(document: Document, patches: list[Patch | None]) -> None:
    assert not document.edit("nothing", patches)
    assert not document.undo_stack.count()
    assert document.revision == 0


def test_edits_of_one_stroke_are_one_step(document: Document) -> None:
    for column in range(4):
        document.edit("Raise", [raised(document, 0, column)], stroke=7)
    assert names(document) == ["Raise"]
    assert document.revision == 4
    document.undo()
    assert not document.scenario.board.elevation.any()
    document.redo()
    assert document.scenario.board.elevation.sum() == 4


def test_another_stroke_and_an_edit_without_one_are_steps_of_their_own(document: Document) -> None:
    rename(document, "A", stroke=1)
    rename(document, "B", stroke=2)
    rename(document, "C")
    rename(document, "D")
    rename(document, "E", stroke=2)
    assert names(document) == [f"Name {name}" for name in "ABCDE"]


def test_a_stroke_does_not_go_on_in_a_step_that_was_saved(document: Document, tmp_path: Path) -> None:
    rename(document, "A", stroke=1)
    document.save(tmp_path / "a.yaml")
    rename(document, "B", stroke=1)
    assert document.is_dirty
    document.undo()
    assert not document.is_dirty
    assert document.scenario.name == "A"


def test_history_ends_do_nothing(document: Document) -> None:
    document.undo()
    document.redo()
    rename(document, "A")
    for index in (-1, 2, 99):
        document.go_to(index)
    assert document.scenario.name == "A"
    assert document.revision == 1


def test_go_to_moves_over_many_steps(document: Document) -> None:
    for name in "ABCD":
        rename(document, name)
    document.go_to(1)
    assert document.scenario.name == "A"
    document.go_to(4)
    assert document.scenario.name == "D"
    document.go_to(2)
    rename(document, "X")
    assert names(document) == ["Name A", "Name B", "Name X"]


# -- states -------------------------------------------------------------------------------------------------


def test_undo_and_redo_bring_states_back_and_an_edit_makes_a_new_one(document: Document) -> None:
    states = [document.state]
    for name in "ABC":
        rename(document, name)
        states.append(document.state)
    assert len(set(states)) == 4
    document.undo()
    assert document.state == states[2]
    document.redo()
    assert document.state == states[3]
    document.go_to(0)
    assert document.state == states[0]
    document.go_to(3)
    assert document.state == states[3]
    document.go_to(1)
    rename(document, "B")
    assert document.state not in states, "another way there may differ elsewhere"
    document.undo()
    assert document.state == states[1]


def test_each_part_of_a_stroke_is_a_state_and_undo_goes_back_before_all(document: Document) -> None:
    states = [document.state]
    for column in range(3):
        document.edit("Raise", [raised(document, 0, column)], stroke=7)
        states.append(document.state)
    assert len(set(states)) == 4
    document.undo()
    assert document.state == states[0]
    document.redo()
    assert document.state == states[3]
    document.edit("Lower", [raised(document, 0, 0, 0)], stroke=8)
    document.take_back(8)
    assert document.state == states[3]


def test_no_state_under_other_rules_comes_back(document: Document) -> None:
    rename(document, "A")
    states = {0, document.state}
    document.refresh_rules()
    under_new_rules = document.state
    assert under_new_rules not in states
    document.undo()
    assert document.state not in {*states, under_new_rules}
    states.add(document.state)
    document.redo()
    assert document.state == under_new_rules
    document.undo()
    assert document.state in states - {0, 1}


# -- taking back --------------------------------------------------------------------------------------------


def test_a_stroke_taken_back_leaves_no_step(document: Document) -> None:
    rename(document, "A")
    before = to_text(document.scenario)
    document.edit("Raise", [raised(document, 0, 0)], stroke=3)
    document.edit("Raise", [raised(document, 0, 1)], stroke=3)
    document.take_back(3)
    assert to_text(document.scenario) == before
    assert names(document) == ["Name A"]
    document.redo()
    assert to_text(document.scenario) == before
    document.undo()
    assert document.scenario.name == "Test"


def test_only_the_last_step_can_be_taken_back_and_only_by_its_stroke(document: Document) -> None:
    document.take_back(1)
    rename(document, "A", stroke=1)
    rename(document, "B", stroke=2)
    document.take_back(1)
    assert names(document) == ["Name A", "Name B"]
    document.undo()
    document.take_back(2)
    assert names(document) == ["Name A", "Name B"]


def test_taking_back_what_was_saved_leaves_the_document_dirty(document: Document, tmp_path: Path) -> None:
    rename(document, "A", stroke=1)
    document.save(tmp_path / "a.yaml")
    document.take_back(1)
    assert document.scenario.name == "Test"
    assert document.is_dirty


# -- events -------------------------------------------------------------------------------------------------


def test_views_hear_what_changed_after_all_of_it_has(document: Document) -> None:
    heard: list[tuple[object, str, int]] = []
    document.changed.connect(lambda event: heard.append((event, document.scenario.name, document.revision)))
    patch = raised(document, 1, 2)
    document.edit("both", [patch, FieldPatch("name", "Test", "New")])
    document.undo()
    (cells, *first), (field, *second), *undone = heard
    assert isinstance(cells, CellsChanged)
    assert (cells.layer, cells.cells.tolist()) == (BoardLayer.ELEVATION, [8])
    assert field == FieldChanged("name")
    assert first == second == ["New", 1]
    assert [name for _, name, _ in undone] == ["Test", "Test"]


# -- the file -----------------------------------------------------------------------------------------------


def test_a_new_document_is_clean_and_named_after_its_scenario(document: Document) -> None:
    assert not document.is_dirty
    assert document.title == "Test"
    with pytest.raises(ScenarioError, match="not been saved yet"):
        document.save()


def test_dirty_follows_the_saved_state_through_the_history(document: Document, tmp_path: Path) -> None:
    heard: list[bool] = []
    rename(document, "A")
    document.save(tmp_path / "a.yaml")
    document.dirty_changed.connect(heard.append)
    assert not document.is_dirty
    rename(document, "B")
    assert document.is_dirty
    document.undo()
    assert not document.is_dirty
    document.undo()
    assert document.is_dirty
    document.redo()
    assert not document.is_dirty
    assert heard == [True, False, True, False]
    document.undo()
    rename(document, "C")
    document.undo()
    assert document.is_dirty


def test_saving_writes_what_is_seen_and_moves_the_document(document: Document, tmp_path: Path) -> None:
    moved: list[bool] = []
    document.path_changed.connect(lambda: moved.append(True))
    rename(document, "A")
    document.save(tmp_path / "a.yaml")
    document.save()
    assert (document.title, document.scenario.folder, moved) == ("a.yaml", tmp_path, [True])
    assert load(tmp_path / "a.yaml") == document.scenario
    rename(document, "B")
    document.save(tmp_path / "b.yaml")
    assert load(tmp_path / "a.yaml").name == "A"
    assert load(tmp_path / "b.yaml").name == "B"
    assert len(moved) == 2


@pytest.mark.parametrize("broken", ["write", "fsync"])
def test_a_failed_save_leaves_file_and_document_as_they_were(
    document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    path = tmp_path / "a.yaml"
    document.save(path)
    old = path.read_bytes()
    rename(document, "B")

    def fail(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, broken, fail)
        with pytest.raises(FileError, match="No space left"):
            document.save()
        with pytest.raises(FileError, match="No space left"):
            document.save(tmp_path / "other.yaml")
    assert path.read_bytes() == old
    assert list(tmp_path.glob("*.yaml*")) == [path]
    assert document.is_dirty
    assert document.path == path
    document.save()
    assert load(path).name == "B"


def test_a_save_into_a_folder_that_is_gone_fails_as_plainly(document: Document, tmp_path: Path) -> None:
    rename(document, "A")
    with pytest.raises(FileError, match=r"cannot be written"):
        document.save(tmp_path / "gone" / "a.yaml")
    assert document.is_dirty
    assert document.path is None


def test_a_recovered_document_is_dirty_until_it_is_saved(document: Document, tmp_path: Path) -> None:
    document.mark_recovered()
    assert document.is_dirty
    rename(document, "A")
    document.undo()
    assert document.is_dirty
    document.save(tmp_path / "a.yaml")
    assert not document.is_dirty


def test_a_dirty_document_goes_quietly(make_document: DocumentMaker) -> None:
    document = make_document()
    rename(document, "A")
    del document
    gc.collect()  # an exception in a slot would fail the test
