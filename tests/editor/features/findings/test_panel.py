from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt

from fairground.core.finding import Finding, Place, Severity
from fairground.core.pictures.colours import contrast
from fairground.editor.app.theme import WindowTheme
from fairground.editor.features.findings import panel as findings_panel
from fairground.editor.features.findings.model import Column, marks, place_of
from fairground.editor.features.findings.quick_fixes import QuickFix
from tests.editor.narrowing import present

if TYPE_CHECKING:
    from PySide6.QtCore import QModelIndex
    from pytestqt.qtbot import QtBot

    from tests.editor.editor_driver import EditorDriver

LEFT = Qt.MouseButton.LeftButton
#: A unit stands in a wall, and with that outside its zone.
FAULT = ("hex: C2, facing: 3", "hex: B4, facing: 3")


def cell(editor: EditorDriver, code: str, column: Column) -> QModelIndex:
    model = editor.findings_panel.model
    row = next(at for at, it in enumerate(model.findings) if it.code == code)
    return model.index(row, column)


def test_counts_by_severity_are_in_the_title(editor: EditorDriver) -> None:
    editor.open(change=FAULT)
    assert editor.dock("findings").windowTitle() == "Findings: 1 error, 1 warning"
    severities = [it.severity for it in editor.findings]
    assert severities == sorted(severities, key=list(Severity).index)


def test_without_findings_the_panel_says_so(editor: EditorDriver) -> None:
    editor.open()
    panel = editor.findings_panel
    assert editor.findings == []
    assert editor.dock("findings").windowTitle() == "Findings"
    assert not panel.table.isVisible()


def test_a_row_tells_severity_hex_message_and_what_mends_it(editor: EditorDriver) -> None:
    editor.open(change=FAULT)
    model = editor.findings_panel.model
    assert cell(editor, "unit.impassable", Column.HEX).data() == "B4"
    assert "which is Wall" in cell(editor, "unit.impassable", Column.MESSAGE).data()
    tip = cell(editor, "unit.impassable", Column.MESSAGE).data(Qt.ItemDataRole.ToolTipRole)
    assert "Move it to a passable hex." in tip
    assert "P1-01" in tip
    sign = cell(editor, "unit.impassable", Column.SEVERITY)
    assert sign.data(Qt.ItemDataRole.AccessibleTextRole) == "error"
    assert not sign.data(Qt.ItemDataRole.DecorationRole).isNull()
    assert model.headerData(Column.HEX, Qt.Orientation.Horizontal) == "Hex"


@pytest.mark.long
def test_a_text_has_the_room_of_the_fix_where_there_is_none(editor: EditorDriver) -> None:
    editor.open(change=FAULT)
    panel = editor.findings_panel
    repaired, other = (
        editor.findings[0],
        Finding(Severity.WARNING, "own.code", "It cannot be mended for you."),
    )
    panel.show_findings([repaired, other], lambda it: QuickFix("Repair it", it) if it is repaired else None)
    editor.qtbot.waitUntil(lambda: panel.table.columnSpan(1, Column.MESSAGE) == 2)
    with_fix, without = (panel.table.visualRect(panel.model.index(row, Column.MESSAGE)) for row in range(2))
    fix = panel.table.visualRect(panel.model.index(0, Column.FIX))
    assert (without.left(), without.right()) == (with_fix.left(), fix.right())
    # Another row in that place has room of its own.
    panel.show_findings([repaired, repaired], lambda it: QuickFix("Repair it", it))
    editor.settle()
    assert [panel.table.columnSpan(row, Column.MESSAGE) for row in range(2)] == [1, 1]


