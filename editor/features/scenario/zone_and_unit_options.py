"""The options of the zone, objective and unit tools."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QMenu, QToolButton, QWidget

from fairground.core.scenario.shapes import Listed
from fairground.editor.app.texts import tr, trn
from fairground.editor.app.theme import colours
from fairground.editor.document.events import FieldChanged, watch
from fairground.editor.document.hex_facts import describe_objective, part_title
from fairground.editor.document.part_patches import part_index, replaced
from fairground.editor.document.readable_ruleset import known_rules
from fairground.editor.features.scenario.part_form import side_choices
from fairground.editor.tools.obstacles import locked
from fairground.editor.tools.option_defaults import ZoneWay
from fairground.editor.widgets.checklist_button import ChoiceBox, TitleBox
from fairground.editor.widgets.labels_and_buttons import tool_button, with_key
from fairground.editor.widgets.mover_boxes import shield_choices
from fairground.editor.widgets.number_fields import NumberField
from fairground.editor.widgets.option_rows import OptionRow, action_button
from fairground.editor.widgets.signs import side_sign
from fairground.editor.widgets.zone_text_field import ShapeEdit

if TYPE_CHECKING:
    from fairground.core.scenario.shapes import Shape
    from fairground.editor.app.actions import Actions
    from fairground.editor.document.document import Document
    from fairground.editor.tools.tool_state import ToolState


class PartOptions(QWidget):
    """The options of a tool that edits a list of the scenario."""

    #: The fields of the scenario that the options depend on.
    fields: tuple[str, ...]

    def __init__(self, state: ToolState, parent: QWidget, spacing: int) -> None:
        super().__init__(parent)
        self._state = state
        self._document: Document | None = None
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(spacing)
        state.changed.connect(self._option_changed)

    def set_document(self, document: Document | None) -> None:
        """Show the options for another document."""
        watch(self._document, document, self._changed)
        self._document = document
        self._show()

    def _changed(self, event: object) -> None:
        if isinstance(event, FieldChanged) and event.field in self.fields:
            self._show()

    def _option_changed(self, option: str) -> None:
        """Follow an option of the tools."""

    def _show(self) -> None:
        """Show the current options."""
        raise NotImplementedError


class ZoneChoice(OptionRow):
    """The zone to paint, a menu for new zones, and a button that selects the hexes of the zone."""

    #: A new zone is requested: the id of its side, empty for none.
    wanted = Signal(str)

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(parent=parent)
        self._state = state
        self.box = TitleBox(self)
        self.box.setAccessibleName(tr("Zone"))
        self.box.setMinimumWidth(170)
        self.box.setMaximumWidth(_WIDEST)
        self.box.activated.connect(lambda _at: setattr(state, "zone_id", self.box.currentData()))
        self.new = action_button(actions, "zone.new", self, text=tr("New zone"))
        self.new.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.menu = QMenu(self.new)
        self.menu.aboutToShow.connect(self._offer)
        self.new.setMenu(self.menu)
        for widget in (self.box, self.new, action_button(actions, "select.zone", self)):
            self.row.addWidget(widget)

    def pop_up(self) -> None:
        """Open the menu for new zones."""
        self.menu.popup(self.new.mapToGlobal(self.new.rect().bottomLeft()))

    def refresh(self) -> None:
        """List the zones."""
        document = self._state.document
        self.box.clear()
        if document is not None:
            scenario = document.scenario
            for zone in scenario.zones:
                side = scenario.side(zone.side)
                # A zone without a name has its side in its title.
                whose = f" · {side.title}" if side and zone.name else ""
                colour = _side_colour(scenario.side_index(zone.side)) if side else colours().soft
                self.box.addItem(_square(colour), scenario.zone_title(zone.id) + whose, zone.id)
        self.box.setCurrentIndex(self.box.findData(self._state.zone_id))
        self.box.setEnabled(self.box.count() > 0)
        self.box.setToolTip(tr("The zone to paint") if self.box.count() else tr("No zones yet"))

    def _offer(self) -> None:
        self.menu.clear()
        document = self._state.document
        if document is None:
            return
        for index, side in enumerate(document.scenario.sides):
            action = self.menu.addAction(
                _square(_side_colour(index)), tr("For {title}").format(title=side.title)
            )
            action.triggered.connect(partial(self._want, side.id))
        action = self.menu.addAction(_square(colours().soft), tr("No side: an area"))
        action.triggered.connect(partial(self._want, ""))

    def _want(self, side: str, _on: object = None) -> None:
        self.wanted.emit(side)


def _side_colour(index: int) -> str:
    from fairground.core.pictures.colours import SIDE_COLOURS

    return SIDE_COLOURS[index % len(SIDE_COLOURS)]


def _square(colour: str) -> QIcon:
    pixmap = QPixmap(14, 14)
    pixmap.fill(QColor(colour))
    return QIcon(pixmap)


_TIPS = {
    ZoneWay.HEXES: tr("Add or remove single hexes"),
    ZoneWay.ROWS: tr("Drag to add or remove whole rows"),
    ZoneWay.COLUMNS: tr("Drag to add or remove whole columns"),
    ZoneWay.DISC: tr("Drag from the centre to add or remove a disc"),
}
_WIDE = 190


class ZoneOptions(PartOptions):
    """How to paint the zone, and its hexes in the notation of files."""

    fields = ("zones", "board")
    #: The error in the text; empty for none.
    faulty = Signal(str)

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget) -> None:
        super().__init__(state, parent, spacing=1)
        self._keymap = actions.keymap
        self.ways: dict[ZoneWay, QToolButton] = {}
        group = QButtonGroup(self)
        for way, tip in _TIPS.items():
            button = tool_button(f"zone-{way.value}", tip, self, checkable=True)
            button.clicked.connect(lambda _on=False, way=way: setattr(state, "zone_way", way))
            group.addButton(button)
            self.ways[way] = button
            self._row.addWidget(button)
        self.ways[state.zone_way].setChecked(True)
        self.hexes = ShapeEdit(self)
        self.hexes.setMinimumWidth(_WIDE)
        self.hexes.entered.connect(self._enter)
        self.hexes.faulty.connect(self.faulty)
        self.hexes.explained.connect(self.faulty)
        self._row.addSpacing(8)
        self._row.addWidget(self.hexes, 1)

    def refresh(self) -> None:
        """Show the current key in the tooltips."""
        key = self._keymap.actions["zone.next-way"].shown_key
        for way, tip in _TIPS.items():
            self.ways[way].setToolTip(with_key(tip, key, tr(" for the next one")))

    def next_way(self) -> None:
        """Switch to the next way of painting."""
        ways = list(ZoneWay)
        self._state.zone_way = ways[(ways.index(self._state.zone_way) + 1) % len(ways)]

    def _enter(self, shape: Shape) -> None:
        index, refusal = self._index(), locked(self._state, ("zones",))
        if refusal:
            self._show()
            self.faulty.emit(refusal)
        elif self._document is not None and index is not None:
            scenario = self._document.scenario
            after = replace(scenario.zones[index], shape=shape)
            text = tr("Change hexes of {title}").format(title=part_title(scenario, after))
            self._document.edit(text, replaced(scenario, "zones", index, after))

    def _index(self) -> int | None:
        return part_index(self._document.scenario, "zones", self._state.zone_id) if self._document else None

    def _option_changed(self, option: str) -> None:
        if option == "zone_way":
            self.ways[self._state.zone_way].setChecked(True)
        elif option == "zone_id":
            self._show()

    def _show(self) -> None:
        index = self._index()
        scenario = self._document.scenario if self._document is not None else None
        self.hexes.setEnabled(index is not None)
        if scenario is None or index is None:
            self.hexes.show_shape(Listed(()))
        else:
            self.hexes.show_shape(scenario.zones[index].shape, scenario.board)


_WIDE = 200
#: The numbers of an objective, as the history calls them.
_NOUNS = {"points": tr("points"), "hold": tr("turns to hold")}


class ObjectiveOptions(PartOptions):
    """The objective to edit, with its points and the turns to hold it."""

    fields = ("objectives", "sides", "board")

    def __init__(self, state: ToolState, buttons: list[QToolButton], parent: QWidget) -> None:
        super().__init__(state, parent, spacing=4)
        self.objective = TitleBox(self)
        self.objective.setMaximumWidth(_WIDEST)
        self.objective.setAccessibleName(tr("Objective"))
        self.objective.setMinimumWidth(_WIDE)
        self.objective.activated.connect(
            lambda _at: setattr(state, "objective_id", self.objective.currentData())
        )
        self.points = _field(tr("Points"), tr("Points for the objective"), self)
        self.points.count(lambda number: trn("point", "points", number))
        self.points.valueChanged.connect(lambda value: self._change("points", value))
        self.hold = _field(tr("Hold"), tr("How many turns the objective must be held to score"), self)
        self.hold.setPrefix(tr("hold "))
        self.hold.count(lambda number: trn("turn", "turns", number))
        self.hold.setSpecialValueText(tr("scores immediately"))
        self.hold.valueChanged.connect(lambda value: self._change("hold", value))
        for widget in (self.objective, *buttons):
            self._row.addWidget(widget)
        self._row.addSpacing(8)
        self._row.addWidget(self.points)
        self._row.addWidget(self.hold)

    def set_document(self, document: Document | None) -> None:
        """Show the objectives of another document."""
        if document is not None:
            from fairground.core.files.file_model import MAX_POINTS, MAX_TURNS

            for field, most in ((self.points, MAX_POINTS), (self.hold, MAX_TURNS)):
                with QSignalBlocker(field):
                    field.setMaximum(most)
        super().set_document(document)

    def _change(self, name: str, value: int) -> None:
        index = self._index()
        if self._document is not None and index is not None:
            scenario = self._document.scenario
            changes: dict[str, Any] = {name: value}
            after = replace(scenario.objectives[index], **changes)
            self._document.edit(
                tr("Change {name} of {title}").format(name=_NOUNS[name], title=after.title),
                replaced(scenario, "objectives", index, after),
            )

    def _index(self) -> int | None:
        if self._document is None:
            return None
        return part_index(self._document.scenario, "objectives", self._state.objective_id)

    def _option_changed(self, option: str) -> None:
        if option in ("objective_id", "locked_layers"):
            self._show()

    def _show(self) -> None:
        scenario = self._document.scenario if self._document else None
        self.objective.clear()
        for it in scenario.objectives if scenario else ():
            self.objective.addItem(
                side_sign(scenario.side_index(it.side)) if scenario else side_sign(-1),
                describe_objective(it),
                it.id,
            )
        self.objective.setCurrentIndex(self.objective.findData(self._state.objective_id))
        self.objective.setEnabled(self.objective.count() > 0)
        self.objective.setPlaceholderText(tr("None chosen") if self.objective.count() else tr("None yet"))
        self.objective.setToolTip(
            tr("The objective you are editing") if self.objective.count() else tr("No objectives yet")
        )
        index = self._index()
        chosen = scenario.objectives[index] if scenario and index is not None else None
        for field, value in (
            (self.points, chosen.points if chosen else 0),
            (self.hold, chosen.hold if chosen else 0),
        ):
            with QSignalBlocker(field):
                field.setValue(value)
                field.setEnabled(chosen is not None and "objectives" not in self._state.locked_layers)


def _field(name: str, tip: str, parent: QWidget) -> NumberField:
    field = NumberField(parent)
    field.setAccessibleName(name)
    field.setToolTip(tip)
    return field


#: The most that a long title takes of the bar, alone and beside others, in pixels.
_WIDEST, _WIDEST_CHOICE = 230, 170
#: The boxes: the field of ``UnitChoice``, name, tooltip and width in pixels.
_BOXES = (
    ("side", tr("Side for new units"), tr("The side of the units you place"), 120),
    ("class_id", tr("Class for new units"), tr("The class of the units you place"), 150),
    (
        "facing",
        tr("Facing for new units"),
        tr("The facing of the units you place; by default toward the nearest enemy zone"),
        70,
    ),
    ("shield", tr("Shield for new units"), tr("The shield arm of the units you place"), 110),
)


class UnitOptions(PartOptions):
    """What the next unit is like, ``ToolState.new_unit``, and buttons for the selected unit."""

    fields = ("sides", "ruleset", "board")

    def __init__(self, state: ToolState, buttons: list[QToolButton], parent: QWidget) -> None:
        super().__init__(state, parent, spacing=4)
        self.boxes: dict[str, ChoiceBox] = {}
        for name, title, tip, wide in _BOXES:
            box = ChoiceBox(self)
            box.setAccessibleName(title)
            box.setToolTip(tip)
            box.setMinimumWidth(wide)
            box.setMaximumWidth(max(wide, _WIDEST_CHOICE))
            box.picked.connect(partial(self._choose, name))
            self.boxes[name] = box
            self._row.addWidget(box)
        self._row.addSpacing(8)
        for button in buttons:
            self._row.addWidget(button)

    def _choose(self, name: str, value: object) -> None:
        changes: dict[str, Any] = {name: value}
        self._state.new_unit = replace(self._state.new_unit, **changes)

    def _show(self) -> None:
        """Fill the boxes; the one for shields is hidden if the ruleset has none."""
        if self._document is None:
            return
        scenario = self._document.scenario
        rules = known_rules(scenario)
        sides = enumerate(side.id for side in scenario.sides)
        self.boxes["side"].offer(side_choices(scenario), {side: side_sign(index) for index, side in sides})
        classes = rules.classes if rules else {}
        self.boxes["class_id"].offer({name: f"{it.name} · {it.allowance}" for name, it in classes.items()})
        names = scenario.board.layout.direction_names
        facings = {facing: f"{facing}  {name}" for facing, name in enumerate(names, 1)}
        self.boxes["facing"].offer({0: tr("toward the enemy"), **facings})
        self.boxes["shield"].offer(shield_choices(scenario))
        for box in self.boxes.values():
            box.setEnabled(box.count() > 0)
        self.boxes["shield"].setVisible(self.boxes["shield"].count() > 1)
        self._option_changed("new_unit")

    def _option_changed(self, option: str) -> None:
        if option == "new_unit" and self._document is not None:
            choice = self._state.new_unit.within(self._document.scenario)
            for name, box in self.boxes.items():
                box.show_value(getattr(choice, name))
