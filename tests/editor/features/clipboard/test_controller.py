"""Selecting, copying, pasting, stamping and naming areas, by mouse and by keys, in the window."""

from __future__ import annotations

import gc
import os
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialogButtonBox

from fairground.core.files import to_text
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import RulesetReference
from fairground.core.scenario.transform.clip import Clip
from fairground.core.scenario.transform.paste import ClipLayer
from fairground.editor.document.patches import FieldPatch
from fairground.editor.features.clipboard import map_clipboard, stamps_panel
from fairground.editor.session.session import Session
from fairground.editor.tools.selecting import SelectMode, SelectShape
from fairground.editor.widgets.name_prompt import NamePrompt
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PySide6.QtCore import QPoint
    from pytestqt.qtbot import QtBot

    from fairground.editor.features.clipboard.stamps_panel import StampsPanel
    from tests.editor.editor_driver import EditorDriver

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture(autouse=True)
def empty_clipboard(qapp: object) -> Iterator[None]:
    assert qapp
    QGuiApplication.clipboard().clear()
    yield
    QGuiApplication.clipboard().clear()


class Hands:
    """A mouse and a keyboard at the map."""

    def __init__(self, editor: EditorDriver) -> None:
        self.editor, self.window = editor, editor.window
        self.canvas = editor.canvas
        self.state = editor.state

    def point(self, label: str) -> QPoint:
        return self.canvas.point_of(self.editor.hex(label)).toPoint()

    def hover(self, label: str) -> None:
        QTest.mouseMove(self.canvas, self.point(label))
        self.editor.settle()

    def click(self, label: str, modifiers: Qt.KeyboardModifier = NONE, button: Qt.MouseButton = LEFT) -> None:
        self.hover(label)
        QTest.mouseClick(self.canvas, button, modifiers, self.point(label))
        self.editor.settle()

    def drag(self, *labels: str, modifiers: Qt.KeyboardModifier = NONE) -> None:
        self.hover(labels[0])
        QTest.mousePress(self.canvas, LEFT, modifiers, self.point(labels[0]))
        for label in labels[1:]:
            QTest.mouseMove(self.canvas, self.point(label))
        QTest.mouseRelease(self.canvas, LEFT, modifiers, self.point(labels[-1]))
        self.editor.settle()

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        QTest.keyClick(self.canvas, key, modifiers)
        self.editor.settle()

    def key(self, key: str) -> None:
        self.editor.key(key)

    @property
    def selected(self) -> set[str]:
        return {self.editor.scenario.board.label(at) for at in self.state.selection}

    @property
    def said(self) -> str:
        return self.editor.message

    @property
    def tool(self) -> str:
        return self.editor.tool.id


@pytest.fixture
def hands(editor: EditorDriver) -> Hands:
    """A blank board of 12 by 10, with a wall on C3 on level 2 and rubble on C4."""
    editor.session.new("Blank", layout=Layout.ODD_Q, size=(12, 10), ruleset="penance-2.0")
    editor.settle()
    editor.qtbot.wait(50)
    found = Hands(editor)
    for label, terrain in (("C3", "wall"), ("C4", "rubble")):
        found.state.selection = frozenset((editor.hex(label),))
        found.state.terrain_first = terrain
        editor.key("Ctrl+Return")
    found.state.selection = frozenset((editor.hex("C3"),))
    editor.key("+")
    editor.key("+")
    found.state.selection = frozenset()
    editor.key("S")
    return found


# -- selecting ----------------------------------------------------------------------------------------------


@pytest.mark.long
def test_shapes_by_key_and_button(hands: Hands) -> None:
    options = hands.editor.options.selecting
    hands.drag("B2", "C3")
    assert hands.selected == {"B2", "B3", "C2", "C3"}
    assert hands.editor.status.selected.text() == "4 hexes selected"
    assert hands.editor.status.selected.isVisible()
    hands.key("Shift+S")
    assert options.shapes[SelectShape.LASSO].isChecked()
    hands.drag("E3", "H3", "H7", "E7", "E3")
    assert {"F5", "G5", "E3", "H7"} <= hands.selected
    assert "B2" not in hands.selected
    QTest.mouseClick(options.shapes[SelectShape.SAME], LEFT)
    hands.click("C4")
    assert hands.selected == {"C4"}
    hands.key("Ctrl+D")
    assert not hands.editor.status.selected.isVisible()
    hands.key("B")
    hands.key("Shift+S")
    assert hands.tool == "select"
    assert hands.state.select_shape is SelectShape.SAME


