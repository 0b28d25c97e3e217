from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit

from fairground.core.cli.command_group import fairground
from fairground.core.clients import export_formats
from fairground.core.files import load
from fairground.editor.document.document import Document
from fairground.editor.features.exporting.dialog import ExportDialog
from fairground.editor.features.exporting.job import ExportRequest
from fairground.editor.features.exporting.presets import Preset, Presets
from fairground.editor.jobs.formats import Formats
from fairground.editor.jobs.latest_answer import ScenarioLatestAnswer
from fairground.editor.widgets.name_prompt import NamePrompt

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytestqt.qtbot import QtBot

    from tests.editor.conftest import WorkerHere

LEFT = Qt.MouseButton.LeftButton
SCENARIOS = Path(__file__).parents[4] / "scenarios"


@pytest.fixture
def document(tmp_path: Path) -> Document:
    shutil.copy(SCENARIOS / "ember-court.yaml", tmp_path)
    path = tmp_path / "ember-court.yaml"
    return Document(load(path), path)


@pytest.fixture
def presets(tmp_path: Path) -> Presets:
    return Presets(tmp_path / "exports.yaml")


@pytest.fixture
def show(
    qtbot: QtBot, worker_here: WorkerHere, document: Document, presets: Presets
) -> Callable[..., ExportDialog]:
    """Return a function that shows the dialog as it was left."""
    formats = Formats(worker_here, worker_here)
    inquiry = ScenarioLatestAnswer(worker_here, worker_here)

    def shown(last: ExportRequest | None = None) -> ExportDialog:
        assert document.path is not None
        made = ExportDialog(
            document, inquiry, worker_here, formats, presets, suggested=document.path, last=last
        )
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # noqa: FBT003  # Qt's signature
        made.trial.rest.setInterval(0)
        qtbot.addWidget(made)
        made.show()
        qtbot.waitUntil(lambda: made.plan is not None)
        return made

    return shown


@pytest.fixture
def dialog(show: Callable[..., ExportDialog]) -> ExportDialog:
    return show(ExportRequest("hexjson", Path("ember.hexjson")))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where relative paths begin."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


pytestmark = pytest.mark.usefixtures("folder")


def settle(dialog: ExportDialog, qtbot: QtBot) -> None:
    """Wait until the form rests and what it says was tried."""
    qtbot.wait(5)
    qtbot.waitUntil(lambda: dialog.trial.is_settled)


def choose(dialog: ExportDialog, qtbot: QtBot, name: str) -> None:
    assert dialog.format.choose(name)
    settle(dialog, qtbot)


def field(dialog: ExportDialog, name: str) -> QLineEdit:
    found = dialog.options.fields[name]
    assert isinstance(found, QLineEdit)
    return found


# -- the form -----------------------------------------------------------------------------------------------


def test_all_formats_are_offered_with_purpose_and_ending(
    dialog: ExportDialog, qtbot: QtBot, folder: Path
) -> None:
    rows = range(dialog.format.count())
    titles = [dialog.format.item(at).text() for at in rows]
    assert len(titles) == len(export_formats())
    assert titles == sorted(titles, key=str.casefold)
    assert all(dialog.format.item(at).data(Qt.ItemDataRole.AccessibleDescriptionRole) for at in rows)
    dialog.path.setText(str(folder / "my.map.hexjson"))
    choose(dialog, qtbot, "svg")
    assert dialog.path.text() == str(folder / "my.map.svg")
    choose(dialog, qtbot, "json")
    assert dialog.path.text() == str(folder / "my.map.json")


def test_options_stay_with_their_format_and_a_fault_is_in_the_way(dialog: ExportDialog, qtbot: QtBot) -> None:
    choose(dialog, qtbot, "svg")
    field(dialog, "hex-width").setText("20")
    legend = dialog.options.fields["legend"]
    assert isinstance(legend, QCheckBox)
    legend.toggle()
    choose(dialog, qtbot, "hexjson")
    choose(dialog, qtbot, "svg")
    assert dict(dialog.request.options)["hex-width"] == "20"
    assert "legend" in dict(dialog.request.options)
    before = dialog.plan
    assert before is not None
    field(dialog, "hex-width").setText("2000")
    settle(dialog, qtbot)
    assert dialog.plan is None
    assert not dialog.write.isEnabled()
    assert "option" in dialog.message.text()


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("", "Choose a file"),
        (".", "is a folder"),
        ("no/where.hexjson", "does not exist. Create it first"),
        ("{folder}/ember-court.yaml", "is the scenario itself"),
        ("link.hexjson", "is the scenario itself"),
        ("circle/ember.hexjson", "does not exist. Create it first"),
    ],
)
def test_where_nothing_can_be_written_nothing_is_tried(
    dialog: ExportDialog, qtbot: QtBot, folder: Path, path: str, words: str
) -> None:
    (folder / "link.hexjson").symlink_to(folder / "ember-court.yaml")
    (folder / "circle").symlink_to(folder / "circle")
    dialog.path.setText(path.format(folder=folder))
    settle(dialog, qtbot)
    assert words in dialog.message.text()
    assert dialog.plan is None
    assert not dialog.write.isEnabled()


