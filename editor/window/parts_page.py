"""A page of the scenario panel: a list of sides, zones, objectives or units, and a form over the chosen one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from fairground.core.errors import FairgroundError
from fairground.core.finding import Severity
from fairground.core.scenario.parts import ID_WORDS, is_id
from fairground.editor.document.events import CellsChanged, FieldChanged, HexsidesChanged
from fairground.editor.document.part_patches import moved, part_list, removed, renamed, replaced
from fairground.editor.next_turn import next_turn
from fairground.editor.texts import tr
from fairground.editor.theme import colours
from fairground.editor.window.choice_box import ChoiceBox
from fairground.editor.window.field_form import FieldForm, Note
from fairground.editor.window.icons import icon
from fairground.editor.window.shape_edit import ShapeEdit
from fairground.editor.window.side_signs import side_sign
from fairground.editor.window.widgets import soft_label, tool_button

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from PySide6.QtGui import QShowEvent

    from fairground.core.finding import Finding
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.document import Document
    from fairground.editor.document.part_patches import PartList

_RANKS = {severity: rank for rank, severity in enumerate(Severity)}
#: How many rows of the list are seen at once; the rest scrolls, so that the form is near.
_ROWS = 5
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
        self._findings: dict[int, list[Finding]] = {}
        #: The parts that the rows of the list show.
        self._rows: list[Any] = []
        #: Whether all rows say something else by now, or those of other parts alone; None while all is shown.
        self._all_stale: bool | None = None
        self._is_form_stale = False
        self.parts = QListWidget(self)
        self.parts.setAccessibleName(self.nouns)
        self.parts.setIconSize(QSize(16, 16))
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
        self.form = FieldForm(self)
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
        self._id_edit = self._text_field(
            "id", tr("Id"), tr("The name that others refer to: {id_words}").format(id_words=ID_WORDS)
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
        self._id, self._findings = "", {}
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
        before, self._findings = self._findings, {}
        for finding in findings:
            match finding.place.path:
                case (self.field, int(index), *_):
                    self._findings.setdefault(index, []).append(finding)
                case _:
                    pass
        after = self._findings
        self._show_list({row for row in before.keys() | after.keys() if before.get(row) != after.get(row)})
        self._show_notes()

    def commit(self) -> None:
        """Take over what was typed and not left yet."""
        self._refill()
        for field in self.form.fields.values():
            if isinstance(field, ShapeEdit):
                field.commit()
            elif isinstance(field, QLineEdit) and field.isModified():
                field.editingFinished.emit()

    def refresh(self) -> None:
        """Show everything again."""
        self._show_list()
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
        if text == part.id:
            self.form.complain("id", "")
            return
        scenario = self.document.scenario
        if not is_id(text):
            self.form.complain(
                "id", tr("{text!r} is no id: it needs {id_words}.").format(text=text, id_words=ID_WORDS)
            )
        elif any(it.id == text for it in part_list(scenario, self.field)):
            self.form.complain(
                "id", tr("There is a {noun} {text} already.").format(noun=self.noun, text=text)
            )
        else:
            self.form.complain("id", "")
            patches = renamed(scenario, self.field, index, text)
            before, self._id = self._id, text
            self.document.edit(tr("Rename {before} {text}").format(before=before, text=text), patches)
            self.chosen.emit(text)

    # -- fields ---------------------------------------------------------------------------------------------

    def _text_field(self, key: str, title: str, tip: str) -> QLineEdit:
        field = QLineEdit(self)
        field.setMaxLength(64 if key == "id" else 200)
        if key == "id":
            field.editingFinished.connect(self._rename)
        else:
            field.editingFinished.connect(
                lambda: self.change(
                    tr("Change {title} of").format(title=title.lower()), **{key: field.text()}
                )
            )
        self.form.add(key, title, field, tip)
        return field

    def _number_field(
        self,
        key: str,
        title: str,
        tip: str,
        most: int,
        *,
        least: int = 0,
        take: Callable[[int], object] = int,
    ) -> QSpinBox:
        field = QSpinBox(self)
        field.setRange(least, most)
        field.setKeyboardTracking(False)  # Qt's signature
        field.valueChanged.connect(
            lambda value: self.change(
                tr("Change {title} of").format(title=title.lower()), **{key: take(value)}
            )
        )
        self.form.add(key, title, field, tip)
        return field

    def _choice_field(
        self,
        key: str,
        title: str,
        tip: str,
        *,
        attribute: str = "",
        choices: Mapping[Any, str] | None = None,
    ) -> ChoiceBox:
        field = ChoiceBox(self)
        field.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        field.setMinimumContentsLength(6)
        field.offer(choices or {})
        name = attribute or key
        field.picked.connect(
            lambda value: self.change(tr("Change {title} of").format(title=title.lower()), **{name: value})
        )
        self.form.add(key, title, field, tip)
        return field

    def _shape_field(self) -> ShapeEdit:
        field = ShapeEdit(self)
        field.entered.connect(lambda shape: self.change(tr("Change hexes of"), shape=shape))
        field.faulty.connect(lambda sentence: self.form.complain("hexes", sentence))
        self.form.add("hexes", tr("Hexes"), field, field.toolTip())
        return field

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
            self._show_list(())
            self._mark_chosen()

    def _show_list(self, anew: Collection[int] | None = None) -> None:
        """Show the parts: in rows with another part than before, and in those of ``anew``; in all rows for None."""
        anew, self._all_stale = None if self._all_stale else anew, None
        parts = part_list(self.document.scenario, self.field) if self.document else []
        blocked = self.parts.blockSignals(True)  # Qt's signature
        while self.parts.count() > len(parts):
            self.parts.takeItem(self.parts.count() - 1)
        while self.parts.count() < len(parts):
            self.parts.addItem(QListWidgetItem())
        before, self._rows = self._rows, parts
        for row, part in enumerate(parts):
            # Parts are replaced whole, so that the same part says the same.
            if anew is None or row in anew or row >= len(before) or before[row] is not part:
                self._show_row(row, part)
        self.parts.blockSignals(blocked)
        if parts:
            high = self.parts.sizeHintForRow(0) * min(len(parts), _ROWS) + 2 * self.parts.frameWidth() + 2
            self.parts.setFixedHeight(high)
        self.parts.setVisible(bool(parts))
        self._nothing.setVisible(not parts)

    def _show_row(self, row: int, part: Any) -> None:  # noqa: ANN401  # a part of its list
        if self.document is None:
            return
        item, text = self.parts.item(row), self.words(self.document.scenario, part)
        findings = self._findings.get(row, [])
        worst = min((it.severity for it in findings), key=_RANKS.__getitem__, default=None)
        item.setText(text)
        item.setToolTip("\n".join((text, *(it.message for it in findings))))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{text} ({worst.value})" if worst else text)
        item.setIcon(
            icon(worst.value, colours().of(worst)) if worst else side_sign(self._place_of_side(part))
        )

    def _place_of_side(self, part: Any) -> int:  # noqa: ANN401  # a part of its list
        return self.document.scenario.side_index(self.side_of(part)) if self.document else -1

    def _show_chosen(self) -> None:
        self._mark_chosen()
        self._fill_form()

    def _mark_chosen(self) -> None:
        """Mark the row of the chosen part, and allow what can be done with that."""
        index = self.index
        blocked = self.parts.blockSignals(True)  # Qt's signature
        self.parts.setCurrentRow(-1 if index is None else index)
        self.parts.blockSignals(blocked)
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
            fields = list(self.form.fields.values())
            blocks = [
                field.blockSignals(True) for field in fields if not isinstance(field, ShapeEdit)
            ]  # Qt's signature
            show_text(self._id_edit, part.id)
            self.form.complain("id", "")
            self.fill(self.document.scenario, part)
            for field, before in zip(
                (it for it in fields if not isinstance(it, ShapeEdit)), blocks, strict=True
            ):
                field.blockSignals(before)
        self._show_notes()

    def _show_notes(self) -> None:
        index = self.index
        by_key: dict[str, list[Finding]] = {}
        for finding in self._findings.get(-1 if index is None else index, ()):
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
        if self.document is not None and 0 <= row < len(self._rows):
            self._id = self._rows[row].id
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


def show_text(field: QLineEdit, text: str) -> None:
    """Show a text, leaving the cursor alone where it stands there already."""
    if field.text() != text:
        field.setText(text)


def show_choices(field: ChoiceBox, choices: Mapping[Any, str], chosen: object) -> None:
    """Offer choices, with the chosen one among them whether known or not."""
    wanted = dict(choices)
    wanted.setdefault(chosen, tr("{chosen} (unknown)").format(chosen=chosen))
    field.offer(wanted)
    field.show_value(chosen)


def side_choices(scenario: Scenario, nobody: str = "") -> dict[str, str]:
    """Return the titles of the sides by their ids; first ``nobody`` under an empty id, where that is given."""
    return ({"": nobody} if nobody else {}) | {side.id: side.title for side in scenario.sides}
