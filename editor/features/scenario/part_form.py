"""A list of sides, zones, objectives or units with their worst findings, and the form for one of them; each completed field is one undo step."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem

from fairground.core.errors import FairgroundError
from fairground.core.finding import Severity
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.checklist_button import ChoiceBox
from fairground.editor.widgets.field_form import FieldForm
from fairground.editor.widgets.number_fields import NumberField
from fairground.editor.widgets.signs import side_sign
from fairground.editor.widgets.zone_text_field import ShapeEdit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from PySide6.QtWidgets import QWidget

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario

_RANKS = {severity: rank for rank, severity in enumerate(Severity)}
#: Fields whose titles are no nouns, as the history calls them.
_NOUNS = {tr("Arrives"): tr("arrival"), tr("Hold"): tr("turns to hold")}
#: The number of rows visible at once.
_ROWS = 5


class PartsList(QListWidget):
    """Updates only the rows that have changed.

    ``describe`` returns the text of a part, and the index of the side whose sign is shown before it, -1 for none.
    """

    def __init__(self, title: str, describe: Callable[[Any], tuple[str, int]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(title)
        self.setIconSize(QSize(16, 16))
        # Long names are elided; their tooltips have them whole.
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._describe = describe
        self._shown: Sequence[Any] = ()
        self._findings: dict[int, list[Finding]] = {}

    @property
    def shown(self) -> Sequence[Any]:
        """The parts in the order of the rows."""
        return self._shown

    def findings_at(self, row: int | None) -> Sequence[Finding]:
        """Return the findings of a row."""
        return () if row is None else self._findings.get(row, ())

    def forget_findings(self) -> None:
        """Forget the findings, before :meth:`show_parts`."""
        self._findings = {}

    def show_parts(self, parts: Sequence[Any], *, all_rows: bool) -> None:
        """Show parts, and update all rows or only those whose part has changed."""
        with QSignalBlocker(self):
            while self.count() > len(parts):
                self.takeItem(self.count() - 1)
            while self.count() < len(parts):
                self.addItem(QListWidgetItem())
            before, self._shown = self._shown, parts
            for row, part in enumerate(parts):
                # Parts are immutable: the same part has the same text.
                if all_rows or row >= len(before) or before[row] is not part:
                    self._show_row(row)
        if parts:
            high = self.sizeHintForRow(0) * min(len(parts), _ROWS) + 2 * self.frameWidth() + 2
            self.setFixedHeight(high)
        self.setVisible(bool(parts))

    def show_findings(self, findings: Iterable[tuple[int, Finding]]) -> None:
        """Show findings by row."""
        before, self._findings = self._findings, {}
        for row, finding in findings:
            self._findings.setdefault(row, []).append(finding)
        after = self._findings
        for row in before.keys() | after.keys():
            if before.get(row) != after.get(row) and row < self.count():
                self._show_row(row)

    def mark(self, row: int | None) -> None:
        """Select a row without a signal."""
        with QSignalBlocker(self):
            self.setCurrentRow(-1 if row is None else row)

    def _show_row(self, row: int) -> None:
        item, (text, side) = self.item(row), self._describe(self._shown[row])
        findings = self.findings_at(row)
        worst = min((it.severity for it in findings), key=_RANKS.__getitem__, default=None)
        item.setText(text)
        item.setToolTip("\n".join((text, *(it.message for it in findings))))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{text} ({worst.value})" if worst else text)
        item.setIcon(icon(worst.value, colours().of(worst)) if worst else side_sign(side))


#: The most files of a folder that are looked at for forces.
_MOST_FILES: Final = 200
_FORCE_FIRST_LINE: Final = b"format: fairground-force/"


class PartForm(FieldForm):
    """Creates fields for attributes of a part; ``change`` is called with the name of the step and the new values."""

    def __init__(self, change: Callable[..., None], parent: QWidget) -> None:
        super().__init__(parent)
        self._change = change

    def text_field(self, key: str, title: str, tip: str) -> QLineEdit:
        """Add a field for a text."""
        field = QLineEdit(self)
        field.setMaxLength(200)
        field.editingFinished.connect(lambda: self._enter(title, key, field.text()))
        self.add(key, title, field, tip)
        return field

    def number_field(
        self,
        key: str,
        title: str,
        tip: str,
        most: int,
        *,
        least: int = 0,
        take: Callable[[int], object] = int,
    ) -> NumberField:
        """Add a field for a whole number from ``least`` to ``most``; ``take`` returns the value for one."""
        field = NumberField(self)
        field.setRange(least, most)
        field.valueChanged.connect(lambda value: self._enter(title, key, take(value)))
        self.add(key, title, field, tip)
        return field

    def choice_field(
        self,
        key: str,
        title: str,
        tip: str,
        *,
        attribute: str = "",
        choices: Mapping[Any, str] | None = None,
    ) -> ChoiceBox:
        """Add a choice; ``attribute`` is that of the part. Default: the key."""
        field = ChoiceBox(self)
        field.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        field.setMinimumContentsLength(6)
        field.offer(choices or {})
        field.picked.connect(lambda value: self._enter(title, attribute or key, value))
        self.add(key, title, field, tip)
        return field

    def shape_field(self) -> ShapeEdit:
        """Add a field for hexes in the notation of files."""
        field = ShapeEdit(self)
        field.entered.connect(lambda shape: self._change(tr("Change hexes of"), shape=shape))
        field.faulty.connect(lambda sentence: self.complain("hexes", sentence))
        field.explained.connect(lambda sentence: self.explain("hexes", sentence))
        self.add("hexes", tr("Hexes"), field, field.toolTip())
        return field

    @contextmanager
    def quietly(self) -> Iterator[None]:
        """Set fields without treating that as user input."""
        # A field of hexes emits signals for typed text only.
        fields = [it for it in self.fields.values() if not isinstance(it, ShapeEdit)]
        blocks = [field.blockSignals(True) for field in fields]  # Qt's signature
        try:
            yield
        finally:
            for field, before in zip(fields, blocks, strict=True):
                field.blockSignals(before)

    def commit(self) -> None:
        """Apply text that is still being typed."""
        for field in self.fields.values():
            if isinstance(field, ShapeEdit):
                field.commit()
            elif isinstance(field, QLineEdit) and field.isModified():
                field.editingFinished.emit()

    def _enter(self, title: str, attribute: str, value: object) -> None:
        self._change(
            tr("Change {title} of").format(title=_NOUNS.get(title) or title.lower()), **{attribute: value}
        )


def show_text(field: QLineEdit, text: str) -> None:
    """Show a text; the cursor stays if the text is unchanged."""
    if field.text() != text:
        field.setText(text)


def show_choices(field: ChoiceBox, choices: Mapping[Any, str], chosen: object) -> None:
    """Offer choices, and add the selected one if it is unknown."""
    wanted = dict(choices)
    wanted.setdefault(chosen, tr("{chosen} (unknown)").format(chosen=chosen))
    field.offer(wanted)
    field.show_value(chosen)


def side_choices(scenario: Scenario, nobody: str = "") -> dict[str, str]:
    """Return the titles of the sides by id, after ``nobody`` with an empty id if given."""
    return ({"": nobody} if nobody else {}) | {side.id: side.title for side in scenario.sides}


def force_choices(folder: Path | None) -> dict[str, str]:
    """Return the titles of forces by the name or file that a scenario in a folder gives; first the common one, without a name."""
    from fairground.core.files.force_file import load_force, shipped_forces

    choices = {"": tr("Default force")}
    choices |= {name: load_force(name).title for name in shipped_forces()}
    try:
        files = sorted(folder.glob("*.y*ml"))[:_MOST_FILES] if folder else []
    except OSError:
        return choices
    for path in files:
        try:
            with path.open("rb") as file:
                is_force = file.read(len(_FORCE_FIRST_LINE)) == _FORCE_FIRST_LINE
            if is_force:
                choices[path.name] = load_force(path).title
        except (OSError, FairgroundError):
            continue
    return choices
