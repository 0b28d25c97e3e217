from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.editor.shell import navigator

if TYPE_CHECKING:
    import pytest

    from tests.editor.editor_driver import EditorDriver


def test_what_is_wrong_with_a_catalogue_is_said_over_the_first_map(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(navigator, "faults", lambda: ["Cannot use sv.mo: it is not a catalogue."])
    editor: EditorDriver = request.getfixturevalue("editor")
    editor.open()
    assert editor.notice.text == "Cannot use sv.mo: it is not a catalogue."
