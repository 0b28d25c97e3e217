"""The look of the window around the map: light and dark, one accent, red for errors alone.

Another look for widgets that have been styled: those that are seen in one turn, the others in turns after it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory
from shiboken6 import isValid

from fairground.editor.app.deferred import next_turn

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QWidget

    from fairground.core.finding import Severity

#: How long a turn styles widgets that nobody sees, in seconds.
_SLICE = 0.008


def restyle(application: QApplication) -> None:
    """Style the widgets of an application as its palette is now."""
    restyling = application.findChild(_Restyling, "", Qt.FindChildOption.FindDirectChildrenOnly)
    (restyling or _Restyling(application)).begin(application.allWidgets())


class _Restyling(QObject):
    """The widgets that wait, in order; there is one of these, which belongs to the application."""

    def __init__(self, application: QApplication) -> None:
        super().__init__(application)
        self._application = application
        self._seen: list[QWidget] = []
        self._waiting: dict[QWidget, None] = {}

    def begin(self, widgets: list[QWidget]) -> None:
        """Let all wait, those that are seen for the next turn, and others until their turn comes or they are shown."""
        # What has not been styled yet will be when it is first shown.
        styled = [it for it in widgets if it.testAttribute(Qt.WidgetAttribute.WA_WState_Polished)]
        self._waiting = dict.fromkeys(it for it in styled if not it.isVisible())
        self._seen = [it for it in styled if it not in self._waiting]
        self._application.installEventFilter(self)
        next_turn(self, self._go_on)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and watched in self._waiting:
            del self._waiting[watched]
            self._do(watched)
        return False

    def _go_on(self) -> None:
        end = time.perf_counter() + _SLICE
        # Together: half of them would look odd.
        for widget in self._seen:
            self._do(widget)
        self._seen = []
        while self._waiting and time.perf_counter() < end:
            widget, _ = self._waiting.popitem()
            self._do(widget)
        if self._waiting:
            next_turn(self, self._go_on)
        else:
            self._application.removeEventFilter(self)

    def _do(self, widget: QWidget) -> None:
        if isValid(widget):
            style = self._application.style()
            style.unpolish(widget)
            style.polish(widget)
            widget.update()


class WindowTheme(StrEnum):
    """The two themes of the window; the map keeps its paper in both."""

    LIGHT = "light"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a theme, ``#rrggbb``. Text is readable (4.5 to 1) on ``window`` and on ``base``."""

    window: str
    base: str
    raised: str
    text: str
    soft: str
    disabled: str
    line: str
    accent: str
    on_accent: str
    error: str
    warning: str
    advice: str
    good: str

    def of(self, severity: Severity) -> str:
        """Return the colour of a severity."""
        return {"error": self.error, "warning": self.warning, "advice": self.advice}[severity.value]


_COLOURS = {
    WindowTheme.LIGHT: Colours(
        window="#f1eee7",
        base="#fcfbf8",
        raised="#f8f6f1",
        text="#2b2a27",
        soft="#655f53",
        disabled="#a59f92",
        line="#d9d4c8",
        accent="#1f6f78",
        on_accent="#ffffff",
        error="#b8261b",
        warning="#8f5a00",
        advice="#1f6f78",
        good="#1f6e43",
    ),
    WindowTheme.DARK: Colours(
        window="#262522",
        base="#1d1c1a",
        raised="#2e2d2a",
        text="#ece7dc",
        soft="#aca598",
        disabled="#6f6a61",
        line="#403d38",
        accent="#5ab7be",
        on_accent="#0d1f21",
        error="#ff7a6e",
        warning="#e5b455",
        advice="#5ab7be",
        good="#74c795",
    ),
}

