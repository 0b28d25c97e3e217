"""The editor's own files: whatever lies in their place, it starts at once, and says what it cannot keep."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from fairground.core.grid.layout import Layout
from fairground.editor.app.paths import export_presets_file, journal_folder, log_file, settings_file
from fairground.editor.app.settings import last_maps
from fairground.editor.app.text_catalogues import read
from fairground.editor.features.exporting.presets import ExportMemory, Presets
from fairground.editor.features.tracing_image.history import UnderlayMemory
from fairground.editor.session.session import Session
from fairground.editor.shell.application import Emergency
from tests.core.files.test_hostile_references import at_once

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from pytestqt.qtbot import QtBot


def pipe(path: Path) -> None:
    os.mkfifo(path)


def link(path: Path) -> None:
    # To no device: whoever wrote into it after all would replace that.
    os.mkfifo(path.with_name(f"{path.name}-elsewhere"))
    path.symlink_to(f"{path.name}-elsewhere")


def folder(path: Path) -> None:
    path.mkdir()


@pytest.mark.skipif(os.name != "posix", reason="pipes, devices and links of POSIX")
@pytest.mark.parametrize("put", [pipe, link, folder], ids=lambda it: it.__name__)
def test_what_is_no_file_is_not_waited_for(
    put: Callable[[Path], None], tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert qtbot
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    journal, catalogue = journal_folder() / "1-1.journal", tmp_path / "de.mo"
    for path in (settings_file(), export_presets_file(), log_file(), journal, catalogue):
        put(path)
    told: list[str] = []
    with at_once():
        session = Session()
        session.settings.setValue("window/theme", "dark")
        session.settings.sync()
        left = session.recoverable()
        Emergency(session, told.append).install()
        sys.excepthook(ValueError, ValueError("nobody thought of this"), None)
        faults = Presets(export_presets_file())
        assert faults.own == []
        with pytest.raises((ValueError, IsADirectoryError), match="not a file"):
            read(catalogue)
        session.end()
    # Set aside, as a journal that cannot be read.
    assert [path.name for path in left.damaged] == ["1-1.journal.damaged"]
    assert not left.recoverable
    assert "not a file" in faults.faults[0]
    assert len(told) == 1
    assert settings_file().with_name("settings-2.ini").is_file()


@pytest.mark.long
def test_a_folder_that_cannot_be_written_is_told_of_once_and_the_work_goes_on(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "no-folder"
    home.write_text("A file where the folder should be.")
    monkeypatch.setenv("FAIRGROUND_HOME", str(home))
    session = Session()
    told: list[str] = []
    session.settings.failed.connect(told.append)
    session.journal_failed.connect(told.append)
    session.settings.setValue("window/theme", "dark")
    session.new("Duel", layout=Layout.ODD_Q, size=(4, 4), ruleset="penance-2.0")
    qtbot.waitUntil(lambda: len(told) == 2)
    assert {it.removeprefix("Cannot write ").partition(" (")[0].partition(": ")[0] for it in told} == {
        "the recovery journal",
        str(home / "settings.ini"),
    }
    session.settings.setValue("window/theme", "light")
    qtbot.wait(600)
    assert len(told) == 2
    assert session.settings.value("window/theme") == "light"
    session.end()


@pytest.mark.parametrize(
    "stored",
    [QSize(3, 4), QByteArray(b"\0"), 7, [QSize(3, 4), "", "/nowhere/" + "x" * 5000, "/nowhere\0", "x.yaml"]],
)
def test_recent_files_that_are_none_are_left_out(stored: object, session: Session, tmp_path: Path) -> None:
    file = tmp_path / "arena.yaml"
    file.write_text("")
    session.settings.setValue("recent", [*stored, str(file)] if isinstance(stored, list) else stored)
    assert session.recent == ([file] if isinstance(stored, list) else [])


@pytest.mark.parametrize("change", ["window/state", "window/geometry"])
def test_a_damaged_layout_is_not_handed_to_qt(change: str, session: Session) -> None:
    # Qt's own reader of it crashes on some of these, and goes on for ever on others.
    settings = session.settings
    window = QMainWindow()
    dock = QDockWidget("a", window)
    dock.setObjectName("a")
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    kept = window.saveState() if change == "window/state" else window.saveGeometry()
    settings.keep_layout(change, kept)
    assert settings.layout(change) == kept
    whole = settings.value(change).data()
    for damaged in (b"", whole[:-1], whole[:20] + b"\x07" + whole[21:], kept.data(), QSize(3, 4), "x"):
        settings.setValue(change, QByteArray(damaged) if isinstance(damaged, bytes) else damaged)
        assert settings.layout(change) is None


def test_memories_that_are_nested_deeply_are_none(session: Session, tmp_path: Path) -> None:
    deep = '{"a":' * 5000
    session.settings.setValue("underlays", deep)
    session.settings.setValue("exports", deep)
    assert UnderlayMemory(session.settings).recall(tmp_path / "arena.yaml") is None
    assert ExportMemory(session.settings).recall(tmp_path / "arena.yaml") is None


@pytest.mark.parametrize("number", ["Infinity", "NaN", "1e999", "9" * 500, '"x"', "[]"])
def test_memories_with_numbers_beyond_all_bounds_are_none(
    session: Session, tmp_path: Path, number: str
) -> None:
    file = tmp_path / "arena.yaml"
    placement = f'{{"across": {number}, "down": 0, "scale": 1, "turn": 0, "opacity": 1}}'
    session.settings.setValue("underlays", f'{{"{file}": {{"picture": "x.png", "placement": {placement}}}}}')
    assert UnderlayMemory(session.settings).recall(file) is None
    session.settings.setValue("session/maps", f'{{"maps": [], "shown": {number}}}')
    assert last_maps(session.settings) == ((), 0)
