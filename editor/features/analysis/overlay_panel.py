"""What says which overlays lie over the map, what their signs mean, how far they look, and who moves.

The sign of whether an overlay shows what is true now: a shape for each case, with the words as its tooltip.
The switches of the overlays, above the layers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from fairground.editor.app.texts import tr, trn
from fairground.editor.app.theme import colours
from fairground.editor.features.analysis.compare_bar import CompareBar
from fairground.editor.overlays.overlay import Freshness
from fairground.editor.tools.state import MAX_TURNS
from fairground.editor.widgets.basics import heading, show_action, soft_label, tool_button
from fairground.editor.widgets.legend_rows import LegendRows
from fairground.editor.widgets.mover_boxes import MoverBoxes
from fairground.editor.widgets.number_fields import NumberField

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from fairground.core.scenario.document import Scenario
    from fairground.editor.app.actions import Actions
    from fairground.editor.overlays.overlay import Overlay
    from fairground.editor.overlays.registry import Overlays
    from fairground.editor.tools.state import ToolState


class OverlayRows(QWidget):
    """A row for each overlay: its action, checked while it is on."""

    def __init__(self, actions: Actions, below: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.setSpacing(2)
        title = heading(tr("Overlays"), self)
        title.setContentsMargins(10, 0, 0, 0)
        layout.addWidget(title)
        rows = QVBoxLayout()
        rows.setContentsMargins(7, 0, 7, 0)
        rows.setSpacing(1)
        layout.addLayout(rows)
        self.buttons: dict[str, QToolButton] = {}
        for name in actions:
            if not name.startswith("overlay.") or name == "overlay.none":
                continue
            action = actions[name]
            action.setCheckable(True)
            button = QToolButton(self)
            show_action(button, action)
            button.setAccessibleName(action.iconText())
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setIconSize(QSize(18, 18))
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            rows.addWidget(button)
            self.buttons[name.removeprefix("overlay.")] = button
        other = heading(tr("Layers"), self)
        other.setContentsMargins(10, 8, 0, 0)
        layout.addWidget(other)
        layout.addWidget(below, 1)


_SIDE = 16
#: Degrees of the disc that are filled, from the top, clockwise; what is not whole lacks a quarter.
_FILLED = {Freshness.CURRENT: 360, Freshness.PARTIAL: 270, Freshness.OLD: 180, Freshness.EARLIER: 0}


class FreshnessSign(QWidget):
    """A disc: full as of now, without a quarter where something is left out, half when old, dotted while computing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(QSize(_SIDE, _SIDE))
        self._standing = Freshness.WAITING
        self._tell()

    @property
    def standing(self) -> Freshness:
        """What it shows."""
        return self._standing

    def set_standing(self, standing: Freshness) -> None:
        """Show another case."""
        if standing is not self._standing:
            self._standing = standing
            self._tell()
            self.update()

    def _tell(self) -> None:
        words = self._standing.words
        self.setToolTip(words[0].upper() + words[1:])
        self.setAccessibleName(words)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw it in the colours of the theme."""
        look, standing = colours(), self._standing
        ink = {
            Freshness.CURRENT: look.good,
            Freshness.PARTIAL: look.warning,
            Freshness.OLD: look.warning,
            Freshness.EARLIER: look.accent,
        }.get(standing, look.soft)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(ink), 1.6)
        if standing in (Freshness.WAITING, Freshness.COMPUTING):
            pen.setDashPattern([1.2, 1.8])
        painter.setPen(pen)
        disc = QRectF(2.5, 2.5, _SIDE - 5, _SIDE - 5)
        painter.drawEllipse(disc)
        middle = disc.center()
        if standing is Freshness.EARLIER:
            painter.drawLine(middle, middle - QPointF(0, 3.6))
            painter.drawLine(middle, middle + QPointF(2.8, 1.4))
        elif standing is Freshness.COMPUTING:
            painter.setPen(QPen(QColor(ink), 2.4, c=Qt.PenCapStyle.RoundCap))
            painter.drawPoint(middle)
        elif standing in _FILLED:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ink))
            painter.drawPie(disc.adjusted(1, 1, -1, -1), 90 * 16, -_FILLED[standing] * 16)
        painter.end()


_LONGEST_RANGE = 1000


class OverlayPanel(QWidget):
    """A part for each overlay that is on, with a button to hide it; nothing while none is."""

    def __init__(
        self, overlays: Overlays, state: ToolState, actions: Actions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Overlays"))
        self._overlays, self._state = overlays, state
        self.parts = {it.id: _Part(it, overlays, self) for it in overlays}
        self.compare = CompareBar(overlays.earlier, actions, self)
        self.range = NumberField(self)
        self.range.setRange(0, _LONGEST_RANGE)
        self.range.setSpecialValueText(tr("whole board"))
        self.range.count(lambda number: trn("hex", "hexes", number))
        self.range.setAccessibleName(tr("Range of sight"))
        self.range.setToolTip(tr("How many hexes the overlays look; 0 means to the edge of the board"))
        self.range.valueChanged.connect(lambda value: setattr(state, "sight_range", value or None))
        self.turns = NumberField(self)
        self.turns.setRange(1, MAX_TURNS)
        self.turns.setValue(state.reach_turns)
        self.turns.setAccessibleName(tr("Turns of movement"))
        self.turns.setToolTip(tr("How many turns of movement to show"))
        self.turns.valueChanged.connect(lambda value: setattr(state, "reach_turns", value))
        self.mover = MoverBoxes(state, self)
        #: Each with the option that it is for, and shown while an overlay depends on that.
        self._rows = {
            "mover": self._mover_rows(),
            "reach_turns": self._row(tr("Turns"), self.turns),
            "sight_range": self._row(tr("Range"), self.range),
        }
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 6, 8)
        layout.setSpacing(8)
        layout.addWidget(self.compare)
        for part in self.parts.values():
            layout.addWidget(part)
        for row in self._rows.values():
            layout.addWidget(row)
        overlays.changed.connect(self._show)
        state.changed.connect(self._option_changed)
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Hide all overlays with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self._overlays.all_off()
        else:
            super().keyPressEvent(event)

    def show_scenario(self, scenario: Scenario) -> None:
        """Offer the classes and modes of the ruleset."""
        self.mover.show_scenario(scenario)

    def _mover_rows(self) -> QWidget:
        """Return two rows: three boxes beside one another would be wider than the panel."""
        rows = QWidget(self)
        layout = QVBoxLayout(rows)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        unit_class, mode, danger = self.mover.widgets
        layout.addWidget(self._row(tr("Mover"), unit_class, mode))
        layout.addWidget(danger)
        return rows

    def _row(self, name: str, *widgets: QWidget) -> QWidget:
        row = QWidget(self)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(soft_label(name, row))
        for widget in widgets:
            layout.addWidget(widget, 1)
        return row

    def _show(self, name: str) -> None:
        self.parts[name].show_overlay()
        shown = self._overlays.shown
        for option, row in self._rows.items():
            row.setVisible(any(option in it.options for it in shown))
        self.setVisible(bool(shown))
        self._show_neighbours(name)

    def _show_neighbours(self, name: str) -> None:
        """Show the legends anew of those whose signs stand elsewhere when one comes or goes."""
        for it in self._overlays.shown:
            if it.id != name and it.earlier is not None:
                self.parts[it.id].show_overlay()

    def _option_changed(self, what: str) -> None:
        if what == "sight_range":
            self.range.setValue(self._state.sight_range or 0)
        elif what == "reach_turns":
            self.turns.setValue(self._state.reach_turns)


class _Part(QWidget):
    """Title, status and legend of one overlay: whether it is of now, what it leaves out, what has changed in it."""

    def __init__(self, overlay: Overlay, overlays: Overlays, parent: QWidget) -> None:
        super().__init__(parent)
        self._overlay, self._overlays = overlay, overlays
        self.title = QLabel(self)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.title.setWordWrap(True)
        self.close_button = tool_button("close", tr("Hide {title}").format(title=overlay.title.lower()), self)
        self.close_button.setFixedSize(22, 22)
        self.close_button.clicked.connect(lambda: overlay.set_on(False))  # as Qt's setters
        self.sign = FreshnessSign(self)
        self.status = soft_label("", self)
        self.left_out = QLabel(self)
        self.left_out.setWordWrap(True)
        self.left_out.setObjectName("left-out")
        self.comparison = QLabel(self)
        self.comparison.setWordWrap(True)
        self._legend = LegendRows(self)
        top = QHBoxLayout()
        top.addWidget(self.sign)
        top.addWidget(self.title, 1)
        top.addWidget(self.close_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        layout.addLayout(top)
        for label in (self.status, self.left_out, self.comparison):
            layout.addWidget(label)
        layout.addLayout(self._legend)
        self.hide()

    def words(self) -> list[str]:
        """Return what the signs mean, in order."""
        return self._legend.words()

    def show_overlay(self) -> None:
        """Show how the overlay is now."""
        overlay = self._overlay
        self.setVisible(overlay.is_on)
        if not overlay.is_on:
            return
        self.title.setText(overlay.heading)
        self.sign.set_standing(overlay.freshness)
        self.status.setText(overlay.status)
        for line, told in ((self.left_out, overlay.left_out), (self.comparison, overlay.comparison)):
            line.setText(told)
            line.setVisible(bool(told))
        self._legend.show_entries(self._overlays.legend(overlay), overlay.hexagon)
