"""The scenario panel: pages for general data, sides, zones, objectives, units, fairness limits and locks."""

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

from fairground.editor.app.deferred import in_one_picture, next_turn
from fairground.editor.app.texts import tr
from fairground.editor.widgets.labels_and_buttons import tool_button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.finding import Finding
    from fairground.editor.document.document import Document
    from fairground.editor.features.scenario.zones_and_objectives_pages import Page, ScenarioPages

#: The pages by name, with title and icon, in order.
_TABS = (
    ("general", tr("General"), "scenario"),
    ("sides", tr("Sides"), "sides"),
    ("zones", tr("Zones"), "zones"),
    ("objectives", tr("Objectives"), "objective"),
    ("units", tr("Units"), "unit"),
    ("fair", tr("Fairness limits"), "fairness"),
    ("locked", tr("Locked hexes and zones"), "locked"),
)


class ScenarioPanel(QWidget):
    """Buttons and pages; each change on a page is one undo step.

    A page is created when it is first seen or requested, which keeps start-up fast.
    """

    #: The name of the page shown.
    page_shown = Signal(str)
    #: The name of a page that was created; it shows the document already.
    page_created = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document: Document | None = None
        self._findings: Sequence[Finding] = ()
        self._pages: ScenarioPages | None = None
        #: The selected page, created once the panel is visible.
        self._name = "general"
        self.tabs: dict[str, QToolButton] = {}
        self._stack = QStackedWidget(self)
        self._areas: dict[str, QScrollArea] = {}
        #: The placeholder for a page that is not created yet.
        self._blank = QWidget(self._stack)
        self._stack.addWidget(self._blank)
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
        """The pages, each created on demand."""
        if self._pages is None:
            from fairground.editor.features.scenario.zones_and_objectives_pages import ScenarioPages

            self._pages = ScenarioPages(self._begin)
        return self._pages

    @property
    def created(self) -> dict[str, Page]:
        """The pages created so far, by name."""
        return {} if self._pages is None else self._pages.created

    def set_document(self, document: Document | None) -> None:
        """Show another document."""
        self._document, self._findings = document, ()
        self.setEnabled(document is not None)
        for page in self.created.values():
            page.set_document(document)
        self._show()

    def see(self, is_seen: bool) -> None:  # noqa: FBT001  # slot of a signal
        """Create the page when the panel becomes visible."""
        if is_seen:
            self._show_soon()

    def show_page(self, name: str) -> None:
        """Show a page by name: ``general``, ``sides``, ``zones``, ``objectives``, ``units``, ``fair`` or ``locked``."""
        self._name = name
        self.tabs[name].setChecked(True)
        self._show()
        self.page_shown.emit(name)

    def show_findings(self, findings: Sequence[Finding]) -> None:
        """Show findings beside the fields."""
        self._findings = findings
        for page in self.created.values():
            page.show_findings(findings)

    def commit(self) -> None:
        """Apply text that is still being typed (before a save)."""
        if self._pages is not None:
            for page in self._pages.forms:
                page.commit()

    def refresh(self) -> None:
        """Redraw icons in the colours of the theme."""
        for page in self.created.values():
            page.refresh()

    def _show(self) -> None:
        """Show the selected page, and create it if the panel is visible."""
        self._stack.setCurrentWidget(self._areas.get(self._name, self._blank))
        if not self.visibleRegion().isEmpty():
            self._show_soon()

    def _show_soon(self) -> None:
        if self._document is not None and self._name not in self.created:
            # Creating and showing a page take a turn of the event loop each. A dock reports that it is visible before it
            # moves behind a tab, where no page is needed.
            next_turn(self, self._make)
            in_one_picture(self.window())

    def _make(self) -> None:
        if self._document is not None and not self.visibleRegion().isEmpty():
            self.pages.page(self._name)

    def _begin(self, name: str, page: Page) -> None:
        area = self._areas[name] = QScrollArea(self._stack)
        area.setWidget(page)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._stack.addWidget(area)
        page.set_document(self._document)
        page.show_findings(self._findings)
        self.page_created.emit(name)
        if name == self._name:
            next_turn(self, self._show)
            in_one_picture(self.window())
