from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pytest
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog

from fairground.core.grid.layout import Layout
from fairground.editor.features.importing.dialog import ImportDialog
from fairground.editor.jobs.formats import Formats
from fairground.editor.jobs.map_import import ImportRequest, MapImport
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot

    from fairground.core.scenario.document import Scenario
    from tests.editor.conftest import WorkerHere

LEFT = Qt.MouseButton.LeftButton
COURT = "# Two rows.\n[F][  ][R]\n[  ][F][  ]\n"
BOARD = 'size 2 2\nhex 0101 0 "woods:1;arms:1" ""\nhex 0201 1 "" ""\nhex 0102 0 "" ""\nhex 0202 0 "road:1" ""\nend\n'
RULES = """\
format: fairground-ruleset/1
extends: penance-arena
id: mine
title: Rules of our club
version: "1"
"""


class ImporterHere(QObject):
    """Stands in for the worker process: reads the map in this one, as soon as there is time."""

    answered = Signal(object)
    failed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.requests: list[ImportRequest] = []
        self.is_held = False
        self.cancelled = 0

    def ask(self, request: ImportRequest) -> None:
        self.requests.append(request)
        if not self.is_held:
            QTimer.singleShot(0, self, self.answer)

    def cancel(self) -> None:
        self.cancelled += 1

    def answer(self) -> None:
        self.answered.emit(MapImport((1,), self.requests[-1]).run())


@pytest.fixture
def importer(qtbot: QtBot) -> ImporterHere:
    assert qtbot
    return ImporterHere()


class DialogOpener(Protocol):
    """Shows the dialog over a map with some text, and waits until the map is read."""

    def __call__(self, text: str, name: str = "court.txt", *, wait: bool = True) -> ImportDialog: ...


@pytest.fixture
def show(qtbot: QtBot, importer: ImporterHere, worker_here: WorkerHere, tmp_path: Path) -> DialogOpener:
    formats = Formats(worker_here, worker_here)

    def shown(text: str, name: str = "court.txt", *, wait: bool = True) -> ImportDialog:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        dialog = ImportDialog(path, importer, formats)  # type: ignore[arg-type]
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # noqa: FBT003  # Qt's signature
        qtbot.addWidget(dialog)
        dialog.show()
        if wait:
            settle(dialog, qtbot, importer, 0)
        return dialog

    return shown


def settle(dialog: ImportDialog, qtbot: QtBot, importer: ImporterHere, before: int) -> None:
    qtbot.waitUntil(lambda: len(importer.requests) > before)
    qtbot.waitUntil(lambda: dialog.preview.message != "Reading the map…")
    qtbot.wait(30)


def scenario_of(dialog: ImportDialog) -> Scenario:
    return present(present(dialog.outcome).scenario)


def choose(box: QComboBox, at: int) -> None:
    """Choose an entry as by hand."""
    box.setCurrentIndex(at)
    box.activated.emit(at)


def choose_file(dialog: QObject, path: Path, qtbot: QtBot) -> None:
    asked = next(it for it in dialog.findChildren(QFileDialog) if it.isVisible())
    asked.setDirectory(str(path.parent))
    asked.selectFile(path.name)
    asked.accept()
    qtbot.wait(30)


# -- what is shown ------------------------------------------------------------------------------------------


def test_a_board_is_recognised_and_shown(show: DialogOpener) -> None:
    dialog = show(BOARD, "pass.board")
    assert dialog.windowTitle() == "Import pass.board"
    assert dialog.form.format.currentText() == "MegaMek board"
    assert dialog.facts.text() == "2 by 2, odd-q: 4 hexes"
    assert sorted(dialog.counts.texts()) == ["Clear 2", "Light woods 1", "Road 1"]
    assert dialog.preview.message == ""
    assert present(present(dialog.preview.canvas).document).scenario.name == "pass"
    assert dialog.take.isEnabled()


