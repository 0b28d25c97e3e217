"""A page of the scenario panel: a list of sides, zones, objectives or units, and a form over the chosen one."""

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
from fairground.editor.document.events import CellsChanged, FieldChanged, HexsidesChanged
from fairground.editor.document.part_patches import moved, part_list, removed, renamed, replaced
from fairground.editor.features.scenario.part_form import PartForm, show_text
from fairground.editor.features.scenario.parts_list import PartsList
from fairground.editor.widgets.basics import soft_label, tool_button
from fairground.editor.widgets.field_form import Note

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from PySide6.QtGui import QShowEvent

    from fairground.core.finding import Finding
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.document.part_patches import PartList

#: What words about parts depend on besides their own list.
_AROUND = ("sides", "ruleset", "board", "locked")


class PartsPage(QWidget):
    """The list, buttons to add, remove, move and show, and the form; each change is a step that can be undone.

    A subclass names the list, says each part in words, adds the fields and fills them.
    """

    #: Which list of the scenario it shows.
    field: PartList
    #: What one of them is called.
    noun: str
    #: What the list of them is called.
    nouns: str
    #: What to say while there are none.
    nothing: str

    #: The id of the part that the user chose.
    chosen = Signal(str)
    #: The ``Hex`` of a part that is to be shown on the map.
    hex_wanted = Signal(object)
    #: A new part is wanted.
    wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.document: Document | None = None
        self._id = ""
        #: Whether all rows say something else by now, or those of other parts alone; None while all is shown.
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
            ("add", tr("Add a {noun}").format(noun=self.noun), self.wanted.emit),
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
            tr("The name that other entries refer to: {id_words}").format(id_words=ID_WORDS),
        )

    # -- what a subclass says -------------------------------------------------------------------------------

    def words(self, scenario: Scenario, part: Any) -> str:  # noqa: ANN401  # a part of its list
        """Return a part in a line of the list."""
        raise NotImplementedError

    def fill(self, scenario: Scenario, part: Any) -> None:  # noqa: ANN401  # a part of its list
        """Show a part in the fields; the id is shown already."""
        raise NotImplementedError

    def side_of(self, part: Any) -> str:  # noqa: ANN401  # a part of its list
        """Return the id of the side whose sign stands before a part."""
        found: str = part.side
        return found

    def place_of(self, scenario: Scenario, part: Any) -> Hex | None:  # noqa: ANN401, ARG002  # a part of its list
        """Return the hex of a part on the board; None when it has none."""
        return None

    # -- from outside ---------------------------------------------------------------------------------------

    def set_document(self, document: Document | None) -> None:
        """Show another document."""
        if self.document is not None:
            self.document.changed.disconnect(self._changed)
        self.document = document
        self._id = ""
        self.parts.forget_findings()
        if document is not None:
            document.changed.connect(self._changed)
        self.refresh()

    def choose(self, part_id: str) -> None:
        """Show a part in the form."""
        if part_id != self._id:
            self._id = part_id
            self._show_chosen()

    def show_findings(self, findings: Iterable[Finding]) -> None:
        """Tell what is wrong with the parts, each beside its field."""
        self._catch_up()
        places = ((it.place.path, it) for it in findings)
        self.parts.show_findings(
            (path[1], it)
            for path, it in places
            if len(path) > 1 and path[0] == self.field and isinstance(path[1], int)
        )
        self._show_notes()

    def commit(self) -> None:
        """Take over what was typed and not left yet."""
        self._refill()
        self.form.commit()

    def refresh(self) -> None:
        """Show everything again."""
        self._show_list(anew=True)
        self._show_chosen()
        self.form.refresh()

    @property
    def part(self) -> Any:  # noqa: ANN401  # a part of its list
        """The chosen part; None when there is none."""
        index = self.index
        return (
            part_list(self.document.scenario, self.field)[index]
            if self.document and index is not None
            else None
        )

    @property
    def index(self) -> int | None:
        """The place of the chosen part in the list; of several with its id, that of the row in hand."""
        if self.document is None:
            return None
        parts, row = part_list(self.document.scenario, self.field), self.parts.currentRow()
        if 0 <= row < len(parts) and parts[row].id == self._id:
            return row
        return next((at for at, part in enumerate(parts) if part.id == self._id), None)

    # -- changes --------------------------------------------------------------------------------------------

    def remove(self) -> None:
        """Remove the chosen part."""
        self._catch_up()
        index = self.index
        if self.document is not None and index is not None:
            self.document.edit(
                tr("Remove {id}").format(id=self._id), removed(self.document.scenario, self.field, index)
            )

    def _move(self, by: int) -> None:
        self._catch_up()
        index = self.index
        if self.document is not None and index is not None:
            self.document.edit(
                tr("Move {id}").format(id=self._id), moved(self.document.scenario, self.field, index, by)
            )

    def change(self, text: str, **values: object) -> None:
        """Give the chosen part other values, as one step."""
        part, index = self.part, self.index
        if self.document is None or part is None or index is None:
            return
        after = replace(part, **values)
        self.document.edit(f"{text} {part.id}", replaced(self.document.scenario, self.field, index, after))

    def _rename(self) -> None:
        part, index, text = self.part, self.index, self._id_edit.text().strip()
        if self.document is None or part is None or index is None:
            return
        if not self._id_edit.isModified():
            return
        scenario = self.document.scenario
        if text == part.id:
            self.form.complain("id", "")
        elif not is_id(text):
            self._refuse_id(
                tr("{text!r} is not a valid id: {id_words}.").format(text=text, id_words=ID_WORDS)
            )
        elif any(it.id == text for it in part_list(scenario, self.field)):
            self._refuse_id(tr("A {noun} called {text} already exists.").format(noun=self.noun, text=text))
        else:
            self.form.complain("id", "")
            patches = renamed(scenario, self.field, index, text)
            before, self._id = self._id, text
            self.document.edit(tr("Rename {before} to {text}").format(before=before, text=text), patches)
            self.chosen.emit(text)

    def _refuse_id(self, sentence: str) -> None:
        self._id_edit.setText(self._id)
        self.form.complain("id", sentence)

    # -- what is shown --------------------------------------------------------------------------------------

    def _changed(self, event: object) -> None:
        if isinstance(event, CellsChanged | HexsidesChanged):
            return
        is_own = isinstance(event, FieldChanged) and event.field == self.field
        if is_own or not isinstance(event, FieldChanged) or event.field in _AROUND:
            # The list has a turn of its own, and is shown once however much has changed; the form, in which somebody may be
            # writing, has to be right before the next key, unless nobody sees it.
            self._all_stale = bool(self._all_stale) or not is_own
            next_turn(self, self._catch_up)
            self._is_form_stale = True
            if self.isVisible():
                self._refill()
            else:
                next_turn(self, self._refill)

    def _refill(self) -> None:
        """Show in the form what has changed by now."""
        if self._is_form_stale:
            self._fill_form()

    def showEvent(self, event: QShowEvent) -> None:  # Qt's name
        """Be seen with what is so now."""
        self._refill()
        super().showEvent(event)

    def _catch_up(self) -> None:
        """Show in the list what has changed by now."""
        if self._all_stale is not None:
            self._show_list(anew=self._all_stale)
            self._mark_chosen()

    def _show_list(self, *, anew: bool) -> None:
        """Show the parts: in all rows ``anew``, or in those alone that have another part than before."""
        self._all_stale = None
        parts = part_list(self.document.scenario, self.field) if self.document else []
        self.parts.show_parts(parts, anew=anew)
        self._nothing.setVisible(not parts)

    def _say(self, part: Any) -> tuple[str, int]:  # noqa: ANN401  # a part of its list
        """Return the words for a part, and the place of the side whose sign stands before it; of nothing without a document."""
        if self.document is None:
            return "", -1
        scenario = self.document.scenario
        return self.words(scenario, part), scenario.side_index(self.side_of(part))

    def _show_chosen(self) -> None:
        self._mark_chosen()
        self._fill_form()

    def _mark_chosen(self) -> None:
        """Mark the row of the chosen part, and allow what can be done with that."""
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
        """Show the chosen part in the form."""
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
        # The part that the row says, though the list may have changed just now.
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
        except FairgroundError:  # a label that is none: a finding says so
            return
        if at is not None and self.document.scenario.board.contains(at):
            self.hex_wanted.emit(at)