# Qt takes a text with tags for rich text, which loads pictures from files; names and notes are untrusted.
# Qt widens separators of one pixel by widgets, and every restored layout leaves some of them behind.
_STYLE = """
QLabel, QToolTip {{ qproperty-textFormat: PlainText; }}
QMainWindow::separator {{ background: {line}; width: 1px; height: 1px; margin: 2px; }}
QMainWindow::separator:hover {{ background: {accent}; }}
QToolBar {{ border: none; background: {window}; spacing: 3px; padding: 3px; }}
QToolBar#options {{ border-bottom: 1px solid {line}; }}
QToolBar#tools {{ border-right: 1px solid {line}; }}
QToolBar::separator:vertical {{ background: {line}; height: 1px; margin: 5px 4px; }}
QToolBar::separator:horizontal {{ background: {line}; width: 1px; margin: 4px 6px; }}
QToolButton {{ border: 1px solid transparent; border-radius: 5px; padding: 4px; }}
QToolButton:hover {{ background: {hover}; }}
QToolButton:pressed {{ background: {pressed}; }}
QToolButton:checked {{ background: {checked}; border-color: {accent}; }}
QToolButton[quiet="true"] {{ padding: 3px; }}
QToolButton[quiet="true"]:checked {{ background: transparent; border-color: transparent; }}
QToolButton:focus, QToolButton[quiet="true"]:checked:focus {{ border-color: {accent}; }}
QToolButton:checked:focus {{ border: 2px solid {accent}; padding: 3px; }}
QToolButton[quiet="true"]:checked:focus {{ border-width: 1px; padding: 3px; }}
QPushButton:focus, QLineEdit:focus, QPlainTextEdit:focus, QAbstractItemView:focus {{ border: 1px solid {accent}; }}
QLineEdit, QPlainTextEdit {{ border: 1px solid {line}; border-radius: 4px; padding: 3px 5px; background: {base}; }}
QAbstractItemView {{ border: 1px solid transparent; background: {base}; }}
QAbstractItemView#plain {{ background: transparent; }}
QAbstractItemView::item:selected {{ background: {selected}; color: {text}; }}
QTableView {{ selection-background-color: {selected}; }}
QTableView::item:selected {{ background: transparent; }}
QTreeView {{ show-decoration-selected: 0; }}
QPushButton {{ border: 1px solid {line}; border-radius: 5px; padding: 5px 12px; background: {raised}; }}
QPushButton:hover {{ background: {hover}; }}
QPushButton:pressed {{ background: {pressed}; }}
QPushButton:disabled {{ color: {disabled}; }}
QPushButton:default {{ background: {accent}; color: {on_accent}; border-color: {accent}; }}
QPushButton:default:focus {{ border: 2px solid {text}; padding: 4px 11px; }}
QPushButton:default:disabled {{ background: {raised}; color: {disabled}; border-color: {line}; }}
QCheckBox::indicator, QRadioButton::indicator {{ width: 13px; height: 13px; border: 1px solid {soft}; background: {base}; }}
QCheckBox, QRadioButton {{ spacing: 6px; }}
QCheckBox::indicator {{ border-radius: 3px; }}
QRadioButton::indicator {{ border-radius: 7px; }}
QCheckBox::indicator:hover, QRadioButton::indicator:hover {{ border-color: {accent}; }}
QCheckBox::indicator:checked {{ background: {ticked}; border-color: {accent}; image: url("{tick}"); }}
QRadioButton::indicator:checked {{ width: 7px; height: 7px; border: 4px solid {accent}; background: {on_accent}; }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ border-color: {disabled}; background: {window}; }}
QCheckBox::indicator:checked:disabled {{ background: {disabled}; }}
QCheckBox:focus, QRadioButton:focus {{ color: {accent}; }}
QDialogButtonBox, QMessageBox {{ dialogbuttonbox-buttons-have-icons: 0; }}
QLabel#dock-title {{ padding: 5px 8px; border-bottom: 1px solid {line}; }}
QComboBox {{ combobox-popup: 0; border: 1px solid {line}; border-radius: 4px; padding: 2px 4px 2px 6px; min-height: 18px; background: {raised}; }}
QComboBox:hover {{ background: {hover}; }}
QComboBox:focus {{ border-color: {accent}; }}
QComboBox:disabled {{ color: {disabled}; background: {window}; }}
QComboBox::drop-down {{ border: none; width: 18px; }}
QComboBox::down-arrow {{ image: url("{spin_down}"); width: 11px; height: 11px; }}
QComboBox QAbstractItemView {{ border: 1px solid {line}; background: {raised}; selection-background-color: {checked}; selection-color: {text}; }}
QScrollBar {{ background: {base}; border: none; margin: 0; }}
QScrollBar:vertical {{ width: 12px; }}
QScrollBar:horizontal {{ height: 12px; }}
QScrollBar::handle {{ background: {handle}; border: 3px solid {base}; border-radius: 6px; }}
QScrollBar::handle:vertical {{ min-height: 24px; }}
QScrollBar::handle:horizontal {{ min-width: 24px; }}
QScrollArea QScrollBar {{ background: {window}; }}
QScrollArea QScrollBar::handle {{ border-color: {window}; }}
QAbstractItemView QScrollBar, QPlainTextEdit QScrollBar {{ background: {base}; }}
QAbstractItemView QScrollBar::handle, QPlainTextEdit QScrollBar::handle {{ border-color: {base}; }}
QScrollBar::handle:hover, QScrollBar::handle:pressed {{ background: {soft}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {line}; }}
QSlider::sub-page:horizontal {{ border-radius: 2px; background: {accent}; }}
QSlider::handle:horizontal {{ width: 11px; margin: -4px 0; border: 1px solid {base}; border-radius: 6px; background: {accent}; }}
QSlider::handle:horizontal:hover, QSlider::handle:horizontal:focus {{ background: {text}; }}
QSlider::sub-page:horizontal:disabled, QSlider::handle:horizontal:disabled {{ background: {disabled}; }}
QAbstractSpinBox {{ border: 1px solid {line}; border-radius: 4px; padding: 2px 0 2px 7px; min-height: 18px; background: {base}; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ subcontrol-origin: border; width: 16px; border: none; }}
QAbstractSpinBox::up-button {{ subcontrol-position: top right; margin: 1px 1px 0 0; }}
QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; margin: 0 1px 1px 0; }}
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {{ background: {hover}; }}
QAbstractSpinBox::up-button:pressed, QAbstractSpinBox::down-button:pressed {{ background: {pressed}; }}
QAbstractSpinBox::up-arrow {{ image: url("{spin_up}"); width: 9px; height: 9px; }}
QAbstractSpinBox::down-arrow {{ image: url("{spin_down}"); width: 9px; height: 9px; }}
QAbstractSpinBox::up-arrow:off, QAbstractSpinBox::down-arrow:off {{ image: none; }}
QAbstractSpinBox:focus {{ border-color: {accent}; }}
QAbstractSpinBox:disabled {{ color: {disabled}; background: {window}; }}
QTabBar::tab {{ padding: 5px 8px; border: none; border-top: 2px solid transparent; background: {window}; color: {soft}; }}
QTabBar::tab:selected {{ color: {text}; border-top-color: {accent}; background: {raised}; }}
QTabBar#side-tabs::tab {{ padding: 8px 5px; border-top: none; border-right: 2px solid transparent; }}
QTabBar#side-tabs::tab:selected {{ color: {soft}; border-right-color: transparent; background: {window}; }}
QTabBar::tab:hover {{ color: {text}; }}
QTabBar[icons="true"]::tab {{ padding: 5px 2px; }}
QTabBar[icons="true"]::tab:selected {{ padding: 5px 6px; }}
QTabBar {{ qproperty-drawBase: 0; }}
QTabBar::tab:focus {{ color: {accent}; }}
QStatusBar {{ background: {window}; border-top: 1px solid {line}; }}
QStatusBar::item {{ border: none; }}
QMenuBar {{ background: {window}; }}
QMenuBar::item {{ padding: 4px 9px; background: transparent; }}
QMenuBar::item:selected {{ background: {hover}; border-radius: 4px; }}
QTableWidget#plain QHeaderView {{ background: transparent; border: none; }}
QHeaderView::section {{ background: {window}; color: {soft}; border: none; padding: 4px 6px; }}
QScrollArea {{ border: none; background: transparent; }}
QToolTip {{ background: {raised}; color: {text}; border: 1px solid {line}; padding: 4px 6px; }}
QLabel[soft="true"] {{ color: {soft}; }}
QLabel[heading="true"] {{ color: {soft}; font-weight: bold; }}
QLabel[strong="true"], QMessageBox QLabel#qt_msgbox_label {{ font-weight: bold; }}
QFrame#line {{ background: {line}; border: none; margin: 4px; }}
QFrame#notice {{ background: {notice}; border: none; border-bottom: 1px solid {accent}; }}
QFrame#what-if {{ background: {notice}; border: none; }}
QLabel#what-if-state {{ background: {notice}; }}
QFrame#what-if QListWidget {{ border: 1px solid {line}; border-radius: 4px; }}
QFrame#card, QToolButton#card {{ background: {raised}; border: 1px solid {line}; border-radius: 8px; }}
QFrame#card[keys="true"] {{ border-color: {accent}; }}
QFrame#card[chosen="true"] {{ border: 2px solid {accent}; }}
QToolButton#card {{ padding: 10px 8px 8px 8px; }}
QToolButton#card:hover, QToolButton#card:focus {{ border-color: {accent}; }}
"""


