"""What-ifs in the window: no answer about the one is shown on the other, and what is compared."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtTest import QTest

from fairground.core import chokepoints, fan, path, reach, sight, territory, visibility
from fairground.core.scenario.fairness_titles_and_limits import MEASURES
from fairground.editor.document.patches import BoardLayer, cell_patch
from fairground.editor.jobs.fairness import FairnessJob, FairnessRequest, FairnessResult
from fairground.editor.jobs.job_scenario import JobScenario
from fairground.editor.overlays.exposure import ExposureOverlay
from fairground.editor.overlays.fan import FanOverlay
from fairground.editor.overlays.what_if_frame import different_hexes
from tests.editor.board_view import point
from tests.editor.features.whatif.what_if_hand import (
    ENDS,
    OPEN,
    WALL,
    bar,
    click,
    copy,
    drag,
    press,
    settle,
    shown,
    state_labels,
)
from tests.editor.narrowing import of_type, present

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from tests.editor.conftest import WorkerHere
    from tests.editor.editor_driver import EditorDriver


def drawn(editor: EditorDriver) -> dict[str, Any]:
    """Return what is drawn at the moment of all that is worked out, by what it is."""
    analysis = editor.analysis
    found = {it.id: it.shown for it in analysis.overlays if it.is_on}
    found |= {"sight": editor.sight.line.sight, "path": editor.path.line.path}
    measuring = editor.fairness.measuring
    return found | {"report": measuring.result}


def is_of(scenario: Scenario, found: dict[str, Any]) -> list[str]:
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


def is_kept_from(overlay: FanOverlay, origin: Hex) -> bool:
    return overlay.earlier is not None and overlay.earlier.origin == origin


def values(of: FairnessResult) -> list[object]:
    """Return what a report says of the measures that are quickly taken."""
    return [(it.id, it.range_band, it.classes, it.values) for it in of.ratings if not MEASURES[it.id].is_slow]


def report(scenario: Scenario) -> list[object]:
    quick = tuple(name for name, it in MEASURES.items() if not it.is_slow)
    found = FairnessJob((0,), JobScenario(-2, scenario), FairnessRequest(), quick).run()
    return values(of_type(found, FairnessResult))


@pytest.mark.long
def test_every_answer_is_of_the_state_that_is_shown_and_of_no_other(
    court: EditorDriver, worker_here: WorkerHere
) -> None:
    """Two fills at a time, signs and lines; while nothing is answered, nothing is shown."""
    document, _window = court.document, court.window
    analysis = court.analysis
    court.qtbot.waitUntil(lambda: court.has_all_features)
    state = court.state
    state.sight_line = state.path_ends = (court.hex(ENDS[0]), court.hex(ENDS[1]))
    state.pin = court.hex(ENDS[0])

    def current() -> bool:
        overlays = [it for it in analysis.overlays if it.is_on and it.id != "fairness"]
        is_old = court.fairness.measuring.is_old
        return (
            all(it.is_current and it.latest is not None for it in overlays)
            and court.path.line.is_current
            and (not all(map(is_old, MEASURES)) or not analysis.overlays["fairness"].is_on)
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
            assert it.status.endswith("For the what-if."), it.id
            if it.id == "fairness":
                continue  # its panel compares the whole report
            assert it.earlier is not None, it.id
            assert it.comparison.startswith("Since the earlier state: "), it.id
        assert f"Findings for the what-if: destroy {WALL}." in [it.text() for it in state_labels(court)]

        # The other way round.
        worker_here.is_held = True
        press_now(court, "Esc")
        late = drawn(court)
        assert not any(late[name] is of_copy[name] for name in late if late[name] is not None)
        assert not is_of(document.scenario, late)
        worker_here.let_go()
        wait()
        assert not is_of(document.scenario, drawn(court))
        assert not any(it.status.endswith("For the what-if.") for it in analysis.overlays.shown)
        assert not analysis.overlays.earlier.is_kept
        court.notice.hide()


def press_now(editor: EditorDriver, key: str) -> None:
    """Press a key and wait for no answer."""
    editor.key(key, editor.canvas)


def flip_there_and_back(court: EditorDriver) -> None:
    """Flipped, the map itself is under what is told of it, and all else is of the map too."""
    document, _window = court.document, court.window
    analysis, at = court.analysis, court.hex(WALL)
    exposure = analysis.overlays["exposure"]
    court.state.sight_line = (court.hex(ENDS[0]), court.hex(ENDS[1]))
    court.state.selection = frozenset((at,))
    QTest.mouseMove(court.canvas, point(court, WALL))
    assert present(court.sight.line.sight).clear
    press(court, "Shift+A")
    assert present(court.sight.line.sight).to_json() == sight(document.scenario, *ENDS).to_json()
    assert ("Terrain", "Wall") in court.inspector.rows()
    assert court.canvas.accessibleName() == "Map"
    assert court.findings_panel.filter.title.text() == "Findings"
    assert [it.text() for it in state_labels(court)] == ["Findings for the current map, for comparison."]
    assert court.canvas.document is document
    assert court.analysis.frame.copy is None
    assert bar(court).description == "showing the current map for comparison"
    assert (exposure.shown == visibility(document.scenario).exposure()).all()
    press(court, "Shift+A")
    assert court.canvas.document is shown(court)
    assert court.analysis.frame.copy is shown(court)
    assert present(court.sight.line.sight).clear
    assert ("Terrain", "Rubble pile") in court.inspector.rows()
    assert court.canvas.accessibleName() == "What-if map"
    court.state.sight_line = None


@pytest.mark.long
def test_what_is_shown_first_in_a_what_if_is_compared_with_the_map_too(court: EditorDriver) -> None:
    document, _window = court.document, court.window
    overlays = court.overlays
    press(court, "Q")
    click(court, WALL)
    press(court, "2")
    exposure = overlays["exposure"]
    court.qtbot.waitUntil(lambda: exposure.earlier is not None)
    assert (exposure.earlier == visibility(document.scenario).exposure()).all()
    assert (exposure.latest == visibility(copy(court)).exposure()).all()
    # The fan follows the pointer, on the map and on the copy.
    overlays.pin("exposure")
    press(court, "1")
    seen = court.overlay(FanOverlay)
    for label in ENDS:
        QTest.mouseMove(court.canvas, point(court, label))
        court.qtbot.waitUntil(partial(is_kept_from, seen, court.hex(label)))
        assert present(seen.latest).origin == court.hex(label)
        assert (present(seen.earlier).visible == fan(document.scenario, label).visible).all()
        assert (present(seen.latest).visible == fan(copy(court), label).visible).all()
    flip_there_and_back(court)
    # A click goes on with the what-if.
    press(court, "Shift+A")
    click(court, "B4")
    assert court.canvas.document is shown(court)
    assert bar(court).description == f"destroy {WALL}, destroy B4"
    # A state of the what-if can be kept as any other.
    press(court, "A")
    assert overlays.earlier.words == "step 2, destroy B4"
    press(court, "Shift+A")
    assert court.canvas.document is shown(court)
    press(court, "Shift+A")
    # Lines go first, then the tool, then the what-if.
    press(court, "L")
    drag(court, *ENDS)
    press(court, "Esc")
    press(court, "Esc")
    assert court.what_if.is_on
    press(court, "Esc")
    assert not court.what_if.is_on
    assert exposure.is_on


@pytest.mark.long
def test_an_earlier_state_of_the_document_is_kept_through_a_what_if(court: EditorDriver) -> None:
    earlier = court.overlays.earlier
    press(court, "2")
    press(court, "A")
    moment = earlier.moment
    press(court, "Q")
    assert earlier.words == "the current map"
    press(court, "Shift+Esc")
    assert earlier.moment is moment
    assert court.overlay(ExposureOverlay).earlier is not None


@pytest.mark.long
def test_what_is_different_is_outlined(court: EditorDriver) -> None:
    document = court.document
    press(court, "Q")
    click(court, WALL)
    frame = court.analysis.frame
    board = document.scenario.board
    assert (frame.different == board.mask((court.hex(WALL),))).all()
    # A palette in another order is no difference.
    patch = cell_patch(copy(court).board, BoardLayer.ELEVATION, board.mask((court.hex(OPEN),)), 2)
    assert patch is not None
    patch.apply(copy(court), forward=True)
    assert different_hexes(document.scenario, copy(court)).sum() == 2
