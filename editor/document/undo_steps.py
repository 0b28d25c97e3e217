"""Steps of the undo stack, and the limit on their memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple
from weakref import ref

import numpy as np
from PySide6.QtGui import QUndoCommand

from fairground.core.grid.hexes import Hex
from fairground.core.scenario.parts import Unit
from fairground.core.scenario.shapes import Painted
from fairground.editor.document.board_patch import BoardPatch
from fairground.editor.document.patches import CellPatch, HexsidePatch, merged_patches

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray
    from PySide6.QtGui import QUndoStack

    from fairground.core.grid.layout import Layout
    from fairground.editor.document.document import Document
    from fairground.editor.document.patches import Patch

#: The size of a small part of a scenario, and of a reference to one, in bytes.
_PART, _REFERENCE = 400, 8
#: The most hexes of a step that the history names.
MOST_NAMED = 3


class HistoryBound:
    """Forgets the oldest steps of a stack that takes more than ``most`` bytes, but never the last step."""

    most: ClassVar[int] = 2**28

    def __init__(self, stack: QUndoStack) -> None:
        self._stack = stack
        self._sizes: list[int] = []
        #: The earliest index of the history that can be restored.
        self.earliest = 0

    def pushed(self, index: int) -> None:
        """Take note of an edit at an index of the history, as a new step or a part of the previous one."""
        del self._sizes[index:]
        last = self._stack.index() - 1
        del self._sizes[last:]
        command = self._stack.command(last)
        self._sizes.append(size_of(command.patches) if isinstance(command, DocumentEdit) else 0)

    def keep(self) -> bool:
        """Forget as many of the oldest steps as necessary; return whether there were any."""
        before, total = self.earliest, sum(self._sizes)
        while total > self.most and self.earliest < self._stack.index() - 1:
            command = self._stack.command(self.earliest)
            if isinstance(command, DocumentEdit):
                command.forget()
            total -= self._sizes[self.earliest]
            self._sizes[self.earliest] = 0
            self.earliest += 1
        return self.earliest > before


def size_of(patches: Iterable[Patch]) -> int:
    """Return about how much memory patches take, in bytes; items that a list has before and after count once."""
    return sum(map(_size, patches))


def _size(patch: Patch) -> int:
    if isinstance(patch, CellPatch):
        return patch.cells.nbytes + patch.before.nbytes + patch.after.nbytes
    if isinstance(patch, BoardPatch):
        return sum(len(it.packed) + _PART * len(it.sides or ()) for it in (patch.before, patch.after))
    if isinstance(patch, HexsidePatch):
        return _PART * len(patch.after)
    before, after = patch.before, patch.after
    if isinstance(before, list | tuple) and isinstance(after, list | tuple):
        only_in_one = set(map(id, before)) ^ set(map(id, after))
        alone = [it for it in (*before, *after) if id(it) in only_in_one]
        return _REFERENCE * len(after) + sum(map(_size_of_part, alone))
    return _PART + (_PART // 2 * len(after) if isinstance(after, dict) else 0)


def _size_of_part(part: object) -> int:
    shape = getattr(part, "shape", None)
    return _PART + (sum(map(len, shape.rows)) if isinstance(shape, Painted) else 0)


class TouchedHexes(NamedTuple):
    """The first hexes that a step changes, in the order of the board, and the number of all."""

    first: tuple[Hex, ...] = ()
    total: int = 0


def touched_hexes(layout: Layout, columns: int, patches: Iterable[Patch]) -> TouchedHexes:
    """Return the hexes that patches change on a board: their layers, hexsides, units, names and notes."""
    cells: list[NDArray[np.int64]] = []
    hexes: dict[Hex, None] = {}
    for patch in patches:
        if isinstance(patch, CellPatch):
            cells.append(patch.cells)
        elif isinstance(patch, HexsidePatch):
            hexes.update(dict.fromkeys(side.hex for side in patch.after))
        elif not isinstance(patch, BoardPatch):
            hexes.update(dict.fromkeys(_hexes_of(patch.before, patch.after)))
    if cells:
        numbers = np.unique(np.concatenate(cells))
        rows = (divmod(int(number), columns) for number in numbers[:MOST_NAMED])
        first = dict.fromkeys((*hexes, *(layout.from_offset(column, row) for row, column in rows)))
        return TouchedHexes(tuple(first)[:MOST_NAMED], max(len(first), len(hexes), len(numbers)))
    return TouchedHexes(tuple(hexes)[:MOST_NAMED], len(hexes))


def _hexes_of(before: object, after: object) -> Iterator[Hex]:
    """Yield the hexes of units and texts that differ, those of the former state first."""
    if isinstance(before, dict) and isinstance(after, dict):
        yield from (it for it in (*before, *after) if isinstance(it, Hex) and before.get(it) != after.get(it))
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple):
        known, new = set(map(id, before)), set(map(id, after))
        parts = (*(it for it in before if id(it) not in new), *(it for it in after if id(it) not in known))
        yield from (it.hex for it in parts if isinstance(it, Unit))


class DocumentEdit(QUndoCommand):
    """One step; consecutive edits of one ``stroke`` (a number unique to a press of the button) are merged."""

    def __init__(self, document: Document, text: str, patches: tuple[Patch, ...], stroke: int | None) -> None:
        super().__init__(text)
        # Weak: with a cycle, Python's collector would free steps that the stack still has.
        self._document = ref(document)
        self.stroke = stroke
        self.patches = patches
        self._touched: TouchedHexes | None = None
        # A later step may give the board another size.
        self._layout, self._columns = document.scenario.board.layout, document.scenario.board.columns
        #: The states of the document before it and after it; -1 until they are left.
        self._before = self._after = -1
        #: Whether the next undo removes it from the history.
        self.is_cancelled = False

    @property
    def touched(self) -> TouchedHexes:
        """The hexes that it changes; none when it was forgotten to save memory."""
        if self._touched is None:
            self._touched = touched_hexes(self._layout, self._columns, self.patches)
        return self._touched

    def forget(self) -> None:
        """Drop the patches to save memory; the step can then no longer be undone."""
        self.patches = ()
        self._touched = None

    def extend(self, patches: tuple[Patch, ...]) -> None:
        """Make a later change of the same stroke as a part of this step."""
        document = self._document()
        if document is not None:
            document.apply(patches, forward=True)
            self.patches = merged_patches(self.patches, patches)
            self._touched = None

    def redo(self) -> None:
        """Make the change."""
        document = self._document()
        if document is not None:
            self._before, after = document.state, self._after
            document.apply(self.patches, forward=True, state=after)

    def undo(self) -> None:
        """Take the change back."""
        document = self._document()
        if document is not None:
            self._after, before = document.state, self._before
            document.apply(self.patches, forward=False, state=before)
        self.setObsolete(self.is_cancelled)
