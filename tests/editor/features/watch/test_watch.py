"""Watching games in the window: recorded, played, stepped through and jumped about by mouse and keys, with heat maps."""

from __future__ import annotations

import pickle
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from fairground.core.files import load
from fairground.core.simulation.recording.figures import GamesFigures
from fairground.editor.canvas.layers import MapLayer
from fairground.editor.features.watch.job import RecordJob, RecordSettings
from fairground.editor.jobs.job_scenario import JobScenario
from fairground.editor.session.feature_context import GameChoice
from fairground.editor.widgets.labels_and_buttons import WholeLabel
from tests.editor.editor_driver import SCENARIOS, EditorDriver
from tests.editor.job_listener import JobListener
from tests.editor.narrowing import of_type, present
from tests.editor.slow_worker_driver import SlowWorkerDriver

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from fairground.editor.features.watch.controller import WatchController
    from fairground.editor.features.watch.panel import WatchPanel
    from fairground.editor.overlays.game_marks import GameMarks, GameView

LEFT = Qt.MouseButton.LeftButton


def record(settings: RecordSettings) -> GamesFigures:
    scenario = load(SCENARIOS / "ember-court.yaml")
    return of_type(RecordJob((1,), JobScenario(1, scenario), settings, GameChoice()).run(), GamesFigures)


@pytest.fixture(scope="module")
def figures() -> GamesFigures:
    return record(RecordSettings(2))


class WatchDriver(SlowWorkerDriver[RecordJob]):
    """The window, and the process that records games."""

    @property
    def controller(self) -> WatchController:
        return self.editor.watch

    @property
    def panel(self) -> WatchPanel:
        return self.controller.panel

    @property
    def marks(self) -> GameMarks:
        return self.editor.analysis.game_marks

    @property
    def view(self) -> GameView:
        return present(self.marks.view)

    @property
    def shows_own_units(self) -> bool:
        return self.editor.workbench.layers.strength(MapLayer.UNITS) > 0

    def is_on(self, action: str) -> bool:
        return self.editor.actions[action].isEnabled()


@pytest.fixture
def watch(prompt_editor: EditorDriver, monkeypatch: pytest.MonkeyPatch) -> WatchDriver:
    return WatchDriver(prompt_editor, monkeypatch)


def test_games_are_recorded_with_the_settings_of_self_play_and_can_be_stopped(
    watch: WatchDriver, figures: GamesFigures
) -> None:
    editor, panel = watch.editor, watch.panel
    assert editor.dock("watch").isHidden(), "it comes when it is asked for"
    editor.simulation.panel.options.seed.setValue(7)
    # The button in the title of the self-play panel.
    editor.key("Alt+P")
    QTest.mouseClick(editor.simulation.panel.title.buttons["watch.record"], LEFT)
    editor.settle()
    assert not editor.dock("watch").visibleRegion().isEmpty()
    (job,) = watch.jobs
    assert job.choice.seed == 7
    assert job.settings == RecordSettings(None)
    watch.hear(0.25)
    assert panel.progress.words.text() == "Recording… 25%"
    assert panel.title.status.text() == "Watch games", "nothing is up to date before it is there"
    assert not panel.games.isVisible()
    editor.key("Shift+F4")
    assert watch.dropped == [job]
    assert panel.remark.text() == "Stopped before the games were recorded."
    assert watch.marks.view is None
    # Chosen by keys: the first 10 games.
    panel.fold.setChecked(True)
    QTest.keyClick(panel.options.games, Qt.Key.Key_Down)
    assert panel.fold.words == "The first 10 games"
    editor.key("F4")
    assert watch.jobs[-1].settings.games == 10
    watch.answer(figures)
    assert panel.games.count() == 2
    assert panel.title.status.text() == "Watch games: up to date"
    assert watch.view.caption == "Game 1, start"
    assert panel.text.text().startswith("Game 1: ")


