"""Repair in the window: begun and ended by mouse and keys, gone through edit by edit, applied and taken back as one step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from fairground.core.files import to_text
from fairground.core.metrics.fairness.edits import Edit
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.fairness_bands import Verdict
from fairground.editor.canvas.layers import MapLayer
from fairground.editor.document.patches import FieldPatch
from fairground.editor.features.repair.job import RepairEffect, RepairResult, RepairStepFigures
from fairground.editor.jobs.process import JobAnswer, JobProgress
from tests.editor.features.fairness.test_panel import click, measured, wall

if TYPE_CHECKING:
    from fairground.core.metrics.fairness.edits import Change
    from fairground.editor.features.repair.job import RepairJob
    from fairground.editor.features.repair.panel import RepairPanel

LEFT = Qt.MouseButton.LeftButton
FOUR = "Repaired by 4 edits; fewer were not ruled out."


class Bench:
    """The window, and the process that looks for edits: its jobs, and what it says of them."""

    def __init__(self, desk: Any) -> None:
        self.desk = desk
        self.jobs: list[RepairJob] = []
        self.dropped: list[RepairJob] = []

    @property
    def panel(self) -> RepairPanel:
        found: RepairPanel = self.desk.window.desks.mend.panel
        return found

    @property
    def marks(self) -> list[tuple[str, str]]:
        """What is marked on the map: labels, and what each hex becomes."""
        label = self.desk.scenario.board.label
        return [(label(at), words) for at, words in self.desk.window.desks.analysis.mend_marks.marks]

    def is_on(self, action: str) -> bool:
        found: bool = self.desk.window.actions_by_id[action].isEnabled()
        return found

    def answer(self, found: RepairResult | str) -> None:
        job = self.jobs[-1]
        self.desk.session.player.answered.emit(JobAnswer(job.topic, job.tag, found))
        self.desk.settle()

    def found(self, *, is_reached: bool = True) -> RepairResult:
        """Return an answer with an edit of each kind; the terrain is one that the palette lacks."""
        board = self.desk.scenario.board
        lava = PaletteEntry("l", ("lava",))
        effect = RepairEffect(
            "territory", "", "north 3, south 4 → north 4, south 4", Verdict.RED, Verdict.AMBER
        )

        def step(label: str, change: Change, mark: str, **to: Any) -> RepairStepFigures:
            edit = Edit(board.parse(label), change, **to)
            return RepairStepFigures(edit, f"Change {label}.", mark, (Verdict.RED, Verdict.AMBER), (effect,))

        steps = (
            step("D5", "terrain", "lava", terrain=len(board.palette)),
            step("E5", "level", "level 1", level=1),
            step("A4", "zone", "+ north-start", zone="north-start", inside=True),
            step("B4", "zone", "+ north-start", zone="north-start", inside=True),
        )
        words = (FOUR, "") if is_reached else ("Repaired in part by 4 edits.", "More is needed.")
        return RepairResult(is_reached, *words, steps, (*board.palette, lava))


@pytest.fixture
def bench(prompt_desk: Any, monkeypatch: pytest.MonkeyPatch) -> Bench:
    found = Bench(prompt_desk)
    player = prompt_desk.session.player
    monkeypatch.setattr(player, "send", found.jobs.append)
    monkeypatch.setattr(player, "drop", found.dropped.append)
    prompt_desk.open("ember-court")
    prompt_desk.qtbot.waitUntil(
        lambda: (
            prompt_desk.window.desks.mend is not None
            and prompt_desk.window.desks.analysis.fairness is not None
        )
    )
    prompt_desk.settle()
    return found


@pytest.mark.long
def test_edits_are_looked_for_gone_through_applied_and_taken_back(bench: Bench) -> None:
    desk, panel = bench.desk, bench.panel
    _is_chosen(bench)
    _begins_and_is_stopped(bench)
    desk.key("F7")
    bench.answer(bench.found())
    assert panel.outcome.text() == FOUR
    assert panel.title.status.text() == "Mend: as of now"
    assert not panel.reason.isVisible()
    assert bench.marks == [
        ("D5", "lava"),
        ("E5", "level 1"),
        ("A4", "+ north-start"),
        ("B4", "+ north-start"),
    ]
    _is_gone_through(bench)
    _is_applied_as_one_step(bench)
    _leaves_locked_layers_alone(bench)
    _goes_stale(bench)

    # Another document has no edits, and nothing is marked on it.
    desk.open("twin-stones")
    assert panel.title.status.text() == "Mend"
    assert bench.marks == []
    assert not bench.is_on("mend.apply")


def _is_chosen(bench: Bench) -> None:
    desk, options = bench.desk, bench.panel.options
    assert desk.window.docks.docks["mend"].isHidden(), "it comes when it is asked for"
    desk.key("Alt+R")
    assert not desk.window.docks.docks["mend"].visibleRegion().isEmpty()
    assert options.measures.text() == "All that decide"
    options.measures.check(["territory", "capacity"])
    assert options.measures.accessibleDescription() == "Territory, Zone capacity"
    options.terrains.check(["clear"])
    QTest.keyClick(options.most, Qt.Key.Key_Down)
    assert bench.panel.fold.words == "2 measures · Green · 5 edits"
    boxes = options.changes
    for box in boxes.values():
        box.click()
    assert not bench.is_on("mend.start")
    assert bench.panel.reason.text() == "Allow at least one of terrain, levels and zones to change."
    for name in ("terrain", "zone"):
        boxes[name].click()
    settings = options.settings
    assert (settings.measures, settings.terrains) == (("territory", "capacity"), ("clear",))
    assert (settings.changes, settings.most, settings.band) == (("terrain", "zone"), 5, Verdict.GREEN)


def _begins_and_is_stopped(bench: Bench) -> None:
    desk, panel = bench.desk, bench.panel
    QTest.mouseClick(panel.start, LEFT)
    desk.settle()
    (job,) = bench.jobs
    assert (job.settings, job.subject.scenario) == (panel.options.settings, desk.scenario)
    assert not panel.options.isVisible(), "what is chosen stands in a line"
    assert (bench.is_on("mend.start"), bench.is_on("mend.stop")) == (False, True)
    desk.session.player.told.emit(JobProgress(job.topic, job.tag, 0.25))
    assert panel.progress.words.text() == "Trying edits… 25 %"
    QTest.mouseClick(panel.title.buttons["mend.stop"], LEFT)
    assert bench.dropped == [job]
    assert panel.reason.text() == "Stopped before anything was found."
    assert not panel.progress.isVisible()
    assert not bench.is_on("mend.apply")
    desk.session.player.answered.emit(JobAnswer(job.topic, job.tag, bench.found()))
    assert not panel.steps.rows, "nobody waits for it any more"


def _is_gone_through(bench: Bench) -> None:
    panel, rows = bench.panel, bench.panel.steps.rows
    assert rows[0].accessibleName() == "Edit 1 of 4: Change D5."
    assert rows[0].accessibleDescription() == (
        "Territory: red → amber; north 3, south 4 → north 4, south 4. The verdict: red → amber"
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
    bench.desk.window.page.canvas.grab()


def _is_applied_as_one_step(bench: Bench) -> None:
    desk, panel = bench.desk, bench.panel
    before, steps = to_text(desk.scenario), desk.steps
    desk.key("Ctrl+F7")
    assert desk.steps == steps + 1
    assert desk.document.undo_stack.undoText() == "Mend by 4 edits"
    assert desk.terrain("D5") == "lava"
    assert desk.scenario.board.level_at(desk.hex("E5")) == 1
    zone = next(it for it in desk.scenario.zones if it.id == "north-start").shape.mask(desk.scenario.board)
    assert zone[desk.scenario.board.cell(desk.hex("A4"))]
    assert zone[desk.scenario.board.cell(desk.hex("B4"))]
    assert panel.title.status.text() == "Mend: applied"
    assert panel.notice.words.text() == "Applied as one step: Ctrl+Z takes it back."
    assert not bench.is_on("mend.apply")
    assert bench.marks == []
    desk.key("Ctrl+Z")
    assert to_text(desk.scenario) == before


def _leaves_locked_layers_alone(bench: Bench) -> None:
    desk, panel, locks = bench.desk, bench.panel, bench.desk.window.docks.layers.locks
    # What is locked when edits are looked for is none of them, and that is said.
    locks[MapLayer.TERRAIN].click()
    desk.key("F7")
    assert panel.options.settings.changes == ("terrain", "zone")
    assert bench.jobs[-1].settings.changes == ("zone",)
    bench.answer(bench.found())
    # What is locked when they are to be made is in the way of all of them: each needs the others.
    before, steps = to_text(desk.scenario), desk.steps
    assert panel.notice.words.text() == "The terrain layer is locked; unlock it in the layer list to edit it."
    assert not bench.is_on("mend.apply")
    desk.key("Ctrl+F7")
    desk.window.desks.mend.apply()
    assert (to_text(desk.scenario), desk.steps) == (before, steps)
    locks[MapLayer.TERRAIN].click()
    assert panel.notice.words.text() == "Left alone, since locked in the layer list: terrain."
    assert bench.is_on("mend.apply")
    locks[MapLayer.UNITS].click()
    assert bench.is_on("mend.apply")
    for layer in (MapLayer.TERRAIN, MapLayer.ZONES):
        locks[layer].click()
    assert not bench.is_on("mend.start")
    desk.window.desks.mend.start()
    assert not desk.window.desks.mend.mender.is_busy
    for layer in (MapLayer.TERRAIN, MapLayer.ZONES, MapLayer.UNITS):
        locks[layer].click()


def _goes_stale(bench: Bench) -> None:
    desk, panel = bench.desk, bench.panel
    desk.key("F7")
    bench.answer(bench.found(is_reached=False))
    assert (panel.outcome.text(), panel.reason.text()) == ("Repaired in part by 4 edits.", "More is needed.")
    assert bench.is_on("mend.apply")
    desk.document.edit("Name", [FieldPatch("name", desk.scenario.name, "Another")])
    assert not bench.is_on("mend.apply")
    assert panel.title.status.text() == "Mend: for an earlier state"
    assert panel.notice.words.text() == (
        "For an earlier state of the map, so it cannot be applied: F7 looks again."
    )
    assert bench.marks == []
    steps = desk.steps
    desk.window.desks.mend.apply()
    assert desk.steps == steps
    desk.key("F7")
    bench.answer("there is nobody to be fair to")
    assert panel.reason.text() == "There is nobody to be fair to."
    assert not panel.steps.rows


@pytest.mark.long
def test_a_red_measure_leads_there_by_button_and_key(bench: Bench) -> None:
    desk = bench.desk
    desk.window.docks.docks["fairness"].raise_()
    wall(desk, "C3", "D3", "E3", "F3", "G3")
    measured(desk)
    assert not bench.is_on("fairness.mend"), "no measure is chosen"
    click(desk, "symmetry")
    assert not bench.is_on("fairness.mend"), "what is not judged cannot be mended"
    click(desk, "territory")
    card = desk.window.desks.analysis.fairness.panel.card
    QTest.mouseClick(card.mend, LEFT)
    desk.settle()
    (job,) = bench.jobs
    assert job.settings.measures == ("territory",)
    assert not desk.window.docks.docks["mend"].isHidden()
    bench.answer(bench.found())
    click(desk, "objectives")
    desk.key("Shift+P")
    assert bench.jobs[-1].settings.measures == ("objectives",)
