"""The findings controller: connects validation, panel and map."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from fairground.editor.app.texts import tr
from fairground.editor.document.rule_answers import describe_scope
from fairground.editor.features.findings.model import marks, place_of
from fairground.editor.features.findings.panel import FindingsPanel
from fairground.editor.session.feature_context import FeatureController

if TYPE_CHECKING:
    from fairground.core.finding import Finding
    from fairground.core.grid.hexes import Hex
    from fairground.editor.document.document import Document
    from fairground.editor.features.findings.quick_fixes import QuickFix
    from fairground.editor.session.feature_context import FeatureContext


def install(context: FeatureContext) -> FindingsController:
    """Install the findings."""
    return FindingsController(context)


class FindingsController(FeatureController):
    """Lists the findings in the panel, marks them on the map, and applies fixes."""

    def __init__(self, context: FeatureContext) -> None:
        super().__init__(context)
        self._workbench, self._docks = context.workbench, context.docks
        self._document: Document | None = None
        self._panel = panel = context.find(FindingsPanel)
        watch, actions = context.session.validation_watch, context.actions
        watch.findings_ready.connect(self._show_findings)
        watch.current_changed.connect(panel.set_current)
        watch.failed.connect(panel.fail)
        panel.chosen.connect(self._go_to)
        panel.fix_wanted.connect(self._fix)
        panel.filter.remember_in(context.session.settings)
        panel.filter.is_selected = lambda it: self._place_of(it) in self._workbench.state.selection
        self._workbench.state.changed.connect(self._option_changed)
        actions.on("finding.next", partial(panel.step, 1))
        actions.on("finding.previous", partial(panel.step, -1))
        actions.on("finding.fix", panel.fix_current)
        actions.on("finding.filter", self._filter)

    def set_document(self, document: Document | None) -> None:
        """Wait for the findings of another document, or of another state of the same one."""
        self._document = document
        self._wait(document)

    def look_at(self, document: Document) -> None:
        """Wait for the findings of the state shown for comparison."""
        self._wait(document)

    def _wait(self, document: Document | None) -> None:
        self._panel.wait()
        is_what_if = document is not None and document.is_what_if
        self._panel.filter.title.setText(tr("Findings for the what-if") if is_what_if else tr("Findings"))

    def _show_findings(self, _revision: int, findings: list[Finding]) -> None:
        document, canvas = self._document, self._workbench.canvas
        if document is None or canvas is None:
            return
        from fairground.editor.features.findings.quick_fixes import quick_fix

        scenario = document.scenario
        scope = describe_scope(scenario) if not findings else ""
        self._panel.show_findings(findings, lambda finding: quick_fix(scenario, finding), scope)
        canvas.set_marked(marks(findings))

    def _place_of(self, finding: Finding) -> Hex | None:
        return place_of(self._document.scenario, finding) if self._document is not None else None

    def _go_to(self, finding: Finding) -> None:
        at = self._place_of(finding)
        if at is not None:
            self._workbench.go_to(at)

    def _fix(self, fix: QuickFix) -> None:
        refusal = fix.apply(self._document, self._workbench.state) if self._document is not None else ""
        if refusal:
            self._workbench.say(refusal)

    def _filter(self) -> None:
        self._docks.open("findings")
        self._panel.filter.text.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _option_changed(self, option: str) -> None:
        if option == "selection" and self._panel.filter.selected.isChecked():
            self._panel.filter.changed.emit()
