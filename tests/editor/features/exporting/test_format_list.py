from pytestqt.qtbot import QtBot

from fairground.editor.features.exporting.format_list import FormatList
from fairground.editor.jobs.formats import FormatCard


def test_what_is_chosen_stays_in_sight_when_the_list_becomes_lower(qtbot: QtBot) -> None:
    shown = FormatList()
    qtbot.addWidget(shown)
    shown.show_formats(
        FormatCard(f"format-{at}", f"Format {at}", f".{at}", "", is_written=True, is_read=False, options=())
        for at in range(12)
    )
    shown.resize(300, 800)
    shown.show()
    assert shown.choose("format-11")
    shown.resize(300, 120)
    qtbot.waitUntil(lambda: shown.height() == 120)
    qtbot.wait(20)
    assert shown.viewport().rect().contains(shown.visualItemRect(shown.currentItem()).center())
