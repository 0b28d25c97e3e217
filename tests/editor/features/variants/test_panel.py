"""Variants in the window: made, looked at and applied by mouse and keys, and said to be old when they are."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from fairground.core.files import to_text
from fairground.core.scenario.fairness_titles_and_limits import Verdict
from fairground.editor.document.patches import FieldPatch
from fairground.editor.features.variants.job import (
    BandChange,
    RefusedVariant,
    VariantEntry,
    VariantPictureJob,
    VariantPlace,
    VariantsJob,
    VariantsResult,
)
from fairground.editor.features.variants.text import AXES
from fairground.editor.jobs.process import JobAnswer
from tests.editor.narrowing import present
from tests.editor.slow_worker_driver import SlowWorkerDriver

if TYPE_CHECKING:
    from PySide6.QtWidgets import QListWidget

    from fairground.core.scenario.document import Scenario
    from fairground.editor.app.actions import Actions
    from fairground.editor.features.variants.controller import VariantsController
    from fairground.editor.features.variants.panel import VariantsPanel
    from fairground.editor.jobs.process import Job
    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton


def entry(scenario: Scenario, name: str, title: str, *labels: str) -> VariantEntry:
    """Return a variant whose hexes of these labels are a level higher."""
    board = copy(scenario.board)
    board.elevation = board.elevation.copy()
    changed = [board.parse(it) for it in labels]
    for at in changed:
        board.elevation[board.cell(at)] += 1
    made = replace(scenario, board=board, _rules=None)
    return VariantEntry(
        name,
        title,
        Verdict.AMBER,
        (VariantPlace("choke width", "8", "6"), VariantPlace("open ground", "94%", "94%")),
        (BandChange("territory", True, Verdict.RED, Verdict.AMBER, True),),  # noqa: FBT003  # as the worker has it
        frozenset(changed),
        (),
        made,
        VariantPictureJob((), made, frozenset(), 60).run(),
    )


class Studio(SlowWorkerDriver[VariantsJob]):
    """The window, and the process that makes variants."""

    def __init__(self, editor: EditorDriver, monkeypatch: pytest.MonkeyPatch) -> None:
        self.pictures: list[VariantPictureJob] = []
        worker = editor.session.worker

        def send(job: Job) -> None:
            if isinstance(job, VariantPictureJob):
                self.pictures.append(job)
            else:
                worker.answered.emit(JobAnswer(job.topic, job.tag, job.run()))

        monkeypatch.setattr(worker, "send", send)
        monkeypatch.setattr(worker, "drop", lambda _job: None)
        super().__init__(editor, monkeypatch)

    @property
    def variant_set(self) -> VariantsController:
        return self.editor.variants

    @property
    def panel(self) -> VariantsPanel:
        return self.variant_set.panel

    @property
    def entry(self) -> VariantEntry:
        found = self.panel.list.entry
        assert found is not None
        return found

    @property
    def actions(self) -> Actions:
        return self.editor.actions

    def made(self, count: int, *, finished: bool) -> VariantsResult:
        scenario = self.editor.scenario
        entries = [entry(scenario, "turn-180-top", "180° turn of the top half", "B3")]
        entries += [
            entry(scenario, f"v{at:02}", f"Variant {at}", "C4", f"D{at + 3}") for at in range(1, count)
        ]
        refused = RefusedVariant(("120° turn", "60° turn"), "Only hexagons have one.")
        return VariantsResult(self.jobs[-1].settings, tuple(entries), (refused,), finished)

    def answer(self, result: object) -> None:
        """Answer the last job, and wait for the pictures."""
        super().answer(result)
        pictures = self.panel.list
        self.editor.qtbot.waitUntil(
            lambda: not any(pictures.item(row).icon().isNull() for row in range(pictures.count()))
        )
        self.editor.settle()

    def click(self, row: int) -> None:
        """Click on a picture, by where it is."""
        found = self.panel.list
        found.scrollToItem(found.item(row))
        QTest.mouseClick(found.viewport(), LEFT, pos=found.visualItemRect(found.item(row)).center())
        self.editor.settle()


@pytest.fixture
def studio(editor: EditorDriver, monkeypatch: pytest.MonkeyPatch) -> Studio:
    return Studio(editor, monkeypatch)


@pytest.mark.long
def test_variants_are_made_looked_at_applied_and_go_stale(studio: Studio) -> None:
    editor, panel, preview = studio.editor, studio.panel, studio.variant_set.preview
    assert not studio.editor.dock("variants").isVisible()
    editor.key("Alt+G")
    assert not editor.dock("variants").visibleRegion().isEmpty()
    assert "press F6" in panel.remark.text()
    _is_chosen_by_keys(studio)

    _is_made(studio)
    _is_looked_at(studio)

    # Applied by key: one step, and the variants are of an earlier state then.
    steps = editor.document.undo_stack.count()
    before = editor.scenario.board.elevation.copy()
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    editor.settle()
    assert editor.document.undo_stack.count() == steps + 1
    assert editor.document.undo_stack.undoText() == "Apply Variant 2"
    assert {editor.scenario.board.label(at) for at in studio.entry.changed} == {"C4", "D5"}
    assert (editor.scenario.board.elevation - before).sum() == 2
    assert not preview.isVisible()
    assert panel.title.status.text() == "Variants: outdated"
    assert panel.notice.words.text() == "Based on an earlier state of the map. Press F6 to make new variants."
    assert panel.notice.isVisible()
    editor.key("Ctrl+Z")
    assert (editor.scenario.board.elevation == before).all()
    assert panel.title.status.text() == "Variants: up to date"
    assert not panel.notice.isVisible()
    studio.click(0)
    assert not preview.notice.text()
    editor.key("Ctrl+Shift+Z")
    assert panel.title.status.text() == "Variants: outdated"

    # An old one says in its preview that it replaces what was drawn since.
    studio.click(0)
    assert preview.isVisible()
    assert "applying a variant replaces your later changes" in preview.notice.text()
    QTest.mouseClick(preview.apply_button, LEFT)
    editor.settle()
    assert editor.document.undo_stack.undoText() == "Apply 180° turn of the top half"
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    editor.settle()
    assert editor.message == "The map already looks like this."

    # Another document has no variants.
    editor.open("standard-arena")
    assert panel.list.count() == 0
    assert panel.title.status.text() == "Variants"


def _is_made(studio: Studio) -> None:
    editor, panel = studio.editor, studio.panel
    # Made by key: symmetric versions come first, then the others.
    editor.key("F6")
    (job,) = studio.jobs
    assert job.settings == panel.options.settings
    assert to_text(present(job.subject.scenario)) == to_text(editor.scenario)
    assert not panel.options.isVisible(), "what is chosen stands in a line"
    assert panel.progress.words.text() == "Starting…"
    assert panel.title.status.text() == "Variants", "nothing is up to date before it is there"
    assert not studio.actions["variants.make"].isEnabled()
    studio.hear(0.1, studio.made(1, finished=False))
    assert [it.title for it in panel.list.entries] == ["180° turn of the top half"]
    studio.hear(0.42)
    assert panel.progress.words.text() == "42% done"
    assert panel.title.status.text() == "Variants", "the variants are not all there"
    studio.answer(studio.made(4, finished=True))
    assert not panel.progress.isVisible()
    assert panel.title.status.text() == "Variants: up to date"
    assert panel.list.count() == 4
    item = panel.list.item(1)
    assert item.text() == "Variant 1\namber\nchoke width 6"
    spoken = item.data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Variant 1: amber. Choke width 8 → 6. Open ground 94%. 2 hexes changed.")
    assert "territory better: red before, amber now" in spoken.lower()
    QTest.mouseClick(panel.unfit_fold, LEFT)
    assert "120° turn, 60° turn: Only hexagons have one." in panel.unfit.text()


def _is_chosen_by_keys(studio: Studio) -> None:
    options = studio.panel.options
    assert options.settings.axes == ("choke-width", "openness")
    one, other = options.axes
    one.setFocus()
    QTest.keyClick(one, Qt.Key.Key_Home)
    # Two axes are never the same: the other takes what this one had.
    assert options.settings.axes == ("openness", "choke-width")
    QTest.keyClick(other, Qt.Key.Key_End)
    last = list(AXES)[-1]
    assert options.settings.axes == ("openness", last)
    options.count.setFocus()
    options.count.selectAll()
    QTest.keyClicks(options.count, "3")
    QTest.keyClick(options.count, Qt.Key.Key_Return)
    QTest.keyClick(options.seed, Qt.Key.Key_Up)
    QTest.mouseClick(options.symmetric, LEFT, pos=QPoint(8, options.symmetric.height() // 2))
    settings = options.settings
    assert (settings.count, settings.seed, settings.symmetric) == (3, 2, True)
    assert studio.panel.fold.words == f"3 variants · Open ground × {AXES[last]}"
    for field in (*options.axes, options.count, options.seed, options.symmetric):
        assert field.accessibleName()
        assert field.toolTip()


def _is_looked_at(studio: Studio) -> None:
    """By mouse and by keys, small at once and larger soon after; nothing of the map changes."""
    editor, panel, preview = studio.editor, studio.panel, studio.variant_set.preview
    revision = editor.document.revision
    studio.click(1)
    assert preview.isVisible()
    assert preview.title.text() == "Variant 1: amber"
    assert preview.about.text().splitlines() == ["Choke width 8 → 6", "Open ground 94%", "2 hexes changed"]
    assert preview.changes.text() == "▲ territory: red → amber"
    small = preview.picture.grab().toImage()
    assert len({small.pixel(x, small.height() // 2) for x in range(small.width())}) > 1
    job = studio.pictures[-1]
    assert {editor.scenario.board.label(at) for at in job.marked} == {"C4", "D4"}
    assert job.side > 60
    editor.session.worker.answered.emit(JobAnswer(job.topic, job.tag, replace(job, side=150).run()))
    assert preview.picture.grab().toImage() != small
    assert not preview.grab().isNull()
    assert editor.canvas.rect().contains(preview.geometry())
    panel.list.setFocus()
    QTest.keyClick(panel.list, Qt.Key.Key_Escape)
    assert not preview.isVisible()
    # The picture of what is not looked at any more is of no use.
    editor.session.worker.answered.emit(JobAnswer(job.topic, job.tag, b""))
    assert not preview.isVisible()
    studio.click(1)
    assert preview.isVisible(), "once more on what is chosen already"
    QTest.mouseClick(preview.close_button, LEFT)
    assert not preview.isVisible()
    QTest.keyClick(panel.list, Qt.Key.Key_Down if _columns(panel.list) == 1 else Qt.Key.Key_Right)
    if studio.entry.id != "v02":
        panel.list.setCurrentRow(2)
    assert preview.isVisible()
    assert preview.title.text() == "Variant 2: amber"
    assert editor.document.revision == revision


def _columns(found: QListWidget) -> int:
    return max(1, found.viewport().width() // found.gridSize().width())


@pytest.mark.long
def test_making_is_stopped_and_what_cannot_be_is_said(studio: Studio) -> None:
    editor, panel = studio.editor, studio.panel
    editor.key("Alt+G")
    QTest.mouseClick(panel.start, LEFT)
    assert len(studio.jobs) == 1
    QTest.mouseClick(panel.title.buttons["variants.stop"], LEFT)
    editor.settle()
    assert studio.dropped == studio.jobs
    assert panel.remark.text() == "Stopped before the first variant was made."
    editor.key("F6")
    studio.hear(0.1, studio.made(1, finished=False))
    editor.key("Shift+F6")
    assert panel.remark.text() == "Stopped. Only the symmetric versions were made."
    assert panel.list.count() == 1
    assert not studio.actions["variants.stop"].isEnabled()

    # Edits while it works: it can begin anew, and what comes of the first is of an earlier state.
    editor.key("F6")
    editor.document.edit("Rename", [FieldPatch("name", editor.scenario.name, "Another")])
    studio.hear(0.5, studio.made(1, finished=False))
    assert panel.title.status.text() == "Variants: outdated"
    assert studio.actions["variants.make"].isEnabled()
    begun = studio.jobs[-1]
    editor.key("F6")
    assert studio.dropped[-1] is begun
    studio.answer("there is no axis")
    assert panel.remark.text() == "There is no axis."
    assert not panel.list.isVisible()
    editor.key("F6")
    editor.session.player.ended.emit(True)  # noqa: FBT003  # Qt's signature
    assert panel.remark.text() == "The worker process ended unexpectedly."

    # Locked layers and what-ifs are not overwritten.
    editor.key("F6")
    studio.answer(studio.made(2, finished=True))
    studio.click(1)
    state = editor.state
    state.locked_layers = frozenset(("elevation",))
    steps = editor.document.undo_stack.count()
    editor.key("Ctrl+F6")
    assert (
        "Unlock these layers in the Layers panel first: elevation."
        in studio.variant_set.preview.notice.text()
    )
    assert editor.document.undo_stack.count() == steps
    state.locked_layers = frozenset()
    # In both themes there is a picture of everything.
    last = panel.list.item(panel.list.count() - 1)
    light = last.icon().pixmap(100).toImage()
    editor.key("Ctrl+Shift+D")
    editor.qtbot.waitUntil(lambda: last.icon().pixmap(100).toImage() != light)
    editor.key("Ctrl+Shift+D")