def test_what_is_lost_is_listed_with_lines_and_leads_to_its_hex(show: DialogOpener) -> None:
    dialog = show(BOARD, "pass.board")
    (text,) = dialog.remarks.texts()
    assert text.startswith("line 2, A1: arms")
    centre = present(dialog.preview.canvas).point_of(scenario_of(dialog).board.parse("A1"))
    QTest.mouseClick(
        dialog.remarks.viewport(), LEFT, pos=dialog.remarks.visualItemRect(dialog.remarks.item(0)).center()
    )
    assert present(dialog.preview.canvas).point_of(scenario_of(dialog).board.parse("A1")) != centre


def test_the_layout_of_a_format_that_has_one_cannot_be_chosen(show: DialogOpener) -> None:
    dialog = show(BOARD, "pass.board")
    assert not dialog.form.layouts.isEnabled()
    assert dialog.form.layouts.pressed is Layout.ODD_Q
    assert dialog.form.about_layout.text() == "The file or its format sets the layout to odd-q."


def test_problems_are_listed_with_their_lines_and_nothing_can_be_imported(show: DialogOpener) -> None:
    dialog = show(BOARD.replace("0 ", "x "), "pass.board")
    assert dialog.form.format.currentText() == "MegaMek board"
    assert dialog.remarks_title.text() == "Problems"
    assert len(dialog.remarks.texts()) > 1
    assert all(text.startswith("line ") for text in dialog.remarks.texts())
    assert dialog.preview.message.startswith("Nothing can be imported yet")
    assert not dialog.counts.isVisible()
    assert not dialog.take.isEnabled()


def test_a_file_of_no_format_says_so(show: DialogOpener) -> None:
    dialog = show("Dear Sir,\n", "letter.txt")
    assert dialog.form.format.currentText() == "Unknown format: choose one"
    assert any("known map format" in text for text in dialog.remarks.texts())
    assert not dialog.take.isEnabled()


# -- what can be chosen -------------------------------------------------------------------------------------


def test_a_layout_that_the_file_does_not_tell_is_told_and_can_be_chosen(
    show: DialogOpener, importer: ImporterHere, qtbot: QtBot
) -> None:
    dialog = show(COURT)
    assert dialog.form.layouts.isEnabled()
    assert dialog.form.about_layout.text().endswith("odd-r was assumed.")
    assert any("shifted" in text for text in dialog.remarks.texts())
    QTest.mouseClick(dialog.form.layouts.buttons[Layout.EVEN_R], LEFT)
    assert not dialog.take.isEnabled(), "what was read is not what is asked for"
    settle(dialog, qtbot, importer, 1)
    assert scenario_of(dialog).board.layout is Layout.EVEN_R
    assert dialog.form.layouts.pressed is Layout.EVEN_R
    assert not any("shifted" in text for text in dialog.remarks.texts())


def test_another_format_forgets_the_layout(show: DialogOpener, importer: ImporterHere, qtbot: QtBot) -> None:
    dialog = show(COURT)
    QTest.mouseClick(dialog.form.layouts.buttons[Layout.EVEN_R], LEFT)
    choose(dialog.form.format, dialog.form.format.findData("megamek"))
    settle(dialog, qtbot, importer, 1)
    assert importer.requests[-1] == ImportRequest(importer.requests[0].path, "megamek")
    assert not dialog.take.isEnabled()


def test_a_shipped_ruleset_can_be_chosen(show: DialogOpener, importer: ImporterHere, qtbot: QtBot) -> None:
    dialog = show(COURT)
    assert dialog.form.ruleset.itemText(0) == "Penance arenas (default)"
    qtbot.waitUntil(lambda: dialog.form.ruleset.findText("Penance 2.0") > 0)
    choose(dialog.form.ruleset, dialog.form.ruleset.findText("Penance 2.0"))
    settle(dialog, qtbot, importer, 1)
    assert scenario_of(dialog).ruleset.name == "penance-2.0"


