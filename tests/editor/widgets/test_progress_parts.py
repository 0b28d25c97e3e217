from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.widgets.progress_parts import Fold

if TYPE_CHECKING:
    from tests.editor.editor_driver import EditorDriver

WORDS = "12 variants · Choke width × Open ground"


def test_what_a_fold_says_is_broken_into_lines_where_there_is_no_room(editor: EditorDriver) -> None:
    fold = Fold("Variant settings", "Show or hide", editor.window)
    fold.say(WORDS)
    fold.show()
    for width, lines in ((600, 1), (220, 2), (130, 3), (600, 1)):
        fold.resize(width, fold.sizeHint().height())
        written = fold.text().split("\n")
        assert len(written) == lines
        assert " ".join(written) == fold.words == WORDS
        assert fold.sizeHint().width() <= width
        assert fold.sizeHint().height() >= lines * fold.fontMetrics().height()
