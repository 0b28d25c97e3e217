"""What an imported file refers to is read beside it or not at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from fairground.core.clients import format as beside
from fairground.core.clients.format import read_beside
from fairground.core.errors import FileError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "outside.tsx").write_bytes(b"secret")
    made = tmp_path / "maps"
    (made / "tiles").mkdir(parents=True)
    (made / "near.tsx").write_bytes(b"near")
    (made / "tiles" / "far.tsx").write_bytes(b"far")
    return made


@pytest.mark.parametrize("name", ["near.tsx", "./near.tsx"])
def test_files_beside_are_read(folder: Path, name: str) -> None:
    assert read_beside(folder, name) == b"near"


@pytest.mark.parametrize("name", ["tiles/far.tsx", "tiles\\far.tsx"])
def test_files_below_are_read(folder: Path, name: str) -> None:
    assert read_beside(folder, name) == b"far"


@pytest.mark.parametrize(
    "name",
    [
        "../outside.tsx",
        "tiles/../../outside.tsx",
        "..\\outside.tsx",
        "/etc/passwd",
        "\\\\host\\x",
        "C:\\x",
        "file:x",
        "",
        ".",
    ],
)
def test_what_leads_elsewhere_is_not(folder: Path, name: str) -> None:
    with pytest.raises(FileError, match="only files beside"):
        read_beside(folder, name)


@pytest.mark.skipif(os.name != "posix", reason="links and pipes of POSIX")
def test_links_folders_and_pipes_are_not(folder: Path) -> None:
    (folder / "link.tsx").symlink_to("near.tsx")
    (folder / "elsewhere").symlink_to("..")
    os.mkfifo(folder / "pipe")
    for name in ("link.tsx", "elsewhere/outside.tsx"):
        with pytest.raises(FileError, match="contains a symbolic link"):
            read_beside(folder, name)
    for name in ("pipe", "tiles", "none.tsx", "a\0b"):
        with pytest.raises(FileError, match="cannot be opened"):
            read_beside(folder, name)


def test_large_files_are_not(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beside, "MAX_BYTES", 3)
    with pytest.raises(FileError, match="is larger than"):
        read_beside(folder, "near.tsx")


def test_a_text_that_lies_nowhere_refers_to_nothing() -> None:
    with pytest.raises(FileError, match="only files beside"):
        read_beside(None, "near.tsx")