def test_the_formats_have_the_room_that_options_do_not_need(dialog: ExportDialog, qtbot: QtBot) -> None:
    choose(dialog, qtbot, "svg")
    with_many = dialog.format.height()
    choose(dialog, qtbot, "tiled")
    assert dialog.format.height() > with_many + 60
    form = dialog.options
    shown = form.parentWidget()
    assert shown is not None
    assert form.height() == shown.height(), "nothing of the few is scrolled away"
    choose(dialog, qtbot, "svg")
    assert dialog.format.height() == with_many


# -- before anything is written -----------------------------------------------------------------------------


def test_files_and_losses_are_shown_before_anything_is_written(dialog: ExportDialog, folder: Path) -> None:
    texts = dialog.report.texts()
    assert texts[0] == "Files"
    assert texts[1].startswith("ember.hexjson, ")
    assert texts[2] == "Losses"
    assert any("comment in the file is dropped" in it for it in texts)
    assert not (folder / "ember.hexjson").exists()


def test_strict_is_in_the_way_of_losses(dialog: ExportDialog, qtbot: QtBot, folder: Path) -> None:
    dialog.strict.click()
    settle(dialog, qtbot)
    assert not dialog.write.isEnabled()
    assert "would be lost" in dialog.message.text()
    assert "Losses" in dialog.report.texts()
    dialog.strict.click()
    settle(dialog, qtbot)
    assert dialog.write.isEnabled()
    assert not (folder / "ember.hexjson").exists()


def test_errors_are_in_the_way_and_lead_to_their_hexes(
    show: Callable[..., ExportDialog], document: Document, qtbot: QtBot
) -> None:
    unit = document.scenario.units[0]
    other = document.scenario.units[1]
    document.scenario.units[1] = type(other)(
        **{name: getattr(other, name) for name in other.__dataclass_fields__} | {"hex": unit.hex}
    )
    dialog = show(ExportRequest("hexjson", Path("ember.hexjson")))
    assert not dialog.write.isEnabled()
    assert dialog.report.texts()[0].startswith("Problems: ")
    assert "has errors" in dialog.message.text()
    dialog.force.click()
    settle(dialog, qtbot)
    assert dialog.write.isEnabled()
    assert dialog.report.texts()[0].startswith("Problems: ")
    with qtbot.waitSignal(dialog.finding_chosen) as caught, qtbot.waitSignal(dialog.left) as left:
        dialog.report.setFocus()
        dialog.report.setCurrentRow(1)
        QTest.keyClick(dialog.report, Qt.Key.Key_Return)
    assert caught.args is not None
    assert caught.args[0].place.hex == document.scenario.board.label(unit.hex)
    assert not dialog.isVisible()
    assert left.args is not None
    assert left.args[0] == ExportRequest("hexjson", Path("ember.hexjson"), force=True)


def test_pages_are_looked_at_and_asked_for_one_by_one(
    dialog: ExportDialog, qtbot: QtBot, worker_here: WorkerHere
) -> None:
    assert not dialog.preview.isVisible()
    choose(dialog, qtbot, "pdf")
    qtbot.waitUntil(lambda: not dialog.preview.picture.pixmap().isNull())
    assert dialog.preview.pages.item(0).text() == "Assembly"
    before = worker_here.done.count("DrawPage")
    dialog.preview.pages.setCurrentRow(1)
    qtbot.waitUntil(lambda: worker_here.done.count("DrawPage") > before)
    assert worker_here.done.count("PlanExport") == 2


def test_what_takes_long_shows_a_bar_and_can_be_stopped(
    dialog: ExportDialog, qtbot: QtBot, worker_here: WorkerHere
) -> None:
    worker_here.is_held = True
    dialog.trial.patience.setInterval(0)
    dialog.format.choose("svg")
    qtbot.waitUntil(dialog.trial.progress.isVisible)
    assert dialog.report.texts() == ["Preparing the preview…"], "and not what the format before would come to"
    QTest.mouseClick(dialog.trial.stop, LEFT)
    assert not dialog.trial.progress.isVisible()
    assert "was stopped" in dialog.message.text()
    assert not dialog.report.texts()
    assert not dialog.write.isEnabled()
    worker_here.let_go()
    assert worker_here.done.count("PlanExport") == 1
    dialog.format.choose("hexjson")
    settle(dialog, qtbot)
    assert dialog.write.isEnabled()


