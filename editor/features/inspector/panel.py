"""The inspector: the hex under the pointer or the selected one, with hexsides and note, and units and objectives."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from fairground.core.grid.hexsides import hexside
from fairground.core.scenario.board import MAX_NOTE
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.document.events import LABEL_FIELDS, CellsChanged, FieldChanged, HexsidesChanged, watch
from fairground.editor.document.hex_facts import HexReader, describe_objective, describe_unit, features_title
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.widgets.labels_and_buttons import heading, soft_label
from fairground.editor.widgets.option_rows import AmountRows

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from PySide6.QtGui import QFocusEvent

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.document.hex_facts import HexFacts


class SideButtons(QWidget):
    """A button for each hexside, clockwise, with a menu of its features; hidden if the ruleset has no features."""

    #: A canonical hexside, the id of a feature, and whether to add or remove it.
    feature_wanted = Signal(object, str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._scenario: Scenario | None = None
        self._at: Hex | None = None
        self._heading = heading("", self)
        self.buttons = [self._button(direction) for direction in range(6)]
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(3)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 4, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._heading)
        layout.addLayout(self._grid)
        self.hide()

    def show_hex(self, scenario: Scenario | None, at: Hex | None) -> None:
        """Show the hexsides of a hex; hide for None."""
        rules = known_rules(scenario) if scenario else None
        self._scenario, self._at = scenario, at
        if scenario is None or at is None or rules is None or not rules.hexsides:
            self.hide()
            return
        board = scenario.board
        name = board.hex_name(at)
        self._heading.setText(tr("Hexsides of {name}").format(name=name))
        for facing in range(1, 7):
            direction = board.layout.facing_direction(facing)
            button = self.buttons[direction]
            features = board.hexsides.get(hexside(at, direction), ())
            side, title = board.layout.direction_name(direction), features_title(rules, features)
            button.setText(f"{side}  {title or '·'}")
            features_text = title.lower() or tr("nothing")
            button.setAccessibleName(
                tr("Hexside {side} of {name}: {told}").format(side=side, name=name, told=features_text)
            )
            button.setToolTip(
                tr("{name} {side}: {told}. Click to choose features").format(
                    name=name, side=side, told=features_text
                )
            )
            self._grid.addWidget(button, (facing - 1) // 2, (facing - 1) % 2)
        before: QWidget = self
        for facing in range(1, 7):
            button = self.buttons[board.layout.facing_direction(facing)]
            self.setTabOrder(before, button)
            before = button
        self.show()

    def _button(self, direction: int) -> QPushButton:
        button = QPushButton(self)
        button.setAccessibleName(tr("Hexside {direction}").format(direction=direction + 1))
        # Room for two features.
        button.setStyleSheet("text-align: left; padding: 3px 2px 3px 7px;")
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        menu = QMenu(button)
        menu.aboutToShow.connect(partial(self._fill, direction, menu))
        button.setMenu(menu)
        return button

    def _fill(self, direction: int, menu: QMenu) -> None:
        menu.clear()
        scenario, at = self._scenario, self._at
        rules = known_rules(scenario) if scenario else None
        if scenario is None or at is None or rules is None:
            return
        side = hexside(at, direction)
        present = scenario.board.hexsides.get(side, ())
        # Unknown features can be removed, too.
        for feature in dict.fromkeys((*rules.hexsides, *present)):
            action = menu.addAction(features_title(rules, (feature,)))
            action.setCheckable(True)
            action.setChecked(feature in present)
            action.triggered.connect(
                lambda on, side=side, feature=feature: self.feature_wanted.emit(side, feature, on)
            )


_LINES = 4


class NoteBox(QWidget):
    """The note of one hex; moving the focus or Ctrl+Return saves it, Escape cancels."""

    #: A ``Hex`` and its new note; empty for none.
    written = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hex: Hex | None = None
        self._saved = ""
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

    def show_hex(self, scenario: Scenario | None, at: Hex | None) -> None:
        """Show the note of a hex, after saving that of another hex; hide for None."""
        if at != self._hex:
            self.commit()
        board = scenario.board if scenario else None
        self._hex = at if board is not None and at is not None and board.contains(at) else None
        self.setVisible(self._hex is not None)
        if board is None or self._hex is None:
            return
        name = board.hex_name(self._hex)
        self._heading.setText(tr("Note on {name}").format(name=name))
        self.text.setAccessibleName(tr("Note on {name}").format(name=name))
        note = board.notes.get(self._hex, "")
        if note != self._saved or not self.text.hasFocus():
            self._saved = note
            if self.text.toPlainText() != note:
                self.text.setPlainText(note)

    def commit(self) -> None:
        """Save the text, if it has changed."""
        typed = self.text.toPlainText()
        if self._hex is not None and typed.strip() != self._saved:
            self._saved = typed.strip()
            self.written.emit(self._hex, typed[:MAX_NOTE])


class _Text(QPlainTextEdit):
    """The text field of the note; Tab leaves it."""

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
        """Save the note."""
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()


#: The fields of a scenario that the list of units and objectives depends on.
_IN_LIST = frozenset(("units", "objectives", "sides", "ruleset", "board")) | LABEL_FIELDS
#: The least number of visible lines of the list.
_FEWEST = 3
_HEX, _SIGN = Qt.ItemDataRole.UserRole, Qt.ItemDataRole.UserRole + 1


class InspectorPanel(QWidget):
    """Shows the hex under the pointer, or else the selected one; below, hexsides and note of the selected one."""

    #: The ``Hex`` of a unit or an objective clicked in the list.
    hex_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document: Document | None = None
        self._reader: HexReader | None = None
        self._hovered: HexFacts | None = None
        self._selected: Hex | None = None
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
        # Long lines are elided, with the full text in the tooltip; a scroll bar would take the space of a line.
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
        watch(self._document, document, self._changed)
        self._document = document
        self._reader = HexReader(document) if document else None
        self._hovered = self._selected = None
        if document is None:
            self.parts.clear()
        # A long list is filled in the next turn of the event loop.
        next_turn(self, self._list_parts)
        self._show()
        self._show_sides()

    def refresh(self) -> None:
        """Redraw the icons in the colours of the theme."""
        self._list_parts()

    def hover(self, facts: HexFacts | None) -> None:
        """Show the facts about the hex under the pointer; those about the selected one for None."""
        self._hovered = facts
        self._show()

    def select(self, hexes: AbstractSet[Hex]) -> None:
        """Show the selected hex while the pointer is outside the map; nothing for several hexes."""
        self._selected = next(iter(hexes)) if len(hexes) == 1 else None
        self._show()
        self._show_sides()

    def rows(self) -> list[tuple[str, str]]:
        """Return the names and texts shown."""
        return list(self._rows.shown)

    @property
    def facts(self) -> HexFacts | None:
        """The facts about the hex shown; None for none."""
        if self._hovered is not None:
            return self._hovered
        return self._reader.facts(self._selected) if self._reader and self._selected else None

    def _changed(self, event: object) -> None:
        # The facts are updated through ``hover``, which is called after every edit.
        if isinstance(event, HexsidesChanged):
            self._show_sides()
        elif not isinstance(event, CellsChanged):
            if not isinstance(event, FieldChanged) or event.field in _IN_LIST:
                # Update once, in the next turn of the event loop.
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
        self.sides.show_hex(scenario, self._selected)
        self.note.show_hex(scenario, self._selected)

    def _list_parts(self) -> None:
        scenario = self._document.scenario if self._document else None
        if scenario is None:
            self.parts.clear()
            return
        board = scenario.board
        rows: list[tuple[str, str, Hex | None]] = [
            ("unit", f"{board.hex_name(unit.hex)}  {describe_unit(scenario, unit)}", unit.hex)
            for unit in scenario.units
        ]
        for it in scenario.objectives:
            mask = it.shape.mask(board)
            row, column = divmod(int(mask.argmax()), board.columns)
            first = board.layout.from_offset(column, row) if mask[row, column] else None
            place = board.hex_name(first) if first else tr("not placed")
            rows.append(("objective", f"{place}  {describe_objective(it)}", first))
        self._fill_parts(rows)
        empty = not self.parts.count()
        self.parts.setVisible(not empty)
        self._parts_heading.setText(tr("No units or objectives yet") if empty else tr("Units and objectives"))

    def _fill_parts(self, rows: list[tuple[str, str, Hex | None]]) -> None:
        """Show icons, texts and hexes; existing items are reused, since a unit may be moving over the board."""
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
    """A list that takes the remaining space: its default size hint would make the panel scroll."""

    def minimumSizeHint(self) -> QSize:
        """Return the height of a few lines."""
        return QSize(10, _FEWEST * self.fontMetrics().lineSpacing())

    def sizeHint(self) -> QSize:
        """Return the minimum, to leave space for the facts above."""
        return self.minimumSizeHint()
