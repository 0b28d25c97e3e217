"""The inspector: everything about the hex under the pointer, or the selected one, and the parts of the scenario.

The box in the inspector that the designer's note of the selected hex is written in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from fairground.core.grid.labels import LabelStyle, label
from fairground.core.scenario.board import MAX_NOTE
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.document.events import CellsChanged, FieldChanged, HexsidesChanged
from fairground.editor.document.hex_facts import HexReader, describe_objective, describe_unit
from fairground.editor.features.inspector.hexside_buttons import SideButtons
from fairground.editor.widgets.basics import heading, soft_label
from fairground.editor.widgets.cards import AmountRows

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from PySide6.QtGui import QFocusEvent

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.document.hex_facts import HexFacts

_LINES = 4


class NoteBox(QWidget):
    """Shows and takes the note of one hex; leaving it, also with Ctrl+Return, writes the note; Escape does not."""

    #: A ``Hex`` and its note from now on; empty for nothing.
    written = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hex: Hex | None = None
        self._known = ""
        self._heading = heading(tr("Note"), self)
        self.text = _Text(self)
        self.text.left.connect(self.commit)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(3)
        layout.addWidget(self._heading)
        layout.addWidget(self.text)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()

    def show_hex(self, scenario: Scenario | None, at: Hex | None, style: LabelStyle) -> None:
        """Show the note of a hex of the board, or nothing for None; what is being typed on another hex is written."""
        if at != self._hex:
            self.commit()
        board = scenario.board if scenario else None
        self._hex = at if board is not None and at is not None and board.contains(at) else None
        self.setVisible(self._hex is not None)
        if board is None or self._hex is None:
            return
        name = label(*board.layout.to_offset(self._hex), style)
        self._heading.setText(tr("Note on {name}").format(name=name))
        self.text.setAccessibleName(tr("Note on {name}").format(name=name))
        note = board.notes.get(self._hex, "")
        if note != self._known or not self.text.hasFocus():
            self._known = note
            if self.text.toPlainText() != note:
                self.text.setPlainText(note)

    def commit(self) -> None:
        """Write what was typed, if it is news."""
        typed = self.text.toPlainText()
        if self._hex is not None and typed.strip() != self._known:
            self._known = typed.strip()
            self.written.emit(self._hex, typed[:MAX_NOTE])


class _Text(QPlainTextEdit):
    """A few lines, which Tab leaves."""

    left = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTabChangesFocus(True)
        self.setAccessibleName(tr("Note"))
        self.setPlaceholderText(tr("Private note for the designer"))
        self.setToolTip(
            tr("A note on the hex, visible only in the editor. Ctrl+Return saves it, Escape cancels")
        )
        self.setFixedHeight(round(self.fontMetrics().lineSpacing() * _LINES + 12))

    def focusOutEvent(self, event: QFocusEvent) -> None:  # Qt's name
        """Write the note when the work goes on elsewhere."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()


