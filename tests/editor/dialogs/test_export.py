from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fairground.core.clients import export_formats
from fairground.core.files import load
from fairground.core.grid.hexes import Hex
from fairground.editor.dialogs.export import ExportDialog

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from fairground.core.scenario.document import Scenario

SCENARIOS = Path(__file__).parents[3] / "scenarios"


@pytest.fixture
def scenario() -> Scenario:
    return load(SCENARIOS / "ember-court.yaml")


@pytest.fixture
def dialog(qtbot: QtBot, scenario: Scenario, tmp_path: Path) -> ExportDialog:
    made = ExportDialog(scenario, tmp_path / "ember.yaml")
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # noqa: FBT003  # Qt's signature
    qtbot.addWidget(made)
    made.show()
    return made


def run(dialog: ExportDialog, qtbot: QtBot) -> None:
    with qtbot.waitSignal(dialog.finished_one):
        QTest.mouseClick(dialog.write, Qt.MouseButton.LeftButton)


def choose(dialog: ExportDialog, name: str) -> None:
    dialog.format.setCurrentIndex(dialog.format.findData(name))


def test_all_formats_are_offered_and_give_the_ending(dialog: ExportDialog, tmp_path: Path) -> None:
    assert [dialog.format.itemData(at) for at in range(dialog.format.count())] == list(export_formats())
    choose(dialog, "svg")
    assert dialog.path.text() == str(tmp_path / "ember.svg")
    choose(dialog, "json")
    assert dialog.path.text() == str(tmp_path / "ember.json")


def test_an_export_writes_the_file_and_says_what_was_lost(
    dialog: ExportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    choose(dialog, "json")
    run(dialog, qtbot)
    assert json.loads((tmp_path / "ember.json").read_text(encoding="utf-8"))["name"] == "Ember Court"
    assert dialog.told.text().splitlines() == [
        f"Written: {tmp_path / 'ember.json'}",
        "Not carried: 1 comment of the file is left out.",
    ]


def test_a_file_that_is_there_is_replaced_only_by_the_button_that_says_so(
    dialog: ExportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "ember.json").write_text("mine", encoding="utf-8")
    choose(dialog, "svg")
    assert dialog.write.text() == "Export"
    choose(dialog, "json")
    assert dialog.write.text() == "Overwrite"
    assert "is there already" in dialog.told.text()
    run(dialog, qtbot)
    assert (tmp_path / "ember.json").read_text(encoding="utf-8") != "mine"


def test_a_file_that_came_meanwhile_is_not_replaced(
    dialog: ExportDialog, qtbot: QtBot, tmp_path: Path
) -> None:
    choose(dialog, "json")
    (tmp_path / "ember.json").write_text("mine", encoding="utf-8")
    run(dialog, qtbot)
    assert (tmp_path / "ember.json").read_text(encoding="utf-8") == "mine"
    assert "exists" in dialog.told.text()


def test_errors_stop_the_export_and_are_listed(
    qtbot: QtBot, dialog: ExportDialog, scenario: Scenario, tmp_path: Path
) -> None:
    scenario.board.palette[0] = type(scenario.board.palette[0])(".", ("claer",))
    assert scenario.units[0].hex != Hex(0, 0)
    choose(dialog, "json")
    run(dialog, qtbot)
    assert not (tmp_path / "ember.json").exists()
    assert dialog.problems.isVisible()
    assert any("claer" in text for text in dialog.problems.texts())


def test_a_folder_that_is_not_there_is_told(dialog: ExportDialog, qtbot: QtBot, tmp_path: Path) -> None:
    dialog.path.setText(str(tmp_path / "no" / "where.json"))
    run(dialog, qtbot)
    assert "where.json" in dialog.told.text()
    assert "Written" not in dialog.told.text()


def test_without_a_file_nothing_can_be_exported(dialog: ExportDialog, tmp_path: Path) -> None:
    dialog.path.setText("")
    assert not dialog.write.isEnabled()
    dialog.path.setText(str(tmp_path))
    assert not dialog.write.isEnabled()
