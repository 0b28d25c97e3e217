"""The palette as a list model: the kinds of the ruleset that match the search, under headings."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from fairground.editor.widgets.terrain_text import PaletteKind

if TYPE_CHECKING:
    from fairground.editor.widgets.terrain_text import PaletteSection

#: The role under which an item gives its ``PaletteKind``; None for headings.
KIND = Qt.ItemDataRole.UserRole
#: ... the number of its key (1-9, with Ctrl), or None.
NUMBER = Qt.ItemDataRole.UserRole + 1

Index = QModelIndex | QPersistentModelIndex


class PaletteModel(QAbstractListModel):
    """Kinds in their order, with a heading above those of each section where there are several sections.

    Number keys belong to the first nine terrains, whatever is searched for.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[PaletteKind] = []
        self._terrain: list[PaletteKind] = []
        self._rows: list[PaletteKind | PaletteSection] = []
        self._search = ""

    def set_kinds(self, kinds: list[PaletteKind]) -> None:
        """Show other kinds."""
        self._all = kinds
        self._terrain = [kind for kind in kinds if kind.section.is_terrain]
        self.search(self._search)

    def search(self, text: str) -> None:
        """Show the kinds that match ``text``; all when it is empty."""
        self.beginResetModel()
        self._search = text
        shown = [kind for kind in self._all if kind.matches(text)]
        sections = {kind.section for kind in self._all}
        self._rows = []
        for section, own in groupby(shown, key=lambda kind: kind.section):
            if len(sections) > 1:
                self._rows.append(section)
            self._rows += own
        self.endResetModel()

    def kinds(self) -> list[PaletteKind]:
        """Return the kinds shown."""
        return [row for row in self._rows if isinstance(row, PaletteKind)]

    def row_of(self, kind: PaletteKind) -> int:
        """Return the row of a kind that is shown."""
        return self._rows.index(kind)

    def numbered(self, number: int) -> PaletteKind | None:
        """Return the terrain of a number, 1-9; None when there are fewer."""
        return self._terrain[number - 1] if number <= len(self._terrain) else None

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of kinds shown, and of headings."""
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return that headings can be neither chosen nor reached by the arrow keys."""
        return (
            super().flags(index)
            if isinstance(self._rows[index.row()], PaletteKind)
            else Qt.ItemFlag.NoItemFlags
        )

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401  # Qt's own type
        """Return what a role of an item holds."""
        row = self._rows[index.row()]
        if not isinstance(row, PaletteKind):
            return row.title if role == Qt.ItemDataRole.DisplayRole else None
        if role == KIND:
            return row
        if role == NUMBER:
            return next((n for n, kind in enumerate(self._terrain[:9], 1) if kind is row), None)
        return _text(row, role)


def _text(kind: PaletteKind, role: int) -> str | None:
    """Return the text of a role; only the one, since Qt asks thousands of times while it lays out the rows."""
    match role:
        case Qt.ItemDataRole.DisplayRole:
            return kind.name
        case Qt.ItemDataRole.ToolTipRole:
            return kind.tooltip
        case Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join([kind.name, kind.section.noun, *kind.facts])
        case _:
            return None