# -- writing ------------------------------------------------------------------------------------------------


def write(dialog: ExportDialog, qtbot: QtBot) -> None:
    QTest.mouseClick(dialog.write, LEFT)
    settle(dialog, qtbot)


def test_an_export_writes_the_file_and_says_so(dialog: ExportDialog, qtbot: QtBot, folder: Path) -> None:
    choose(dialog, qtbot, "json")
    with qtbot.waitSignal(dialog.exported) as caught:
        write(dialog, qtbot)
    assert json.loads((folder / "ember.json").read_text(encoding="utf-8"))["name"] == "Ember Court"
    assert dialog.message.text() == "Wrote ember.json"
    assert caught.args is not None
    assert caught.args[0].digest
    assert dialog.write.text() == "Overwrite"


def test_a_web_page_is_the_one_that_the_command_publishes(
    dialog: ExportDialog, qtbot: QtBot, folder: Path
) -> None:
    choose(dialog, qtbot, "web-page")
    with qtbot.waitSignal(dialog.exported):
        write(dialog, qtbot)
    assert dialog.message.text() == "Wrote ember.html"
    published = CliRunner().invoke(fairground, ["publish", "ember-court.yaml", "-o", "published.html"])
    assert published.exit_code == 0, published.output
    assert (folder / "ember.html").read_bytes() == (folder / "published.html").read_bytes()


def test_a_file_that_is_there_is_replaced_only_by_the_button_that_says_so(
    dialog: ExportDialog, qtbot: QtBot, folder: Path
) -> None:
    (folder / "ember.json").write_text("mine", encoding="utf-8")
    assert dialog.write.text() == "Export"
    choose(dialog, qtbot, "json")
    assert dialog.write.text() == "Overwrite"
    assert dialog.message.text() == "ember.json already exists."
    assert "replaces the existing file" in dialog.report.texts()[1]
    write(dialog, qtbot)
    assert (folder / "ember.json").read_text(encoding="utf-8") != "mine"


def test_a_file_that_came_meanwhile_is_not_replaced(dialog: ExportDialog, qtbot: QtBot, folder: Path) -> None:
    (folder / "ember.hexjson").write_text("mine", encoding="utf-8")
    write(dialog, qtbot)
    assert (folder / "ember.hexjson").read_text(encoding="utf-8") == "mine"
    assert "exists and was not written" in dialog.message.text()
    assert dialog.write.text() == "Overwrite"
    write(dialog, qtbot)
    assert (folder / "ember.hexjson").read_text(encoding="utf-8") != "mine"


