"""The forms for terrain, hexside features and unit classes of one's own."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QWidget

from fairground.core.files.own_rules import (
    SightEffect,
    cost_value,
    sight_effect,
    with_passable,
    with_sight,
)
from fairground.core.pictures.hexside_layer import FEATURE_STYLES
from fairground.core.rules.terrain import Tag
from fairground.editor.app.texts import tr
from fairground.editor.features.own_terrain.class_costs import ClassCosts
from fairground.editor.features.own_terrain.look_fields import ColourField, ImageField, TileBox
from fairground.editor.widgets.checklist_button import CheckMenu, ChoiceBox
from fairground.editor.widgets.field_form import FieldForm
from fairground.editor.widgets.labels_and_buttons import fill
from fairground.editor.widgets.number_fields import NumberField

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.files.own_rules import EntryData
    from fairground.core.rules import Ruleset

_SIGHT = {
    SightEffect.CLEAR: tr("Clear"),
    SightEffect.HINDERS: tr("Hinders"),
    SightEffect.BLOCKS: tr("Blocks"),
}
_TAGS = {
    Tag.DIFFICULT.value: tr("Difficult"),
    Tag.COVER.value: tr("Cover"),
    Tag.HAZARD.value: tr("Hazard"),
    Tag.COOLING.value: tr("Cooling"),
    Tag.OBSCURING.value: tr("Obscuring"),
    Tag.WATER.value: tr("Water"),
}
_MOST_HINDRANCE, _MOST_HEIGHT, _MOST_ALLOWANCE = 9, 20, 99


class EntryForm(FieldForm):
    """A form for one entry of a ruleset, given as plain data."""

    #: The changed data, and the key of the field.
    edited = Signal(object, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.data: EntryData = {}
        self._is_showing = False
        self.name = QLineEdit(self)
        self.name.textChanged.connect(lambda text: self.put("name", text))
        self.add("name", tr("Name"), self.name, tr("Name shown in the palette, in legends and in reports"))

    def show_entry(self, data: EntryData, rules: Ruleset) -> None:
        """Show an entry; ``rules`` is a valid ruleset with it, or the latest one."""
        self.data = data
        with self._showing():
            if self.name.text() != data.get("name", ""):
                self.name.setText(str(data.get("name", "")))
            self.show_fields(data, rules)

    def show_fields(self, data: EntryData, rules: Ruleset) -> None:
        """Show the fields other than the name."""
        raise NotImplementedError

    @contextmanager
    def _showing(self) -> Iterator[None]:
        self._is_showing = True
        try:
            yield
        finally:
            self._is_showing = False

    def put(self, key: str, value: Any) -> None:  # noqa: ANN401  # any plain value
        """Change a key of the entry; None removes it."""
        data = {name: old for name, old in self.data.items() if name != key}
        self.set_data(data if value is None else {**self.data, key: value}, key)

    def set_data(self, data: EntryData, key: str) -> None:
        """Emit changed data, unless an entry is being shown."""
        if not self._is_showing and data != self.data:
            self.data = data
            self.edited.emit(data, key)


class SightField(QWidget):
    """What an entry does to lines of sight, and how much it hinders them."""

    #: A ``SightEffect`` and the amount.
    chosen = Signal(object, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.effect = ChoiceBox(self)
        self.effect.offer(_SIGHT)
        self.amount = NumberField(self)
        self.amount.setRange(1, _MOST_HINDRANCE)
        self.amount.setKeyboardTracking(True)  # Qt's signature
        self.effect.picked.connect(self._choose)
        self.amount.valueChanged.connect(self._choose)
        self.setFocusProxy(self.effect)
        fill(QHBoxLayout(self), (self.effect, 1), self.amount, spacing=6)

    def show_effect(self, data: EntryData, rules: Ruleset) -> None:
        """Show what an entry does, and how much it hinders as the game writes it."""
        effect, amount = sight_effect(data)
        self.effect.setAccessibleName(tr("Sight"))
        self.effect.show_value(effect)
        opacity = next(iter(rules.sight.opacities.values()), None)
        self.amount.setVisible(effect is SightEffect.HINDERS)
        if opacity is None:
            self.amount.setPrefix("+" if rules.attack.hindered(1) > 0 else "-")
            self.amount.setSuffix(tr(" to hit"))
            self.amount.setAccessibleName(tr("To-hit modifier per hex on the line of sight"))
        else:
            self.amount.setPrefix("")
            self.amount.setSuffix(tr(" of {limit} points").format(limit=opacity.limit))
            self.amount.setAccessibleName(tr("Points per hex; sight is blocked at the limit"))
        if self.amount.value() != max(amount, 1):
            self.amount.setValue(max(amount, 1))

    def _choose(self) -> None:
        self.chosen.emit(self.effect.value, self.amount.value())


class TerrainForm(EntryForm):
    """The form for a terrain."""

    #: New data of unit classes by id: what they pay for the terrain, or that they cannot enter it.
    classes_edited = Signal(object)
    #: Why an image cannot be used.
    refused = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tile, self.colour, self.image = TileBox(self), ColourField(self), ImageField(self)
        self.tile.picked.connect(lambda tile: self.put("tile", tile))
        self.colour.chosen.connect(lambda colour: self.put("colour", colour))
        self.image.chosen.connect(lambda image: self.put("image", image or None))
        self.image.refused.connect(self.refused)
        self.cost = QLineEdit(self)
        self.cost.textChanged.connect(lambda text: self.put("cost", cost_value(text)))
        self.passable = QCheckBox(tr("Units can enter"), self)
        self.passable.toggled.connect(
            lambda on: self.set_data(with_passable(self.data, passable=on), "passable")
        )
        self.class_costs = ClassCosts(self)
        self.class_costs.edited.connect(self._edit_classes)
        self.sight = SightField(self)
        self.sight.chosen.connect(self._choose_sight)
        self.height_ = NumberField(self)
        self.height_.setRange(-1, _MOST_HEIGHT)
        self.height_.setSpecialValueText(tr("Any height"))
        self.height_.setKeyboardTracking(True)  # Qt's signature
        self.height_.count(lambda n: tr("level") if n == 1 else tr("levels"))
        self.height_.valueChanged.connect(lambda n: self.put("height", None if n < 0 else n))
        self.cover = ChoiceBox(self)
        self.cover.picked.connect(self._choose_cover)
        self.tags = CheckMenu(tr("None"), self)
        self.tags.offer(_TAGS)
        self.tags.changed.connect(self._choose_tags)
        entering = QWidget(self)
        self.cost.setMaximumWidth(90)
        fill(QHBoxLayout(entering), self.cost, self.passable, None, spacing=8)
        entering.setFocusProxy(self.cost)
        for key, title, field, tip in (
            (
                "cost",
                tr("Cost"),
                entering,
                tr("Movement points to enter: a whole number or a fraction such as 5/2"),
            ),
            ("sight", tr("Sight"), self.sight, tr("Effect on lines of sight that cross the terrain")),
            (
                "tile",
                tr("Symbol"),
                self.tile,
                tr("Symbol drawn on the hex; sets the ground colour unless you choose one"),
            ),
            ("colour", tr("Colour"), self.colour, tr("Ground colour")),
            (
                "image",
                tr("Image"),
                self.image,
                tr("Your own PNG or SVG, drawn over the whole hex instead of the symbol"),
            ),
            ("cover", tr("Cover"), self.cover, tr("Cover for units in this terrain")),
            (
                "height",
                tr("Height"),
                self.height_,
                tr("Height of the terrain in levels; up to it, the terrain affects lines of sight"),
            ),
            ("tags", tr("Tags"), self.tags, tr("Tags that other rules refer to")),
            (
                "classes",
                tr("Cost by class"),
                self.class_costs,
                tr("Unit classes that pay a different cost or cannot enter"),
            ),
        ):
            self.add(key, title, field, tip)
        self.cost.setAccessibleName(tr("Cost"))
        order: tuple[QWidget, ...] = (
            self.name,
            self.cost,
            self.passable,
            self.sight.effect,
            self.sight.amount,
            self.tile,
            self.colour.button,
            self.colour.reset,
            self.image.button,
            self.image.remove,
            self.cover,
            self.height_,
            self.tags,
        )
        for one, after in pairwise(order):
            QWidget.setTabOrder(one, after)
        self.id = ""

    def show_fields(self, data: EntryData, rules: Ruleset) -> None:
        """Show look, costs, sight, cover and tags."""
        tile = str(data.get("tile") or self.id)
        self.tile.show_value(tile)
        self.colour.show_colour(data.get("colour"), tile)
        entry = rules.terrain.get(self.id)
        looks = _tile_name(self.id, rules) if entry is not None else tile
        self.image.show_image(str(data.get("image", "")), looks)
        cost = str(data.get("cost", 1))
        if cost_value(self.cost.text()) != data.get("cost", 1):
            self.cost.setText(cost)
        passable = data.get("passable", True)
        self.passable.setChecked(passable)
        self.cost.setEnabled(passable)
        self.class_costs.setEnabled(passable)
        self.class_costs.show_terrain(self.id, rules)
        self.show_field("classes", shown=bool(rules.classes))
        self.sight.show_effect(data, rules)
        self.height_.setValue(data.get("height", -1))
        self.height_.setEnabled(sight_effect(data)[0] is not SightEffect.CLEAR)
        self.cover.offer({"": tr("None"), **{key: it.name for key, it in rules.cover.grades.items()}})
        self.cover.show_value(data.get("cover", ""))
        self.show_field("cover", shown=bool(rules.cover.grades))
        self.tags.check(data.get("tags", ()))

    def _choose_sight(self, effect: SightEffect, amount: int) -> None:
        if self._rules is not None:
            self.set_data(with_sight(self.data, self._rules, effect, amount=amount), "sight")

    def _choose_cover(self, grade: str) -> None:
        tags = [it for it in self.data.get("tags", ()) if it != Tag.COVER.value]
        tags += [Tag.COVER.value] * bool(grade)
        self.set_data(_with({**self.data}, cover=grade or None, tags=tags or None), "cover")

    def _choose_tags(self) -> None:
        own = [Tag.IMPASSABLE.value] * (not self.data.get("passable", True))
        self.put("tags", [*own, *self.tags.checked] or None)

    def _edit_classes(self, changes: dict[str, EntryData]) -> None:
        if not self._is_showing:
            self.classes_edited.emit(changes)

    _rules: Ruleset | None = None

    def show_entry(self, data: EntryData, rules: Ruleset) -> None:
        """Show a terrain."""
        self._rules = rules
        super().show_entry(data, rules)


class HexsideForm(EntryForm):
    """The form for a hexside feature."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.style_ = ChoiceBox(self)
        self.style_.offer({it: it.capitalize() for it in FEATURE_STYLES} | {"plain": tr("Plain line")})
        self.style_.picked.connect(lambda style: self.put("tile", None if style == "plain" else style))
        self.cost = QLineEdit(self)
        self.cost.textChanged.connect(lambda text: self.put("cost", cost_value(text)))
        self.passable = QCheckBox(tr("Units can cross"), self)
        self.passable.toggled.connect(lambda on: self.put("passable", None if on else False))
        self.sight = SightField(self)
        self.sight.chosen.connect(self._choose_sight)
        crossing = QWidget(self)
        self.cost.setMaximumWidth(90)
        fill(QHBoxLayout(crossing), self.cost, self.passable, None, spacing=8)
        crossing.setFocusProxy(self.cost)
        self.add(
            "cost",
            tr("Cost"),
            crossing,
            tr("Movement points to cross, in addition to the cost of the hex entered"),
        )
        self.add("sight", tr("Sight"), self.sight, tr("Effect on lines of sight that cross the feature"))
        self.add("tile", tr("Line"), self.style_, tr("How the feature is drawn"))
        self.cost.setAccessibleName(tr("Cost"))

    def show_fields(self, data: EntryData, rules: Ruleset) -> None:
        """Show line, cost and sight."""
        style = str(data.get("tile", ""))
        self.style_.show_value(style if style in FEATURE_STYLES else "plain")
        if cost_value(self.cost.text()) != data.get("cost", 0):
            self.cost.setText(str(data.get("cost", 0)))
        self.passable.setChecked(data.get("passable", True))
        self.cost.setEnabled(data.get("passable", True))
        self.sight.show_effect({key: it for key, it in data.items() if key != "opacity"}, rules)

    def _choose_sight(self, effect: SightEffect, amount: int) -> None:
        data = _with(self.data, blocks_sight=True if effect is SightEffect.BLOCKS else None)
        self.set_data(_with(data, hindrance=amount if effect is SightEffect.HINDERS else None), "sight")


