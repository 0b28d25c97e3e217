"""The form for the options of a format, generated from their declarations."""

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

from fairground.editor.app.texts import capitalised, sentence, tr
from fairground.editor.app.theme import colours
from fairground.editor.widgets.labels_and_buttons import fill

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from PySide6.QtGui import QResizeEvent

    from fairground.core.clients.format import Option

_YES, _NO = "yes", "no"
#: Names of options that are abbreviations.
_SHORT = {"dpi": "DPI"}


class OptionForm(QWidget):
    """A row for each option, with a message under the field when its value is invalid."""

    #: A value changed.
    changed = Signal()
    #: Other options are shown, or a row has another height.
    laid_out = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._options: dict[str, Option] = {}
        #: Returns the titles of the scenario's sides by id.
        self.sides: Callable[[], Mapping[str, str]] = dict
        self.fields: dict[str, QComboBox | QCheckBox | QLineEdit] = {}
        self.faults: dict[str, QLabel] = {}
        self._form = QFormLayout()
        self._form.setContentsMargins(0, 0, 6, 0)
        self._form.setVerticalSpacing(4)
        self._form.setHorizontalSpacing(14)
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.DontWrapRows)
        self._form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        fill(QVBoxLayout(self), self._form, None)

    def show_options(self, options: tuple[Option, ...], values: Mapping[str, str]) -> None:
        """Show other options, with ``values`` for those that differ from their defaults."""
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
        """The values that differ from their defaults, by option."""
        values = {name: _value(field) for name, field in self.fields.items()}
        return {name: value for name, value in values.items() if value != self._options[name].default}

    @property
    def is_valid(self) -> bool:
        """Whether all values are valid."""
        return not any(self._options[name].fault(_value(field)) for name, field in self.fields.items())

    def _add(self, option: Option, value: str) -> None:
        name = _SHORT.get(option.name) or option.name.replace("-", " ").replace("_", " ").capitalize()
        field = self._field(option, value)
        field.setAccessibleName(name)
        field.setAccessibleDescription(option.help)
        field.setToolTip(capitalised(option.help))
        label = QLabel(name, self)
        label.setBuddy(field)
        label.setToolTip(field.toolTip())
        about = _wrapped(option.help, self)
        about.setProperty("soft", True)
        fault = _wrapped("", self)
        fault.setStyleSheet(f"color: {colours().error}")
        fault.hide()
        self.fields[option.name], self.faults[option.name] = field, fault
        cell = QWidget(self)
        fill(QVBoxLayout(cell), field, about, fault, spacing=1, margins=(0, 0, 0, 4))
        self._form.addRow(label, cell)
        self._judge(option.name)

    def _field(self, option: Option, value: str) -> QComboBox | QCheckBox | QLineEdit:
        if option.kind in ("choice", "side"):
            box = QComboBox(self)
            sides = {"": tr("No side"), **self.sides()}
            titles = sides if option.kind == "side" else {choice: choice for choice in option.choices}
            for choice, title in titles.items():
                box.addItem(title, choice)
            # A preset may have a value that is no longer valid.
            if value not in titles:
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
        message = self._options[name].fault(_value(self.fields[name]))
        fault = self.faults[name]
        fault.setText(sentence(message) if message else "")
        if fault.isHidden() is bool(message):
            fault.setVisible(bool(message))
            self.laid_out.emit()


class ScrolledOptions(QScrollArea):
    """A form that scrolls where it lacks room, and takes no more than it needs."""

    def __init__(self, form: OptionForm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form = form
        self.setWidget(form)
        self.setWidgetResizable(True)
        # The focus moves between the fields, and the area scrolls along.
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Fields get their heights in the next turn of the event loop.
        form.laid_out.connect(self._fit, Qt.ConnectionType.QueuedConnection)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the height when the width, and with it the wrapping of texts, changes."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit()

    def _fit(self) -> None:
        form, width = self._form, self.viewport().width()
        height = form.heightForWidth(width) if form.hasHeightForWidth() else form.sizeHint().height()
        self.setMaximumHeight(height + 2 * self.frameWidth())


def _wrapped(text: str, parent: QWidget) -> QLabel:
    """Return a label that wraps."""
    label = QLabel(text, parent)
    label.setWordWrap(True)
    label.setTextFormat(Qt.TextFormat.PlainText)
    return label


def _value(field: QComboBox | QCheckBox | QLineEdit) -> str:
    if isinstance(field, QCheckBox):
        return _YES if field.isChecked() else _NO
    return str(field.currentData()) if isinstance(field, QComboBox) else field.text().strip()