#: The fields of a scenario that the list of units and objectives tells of; while a zone is drawn, it stays as it is.
_IN_LIST = frozenset(("units", "objectives", "sides", "ruleset", "board"))
#: So many lines of the list are seen at least.
_FEWEST = 3
_HEX, _SIGN = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class InspectorPanel(QWidget):
    """Shows one hex; the hovered one goes before the selected one.

    Below are the sides of the selected hex, to change, and units and objectives to jump to.
    """

    #: The ``Hex`` of a unit or an objective that was chosen in the list.
    hex_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document: Document | None = None
        self._reader: HexReader | None = None
        self._hovered: Hex | None = None
        self._selected: Hex | None = None
        self._style = LabelStyle.COLUMN_LETTER
        self.title = QLabel(self)
        font = self.title.font()
        font.setPointSizeF(font.pointSizeF() * 1.5)
        font.setBold(True)
        self.title.setFont(font)
        self._empty = soft_label(tr("Point at a hex to see its details."), self)
        self._facts = QFrame(self)
        self._rows = AmountRows(self._facts)
        self._facts.setLayout(self._rows)
        self.parts = _Parts(self)
        # A long line ends in dots, and its tooltip tells the rest: a bar to scroll by would take the room of a line.
        self.parts.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.parts.setAccessibleName(tr("Units and objectives"))
        self.parts.itemClicked.connect(self._chosen)
        self.parts.itemActivated.connect(self._chosen)
        self.sides = SideButtons(self)
        self.note = NoteBox(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(10, 8, 10, 6)
        layout.setSpacing(6)
        for widget in (self.title, self._empty, self._facts, self.sides, self.note):
            layout.addWidget(widget)
        layout.addSpacing(4)
        self._parts_heading = heading(tr("Units and objectives"), self)
        layout.addWidget(self._parts_heading)
        layout.addWidget(self.parts, 100)
        layout.addStretch(1)
        self._show()

    def set_document(self, document: Document | None) -> None:
        """Show another document."""
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document = document
        self._reader = HexReader(document) if document else None
        self._hovered = self._selected = None
        if document is not None:
            document.changed.connect(self._changed)
        else:
            self.parts.clear()
        # It is long: it comes in a turn of its own.
        next_turn(self, self._list_parts)
        self._show()
        self._show_sides()

    def set_label_style(self, style: LabelStyle) -> None:
        """Name hexes in another style."""
        self._style = style
        self._show()
        self._show_sides()

    def refresh(self) -> None:
        """Draw the icons in the colours of the theme."""
        self._list_parts()

    def hover(self, at: Hex | None) -> None:
        """Show the hex under the pointer; the selected one when there is none."""
        self._hovered = at
        self._show()

    def select(self, hexes: AbstractSet[Hex]) -> None:
        """Show the selected hex while the pointer is elsewhere; several hexes are not shown."""
        self._selected = next(iter(hexes)) if len(hexes) == 1 else None
        self._show()
        self._show_sides()

    def rows(self) -> list[tuple[str, str]]:
        """Return what is shown of the hex: names and texts."""
        return list(self._rows.shown)

    @property
    def facts(self) -> HexFacts | None:
        """The facts about the hex that is shown; None when there is none."""
        at = self._hovered or self._selected
        return self._reader.facts(at, self._style) if self._reader and at else None

    def _changed(self, event: object) -> None:
        # What is said of the hex follows the pointer, and whoever leads that looks again after every edit.
        if isinstance(event, HexsidesChanged):
            self._show_sides()
        elif not isinstance(event, CellsChanged):
            if not isinstance(event, FieldChanged) or event.field in _IN_LIST:
                # It is long; in a turn of its own it is made once, however much has changed.
                next_turn(self, self._list_parts)
            self._show_sides()

    def _show(self) -> None:
        facts = self.facts
        self._empty.setVisible(facts is None)
        self.title.setVisible(facts is not None)
        rows = facts.rows() if facts else []
        self.title.setText(facts.label if facts else "")
        self._rows.show_rows(rows)
        self._facts.setVisible(bool(rows))

    def _show_sides(self) -> None:
        scenario = self._document.scenario if self._document else None
        self.sides.show_hex(scenario, self._selected, self._style)
        self.note.show_hex(scenario, self._selected, self._style)

    def _list_parts(self) -> None:
        scenario = self._document.scenario if self._document else None
        if scenario is None:
            self.parts.clear()
            return
        board = scenario.board
        rows: list[tuple[str, str, Hex | None]] = [
            ("unit", f"{board.place_name(unit.hex)}  {describe_unit(scenario, unit)}", unit.hex)
            for unit in scenario.units
        ]
        for it in scenario.objectives:
            mask = it.shape.mask(board)
            row, column = divmod(int(mask.argmax()), board.columns)
            first = board.layout.from_offset(column, row) if mask[row, column] else None
            place = board.place_name(first) if first else tr("not placed")
            rows.append(("objective", f"{place}  {describe_objective(it)}", first))
        self._fill_parts(rows)
        empty = not self.parts.count()
        self.parts.setVisible(not empty)
        self._parts_heading.setText(tr("No units or objectives yet") if empty else tr("Units and objectives"))

    def _fill_parts(self, rows: list[tuple[str, str, Hex | None]]) -> None:
        """Show signs, texts and hexes; items that stay are changed, since a unit may be on its way over the board."""
        while self.parts.count() > len(rows):
            self.parts.takeItem(self.parts.count() - 1)
        while self.parts.count() < len(rows):
            self.parts.addItem(QListWidgetItem())
        signs = {sign: icon(sign) for sign in ("unit", "objective")}
        for row, (sign, text, at) in enumerate(rows):
            item = self.parts.item(row)
            if (item.text(), item.data(_HEX), item.data(_SIGN)) != (text, at, signs[sign].cacheKey()):
                item.setText(text)
                item.setToolTip(text)
                item.setIcon(signs[sign])
                item.setData(_HEX, at)
                item.setData(_SIGN, signs[sign].cacheKey())

    def _chosen(self, item: QListWidgetItem) -> None:
        at = item.data(_HEX)
        if at is not None and self._document is not None and self._document.scenario.board.contains(at):
            self.hex_chosen.emit(at)


class _Parts(QListWidget):
    """A list that takes what is left: what it would like to have would make the panel scroll."""

    def minimumSizeHint(self) -> QSize:
        """Return hardly any width, and the height of a few lines."""
        return QSize(10, _FEWEST * self.fontMetrics().lineSpacing())

    def sizeHint(self) -> QSize:
        """Want no more than is needed: less would be taken from the facts above."""
        return self.minimumSizeHint()