@pytest.mark.long
def test_modes_by_held_keys_by_key_and_by_button(hands: Hands) -> None:
    options = hands.editor.options.selecting
    hands.drag("B2", "D4")
    hands.drag("F2", "F3", modifiers=SHIFT)
    assert len(hands.selected) == 11
    hands.drag("B2", "C4", modifiers=ALT)
    assert hands.selected == {"D2", "D3", "D4", "F2", "F3"}
    hands.drag("D3", "F3", modifiers=SHIFT | ALT)
    assert hands.selected == {"D3", "F3"}
    hands.key("Alt+M")
    assert options.modes[SelectMode.ADD].isChecked()
    hands.click("G5")
    assert hands.selected == {"D3", "F3", "G5"}
    QTest.mouseClick(options.modes[SelectMode.SUBTRACT], LEFT)
    hands.click("G5")
    assert hands.selected == {"D3", "F3"}


@pytest.mark.long
def test_a_rectangle_and_a_lasso_with_keys_alone(hands: Hands) -> None:
    hands.canvas.setFocus()
    hands.canvas.put_cursor(hands.editor.hex("B2"))
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Return):
        hands.press(key)
    assert hands.selected == {"B2", "C2", "B3", "C3"}
    hands.key("Shift+S")
    hands.canvas.put_cursor(hands.editor.hex("E2"))
    hands.press(Qt.Key.Key_Return)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left):
        hands.press(key, SHIFT)
    hands.press(Qt.Key.Key_Return)
    assert len(hands.selected) >= 30
    assert {"E2", "J2", "J7", "G4"} <= hands.selected
    assert {"B2", "K4"}.isdisjoint(hands.selected)


@pytest.mark.long
def test_all_invert_grow_and_shrink_by_key(hands: Hands) -> None:
    actions = hands.editor.actions
    assert not actions["select.grow"].isEnabled()
    hands.key("Ctrl+A")
    assert len(hands.selected) == 120
    hands.key("Ctrl+Shift+I")
    assert not hands.selected
    hands.click("F5")
    hands.key("Alt+]")
    assert len(hands.selected) == 7
    hands.key("Alt+[")
    assert hands.selected == {"F5"}


@pytest.mark.long
def test_escape_selects_nothing_before_it_does_anything_else(hands: Hands) -> None:
    hands.click("F5")
    hands.canvas.setFocus()
    hands.press(Qt.Key.Key_Escape)
    assert not hands.selected


@pytest.mark.long
def test_an_area_is_named_and_selected_again(hands: Hands) -> None:
    steps = hands.editor.steps
    hands.drag("B2", "C3")
    hands.key("Ctrl+Shift+A")
    prompt = hands.editor.dialog(NamePrompt)
    ok = prompt.buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert not ok.isEnabled()
    QTest.keyClicks(prompt.name, "  Old  Mill ")
    QTest.keyClick(prompt.name, Qt.Key.Key_Return)
    hands.editor.settle()
    area = hands.editor.scenario.zones[-1]
    assert (area.id, area.name) == ("old-mill", "Old Mill")
    assert hands.editor.steps == steps + 1
    hands.key("Ctrl+D")
    hands.key("Alt+Z")
    menu = hands.editor.clipboard.zone_menu
    assert menu.isVisible()
    assert menu.activeAction() is menu.actions()[0]
    assert menu.actions()[-1].text() == "Old Mill"
    menu.actions()[-1].trigger()
    menu.close()
    assert hands.selected == {"B2", "B3", "C2", "C3"}
    hands.key("Ctrl+Z")
    assert area not in hands.editor.scenario.zones


@pytest.mark.long
def test_escape_gives_up_naming(hands: Hands) -> None:
    steps = hands.editor.steps
    hands.click("B2")
    hands.key("Ctrl+Shift+A")
    prompt = hands.editor.dialog(NamePrompt)
    QTest.keyClicks(prompt.name, "x")
    QTest.keyClick(prompt.name, Qt.Key.Key_Escape)
    hands.editor.settle()
    assert hands.editor.steps == steps


# -- copy and paste -----------------------------------------------------------------------------------------


