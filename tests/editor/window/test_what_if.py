"""What-ifs in the window: asked by mouse and keys, seen everywhere, left without a trace, or taken over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QComboBox

from fairground.core import chokepoints, fan, path, reach, sight, territory, visibility
from fairground.core.analysis.fairness.bands import STANDARDS
from fairground.core.files import to_text
from fairground.editor.document.patches import Layer, cell_patch
from fairground.editor.overlays.what_if_frame import different_hexes
from fairground.editor.worker.appraisal import FairnessJob, Question
from fairground.editor.worker.subject import Subject

if TYPE_CHECKING:
    from collections.abc import Callable

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
#: The arena has walls here, open ground there, and a wall between these two.
WALL, OPEN, ENDS = "C6", "F8", ("B6", "E6")
#: What a wall leaves.
RUBBLE = "rubble-pile"


def point(desk: Any, label: str) -> QPoint:
    found: QPoint = desk.window.page.canvas.point_of(desk.hex(label)).toPoint()
    return found


def click(desk: Any, label: str, button: Qt.MouseButton = LEFT) -> None:
    QTest.mouseClick(desk.window.page.canvas, button, pos=point(desk, label))
    settle(desk)


def drag(desk: Any, *labels: str) -> None:
    canvas = desk.window.page.canvas
    QTest.mousePress(canvas, LEFT, pos=point(desk, labels[0]))
    for label in labels[1:]:
        QTest.mouseMove(canvas, point(desk, label))
    QTest.mouseRelease(canvas, LEFT, pos=point(desk, labels[-1]))
    settle(desk)


def press(desk: Any, key: str) -> None:
    desk.key(key, desk.window.page.canvas)
    settle(desk)


def settle(desk: Any) -> None:
    """Wait until nothing is awaited any more."""
    desk.qtbot.wait(20)
    desk.qtbot.waitUntil(lambda: not desk.window.what_if.model.is_waiting)
    desk.settle()


def shown(desk: Any) -> Any:
    """Return the document that the window shows."""
    return desk.window.workbench.document


def copy(desk: Any) -> Any:
    assert desk.window.what_if.model.copy is shown(desk)
    return shown(desk).scenario


def bar(desk: Any) -> Any:
    return desk.window.what_if.bar


def said(desk: Any) -> str:
    desk.settle()
    found: str = desk.window.options.message.text()
    return found


def terrain(scenario: Any, label: str) -> str:
    found: str = scenario.board.terrain_at(scenario.board.parse(label))[-1]
    return found


def effects(scenario: Any, label: str) -> tuple[str, ...]:
    found: tuple[str, ...] = scenario.board.effects_at(scenario.board.parse(label))
    return found


@pytest.fixture
def court(worker_here: Any, desk: Any) -> Any:
    """An arena with walls, and a worker in the window's own process."""
    assert worker_here
    desk.open("ember-court")
    desk.qtbot.waitUntil(lambda: desk.window.what_if is not None)
    return desk


