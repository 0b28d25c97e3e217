"""A user whom the system does not know has no home folder, as in a container with a user id of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtWidgets import QFileDialog

from fairground.core.grid.layout import Layout

if TYPE_CHECKING:
    from tests.editor.editor_driver import EditorDriver

pwd = pytest.importorskip("pwd", reason="asks POSIX for the user")


@pytest.fixture
def unknown_user(monkeypatch: pytest.MonkeyPatch) -> None:
    def find_user(user_id: int) -> None:
        message = f"uid not found: {user_id}"
        raise KeyError(message)

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(pwd, "getpwuid", find_user)


@pytest.mark.usefixtures("unknown_user")
@pytest.mark.parametrize("key", ["Ctrl+S", "Shift+U"])
def test_a_new_map_without_a_home_folder_is_asked_for_a_file(editor: EditorDriver, key: str) -> None:
    editor.session.new("Duel", layout=Layout.ODD_Q, size=(6, 6), ruleset="penance-1.0")
    editor.key(key)
    assert editor.dialog(QFileDialog).directory().exists()
