"""The arcs of a unit in the window: an action that shows and hides them, and their legend.

What the signs of a unit's arcs mean, in the analysis panel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QVBoxLayout, QWidget

from fairground.editor.app.texts import tr
from fairground.editor.canvas.stage import sample_hexagon
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.document.rule_answers import why_no_arcs
from fairground.editor.overlays.analysis_part import AnalysisPart
from fairground.editor.overlays.arcs import UnitArcs, arcs_legend
from fairground.editor.widgets.basics import heading
from fairground.editor.widgets.legend_rows import LegendRows

if TYPE_CHECKING:
    from fairground.core.scenario.parts import Unit
    from fairground.core.sight.unit_sides import Arcs
    from fairground.editor.document.document import Document
    from fairground.editor.session.feature_context import FeatureContext


class ArcsPanel(QWidget):
    """A heading with the unit's id, and its legend; nothing while no arcs are drawn."""

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
        """Return what the signs mean, in order."""
        return self._legend.words()

    def show_arcs(self, unit: Unit | None, arcs: Arcs | None) -> None:
        """Explain the arcs of a unit; hide for None."""
        if unit is not None and arcs is not None:
            self.title.setText(tr("Front and sides of {unit}").format(unit=unit.id))
            hexagon = sample_hexagon(arcs.layout)
            self._legend.show_entries(arcs_legend(arcs, hexagon), hexagon)
        self.setVisible(arcs is not None)


_ACTION, _SETTING = "view.arcs", "view/arcs"


class UnitSidesController(AnalysisPart):
    """Wires the arcs to tools, menu and panel, and remembers whether they are wanted."""

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
        """Show legend and map again."""
        was_hidden = self.panel.isHidden()
        self.panel.show_arcs(self.arcs.unit, self.arcs.shown)
        if was_hidden != self.panel.isHidden():
            self.shown.emit(False)  # Qt's signature
        self.redrawn.emit()

    def refresh_actions(self) -> None:
        """Forbid the action where units have no sides, and say why; allow it elsewhere."""
        if self._document is None:
            return
        rules, action = known_rules(self._document.scenario), self._actions[_ACTION]
        why_not = why_no_arcs(rules) if rules is not None else ""
        action.setEnabled(not why_not)
        action.setToolTip(why_not or self._actions.keymap.actions[_ACTION].tooltip)

    def _set_on(self, on: bool) -> None:  # noqa: FBT001  # slot of an action
        self._settings.setValue(_SETTING, on)
        self.arcs.set_on(on)
