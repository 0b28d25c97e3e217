"""The options of a format as a form: made from the data that the format gives, a field a kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QFormLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from fairground.editor.theme import colours

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairground.core.clients.option import Option

_YES, _NO = "yes", "no"


class OptionForm(QWidget):
    """A row an option. What cannot be is said under its field, in the words of the option."""

    #: Something was chosen or typed.
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._options: dict[str, Option] = {}
        self.fields: dict[str, QComboBox | QCheckBox | QLineEdit] = {}
        self.faults: dict[str, QLabel] = {}
        self._form = QFormLayout()
        self._form.setContentsMargins(0, 0, 6, 0)
        self._form.setVerticalSpacing(4)
        self._form.setHorizontalSpacing(14)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(self._form)
        layout.addStretch(1)

    def show_options(self, options: tuple[Option, ...], values: Mapping[str, str]) -> None:
        """Show other options, with ``values`` where they have not their defaults."""
        while self._form.rowCount():
            self._form.removeRow(0)
        self._options = {it.name: it for it in options}
        self.fields, self.faults = {}, {}
        for it in options:
            self._add(it, values.get(it.name, it.default))
        self.setVisible(bool(options))

    @property
    def values(self) -> dict[str, str]:
        """Return what was chosen, of the options that have not their defaults."""
        said = {name: _said(field) for name, field in self.fields.items()}
        return {name: value for name, value in said.items() if value != self._options[name].default}

    @property
    def is_sound(self) -> bool:
        """Whether every option can have what was said."""
        return not any(self._options[name].fault(_said(field)) for name, field in self.fields.items())

    def _add(self, option: Option, value: str) -> None:
        name = option.name.replace("-", " ").replace("_", " ").capitalize()
        field = self._field(option, value)
        field.setAccessibleName(name)
        field.setAccessibleDescription(option.help)
        field.setToolTip(f"{option.help[:1].upper()}{option.help[1:]}")
        label = QLabel(name, self)
        label.setBuddy(field)
        label.setToolTip(field.toolTip())
        about = _wrapped(option.help, self)
        about.setProperty("soft", True)  # Qt's signature
        fault = _wrapped("", self)
        fault.setStyleSheet(f"color: {colours().error}")
        fault.hide()
        self.fields[option.name], self.faults[option.name] = field, fault
        cell = QWidget(self)
        column = QVBoxLayout(cell)
        column.setContentsMargins(0, 0, 0, 4)
        column.setSpacing(1)
        for widget in (field, about, fault):
            column.addWidget(widget)
        self._form.addRow(label, cell)
        self._judge(option.name)

    def _field(self, option: Option, value: str) -> QComboBox | QCheckBox | QLineEdit:
        if option.kind == "choice":
            box = QComboBox(self)
            for choice in option.choices:
                box.addItem(choice, choice)
            # A preset may say what the format has no more: it is shown, and told.
            if value not in option.choices:
                box.addItem(value, value)
            box.setCurrentIndex(box.findData(value))
            box.currentIndexChanged.connect(lambda _at: self._take(option.name))
            return box
        if option.kind == "flag":
            tick = QCheckBox("", self)
            tick.setChecked(value == _YES)
            tick.toggled.connect(lambda _on: self._take(option.name))
            return tick
        line = QLineEdit(value, self)
        line.setMaxLength(500)
        if option.kind == "number":
            line.setPlaceholderText(option.allowed)
        line.textChanged.connect(lambda _text: self._take(option.name))
        return line

    def _take(self, name: str) -> None:
        self._judge(name)
        self.changed.emit()

    def _judge(self, name: str) -> None:
        sentence = self._options[name].fault(_said(self.fields[name]))
        fault = self.faults[name]
        fault.setText(f"{sentence[:1].upper()}{sentence[1:]}." if sentence else "")
        fault.setVisible(bool(sentence))


def _wrapped(text: str, parent: QWidget) -> QLabel:
    """Return a label that wraps."""
    label = QLabel(text, parent)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def _said(field: QComboBox | QCheckBox | QLineEdit) -> str:
    if isinstance(field, QCheckBox):
        return _YES if field.isChecked() else _NO
    return str(field.currentData()) if isinstance(field, QComboBox) else field.text().strip()