def test_a_what_if_is_asked_by_mouse_and_keys_and_left_without_a_trace(court: Any) -> None:  # noqa: PLR0915  # one window, many steps
    document, window = court.document, court.window
    before, revision = to_text(document.scenario), document.revision
    canvas, actions = window.page.canvas, window.actions_by_id
    canvas.set_zoom(0.8)
    camera = canvas.camera
    press(court, "S")
    click(court, "D4")
    selected = window.workbench.state.selection
    assert not bar(court).isVisible()
    assert not actions["what-if.round"].isEnabled()

    # It says of itself what it is, wherever one looks.
    press(court, "Q")
    assert bar(court).isVisible()
    assert bar(court).words == "nothing is different yet"
    assert window.windowTitle() == "ember-court.yaml[*] (what if)"
    assert canvas.accessibleName() == "Map of a what-if"
    assert window.analysis.frame.copy is shown(court)
    assert window.docks.findings.filter.title.text() == "Findings of the what-if"
    assert canvas.camera.zoom == camera.zoom
    assert window.workbench.state.selection == selected
    assert window.workbench.tool.id == "what-if"
    assert not any(actions[f"tool.{it}"].isChecked() for it in ("select", "brush"))

    # A wall falls, stands again, and falls.
    click(court, WALL)
    assert bar(court).words == f"destroy {WALL}"
    assert any(WALL in it for it in bar(court).sentences)
    assert terrain(copy(court), WALL) == RUBBLE
    assert terrain(document.scenario, WALL) == "wall"
    assert canvas.document is shown(court)
    click(court, WALL)
    assert bar(court).words == "nothing is different yet"
    click(court, WALL)
    click(court, WALL, RIGHT)
    assert terrain(copy(court), WALL) == "wall"
    click(court, WALL)
    click(court, OPEN)
    assert OPEN in said(court)
    assert bar(court).words == f"destroy {WALL}"

    # Smoke by the box, over several hexes, and away again.
    act = bar(court).act
    QTest.keyClick(act, Qt.Key.Key_Down)
    assert window.workbench.state.what_if == act.value == "smoke"
    drag(court, "E8", "F8", "G8")
    assert [effects(copy(court), it) for it in ("E8", "F8", "G8")] == [("smoke",)] * 3
    click(court, "F8")
    assert effects(copy(court), "F8") == ()
    click(court, "F8", RIGHT)
    assert effects(copy(court), "F8") == ()
    for _ in range(len(act.values) - 1):
        press(court, "Alt+Q")
    assert window.workbench.state.what_if == ""
    assert act.value == ""

    # Weather and rounds.
    press(court, "Shift+Q")
    assert copy(court).weather == bar(court).weather.value == bar(court).weather.values[1]
    QTest.keyClick(bar(court).weather, Qt.Key.Key_Down)
    settle(court)
    assert copy(court).weather == bar(court).weather.values[2]
    seed = bar(court).seed
    seed.lineEdit().selectAll()
    QTest.keyClicks(seed, "41")
    QTest.keyClick(seed, Qt.Key.Key_Return)
    assert canvas.hasFocus()
    press(court, "Alt+Shift+Q")
    QTest.mouseClick(bar(court).buttons["what-if.round"], LEFT)
    settle(court)
    assert [str(it) for it in window.what_if.model.changes[-2:]] == ["1 round seed 41", "1 round seed 42"]
    assert seed.value() == 43
    assert court.window.docks.history.texts()[0] == "The map as it is"
    assert court.window.docks.history.texts()[-1] == "1 round seed 42"

    # Undo is that of the what-if, by key and button; the document's history stands still.
    count = shown(court).undo_stack.count()
    press(court, "Ctrl+Z")
    QTest.mouseClick(bar(court).buttons["edit.undo"], LEFT)
    assert window.what_if.model.rounds == 0
    press(court, "Ctrl+Shift+Z")
    assert window.what_if.model.rounds == 1
    assert shown(court).undo_stack.count() == count
    assert document.undo_stack.count() == 0

    # Escape leaves; all is as it was.
    press(court, "Esc")
    assert shown(court) is document is canvas.document
    assert (to_text(document.scenario), document.revision) == (before, revision)
    assert (document.undo_stack.count(), document.is_dirty) == (0, False)
    assert not bar(court).isVisible()
    assert window.windowTitle() == "ember-court.yaml[*]"
    assert canvas.accessibleName() == "Map"
    assert window.analysis.frame.copy is None
    assert window.docks.findings.filter.title.text() == "Findings"
    assert canvas.camera.zoom == camera.zoom
    assert window.workbench.state.selection == selected
    assert window.workbench.tool.id == "select"
    assert actions["tool.select"].isChecked()
    assert not actions["edit.undo"].isEnabled()

    # It can be taken up again, and made the map in one step.
    (again,) = (it for it in window.page.notice.buttons if it.text() == "Take it up again")
    QTest.mouseClick(again, LEFT)
    settle(court)
    assert window.what_if.model.rounds == 1
    assert terrain(copy(court), WALL) == RUBBLE
    press(court, "Alt+Return")
    assert shown(court) is document
    assert terrain(document.scenario, WALL) == RUBBLE
    assert document.undo_stack.count() == 1
    assert document.undo_stack.undoText().startswith(f"What if: destroy {WALL}")
    press(court, "Ctrl+Z")
    assert to_text(document.scenario) == before


