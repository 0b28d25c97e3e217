from __future__ import annotations

import re
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QSlider,
    QSpinBox,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from fairground.core.finding import Severity
from fairground.core.pictures.colours import contrast
from fairground.editor.app.theme import WindowTheme, apply_theme, colours, is_dark, style_sheet
from fairground.editor.session.session import Session
from fairground.editor.shell.map_tabs import MapTabs
from fairground.editor.widgets.labels_and_buttons import tool_button
from tests.editor.narrowing import of_type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytestqt.qtbot import QtBot

    from tests.editor.editor_driver import EditorDriver


@pytest.fixture(autouse=True)
def light_again(qapp: QApplication) -> Iterator[None]:
    yield
    apply_theme(qapp, WindowTheme.LIGHT)


def test_the_welcome_page_is_shown_until_a_document_is_open(editor: EditorDriver) -> None:
    window = editor.window
    assert editor.welcome.isVisible()
    assert not window.strip.isVisible()
    assert not any(dock.isVisible() for dock in editor.docks.docks.values())
    assert window.windowTitle() == "Welcome"
    editor.open()
    assert editor.page.isVisible()
    assert window.strip.isVisible()
    assert editor.dock("palette").isVisible()
    assert window.windowTitle() == "ember-court.yaml[*]"
    editor.key("Ctrl+W")
    assert editor.welcome.isVisible()
    assert not any(dock.isVisible() for dock in editor.docks.docks.values())


def test_the_map_has_two_thirds_of_the_width_and_of_the_height(editor: EditorDriver) -> None:
    editor.open()
    canvas, window = editor.canvas, editor.window
    assert (window.width(), window.height()) == (1280, 800)
    assert canvas.width() >= window.width() * 2 / 3
    assert canvas.height() >= window.height() * 2 / 3


def test_the_title_says_that_there_is_something_to_save(editor: EditorDriver) -> None:
    editor.open()
    assert not editor.window.isWindowModified()
    editor.general_page.name.setText("x")
    editor.scenario_panel.commit()
    assert editor.window.isWindowModified()
    editor.key("Ctrl+S")
    assert not editor.window.isWindowModified()


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("Alt+1", "palette"),
        ("Alt+2", "hex"),
        ("Alt+3", "scenario"),
        ("Alt+4", "layers"),
        ("Alt+5", "findings"),
        ("Alt+6", "history"),
        ("Alt+8", "minimap"),
        ("Alt+9", "fairness"),
    ],
)
def test_panels_have_keys(editor: EditorDriver, key: str, name: str) -> None:
    editor.open()
    dock, action = editor.dock(name), editor.actions[f"view.{name}"]
    assert action.isChecked()
    is_behind = dock.visibleRegion().isEmpty()
    editor.key(key)
    # A panel behind another one comes to the front first.
    assert dock.isHidden() is not is_behind
    if is_behind:
        assert not dock.visibleRegion().isEmpty()
        editor.key(key)
    assert dock.isHidden()
    assert not action.isChecked()
    editor.key(key)
    assert not dock.isHidden()


