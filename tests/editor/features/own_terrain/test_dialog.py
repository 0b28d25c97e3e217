from __future__ import annotations

import base64
import shutil
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog

from fairground.core.files import load
from fairground.core.files.own_rules import RuleSection, SightEffect
from fairground.core.grid.layout import Layout
from fairground.editor.document.recovery import recover
from fairground.editor.features.own_terrain.dialog import OwnTerrainDialog
from fairground.editor.features.own_terrain.forms import HexsideForm, TerrainForm
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from PySide6.QtWidgets import QComboBox, QLineEdit

    from fairground.core.scenario.document import Scenario
    from tests.editor.editor_driver import EditorDriver

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#c02040"/></svg>'
RULES = "ember-court-rules.yaml"


def ask(editor: EditorDriver, action: str = "terrain.own") -> OwnTerrainDialog:
    editor.window.actions_by_id[action].trigger()
    return editor.dialog(OwnTerrainDialog)


def form_of(dialog: OwnTerrainDialog) -> TerrainForm:
    form = dialog.forms[RuleSection.TERRAIN]
    assert isinstance(form, TerrainForm)
    return form


def write(field: QLineEdit, text: str) -> None:
    field.selectAll()
    QTest.keyClicks(field, text)


def pick(box: QComboBox, at: int) -> None:
    box.setCurrentIndex(at)
    box.activated.emit(at)


def apply(editor: EditorDriver, dialog: OwnTerrainDialog) -> None:
    QTest.mouseClick(dialog.apply, Qt.MouseButton.LeftButton)
    editor.settle()
    assert not [it for it in editor.window.findChildren(OwnTerrainDialog) if it.isVisible()]


def previewed(dialog: OwnTerrainDialog) -> Scenario | None:
    document = dialog.preview.document
    return None if document is None else document.scenario


def make(editor: EditorDriver, name: str = "Mud", cost: str = "3") -> None:
    editor.state.terrain_first = "clear"
    dialog = ask(editor)
    form = form_of(dialog)
    write(form.name, name)
    write(form.cost, cost)
    pick(form.sight.effect, list(SightEffect).index(SightEffect.HINDERS))
    apply(editor, dialog)


def paint(editor: EditorDriver, label: str) -> None:
    at = editor.canvas.point_of(editor.hex(label)).toPoint()
    QTest.mouseClick(editor.canvas, Qt.MouseButton.LeftButton, pos=at)
    editor.settle()


def names(editor: EditorDriver) -> list[str]:
    return [it.name for it in editor.palette.model.kinds()]


def test_mud_is_made_and_painted_and_saved_beside_the_map(editor: EditorDriver) -> None:
    editor.open()
    make(editor)
    mud = editor.scenario.rules.terrain["mud"]
    assert mud.cost == 3
    assert mud.hindrance == 1
    assert (mud.tile, mud.symbol) == ("mud", "m")
    assert (editor.state.terrain_first, editor.tool.id) == ("mud", "brush")
    assert "Mud" in names(editor)
    paint(editor, "D4")
    assert editor.terrain("D4") == "mud"
    assert not (editor.folder / RULES).exists()
    editor.session.save()
    assert load(editor.file).rules.terrain["mud"].name == "Mud"
    assert editor.scenario.ruleset.draft is None
    assert not editor.document.is_dirty


def test_the_sentence_and_the_preview_say_what_it_does(editor: EditorDriver) -> None:
    editor.open()
    editor.state.terrain_first = "clear"
    dialog = ask(editor)
    form = form_of(dialog)
    assert (form.name.text(), form.name.selectedText(), dialog.apply.isEnabled()) == ("New terrain",) * 2 + (
        False,
    )
    write(form.name, "Mud")
    write(form.cost, "3")
    pick(form.sight.effect, 1)
    assert (
        dialog.sentence.text()
        == "Mud costs 3 movement points to enter and hinders lines of sight (-1 to hit)."
    )
    editor.qtbot.waitUntil(lambda: previewed(dialog) is not None)
    editor.qtbot.waitUntil(lambda: present(previewed(dialog)).rules.terrain["mud"].hindrance == 1)
    form.passable.click()
    assert dialog.sentence.text() == "Mud can't be entered and hinders lines of sight (-1 to hit)."
    pick(form.sight.effect, 2)
    assert dialog.sentence.text() == "Mud can't be entered and blocks lines of sight."
    dialog.undo()
    dialog.undo()
    assert (
        dialog.sentence.text()
        == "Mud costs 3 movement points to enter and hinders lines of sight (-1 to hit)."
    )
    assert (form.passable.isChecked(), form.sight.effect.currentText()) == (True, "Hinders")
    dialog.redo()
    assert not form.passable.isChecked()