def test_nothing_edits_the_map_or_the_copy_while_a_what_if_is_open(court: Any) -> None:
    document, window = court.document, court.window
    press(court, "S")
    click(court, "B4")
    press(court, "Q")
    click(court, WALL)
    before, of_copy = to_text(document.scenario), to_text(copy(court))
    for key in ("B", "F", "E", "V", "H", "C", "Z", "J", "U", "N"):
        press(court, key)
        assert window.workbench.tool.id == "what-if", key
        assert "edits the map, and this is a what-if" in said(court), key
    assert "Shift+Esc leaves it; Alt+Return makes it the map" in said(court)
    for key in ("Ctrl+Return", "Del", "+", "Alt+K", "Ctrl+X", "Ctrl+."):
        window.options.message.setText("")
        press(court, key)
        assert "A what-if is not edited." in said(court), key
    # What a form was given, it gives back.
    general = window.docks.scenario.pages.general
    window.docks.docks["scenario"].raise_()
    court.settle()
    general.turns.setFocus()
    turns = general.turns.value()
    QTest.keyClick(general.turns, Qt.Key.Key_Up)
    QTest.keyClick(general.turns, Qt.Key.Key_Return)
    court.settle()
    assert general.turns.value() == turns
    # Tools that only look are welcome.
    for key in ("S", "L", "W", "D", "I"):
        press(court, key)
        assert window.workbench.tool.id != "what-if", key
    press(court, "Alt+Q")
    assert window.workbench.tool.id == "what-if"
    assert window.workbench.state.what_if == ""
    assert to_text(document.scenario) == before
    assert to_text(copy(court)) == of_copy
    # A save is of the document.
    press(court, "Ctrl+S")
    assert document.path.read_text(encoding="utf-8") == before
    assert said(court) == "That is of the map as it is, not of the what-if."
    # Another document ends it.
    court.open("training-yard")
    assert not window.what_if.is_on
    assert shown(court) is court.document
    assert window.workbench.tool.id != "what-if"
    assert not bar(court).isVisible()
    # So does the welcome page.
    press(court, "Q")
    press(court, "Ctrl+W")
    assert shown(court) is None
    assert not window.what_if.is_on
    assert window.windowTitle() == "Welcome"


# -- no answer of the one on the other ----------------------------------------------------------------------


def drawn(desk: Any) -> dict[str, Any]:
    """Return what is drawn at the moment of all that is worked out, by what it is."""
    analysis = desk.window.analysis
    found = {it.id: it.shown for it in analysis.overlays if it.is_on}
    found |= {"sight": analysis.sight.line.sight, "path": analysis.path.line.path}
    appraiser = analysis.fairness.appraiser
    return found | {"report": appraiser.appraisal}


def is_of(scenario: Any, found: dict[str, Any]) -> list[str]:
    """Return which of what is drawn is not what the core says of a scenario."""
    start, end = ENDS
    same: dict[str, Callable[[Any], Any]] = {
        "fan": lambda it: (it.visible == fan(scenario, scenario.board.label(it.origin)).visible).all(),
        "exposure": lambda it: (it == visibility(scenario).exposure()).all(),
        "reach": lambda it: (it.turns == reach(scenario, scenario.board.label(it.origin), 2).turns).all(),
        "territory": lambda it: (it.owner == territory(scenario).owner).all(),
        "chokepoints": lambda it: np.allclose(it.traffic, chokepoints(scenario).traffic),
        "sight": lambda it: it.to_json() == sight(scenario, start, end).to_json(),
        "path": lambda it: it.to_json() == path(scenario, start, end).to_json(),
        "report": lambda it: values(it) == report(scenario),
        # It shows hexes of the report.
        "fairness": lambda it: it is not None,
    }
    return [name for name, it in found.items() if it is not None and not same[name](it)]


def values(of: Any) -> list[Any]:
    """Return what a report says of the measures that are quickly taken."""
    return [(it.id, it.range_band, it.classes, it.values) for it in of.ratings if not STANDARDS[it.id].dear]


def report(scenario: Any) -> list[Any]:
    quick = tuple(name for name, it in STANDARDS.items() if not it.dear)
    return values(FairnessJob((0,), Subject(-2, scenario), Question(), quick).run())