@pytest.mark.long
def test_the_layout_is_kept_and_can_be_reset(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Alt+5")
    editor.window.close()
    session = Session()
    again = editor.another_window(session)
    again.window.show()
    session.open(editor.folder / "ember-court.yaml")
    editor.settle()
    assert again.dock("findings").isHidden()
    assert not again.dock("history").isHidden()
    again.actions["view.reset"].trigger()
    assert not again.dock("findings").isHidden()
    again.window.close()
    session.end()


@pytest.mark.long
def test_a_layout_survives_the_welcome_page(editor: EditorDriver) -> None:
    editor.open()
    editor.key("Alt+5")
    editor.key("Ctrl+W")
    editor.open()
    assert editor.dock("findings").isHidden()
    assert not editor.dock("history").isHidden()


@pytest.mark.long
def test_the_theme_switches_and_is_kept(editor: EditorDriver) -> None:
    editor.open()
    assert not is_dark()
    editor.key("Ctrl+Shift+D")
    assert is_dark()
    assert QApplication.palette().color(QPalette.ColorRole.Window).name() == colours(WindowTheme.DARK).window
    session = Session()
    assert editor.another_window(session).window.theme is WindowTheme.DARK
    session.end()
    editor.key("Ctrl+Shift+D")
    assert not is_dark()


def test_a_change_of_theme_leaves_nothing_behind(qtbot: QtBot, qapp: QApplication) -> None:
    box = QComboBox()
    qtbot.addWidget(box)
    box.addItem("one")

    def counted() -> int:
        qapp.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        return len(box.findChildren(QObject))

    # Several times: what the toolkit makes when it is first needed is not what is meant.
    counts = []
    for theme in (WindowTheme.DARK, WindowTheme.LIGHT) * 3:
        apply_theme(qapp, theme)
        counts.append(counted())
    assert counts[1:] == counts[1:2] * 5
    assert box.view().itemDelegate() is not None


@pytest.mark.parametrize("theme", WindowTheme)
def test_text_is_readable_in_both_themes(theme: WindowTheme) -> None:
    look = colours(theme)
    for ground in (look.window, look.base, look.raised):
        for ink in (look.text, look.soft, look.error, look.warning, look.advice, look.accent):
            assert contrast(ink, ground) >= 4.5, (ink, ground)
    assert contrast(look.on_accent, look.accent) >= 4.5
    # The tint of a chosen row in a list lets its ground through.
    tint = re.search(r"item:selected \{ background: rgba\((\d+), (\d+), (\d+), (0\.\d+)\)", style_sheet())
    assert tint is not None
    *hue, share = map(float, tint.groups())
    base = (int(look.base[at : at + 2], 16) for at in (1, 3, 5))
    ground = "#" + "".join(
        f"{round(one * (1 - share) + other * share):02x}" for one, other in zip(base, hue, strict=True)
    )
    for ink in (look.text, look.soft, look.error, look.warning, look.advice, look.good, look.accent):
        assert contrast(ink, ground) >= 4.5, (ink, ground)
    assert {look.of(severity) for severity in Severity} == {look.error, look.warning, look.advice}


def test_red_is_for_errors_alone(qapp: QApplication) -> None:
    assert "palette(window)" in style_sheet()
    assert not re.search(r"#[0-9a-f]{6}", style_sheet()), "a colour of its own"
    for theme in WindowTheme:
        apply_theme(qapp, theme)
        roles = [it for it in QPalette.ColorRole if it not in (it.NColorRoles, it.NoRole)]
        assert colours(theme).error not in {qapp.palette().color(it).name() for it in roles}


def test_a_theme_looks_as_if_it_had_been_there_from_the_start(qtbot: QtBot, qapp: QApplication) -> None:
    apply_theme(qapp, WindowTheme.LIGHT)
    panel = QWidget()
    qtbot.addWidget(panel)
    layout = QVBoxLayout(panel)
    check, behind = QCheckBox("ticked"), QLineEdit("behind another")
    check.setChecked(True)
    soft = QLabel("soft")
    soft.setProperty("soft", True)  # noqa: FBT003  # Qt's signature
    last = QPushButton("not to be had")
    last.setEnabled(False)
    for it in (
        check,
        soft,
        QPushButton("button"),
        QComboBox(),
        QSpinBox(),
        QTabBar(),
        QSlider(),
        last,
        behind,
    ):
        layout.addWidget(it)
    panel.resize(240, 400)
    panel.show()
    qtbot.waitUntil(lambda: shade(behind) == colours(WindowTheme.LIGHT).base)
    behind.hide()
    before, shade_before = panel.grab().toImage(), shade(last)
    apply_theme(qapp, WindowTheme.DARK)
    # What is shown before its turn has come is styled then.
    behind.show()
    assert shade(behind) == colours(WindowTheme.DARK).base
    qtbot.waitUntil(lambda: shade(last) != shade_before)
    after = panel.grab().toImage()
    qapp.setStyleSheet("")
    qapp.setStyleSheet(style_sheet())
    assert after == panel.grab().toImage() != before


def has_clear_edge(before: QImage, after: QImage) -> bool:
    """Whether the pixels that a picture has changed clearly are enough for an edge on all sides."""
    changed = 0
    for y in range(before.height()):
        for x in range(before.width()):
            pair = before.pixelColor(x, y).name(), after.pixelColor(x, y).name()
            changed += contrast(*pair) >= 1.8
    return changed >= before.width() + before.height()


@pytest.mark.parametrize("theme", WindowTheme)
def test_the_focus_is_seen_on_buttons_that_stand_out_anyway(
    qtbot: QtBot, qapp: QApplication, theme: WindowTheme
) -> None:
    apply_theme(qapp, theme)
    panel = QWidget()
    qtbot.addWidget(panel)
    first, chosen, quiet = QPushButton("Create"), tool_button("close", "", panel), tool_button("close", "")
    first.setDefault(True)
    quiet.setProperty("quiet", True)  # noqa: FBT003  # Qt's signature
    layout = QVBoxLayout(panel)
    for button in (chosen, quiet):
        button.setCheckable(True)
        button.setChecked(True)
    others = QLineEdit()
    for widget in (others, first, chosen, quiet):
        layout.addWidget(widget)
    panel.show()
    buttons: tuple[QAbstractButton, ...] = (first, chosen, quiet)
    for it in buttons:
        others.setFocus()
        before, room = it.grab().toImage(), it.sizeHint()
        it.setFocus()
        qtbot.waitUntil(it.hasFocus)
        assert has_clear_edge(before, it.grab().toImage()), it
        assert it.sizeHint() == room


def shade(widget: QWidget) -> str:
    """Return the colour that most of a widget's right half has."""
    image = widget.grab().toImage()
    across = range(image.width() // 2, image.width() - 8)
    found = Counter(image.pixelColor(x, image.height() // 2).name() for x in across)
    return found.most_common(1)[0][0]


#: What the theme leaves free at both sides of a tab's text.
_PADDING = 16


def titled(editor: EditorDriver) -> set[str]:
    """Return the panels with a title of their own above them."""
    docks = editor.docks.docks.items()
    return {name for name, it in docks if it.isVisible() and isinstance(it.titleBarWidget(), QLabel)}


def is_wider(widget: QWidget, width: int) -> bool:
    return widget.width() > width


def test_a_panel_says_what_it_is_by_its_tab_or_by_its_title(editor: EditorDriver) -> None:
    editor.open()
    _window, docks = editor.window, editor.docks.docks
    editor.qtbot.waitUntil(lambda: not titled(editor))
    docks["layers"].hide()
    docks["simulation"].hide()
    editor.qtbot.waitUntil(lambda: titled(editor) == {"palette"})
    assert of_type(docks["palette"].titleBarWidget(), QLabel).text() == "Palette"
    docks["layers"].show()
    editor.qtbot.waitUntil(lambda: not titled(editor))


@pytest.mark.long
def test_panels_grow_with_the_text_until_their_tabs_have_room(editor: EditorDriver) -> None:
    editor.open()
    window = editor.window
    before = editor.dock("palette").width()
    widths = {}
    try:
        for size in (125, 150):
            editor.actions["view.text-size"].trigger()
            editor.qtbot.waitUntil(partial(is_wider, editor.dock("palette"), before))
            # The tabs of maps are hidden while there is one map, and shorten long names.
            for tabs in set(window.findChildren(QTabBar)) - {window.findChild(MapTabs)}:
                assert all(
                    tabs.tabRect(at).width()
                    >= _PADDING + tabs.fontMetrics().horizontalAdvance(tabs.tabText(at))
                    for at in range(tabs.count())
                ), size
            before = widths[size] = editor.dock("palette").width()
            assert editor.status.currentMessage() == f"Text size {size}%"
            editor.qtbot.wait(150)  # the bar is given another layout
            assert not editor.status.facts.isVisible(), "over the message"
        editor.qtbot.wait(700)  # only then the width is one that is meant
        for _ in range(2):
            editor.actions["view.text-size"].trigger()
        editor.qtbot.waitUntil(lambda: editor.dock("palette").width() == widths[125])
    finally:
        while editor.navigator.comfort.size != 100:
            editor.navigator.comfort.next_size()


def test_the_key_of_a_disabled_action_says_why(editor: EditorDriver) -> None:
    editor.open()
    heard: list[str] = []
    editor.workbench.said.connect(heard.append)
    action = editor.actions["tool.hexsides"]
    assert not action.isEnabled()
    editor.key("H", editor.canvas)
    assert heard == [action.toolTip()]
    assert "no hexside features" in heard[0]
    # An enabled action answers for itself.
    editor.key("E", editor.canvas)
    assert len(heard) == 1
