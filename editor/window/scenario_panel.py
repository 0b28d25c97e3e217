"""The scenario besides its board, on pages: what holds for all of it, sides, zones, objectives, units, fairness and locks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QHBoxLayout,
    QScrollArea,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.texts import tr
from fairground.editor.window.widgets import tool_button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.finding import Finding
    from fairground.editor.document.document import Document
    from fairground.editor.window.scenario_pages import ScenarioPages

#: The pages by name, with title and icon, in order.
_TABS = (
    ("general", tr("The whole scenario"), "scenario"),
    ("sides", tr("Sides"), "sides"),
    ("zones", tr("Zones"), "zones"),
    ("objectives", tr("Objectives"), "objective"),
    ("units", tr("Units"), "unit"),
    ("fair", tr("What counts as fair"), "fairness"),
    ("locked", tr("Locked hexes and zones"), "locked"),
)


class ScenarioPanel(QWidget):
    """A row of buttons for the pages; each change on a page is a step that can be undone.

    The pages are made with the first document: the welcome page does without.
    """

    #: The name of the page that is shown now.
    page_shown = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pages: ScenarioPages | None = None
        self.tabs: dict[str, QToolButton] = {}
        self._stack = QStackedWidget(self)
        group = QButtonGroup(self)
        row = QHBoxLayout()
        row.setContentsMargins(8, 4, 8, 0)
        row.setSpacing(1)
        for name, title, sign in _TABS:
            tab = tool_button(sign, title, self, checkable=True)
            tab.setIconSize(QSize(20, 20))
            tab.clicked.connect(lambda _on=False, name=name: self.show_page(name))
            group.addButton(tab)
            self.tabs[name] = tab
            row.addWidget(tab)
        row.addStretch(1)
        self.tabs["general"].setChecked(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(row)
        column.addWidget(self._stack, 1)
        self.setEnabled(False)

    @property
    def pages(self) -> ScenarioPages:
        """The pages, made when they are first asked for."""
        if self._pages is None:
            from fairground.editor.window.scenario_pages import ScenarioPages  # noqa: PLC0415  # the welcome page does without

            self._pages = ScenarioPages()
            for page in self._pages.all().values():
                area = QScrollArea(self._stack)
                area.setWidget(page)
                area.setWidgetResizable(True)
                area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
                area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
                self._stack.addWidget(area)
        return self._pages

    def set_document(self, document: Document | None) -> None:
        """Show another document."""
        self.setEnabled(document is not None)
        if document is not None or self._pages is not None:
            for page in self.pages.all().values():
                page.set_document(document)

    def show_page(self, name: str) -> None:
        """Show a page by its name: ``general``, ``sides``, ``zones``, ``objectives``, ``units``, ``fair`` or ``locked``."""
        self.tabs[name].setChecked(True)
        if self._pages is not None:
            self._stack.setCurrentIndex(list(self._pages.all()).index(name))
        self.page_shown.emit(name)

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Tell beside the fields what is wrong with them."""
        if self._pages is not None:
            for page in self._pages.all().values():
                page.show_findings(findings)

    def commit(self) -> None:
        """Take over what was typed and not left yet (before a save)."""
        if self._pages is not None:
            self._pages.general.commit()
            self._pages.fair.commit()
            for page in self._pages.parts():
                page.commit()

    def refresh(self) -> None:
        """Draw icons and signs in the colours of the theme."""
        if self._pages is not None:
            for page in self._pages.all().values():
                page.refresh()
