"""Repair in the window: begun and ended by mouse and keys, gone through edit by edit, applied and taken back as one step."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fairground.core.files import to_text
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.fairness_titles_and_limits import Verdict
from fairground.core.scenario.hex_edits import Edit
from fairground.editor.canvas.layers import MapLayer
from fairground.editor.document.patches import FieldPatch
from fairground.editor.features.repair.job import (
    RepairEffect,
    RepairJob,
    RepairOfferFigures,
    RepairResult,
    RepairStepFigures,
)
from fairground.editor.jobs.process import JobAnswer, JobProgress
from tests.editor.features.fairness.test_panel import click, measured, wall
from tests.editor.slow_worker_driver import SlowWorkerDriver

if TYPE_CHECKING:
    from fairground.editor.features.repair.panel import RepairPanel
    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton
FOUR = "Repaired with 4 edits. Fewer might be enough."


class RepairDriver(SlowWorkerDriver[RepairJob]):
    """The window, and the process that looks for edits."""

    @property
    def panel(self) -> RepairPanel:
        return self.editor.repair.panel

    @property
    def marks(self) -> list[tuple[str, str]]:
        """What is marked on the map: labels, and what each hex becomes."""
        label = self.editor.scenario.board.label
        return [(label(at), words) for at, words in self.editor.analysis.repair_marks.marks]

    def is_on(self, action: str) -> bool:
        return self.editor.actions[action].isEnabled()

    def found(self, *, is_reached: bool = True) -> RepairResult:
        """Return an answer with an edit of each kind; the terrain is one that the palette lacks."""
        board = self.editor.scenario.board
        lava = PaletteEntry("l", ("lava",))
        effect = RepairEffect(
            "territory", "", "north 3, south 4 → north 4, south 4", Verdict.RED, Verdict.AMBER
        )

        def step(edit: Edit, mark: str) -> RepairStepFigures:
            text = f"Change {board.label(edit.hex)}."
            marks = ((edit.hex, mark),)
            return RepairStepFigures("Hex", (edit,), text, marks, (Verdict.RED, Verdict.AMBER), (effect,))

        steps = (
            step(Edit(board.parse("D5"), "terrain", terrain=len(board.palette)), "lava"),
            step(Edit(board.parse("E5"), "level", level=1), "level 1"),
            step(Edit(board.parse("A4"), "zone", zone="north-start", inside=True), "+ north-start"),
            step(Edit(board.parse("B4"), "zone", zone="north-start", inside=True), "+ north-start"),
        )
        words = (FOUR, "") if is_reached else ("Partly repaired with 4 edits.", "More is needed.")
        return RepairResult(is_reached, *words, steps, (*board.palette, lava))


@pytest.fixture
def workbench(prompt_editor: EditorDriver, monkeypatch: pytest.MonkeyPatch) -> RepairDriver:
    return RepairDriver(prompt_editor, monkeypatch)


@pytest.mark.long
def test_edits_are_looked_for_gone_through_applied_and_taken_back(workbench: RepairDriver) -> None:
    editor, panel = workbench.editor, workbench.panel
    _is_chosen(workbench)
    _begins_and_is_stopped(workbench)
    editor.key("F7")
    workbench.answer(workbench.found())
    assert panel.headline.text() == FOUR
    assert panel.title.status.text() == "Repair: up to date"
    assert not panel.reason.isVisible()
    assert workbench.marks == [
        ("D5", "lava"),
        ("E5", "level 1"),
        ("A4", "+ north-start"),
        ("B4", "+ north-start"),
    ]
    _is_gone_through(workbench)
    _is_applied_as_one_step(workbench)
    _leaves_locked_layers_alone(workbench)
    _goes_stale(workbench)

    # Another document has no edits, and nothing is marked on it.
    editor.open("twin-stones")
    assert panel.title.status.text() == "Repair"
    assert workbench.marks == []
    assert not workbench.is_on("repair.apply")


def _is_chosen(workbench: RepairDriver) -> None:
    editor, options = workbench.editor, workbench.panel.options
    assert editor.dock("repair").isHidden(), "it comes when it is asked for"
    editor.key("Alt+R")
    assert not editor.dock("repair").visibleRegion().isEmpty()
    assert options.measures.text() == "All measures in the verdict"
    options.measures.check(["territory", "capacity"])
    assert options.measures.accessibleDescription() == "Territory, Zone capacity"
    options.terrains.check(["clear"])
    QTest.keyClick(options.most, Qt.Key.Key_Down)
    assert workbench.panel.fold.words == "2 measures · Green · 5 edits"
    boxes = options.changes
    for box in boxes.values():
        box.click()
    assert not workbench.is_on("repair.start")
    assert workbench.panel.reason.text() == "Allow at least one kind of edit."
    for name in ("terrain", "zone"):
        boxes[name].click()
    settings = options.settings
    assert (settings.measures, settings.terrains) == (("territory", "capacity"), ("clear",))
    assert (settings.changes, settings.most, settings.band) == (("terrain", "zone"), 5, Verdict.GREEN)


def _begins_and_is_stopped(workbench: RepairDriver) -> None:
    editor, panel = workbench.editor, workbench.panel
    QTest.mouseClick(panel.start, LEFT)
    editor.settle()
    (job,) = workbench.jobs
    assert (job.settings, job.subject.scenario) == (panel.options.settings, editor.scenario)
    assert not panel.options.isVisible(), "what is chosen stands in a line"
    assert (workbench.is_on("repair.start"), workbench.is_on("repair.stop")) == (False, True)
    editor.session.player.progressed.emit(JobProgress(job.topic, job.tag, 0.25))
    assert panel.progress.words.text() == "Trying edits… 25%"
    assert panel.title.status.text() == "Repair", "nothing is up to date before it is there"
    QTest.mouseClick(panel.title.buttons["repair.stop"], LEFT)
    assert workbench.dropped == [job]
    assert panel.reason.text() == "Stopped before anything was found."
    assert not panel.progress.isVisible()
    assert not workbench.is_on("repair.apply")
    editor.session.player.answered.emit(JobAnswer(job.topic, job.tag, workbench.found()))
    assert not panel.steps.rows, "nobody waits for it any more"


def _is_gone_through(workbench: RepairDriver) -> None:
    panel, rows = workbench.panel, workbench.panel.steps.rows
    assert rows[0].accessibleName() == "Edit 1 of 4: Change D5."
    assert rows[0].accessibleDescription() == (
        "Hex. Territory: red → amber; north 3, south 4 → north 4, south 4. Verdict: red → amber"
    )
    assert "Territory: red → amber" in rows[0].toolTip()
    panel.area.ensureWidgetVisible(rows[0])
    QTest.mouseClick(rows[0], LEFT)
    assert panel.steps.place == 0
    rows[0].setFocus()
    QTest.keyClick(rows[0], Qt.Key.Key_Down)
    assert panel.steps.place == 1
    assert rows[1].hasFocus()
    QTest.keyClick(rows[1], Qt.Key.Key_Space)
    assert panel.steps.place is None
    QTest.keyClick(rows[1], Qt.Key.Key_Up)
    assert panel.steps.place == 0
    workbench.editor.canvas.grab()


def _is_applied_as_one_step(workbench: RepairDriver) -> None:
    editor, panel = workbench.editor, workbench.panel
    before, steps = to_text(editor.scenario), editor.steps
    editor.key("Ctrl+F7")
    assert editor.steps == steps + 1
    assert editor.document.undo_stack.undoText() == "Repair with 4 edits"
    assert editor.terrain("D5") == "lava"
    assert editor.scenario.board.level_at(editor.hex("E5")) == 1
    zone = next(it for it in editor.scenario.zones if it.id == "north-start").shape.mask(
        editor.scenario.board
    )
    assert zone[editor.scenario.board.cell(editor.hex("A4"))]
    assert zone[editor.scenario.board.cell(editor.hex("B4"))]
    assert panel.title.status.text() == "Repair: applied"
    assert panel.notice.words.text() == "Applied as one step. Ctrl+Z undoes it."
    assert not workbench.is_on("repair.apply")
    assert workbench.marks == []
    editor.key("Ctrl+Z")
    assert to_text(editor.scenario) == before
    assert panel.title.status.text() == "Repair: up to date"
    assert workbench.is_on("repair.apply")
    assert len(workbench.marks) == 4
    editor.key("Ctrl+Shift+Z")
    assert panel.title.status.text() == "Repair: applied"
    editor.key("Ctrl+Z")
    editor.key("Ctrl+F7")
    assert panel.title.status.text() == "Repair: applied"
    editor.key("Ctrl+Z")


def _leaves_locked_layers_alone(workbench: RepairDriver) -> None:
    editor, panel, locks = workbench.editor, workbench.panel, workbench.editor.docks.layers.locks
    # What is locked when edits are looked for is none of them, and that is said.
    locks[MapLayer.TERRAIN].click()
    editor.key("F7")
    assert panel.options.settings.changes == ("terrain", "zone")
    assert workbench.jobs[-1].settings.changes == ("zone",)
    workbench.answer(workbench.found())
    # What is locked when they are to be made is in the way of all of them: each needs the others.
    before, steps = to_text(editor.scenario), editor.steps
    assert panel.notice.words.text() == (
        "The terrain layer is locked. Unlock it in the Layers panel to edit it."
    )
    assert not workbench.is_on("repair.apply")
    editor.key("Ctrl+F7")
    editor.repair.apply()
    assert (to_text(editor.scenario), editor.steps) == (before, steps)
    locks[MapLayer.TERRAIN].click()
    assert panel.notice.words.text() == "Unchanged because locked in the Layers panel: terrain."
    assert workbench.is_on("repair.apply")
    locks[MapLayer.UNITS].click()
    assert workbench.is_on("repair.apply")
    for layer in (MapLayer.TERRAIN, MapLayer.ZONES):
        locks[layer].click()
    assert not workbench.is_on("repair.start")
    editor.repair.start()
    assert not editor.repair.requests.is_busy
    for layer in (MapLayer.TERRAIN, MapLayer.ZONES, MapLayer.UNITS):
        locks[layer].click()


def _goes_stale(workbench: RepairDriver) -> None:
    editor, panel = workbench.editor, workbench.panel
    editor.key("F7")
    workbench.answer(workbench.found(is_reached=False))
    assert (panel.headline.text(), panel.reason.text()) == (
        "Partly repaired with 4 edits.",
        "More is needed.",
    )
    assert workbench.is_on("repair.apply")
    editor.document.edit("Name", [FieldPatch("name", editor.scenario.name, "Another")])
    assert not workbench.is_on("repair.apply")
    assert panel.title.status.text() == "Repair: outdated"
    assert panel.notice.words.text() == (
        "These edits are for an earlier state of the map and cannot be applied. Press F7 to search again."
    )
    assert workbench.marks == []
    steps = editor.steps
    editor.repair.apply()
    assert editor.steps == steps
    editor.key("F7")
    workbench.answer("there is nobody to be fair to")
    assert panel.reason.text() == "There is nobody to be fair to."
    assert not panel.steps.rows


@pytest.mark.long
def test_a_red_measure_leads_there_by_button_and_key(workbench: RepairDriver) -> None:
    editor = workbench.editor
    editor.dock("fairness").raise_()
    wall(editor, "C3", "D3", "E3", "F3", "G3")
    measured(editor)
    assert not workbench.is_on("fairness.repair"), "no measure is chosen"
    click(editor, "symmetry")
    assert not workbench.is_on("fairness.repair"), "what is not judged cannot be mended"
    click(editor, "territory")
    card = editor.fairness.panel.card
    QTest.mouseClick(card.repair, LEFT)
    editor.settle()
    (job,) = workbench.jobs
    assert job.settings.measures == ("territory",)
    assert not editor.dock("repair").isHidden()
    workbench.answer(workbench.found())
    click(editor, "territory")
    before = len(workbench.jobs)
    editor.key("Shift+P")
    assert len(workbench.jobs) == before + 1
    assert workbench.jobs[-1].settings.measures == ("territory",)


@pytest.mark.long
def test_another_of_the_repairs_found_is_shown_and_applied_as_one_step(workbench: RepairDriver) -> None:
    editor, panel = workbench.editor, workbench.panel
    found = workbench.found()

    def offer(title: str, place: int) -> RepairOfferFigures:
        about = (f"Cost: {place}", "Advantage not estimated: there are no objectives.")
        return RepairOfferFigures(
            title, about, "Repaired with 1 edit.", found.steps[place:][:1], found.palette, ()
        )

    ranking = "Repairs are ranked by how little of the map they change."
    offers = (offer("Change D5.", 0), offer("Change E5.", 1))
    editor.key("F7")
    editor.settle()
    workbench.answer(replace(found, offers=offers, ranking=ranking).chosen(0))
    assert [panel.offers.itemText(at) for at in range(2)] == ["1. Change D5.", "2. Change E5."]
    assert panel.ranking.text() == ranking
    assert workbench.marks == [("D5", "lava")]
    panel.offers.setCurrentIndex(1)
    panel.offers.activated.emit(1)
    assert workbench.marks == [("E5", "level 1")]
    assert panel.about_offer.text().startswith("Cost: 1")
    before = to_text(editor.scenario)
    editor.key("Ctrl+F7")
    board = editor.scenario.board
    assert board.level_at(board.parse("E5")) == 1
    editor.key("Ctrl+Z")
    assert to_text(editor.scenario) == before