def test_what_cannot_be_written_is_told(
    dialog: ExportDialog, qtbot: QtBot, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_paths: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", full)
        write(dialog, qtbot)
    assert "No space left on device" in dialog.message.text()
    assert [it.name for it in folder.iterdir() if "ember.hexjson" in it.name] == []
    assert dialog.write.isEnabled()
    dialog.path.setText(f"{'n' * 300}.hexjson")
    settle(dialog, qtbot)
    write(dialog, qtbot)
    assert "File name too long" in dialog.message.text()
    assert dialog.write.isEnabled()


def test_it_does_not_close_over_a_file_that_is_being_written(
    dialog: ExportDialog, qtbot: QtBot, worker_here: WorkerHere
) -> None:
    worker_here.is_held = True
    QTest.mouseClick(dialog.write, LEFT)
    dialog.reject()
    assert dialog.isVisible()
    assert not dialog.trial.stop.isVisible()
    worker_here.let_go()
    settle(dialog, qtbot)
    dialog.reject()
    assert not dialog.isVisible()


def test_return_after_an_export_leaves_the_dialog(dialog: ExportDialog, qtbot: QtBot, folder: Path) -> None:
    dialog.path.setFocus()
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    settle(dialog, qtbot)
    assert (folder / "ember.hexjson").exists()
    dialog.path.setText(str(folder / "again.hexjson"))
    settle(dialog, qtbot)
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    settle(dialog, qtbot)
    assert (folder / "again.hexjson").exists()
    before = (folder / "again.hexjson").stat().st_mtime_ns
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    assert not dialog.isVisible()
    assert (folder / "again.hexjson").stat().st_mtime_ns == before


# -- presets ------------------------------------------------------------------------------------------------


def answer(dialog: ExportDialog, name: str) -> None:
    prompt = next(it for it in dialog.presets.findChildren(NamePrompt) if it.isVisible())
    prompt.name.setText(name)
    QTest.keyClick(prompt.name, Qt.Key.Key_Return)


def test_presets_are_kept_chosen_renamed_and_deleted(
    dialog: ExportDialog, qtbot: QtBot, folder: Path, presets: Presets
) -> None:
    (folder / "out").mkdir()
    choose(dialog, qtbot, "svg")
    field(dialog, "hex-width").setText("30")
    dialog.path.setText(str(folder / "out" / "ember-court-small.svg"))
    QTest.mouseClick(dialog.presets.keep, LEFT)
    answer(dialog, "Small")
    kept = Preset("Small", "svg", (("hex-width", "30"),), "out", "{name}-small")
    assert presets.own == [kept]
    assert dialog.presets.preset == kept
    choose(dialog, qtbot, "hexjson")
    assert dialog.presets.preset is None
    dialog.presets.box.setCurrentIndex(dialog.presets.box.findText("Small"))
    dialog.presets.box.activated.emit(dialog.presets.box.currentIndex())
    settle(dialog, qtbot)
    assert dialog.request.format_name == "svg"
    assert dialog.request.path == folder / "out" / "ember-court-small.svg"
    assert dialog.request.options == (("hex-width", "30"),)
    assert dialog.write.isEnabled()
    assert dialog.presets.preset == kept
    QTest.mouseClick(dialog.presets.rename, LEFT)
    answer(dialog, "Smaller")
    assert dialog.presets.box.currentText() == "Smaller"
    QTest.mouseClick(dialog.presets.delete, LEFT)
    assert presets.own == []
    assert dialog.presets.preset is None


def test_a_shipped_preset_cannot_be_renamed_or_deleted_and_sets_the_form(
    dialog: ExportDialog, presets: Presets, qtbot: QtBot, folder: Path
) -> None:
    shipped = next(it for it in presets.all() if it.format_name == "tiled")
    dialog.presets.box.setCurrentIndex(dialog.presets.box.findText(shipped.name))
    dialog.presets.box.activated.emit(dialog.presets.box.currentIndex())
    assert not dialog.presets.rename.isEnabled()
    assert not dialog.presets.delete.isEnabled()
    assert dialog.request.format_name == "tiled"
    assert dialog.request.path == shipped.path(folder, "ember-court", ".tmx")
    settle(dialog, qtbot)
    assert dialog.presets.preset == shipped


def test_a_preset_of_an_older_version_is_told(
    show: Callable[..., ExportDialog], presets: Presets, qtbot: QtBot
) -> None:
    presets.keep(Preset("Old", "svg", (("pixles", "30"),)))
    presets.keep(Preset("Gone", "no-format"))
    dialog = show(ExportRequest("hexjson", Path("ember.hexjson")))
    texts = [dialog.presets.box.itemText(at) for at in range(dialog.presets.box.count())]
    assert "Old" in texts
    assert "Gone" not in texts
    dialog.presets.box.setCurrentIndex(dialog.presets.box.findText("Old"))
    dialog.presets.box.activated.emit(dialog.presets.box.currentIndex())
    assert dialog.message.text() == "This preset sets options that SVG picture does not have: pixles."
    settle(dialog, qtbot)


def test_errors_in_the_file_of_presets_stay_in_sight(
    show: Callable[..., ExportDialog], folder: Path, qtbot: QtBot
) -> None:
    rows = "".join(f"  - {{name: {name}, to: png, options: {{dpi: 3}}}}\n" for name in "abcde")
    (folder / "exports.yaml").write_text(f"format: fairground-exports/1\npresets:\n{rows}")
    dialog = show(ExportRequest("hexjson", Path("ember.hexjson")))
    settle(dialog, qtbot)
    told = dialog.presets.faults
    assert told.isVisible()
    first, *_, last = told.text().splitlines()
    assert first.startswith("exports.yaml line 3, ignored: values must be text")
    assert last == "2 more problems."
    # Another format leaves them.
    choose(dialog, qtbot, "svg")
    assert told.isVisible()


def test_every_field_can_be_reached_and_has_a_name(dialog: ExportDialog, qtbot: QtBot) -> None:
    choose(dialog, qtbot, "svg")
    dialog.activateWindow()
    dialog.format.setFocus()
    reached = []
    for _ in range(40):
        QTest.keyClick(QApplication.focusWidget() or dialog, Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
        if focus is None or focus is dialog.format:
            break
        reached.append(focus)
    for widget in (dialog.presets.box, dialog.path, dialog.report, dialog.strict, dialog.force, dialog.write):
        assert widget in reached
    # From top to bottom, though the options are created last.
    in_order = [*dialog.options.fields.values(), dialog.path, dialog.strict, dialog.force, dialog.report]
    assert [it for it in reached if it in in_order] == in_order
    assert reached[0] is in_order[0]
    assert [it for it in reached if not (it.accessibleName() or getattr(it, "text", str)())] == []