_STYLED, _THEME = "fairground-styled", "fairground-theme"

#: The names of colours in the sheet, and their roles in the palette, so that one sheet serves both themes.
_ROLES = {
    "window": "window",
    "base": "base",
    "raised": "button",
    "text": "window-text",
    "soft": "dark",
    "line": "mid",
    "accent": "highlight",
    "on_accent": "highlighted-text",
}
#: Colours without a role are translucent: half way between the backgrounds of the themes, and between their accents.
_GREY, _HUE = "140, 138, 133", "60, 147, 155"
_SHADES = {
    "hover": f"rgba({_GREY}, 0.14)",
    "pressed": f"rgba({_GREY}, 0.28)",
    "handle": f"rgba({_GREY}, 0.60)",
    "disabled": f"rgba({_GREY}, 0.80)",
    "checked": f"rgba({_HUE}, 0.25)",
    # Fainter, since text in any colour must stay readable on rows (4.5 to 1).
    "selected": f"rgba({_HUE}, 0.18)",
    "notice": f"rgba({_HUE}, 0.20)",
    # Below a tick, which is white in both themes: pictures in a sheet keep their colours.
    "ticked": "rgb(31, 111, 120)",
}


def apply_theme(app: QApplication, theme: WindowTheme) -> None:
    """Apply a theme to the application; hidden widgets follow in later turns of the event loop."""
    if app.property(_THEME) == theme.value:
        return
    app.setProperty(_THEME, theme.value)
    # Only once: a style sheet wraps the style, and the wrapped one cannot be replaced safely.
    if not app.property(_STYLED):
        app.setProperty(_STYLED, True)
        # Lets fonts reach styled widgets; styling all of them again would block the window.
        app.setAttribute(Qt.ApplicationAttribute.AA_UseStyleSheetPropagationInWidgetStyles)
        app.setStyle(QStyleFactory.create("Fusion"))
        app.setPalette(_palette(_COLOURS[theme]))
        app.setStyleSheet(style_sheet())
        for effect in (
            Qt.UIEffect.UI_AnimateMenu,
            Qt.UIEffect.UI_AnimateCombo,
            Qt.UIEffect.UI_AnimateTooltip,
        ):
            app.setEffectEnabled(effect, False)
        return
    app.setPalette(_palette(_COLOURS[theme]))
    # All widgets change at once, before other events.
    app.sendPostedEvents(None, QEvent.Type.ApplicationPaletteChange.value)
    restyle(app)