class ClassForm(EntryForm):
    """The form for a class of units."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.allowance, self.height_ = NumberField(self), NumberField(self)
        self.allowance.setRange(0, _MOST_ALLOWANCE)
        self.allowance.count(lambda n: tr("point") if n == 1 else tr("points"))
        self.height_.setRange(0, _MOST_HEIGHT)
        self.height_.count(lambda n: tr("level") if n == 1 else tr("levels"))
        for field, key in ((self.allowance, "allowance"), (self.height_, "height")):
            field.setKeyboardTracking(True)  # Qt's signature
            field.valueChanged.connect(
                lambda value, key=key: self.put(key, value or (0 if key == "allowance" else None))
            )
        self.forbidden = CheckMenu(tr("Nothing"), self)
        self.forbidden.changed.connect(lambda: self.put("forbidden", list(self.forbidden.checked) or None))
        self.add("allowance", tr("Movement"), self.allowance, tr("Movement points per turn"))
        self.add("height", tr("Height"), self.height_, tr("Height of units, for lines of sight"))
        self.add(
            "forbidden",
            tr("Cannot enter"),
            self.forbidden,
            tr("Terrain that the class can enter only on a road or bridge"),
        )

    def show_fields(self, data: EntryData, rules: Ruleset) -> None:
        """Show movement, height and forbidden terrain."""
        self.allowance.setValue(data.get("allowance", 0))
        self.height_.setValue(data.get("height", 0))
        self.forbidden.offer({key: it.name for key, it in rules.terrain.items() if it.passable})
        self.forbidden.check(data.get("forbidden", ()))


def _with(data: EntryData, **changes: object) -> EntryData:
    """Return data with some keys changed; None removes them."""
    changed = {**data, **changes}
    return {key: value for key, value in changed.items() if value is not None}


def _tile_name(terrain: str, rules: Ruleset) -> str:
    from fairground.core.pictures.looks import Looks

    return Looks(rules=rules).terrain(terrain).name
