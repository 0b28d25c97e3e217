"""An answer to what was asked before an edit is about another state, whenever it comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.editor.overlays.path_line import PathLine

if TYPE_CHECKING:
    from tests.editor.overlays.conftest import LookMaker

ASKED = ("exposure", "territory", "reach", "chokepoints")


@pytest.mark.parametrize("name", ASKED)
def test_an_answer_to_what_was_asked_before_an_edit_is_not_of_now(make_look: LookMaker, name: str) -> None:
    look = make_look()
    overlay = look.overlays[name]
    overlay.point_at(look.hex("D4"))
    overlay.set_on(True)
    look.worker.answer()
    assert overlay.is_current
    look.wall("C4")
    look.settle(overlay.rest + 30)
    asked = len(look.worker.jobs) - 1
    look.wall("C5")
    look.worker.answer(asked)
    assert not overlay.is_current
    look.settle(overlay.rest + 30)
    assert not overlay.is_current
    look.worker.answer()
    assert overlay.is_current


def test_a_path_that_was_asked_for_before_an_edit_is_not_of_now(make_look: LookMaker) -> None:
    look = make_look()
    line = PathLine(look.state, look.worker)
    line.set_document(look.document)
    look.state.path_ends = look.hex("A1"), look.hex("G7")
    look.worker.answer()
    assert line.is_current
    look.wall("D4")
    look.settle()
    asked = len(look.worker.jobs) - 1
    look.wall("D5")
    look.worker.answer(asked)
    assert not line.is_current
    look.settle()
    look.worker.answer()
    assert line.is_current