def test_every_answer_is_of_the_state_that_is_shown_and_of_no_other(court: Any, worker_here: Any) -> None:
    """Two fills at a time, signs and lines; while nothing is answered, nothing is shown."""
    document, window = court.document, court.window
    analysis = window.analysis
    court.qtbot.waitUntil(lambda: analysis.fairness is not None)
    state = window.workbench.state
    state.sight_line = state.path_ends = tuple(map(court.hex, ENDS))
    state.pin = court.hex(ENDS[0])

    def current() -> bool:
        overlays = [it for it in analysis.overlays if it.is_on and it.id != "fairness"]
        is_old = analysis.fairness.appraiser.is_old
        return (
            all(it.is_current and it.latest is not None for it in overlays)
            and analysis.path.line.is_current
            and (not all(map(is_old, STANDARDS)) or not analysis.overlays["fairness"].is_on)
        )

    def wait() -> None:
        court.qtbot.waitUntil(current)
        settle(court)

    for keys in (("1", "2", "5", "6"), ("3", "4")):
        press(court, "0")
        for key in keys:
            press(court, key)
        wait()
        of_map = drawn(court)
        assert not is_of(document.scenario, of_map)

        # The questions about the map are not answered yet: they never are on the copy.
        worker_here.is_held = True
        court.document.refresh_rules()
        court.qtbot.wait(200)
        press_now(court, "Q")
        early = drawn(court)
        assert not any(early[name] is of_map[name] for name in early if early[name] is not None)
        assert all(early[name] is None for name in early if name not in ("sight", "fan"))
        worker_here.let_go()
        wait()
        click(court, WALL)
        wait()
        of_copy = drawn(court)
        assert not is_of(copy(court), of_copy)
        assert {"sight", "path"} <= set(is_of(document.scenario, of_copy))
        for it in analysis.overlays.shown:
            assert it.status.endswith("Of the what-if."), it.id
            if it.id == "fairness":
                continue  # its panel compares the whole report
            assert it.kept is not None, it.id
            assert it.comparison.startswith("Since the earlier state: "), it.id
        assert f"Of the what-if: destroy {WALL}." in [it.text() for it in state_labels(court)]

        # The other way round.
        worker_here.is_held = True
        press_now(court, "Esc")
        late = drawn(court)
        assert not any(late[name] is of_copy[name] for name in late if late[name] is not None)
        assert not is_of(document.scenario, late)
        worker_here.let_go()
        wait()
        assert not is_of(document.scenario, drawn(court))
        assert not any(it.status.endswith("Of the what-if.") for it in analysis.overlays.shown)
        assert not analysis.overlays.earlier.is_kept
        window.page.notice.hide()


def press_now(desk: Any, key: str) -> None:
    """Press a key and wait for no answer."""
    desk.key(key, desk.window.page.canvas)


def state_labels(desk: Any) -> list[Any]:
    from PySide6.QtWidgets import QLabel  # noqa: PLC0415  # for this alone

    return [it for it in desk.window.findChildren(QLabel, "what-if-state") if not it.isHidden()]


def flip_there_and_back(court: Any) -> None:
    """Flipped, the map itself is under what is told of it, and all else is of the map too."""
    document, window = court.document, court.window
    analysis, at = window.analysis, court.hex(WALL)
    exposure = analysis.overlays["exposure"]
    window.workbench.state.sight_line = tuple(map(court.hex, ENDS))
    window.workbench.state.selection = frozenset((at,))
    QTest.mouseMove(window.page.canvas, point(court, WALL))
    assert analysis.sight.line.sight.clear
    press(court, "Shift+A")
    assert analysis.sight.line.sight.to_json() == sight(document.scenario, *ENDS).to_json()
    assert ("Terrain", "Wall") in window.docks.hex.rows()
    assert window.page.canvas.accessibleName() == "Map"
    assert window.docks.findings.filter.title.text() == "Findings"
    assert [it.text() for it in state_labels(court)] == ["Of the map as it is, for comparison."]
    assert window.page.canvas.document is document
    assert window.analysis.frame.copy is None
    assert bar(court).words == "for comparison, the map as it is now"
    assert (exposure.shown == visibility(document.scenario).exposure()).all()
    press(court, "Shift+A")
    assert window.page.canvas.document is shown(court)
    assert window.analysis.frame.copy is shown(court)
    assert analysis.sight.line.sight.clear
    assert ("Terrain", "Rubble pile") in window.docks.hex.rows()
    assert window.page.canvas.accessibleName() == "Map of a what-if"
    window.workbench.state.sight_line = None


