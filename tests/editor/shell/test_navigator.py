"""The command palette, going to a hex, the map's voice, filters of findings, text size, hints."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QColor, QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

import fairground.editor
from fairground.core.finding import Severity
from fairground.core.grid.layout import Layout
from fairground.editor.shell.navigator import SIZES
from fairground.editor.widgets.finder import fit
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from fairground.core.grid.hexes import Hex
    from fairground.editor.canvas.canvas import Canvas
    from fairground.editor.widgets.finder import Finder
    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton
#: A unit stands in a wall, and with that outside its zone.
FAULT = ("hex: C2, facing: 3", "hex: B4, facing: 3")


def finder(editor: EditorDriver) -> Finder:
    return editor.navigator.finder


def type_in(editor: EditorDriver, text: str) -> list[str]:
    """Type into the finder, and return the titles it lists."""
    field = finder(editor).field
    field.clear()
    QTest.keyClicks(field, text)
    return [row.title for row in finder(editor).model.rows]


# -- finding by letters ---------------------------------------------------------------------------------------


def test_beginnings_fit_better_than_middles_and_those_better_than_letters() -> None:
    texts = ["Undo all", "Go round", "Unite a dot"]
    scores = [fit("und", (text, 1.0)) for text in texts]
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] > 0
    assert fit("next finding", ("Next finding", 1.0)) > fit("next finding", ("Next effect finding", 1.0))
    assert fit("zi", ("Zoom in", 1.0)) > 0
    assert fit("undo map", ("Undo all", 1.0)) == 0
    assert fit("UNDO", ("undo", 1.0)) == fit("undo", ("UNDO", 1.0))


# -- the command palette --------------------------------------------------------------------------------------


def test_the_palette_finds_an_action_by_a_few_letters_and_does_it(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Ctrl+Shift+P")
    assert finder(editor).field.hasFocus()
    assert type_in(editor, "eras")[0] == "Eraser"
    assert present(finder(editor).current).key == "E"
    QTest.keyClick(finder(editor).field, Qt.Key.Key_Return)
    editor.settle()
    assert editor.tool.id == "eraser"
    assert not finder(editor).isVisible()
    assert editor.canvas.hasFocus()


@pytest.mark.long
def test_the_palette_finds_by_tip_and_by_key(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Ctrl+Shift+P")
    assert "Exposure" in type_in(editor, "hexes see each")
    assert type_in(editor, "ctrl+shift+d")[0] == "Dark theme"
    assert type_in(editor, "xqzw") == []
    assert "No command matches 'xqzw'" in finder(editor).message.text()
    assert finder(editor).message.isVisible()


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("los", "Sight"),
        ("line of sight", "Sight"),
        ("rotate", "Turn or mirror"),
        ("simulate", "Play games"),
        ("walls", "Hexsides"),
        ("shortcuts", "Keyboard"),
        ("symetry", "Next symmetry"),
        ("exprot", "Export"),
        ("chokpoints", "Chokepoints"),
        ("elevaton", "Elevation"),
    ],
)
def test_the_palette_knows_other_words_and_forgives_typos(
    editor: EditorDriver, typed: str, title: str
) -> None:
    editor.key("Ctrl+Shift+P")
    assert type_in(editor, typed)[0] == title


def test_escape_clears_a_search_without_results_and_closes_an_empty_one(editor: EditorDriver) -> None:
    editor.key("Ctrl+Shift+P")
    assert type_in(editor, "xqzw") == []
    assert "Press Escape to clear" in finder(editor).message.text()
    QTest.keyClick(finder(editor).field, Qt.Key.Key_Escape)
    assert finder(editor).field.text() == ""
    assert finder(editor).isVisible()
    assert finder(editor).model.rows
    assert not finder(editor).message.isVisible()
    QTest.keyClick(finder(editor).field, Qt.Key.Key_Escape)
    assert not finder(editor).isVisible()


def test_arrow_keys_go_through_the_palette(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Ctrl+Shift+P")
    field = finder(editor).field
    rows = finder(editor).model.rows
    assert len(rows) == len(list(editor.actions)) - 1
    QTest.keyClick(field, Qt.Key.Key_Down)
    assert finder(editor).current is rows[1]
    QTest.keyClick(field, Qt.Key.Key_PageDown)
    assert finder(editor).current is rows[10]
    for _ in range(3):
        QTest.keyClick(field, Qt.Key.Key_PageUp)
    assert finder(editor).current is rows[0]
    assert field.accessibleDescription() == rows[0].spoken
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert not finder(editor).isVisible()


@pytest.mark.long
def test_what_was_used_comes_first_the_next_time_too(editor: EditorDriver) -> None:
    editor.open()
    for text in ("fit", "legend"):
        editor.key("Ctrl+Shift+P")
        type_in(editor, text)
        QTest.keyClick(finder(editor).field, Qt.Key.Key_Return)
        editor.settle()
    editor.key("Ctrl+Shift+P")
    assert [row.title for row in finder(editor).model.rows][:2] == ["Legend", "Fit"]
    again = editor.another_window()
    assert again.navigator.commands.recent[:2] == ["view.legend", "view.fit"]


@pytest.mark.long
def test_what_cannot_be_had_is_grey_and_says_why(editor: EditorDriver) -> None:
    editor.key("Ctrl+Shift+P")
    type_in(editor, "save as")
    assert not present(finder(editor).current).enabled
    assert present(finder(editor).current).detail == "Open or create a scenario first"
    QTest.keyClick(finder(editor).field, Qt.Key.Key_Return)
    assert finder(editor).isVisible()
    editor.open()
    assert not finder(editor).isVisible()
    for words, why in (
        ("undo", "Nothing to undo"),
        ("fill selection", "Select hexes first"),
        ("hexsides", "The ruleset Penance 1.0 has no hexside features"),
    ):
        editor.key("Ctrl+Shift+P")
        type_in(editor, words)
        assert why in present(finder(editor).current).detail
        assert "not available" in present(finder(editor).current).spoken


@pytest.mark.long
def test_a_click_takes_a_line_and_a_click_elsewhere_closes(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Ctrl+Shift+P")
    type_in(editor, "dark theme")
    view = finder(editor).list
    editor.click(view, finder(editor).model.index(0), LEFT)
    assert editor.window.theme.value == "dark"
    editor.window.switch_theme()
    editor.key("Ctrl+Shift+P")
    editor.canvas.setFocus()
    assert not finder(editor).isVisible()


# -- going to a hex -------------------------------------------------------------------------------------------


@pytest.mark.long
def test_going_to_what_has_a_name(editor: EditorDriver) -> None:
    editor.open()
    canvas = editor.canvas
    south = {editor.scenario.board.label(it.hex) for it in editor.scenario.units if it.side == "south"}
    # From another hex each time, so that every text goes somewhere.
    for text, labels in (
        ("c4", {"C4"}),
        ("North Hill", {"E5"}),
        ("0304", {"C4"}),
        ("north hill", {"E5"}),
        ("south scout", south),
    ):
        editor.key("Ctrl+G")
        assert type_in(editor, text)
        QTest.keyClick(finder(editor).field, Qt.Key.Key_Return)
        editor.settle()
        at = present(canvas.cursor_hex)
        assert editor.scenario.board.label(at) in labels, text
        assert canvas.rect().contains(canvas.point_of(at).toPoint())
        assert canvas.hasFocus()


def test_a_label_of_another_style_is_offered_as_what_it_is(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Ctrl+G")
    assert type_in(editor, "d3")[:2] == ["D3", "D3"]
    details = [row.detail for row in finder(editor).model.rows[:2]]
    assert details[0] == "hex in column 4, row 3"
    assert details[1] == "hex in column 3, row 4, written with row letters; C4 on this map"


def test_labels_are_completed_within_the_board(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Ctrl+G")
    assert type_in(editor, "j1") == ["J1", "J1", "J10"]


def test_a_zone_is_marked_whole(editor: EditorDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    editor.open()
    marked: list[AbstractSet[Hex]] = []
    canvas = editor.canvas
    editor.key("Ctrl+G")
    assert type_in(editor, "north-start")[0] == "North's zone"
    monkeypatch.setattr(canvas, "set_preview", marked.append)
    QTest.keyClick(finder(editor).field, Qt.Key.Key_Return)
    zone = next(it for it in editor.scenario.zones if it.id == "north-start")
    board = editor.scenario.board
    assert marked[-1] == frozenset(board.hexes_of(zone.shape.mask(board)))
    assert canvas.cursor_hex in marked[-1]


def test_what_is_nowhere_is_told_with_the_reason(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Ctrl+G")
    assert type_in(editor, "zz99") == []
    assert finder(editor).message.text() == "ZZ99 is off the board. The last hex is J10."
    assert type_in(editor, "qqqqqq?") == []
    assert "No hex, place, zone, objective or unit is called 'qqqqqq?'" in finder(editor).message.text()
    type_in(editor, "nortx-start")
    assert "Did you mean 'north-start'" in finder(editor).message.text()
    QTest.keyClick(finder(editor).field, Qt.Key.Key_Return)
    assert finder(editor).isVisible()


# -- the map by keys ------------------------------------------------------------------------------------------


def spoken(canvas: Canvas, what: QAccessible.Text = QAccessible.Text.Name) -> str:
    return str(QAccessible.queryAccessibleInterface(canvas).text(what))


def test_the_cursor_hex_has_an_accessible_name_that_follows_it(editor: EditorDriver) -> None:
    editor.open()
    canvas = editor.canvas
    assert spoken(canvas) == "Map"
    canvas.put_cursor(editor.hex("C2"))
    first = spoken(canvas)
    assert first.startswith("C2: Clear, level 0, North's zone (deployment)")
    assert "unit Scout (North), facing SE" in first
    assert spoken(canvas, QAccessible.Text.Description).startswith(first)
    QTest.keyClick(canvas, Qt.Key.Key_Right)
    assert spoken(canvas).startswith("D2: ")
    editor.key("Ctrl+Shift+L")
    assert spoken(canvas).startswith("0402: ")
    QTest.mouseMove(canvas, canvas.point_of(editor.hex("A1")).toPoint())
    editor.settle()
    QTest.mouseMove(canvas, canvas.point_of(editor.hex("E5")).toPoint())
    assert spoken(canvas) == "Map"


def test_space_paints_and_the_name_says_so(editor: EditorDriver) -> None:
    editor.open()
    canvas = editor.canvas
    editor.state.terrain_first = "lava"
    canvas.put_cursor(editor.hex("E7"))
    QTest.keyClick(canvas, Qt.Key.Key_Space)
    editor.settle()
    assert editor.terrain("E7") == "lava"
    assert spoken(canvas).startswith("E7: Lava")
    assert editor.status.hex.text() == "E7"
    editor.key("Ctrl+Z")
    assert spoken(canvas).startswith("E7: Clear")


def test_sight_is_asked_by_keys_alone(editor: EditorDriver) -> None:
    editor.session.new("Hedges", layout=Layout.ODD_Q, size=(8, 8), ruleset="hexside-ww2")
    editor.settle()
    editor.key("L")
    canvas = editor.canvas
    canvas.put_cursor(editor.hex("B2"))
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    for _ in range(3):
        QTest.keyClick(canvas, Qt.Key.Key_Down)
    QTest.keyClick(canvas, Qt.Key.Key_Return)
    assert editor.state.sight_line == (editor.hex("B2"), editor.hex("B5"))


def test_a_key_brings_the_focus_to_the_map(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Ctrl+F")
    canvas = editor.canvas
    assert not canvas.hasFocus()
    editor.key("Alt+0", on=editor.palette.search)
    assert canvas.hasFocus()
    assert editor.scenario.board.contains(present(canvas.cursor_hex))


@pytest.mark.long
def test_the_minimap_is_a_panel_with_a_key(editor: EditorDriver) -> None:
    editor.open()
    dock = editor.dock("minimap")
    assert not dock.isHidden()
    editor.key("Alt+8")
    assert dock.isHidden()
    editor.key("Alt+8")
    minimap = editor.docks.minimap
    assert minimap.isVisible()
    for _ in range(5):
        editor.workbench.zoom_in()
    before = minimap.frame
    QTest.mouseClick(minimap, LEFT, pos=minimap.point_of(*Layout.ODD_R.centre(editor.hex("B9"))).toPoint())
    assert minimap.frame != before


# -- filters of findings --------------------------------------------------------------------------------------


@pytest.mark.long
def test_findings_are_filtered_by_severity_and_that_is_remembered(editor: EditorDriver) -> None:
    editor.open(change=FAULT)
    panel = editor.findings_panel
    buttons = panel.filter.severities
    assert [buttons[it].text() for it in Severity] == ["1", "1", "0"]
    QTest.mouseClick(buttons[Severity.WARNING], LEFT)
    assert [it.severity for it in editor.findings] == [Severity.ERROR]
    assert buttons[Severity.WARNING].text() == "1"
    assert buttons[Severity.WARNING].accessibleName() == "Warnings: 1, hidden"
    assert panel.title == "Findings: 1 error, 1 warning"
    QTest.mouseClick(buttons[Severity.ERROR], LEFT)
    assert panel.empty_text == "The filter hides all 2 findings."
    again = editor.another_window()
    assert not again.findings_panel.filter.severities[Severity.WARNING].isChecked()
    assert again.findings_panel.filter.severities[Severity.ADVICE].isChecked()
    panel.filter.clear()
    assert len(editor.findings) == 2


def test_findings_are_filtered_by_words(editor: EditorDriver) -> None:
    editor.open(change=FAULT)
    editor.key("Ctrl+Shift+F")
    words = editor.findings_panel.filter.text
    assert words.hasFocus()
    QTest.keyClicks(words, "impassable b4")
    assert [it.code for it in editor.findings] == ["unit.impassable"]
    words.clear()
    assert len(editor.findings) == 2


def test_findings_are_filtered_by_the_selection(editor: EditorDriver) -> None:
    editor.open(change=FAULT)
    QTest.mouseClick(editor.findings_panel.filter.selected, LEFT)
    assert editor.findings == []
    editor.state.selection = frozenset((editor.hex("B4"),))
    assert {it.code for it in editor.findings} == {"unit.impassable", "unit.outside-zone"}


# -- comfort --------------------------------------------------------------------------------------------------


@pytest.fixture
def usual_text(qapp: QApplication) -> Iterator[QFont]:
    before = qapp.font()
    yield before
    qapp.setFont(before)


@pytest.mark.long
def test_text_grows_and_comes_back_and_is_kept(editor: EditorDriver, usual_text: QFont) -> None:
    editor.open()
    title, plain = editor.inspector.title, editor.status.facts
    sizes = [(title.font().pointSizeF(), plain.font().pointSizeF())]
    for wanted in (*SIZES[1:], SIZES[0]):
        editor.key("Ctrl+Shift+T")
        assert QApplication.font().pointSizeF() == pytest.approx(usual_text.pointSizeF() * wanted / 100)
        sizes.append((title.font().pointSizeF(), plain.font().pointSizeF()))
    assert sizes[1][0] == pytest.approx(sizes[0][0] * 1.25)
    assert sizes[2][1] == pytest.approx(sizes[0][1] * 1.5)
    assert sizes[3] == pytest.approx(sizes[0])
    editor.key("Ctrl+Shift+T")
    again = editor.another_window()
    assert again.navigator.comfort.size == SIZES[1]
    label = QLabel("x")
    assert label.font().pointSizeF() == pytest.approx(usual_text.pointSizeF() * 1.25)
    for _ in SIZES[1:]:
        again.navigator.comfort.next_size()


def test_nothing_blinks_with_reduced_motion(editor: EditorDriver, qapp: QApplication) -> None:
    before = qapp.cursorFlashTime()
    editor.key("Ctrl+Alt+R")
    assert qapp.cursorFlashTime() == 0
    assert editor.actions["view.still"].isChecked()
    again = editor.another_window()
    assert again.actions["view.still"].isChecked()
    editor.key("Ctrl+Alt+R")
    assert qapp.cursorFlashTime() == before


def test_the_editor_has_no_animations() -> None:
    folder = Path(str(fairground.editor.__path__[0])).resolve()
    moving = re.compile(r"QPropertyAnimation|QVariantAnimation|QTimeLine|setAnimated\(True\)")
    assert [path for path in folder.rglob("*.py") if moving.search(path.read_text(encoding="utf-8"))] == []


def test_five_hints_at_most_and_never_again(editor: EditorDriver) -> None:
    editor.open()
    hints = editor.navigator.hints
    said = []
    while hints.text:
        said.append(hints.text)
        QTest.mouseClick(hints.next, LEFT)
    assert len(said) == len(set(said)) == 5
    assert "Ctrl+Shift+P finds any command, and Shift+F1 shows all keys" in said[1]
    again = editor.another_window()
    editor.session.open(editor.folder / "ember-court.yaml")
    assert again.navigator.hints.text == ""


def test_hints_follow_what_the_user_does(editor: EditorDriver) -> None:
    editor.open()
    hints, seen = editor.navigator.hints, []
    assert "paint with it" in hints.text
    editor.key("Z")
    assert "each side deploys" in hints.text, "about the tool in hand"
    editor.key("B")
    assert "paint with it" in hints.text
    editor.state.selection = frozenset((editor.hex("A5"),))
    editor.state.terrain_first = "lava"
    editor.key("Ctrl+Return")
    assert "Use the wheel" in hints.text, "it is painted"
    editor.key("M")
    seen.append(hints.text)
    editor.key("Ctrl+Shift+P")
    editor.navigator.finder.close_finder()
    assert "each side deploys" in hints.text, "the symmetry was chosen before its hint"
    assert "Hint 4 of 5" in hints.count.text()
    assert seen == [hint for hint in seen if "Use the wheel" in hint]
    assert editor.session.settings.value("hints/done") == "paint,look,symmetry"
    again = editor.another_window()
    editor.session.open(editor.folder / "ember-court.yaml")
    assert "each side deploys" in again.navigator.hints.text


@pytest.mark.parametrize(("seen", "text"), [(3, ""), (1, "Use the wheel")])
def test_hints_that_an_older_version_has_shown_are_done(editor: EditorDriver, seen: int, text: str) -> None:
    editor.session.settings.setValue("hints/seen", seen)
    editor.open()
    hints = editor.navigator.hints
    assert hints.text.startswith(text)
    assert bool(hints.text) is bool(text)


def test_a_what_if_hides_the_hints_about_the_map(editor: EditorDriver) -> None:
    editor.open()
    hints = editor.navigator.hints
    assert "paint with it" in hints.text
    editor.key("Q")
    assert hints.text == "", "the palette paints nothing in a what-if, which has hints of its own"
    editor.key("Q")
    assert "paint with it" in hints.text
    editor.key("Q")
    editor.key("L")
    assert hints.text != "", "sight works in a what-if too"


def test_hints_are_closed_all_at_once(editor: EditorDriver) -> None:
    editor.open()
    hints = editor.navigator.hints
    QTest.mouseClick(hints.close_all, LEFT)
    assert hints.text == ""
    assert editor.session.settings.value("hints/done") == "paint,look,symmetry,zones,check"


@pytest.mark.long
def test_the_finder_is_readable_in_both_themes(editor: EditorDriver) -> None:
    editor.open()
    for _ in range(2):
        editor.key("Ctrl+Shift+P")
        image = finder(editor).grab().toImage()
        shades = {QColor(image.pixelColor(x, 50)).lightness() for x in range(20, image.width() - 20)}
        assert max(shades) - min(shades) > 80
        QTest.keyClick(finder(editor).field, Qt.Key.Key_Escape)
        editor.window.switch_theme()


def test_a_legend_that_is_too_tall_for_the_map_says_what_it_leaves_out(editor: EditorDriver) -> None:
    editor.open()
    legend = editor.page.legend
    editor.key("Ctrl+K")
    assert legend.isVisible()
    assert not legend.more.isVisible()
    whole = legend.height()
    present(legend.parentWidget()).setFixedHeight(whole - 10)
    editor.settle()
    assert legend.y() >= 0, "its top is on the map"
    assert legend.more.text() in {f"{n} more in the palette" for n in range(1, len(legend.names()))}
    assert legend.more.isVisible()
