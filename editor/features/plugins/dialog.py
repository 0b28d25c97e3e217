"""Help > Plugins: a table of the plugins of installed packages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QLabel,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.labels_and_buttons import open_at

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fairground.core.plugin_groups import Plugin

_KINDS: Final[Mapping[str, str]] = {
    "formats": tr("Format"),
    "checks": tr("Check"),
    "measures": tr("Measure"),
    "overlays": tr("Overlay"),
    "tools": tr("Tool"),
    "bots": tr("Bot"),
    "rulesets": tr("Ruleset"),
    "commands": tr("Command"),
}


class PluginsDialog(QDialog):
    """Shows each plugin with its kind and package, and why one was left out."""

    def __init__(self, plugins: Sequence[Plugin], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Plugins"))
        open_at(self, 680, 360)
        self.about = QLabel(
            tr("Installed packages can add formats, checks, measures, overlays, tools, bots and rulesets.")
            if plugins
            else tr("No plugins installed. The manual explains how to write one."),
            self,
        )
        self.about.setWordWrap(True)
        heads = (tr("Plugin"), tr("Kind"), tr("Package"), tr("State"))
        self.table = QTableWidget(len(plugins), len(heads), self)
        self.table.setHorizontalHeaderLabels(heads)
        self.table.setAccessibleName(tr("Plugins"))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.table.verticalHeader().hide()
        for row, it in enumerate(plugins):
            self._fill(row, it)
        self.table.resizeColumnsToContents()
        self.table.horizontalHeader().setSectionResizeMode(len(heads) - 1, QHeaderView.ResizeMode.Stretch)
        self.table.resizeRowsToContents()
        self.table.setVisible(bool(plugins))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.close)
        layout = QVBoxLayout(self)
        for widget in (self.about, self.table, buttons):
            layout.addWidget(widget)
        layout.setStretchFactor(self.table, 1)

    def _fill(self, row: int, plugin: Plugin) -> None:
        state = tr("Not used: {error}").format(error=plugin.error) if plugin.error else tr("Ready")
        cells = (
            plugin.title or plugin.name,
            _KINDS.get(plugin.kind, plugin.kind),
            f"{plugin.package} {plugin.version}",
            state,
        )
        for column, text in enumerate(cells):
            item = QTableWidgetItem(text)
            item.setToolTip(text)
            self.table.setItem(row, column, item)
        if plugin.error:
            item.setIcon(icon("warning", colours().warning))