def test_what_is_shown_first_in_a_what_if_is_compared_with_the_map_too(court: Any) -> None:
    document, window = court.document, court.window
    overlays = window.analysis.overlays
    press(court, "Q")
    click(court, WALL)
    press(court, "2")
    exposure = overlays["exposure"]
    court.qtbot.waitUntil(lambda: exposure.kept is not None)
    assert (exposure.kept == visibility(document.scenario).exposure()).all()
    assert (exposure.latest == visibility(copy(court)).exposure()).all()
    # The fan follows the pointer, on the map and on the copy.
    press(court, "1")
    seen = overlays["fan"]
    for label in ENDS:
        QTest.mouseMove(window.page.canvas, point(court, label))
        at = court.hex(label)
        court.qtbot.waitUntil(lambda at=at: seen.kept is not None and seen.kept.origin == at)
        assert seen.latest.origin == court.hex(label)
        assert (seen.kept.visible == fan(document.scenario, label).visible).all()
        assert (seen.latest.visible == fan(copy(court), label).visible).all()
    flip_there_and_back(court)
    # A click goes on with the what-if.
    press(court, "Shift+A")
    click(court, "B4")
    assert window.page.canvas.document is shown(court)
    assert bar(court).words == f"destroy {WALL}, destroy B4"
    # A state of the what-if can be kept as any other.
    press(court, "A")
    assert overlays.earlier.words == "step 2, destroy B4"
    press(court, "Shift+A")
    assert window.page.canvas.document is shown(court)
    press(court, "Shift+A")
    # Lines go first, then the what-if.
    press(court, "L")
    drag(court, *ENDS)
    press(court, "Esc")
    assert window.what_if.is_on
    press(court, "Esc")
    assert not window.what_if.is_on
    assert exposure.is_on


def test_an_earlier_state_of_the_document_is_kept_through_a_what_if(court: Any) -> None:
    window = court.window
    earlier = window.analysis.overlays.earlier
    press(court, "2")
    press(court, "A")
    moment = earlier.moment
    press(court, "Q")
    assert earlier.words == "the map as it is"
    press(court, "Shift+Esc")
    assert earlier.moment is moment
    assert window.analysis.overlays["exposure"].kept is not None


def test_every_part_of_the_bar_has_a_name_and_a_tooltip_and_is_reached_by_keys(court: Any) -> None:
    press(court, "Q")
    widgets = [
        it
        for kind in (QAbstractButton, QComboBox, QAbstractSpinBox)
        for it in bar(court).findChildren(kind)
        if it.isVisible() and it.objectName() != "qt_spinbox_lineedit"
    ]
    assert len(widgets) == 9
    for it in (*widgets, bar(court).told):
        assert it.accessibleName(), it
        assert it.toolTip(), it
        assert it.focusPolicy() & Qt.FocusPolicy.TabFocus, it
    # A sentence leads to its hex.
    click(court, WALL)
    told = bar(court).told
    court.window.page.canvas.set_zoom(3)
    court.window.page.canvas.centre_on(court.hex("A1"))
    QTest.mouseClick(told.viewport(), LEFT, pos=told.visualItemRect(told.item(0)).center())
    assert court.window.page.canvas.rect().contains(point(court, WALL))


def test_what_is_different_is_outlined(court: Any) -> None:
    document = court.document
    press(court, "Q")
    click(court, WALL)
    frame = court.window.analysis.frame
    board = document.scenario.board
    assert (frame.different == board.mask((court.hex(WALL),))).all()
    # A palette in another order is no difference.
    patch = cell_patch(copy(court).board, Layer.ELEVATION, board.mask((court.hex(OPEN),)), 2)
    assert patch is not None
    patch.apply(copy(court), forward=True)
    assert different_hexes(document.scenario, copy(court)).sum() == 2


def test_other_rules_in_the_middle_of_a_what_if_make_it_anew(court: Any) -> None:
    press(court, "Q")
    click(court, WALL)
    before = shown(court)
    court.document.refresh_rules()
    court.qtbot.waitUntil(lambda: shown(court) is not before)
    settle(court)
    assert bar(court).words == f"destroy {WALL}"
    assert terrain(copy(court), WALL) == RUBBLE
    assert "made anew" in said(court)
