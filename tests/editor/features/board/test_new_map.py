from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.editor.features.board.new_map import NewMap, NewMapDialog
from fairground.editor.widgets.board_widgets import BoardPreview, layout_picture

if TYPE_CHECKING:
    from pytestqt.qtbot import QtBot


@pytest.fixture
def dialog(qtbot: QtBot) -> NewMapDialog:
    made = NewMapDialog()
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)  # noqa: FBT003  # Qt's signature
    qtbot.addWidget(made)
    made.show()
    return made


def test_the_three_usual_symmetries_are_told_first(dialog: NewMapDialog) -> None:
    assert [fact.kind for fact in dialog.symmetries.facts][:3] == [
        BoardSymmetry.TURN_180,
        BoardSymmetry.LEFT_RIGHT,
        BoardSymmetry.TOP_BOTTOM,
    ]


def test_facts_follow_size_and_layout(dialog: NewMapDialog) -> None:
    def possible() -> list[BoardSymmetry]:
        return [fact.kind for fact in dialog.symmetries.facts if fact.possible]

    assert possible() == [BoardSymmetry.TURN_180]
    dialog.size_fields.columns.setValue(15)
    assert possible() == [BoardSymmetry.LEFT_RIGHT]
    assert "14 columns would work" in dialog.symmetries.facts[0].sentence
    QTest.mouseClick(dialog.layouts.buttons[Layout.ODD_R], Qt.MouseButton.LeftButton)
    assert possible() == [BoardSymmetry.TOP_BOTTOM]
    assert dialog.preview.accessibleDescription() == "15 columns, 17 rows, odd-r"


def test_the_keyboard_alone_is_enough(dialog: NewMapDialog, qtbot: QtBot) -> None:
    QTest.keyClicks(dialog.name, "By keys")
    dialog.size_fields.columns.setFocus()
    dialog.size_fields.columns.selectAll()
    QTest.keyClicks(dialog.size_fields.columns, "8")
    with qtbot.waitSignal(dialog.chosen) as caught:
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert caught.args == [NewMap("By keys", Layout.ODD_Q, (8, 17), "penance-2.0")]


def test_a_map_without_a_name_gets_one(dialog: NewMapDialog, qtbot: QtBot) -> None:
    dialog.name.clear()
    with qtbot.waitSignal(dialog.chosen) as caught:
        dialog.make.click()
    assert caught.args is not None
    assert caught.args[0].name == "New arena"


def test_cancel_makes_nothing(dialog: NewMapDialog, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(dialog.chosen):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


def test_every_field_has_an_accessible_name(dialog: NewMapDialog) -> None:
    fields = (
        dialog.name,
        dialog.size_fields.columns,
        dialog.size_fields.rows,
        dialog.ruleset,
        *dialog.layouts.buttons.values(),
        dialog.preview,
    )
    assert all(it.accessibleName() for it in fields)


@pytest.mark.parametrize("layout", Layout)
@pytest.mark.usefixtures("qtbot")
def test_layout_pictures_differ(layout: Layout) -> None:
    others = [layout_picture(it, 40).toImage() for it in Layout if it is not layout]
    assert layout_picture(layout, 40).toImage() not in others


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (7, 7), (1000, 1000), (1, 1000)])
def test_boards_of_any_size_are_drawn_within_the_preview(qtbot: QtBot, columns: int, rows: int) -> None:
    preview = BoardPreview()
    qtbot.addWidget(preview)
    preview.resize(300, 200)
    preview.show_board(Layout.EVEN_Q, columns, rows)
    image = preview.grab().toImage()
    assert image.pixelColor(150, 100) != image.pixelColor(6, 100)
    assert image.pixelColor(6, 100).name() == "#f6f1e4"


def test_a_hexagon_for_three_sides_says_its_symmetries_and_is_sized_by_its_edge(
    dialog: NewMapDialog, qtbot: QtBot
) -> None:
    assert dialog.size_fields.isVisible()
    # The next field by the keyboard is the one below.
    dialog.name.setFocus()
    QTest.keyClick(dialog.name, Qt.Key.Key_Tab)
    assert dialog.focusWidget() is dialog.shape
    dialog.shape.setCurrentIndex(dialog.shape.findData(3))
    assert dialog.along.isVisible()
    assert not dialog.size_fields.isVisible()
    dialog.along.setValue(6)
    assert all(fact.possible for fact in dialog.symmetries.facts)
    assert dialog.symmetries.facts[0].kind is BoardSymmetry.TURN_120
    assert dialog.symmetries.facts[0].sentence == "A hexagon with 6 hexes per edge has a 120° turn."
    assert dialog.preview.accessibleDescription() == "11 columns, 11 rows, odd-q; a hexagon for 3 sides"
    assert not dialog.preview.grab().isNull()
    with qtbot.waitSignal(dialog.chosen) as caught:
        dialog.make.click()
    assert caught.args == [NewMap("New arena", Layout.ODD_Q, (11, 11), "penance-2.0", 3)]


def test_large_text_is_not_cut_off(dialog: NewMapDialog, qtbot: QtBot) -> None:
    font = dialog.font()
    font.setPointSizeF(1.5 * font.pointSizeF())
    for widget in (dialog, *dialog.findChildren(QWidget)):
        widget.setFont(font)
    dialog.resize(860, 560)
    qtbot.wait(20)

    def cut_off() -> list[str]:
        shown = [it for it in dialog.findChildren(QLabel) if it.isVisible() and it.text()]
        return [it.text() for it in shown if it.height() < it.heightForWidth(it.width())]

    qtbot.waitUntil(lambda: not cut_off())
    button = dialog.layouts.buttons[Layout.ODD_Q]
    assert button.height() >= button.sizeHint().height()
