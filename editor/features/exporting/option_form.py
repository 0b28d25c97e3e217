"""The options of a format as a form: made from the data that the format gives, a field a kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from fairground.editor.app.theme import colours

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QResizeEvent

    from fairground.core.clients.format import Option

_YES, _NO = "yes", "no"
#: Names of options that are no words.
_SHORT = {"dpi": "DPI"}


class OptionForm(QWidget):
    """A row an option. What cannot be is said under its field, in the words of the option."""

    #: Something was chosen or typed.
    changed = Signal()
    #: Other options are shown now, or one has another height.
    laid_out = Signal()

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
        self.laid_out.emit()

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
        name = _SHORT.get(option.name) or option.name.replace("-", " ").replace("_", " ").capitalize()
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
        if fault.isHidden() is bool(sentence):
            fault.setVisible(bool(sentence))
            self.laid_out.emit()


class ScrolledOptions(QScrollArea):
    """A form that scrolls where there is too little room for it, and takes no more room than it needs."""

    def __init__(self, form: OptionForm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form = form
        self.setWidget(form)
        self.setWidgetResizable(True)
        # Whatever has the keys within is scrolled to.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Fields have a height from the next turn of the events on.
        form.laid_out.connect(self._fit, Qt.ConnectionType.QueuedConnection)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Need another height where lines wrap elsewhere."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        form, wide = self._form, self.viewport().width()
        high = form.heightForWidth(wide) if form.hasHeightForWidth() else form.sizeHint().height()
        self.setMaximumHeight(high + 2 * self.frameWidth())


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
