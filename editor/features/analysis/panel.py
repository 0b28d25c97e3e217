"""The analysis panel: cards, switches and legends of overlays, and the comparison with an earlier state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from fairground.editor.app.texts import capitalised, tr, trn
from fairground.editor.app.theme import colours
from fairground.editor.tools.option_defaults import MAX_TURNS
from fairground.editor.widgets.labels_and_buttons import fill, heading, make_bold, soft_label, tool_button
from fairground.editor.widgets.legend_rows import Freshness, LegendRows
from fairground.editor.widgets.mover_boxes import MoverBoxes
from fairground.editor.widgets.number_fields import NumberField
from fairground.editor.widgets.option_rows import action_button

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QPaintEvent

    from fairground.core.scenario.document import Scenario
    from fairground.editor.app.actions import Actions
    from fairground.editor.features.analysis.overlay_cards import OverlayCards
    from fairground.editor.overlays.earlier_state import Earlier
    from fairground.editor.overlays.overlay import Overlay
    from fairground.editor.overlays.registry import Overlays
    from fairground.editor.tools.tool_state import ToolState

_SIDE = 16
#: Degrees of the disc that are filled, clockwise from the top.
_FILLED = {Freshness.CURRENT: 360, Freshness.PARTIAL: 270, Freshness.OLD: 180, Freshness.EARLIER: 0}
_LONGEST_RANGE = 1000


class AnalysisParts(QWidget):
    """Holds the cards of the panel, which hide themselves while they are empty.

    While all are hidden, there are buttons for the overlays and a hint.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hint = soft_label("", self)
        # As high as its lines at the present width.
        self._hint.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._hint.setContentsMargins(10, 8, 10, 0)
        self._cards: list[QWidget] = []
        self._start: OverlayCards | None = None
        self._layout = fill(QVBoxLayout(self), self._hint, None, spacing=0)

    def offer(self, start: OverlayCards) -> None:
        """Show buttons above the hint; call this once."""
        self._start = start
        self._layout.insertWidget(0, start)

    @property
    def text(self) -> str:
        """The hint; empty while it is hidden."""
        return "" if self._hint.isHidden() else self._hint.text()

    def add(self, card: QWidget) -> None:
        """Put a card below the others."""
        self._layout.insertWidget(self._layout.count() - 1, card)
        self._cards.append(card)

    def say(self, hint: str) -> None:
        """Set the hint, and show it if all cards are hidden."""
        is_empty = all(card.isHidden() for card in self._cards)
        self._hint.setText(hint)
        self._hint.setVisible(is_empty)
        if self._start is not None:
            self._start.setVisible(is_empty)


