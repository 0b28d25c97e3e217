"""The preferred style of hex labels, in a window and the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.labels import LabelStyle
from fairground.editor.session.session import Session
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from tests.editor.editor_driver import EditorDriver


@pytest.mark.long
def test_the_preferred_style_lasts_over_a_restart(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Ctrl+Shift+L")
    assert editor.session.settings.value("labels") == "numeric"
    editor.window.close()
    session = Session()
    again = editor.another_window(session)
    again.window.show()
    session.open(editor.folder / "ember-court.yaml")
    editor.settle()
    board = present(session.document).scenario.board
    assert board.shown_style is LabelStyle.NUMERIC
    assert board.hex_name(board.layout.from_offset(2, 3)) == "0304"
    again.window.close()
    session.end()
