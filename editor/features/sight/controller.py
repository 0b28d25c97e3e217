"""The line of sight in the window: its verdict in a card, its actions, and the front and sides of a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QLabel, QListWidget, QListWidgetItem, QSizePolicy, QVBoxLayout, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.canvas.stage import sample_hexagon
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.document.rule_answers import why_no_arcs
from fairground.editor.features.sight.text import (
    amount_rows,
    base_rows,
    describe_base_ends,
    describe_base_verdict,
    describe_ends,
    describe_verdict,
)
from fairground.editor.overlays.analysis_part import AnalysisPart, LineController
from fairground.editor.overlays.arcs import UnitArcs, arcs_legend
from fairground.editor.overlays.sight_line import SightLine
from fairground.editor.tools.sight import no_sight_lines
from fairground.editor.widgets.labels_and_buttons import heading
from fairground.editor.widgets.legend_rows import LegendRows
from fairground.editor.widgets.option_rows import AmountRows, VerdictLine

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QResizeEvent

    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.bases.verdict import BaseSight
    from fairground.core.sight.line.reasons import Reason
    from fairground.core.sight.line.verdict import SightVerdict
    from fairground.core.sight.unit_sides import Arcs
    from fairground.editor.app.actions import Actions
    from fairground.editor.document.document import Document
    from fairground.editor.session.feature_context import FeatureContext


_PLACE = Qt.ItemDataRole.UserRole


class SightPanel(QWidget):
    """Shows a verdict with its reasons; a click or Enter on a reason shows its hex."""

    #: The ``Hex`` or ``Hexside`` of a reason that was clicked.
    place_chosen = Signal(object)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Line of sight"))
        self._actions = actions
        self._top = VerdictLine(actions, ("sight.swap", "sight.clear"), self)
        self.verdict = self._top.verdict
        self.ends = QLabel(self)
        self.ends.setAccessibleName(tr("Start and end"))
        self.ends.setWordWrap(True)
        self._form = AmountRows(self)
        self._why = heading(tr("Reason"), self)
        self._shown: tuple[Reason, ...] = ()
        self.reasons = _Reasons(self)
        self.reasons.setObjectName("plain")
        self.reasons.setAccessibleName(tr("Reasons"))
        self.reasons.setWordWrap(True)
        self.reasons.setMouseTracking(True)
        self.reasons.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.reasons.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.reasons.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.reasons.itemClicked.connect(self._choose)
        self.reasons.itemActivated.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 6, 8)
        layout.setSpacing(4)
        layout.addWidget(self._top)
        layout.addWidget(self.ends)
        layout.addLayout(self._form)
        layout.addWidget(self._why)
        layout.addWidget(self.reasons)
        self.hide()

    def rows(self) -> list[tuple[str, str]]:
        """Return the names and texts of the table."""
        return list(self._form.shown)

    def texts(self) -> list[str]:
        """Return the reasons as shown."""
        return [self.reasons.item(row).text() for row in range(self.reasons.count())]

    def show_sight(
        self,
        sight: SightVerdict | None,
        heights: tuple[int, int],
    ) -> None:
        """Show a verdict; hide for None."""
        if sight is None:
            self.hide()
            return
        is_line = sight.start != sight.end
        self._top.say(describe_verdict(sight), good=sight.clear if is_line else None)
        self.ends.setText(describe_ends(sight))
        self._form.show_rows(amount_rows(sight, heights) if is_line else [])
        self._show_reasons(sight.reasons if is_line else ())
        self._why.setVisible(is_line)
        self.reasons.setVisible(is_line)
        self.show()

    def show_base_sight(self, scenario: Scenario, sight: BaseSight) -> None:
        """Show a verdict on sight from base to base."""
        from fairground.core.rules.visibility import TargetState

        self._top.say(describe_base_verdict(sight), good=sight.state is not TargetState.HIDDEN)
        self.ends.setText(describe_base_ends(scenario, sight))
        self._form.show_rows(base_rows(scenario, sight))
        self._show_reasons(sight.reasons)
        self._why.show()
        self.reasons.show()
        self.show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove the line with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self._actions["sight.clear"].trigger()
        else:
            super().keyPressEvent(event)

    def _show_reasons(self, reasons: tuple[Reason, ...]) -> None:
        if reasons == self._shown:
            # After most edits the reasons are the same.
            return
        self._shown = reasons
        self.reasons.clear()
        for it in reasons:
            item = QListWidgetItem(f"{it.rule}  {it.text}" if it.rule else it.text, self.reasons)
            item.setData(_PLACE, it.place)
            item.setToolTip(tr("Click to show this hex on the map") if it.place is not None else "")
        self.reasons.fit()

    def _choose(self, item: QListWidgetItem) -> None:
        place = item.data(_PLACE)
        if place is not None:
            self.place_chosen.emit(place)


class _Reasons(QListWidget):
    """A list as high as its texts: the panel around it scrolls."""

    def fit(self) -> None:
        """Fit rows and list to the height of their texts."""
        wide = max(self.viewport().width() - 12, 60)
        heights = [
            self.fontMetrics()
            .boundingRect(0, 0, wide, 10_000, Qt.TextFlag.TextWordWrap, self.item(row).text())
            .height()
            + 8
            for row in range(self.count())
        ]
        for row, height in enumerate(heights):
            self.item(row).setSizeHint(QSize(60, height))
        self.setFixedHeight(sum(heights) + 4)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap the lines again."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.fit()


class ArcsPanel(QWidget):
    """The legend of the sides of a unit."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Front and sides"))
        self.title = heading("", self)
        self._legend = LegendRows(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 6, 6, 8)
        layout.setSpacing(3)
        layout.addWidget(self.title)
        layout.addLayout(self._legend)
        self.hide()

    def words(self) -> list[str]:
        """Return the texts of the legend, in order."""
        return self._legend.words()

    def show_arcs(self, called: str, arcs: Arcs | None) -> None:
        """Explain the arcs of a unit; hide for None."""
        if arcs is not None:
            self.title.setText(tr("Front and sides of {unit}").format(unit=called))
            hexagon = sample_hexagon(arcs.layout)
            self._legend.show_entries(arcs_legend(arcs, hexagon), hexagon)
        self.setVisible(arcs is not None)


