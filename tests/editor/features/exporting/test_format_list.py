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


def test_a_purpose_that_is_too_long_for_a_line_is_wrapped(qtbot: QtBot) -> None:
    shown = FormatList()
    qtbot.addWidget(shown)
    purpose = "sheets to print, cut and tape together, with assembly instructions"
    shown.show_formats(
        FormatCard(name, name, ".pdf", text, is_written=True, is_read=False, options=())
        for name, text in (("short", "a picture"), ("long", purpose))
    )
    line = shown.fontMetrics().height()
    shown.resize(shown.fontMetrics().horizontalAdvance(purpose) * 2 // 3, 400)
    shown.show()
    short, long = (shown.item(row) for row in range(2))
    qtbot.waitUntil(
        lambda: shown.visualItemRect(long).height() >= shown.visualItemRect(short).height() + line - 2
    )
    shown.resize(shown.fontMetrics().horizontalAdvance(purpose) * 2, 400)
    qtbot.waitUntil(lambda: shown.visualItemRect(long).height() == shown.visualItemRect(short).height())