def test_rulesets_beside_the_map_are_offered(
    show: DialogOpener, importer: ImporterHere, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "mine.yaml").write_text(RULES)
    (tmp_path / "broken.yaml").write_text("format: fairground-ruleset/1\nid: broken\n")
    dialog = show(COURT)
    qtbot.waitUntil(lambda: dialog.form.ruleset.findText("Rules of our club (rules/mine.yaml)") > 0)
    assert dialog.form.ruleset.findText("broken.yaml (has errors)") > 0
    choose(dialog.form.ruleset, dialog.form.ruleset.findData("rules/mine.yaml"))
    settle(dialog, qtbot, importer, 1)
    assert scenario_of(dialog).rules.title == "Rules of our club"
    choose(dialog.form.ruleset, dialog.form.ruleset.findData("broken.yaml"))
    settle(dialog, qtbot, importer, 2)
    assert any("broken.yaml, line" in text for text in dialog.remarks.texts())


def test_a_ruleset_elsewhere_is_refused_in_a_sentence(
    show: DialogOpener, qtbot: QtBot, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("elsewhere") / "far.yaml"
    other.write_text(RULES)
    (tmp_path / "near.yml").write_text(RULES)
    dialog = show(COURT)
    form = dialog.form
    choose(form.ruleset, form.ruleset.count() - 1)
    choose_file(form, other, qtbot)
    assert "must be in the map's folder" in form.message.text()
    assert form.ruleset.currentIndex() == 0
    choose(form.ruleset, form.ruleset.count() - 1)
    choose_file(form, tmp_path / "near.yml", qtbot)
    assert form.message.isHidden()
    assert form.request.ruleset == "near.yml"


def test_a_legend_of_one_s_own(
    show: DialogOpener, importer: ImporterHere, qtbot: QtBot, tmp_path: Path
) -> None:
    legend = tmp_path / "legend.yaml"
    legend.write_text(
        "format: fairground-legend/1\ntitle: Mine\nruleset: penance-1.0\ncodes: {F: wall, R: cover, '': clear}\n"
    )
    dialog = show(COURT)
    assert dialog.form.legend.findData("brackets") > 0
    choose(dialog.form.legend, dialog.form.legend.count() - 1)
    choose_file(dialog.form, legend, qtbot)
    settle(dialog, qtbot, importer, 1)
    assert dict(present(dialog.outcome).terrain) == {"clear": 3, "wall": 2, "cover": 1}
    assert dialog.form.legend.currentText() == str(legend)


@pytest.mark.parametrize("text", ["4x2", " 4 X 2 ", "4\u00d72", "4 by 2"])
def test_another_size_than_expected_is_a_remark(
    show: DialogOpener, importer: ImporterHere, qtbot: QtBot, text: str
) -> None:
    dialog = show(COURT)
    dialog.form.expected.setText(text)
    settle(dialog, qtbot, importer, 1)
    assert importer.requests[-1].expect_size == (4, 2)
    assert any("expected 4x2" in it for it in dialog.remarks.texts())


@pytest.mark.parametrize("text", ["4", "x", "0x4", "4x1001", "-1x3"])
def test_a_size_that_is_none_is_told(show: DialogOpener, text: str) -> None:
    dialog = show(COURT)
    dialog.form.expected.setText(text)
    assert "Enter columns and rows" in dialog.form.message.text()
    assert dialog.form.request.expect_size is None
    dialog.form.expected.setText("")
    assert dialog.form.message.isHidden()


# -- the end ------------------------------------------------------------------------------------------------


def test_what_was_read_is_chosen(show: DialogOpener, qtbot: QtBot) -> None:
    dialog = show(COURT)
    with qtbot.waitSignal(dialog.chosen) as caught:
        QTest.mouseClick(dialog.take, LEFT)
    assert caught.args == [dialog.outcome]
    assert not dialog.isVisible()


def test_reading_can_be_stopped_and_taken_up_again(
    show: DialogOpener, importer: ImporterHere, qtbot: QtBot
) -> None:
    importer.is_held = True
    dialog = show(COURT, wait=False)
    assert not dialog.take.isEnabled()
    qtbot.waitUntil(dialog.preview.stop.isVisible)
    QTest.mouseClick(dialog.preview.stop, LEFT)
    assert importer.cancelled == 1
    assert "stopped" in dialog.preview.message
    assert not dialog.preview.busy.isVisible()
    importer.is_held = False
    choose(dialog.form.format, dialog.form.format.findData("brackets"))
    settle(dialog, qtbot, importer, 1)
    assert dialog.take.isEnabled()


def test_closing_gives_up_what_is_being_read(show: DialogOpener, importer: ImporterHere) -> None:
    importer.is_held = True
    dialog = show(COURT, wait=False)
    dialog.reject()
    assert importer.cancelled == 1
    importer.answer()
    assert dialog.outcome is None


def test_a_worker_that_breaks_is_told(show: DialogOpener, importer: ImporterHere) -> None:
    dialog = show(COURT)
    importer.failed.emit("out of memory")
    assert dialog.preview.message == "Could not read the map: out of memory."
    assert not dialog.take.isEnabled()


def test_everything_has_a_name_for_screen_readers(show: DialogOpener) -> None:
    dialog = show(COURT)
    form = dialog.form
    widgets = [form.format, form.ruleset, form.legend, form.expected, *form.layouts.buttons.values()]
    widgets += [dialog.counts, dialog.remarks, present(dialog.preview.canvas)]
    assert all(widget.accessibleName() for widget in widgets)


# -- a legend to fill in -------------------------------------------------------------------------------------


def test_a_legend_of_what_was_not_recognised_is_saved_and_chosen(
    show: DialogOpener, qtbot: QtBot, tmp_path: Path
) -> None:
    dialog = show("[F][??][ ]\n")
    assert dialog.form.save_legend.isVisible()
    assert dialog.form.save_legend.toolTip().startswith("1 code was not recognised.")
    QTest.mouseClick(dialog.form.save_legend, LEFT)
    choose_file(dialog, tmp_path / "kinds.yaml", qtbot)
    legend = tmp_path / "kinds.yaml"
    qtbot.waitUntil(legend.exists)
    legend.write_text(legend.read_text().replace('"??": clear', '"??": wall'))
    choose(dialog.form.legend, 0)
    choose(dialog.form.legend, dialog.form.legend.findData(str(legend)))
    qtbot.waitUntil(lambda: dialog.outcome is not None and not dialog.form.save_legend.isVisible())
    board = scenario_of(dialog).board
    assert [board.palette[it].kinds[0] for it in board.terrain.ravel().tolist()][:2] == ["forest", "wall"]


def test_no_legend_is_offered_when_everything_was_recognised(show: DialogOpener) -> None:
    assert not show(BOARD, "pass.board").form.save_legend.isVisible()


# -- maps of other programs ---------------------------------------------------------------------------------

EXAMPLES = Path(__file__).parents[4] / "docs" / "examples"


@pytest.mark.parametrize(
    ("name", "format_name"),
    [
        ("two-rivers.map", "wesnoth"),
        ("marches.txt", "text-mapper"),
        ("coast.wxx", "worldographer"),
        ("erdia.json", "azgaar"),
        ("cells.geojson", "geojson"),
        ("dungeon.json", "foundry"),
        ("cave.dd2vtt", "uvtt"),
    ],
)
def test_a_map_of_another_program_opens_with_its_format(
    name: str, format_name: str, qtbot: QtBot, importer: ImporterHere, worker_here: WorkerHere
) -> None:
    dialog = ImportDialog(EXAMPLES / name, importer, Formats(worker_here, worker_here))  # type: ignore[arg-type]
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # noqa: FBT003  # Qt's signature
    qtbot.addWidget(dialog)
    dialog.show()
    settle(dialog, qtbot, importer, 0)
    box = dialog.form.format
    qtbot.waitUntil(lambda: box.currentData() == format_name)
    assert Path(name).suffix in box.itemData(box.currentIndex(), Qt.ItemDataRole.ToolTipRole)
    board = scenario_of(dialog).board
    assert board.columns > 2
    assert dialog.form.layouts.isEnabled() == (format_name in ("azgaar", "uvtt"))
