"""What-ifs in the window: no answer about the one is shown on the other, and what is compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PySide6.QtTest import QTest

from fairground.core import chokepoints, fan, path, reach, sight, territory, visibility
from fairground.core.scenario.fairness_measures import MEASURES
from fairground.editor.document.patches import BoardLayer, cell_patch
from fairground.editor.jobs.fairness import FairnessJob, FairnessRequest
from fairground.editor.jobs.job_scenario import JobScenario
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

if TYPE_CHECKING:
    from collections.abc import Callable


def drawn(editor: Any) -> dict[str, Any]:
    """Return what is drawn at the moment of all that is worked out, by what it is."""
    analysis = editor.window.features.analysis
    found = {it.id: it.shown for it in analysis.overlays if it.is_on}
    found |= {"sight": analysis.sight.line.sight, "path": analysis.path.line.path}
    measuring = analysis.fairness.measuring
    return found | {"report": measuring.result}


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
    return [(it.id, it.range_band, it.classes, it.values) for it in of.ratings if not MEASURES[it.id].is_slow]


def report(scenario: Any) -> list[Any]:
    quick = tuple(name for name, it in MEASURES.items() if not it.is_slow)
    return values(FairnessJob((0,), JobScenario(-2, scenario), FairnessRequest(), quick).run())


@pytest.mark.long
def test_every_answer_is_of_the_state_that_is_shown_and_of_no_other(court: Any, worker_here: Any) -> None:
    """Two fills at a time, signs and lines; while nothing is answered, nothing is shown."""
    document, window = court.document, court.window
    analysis = window.features.analysis
    court.qtbot.waitUntil(lambda: analysis.fairness is not None)
    state = window.workbench.state
    state.sight_line = state.path_ends = tuple(map(court.hex, ENDS))
    state.pin = court.hex(ENDS[0])

    def current() -> bool:
        overlays = [it for it in analysis.overlays if it.is_on and it.id != "fairness"]
        is_old = analysis.fairness.measuring.is_old
        return (
            all(it.is_current and it.latest is not None for it in overlays)
            and analysis.path.line.is_current
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
            assert it.status.endswith("Of the what-if."), it.id
            if it.id == "fairness":
                continue  # its panel compares the whole report
            assert it.kept is not None, it.id
            assert it.comparison.startswith("Since the earlier state: "), it.id
        assert f"Findings of the what-if: destroy {WALL}." in [it.text() for it in state_labels(court)]

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


def press_now(editor: Any, key: str) -> None:
    """Press a key and wait for no answer."""
    editor.key(key, editor.window.page.canvas)


def flip_there_and_back(court: Any) -> None:
    """Flipped, the map itself is under what is told of it, and all else is of the map too."""
    document, window = court.document, court.window
    analysis, at = window.features.analysis, court.hex(WALL)
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
    assert [it.text() for it in state_labels(court)] == ["Findings of the current map, for comparison."]
    assert window.page.canvas.document is document
    assert window.features.analysis.frame.copy is None
    assert bar(court).words == "for comparison, the current map"
    assert (exposure.shown == visibility(document.scenario).exposure()).all()
    press(court, "Shift+A")
    assert window.page.canvas.document is shown(court)
    assert window.features.analysis.frame.copy is shown(court)
    assert analysis.sight.line.sight.clear
    assert ("Terrain", "Rubble pile") in window.docks.hex.rows()
    assert window.page.canvas.accessibleName() == "Map of a what-if"
    window.workbench.state.sight_line = None


@pytest.mark.long
def test_what_is_shown_first_in_a_what_if_is_compared_with_the_map_too(court: Any) -> None:
    document, window = court.document, court.window
    overlays = window.features.analysis.overlays
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
    # Lines go first, then the tool, then the what-if.
    press(court, "L")
    drag(court, *ENDS)
    press(court, "Esc")
    press(court, "Esc")
    assert window.features.what_if.is_on
    press(court, "Esc")
    assert not window.features.what_if.is_on
    assert exposure.is_on


@pytest.mark.long
def test_an_earlier_state_of_the_document_is_kept_through_a_what_if(court: Any) -> None:
    window = court.window
    earlier = window.features.analysis.overlays.earlier
    press(court, "2")
    press(court, "A")
    moment = earlier.moment
    press(court, "Q")
    assert earlier.words == "the current map"
    press(court, "Shift+Esc")
    assert earlier.moment is moment
    assert window.features.analysis.overlays["exposure"].kept is not None


@pytest.mark.long
def test_what_is_different_is_outlined(court: Any) -> None:
    document = court.document
    press(court, "Q")
    click(court, WALL)
    frame = court.window.features.analysis.frame
    board = document.scenario.board
    assert (frame.different == board.mask((court.hex(WALL),))).all()
    # A palette in another order is no difference.
    patch = cell_patch(copy(court).board, BoardLayer.ELEVATION, board.mask((court.hex(OPEN),)), 2)
    assert patch is not None
    patch.apply(copy(court), forward=True)
    assert different_hexes(document.scenario, copy(court)).sum() == 2