def test_a_game_is_stepped_through_and_jumped_about(watch: WatchDriver, figures: GamesFigures) -> None:
    editor, panel = watch.editor, watch.panel
    editor.key("F4")
    watch.answer(figures)
    games = figures.games
    steps = games.steps(games.games[0])
    assert not watch.shows_own_units, "the units of the game stand in their place"
    assert len(watch.view.units) == len(games.games[0].units)
    assert (watch.is_on("watch.back"), watch.is_on("watch.forward")) == (False, True)
    editor.key("F12")
    assert panel.slider.value() == 1
    assert panel.state.text().startswith("Turn 1 · ")
    assert panel.text.text()
    assert panel.why.text().startswith("Why this move: ")
    moved = present(steps[1].moved)
    acting = [it.unit for it in watch.view.units if it.is_acting]
    row, column = divmod(moved.hex, games.columns)
    assert [it.hex for it in acting] == [editor.scenario.board.layout.from_offset(column, row)]
    QTest.mouseClick(panel.buttons["watch.forward"], LEFT)
    assert panel.slider.value() == 2
    editor.key("Shift+F12")
    assert panel.slider.value() == 1
    editor.key("Ctrl+F12")
    first_of_two = next(at for at, it in enumerate(steps) if it.turn == 2)
    assert panel.slider.value() == first_of_two
    editor.key("F12")
    editor.key("Ctrl+Shift+F12")
    assert panel.slider.value() == first_of_two
    editor.key("Ctrl+Shift+F12")
    assert panel.slider.value() == 1
    # Losses are gone to one after the other, and after the last there is nowhere to go.
    losses = [at for at, it in enumerate(steps) if it.losses and at > 1]
    assert losses
    for loss in losses:
        assert watch.is_on("watch.next-loss")
        editor.key("Alt+F12")
        assert panel.slider.value() == loss
    assert not watch.is_on("watch.next-loss")
    # The slider goes to any step, by keys too.
    QTest.keyClick(panel.slider, Qt.Key.Key_End)
    assert panel.slider.value() == len(steps) - 1
    assert not watch.is_on("watch.forward")
    assert "Won by North after" in panel.text.text()
    lost = sum(games.games[0].losses)
    left = len(games.games[0].units) - lost
    assert len(watch.view.units) - len(watch.view.losses) == left
    # Another game begins at its start.
    panel.games.setFocus()
    QTest.keyClick(panel.games, Qt.Key.Key_Down)
    assert watch.view.caption == "Game 2, start"
    assert panel.slider.value() == 0


def test_a_game_plays_by_itself_until_it_is_paused_or_over(watch: WatchDriver, figures: GamesFigures) -> None:
    editor, panel, controller = watch.editor, watch.panel, watch.controller
    editor.key("F4")
    watch.answer(figures)
    for _ in range(2):
        QTest.keyClick(panel.speed, Qt.Key.Key_Down)
    editor.key("F3")
    assert controller.is_playing
    editor.qtbot.waitUntil(lambda: panel.slider.value() >= 2)
    QTest.mouseClick(panel.buttons["watch.play"], LEFT)
    assert not controller.is_playing
    controller.go_to(panel.slider.maximum() - 1)
    editor.key("F3")
    editor.qtbot.waitUntil(lambda: not controller.is_playing)
    assert panel.slider.value() == panel.slider.maximum()
    # Played again, it begins at the start.
    editor.key("F3")
    assert panel.slider.value() < panel.slider.maximum()
    # Stepping by hand pauses it.
    editor.key("F12")
    assert not controller.is_playing


def test_heat_maps_are_switched_and_the_map_comes_back(watch: WatchDriver, figures: GamesFigures) -> None:
    editor, panel = watch.editor, watch.panel
    editor.key("F4")
    watch.answer(figures)
    for name in ("deaths", "stays", "shots"):
        QTest.keyClick(panel.heat, Qt.Key.Key_Down)
        drawing = present(watch.marks.heat)
        assert (present(drawing.kinds) > 0).sum() == (figures.heat[name] > 0).sum()
        assert panel.legend.words()
    editor.window.grab()
    for _ in range(3):
        QTest.keyClick(panel.heat, Qt.Key.Key_Up)
    assert watch.marks.heat is None
    assert panel.legend.words() == []
    # An edit makes the games stale, but they can still be watched.
    editor.rename()
    assert "earlier state of the map" in panel.notice.words.text()
    assert watch.marks.view is not None
    # Hidden, the panel gives the map back.
    editor.key("Alt+O")
    assert watch.marks.view is None
    assert watch.shows_own_units
    editor.key("Alt+O")
    assert watch.marks.view is not None
    # Another document has no games.
    editor.open("twin-stones")
    assert panel.games.count() == 0
    assert watch.marks.view is None
    assert watch.shows_own_units


def test_the_job_reports_progress_and_can_be_stopped(figures: GamesFigures) -> None:
    assert pickle.loads(pickle.dumps(figures)).games == figures.games  # noqa: S301  # as the worker's pipe does
    scenario = load(SCENARIOS / "ember-court.yaml")
    job = RecordJob((2,), JobScenario(2, scenario), RecordSettings(2), GameChoice(bots=("random",), seed=3))
    listener = JobListener()
    found = of_type(job.run_watched(listener), GamesFigures)
    assert listener.shares == [0.5, 1.0]
    assert {it.bot for it in found.games.parties} == {"random"}
    assert found.games.seed == 3
    assert job.run_watched(JobListener(0)) == "the work was stopped before it finished"


def test_a_label_of_several_lines_is_as_high_as_its_text(qtbot: QtBot) -> None:
    holder = QWidget()
    qtbot.addWidget(holder)
    label = WholeLabel("Description of the step", holder)
    label.resize(60, 20)
    label.setText("Raiders squad 1 moves from B3 to E5, facing 2, and attacks.")
    narrow = label.minimumHeight()
    label.resize(400, 20)
    label.setText("Turn 2 begins.")
    assert narrow > label.minimumHeight() > 0
