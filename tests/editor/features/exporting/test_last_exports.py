from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.editor.features.exporting.job import ExportRequest
from fairground.editor.features.exporting.presets import ExportMemory, LastExport

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings

EXPORT = LastExport(ExportRequest("pdf", Path("/out/a.pdf"), (("paper", "a4"),), force=True), "12ab")


def test_the_last_export_of_a_file_is_remembered(settings: QSettings) -> None:
    memory = ExportMemory(settings)
    assert memory.recall(Path("/a.yaml")) is None
    memory.keep(Path("/a.yaml"), EXPORT)
    other = LastExport(ExportRequest("png", Path("/b.png"), strict=True))
    memory.keep(Path("/b.yaml"), other)
    assert ExportMemory(settings).recall(Path("/a.yaml")) == EXPORT
    assert ExportMemory(settings).recall(Path("/b.yaml")) == other


def test_fifty_files_are_remembered_those_exported_last(settings: QSettings) -> None:
    memory = ExportMemory(settings)
    for at in range(50):
        memory.keep(Path(f"/{at}.yaml"), EXPORT)
    memory.keep(Path("/0.yaml"), EXPORT)
    memory.keep(Path("/new.yaml"), EXPORT)
    assert memory.recall(Path("/0.yaml")) == EXPORT
    assert memory.recall(Path("/1.yaml")) is None


@pytest.mark.parametrize(
    "stored",
    [
        "{",
        "[]",
        "[" * 100_000,
        json.dumps({"/a.yaml": 3}),
        json.dumps({"/a.yaml": {"format": "pdf", "path": 3, "digest": "", "options": {}}}),
        json.dumps({"/a.yaml": {"format": "pdf", "path": "/x", "digest": "", "options": {"a": 1}}}),
        json.dumps({"/a.yaml": {"format": "pdf", "path": "/x", "digest": "", "options": []}}),
    ],
)
def test_what_is_not_legible_is_nothing(settings: QSettings, stored: str) -> None:
    settings.setValue("exports", stored)
    memory = ExportMemory(settings)
    assert memory.recall(Path("/a.yaml")) is None
    memory.keep(Path("/a.yaml"), EXPORT)
    assert memory.recall(Path("/a.yaml")) == EXPORT