class OverlayRows(QWidget):
    """A switch for each overlay, above the list of layers."""

    def __init__(self, actions: Actions, layers: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        title, layers_title = heading(tr("Overlays"), self), heading(tr("Layers"), self)
        title.setContentsMargins(10, 0, 0, 0)
        layers_title.setContentsMargins(10, 8, 0, 0)
        self.buttons = {
            name.removeprefix("overlay."): action_button(actions, name, self)
            for name in actions
            if name.startswith("overlay.") and name != "overlay.none"
        }
        for name, button in self.buttons.items():
            actions[f"overlay.{name}"].setCheckable(True)
            button.setAutoRaise(False)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        rows = fill(QVBoxLayout(), *self.buttons.values(), spacing=1, margins=(7, 0, 7, 0))
        fill(QVBoxLayout(self), title, rows, layers_title, (layers, 1), spacing=2, margins=(0, 6, 0, 0))


class FreshnessSign(QWidget):
    """A disc: full when up to date, three quarters when something is left out, half when old, dotted while computing."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedSize(QSize(_SIDE, _SIDE))
        self.set_freshness(Freshness.WAITING)

    def set_freshness(self, freshness: Freshness) -> None:
        """Show another state."""
        self.freshness = freshness
        self.setToolTip(capitalised(freshness.words))
        self.setAccessibleName(freshness.words)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002
        """Draw it in the colours of the theme."""
        look, freshness = colours(), self.freshness
        ink = {
            Freshness.CURRENT: look.good,
            Freshness.PARTIAL: look.warning,
            Freshness.OLD: look.warning,
            Freshness.EARLIER: look.accent,
        }.get(freshness, look.soft)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(ink), 1.6)
        if freshness in (Freshness.WAITING, Freshness.COMPUTING):
            pen.setDashPattern([1.2, 1.8])
        painter.setPen(pen)
        disc = QRectF(2.5, 2.5, _SIDE - 5, _SIDE - 5)
        painter.drawEllipse(disc)
        middle = disc.center()
        if freshness is Freshness.EARLIER:
            painter.drawLine(middle, middle - QPointF(0, 3.6))
            painter.drawLine(middle, middle + QPointF(2.8, 1.4))
        elif freshness is Freshness.COMPUTING:
            painter.setPen(QPen(QColor(ink), 2.4, c=Qt.PenCapStyle.RoundCap))
            painter.drawPoint(middle)
        elif freshness in _FILLED:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ink))
            painter.drawPie(disc.adjusted(1, 1, -1, -1), 90 * 16, -_FILLED[freshness] * 16)
        painter.end()


class CompareBar(QWidget):
    """Buttons to save what the overlays show, to flip between then and now, and to stop comparing."""

    def __init__(self, earlier: Earlier, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._earlier, self._actions = earlier, actions
        self.text = soft_label("", self)
        self.buttons = {
            name: action_button(actions, name, self)
            for name in ("compare.keep", "compare.flip", "compare.drop")
        }
        self.buttons["compare.keep"].setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        row = fill(QHBoxLayout(), *self.buttons.values(), None, spacing=2)
        fill(QVBoxLayout(self), row, self.text, spacing=2)
        actions["compare.flip"].setCheckable(True)
        earlier.changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show which state is compared with, and whether it is shown instead."""
        earlier = self._earlier
        relation = tr("Showing the earlier state") if earlier.is_shown else tr("Compared with")
        self.text.setText(f"{relation}: {earlier.words}." if earlier.is_kept else "")
        self.text.setVisible(earlier.is_kept)
        self._actions.enable(("compare.flip", "compare.drop"), earlier.is_kept)
        self._actions["compare.flip"].setChecked(earlier.is_shown)


class OverlayPanel(QWidget):
    """Status and legend of each overlay that is on, and the options that they depend on; hidden while none is on."""

    def __init__(
        self, overlays: Overlays, state: ToolState, actions: Actions, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Overlays"))
        self._overlays, self._state = overlays, state
        self.parts = {overlay.id: _OverlayStatus(overlay, overlays, self) for overlay in overlays}
        self.compare = CompareBar(overlays.earlier, actions, self)
        self.range = NumberField(self)
        self.range.setRange(0, _LONGEST_RANGE)
        self.range.setSpecialValueText(tr("whole board"))
        self.range.count(lambda number: trn("hex", "hexes", number))
        self.range.setAccessibleName(tr("Sight range"))
        self.range.setToolTip(tr("Sight range of the overlays in hexes; 0 means up to the edge of the board"))
        self.range.valueChanged.connect(lambda value: setattr(state, "sight_range", value or None))
        self.turns = NumberField(self)
        self.turns.setRange(1, MAX_TURNS)
        self.turns.setValue(state.reach_turns)
        self.turns.setAccessibleName(tr("Turns of movement"))
        self.turns.setToolTip(tr("How many turns of movement to show"))
        self.turns.valueChanged.connect(lambda value: setattr(state, "reach_turns", value))
        self.mover = MoverBoxes(state, self)
        #: By the option that they are for; shown while an overlay depends on it.
        self._rows = {
            "mover": self._mover_rows(),
            "reach_turns": self._row(tr("Turns"), self.turns),
            "sight_range": self._row(tr("Range"), self.range),
        }
        parts = (self.compare, *self.parts.values(), *self._rows.values())
        fill(QVBoxLayout(self), *parts, spacing=8, margins=(10, 6, 6, 8))
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
        unit_class, mode, danger = self.mover.widgets
        fill(QVBoxLayout(rows), self._row(tr("Mover"), unit_class, mode), danger, spacing=3)
        return rows

    def _row(self, name: str, *widgets: QWidget) -> QWidget:
        row = QWidget(self)
        fill(QHBoxLayout(row), soft_label(name, row), *((widget, 1) for widget in widgets))
        return row

    def _show(self, name: str) -> None:
        self.parts[name].show_overlay()
        shown = self._overlays.shown
        for option, row in self._rows.items():
            row.setVisible(any(option in overlay.options for overlay in shown))
        self.setVisible(bool(shown))
        # The legends of the others: signs move when an overlay is switched on or off.
        for overlay in shown:
            if overlay.id != name and overlay.earlier is not None:
                self.parts[overlay.id].show_overlay()

    def _option_changed(self, what: str) -> None:
        if what == "sight_range":
            self.range.setValue(self._state.sight_range or 0)
        elif what == "reach_turns":
            self.turns.setValue(self._state.reach_turns)


class _OverlayStatus(QWidget):
    """Title, status and legend of one overlay: whether it is up to date, what it leaves out, what has changed."""

    def __init__(self, overlay: Overlay, overlays: Overlays, parent: QWidget) -> None:
        super().__init__(parent)
        self._overlay, self._overlays = overlay, overlays
        self.title = QLabel(self)
        make_bold(self.title)
        self.title.setWordWrap(True)
        self.close_button = tool_button("close", tr("Hide {title}").format(title=overlay.title.lower()), self)
        self.close_button.setFixedSize(22, 22)
        self.close_button.clicked.connect(lambda: overlay.set_on(False))
        self.pin_button = tool_button("pin", "", self, checkable=True)
        self.pin_button.setFixedSize(22, 22)
        self.pin_button.clicked.connect(lambda on: overlays.pin(overlay.id if on else ""))
        self.pin_button.setVisible(overlay.is_fill)
        self._show_pin()
        self.sign = FreshnessSign(self)
        self.status = soft_label("", self)
        self.left_out = QLabel(self)
        self.left_out.setWordWrap(True)
        self.left_out.setObjectName("left-out")
        self.comparison = QLabel(self)
        self.comparison.setWordWrap(True)
        self._legend = LegendRows(self)
        self._legend.hovered.connect(lambda entry: overlays.highlight(overlay, entry and entry.about))
        top = fill(QHBoxLayout(), self.sign, (self.title, 1), self.pin_button, self.close_button)
        labels = (self.status, self.left_out, self.comparison)
        fill(QVBoxLayout(self), top, *labels, self._legend, spacing=3)
        self.hide()

    def legend_texts(self) -> list[str]:
        """Return the texts of the legend, in order."""
        return self._legend.words()

    def show_overlay(self) -> None:
        """Show the present state of the overlay."""
        overlay = self._overlay
        self.setVisible(overlay.is_on)
        if not overlay.is_on:
            return
        self.title.setText(overlay.heading)
        self._show_pin()
        self.sign.set_freshness(overlay.freshness)
        self.status.setText(overlay.status)
        for label, text in ((self.left_out, overlay.left_out), (self.comparison, overlay.comparison)):
            label.setText(text)
            label.setVisible(bool(text))
        self._legend.show_entries(self._overlays.legend(overlay), overlay.hexagon)

    def _show_pin(self) -> None:
        is_pinned = self._overlays.pinned == self._overlay.id
        tip = (
            tr("Pinned: stays when you turn on another overlay. Click to unpin")
            if is_pinned
            else tr("Pin: keep this overlay when you turn on another one")
        )
        self.pin_button.setChecked(is_pinned)
        self.pin_button.setToolTip(tip)
        self.pin_button.setAccessibleName(tip)
