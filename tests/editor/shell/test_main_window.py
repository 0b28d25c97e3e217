from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
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
from fairground.editor.shell.main_window import MainWindow


@pytest.fixture(autouse=True)
def light_again(qapp: QApplication) -> Any:
    yield
    apply_theme(qapp, WindowTheme.LIGHT)


def test_the_welcome_page_is_shown_until_a_document_is_open(editor: Any) -> None:
    window = editor.window
    assert window.welcome.isVisible()
    assert not window.strip.isVisible()
    assert not any(dock.isVisible() for dock in window.docks.docks.values())
    assert window.windowTitle() == "Welcome"
    editor.open()
    assert window.page.isVisible()
    assert window.strip.isVisible()
    assert window.docks.docks["palette"].isVisible()
    assert window.windowTitle() == "ember-court.yaml[*]"
    editor.key("Ctrl+W")
    assert window.welcome.isVisible()
    assert not any(dock.isVisible() for dock in window.docks.docks.values())


def test_the_map_has_two_thirds_of_the_width_and_of_the_height(editor: Any) -> None:
    editor.open()
    canvas, window = editor.window.page.canvas, editor.window
    assert (window.width(), window.height()) == (1280, 800)
    assert canvas.width() >= window.width() * 2 / 3
    assert canvas.height() >= window.height() * 2 / 3


def test_the_title_says_that_there_is_something_to_save(editor: Any) -> None:
    editor.open()
    assert not editor.window.isWindowModified()
    editor.window.docks.scenario.pages.page("general").name.setText("x")
    editor.window.docks.scenario.commit()
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
def test_panels_have_keys(editor: Any, key: str, name: str) -> None:
    editor.open()
    dock, action = editor.window.docks.docks[name], editor.window.actions_by_id[f"view.{name}"]
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
def test_the_layout_is_kept_and_can_be_reset(editor: Any) -> None:
    editor.open()
    editor.key("Alt+5")
    editor.window.close()
    again = MainWindow(Session())
    editor.qtbot.addWidget(again)
    again.show()
    again.session.open(editor.folder / "ember-court.yaml")
    editor.settle()
    assert again.docks.docks["findings"].isHidden()
    assert not again.docks.docks["history"].isHidden()
    again.actions_by_id["view.reset"].trigger()
    assert not again.docks.docks["findings"].isHidden()
    again.close()
    again.session.end()


@pytest.mark.long
def test_a_layout_survives_the_welcome_page(editor: Any) -> None:
    editor.open()
    editor.key("Alt+5")
    editor.key("Ctrl+W")
    editor.open()
    assert editor.window.docks.docks["findings"].isHidden()
    assert not editor.window.docks.docks["history"].isHidden()


@pytest.mark.long
def test_the_theme_switches_and_is_kept(editor: Any) -> None:
    editor.open()
    assert not is_dark()
    editor.key("Ctrl+Shift+D")
    assert is_dark()
    assert QApplication.palette().color(QPalette.ColorRole.Window).name() == colours(WindowTheme.DARK).window
    again = MainWindow(Session())
    editor.qtbot.addWidget(again)
    assert again.theme is WindowTheme.DARK
    again.session.end()
    editor.key("Ctrl+Shift+D")
    assert not is_dark()


def test_a_change_of_theme_leaves_nothing_behind(qtbot: Any, qapp: QApplication) -> None:
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


def test_a_theme_looks_as_if_it_had_been_there_from_the_start(qtbot: Any, qapp: QApplication) -> None:
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


def shade(widget: QWidget) -> str:
    """Return the colour that most of a widget's right half has."""
    image = widget.grab().toImage()
    across = range(image.width() // 2, image.width() - 8)
    found = Counter(image.pixelColor(x, image.height() // 2).name() for x in across)
    return found.most_common(1)[0][0]


#: What the theme leaves free at both sides of a tab's text.
_PADDING = 16


def titled(window: Any) -> set[str]:
    """Return the panels with a title of their own above them."""
    docks = window.docks.docks.items()
    return {name for name, it in docks if it.isVisible() and isinstance(it.titleBarWidget(), QLabel)}


def test_a_panel_says_what_it_is_by_its_tab_or_by_its_title(editor: Any) -> None:
    editor.open()
    window, docks = editor.window, editor.window.docks.docks
    editor.qtbot.waitUntil(lambda: not titled(window))
    docks["layers"].hide()
    docks["simulation"].hide()
    editor.qtbot.waitUntil(lambda: titled(window) == {"palette"})
    assert docks["palette"].titleBarWidget().text() == "Palette"
    docks["layers"].show()
    editor.qtbot.waitUntil(lambda: not titled(window))


@pytest.mark.long
def test_panels_grow_with_the_text_until_their_tabs_have_room(editor: Any) -> None:
    editor.open()
    window = editor.window
    before = window.docks.docks["palette"].width()
    widths = {}
    try:
        for size in (125, 150):
            window.actions_by_id["view.text-size"].trigger()
            editor.qtbot.waitUntil(lambda least=before: window.docks.docks["palette"].width() > least)
            for tabs in window.findChildren(QTabBar):
                assert all(
                    tabs.tabRect(at).width()
                    >= _PADDING + tabs.fontMetrics().horizontalAdvance(tabs.tabText(at))
                    for at in range(tabs.count())
                ), size
            before = widths[size] = window.docks.docks["palette"].width()
            assert window.status.currentMessage() == f"Text size {size}%"
            editor.qtbot.wait(150)  # the bar is laid out anew
            assert not window.status.facts.isVisible(), "over the message"
        editor.qtbot.wait(700)  # only then the width is one that is meant
        for _ in range(2):
            window.actions_by_id["view.text-size"].trigger()
        editor.qtbot.waitUntil(lambda: window.docks.docks["palette"].width() == widths[125])
    finally:
        while window.navigator.comfort.size != 100:
            window.navigator.comfort.next_size()
