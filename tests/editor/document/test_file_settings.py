from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.editor.app.settings import FileMemory

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings


def test_what_was_kept_comes_back_and_goes_when_forgotten(settings: QSettings) -> None:
    one, other = Path("one.yaml"), Path("other.yaml")
    FileMemory(settings, "pictures").keep(one, {"at": [1, 2]})
    memory = FileMemory(settings, "pictures")
    assert memory.recall(one) == {"at": [1, 2]}
    assert memory.recall(other) is None
    assert FileMemory(settings, "exports").recall(one) is None
    memory.forget(other)
    memory.forget(one)
    assert memory.recall(one) is None


def test_the_file_kept_longest_ago_is_forgotten_first(settings: QSettings) -> None:
    memory = FileMemory(settings, "pictures")
    files = [Path(f"{number}.yaml") for number in range(50)]
    for number, file in enumerate(files):
        memory.keep(file, {"number": number})
    memory.keep(files[0], {"number": "again"})
    memory.keep(Path("new.yaml"), {})
    assert memory.recall(files[1]) is None
    assert memory.recall(files[0]) == {"number": "again"}
    assert memory.recall(files[2]) == {"number": 2}


@pytest.mark.parametrize("text", ["", "[]", "{", "nul", "[" * 100_000])
def test_what_is_not_legible_is_as_if_it_had_never_been(settings: QSettings, text: str) -> None:
    settings.setValue("pictures", text)
    memory = FileMemory(settings, "pictures")
    assert memory.recall(Path("one.yaml")) is None
    memory.keep(Path("one.yaml"), {"a": 1})
    assert memory.recall(Path("one.yaml")) == {"a": 1}
