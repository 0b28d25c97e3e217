"""The palette as a list model: the kinds of the ruleset that match the search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

if TYPE_CHECKING:
    from fairground.editor.window.kind_words import Kind

#: The role under which an item gives its ``Kind``.
KIND = Qt.ItemDataRole.UserRole
#: ... its number key (1-9), or None.
NUMBER = Qt.ItemDataRole.UserRole + 1

Index = QModelIndex | QPersistentModelIndex


class PaletteModel(QAbstractListModel):
    """Kinds in their order; number keys belong to the first nine terrains, whatever is searched for."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[Kind] = []
        self._shown: list[Kind] = []
        self._search = ""

    def set_kinds(self, kinds: list[Kind]) -> None:
        """Show other kinds."""
        self.beginResetModel()
        self._all = kinds
        self._shown = [kind for kind in kinds if kind.matches(self._search)]
        self.endResetModel()

    def search(self, text: str) -> None:
        """Show the kinds that match ``text``; all when it is empty."""
        self.beginResetModel()
        self._search = text
        self._shown = [kind for kind in self._all if kind.matches(text)]
        self.endResetModel()

    def numbered(self, number: int) -> Kind | None:
        """Return the terrain of a number key, 1-9; None when there are fewer."""
        terrain = [kind for kind in self._all if not kind.is_effect]
        return terrain[number - 1] if number <= len(terrain) else None

    def find(self, kind_id: str) -> Kind | None:
        """Return the terrain of that id; None when the ruleset has none."""
        return next((kind for kind in self._all if kind.id == kind_id and not kind.is_effect), None)

    def rowCount(self, parent: Index | None = None) -> int:
        """Return the number of kinds shown."""
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401  # Qt's own type
        """Return what a role of an item holds."""
        kind = self._shown[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return kind.name
            case Qt.ItemDataRole.ToolTipRole:
                return kind.tooltip
            case Qt.ItemDataRole.AccessibleTextRole:
                return ", ".join([kind.name, "effect" if kind.is_effect else "terrain", *kind.facts])
            case _ if role == KIND:
                return kind
            case _ if role == NUMBER:
                return next((n for n in range(1, 10) if self.numbered(n) is kind), None)
            case _:
                return None