def style_sheet() -> str:
    """Return the style sheet of both themes."""
    roles = {name: f"palette({role})" for name, role in _ROLES.items()}
    folder = Path(str(files("fairground.resources") / "icons"))
    files_of = {"tick": "tick.svg", "spin_up": "spin-up.svg", "spin_down": "spin-down.svg"}
    pictures = {name: (folder / file).as_posix() for name, file in files_of.items()}
    return _STYLE.format(**roles, **_SHADES, **pictures)


def colours(theme: WindowTheme | None = None) -> Colours:
    """Return the colours of a theme. Default: the current one."""
    return _COLOURS[theme or (WindowTheme.DARK if is_dark() else WindowTheme.LIGHT)]


def is_dark() -> bool:
    """Whether the application has the dark theme now."""
    return QGuiApplication.palette().color(QPalette.ColorRole.Window).lightness() < 128


def _palette(look: Colours) -> QPalette:
    palette = QPalette()
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    for which, colour in (
        (role.Window, look.window),
        (role.WindowText, look.text),
        (role.Base, look.base),
        (role.AlternateBase, look.raised),
        (role.Text, look.text),
        (role.Button, look.raised),
        (role.ButtonText, look.text),
        (role.BrightText, look.on_accent),
        (role.Light, look.raised),
        (role.Midlight, look.line),
        (role.Mid, look.line),
        (role.Dark, look.soft),
        (role.Shadow, look.line),
        (role.Highlight, look.accent),
        (role.HighlightedText, look.on_accent),
        (role.Link, look.accent),
        (role.LinkVisited, look.accent),
        (role.ToolTipBase, look.raised),
        (role.ToolTipText, look.text),
        (role.PlaceholderText, look.soft),
        (role.Accent, look.accent),
    ):
        palette.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(group.Disabled, which, QColor(look.disabled))
    palette.setColor(group.Disabled, role.Highlight, QColor(look.line))
    palette.setColor(group.Disabled, role.HighlightedText, QColor(look.disabled))
    return palette