def test_wrong_values_are_said_below_their_field(editor: EditorDriver) -> None:
    editor.open()
    dialog = ask(editor)
    form = form_of(dialog)
    write(form.name, "Mud")
    write(form.cost, "1.5")
    assert "a cost must be a whole number or a fraction" in form.note("cost")
    assert not dialog.apply.isEnabled()
    write(form.cost, "3/2")
    assert form.note("cost") == ""
    apply(editor, dialog)
    assert str(editor.scenario.rules.terrain["mud"].cost) == "3/2"


def test_one_undo_takes_terrain_back_and_redo_brings_it_again(editor: EditorDriver) -> None:
    editor.open()
    before = editor.scenario.ruleset
    make(editor)
    assert editor.document.undo_stack.undoText() == "Add Mud"
    editor.document.undo()
    assert editor.scenario.ruleset == before
    assert "Mud" not in names(editor)
    assert editor.state.terrain_first != "mud"
    editor.document.redo()
    assert "Mud" in names(editor)
    editor.session.save()
    make(editor, "Fen", "4")
    editor.session.save()
    editor.document.undo()
    assert "Fen" not in names(editor)
    editor.session.save()
    assert "fen" not in load(editor.file).rules.terrain
    assert "mud" in load(editor.file).rules.terrain


def test_a_map_without_a_file_keeps_its_terrain_until_it_is_saved(editor: EditorDriver) -> None:
    editor.session.new("Moor", layout=Layout.ODD_R, size=(6, 6), ruleset="penance-2.0")
    editor.settle()
    make(editor)
    paint(editor, "C3")
    assert editor.terrain("C3") == "mud"
    editor.session.save(editor.folder / "moor.yaml")
    assert load(editor.folder / "moor.yaml").rules.terrain["mud"].cost == 3
    assert (editor.folder / "moor-rules.yaml").exists()


def test_open_maps_with_the_same_ruleset_get_the_change_too(editor: EditorDriver) -> None:
    editor.open()
    make(editor)
    editor.session.save()
    first = editor.document
    other = editor.folder / "other.yaml"
    other.write_text(editor.file.read_text(encoding="utf-8"), encoding="utf-8")
    editor.session.open(other)
    editor.settle()
    dialog = ask(editor, "terrain.edit")
    assert "1 other map in this folder uses this ruleset: ember-court.yaml" in dialog.note
    dialog.show_entry(RuleSection.TERRAIN, "mud")
    write(form_of(dialog).cost, "4")
    apply(editor, dialog)
    assert editor.document.undo_stack.undoText() == "Change Mud"
    assert [it.scenario.rules.terrain["mud"].cost for it in (first, editor.document)] == [4, 4]
    first.undo()
    assert [it.scenario.rules.terrain["mud"].cost for it in (first, editor.document)] == [3, 4]
    first.redo()
    # One map is saved, and the other changed again.
    second = editor.document
    editor.session.activate(editor.session.maps[0])
    editor.session.save()
    editor.qtbot.waitUntil(lambda: second.scenario.ruleset.draft is None)
    editor.session.activate(editor.session.maps[1])
    editor.settle()
    dialog = ask(editor, "terrain.edit")
    dialog.show_entry(RuleSection.TERRAIN, "mud")
    write(form_of(dialog).cost, "5")
    apply(editor, dialog)
    editor.session.save()
    editor.qtbot.waitUntil(lambda: first.scenario.ruleset.draft is None)
    assert [it.scenario.rules.terrain["mud"].cost for it in (first, second)] == [5, 5]


def test_own_terrain_is_recovered_after_a_crash(editor: EditorDriver) -> None:
    editor.open()
    make(editor)
    editor.session.save()
    make(editor, "Fen", "4")
    editor.document.undo()
    editor.document.redo()
    editor.state.terrain_first = "fen"
    paint(editor, "D4")
    assert editor.session.shown is not None
    journal = editor.session.shown.journal
    journal.sync()
    copied = editor.folder / "copy.journal"
    shutil.copy(journal.path, copied)
    recovered = recover(copied)
    assert not recovered.is_damaged
    scenario = recovered.document.scenario
    assert [scenario.rules.terrain[it].cost for it in ("mud", "fen")] == [3, 4]
    assert scenario.board.terrain_at(editor.hex("D4")) == ("fen",)


def test_removed_terrain_is_replaced_where_it_is(editor: EditorDriver) -> None:
    editor.open()
    make(editor)
    paint(editor, "D4")
    dialog = ask(editor, "terrain.edit")
    QTest.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    editor.settle()
    asking = dialog.findChild(QInputDialog)
    assert asking is not None
    assert asking.labelText() == "Mud is on 1 hex: D4. Replace it with:"
    asking.setTextValue("Rubble")
    asking.accept()
    editor.settle()
    apply(editor, dialog)
    assert editor.terrain("D4") == "rubble"
    assert "mud" not in editor.scenario.rules.terrain
    editor.document.undo()
    assert editor.terrain("D4") == "mud"


