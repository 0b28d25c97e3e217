"""The base of panels that show the result of long work: settings that fold, a start button, progress and a notice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from fairground.editor.app.icons import pixmap
from fairground.editor.app.texts import capitalised, tr
from fairground.editor.widgets.option_rows import PanelTitle
from fairground.editor.widgets.progress_parts import ActionButton, Fold, ShareLine, StaleNotice

if TYPE_CHECKING:
    from fairground.editor.app.actions import Actions

#: The size of the sign of a result, in pixels.
_SIGN = 24


@dataclass(frozen=True, slots=True)
class ResultTexts:
    """Texts around a result, each empty if not shown.

    ``remark`` is why there is no result, ``state`` which state of the map it belongs to, ``notice`` a warning about it, and
    ``waiting`` the progress before the work has begun.
    """

    remark: str = ""
    state: str = ""
    notice: str = ""
    waiting: str = ""


class SettingsForm(QWidget):
    """The settings of long work."""

    #: A setting changed.
    changed = Signal()

    @property
    def summary(self) -> str:
        """The main settings in one line."""
        raise NotImplementedError


class ResultPanel(QWidget):
    """Shows the result of long work, from any source."""

    #: The title, and its description for screen readers.
    panel_title: ClassVar[str]
    about: ClassVar[str]
    #: The actions in the title; the first one starts the work.
    action_names: ClassVar[tuple[str, ...]]
    #: The name and tooltip of the button that unfolds the settings.
    fold_texts: ClassVar[tuple[str, str]]
    options: SettingsForm

    def __init__(self, actions: Actions, options: SettingsForm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.panel_title)
        self.title = PanelTitle(self.panel_title, self.about, actions, self.action_names)
        self.options = options
        self.fold = Fold(*self.fold_texts, self)
        self.fold.toggled.connect(options.setVisible)
        options.changed.connect(lambda: self.fold.say(options.summary))
        self.fold.say(options.summary)
        self.start = ActionButton(actions, self.action_names[0], self)
        self.progress = ShareLine(tr("Progress"), self)
        self.notice = StaleNotice(self)

    def show_state(self, texts: ResultTexts, *, can_start: bool) -> None:
        """Show which state of the map the result belongs to; ``can_start`` shows the large start button."""
        self.start.setVisible(can_start)
        self.notice.say(texts.notice)
        title = tr("{panel}: {state}").format(panel=self.panel_title, state=texts.state)
        # The tab names the panel, too.
        self.title.status.short = capitalised(texts.state)
        self.title.status.setText(title if texts.state else self.panel_title)

    def redraw(self) -> None:
        """Redraw the signs in the colours of the theme."""
        self.notice.redraw()

    def draw_sign(self, icon_name: str, colour: str) -> None:
        """Draw the sign beside the headline."""
        self.sign.setPixmap(pixmap(icon_name, _SIGN - 2, colour=colour, ratio=self.devicePixelRatioF()))

    def headline_row(self) -> QHBoxLayout:
        """Create ``sign``, ``headline`` and ``reason`` of the result; return a row with the first two."""
        self.sign = QLabel(self)
        self.sign.setFixedSize(_SIGN, _SIGN)
        self.headline = plain_label("", self, name=tr("Result"), bold=True)
        self.reason = plain_label("", self, name=tr("Reason"))
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.headline, 1)
        return row

    def scroll_area(self) -> tuple[QVBoxLayout, QScrollArea]:
        """Fill the panel with an area that scrolls, and return the layout inside it, and the area."""
        inner = QWidget()
        layout = QVBoxLayout(inner)
        layout.setContentsMargins(8, 4, 8, 6)
        layout.setSpacing(5)
        area = QScrollArea(self)
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(area)
        return layout, area


def plain_label(text: str, parent: QWidget, *, name: str = "", bold: bool = False) -> QLabel:
    """Return a label for plain text that wraps and can be selected."""
    label = QLabel(text, parent)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    label.setAccessibleName(name)
    if bold:
        font = label.font()
        font.setBold(True)
        label.setFont(font)
    return label
