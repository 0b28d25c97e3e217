"""A scenario with a ruleset of one's own in the window: palette, findings, export, and the ruleset written meanwhile."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fairground.editor.features.exporting.dialog import ExportDialog
from fairground.editor.widgets.terrain_pictures import PaletteSection

if TYPE_CHECKING:
    from pathlib import Path

    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton
RULES = """\
format: fairground-ruleset/1
extends: penance-1.0
id: mine
title: Rules of our club
version: "1"
terrain:
  bog: {name: Bog, symbol: q, cost: 3, tile: swamp}
"""
MAP = """\
format: fairground/1
name: Moor
ruleset: rules/mine.yaml
board:
  layout: odd-q
  size: [5, 5]
  palette: {'.': clear}
  terrain: |
    .....
    .....
    .....
    .....
    .....
"""


@pytest.fixture
def rules(editor: EditorDriver) -> Path:
    folder: Path = editor.folder / "rules"
    folder.mkdir()
    path = folder / "mine.yaml"
    path.write_text(RULES)
    return path


@pytest.fixture
def moor(editor: EditorDriver, rules: Path) -> Path:
    path = rules.parents[1] / "moor.yaml"
    path.write_text(MAP)
    editor.session.open(path)
    editor.settle()
    return path


def in_palette(editor: EditorDriver) -> set[str]:
    return {kind.name for kind in editor.palette.model.kinds() if kind.section is PaletteSection.TERRAIN}


def fill(editor: EditorDriver, label: str, terrain: str) -> None:
    workbench = editor.workbench
    workbench.state.terrain_first = terrain
    workbench.state.selection = frozenset((editor.hex(label),))
    workbench.selection.fill()
    editor.settle()


def rewrite(editor: EditorDriver, path: Path, text: str) -> None:
    with editor.qtbot.waitSignal(editor.session.rules_changed):
        path.write_text(text)
    editor.settle()


def messages(editor: EditorDriver) -> list[str]:
    model = editor.findings_panel.model
    return [model.index(row, 2).data() for row in range(model.rowCount())]


def export_json(editor: EditorDriver, path: Path) -> ExportDialog:
    editor.exports.ask()
    dialog = editor.dialog(ExportDialog)
    editor.qtbot.waitUntil(lambda: dialog.format.choose("json"))
    dialog.path.setText(str(path))
    editor.qtbot.waitUntil(lambda: dialog.plan is not None)
    if dialog.write.isEnabled():
        with editor.qtbot.waitSignal(dialog.exported):
            QTest.mouseClick(dialog.write, LEFT)
    return dialog


@pytest.mark.long
@pytest.mark.usefixtures("worker_here")
def test_its_terrain_is_in_the_palette_and_can_be_painted_and_exported(
    editor: EditorDriver, moor: Path
) -> None:
    assert "Bog" in in_palette(editor)
    assert editor.general_page.ruleset.text() == "Rules of our club"
    fill(editor, "B2", "bog")
    assert editor.terrain("B2") == "bog"
    assert not any("bog" in it for it in messages(editor))
    editor.flow.save()
    out = moor.with_name("moor.json")
    export_json(editor, out)
    assert "bog" in json.dumps(json.loads(out.read_text()))


@pytest.mark.long
def test_a_change_outside_is_taken_over_with_a_note(editor: EditorDriver, moor: Path, rules: Path) -> None:
    assert moor.exists()
    rewrite(editor, rules, RULES + "  fen: {name: Fen, symbol: Q, cost: 2, tile: swamp}\n")
    assert {"Bog", "Fen"} <= in_palette(editor)
    assert editor.status.currentMessage() == "rules/mine.yaml was changed. Its new rules now apply."
    rewrite(editor, rules, RULES.replace("Bog", "Mire"))
    assert "Mire" in in_palette(editor)
    assert "Fen" not in in_palette(editor)


@pytest.mark.long
@pytest.mark.usefixtures("worker_here")
def test_faults_are_found_with_file_and_line_while_palette_and_map_stay(
    editor: EditorDriver, moor: Path, rules: Path
) -> None:
    broken = RULES.replace("cost: 3", "cots: 3")
    rewrite(editor, rules, broken)
    assert any(it.startswith("mine.yaml, line 7: ") and "cots" in it for it in messages(editor))
    assert "Bog" in in_palette(editor)
    assert "has errors" in editor.status.currentMessage()
    fill(editor, "C3", "bog")
    assert editor.terrain("C3") == "bog"
    out = moor.with_name("moor.json")
    dialog = export_json(editor, out)
    assert not out.exists()
    assert any("line 7" in text for text in dialog.report.texts())
    dialog.reject()
    rewrite(editor, rules, RULES)
    assert not any("mine.yaml" in it for it in messages(editor))


@pytest.mark.long
def test_a_map_whose_ruleset_has_faults_opens_and_can_be_edited(editor: EditorDriver, rules: Path) -> None:
    rules.write_text("format: fairground-ruleset/1\nextends: penance-1.0\nid: mine\ntitel: x\n")
    path = rules.parents[1] / "moor.yaml"
    path.write_text(MAP)
    editor.session.open(path)
    editor.settle()
    assert any(it.startswith("mine.yaml, line 4: ") for it in messages(editor))
    fill(editor, "C3", "wall")
    assert editor.terrain("C3") == "wall"
    rewrite(editor, rules, RULES)
    assert "Bog" in in_palette(editor)


def test_a_ruleset_that_is_not_there_is_found_with_a_suggestion(editor: EditorDriver, rules: Path) -> None:
    rules.rename(rules.with_name("mien.yaml"))
    path = rules.parents[1] / "moor.yaml"
    path.write_text(MAP)
    editor.session.open(path)
    editor.settle()
    (finding,) = (it for it in editor.findings if it.code == "ruleset.unknown")
    assert "rules/mine.yaml" in finding.message
    assert "mien.yaml" in finding.message
    assert "penance-arena, rules/mien.yaml. For your own" in (finding.fix or "")