_ACTION, _SETTING = "view.arcs", "view/arcs"


class UnitSidesController(AnalysisPart):
    """Shows the front and sides of a unit, and remembers whether they are switched on."""

    is_below = True
    panel: ArcsPanel

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context.window)
        workbench, settings, actions = context.workbench, context.session.settings, context.actions
        self._settings, self._actions = settings, actions
        self._document: Document | None = None
        self.arcs = UnitArcs(workbench.state, self)
        self.panel = ArcsPanel()
        wanted = str(settings.value(_SETTING, "true")).lower() == "true"
        self.arcs.set_on(wanted)  # as Qt's setters
        action = actions[_ACTION]
        action.setCheckable(True)
        action.setChecked(wanted)
        action.toggled.connect(self._set_on)
        self.arcs.changed.connect(self.refresh)
        workbench.tool_taken.connect(self.arcs.take_tool)
        self.arcs.take_tool(workbench.tool.id)

    @property
    def cover(self) -> UnitArcs:
        """The arcs over the map."""
        return self.arcs

    def set_document(self, document: Document | None) -> None:
        """Show the sides of a unit of another document."""
        self._document = document
        self.arcs.set_document(document)

    def refresh(self) -> None:
        """Redraw legend and map."""
        was_hidden = self.panel.isHidden()
        unit, document = self.arcs.unit, self._document
        called = document.scenario.unit_title(unit) if unit is not None and document is not None else ""
        self.panel.show_arcs(called, self.arcs.shown)
        if was_hidden != self.panel.isHidden():
            self.shown.emit(False)  # Qt's signature
        self.redrawn.emit()

    def refresh_actions(self) -> None:
        """Disable the action, with the reason, if units of the ruleset have no sides."""
        if self._document is None:
            return
        rules, action = known_rules(self._document.scenario), self._actions[_ACTION]
        why_not = why_no_arcs(rules) if rules is not None else ""
        action.setEnabled(not why_not)
        action.setToolTip(why_not or self._actions.keymap.actions[_ACTION].tooltip)

    def _set_on(self, on: bool) -> None:  # noqa: FBT001  # slot of an action
        self._settings.setValue(_SETTING, on)
        self.arcs.set_on(on)


def install(context: FeatureContext) -> SightController:
    """Install the line of sight, and the sides of a unit."""
    controller = SightController(context)
    context.analysis_parts += (controller, controller.arcs)
    return controller


class SightController(LineController[SightPanel]):
    """Connects the line with tool, map and card."""

    tool, option = "sight", "sight_line"
    line: SightLine

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context.workbench, context.actions, SightPanel(context.actions), context.window)
        self.line = SightLine(self.state, self)
        self.panel.place_chosen.connect(self.place_chosen)
        #: The sides of the chosen unit.
        self.arcs = UnitSidesController(context)
        self.line.changed.connect(self.refresh)

    def refusal(self, scenario: Scenario) -> str:
        """Return why there are no lines."""
        return no_sight_lines(scenario)

    def swap(self) -> None:
        """Swap the ends of the line, with their heights and stances."""
        if self.ends is not None:
            self.state.sight_heights = self.state.sight_heights[::-1]
            self.state.sight_units = self.state.sight_units[::-1]
            self.state.attack = self.state.attack.swapped
        super().swap()

    def show_panel(self) -> None:
        """Show the verdict in the colours of the theme."""
        sight, scenario = self.line.base_sight, self._scenario
        if sight is not None and scenario is not None:
            self.panel.show_base_sight(scenario, sight)
        else:
            self.panel.show_sight(self.line.sight, self.state.sight_heights)