@pytest.mark.long
def test_copy_and_paste_with_the_mouse(hands: Hands) -> None:
    hands.drag("C3", "C4")
    hands.key("Ctrl+C")
    assert QGuiApplication.clipboard().text().startswith("format: fairground-clip/1")
    assert hands.said.startswith("Copied 2 hexes")
    steps = hands.editor.steps
    hands.key("Ctrl+V")
    assert hands.tool == "paste"
    assert hands.canvas.hasFocus()
    hands.click("H6")
    assert (hands.editor.terrain("H6"), hands.editor.terrain("H7")) == ("wall", "rubble")
    assert hands.editor.scenario.board.level_at(hands.editor.hex("H6")) == 2
    assert hands.editor.steps == steps + 1
    assert hands.tool == "select"
    hands.key("Ctrl+Z")
    assert hands.editor.terrain("H6") == "clear"


@pytest.mark.long
def test_copy_and_paste_with_keys_alone(hands: Hands) -> None:
    hands.drag("C3", "C4")
    hands.key("Ctrl+C")
    hands.hover("F5")
    hands.key("Ctrl+V")
    for key in ("R", "R", "Shift+R", "Shift+X", "Shift+X"):
        hands.key(key)
    hands.press(Qt.Key.Key_Right)
    hands.press(Qt.Key.Key_Down)
    there = hands.canvas.cursor_hex
    assert there is not None
    board = hands.editor.scenario.board
    hands.press(Qt.Key.Key_Return, SHIFT)
    assert hands.tool == "paste"
    assert board.terrain_at(there) == ("wall",)
    assert board.terrain_at(there + board.parse("B3") - board.parse("C3")) == ("rubble",)
    hands.press(Qt.Key.Key_Left)
    hands.press(Qt.Key.Key_Left)
    hands.press(Qt.Key.Key_Return)
    assert hands.tool == "select"
    assert board.where_terrain("wall").sum() == 3


@pytest.mark.long
def test_return_places_it_where_the_mouse_has_put_it(hands: Hands) -> None:
    hands.click("C3")
    hands.key("Ctrl+C")
    hands.key("Ctrl+V")
    hands.hover("I4")
    hands.press(Qt.Key.Key_Return)
    assert hands.editor.terrain("I4") == "wall"
    assert hands.tool == "select"


@pytest.mark.long
def test_the_right_button_goes_on_and_escape_ends(hands: Hands) -> None:
    hands.click("C3")
    hands.key("Ctrl+J")
    assert QGuiApplication.clipboard().text() == ""
    hands.click("H6", button=RIGHT)
    hands.click("J6", SHIFT)
    assert hands.tool == "paste"
    hands.press(Qt.Key.Key_Escape)
    assert hands.tool == "select"
    assert hands.editor.scenario.board.where_terrain("wall").sum() == 3
    assert hands.selected == {"C3"}
    assert hands.editor.document.undo_stack.undoText() == "Duplicate 1 hex"


@pytest.mark.long
def test_keys_that_turn_are_there_while_something_is_pasted(hands: Hands) -> None:
    mirror = hands.editor.actions["paste.mirror"]
    assert not mirror.isEnabled()
    hands.click("C3")
    hands.key("Ctrl+J")
    assert mirror.isEnabled()
    hands.key("B")
    assert hands.tool == "brush"
    assert not mirror.isEnabled()
    assert hands.editor.clipboard.tool.clip is None


@pytest.mark.long
def test_cut_leaves_bare_ground_and_is_one_step(hands: Hands) -> None:
    before, steps = to_text(hands.editor.scenario), hands.editor.steps
    hands.drag("C3", "C4")
    hands.key("Ctrl+X")
    assert hands.editor.terrain("C3") == hands.editor.terrain("C4") == "clear"
    assert hands.editor.scenario.board.level_at(hands.editor.hex("C3")) == 0
    assert hands.editor.steps == steps + 1
    hands.key("Ctrl+V")
    hands.click("C3")
    assert to_text(hands.editor.scenario) == before


@pytest.mark.long
def test_layers_are_chosen_in_the_options(hands: Hands) -> None:
    hands.click("C3")
    hands.key("Ctrl+J")
    boxes = hands.editor.options.pasting.layers
    assert boxes[ClipLayer.TERRAIN].isVisible()
    boxes[ClipLayer.TERRAIN].click()
    hands.click("H6")
    assert hands.editor.terrain("H6") == "clear"
    assert hands.editor.scenario.board.level_at(hands.editor.hex("H6")) == 2


