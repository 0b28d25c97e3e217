from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from fairground.core.files.untrusted_files import is_folder, is_there

if TYPE_CHECKING:
    from pathlib import Path


def test_what_is_there_and_what_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to(tmp_path / "none")
    found = {name: (is_there(tmp_path / name), is_folder(tmp_path / name)) for name in ("", "file", "link")}
    assert found == {"": (True, True), "file": (True, False), "link": (False, False)}


@pytest.mark.parametrize("name", ["n" * 300, "with\0nothing", "file/below"])
def test_what_cannot_be_asked_about_is_not_there(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("")
    assert not is_there(tmp_path / name)
    assert not is_folder(tmp_path / name)


def test_a_closed_folder_is_nothing_that_can_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Whom the system lets look everywhere has no closed folders.
    def closed(_path: Path, **_how: bool) -> object:
        raise PermissionError(13, "Permission denied")

    # Path.exists does not call Path.stat from Python 3.14 on.
    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", closed)
        found = is_there(tmp_path), is_folder(tmp_path)
    assert found == (False, False)
