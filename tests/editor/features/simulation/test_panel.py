"""Self-play in the window: begun and ended by mouse and keys, read while it runs, and never shown as of now when it is not."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QToolTip

from fairground.core.files import load, to_text
from fairground.core.simulation.bots_table import BotsTable, Pairing
from fairground.core.simulation.settings import Setting
from fairground.core.simulation.simulation import Simulation
from fairground.core.simulation.statistics.effects import EndCount, Tally
from fairground.core.simulation.statistics.equivalence import Claim
from fairground.editor.document.patches import FieldPatch
from fairground.editor.features.simulation.compare_job import (
    ComparedGames,
    CompareJob,
    Comparison,
    compared_bots,
)
from fairground.editor.features.simulation.job import (
    PlayChoices,
    PlayJob,
    SimulationResult,
    SimulationSettings,
    simulation_result,
)
from fairground.editor.jobs.fairness import Contestant
from fairground.editor.jobs.job_scenario import JobScenario
from fairground.editor.widgets.result_panel import ResultTexts
from tests.editor.narrowing import of_type, present
from tests.editor.slow_worker_driver import SlowWorkerDriver

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions
    from fairground.editor.features.simulation.panel import PlayPanel
    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton
YARD = "scenarios/training-yard.yaml"
#: Wins of north and south, where north moves first and where south does.
EVEN = ((289, 251), (245, 290))
LOPSIDED = ((350, 190), (300, 235))
BESIDE = "for these bots (Advance to contact) and this force (Penance line)"


def games(
    wins: tuple[tuple[int, ...], ...], *, planned: int, finished: bool, parties: tuple[str, ...] = ()
) -> SimulationResult:
    """Return what games came to, as core counts and words it."""
    ids = parties or ("north-start", "south-start")
    bots = ("advance",) * len(ids)
    setting = Setting(
        ids,
        1,
        planned,
        (planned,),
        Fraction(1, 20),
        bots,
        "penance-line",
        "alternate",
        first=True,
        left_out=("cards",),
        force_title="Penance line",
    )
    won = [
        EndCount(0, "leave through the gate", sum(it[0] for it in wins)),
        EndCount(None, "no side ahead at the end", 6),
    ]
    found = Simulation(setting, Tally(wins, (3,) * len(wins), 100, tuple(won)), finished)
    return simulation_result(found, tuple(Contestant(it, it, at) for at, it in enumerate(ids)))


class Hall(SlowWorkerDriver[PlayJob]):
    """The window, and the process that plays."""

    @property
    def panel(self) -> PlayPanel:
        return self.editor.simulation.panel

    @property
    def actions(self) -> Actions:
        return self.editor.actions

    def report(self, found: SimulationResult) -> None:
        """Report the games played so far."""
        self.hear(found.played / found.planned, found)

    def click(self, action: str) -> None:
        QTest.mouseClick(self.panel.title.buttons[action], LEFT)
        self.editor.settle()


def test_a_fair_map_where_moving_first_decides_has_a_sign_for_each(hall: Hall) -> None:
    """Six in ten games are won by the zone that moves first."""
    panel = hall.panel
    found = games(((330, 220), (220, 330)), planned=1106, finished=True)
    panel.show_games(found, ResultTexts(), claim=found.sentence, is_playing=False)
    assert found.claim is Claim.FAIR
    assert found.is_qualified
    assert "but moving first decides too much" in panel.headline.text()
    assert not panel.first_move.isHidden()
    assert panel.first_move.text().endswith(": it decides too much.")
    assert panel.first_move_sign.accessibleName() == "decides too much"
    even = games(((275, 275), (275, 275)), planned=1106, finished=True)
    panel.show_games(even, ResultTexts(), claim=even.sentence, is_playing=False)
    assert not even.is_qualified
    assert panel.first_move_sign.accessibleName() == "does not matter"


@pytest.fixture
def hall(prompt_editor: EditorDriver, monkeypatch: pytest.MonkeyPatch) -> Hall:
    return Hall(prompt_editor, monkeypatch)


@pytest.mark.long
def test_games_are_played_read_while_they_run_and_go_stale_with_an_edit(hall: Hall) -> None:
    editor, panel = hall.editor, hall.panel
    editor.key("Alt+P")
    assert not editor.dock("simulation").visibleRegion().isEmpty()
    _is_chosen_by_keys(hall)
    _begins_by_key(hall)
    _is_read_while_it_runs(hall)
    hall.answer(games(EVEN, planned=1110, finished=True))
    assert not hall.actions["simulation.stop"].isEnabled()
    assert panel.title.status.text() == "Self-play: up to date"
    assert panel.headline.text() == (
        f"Fair to within 5 points between the zones, but the effect of moving first is not decided, {BESIDE}:"
    )
    assert panel.reason.text().startswith("The win rate of north-start, ")
    assert panel.progress.words.text() == "1,081 games · 6 draws"
    assert panel.ends.isVisibleTo(panel)
    assert panel.ends.text().splitlines() == [
        "534 games: north-start, leave through the gate",
        "6 games: draw, no side ahead at the end",
    ]
    assert panel.sign.accessibleName() == "fair"
    _says_its_lanes(hall)

    # An edit makes it old, and undo current again: the games were played on what is there now.
    zones = editor.scenario.zones
    editor.document.edit("One zone", [FieldPatch("zones", zones, zones[:1])])
    assert panel.title.status.text() == "Self-play: outdated"
    assert (
        panel.notice.words.text()
        == "Played on an earlier state of the map. Press F5 to play the current one."
    )
    assert panel.notice.isVisible()
    assert panel.rates.is_old
    assert panel.effects.is_old
    assert BESIDE in panel.headline.text()
    editor.settle()
    editor.key("Ctrl+Z")
    assert panel.title.status.text() == "Self-play: up to date"
    assert not panel.rates.is_old
    assert not panel.notice.isVisible()
    editor.key("Ctrl+Shift+Z")
    assert panel.rates.is_old

    # Played again, it is of now; another document has no games.
    editor.key("F5")
    assert not panel.rates.isVisible()
    hall.answer(games(LOPSIDED, planned=1110, finished=True))
    assert not panel.rates.is_old
    assert not panel.notice.isVisible()
    assert panel.headline.text() == f"Unfair, {BESIDE}:"
    # Done while nobody looks, it is said beside the tools.
    editor.key("F5")
    editor.dock("palette").raise_()
    editor.settle()
    hall.answer(games(EVEN, planned=1110, finished=True))
    assert editor.message.startswith(
        "Fair to within 5 points between the zones, but the effect of moving first is not decided, "
    )
    editor.open("standard-arena")
    assert not panel.rates.isVisible()
    assert panel.title.status.text() == "Self-play"


def _is_chosen_by_keys(hall: Hall) -> None:
    options = hall.panel.options
    assert options.isVisible()
    QTest.keyClicks(options.margin.lineEdit(), "")
    options.games.setFocus()
    options.games.selectAll()
    QTest.keyClicks(options.games, "400")
    QTest.keyClick(options.games, Qt.Key.Key_Return)
    assert options.settings.games == 400
    QTest.keyClick(options.margin, Qt.Key.Key_Up)
    assert options.settings.margin == Fraction(6, 100)
    assert options.settings.stops_early
    assert hall.panel.fold.words == "up to 400 games · Take objectives"
    QTest.mouseClick(options.early, LEFT, pos=QPoint(8, options.early.height() // 2))
    assert not options.settings.stops_early
    assert hall.panel.fold.words == "400 games · Take objectives"
    _is_a_force_of_ones_own(hall)


def _is_a_force_of_ones_own(hall: Hall) -> None:
    editor, options = hall.editor, hall.panel.options
    usual = options.settings.force
    assert usual == "penance-line"
    QTest.keyClick(options.force, Qt.Key.Key_End)
    asked = next(it for it in editor.window.findChildren(QFileDialog) if it.isVisible())
    assert options.settings.force == usual, "until there is a file"
    # The list of files fills in a thread of its own; what it tells when one is chosen is all that counts here.
    asked.fileSelected.emit(str(editor.folder / "mine.yaml"))
    asked.reject()
    assert options.settings.force == str(editor.folder / "mine.yaml")
    assert options.force.currentText() == "mine.yaml"
    QTest.keyClick(options.force, Qt.Key.Key_Home)
    assert options.settings.force == usual


def _begins_by_key(hall: Hall) -> None:
    panel = hall.panel
    hall.editor.key("F5")
    (job,) = hall.jobs
    assert job.settings == panel.options.settings
    assert to_text(present(job.subject.scenario)) == to_text(hall.editor.scenario)
    assert not panel.options.isVisible(), "what is chosen stands in a line"
    assert panel.progress.words.text() == "Starting…"
    assert panel.title.status.text() == "Self-play", "nothing is up to date before it is there"
    assert not hall.actions["simulation.start"].isEnabled()
    hall.editor.key("F5")
    assert len(hall.jobs) == 1


def _is_read_while_it_runs(hall: Hall) -> None:
    panel = hall.panel
    hall.report(games(((90, 61), (70, 85)), planned=1110, finished=False))
    assert panel.progress.words.text() == "312 of 1,110 games · 6 draws"
    assert panel.headline.text() == f"Not decided, {BESIDE}:"
    assert panel.reason.text() == "312 of 1,110 games played."
    assert [(it.name, it.figure, it.note) for it in panel.rates.lanes] == [
        ("north-start", "52.3%", "160 won"),
        ("south-start", "47.7%", "146 won"),
    ]
    assert not panel.rates.lanes[0].sign, "where it lies counts at the end alone"
    hall.report(games(((200, 150), (170, 190)), planned=1110, finished=False))
    assert panel.progress.words.text().startswith("716 of 1,110 games")


def _says_its_lanes(hall: Hall) -> None:
    """In its tooltips, and to who cannot see it: where the interval lies, not by its colour alone."""
    rates, effects = hall.panel.rates, hall.panel.effects
    assert rates.lanes[0].sign == "band-green"
    assert "within the even range" in rates.accessibleDescription()
    at = QPoint(20, rates.height() // 4)
    event = QHelpEvent(QHelpEvent.Type.ToolTip, at, rates.mapToGlobal(at))
    assert rates.event(event)
    assert QToolTip.text() == rates.lanes[0].description
    QToolTip.hideText()
    hall.editor.window.activateWindow()
    assert rates.lanes[0].description.startswith("north-start: 49.7%, 534 won; between 47.")
    assert [it.name for it in effects.lanes] == ["south-start", "Moving first"]
    assert effects.lanes[1].description.startswith("Moving first: +3.")
    assert rates.x_of(rates.axis.middle) == pytest.approx(rates.width() / 2)


@pytest.mark.long
def test_games_are_stopped_by_mouse_and_what_came_of_them_claims_nothing(hall: Hall) -> None:
    editor, panel = hall.editor, hall.panel
    editor.key("Alt+P")
    QTest.mouseClick(panel.start, LEFT)
    assert len(hall.jobs) == 1
    hall.click("simulation.stop")
    assert hall.dropped == hall.jobs
    assert panel.reason.text() == "Stopped before a result was available."

    hall.click("simulation.start")
    hall.report(games(((190, 61), (170, 55)), planned=1110, finished=False))
    assert panel.rates.isVisible()
    editor.key("Shift+F5")
    assert hall.dropped == hall.jobs
    assert (
        panel.headline.text()
        == "Stopped after 482 of 1,110 games. No result for these bots (Advance to contact) and this force (Penance line)."
    )
    assert not panel.reason.isVisible()
    assert panel.rates.isVisible()
    # What the process says after that is of no interest.
    hall.report(games(EVEN, planned=1110, finished=False))
    assert panel.rates.lanes[0].note == "360 won"

    # Edits while it plays: what comes is of the state that it began with, and it can begin anew.
    editor.key("F5")
    hall.editor.document.edit("Rename", [FieldPatch("name", editor.scenario.name, "Another")])
    hall.report(games(((90, 61), (70, 85)), planned=1110, finished=False))
    assert panel.rates.is_old
    assert hall.actions["simulation.start"].isEnabled()
    begun = hall.jobs[-1]
    editor.key("F5")
    assert hall.dropped[-1] is begun
    assert hall.jobs[-1] is not begun
    assert not hall.actions["simulation.start"].isEnabled()
    editor.document.edit("Rename", [FieldPatch("name", editor.scenario.name, "A third")])
    hall.answer(games(EVEN, planned=1110, finished=True))
    assert panel.rates.is_old
    assert panel.title.status.text() == "Self-play: outdated"

    # Why there are none is said, and the process that dies is no end of it.
    editor.key("F5")
    hall.answer("there are fewer than two parties")
    assert panel.reason.text() == "There are fewer than two parties."
    assert not panel.headline.isVisible()
    assert not panel.rates.isVisible()
    editor.key("F5")
    editor.session.player.ended.emit(True)  # noqa: FBT003  # Qt's signature
    assert panel.reason.text() == "The worker process ended unexpectedly."
    assert hall.actions["simulation.start"].isEnabled()


@pytest.mark.long
def test_it_is_drawn_for_any_number_of_zones_at_any_width_in_both_themes(hall: Hall) -> None:
    editor, panel = hall.editor, hall.panel
    editor.key("Alt+P")
    editor.key("F5")
    four = ("red", "blue", "green", "a-zone-with-quite-a-long-name")
    hall.answer(games(((90, 61, 60, 70),) * 4, planned=1136, finished=True, parties=four))
    assert panel.headline.text().startswith(f"Not decided, {BESIDE}")
    assert [it.number for it in panel.rates.lanes] == [1, 2, 3, 4]
    assert [it.name for it in panel.effects.lanes] == [*four, "Moving first"]
    for wide in (150, 288, 600):
        panel.rates.setFixedWidth(wide)
        for lane in panel.rates.lanes:
            assert lane.tested is not None
            assert 0 <= panel.rates.x_of(lane.tested.low) < panel.rates.x_of(lane.tested.high) <= wide
        assert not panel.rates.grab().isNull()
    light = panel.rates.grab().toImage()
    editor.key("Ctrl+Shift+D")
    assert panel.rates.grab().toImage() != light
    editor.key("Ctrl+Shift+D")
    # Few games, and none with a winner.
    editor.key("F5")
    hall.report(games(((0, 0), (0, 0)), planned=1110, finished=False))
    assert [it.figure for it in panel.rates.lanes] == ["none", "none"]
    assert not panel.effects.isVisible()
    assert not panel.rates.grab().isNull()
    hall.answer(games(((1, 0), (0, 0)), planned=4, finished=True))
    assert panel.headline.text().startswith("Not decided")
    assert of_type(editor.simulation.requests.found, SimulationResult).claim is Claim.NOT_DECIDED


@pytest.mark.long
@pytest.mark.parametrize("presses", [0, 2])
def test_the_whole_sentence_about_the_panel_is_seen_in_a_small_window(
    editor: EditorDriver, presses: int
) -> None:
    editor.open()
    editor.window.resize(1280, 720)
    for _ in range(presses):
        editor.actions["view.text-size"].trigger()
    editor.qtbot.waitUntil(lambda: editor.has_all_features)
    editor.docks.reveal("simulation")
    editor.settle()
    told = editor.simulation.panel.reason
    assert told.text().startswith("Let bots play this map")
    assert told.height() >= told.heightForWidth(told.width())
    editor.qtbot.waitUntil(lambda: told.visibleRegion().boundingRect() == told.rect())


def test_a_table_of_bots_is_a_row_for_each_pairing_with_the_sentence_in_full(hall: Hall) -> None:
    panel = hall.panel
    found = compared_bots(table_of_bots())
    panel.show_games(found, ResultTexts(), claim=found.sentence, is_playing=False)
    assert [it.name for it in panel.compared.lanes] == [
        "Plan ahead",
        "Hold cover",
        "Plan ahead against Hold cover",
    ]
    assert [it.figure for it in panel.compared.lanes] == ["50.0%", "65.0%", "50.0%"]
    assert panel.compared_heading.text() == "Win rate of north-start for each bot pairing"
    assert panel.headline.text().startswith("Fair to within 5 points for 2 of 3 pairings of bots")
    assert f"{panel.headline.text()} {panel.reason.text()}".lower() == found.sentence.lower()
    assert "so all 3 are right in at least 17 of 20" in panel.reason.text()
    assert panel.sign.accessibleName() == "unfair"
    assert panel.rates.isHidden()
    assert panel.first_move.isHidden()
    assert panel.left_out.text() == "cards"
    even = games(EVEN, planned=1110, finished=True)
    panel.show_games(even, ResultTexts(), claim=even.sentence, is_playing=False)
    assert panel.compared.isHidden()
    assert not panel.rates.isHidden()


def table_of_bots() -> BotsTable:
    """Return a table of two bots and both of them mixed, one of which is unfair."""

    def played(north: int) -> Simulation:
        bots = ("planning", "planning")
        zones = ("north-start", "south-start")
        setting = Setting(
            zones,
            1,
            2000,
            (2000,),
            Fraction(1, 20),
            bots,
            "lance",
            "alternate",
            first=True,
            left_out=("cards",),
        )
        return Simulation(setting, Tally(((north, 1000 - north),) * 2, (0, 0), 2000))

    return BotsTable(
        (
            Pairing(("planning",), played(500)),
            Pairing(("hold",), played(650)),
            Pairing(("planning", "hold"), played(500)),
        )
    )


def test_a_table_of_bots_is_played_by_its_action_and_can_be_stopped(hall: Hall) -> None:
    hall.click("simulation.table")
    job: object = hall.jobs[-1]
    assert isinstance(job, CompareJob)
    assert job.by is Comparison.BOTS
    assert hall.actions["simulation.stop"].isEnabled()
    assert not hall.actions["simulation.table"].isEnabled()
    hall.hear(0.25, None)
    assert hall.panel.progress.words.text().startswith("25% of games played")
    hall.click("simulation.stop")
    assert hall.panel.reason.text() == "Stopped before a result was available."
    assert hall.actions["simulation.fixes"].isEnabled()


def test_a_table_of_two_bots_has_them_mixed() -> None:
    settings = SimulationSettings("random", games=2, rival="hold")
    job = CompareJob((1,), JobScenario(1, load(YARD)), settings, Comparison.BOTS)
    found = of_type(job.run(), ComparedGames)
    assert [it.name for it in found.rows] == ["Random moves", "Hold cover", "Random moves against Hold cover"]


def test_fixes_for_moving_first_are_rows_after_the_games_as_played(hall: Hall) -> None:
    settings = SimulationSettings("random", games=2)
    job = CompareJob((1,), JobScenario(1, load(YARD)), settings, Comparison.FIXES)
    found = of_type(job.run(), ComparedGames)
    hall.panel.show_games(found, ResultTexts(), claim=found.sentence, is_playing=False)
    names = [it.name for it in hall.panel.compared.lanes]
    assert names[:3] == [
        "Without a fix",
        "Taking turns moving first",
        "Rolling for the first move from turn 2 on",
    ]
    assert "not tried: alternating unit by unit" in hall.panel.reason.text()
    assert hall.panel.compared_heading.text() == "Effect of moving first, in percentage points"


def test_the_bot_of_the_second_zone_is_part_of_the_settings(hall: Hall) -> None:
    options = hall.panel.options
    options.offer(PlayChoices(("objectives", "hold"), (), ("alternate",), ("north-start", "south-start")))
    assert ",".join(options.settings.bots) == "objectives"
    options.rival.show_value("hold")
    assert ",".join(options.settings.bots) == "objectives,hold"
    assert options.summary.endswith("Take objectives against Hold cover")
    assert hall.editor.simulation.choice.bots == ("objectives", "hold")
    options.offer(PlayChoices(("objectives", "hold"), (), ("alternate",)))
    assert ",".join(options.settings.bots) == "objectives"