@pytest.mark.long
def test_a_clip_goes_to_another_window(hands: Hands, qtbot: QtBot) -> None:
    hands.drag("C3", "C4")
    hands.key("Ctrl+C")
    session = Session()
    other = hands.editor.another_window(session)
    other.window.show()
    session.new("Other", layout=Layout.EVEN_R, size=(9, 9), ruleset="penance-1.0")
    qtbot.wait(60)
    other.actions["edit.paste"].trigger()
    qtbot.wait(30)
    assert session.document is not None
    board = session.document.scenario.board
    at = other.canvas.point_of(board.parse("E5")).toPoint()
    QTest.mouseClick(other.canvas, LEFT, NONE, at)
    assert board.where_terrain("wall").sum() == board.where_terrain("rubble").sum() == 1
    other.window.close()
    session.end()


HOSTILE = {
    "nothing": "",
    "prose": "Dear Sir or Madam",
    "another format": "format: fairground/1\nname: x\n",
    "a clip of the future": "format: fairground-clip/2\n",
    "no clip": "format: fairground-clip/1\n",
    "wrong kinds": "format: fairground-clip/1\npalette: 7\neffects_palette: [1]\nhexes: {}\n",
    "a line too many": "format: fairground-clip/1\npalette: {w: wall}\neffects_palette: {'.': []}\nhexes: |\n  0 0 w 0\n",
    "an anchor bomb": "format: fairground-clip/1\na: &a [x]\nb: &b [*a, *a, *a]\n",
    "an object": "format: fairground-clip/1\npalette: !!python/object/apply:os.system ['true']\n",
    "binary": "format: fairground-clip/1\x00\x01\x02\ufffd",
    "half a pair": "format: fairground-clip/1\n\ud800",
    "deep": "format: fairground-clip/1\npalette: " + "[" * 500,
    "far": "format: fairground-clip/1\npalette: {w: wall}\neffects_palette: {'.': []}\nhexes: |\n  9999 9999 w 0 .\n",
    "no such terrain": "format: fairground-clip/1\npalette: {w: zyzzyva}\neffects_palette: {'.': []}\nhexes: |\n  0 0 w 0 .\n",
}


@pytest.mark.long
def test_whatever_is_in_the_clipboard_is_told_and_pastes_nothing(hands: Hands) -> None:
    steps = hands.editor.steps
    for name, text in HOSTILE.items():
        hands.editor.options.say("")
        QGuiApplication.clipboard().setText(text)
        hands.key("Ctrl+V")
        assert hands.tool == "select", name
        assert hands.said.endswith("."), name
    assert hands.editor.steps == steps


@pytest.mark.long
@pytest.mark.parametrize("damage", ["", "spoilt"])
def test_a_long_text_is_read_beside_the_window(hands: Hands, damage: str) -> None:
    hands.key("Ctrl+A")
    hands.key("Ctrl+C")
    text = QGuiApplication.clipboard().text()
    QGuiApplication.clipboard().setText(text + damage + "# nothing more\n" * 10_000)
    hands.key("Ctrl+V")
    assert hands.tool == "select"
    assert hands.said == "Reading the clipboard…"
    hands.editor.qtbot.waitUntil(lambda: not hands.said.startswith("Reading"))
    if damage:
        assert "Cannot paste the clipboard: line 1" in hands.said
        assert hands.tool == "select"
    else:
        assert hands.tool == "paste"
        assert len(present(hands.editor.clipboard.tool.clip)) == 120


@pytest.mark.long
def test_another_document_puts_away_what_floats(hands: Hands) -> None:
    hands.click("C3")
    hands.key("Ctrl+J")
    hands.editor.open()
    assert hands.tool != "paste"
    assert hands.editor.clipboard.tool.clip is None
    hands.hover("D4")


@pytest.mark.long
@pytest.mark.parametrize(
    ("kind", "becomes", "said"),
    [
        ("swamp", None, "The ruleset Penance 2.0 has no swamp, so these hexes cannot be pasted here."),
        ("water-3", "water", "Converted names from another ruleset: water-3 → water."),
    ],
)
def test_what_floats_follows_the_rules_that_undo_brings_back(
    hands: Hands, kind: str, becomes: str | None, said: str
) -> None:
    scenario = hands.editor.scenario
    before = scenario.board.palette
    hands.editor.document.edit(
        "Other rules",
        [
            FieldPatch("ruleset", scenario.ruleset, RulesetReference("megamek")),
            FieldPatch("board.palette", before, [PaletteEntry(".", (kind,)), *before[1:]]),
        ],
    )
    hands.click("D6")
    hands.key("Ctrl+J")
    tool = hands.editor.clipboard.tool
    assert present(tool.clip).palette[0].kinds == (kind,)
    hands.key("Ctrl+Z")
    assert hands.said == said
    assert hands.tool == ("select" if becomes is None else "paste")
    assert (tool.clip and tool.clip.palette[0].kinds) == (becomes and (becomes,))


