import pytest
from PySide6.QtWidgets import QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from fairground.editor.document.hex_facts import HexFacts
from fairground.editor.shell.status_bar import Status


def test_a_tip_leaves_the_map_as_large_as_it_is(qtbot: QtBot) -> None:
    window = QMainWindow()
    qtbot.addWidget(window)
    middle, status = QWidget(), Status()
    window.setCentralWidget(middle)
    window.setStatusBar(status)
    window.resize(800, 300)
    window.show()
    status.hex.setText("C4")
    qtbot.waitUntil(status.hex.isVisible)
    size = middle.size()
    status.showMessage("Paint terrain")
    qtbot.waitUntil(lambda: not status.hex.isVisible())
    qtbot.wait(30)
    assert middle.size() == size
    status.clearMessage()
    qtbot.waitUntil(status.hex.isVisible)
    assert middle.size() == size


def _facts(name: str) -> HexFacts:
    texts = dict.fromkeys(("sight", "cover", "effects", "zones", "objectives", "units", "hexsides"), "")
    return HexFacts(
        "C4", terrain="Clear", is_void=False, level=0, cost="cost 1", name=name, note="", locked="", **texts
    )


@pytest.mark.parametrize("name", ["", "Old Mill on the brook behind the abbey, with a yard and a barn"])
def test_hint_and_facts_are_whole_where_there_is_room_for_both(qtbot: QtBot, name: str) -> None:
    status, facts = Status(), _facts(name)
    qtbot.addWidget(status)
    hint = "Lay the chosen feature along hexsides; the right button clears. Shift leaves others alone. " * 2
    status.show_facts(facts)
    status.show_hint(hint)
    metrics = status.hint.fontMetrics()
    room = sum(map(metrics.horizontalAdvance, (hint, facts.line, "C4", "AB12", "1000%"))) + 120
    status.resize(room, 30)
    status.show()
    qtbot.waitUntil(lambda: status.facts.width() > 30)
    assert status.hint.fitting_text() == hint
    assert status.facts.fitting_text() == facts.line
    status.show_facts(None)
    assert status.hint.fitting_text() == hint


def test_facts_are_whole_and_the_hint_gives_way_where_there_is_no_room_for_both(qtbot: QtBot) -> None:
    status, facts = Status(), _facts("Old Mill on the brook behind the abbey")
    qtbot.addWidget(status)
    hint = "Lay the chosen feature along hexsides; the right button clears. Shift leaves others alone."
    status.show_hint(hint)
    status.show_facts(facts)
    metrics = status.hint.fontMetrics()
    # Where each is elided if they share the room by their lengths.
    room = sum(map(metrics.horizontalAdvance, (hint, facts.line, "C4", "AB12", "1000%"))) - 40
    status.resize(room, 30)
    status.show()
    qtbot.waitUntil(lambda: status.facts.width() > 30)
    assert status.facts.fitting_text() == facts.line
    assert status.hint.fitting_text() != hint
    status.show_facts(None)
    qtbot.waitUntil(lambda: status.hint.fitting_text() == hint)
    status.show_facts(facts)
    assert status.facts.fitting_text() == facts.line
    # Where not even the facts fit, nothing needs a wider window.
    status.resize(metrics.horizontalAdvance(facts.line) // 2, 30)
    qtbot.waitUntil(lambda: status.facts.fitting_text() != facts.line)
    assert status.minimumSizeHint().width() < metrics.horizontalAdvance(facts.line) // 2
