"""The options of the brush: the shape that a drag draws, the form of the brush, and its size."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QToolButton, QWidget

from fairground.core.grid.layout import Layout, Orientation
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import hex_count, tr
from fairground.editor.shell.options_bar.mode_buttons import next_choice
from fairground.editor.tools.option_defaults import MAX_RADIUS
from fairground.editor.tools.shapes import SHAPE_NAMES, DragShape, bar_length
from fairground.editor.widgets.labels_and_buttons import tool_button, with_key
from fairground.editor.widgets.option_rows import OptionRow, action_button

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.editor.app.actions import Actions
    from fairground.editor.tools.tool_state import ToolState


class SizeOptions(OptionRow):
    """The number of hexes that the brush covers, between the buttons for smaller and larger."""

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self._state, self._actions = state, actions
        self.label = QLabel(self)
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.label.setMinimumWidth(self.label.fontMetrics().horizontalAdvance(hex_count(61)))
        smaller, larger = (action_button(actions, f"brush.{size}", self) for size in ("smaller", "larger"))
        for widget in (smaller, self.label, larger):
            self.row.addWidget(widget)

    def refresh(self) -> None:
        """Show the current size."""
        radius = self._state.radius
        self.label.setText(size_words(radius, self._state.bar))
        self._actions["brush.smaller"].setEnabled(radius > 0)
        self._actions["brush.larger"].setEnabled(radius < MAX_RADIUS)


_TIPS = {
    DragShape.FREEHAND: tr("Paint freehand"),
    DragShape.LINE: tr(
        "Draw straight lines of hexes, as thick as the brush; Shift limits them to the six directions"
    ),
    DragShape.RECTANGLE: tr("Draw rectangles of columns and rows"),
    DragShape.DISC: tr("Draw hex discs from the centre"),
}
#: The forms of the brush: a disc, and bars in the three directions.
_FORMS: tuple[int | None, ...] = (None, 0, 1, 2)


class ShapeOptions(QWidget):
    """Two buttons with menus: the shape that a drag draws, and the form of the brush."""

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent)
        self._state, self._keymap = state, actions.keymap
        self._fill = actions["shape.filled"]
        self._fill.setCheckable(True)
        self.shape, self.shapes = self._menu_button(tr("Shape"), self._offer_shapes)
        self.form, self.forms = self._menu_button(tr("Brush shape"), self._offer_forms)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(1)
        row.addWidget(self.shape)
        row.addWidget(self.form)
        state.changed.connect(self._option_changed)
        actions.on("shape.next", self.next_shape)
        actions.on("brush.bar", self.next_form)
        self._fill.triggered.connect(lambda on: setattr(state, "filled", on))
        self.refresh()

    def next_shape(self) -> None:
        """Switch from freehand to line, rectangle, disc and back."""
        self._state.shape = next_choice(self._state.shape)

    def next_form(self) -> None:
        """Switch from the disc to the three bars and back."""
        self._take_form(_FORMS[(_FORMS.index(self._state.bar) + 1) % len(_FORMS)])

    def refresh(self) -> None:
        """Show the current options."""
        state = self._state
        self._fill.setChecked(state.filled)
        is_filled = state.shape is DragShape.RECTANGLE and state.filled
        how = (tr(", filled") if state.filled else tr(", outline only")) if state.shape.has_inside else ""
        _show(
            self.shape,
            "shape-filled" if is_filled else f"shape-{state.shape.value}",
            with_key(f"{_TIPS[state.shape]}{how}", self._key("shape.next"), tr(" for the next shape")),
            tr("Shape: {shape}{how}").format(shape=SHAPE_NAMES[state.shape].lower(), how=how),
        )
        words = form_words(self._layout, state.bar)
        tip = with_key(
            tr("The brush is a {words}").format(words=words),
            self._key("brush.bar"),
            tr(" for the next shape"),
        )
        _show(
            self.form,
            form_icon(self._layout, state.bar),
            tip,
            tr("Brush shape: {words}").format(words=words),
        )

    def _key(self, name: str) -> str:
        return self._keymap.actions[name].shown_key

    @property
    def _layout(self) -> Layout:
        document = self._state.document
        return document.scenario.board.layout if document else Layout.ODD_Q

    def _menu_button(self, name: str, fill: Callable[[], None]) -> tuple[QToolButton, QMenu]:
        button = tool_button("shape", name, self)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(button)
        menu.setToolTipsVisible(True)
        menu.aboutToShow.connect(fill)
        button.setMenu(menu)
        return button, menu

    def _offer_shapes(self) -> None:
        self.shapes.clear()
        for shape, tip in _TIPS.items():
            action = self.shapes.addAction(icon(f"shape-{shape.value}"), SHAPE_NAMES[shape])
            action.setToolTip(tip)
            action.setCheckable(True)
            action.setChecked(shape is self._state.shape)
            action.triggered.connect(partial(self._take_shape, shape))
        self.shapes.addSeparator()
        self.shapes.addAction(self._fill)

    def _offer_forms(self) -> None:
        self.forms.clear()
        for bar in _FORMS:
            words = form_words(self._layout, bar)
            action = self.forms.addAction(icon(form_icon(self._layout, bar)), words[:1].upper() + words[1:])
            action.setCheckable(True)
            action.setChecked(bar == self._state.bar)
            action.triggered.connect(partial(self._take_form, bar))

    def _take_shape(self, shape: DragShape, _on: object = None) -> None:
        self._state.shape = shape

    def _take_form(self, bar: int | None, _on: object = None) -> None:
        self._state.bar = bar
        if bar is not None and not self._state.radius:
            # A bar of one hex is a disc.
            self._state.radius = 1

    def _option_changed(self, what: str) -> None:
        if what in ("shape", "filled", "bar", "document"):
            self.refresh()


def form_words(layout: Layout, bar: int | None) -> str:
    """Return the name of a form of the brush: ``disc``, ``bar from N to S``."""
    if bar is None:
        return tr("disc")
    return tr("bar from {start} to {end}").format(
        start=layout.direction_name(bar), end=layout.direction_name(bar + 3)
    )


def form_icon(layout: Layout, bar: int | None) -> str:
    """Return the name of the icon of a form of the brush."""
    if bar is None:
        return "brush-disc"
    # Icons are named after their angle to the vertical, in degrees.
    turned = 60 * bar - (30 if layout.orientation is Orientation.POINTY else 0)
    return f"bar-{turned % 180}"


def size_words(radius: int, bar: int | None) -> str:
    """Return the size of the brush in words."""
    return hex_count(1 + 3 * radius * (radius + 1) if bar is None else bar_length(radius))


def _show(button: QToolButton, sign: str, tip: str, name: str) -> None:
    # The icon is drawn again when the theme changes.
    button.setProperty("iconName", sign)
    button.setIcon(icon(sign))
    button.setToolTip(tip)
    button.setAccessibleName(name)