# -- stamps -------------------------------------------------------------------------------------------------


def keep(hands: Hands, name: str) -> None:
    hands.key("Ctrl+Shift+C")
    prompt = hands.editor.dialog(NamePrompt)
    QTest.keyClicks(prompt.name, name)
    QTest.keyClick(prompt.name, Qt.Key.Key_Return)
    hands.editor.settle()


def names(panel: StampsPanel) -> list[str]:
    return [panel.list.item(row).text() for row in range(panel.list.count())]


@pytest.mark.long
def test_a_stamp_is_kept_pasted_deleted_and_put_back(hands: Hands) -> None:
    hands.drag("C3", "C4")
    keep(hands, "Corner")
    assert hands.said.startswith("Saved stamp Corner")
    hands.key("Ctrl+Shift+V")
    panel = hands.editor.stamps_panel
    assert panel.isVisible()
    assert names(panel)[0] == "Corner"
    assert not panel.list.item(0).icon().isNull()
    assert panel.about.text() == "2 hexes."
    QTest.keyClick(panel.list, Qt.Key.Key_Return)
    hands.editor.settle()
    assert hands.tool == "paste"
    hands.click("H6")
    assert hands.editor.terrain("H7") == "rubble" or hands.editor.terrain("H6") == "rubble"
    assert hands.editor.document.undo_stack.undoText() == "Stamp Corner: 2 hexes"
    panel.list.setCurrentRow(0)
    QTest.mouseClick(panel.delete_button, LEFT)
    assert "Corner" not in names(panel)
    assert panel.about.text() == "Deleted Corner."
    assert panel.back_button.isVisible()
    QTest.mouseClick(panel.back_button, LEFT)
    assert names(panel)[0] == present(panel.stamp).name == "Corner"
    assert not panel.back_button.isVisible()
    panel.delete()
    panel.activateWindow()
    hands.editor.settle()
    QTest.keySequence(panel, "Ctrl+Z")
    assert names(panel)[0] == "Corner"
    panel.close()


@pytest.mark.long
def test_what_a_replaced_or_deleted_stamp_was_is_forgotten(hands: Hands) -> None:
    def clips() -> int:
        hands.editor.settle()
        gc.collect()
        return sum(isinstance(it, Clip) for it in gc.get_objects())

    hands.key("Ctrl+Shift+V")
    panel = hands.editor.stamps_panel
    shipped = clips()
    panel.close()
    hands.window.activateWindow()
    for last in ("C4", "D6", "G8"):
        hands.drag("C3", last)
        keep(hands, "Corner")
        assert clips() == shipped + 1
    panel.delete()
    assert clips() == shipped


@pytest.mark.long
def test_a_stamp_whose_file_is_long_is_read_in_a_turn_of_its_own(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stamps_panel, "_LONG", 1)
    hands.drag("C3", "C4")
    keep(hands, "Corner")
    hands.editor.clipboard.show_stamps()
    panel = hands.editor.stamps_panel
    assert panel.list.currentItem() is None
    assert panel.about.text() == "Reading…"
    hands.editor.settle()
    assert present(panel.stamp).name == "Corner"
    assert panel.about.text() == "2 hexes."
    panel.list.setCurrentRow(1)
    assert not panel.list.item(1).icon().isNull()
    assert panel.paste_button.isEnabled()
    panel.refresh("Corner")
    os.utime(present(panel.stamp).path, (1, 1))
    panel.refresh("Corner")
    assert panel.about.text() == "Reading…"
    assert not panel.paste_button.isEnabled()
    hands.editor.settle()
    assert panel.about.text() == "2 hexes."
    assert panel.paste_button.isEnabled()
    panel.close()


@pytest.mark.long
def test_a_name_that_is_taken_or_no_name_is_told(hands: Hands) -> None:
    hands.click("C3")
    keep(hands, "Corner")
    hands.key("Ctrl+Shift+C")
    prompt = hands.editor.dialog(NamePrompt)
    ok = prompt.buttons.button(QDialogButtonBox.StandardButton.Ok)
    prompt.name.setText("corner")
    assert prompt.remark.text() == "A stamp with that name already exists and will be replaced."
    assert ok.isEnabled()
    prompt.name.setText("../corner")
    assert not ok.isEnabled()
    assert "cannot contain" in prompt.remark.text()
    prompt.reject()