def test_terrain_of_the_base_ruleset_is_changed_and_reset(editor: EditorDriver) -> None:
    editor.open()
    editor.state.terrain_first = "rubble"
    dialog = ask(editor, "terrain.edit")
    assert not dialog.remove.isEnabled()
    write(form_of(dialog).cost, "5")
    assert (dialog.remove.text(), dialog.remove.isEnabled()) == ("Reset", True)
    apply(editor, dialog)
    assert editor.scenario.rules.terrain["rubble"].cost == 5
    dialog = ask(editor, "terrain.edit")
    QTest.mouseClick(dialog.remove, Qt.MouseButton.LeftButton)
    apply(editor, dialog)
    assert editor.scenario.rules.terrain["rubble"].cost == 2


def test_classes_pay_their_own_cost_or_cannot_enter(editor: EditorDriver) -> None:
    editor.open()
    dialog = ask(editor)
    form = form_of(dialog)
    boxes = form.class_costs.boxes
    pick(boxes["scout"], boxes["scout"].findText("1"))
    pick(boxes["heavy"], boxes["heavy"].findText("Cannot enter"))
    write(form.name, "Mud")
    assert "costs Scout units 1" in dialog.sentence.text()
    assert "can't be entered by Heavy" in dialog.sentence.text()
    apply(editor, dialog)
    classes = editor.scenario.rules.classes
    assert classes["scout"].costs == {"mud": 1}
    assert classes["heavy"].forbidden == ("mud",)


def test_an_image_of_ones_own_is_embedded(editor: EditorDriver) -> None:
    path = editor.folder / "bog.svg"
    path.write_bytes(SVG)
    editor.open()
    dialog = ask(editor)
    form = form_of(dialog)
    write(form.name, "Bog")
    form.image.take(path)
    form.colour.chosen.emit("#6b4f2a")
    apply(editor, dialog)
    bog = editor.scenario.rules.terrain["bog"]
    assert base64.b64decode(bog.image.partition(",")[2]) == SVG
    assert bog.colour == "#6b4f2a"
    dialog = ask(editor)
    path.write_bytes(b"no image")
    form_of(dialog).image.take(path)
    assert "not PNG, JPEG or SVG" in dialog.problem.text


@pytest.mark.parametrize(
    ("section", "name", "sentence"),
    [
        (
            RuleSection.HEXSIDES,
            "Ditch",
            "Ditch costs 1 more movement point to cross and doesn't affect lines of sight.",
        ),
        (RuleSection.CLASSES, "Wagon", "Wagon units have"),
    ],
)
def test_hexside_features_and_classes_are_made_alike(
    editor: EditorDriver, section: RuleSection, name: str, sentence: str
) -> None:
    editor.open_hedge_country()
    dialog = ask(editor, "terrain.edit")
    dialog.tabs.setCurrentIndex(list(dialog.forms).index(section))
    assert dialog.form is dialog.forms[section]
    QTest.mouseClick(dialog.duplicate, Qt.MouseButton.LeftButton)
    write(dialog.form.name, name)
    if isinstance(dialog.form, HexsideForm):
        write(dialog.form.cost, "1")
        pick(dialog.form.sight.effect, 0)
    assert sentence in dialog.sentence.text()
    apply(editor, dialog)
    assert name in [it.name for it in getattr(editor.scenario.rules, section.value).values()]


def test_the_palette_ends_with_own_terrain(editor: EditorDriver) -> None:
    editor.open()
    assert editor.palette.own.text() == "Custom terrain…"
    QTest.mouseClick(editor.palette.own, Qt.MouseButton.LeftButton)
    dialog = editor.dialog(OwnTerrainDialog)
    dialog.reject()
    assert editor.steps == 0


def test_a_new_terrain_without_a_name_is_not_kept(editor: EditorDriver) -> None:
    editor.open()
    dialog = ask(editor)
    dialog.show_entry(RuleSection.TERRAIN, "rubble")
    assert "New terrain" not in [dialog.list.item(at).text() for at in range(dialog.list.count())]
    assert not dialog.history.has_changes


@pytest.mark.parametrize("section", RuleSection)
def test_a_new_entry_can_be_duplicated_once_it_has_a_name(editor: EditorDriver, section: RuleSection) -> None:
    editor.open_hedge_country()
    dialog = ask(editor, "terrain.edit")
    dialog.tabs.setCurrentIndex(list(dialog.forms).index(section))
    QTest.mouseClick(dialog.duplicate, Qt.MouseButton.LeftButton)
    assert not dialog.duplicate.isEnabled()
    QTest.keyClick(dialog, Qt.Key.Key_D, Qt.KeyboardModifier.ControlModifier)
    count = dialog.list.count()
    write(dialog.form.name, "Causeway")
    QTest.mouseClick(dialog.duplicate, Qt.MouseButton.LeftButton)
    assert dialog.list.count() == count + 1
