"""The base of pages with a list of sides, zones, objectives or units, and a form for the selected one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QToolButton, QVBoxLayout, QWidget

from fairground.core.errors import FairgroundError
from fairground.core.finding import Severity
from fairground.core.scenario.parts import ID_WORDS, is_id
from fairground.editor.app.deferred import next_turn
from fairground.editor.app.texts import tr
from fairground.editor.document.events import CellsChanged, FieldChanged, HexsidesChanged, watch
from fairground.editor.document.hex_facts import part_title
from fairground.editor.document.part_patches import moved, part_list, removed, renamed, replaced
from fairground.editor.features.scenario.part_form import PartForm, PartsList, show_text
from fairground.editor.widgets.field_form import Note
from fairground.editor.widgets.labels_and_buttons import soft_label, tool_button

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtGui import QShowEvent

    from fairground.core.finding import Finding
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.document.part_patches import PartList

#: The other fields that texts about parts depend on.
_RELATED = ("sides", "ruleset", "board", "locked", "zones", "objectives", "units")


class PartsPage(QWidget):
    """A list, buttons to add, remove, move and show, and a form; each change is one undo step.

    A subclass names the list, describes its parts, adds the fields and fills them.
    """

    #: The list of the scenario.
    field: PartList
    #: The noun for one part, and the title of the list.
    noun: str
    nouns: str
    #: The text shown for an empty list.
    nothing: str
    #: Whether a change of one part may change the number in the texts of others.
    is_numbered = False

    #: The id of the part that the user selected.
    chosen = Signal(str)
    #: The ``Hex`` of a part to show on the map.
    hex_wanted = Signal(object)
    #: A new part is requested.
    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self._id = ""
        #: Whether all rows are out of date, or only those of changed parts; None if the list is up to date.
        self._all_stale: bool | None = None
        self._is_form_stale = False
        self.parts = PartsList(self.nouns, self._say, self)
        self.parts.currentRowChanged.connect(self._row_changed)
        self.parts.itemDoubleClicked.connect(lambda _item: self._show_on_map())
        self.parts.itemActivated.connect(lambda _item: self._show_on_map())
        self.buttons: dict[str, QToolButton] = {}
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        for name, tip, slot in (
            ("add", tr("Add new {noun}").format(noun=self.noun), self.wanted.emit),
            ("delete", tr("Remove the {noun}").format(noun=self.noun), self.remove),
            ("up", tr("Move the {noun} up the list").format(noun=self.noun), lambda: self._move(-1)),
            ("down", tr("Move the {noun} down the list").format(noun=self.noun), lambda: self._move(1)),
            ("go", tr("Show the {noun} on the map").format(noun=self.noun), self._show_on_map),
        ):
            button = tool_button(name, tip, self)
            button.clicked.connect(lambda _on=False, slot=slot: slot())
            self.buttons[name] = button
            row.addWidget(button)
        row.addStretch(1)
        self._nothing = soft_label(self.nothing, self)
        self.form = PartForm(self.change, self)
        self._rest = Note(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 8)
        column.setSpacing(6)
        column.addLayout(row)
        column.addWidget(self.parts)
        column.addWidget(self._nothing)
        column.addWidget(self.form)
        column.addWidget(self._rest)
        column.addStretch(1)
        self._id_edit = QLineEdit(self)
        self._id_edit.setMaxLength(64)
        self._id_edit.editingFinished.connect(self._rename)
        self.form.add(
            "id",
            tr("Id"),
            self._id_edit,
            tr("The name that other entries use for this one: {id_words}").format(id_words=ID_WORDS),
        )

    # -- for subclasses -------------------------------------------------------------------------------------

    def describe(self, scenario: Scenario, part: Any) -> str:  # noqa: ANN401  # a part of its list
        """Return the text of a part in the list."""
        raise NotImplementedError

    def fill(self, scenario: Scenario, part: Any) -> None:  # noqa: ANN401  # a part of its list
        """Show a part in the fields, except its id."""
        raise NotImplementedError

    def side_of(self, part: Any) -> str:  # noqa: ANN401  # a part of its list
        """Return the id of the side whose sign is shown before a part."""
        return str(part.side)

    def place_of(self, scenario: Scenario, part: Any) -> Hex | None:  # noqa: ANN401  # a part of its list
        """Return the first hex of a part; None for none."""
        board, shape = scenario.board, getattr(part, "shape", None)
        if shape is None:
            return None
        return min(board.hexes_of(shape.mask(board)), key=board.cell, default=None)

    def set_document(self, document: Document | None) -> None:
        """Show another document."""
        watch(self.document, document, self._changed)
        self.document = document
        self._id = ""
        self.parts.forget_findings()
        self.refresh()

    def choose(self, part_id: str) -> None:
        """Show a part in the form."""
        if part_id != self._id:
            self._id = part_id
            self._show_chosen()

    def show_findings(self, findings: Iterable[Finding]) -> None:
        """Show findings in the list and beside the fields."""
        self._catch_up()
        places = ((it.place.path, it) for it in findings)
        self.parts.show_findings(
            (path[1], it)
            for path, it in places
            if len(path) > 1 and path[0] == self.field and isinstance(path[1], int)
        )
        self._show_notes()

    def commit(self) -> None:
        """Apply text that is still being typed."""
        self._refill()
        self.form.commit()

    def refresh(self) -> None:
        """Show everything again."""
        self._show_list(all_rows=True)
        self._show_chosen()
        self.form.refresh()

    @property
    def part(self) -> Any:  # noqa: ANN401  # a part of its list
        """The selected part; None for none."""
        index = self.index
        if self.document is None or index is None:
            return None
        return part_list(self.document.scenario, self.field)[index]

    @property
    def index(self) -> int | None:
        """The index of the selected part; of several with the same id, that of the current row."""
        if self.document is None:
            return None
        parts, row = part_list(self.document.scenario, self.field), self.parts.currentRow()
        if 0 <= row < len(parts) and parts[row].id == self._id:
            return row
        return next((at for at, part in enumerate(parts) if part.id == self._id), None)

    # -- changes --------------------------------------------------------------------------------------------

    def remove(self) -> None:
        """Remove the selected part."""
        self._catch_up()
        part, index = self.part, self.index
        if self.document is not None and index is not None:
            scenario = self.document.scenario
            text = tr("Remove {title}").format(title=part_title(scenario, part))
            self.document.edit(text, removed(scenario, self.field, index))

    def _move(self, by: int) -> None:
        self._catch_up()
        part, index = self.part, self.index
        if self.document is not None and index is not None:
            scenario = self.document.scenario
            title = part_title(scenario, part)
            text = tr("Move {title} up the list") if by < 0 else tr("Move {title} down the list")
            self.document.edit(text.format(title=title), moved(scenario, self.field, index, by))

    def change(self, text: str, **values: object) -> None:
        """Change attributes of the selected part, as one undo step."""
        part, index = self.part, self.index
        if self.document is None or part is None or index is None:
            return
        scenario, after = self.document.scenario, replace(part, **values)
        title = part_title(scenario, part)
        self.document.edit(f"{text} {title}", replaced(scenario, self.field, index, after))

    def _rename(self) -> None:
        part, index, text = self.part, self.index, self._id_edit.text().strip()
        if self.document is None or part is None or index is None or not self._id_edit.isModified():
            return
        scenario = self.document.scenario
        if text == part.id:
            self.form.complain("id", "")
        elif not is_id(text):
            self._refuse_id(
                tr("{text!r} is not a valid id: {id_words}.").format(text=text, id_words=ID_WORDS)
            )
        elif any(it.id == text for it in part_list(scenario, self.field)):
            self._refuse_id(tr("Another {noun} is already called {text}.").format(noun=self.noun, text=text))
        else:
            self.form.complain("id", "")
            patches = renamed(scenario, self.field, index, text)
            before, self._id = self._id, text
            self.document.edit(tr("Change id {before} to {text}").format(before=before, text=text), patches)
            self.chosen.emit(text)

    def _refuse_id(self, sentence: str) -> None:
        self._id_edit.setText(self._id)
        self.form.complain("id", sentence)

    # -- showing --------------------------------------------------------------------------------------------

    def _changed(self, event: object) -> None:
        if isinstance(event, CellsChanged | HexsidesChanged):
            return
        is_own = isinstance(event, FieldChanged) and event.field == self.field
        if is_own or not isinstance(event, FieldChanged) or event.field in _RELATED:
            # The list is updated once, in the next turn of the event loop. A visible form is updated at once, since the user
            # may be typing in it.
            self._all_stale = bool(self._all_stale) or not is_own or self.is_numbered
            next_turn(self, self._catch_up)
            self._is_form_stale = True
            if self.isVisible():
                self._refill()
            else:
                next_turn(self, self._refill)

    def _refill(self) -> None:
        """Update the form if it is out of date."""
        if self._is_form_stale:
            self._fill_form()

    def showEvent(self, event: QShowEvent) -> None:  # Qt's name
        """Update the form before it becomes visible."""
        self._refill()
        super().showEvent(event)

    def _catch_up(self) -> None:
        """Update the list if it is out of date."""
        if self._all_stale is not None:
            self._show_list(all_rows=self._all_stale)
            self._mark_chosen()

    def _show_list(self, *, all_rows: bool) -> None:
        self._all_stale = None
        parts = part_list(self.document.scenario, self.field) if self.document else []
        self.parts.show_parts(parts, all_rows=all_rows)
        self._nothing.setVisible(not parts)

    def _say(self, part: Any) -> tuple[str, int]:  # noqa: ANN401  # a part of its list
        """Return the text of a part, and the index of the side whose sign is shown before it."""
        if self.document is None:
            return "", -1
        scenario = self.document.scenario
        return self.describe(scenario, part), scenario.side_index(self.side_of(part))

    def _show_chosen(self) -> None:
        self._mark_chosen()
        self._fill_form()

    def _mark_chosen(self) -> None:
        """Select the row of the selected part, and enable the buttons."""
        index = self.index
        self.parts.mark(index)
        count = self.parts.count()
        for name, possible in (
            ("delete", index is not None),
            ("go", index is not None),
            ("up", bool(index)),
            ("down", index is not None and index < count - 1),
        ):
            self.buttons[name].setEnabled(possible)

    def _fill_form(self) -> None:
        """Show the selected part in the form."""
        self._is_form_stale = False
        part = self.part
        self.form.setVisible(part is not None)
        if part is not None and self.document is not None:
            with self.form.quietly():
                show_text(self._id_edit, part.id)
                self.form.complain("id", "")
                self.fill(self.document.scenario, part)
        self._show_notes()

    def _show_notes(self) -> None:
        by_key: dict[str, list[Finding]] = {}
        for finding in self.parts.findings_at(self.index):
            path = finding.place.path
            key = str(path[2]) if len(path) > 2 else ""
            by_key.setdefault(key if key in self.form.fields else "", []).append(finding)
        rest: Sequence[Finding] = by_key.pop("", ())
        self.form.show_findings(by_key)
        self._rest.say(
            " ".join(f"{it.message}." for it in rest), rest[0].severity if rest else Severity.ADVICE
        )

    def _row_changed(self, row: int) -> None:
        # The part shown in the row; the list of the document may have changed since.
        if self.document is not None and 0 <= row < len(self.parts.shown):
            self._id = self.parts.shown[row].id
            self._show_chosen()
            self.chosen.emit(self._id)

    def _show_on_map(self) -> None:
        part = self.part
        if part is None or self.document is None:
            return
        try:
            at = self.place_of(self.document.scenario, part)
        except FairgroundError:  # an invalid label, reported by a finding
            return
        if at is not None and self.document.scenario.board.contains(at):
            self.hex_wanted.emit(at)