@pytest.mark.long
def test_shipped_stamps_stay_and_those_for_other_rules_are_refused(hands: Hands) -> None:
    hands.key("Ctrl+Shift+V")
    panel = hands.editor.stamps_panel
    assert panel.list.count() >= 4
    at = names(panel).index("Walled court")
    panel.list.setCurrentRow(at)
    assert panel.paste_button.isEnabled()
    assert not panel.delete_button.isEnabled()
    panel.delete()
    assert "Walled court" in names(panel)
    hands.editor.session.new("Hedges", layout=Layout.ODD_Q, size=(8, 8), ruleset="hexside-ww2")
    hands.editor.settle()
    panel.list.setCurrentRow(at)
    assert not panel.paste_button.isEnabled()
    assert "Hexside line of sight has no wall" in panel.about.text()
    panel.paste()
    assert hands.tool == "select"
    panel.close()


@pytest.mark.long
def test_stamps_are_judged_anew_under_other_rules(hands: Hands) -> None:
    hands.key("Ctrl+Shift+V")
    panel = hands.editor.stamps_panel
    panel.list.setCurrentRow(names(panel).index("Forest clump"))
    assert panel.paste_button.isEnabled()
    document = hands.editor.document
    document.edit(
        "Other rules", [FieldPatch("ruleset", document.scenario.ruleset, RulesetReference("megamek"))]
    )
    hands.editor.settle()
    assert present(panel.stamp).name == "Forest clump"
    assert "MegaMek has no " in panel.about.text()
    assert "pasted here. Converted" in panel.about.text()
    assert not panel.paste_button.isEnabled()
    panel.close()


@pytest.mark.long
def test_the_first_stamp_that_can_be_pasted_is_marked_and_all_stand_in_a_grid(hands: Hands) -> None:
    hands.editor.session.new("Hedges", layout=Layout.ODD_Q, size=(8, 8), ruleset="hexside-ww2")
    hands.editor.settle()
    hands.key("Ctrl+Shift+V")
    panel = hands.editor.stamps_panel
    hands.editor.qtbot.waitUntil(lambda: not panel.list.item(panel.list.count() - 1).icon().isNull())
    assert names(panel).index("Forest clump") < names(panel).index("Hill")
    assert present(panel.stamp).name == "Hill"
    assert panel.paste_button.isEnabled()
    places = [panel.list.visualItemRect(panel.list.item(row)) for row in range(panel.list.count())]
    assert len({it.size().toTuple() for it in places}) == 1
    cell = panel.list.gridSize()
    columns = max(it.x() for it in places) // cell.width() + 1
    assert columns == 3
    assert [it.topLeft().toTuple() for it in places] == [
        (at % columns * cell.width() + places[0].x(), at // columns * cell.height() + places[0].y())
        for at in range(len(places))
    ]
    panel.close()


@pytest.mark.long
def test_a_damaged_stamp_says_so(hands: Hands) -> None:
    hands.click("C3")
    keep(hands, "Corner")
    path = present(hands.editor.clipboard.stamps.find("Corner")).path
    path.write_bytes(b"\xff\x00nonsense")
    hands.key("Ctrl+Shift+V")
    panel = hands.editor.stamps_panel
    panel.list.setCurrentRow(0)
    assert panel.about.text().startswith("Cannot read this stamp")
    assert not panel.paste_button.isEnabled()
    assert panel.delete_button.isEnabled()
    panel.close()


@pytest.mark.long
def test_a_large_piece_is_written_beside_the_window_and_can_be_put_down_before(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(map_clipboard, "_WRITTEN_AT_ONCE", 3)
    clipboard, wait = QGuiApplication.clipboard(), hands.editor.qtbot.waitUntil
    clipboard.setText("old")
    hands.drag("C3", "E6")
    hands.key("Ctrl+C")
    assert clipboard.text() == "old"
    hands.key("Ctrl+V")
    assert hands.tool == "paste"
    hands.press(Qt.Key.Key_Escape)
    wait(lambda: clipboard.text().startswith("format: fairground-clip/"))
    hands.key("Ctrl+V")
    assert hands.tool == "paste"
    hands.press(Qt.Key.Key_Escape)
    # Whoever copies elsewhere in the meantime has the clipboard.
    hands.key("Ctrl+C")
    clipboard.setText("other")
    hands.editor.qtbot.wait(300)
    assert clipboard.text() == "other"
    hands.key("Ctrl+V")
    assert "no map hexes" in hands.said
