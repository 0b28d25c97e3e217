"""The page of fairness limits: green and amber limits by measure, and the measures that decide the verdict."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from fairground.core.scenario.fairness_titles_and_limits import By
from fairground.editor.app.texts import tr
from fairground.editor.document.events import FieldChanged, watch
from fairground.editor.document.patches import FieldPatch
from fairground.editor.document.rule_answers import standards, why_no_band
from fairground.editor.widgets.field_form import FieldForm
from fairground.editor.widgets.labels_and_buttons import soft_label

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from fairground.core.finding import Finding
    from fairground.core.scenario.fairness_titles_and_limits import Band
    from fairground.core.scenario.parts import FairnessBands
    from fairground.editor.document.document import Document

_ABOUT = tr(
    "Green limit : amber limit, for example 1/20:1/10. Leave empty for the default. Ticked measures decide "
    "the verdict."
)
#: The width of a field in letters, for ``1/20:1/10``.
_LETTERS = 10
_BY = {
    By.IMBALANCE: tr("imbalance"),
    By.DIFFERENCE: tr("difference"),
    By.LOWEST: tr("lowest value"),
    By.HIGHEST: tr("highest value"),
}


class FairPage(QWidget):
    """A row for each limit; a completed field is one undo step.

    Limits of unknown measures in a file stay until the button removes them.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._document: Document | None = None
        self.form = FieldForm(self)
        self.bands: dict[str, QLineEdit] = {}
        self.gates: dict[str, QCheckBox] = {}
        for measure, standard in standards().items():
            for at, (by, default) in enumerate(standard.bands.items()):
                self._add(measure, by, default, is_first=at == 0)
        self.form.add_note("fairness")
        self.drop = QPushButton(tr("Remove unknown measures"), self)
        self.drop.setToolTip(tr("Remove measures that do not exist, and their limits"))
        self.drop.clicked.connect(self._drop)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 10, 8)
        column.setSpacing(6)
        column.addWidget(soft_label(_ABOUT, self))
        column.addWidget(self.form)
        column.addWidget(self.drop)
        column.addStretch(1)

    def _add(self, measure: str, by: By, default: Band, *, is_first: bool) -> None:
        title = standards()[measure].title
        title = f"{title[:1].upper()}{title[1:]}"
        # Further limits are listed below the measure.
        shown, key = (title, measure) if is_first else (f"    {_BY[by]}", f"{measure}.{by.value}")
        cell = QWidget(self)
        field = QLineEdit(cell)
        field.setMinimumWidth(field.fontMetrics().horizontalAdvance("0" * _LETTERS))
        field.setPlaceholderText(f"{default.green}:{default.amber}")
        field.editingFinished.connect(lambda: self._take(key))
        row = QHBoxLayout(cell)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(field, 1)
        gate = QCheckBox(cell)
        if is_first:
            gate.setAccessibleName(tr("{measure} counts towards the verdict").format(measure=title))
            gate.setToolTip(tr("Count this measure towards the verdict"))
            gate.clicked.connect(lambda _on: self._take_gates(measure))
            self.gates[measure] = gate
        else:
            # As wide as the box above.
            policy = gate.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            gate.setSizePolicy(policy)
            gate.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            gate.hide()
        row.addWidget(gate)
        tip = tr("Green and amber limits for the {by}").format(by=_BY[by])
        self.form.add(key, shown, cell, tip, wraps=True)
        field.setAccessibleName(tr("{measure}: {by}").format(measure=title, by=_BY[by]))
        cell.setFocusProxy(field)
        self.bands[key] = field

    def set_document(self, document: Document | None) -> None:
        """Show another document."""
        watch(self._document, document, self._changed)
        self._document = document
        self.show_findings(())
        self._show()

    def show_findings(self, findings: Iterable[Finding]) -> None:
        """Show findings below their field, or below all fields if they have none."""
        by_key: dict[str, list[Finding]] = {}
        for finding in findings:
            if finding.place.path[:1] == ("fairness",):
                key = _key(str(finding.place.path[-1]))
                by_key.setdefault(key if key in self.bands else "fairness", []).append(finding)
        self.form.show_findings(by_key)

    def commit(self) -> None:
        """Apply text that is still being typed (before a save)."""
        for key in self.bands:
            self._take(key)

    def refresh(self) -> None:
        """Redraw the icons in the colours of the theme."""
        self.form.refresh()

    def _take(self, key: str) -> None:
        if self._document is None:
            return
        fair, field = self._document.scenario.fairness, self.bands[key]
        if not field.isModified():
            return
        text, shown = field.text().strip(), _shown(fair.bands).get(key, "")
        fault = why_no_band(key, text) if text not in ("", shown) else ""
        self.form.complain(key, fault)
        if fault:
            field.setText(shown)
        if fault or text == shown:
            return
        bands = {name: value for name, value in fair.bands.items() if _key(name) != key}
        self._set(replace(fair, bands={**bands, key: text} if text else bands))

    def _take_gates(self, measure: str) -> None:
        if self._document is None:
            return
        fair = self._document.scenario.fairness
        wanted = {name for name, it in self.gates.items() if it.isChecked()}
        if not wanted:
            # A file without gates has the default ones.
            self.gates[measure].setChecked(True)
            self.form.complain(measure, tr("At least one measure must count towards the verdict."))
            return
        for name in self.gates:
            self.form.complain(name, "")
        default = {name for name in self.gates if standards()[name].gates}
        unknown = tuple(name for name in fair.gates if name not in self.gates)
        named = () if wanted == default else tuple(name for name in self.gates if name in wanted)
        self._set(replace(fair, gates=(*named, *unknown)))

    def _drop(self) -> None:
        if self._document is not None:
            fair = self._document.scenario.fairness
            self._set(
                replace(
                    fair,
                    bands={name: it for name, it in fair.bands.items() if _key(name) in self.bands},
                    gates=tuple(name for name in fair.gates if name in self.gates),
                )
            )

    def _set(self, after: FairnessBands) -> None:
        if self._document is not None and after != self._document.scenario.fairness:
            before = self._document.scenario.fairness
            self._document.edit(tr("Change fairness limits"), [FieldPatch("fairness", before, after)])

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged) and event.field == "fairness":
            self._show()

    def _show(self) -> None:
        if self._document is None:
            return
        fair = self._document.scenario.fairness
        shown = _shown(fair.bands)
        for key, field in self.bands.items():
            if field.text() != shown.get(key, ""):
                field.setText(shown.get(key, ""))
                self.form.complain(key, "")
        known = [name for name in fair.gates if name in self.gates]
        for name, gate in self.gates.items():
            gate.setChecked(name in known if known else standards()[name].gates)
        self.drop.setVisible(
            any(key not in self.bands for key in shown) or any(it not in self.gates for it in fair.gates)
        )


def _key(name: str) -> str:
    """Return the key of a field; the first limit of a measure has the measure as its key."""
    measure, _, by = name.partition(".")
    bands = standards()[measure].bands if measure in standards() else {}
    return measure if bands and by == next(iter(bands)).value else name


def _shown(bands: Mapping[str, str]) -> dict[str, str]:
    """Return limits by the keys of fields; of two names for the same field the last one counts, as in core."""
    return {_key(name): value for name, value in bands.items()}