@pytest.mark.parametrize("width", [480, 620, 1100])
def test_codes_are_never_cut_off(qtbot: QtBot, width: int) -> None:
    panel = findings_panel.FindingsPanel()
    qtbot.addWidget(panel)
    name = "The crossroads below the old mill (A1)"
    codes = ["unit.void"] * 60 + ["ruleset.nothing-to-remove"]
    panel.show_findings(
        [Finding(Severity.ERROR, it, "Not so good.", Place(hex="A1", hex_name=name)) for it in codes],
        lambda _finding: None,
    )
    panel.resize(width, 120)
    panel.show()
    table, header = panel.table, panel.table.horizontalHeader()
    # The theme may leave a border beside the columns.
    qtbot.waitUntil(lambda: 0 < header.length() <= table.viewport().width())
    longest = panel.model.index(60, Column.CODE)
    assert header.sectionSize(Column.CODE) >= table.sizeHintForIndex(longest).width()
    assert header.sectionSize(Column.MESSAGE) >= header.sectionSize(Column.FIX)
    tip = panel.model.index(0, Column.HEX).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.startswith(name), "where it does not fit"


def test_slow_fixes_are_found_over_several_paintings(
    editor: EditorDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor.open()
    panel, asked = editor.findings_panel, []
    monkeypatch.setattr(findings_panel, "_FIX_SECONDS", 0)

    def fix(finding: Finding) -> QuickFix:
        asked.append(finding)
        return QuickFix("Repair it", finding)

    findings = [Finding(Severity.WARNING, "own.code", f"It is number {number}.") for number in range(3)]
    panel.show_findings(findings, fix)
    panel.table.viewport().repaint()
    assert len(asked) == 1
    last = panel.model.index(2, Column.FIX)
    editor.qtbot.waitUntil(lambda: last.data() == "Repair it")
    assert asked == findings


@pytest.mark.long
def test_a_click_jumps_to_the_hex(editor: EditorDriver) -> None:
    editor.open(change=FAULT)
    canvas = editor.canvas
    for _ in range(6):
        editor.key("Ctrl++")
    canvas.centre_on(editor.hex("J10"))
    editor.click(editor.findings_panel.table, cell(editor, "unit.impassable", Column.MESSAGE), LEFT)
    # The middle of the map is that hex, or as near as the edge of the board lets it.
    middle = present(canvas.hex_at(canvas.rect().toRectF().center()))
    assert editor.scenario.board.label(middle) == "B4"


def test_a_jump_to_a_hex_that_is_in_view_leaves_the_map_where_it_is(editor: EditorDriver) -> None:
    editor.open(change=FAULT)
    canvas = editor.canvas
    editor.key("Ctrl+0")
    before = canvas.camera
    editor.click(editor.findings_panel.table, cell(editor, "unit.impassable", Column.MESSAGE), LEFT)
    assert canvas.camera == before


@pytest.mark.long
def test_a_click_on_the_fix_mends_it_and_undo_brings_it_back(editor: EditorDriver) -> None:
    editor.open(change=FAULT)
    fix = cell(editor, "unit.impassable", Column.FIX)
    assert fix.data() == "Move to A2"
    assert fix.data(Qt.ItemDataRole.ToolTipRole) == "Move to A2 (Ctrl+.)"
    editor.click(editor.findings_panel.table, fix, LEFT)
    assert editor.scenario.units[0].hex == editor.hex("A2")
    assert editor.findings == []
    editor.key("Ctrl+Z")
    assert editor.scenario.units[0].hex == editor.hex("B4")
    assert {it.code for it in editor.findings} == {"unit.impassable", "unit.outside-zone"}


def test_keys_go_through_the_findings_and_fix(editor: EditorDriver) -> None:
    editor.open(change=FAULT)
    table = editor.findings_panel.table
    editor.key("F8")
    assert table.currentIndex().row() == 0
    editor.key("Shift+F8")
    assert table.currentIndex().row() == len(editor.findings) - 1
    editor.key("F8")
    assert table.currentIndex().row() == 0
    code = editor.findings[0].code
    editor.key("Ctrl+.")
    assert code not in {it.code for it in editor.findings}


@pytest.mark.long
def test_the_current_finding_stays_current(editor: EditorDriver) -> None:
    editor.open(change=FAULT)
    table = editor.findings_panel.table
    table.selectRow(len(editor.findings) - 1)
    kept = editor.findings[-1]
    editor.general_page.author.setText("x")
    editor.scenario_panel.commit()
    editor.settle()
    assert editor.findings[table.currentIndex().row()] == kept


@pytest.mark.long
def test_findings_that_are_out_of_date_are_dimmed_after_a_moment(editor: EditorDriver) -> None:
    editor.open(change=FAULT)
    panel = editor.findings_panel
    panel.set_current(False)
    assert not panel.table.is_dimmed
    editor.qtbot.waitUntil(lambda: panel.table.is_dimmed)
    panel.set_current(True)
    assert not panel.table.is_dimmed


def lightest(editor: EditorDriver) -> int:
    """Return how light the lightest pixel of a finding's words is, 0 to 255."""
    table = editor.findings_panel.table
    rect = table.visualRect(cell(editor, "unit.impassable", Column.MESSAGE))
    image = table.viewport().grab(rect).toImage()
    found: int = max(
        image.pixelColor(x, y).lightness() for x in range(image.width()) for y in range(image.height())
    )
    return found


@pytest.mark.long
def test_findings_are_read_in_the_dark_as_soon_as_it_is_dark(editor: EditorDriver) -> None:
    editor.open(change=FAULT)
    panel = editor.findings_panel
    try:
        panel.set_current(False)
        editor.qtbot.waitUntil(lambda: panel.table.is_dimmed)
        panel.set_current(True)
        editor.qtbot.waitUntil(lambda: not panel.table.is_dimmed)
        editor.key("Ctrl+Shift+D")
        bright = lightest(editor)
        assert bright > 180
        panel.set_current(False)
        editor.qtbot.waitUntil(lambda: panel.table.is_dimmed)
        assert 100 < lightest(editor) < bright
    finally:
        editor.key("Ctrl+Shift+D")


def test_before_the_first_answer_nothing_is_claimed(editor: EditorDriver) -> None:
    editor.open()
    panel = editor.findings_panel
    assert panel.empty_text.startswith("No problems found.\nChecked ")
    panel.wait()
    assert panel.empty_text == "Checking…"
    editor.session.validation_watch.failed.emit("no memory")
    assert panel.empty_text == "Could not check the scenario: no memory"
    assert panel.table.is_dimmed


def test_a_finding_is_where_its_unit_or_zone_is(editor: EditorDriver) -> None:
    editor.open()

    def place(*path: str | int, label: str | None = None) -> str | None:
        at = place_of(editor.scenario, Finding(Severity.ADVICE, "x", "", Place(path, label)))
        return editor.scenario.board.label(at) if at else None

    assert place(label="D7") == "D7"
    assert place("units", 1, "facing") == "E2"
    assert place("zones", 1, "hexes") == "A9"
    assert place("objectives", 0) == "E5"
    assert place("name") is None
    assert place("units", 99) is None
    assert place(label="ZZ99") is None


def test_a_hex_is_marked_with_its_worst_finding() -> None:
    def at(severity: Severity, label: str | None) -> Finding:
        return Finding(severity, "x", "", Place(hex=label))

    found = marks(
        [
            at(Severity.ADVICE, "A1"),
            at(Severity.ERROR, "A1"),
            at(Severity.WARNING, "A1"),
            at(Severity.ERROR, None),
        ]
    )
    assert found == {"A1": Severity.ERROR}


@pytest.mark.long
@pytest.mark.parametrize("theme", WindowTheme)
@pytest.mark.parametrize("column", [Column.MESSAGE, Column.FIX, Column.CODE])
def test_the_texts_of_a_chosen_row_are_readable(
    editor: EditorDriver, theme: WindowTheme, column: Column
) -> None:
    editor.open(change=FAULT)
    if editor.window.theme is not theme:
        editor.window.switch_theme()
        editor.settle()
    table = editor.findings_panel.table
    row = next(at for at in range(len(editor.findings)) if editor.findings_panel.model.fix(at))
    table.selectRow(row)
    editor.settle()
    area = table.visualRect(table.model().index(row, column)).adjusted(30 * (column == Column.FIX), 2, -2, -2)
    picture = table.viewport().grab(area).toImage()
    shades = [
        picture.pixelColor(x, y).name() for x in range(picture.width()) for y in range(picture.height())
    ]
    ground = max(set(shades), key=shades.count)
    assert max(contrast(it, ground) for it in shades) >= 4.5
