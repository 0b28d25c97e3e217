"""A scenario with a ruleset of one's own in the window: palette, findings, export, and the ruleset written meanwhile."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fairground.editor.features.exporting.dialog import ExportDialog
from fairground.editor.widgets.terrain_text import PaletteSection

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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
def rules(desk: Any) -> Path:
    folder: Path = desk.folder / "rules"
    folder.mkdir()
    path = folder / "mine.yaml"
    path.write_text(RULES)
    return path


@pytest.fixture
def moor(desk: Any, rules: Path) -> Path:
    path = rules.parents[1] / "moor.yaml"
    path.write_text(MAP)
    desk.session.open(path)
    desk.settle()
    return path


def in_palette(desk: Any) -> set[str]:
    return {
        kind.name
        for kind in desk.window.docks.palette.model.kinds()
        if kind.section is PaletteSection.TERRAIN
    }


def fill(desk: Any, label: str, terrain: str) -> None:
    bench = desk.window.workbench
    bench.state.terrain_first = terrain
    bench.state.selection = frozenset((desk.hex(label),))
    bench.selection.fill()
    desk.settle()


def rewrite(desk: Any, path: Path, text: str) -> None:
    with desk.qtbot.waitSignal(desk.session.rules_changed):
        path.write_text(text)
    desk.settle()


def messages(desk: Any) -> list[str]:
    model = desk.window.docks.findings.model
    return [model.index(row, 2).data() for row in range(model.rowCount())]


def export_json(desk: Any, dialog_of: Callable[[type], Any], path: Path) -> Any:
    desk.window.exports.ask()
    dialog = dialog_of(ExportDialog)
    desk.qtbot.waitUntil(lambda: dialog.format.choose("json"))
    dialog.path.setText(str(path))
    desk.qtbot.waitUntil(lambda: dialog.plan is not None)
    if dialog.write.isEnabled():
        with desk.qtbot.waitSignal(dialog.exported):
            QTest.mouseClick(dialog.write, LEFT)
    return dialog


@pytest.mark.long
@pytest.mark.usefixtures("worker_here")
def test_its_terrain_is_in_the_palette_and_can_be_painted_and_exported(
    desk: Any, moor: Path, dialog_of: Callable[[type], Any]
) -> None:
    assert "Bog" in in_palette(desk)
    assert desk.window.docks.scenario.pages.general.ruleset.text() == "Rules of our club"
    fill(desk, "B2", "bog")
    assert desk.terrain("B2") == "bog"
    assert not any("bog" in it for it in messages(desk))
    desk.window.flow.save()
    out = moor.with_name("moor.json")
    export_json(desk, dialog_of, out)
    assert "bog" in json.dumps(json.loads(out.read_text()))


@pytest.mark.long
def test_a_change_outside_is_taken_over_with_a_note(desk: Any, moor: Path, rules: Path) -> None:
    assert moor.exists()
    rewrite(desk, rules, RULES + "  fen: {name: Fen, symbol: Q, cost: 2, tile: swamp}\n")
    assert {"Bog", "Fen"} <= in_palette(desk)
    assert desk.window.status.currentMessage() == "rules/mine.yaml was changed: its rules are in force."
    rewrite(desk, rules, RULES.replace("Bog", "Mire"))
    assert "Mire" in in_palette(desk)
    assert "Fen" not in in_palette(desk)


@pytest.mark.long
@pytest.mark.usefixtures("worker_here")
def test_faults_are_found_with_file_and_line_while_palette_and_map_stay(
    desk: Any, moor: Path, rules: Path, dialog_of: Callable[[type], Any]
) -> None:
    broken = RULES.replace("cost: 3", "cots: 3")
    rewrite(desk, rules, broken)
    assert any(it.startswith("mine.yaml, line 7: ") and "cots" in it for it in messages(desk))
    assert "Bog" in in_palette(desk)
    assert "has faults" in desk.window.status.currentMessage()
    fill(desk, "C3", "bog")
    assert desk.terrain("C3") == "bog"
    out = moor.with_name("moor.json")
    dialog = export_json(desk, dialog_of, out)
    assert not out.exists()
    assert any("line 7" in text for text in dialog.report.texts())
    dialog.reject()
    rewrite(desk, rules, RULES)
    assert not any("mine.yaml" in it for it in messages(desk))


@pytest.mark.long
def test_a_map_whose_ruleset_has_faults_opens_and_can_be_edited(desk: Any, rules: Path) -> None:
    rules.write_text("format: fairground-ruleset/1\nextends: penance-1.0\nid: mine\ntitel: x\n")
    path = rules.parents[1] / "moor.yaml"
    path.write_text(MAP)
    desk.session.open(path)
    desk.settle()
    assert any(it.startswith("mine.yaml, line 4: ") for it in messages(desk))
    fill(desk, "C3", "wall")
    assert desk.terrain("C3") == "wall"
    rewrite(desk, rules, RULES)
    assert "Bog" in in_palette(desk)


def test_a_ruleset_that_is_not_there_is_found_with_a_suggestion(desk: Any, rules: Path) -> None:
    rules.rename(rules.with_name("mien.yaml"))
    path = rules.parents[1] / "moor.yaml"
    path.write_text(MAP)
    desk.session.open(path)
    desk.settle()
    (finding,) = (it for it in desk.findings if it.code == "ruleset.unknown")
    assert "rules/mine.yaml" in finding.message
    assert "mien.yaml" in finding.message
    assert finding.fix == "Name a shipped ruleset, or a .yaml file beside or below the scenario."
