"""What Python keeps of steps that Qt has dropped: nothing, or an evening's strokes would never be forgotten."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.layout import Layout
from fairground.core.scenario.blank import blank_scenario
from fairground.editor.document.document import Document
from fairground.editor.document.patches import FieldPatch
from fairground.editor.document.undo_steps import DocumentEdit

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


def steps() -> int:
    gc.collect()
    return sum(isinstance(it, DocumentEdit) for it in gc.get_objects())


def rename(document: Document, name: str, stroke: int | None = None) -> None:
    document.edit("Name", [FieldPatch("name", document.scenario.name, name)], stroke=stroke)


@pytest.mark.long
def test_no_step_is_kept_longer_than_the_history_has_it(qtbot: QtBot) -> None:
    assert qtbot
    before = steps()
    document = Document(blank_scenario("0", layout=Layout.ODD_R, size=(3, 3), ruleset="penance-1.0"))
    for at in range(5):
        rename(document, f"one {at}", 1)
    rename(document, "two")
    assert (document.undo_stack.count(), steps() - before) == (2, 2)
    rename(document, "three", 3)
    document.take_back(3)
    document.undo()
    rename(document, "four", 4)
    assert (document.undo_stack.count(), steps() - before) == (2, 2)
    del document
    assert steps() == before
