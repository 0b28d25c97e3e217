"""The options of the tool in hand, across the top of the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QIcon, QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QMenu,
    QSpinBox,
    QToolBar,
    QToolButton,
    QToolTip,
    QWidget,
)

from fairground.editor.document.events import FieldChanged
from fairground.editor.document.known_rules import known_rules, level_bounds, terrain_title
from fairground.editor.document.mover_choice import nothing_moves
from fairground.editor.theme import colours
from fairground.editor.tools.effects import no_effects
from fairground.editor.tools.hexsides import no_features
from fairground.editor.tools.sight import no_sight_lines
from fairground.editor.tools.state import MAX_RADIUS, ElevationMode, Stacking
from fairground.editor.window.kind_pictures import kind_picture
from fairground.editor.window.kind_words import Section, kinds
from fairground.editor.window.objective_options import ObjectiveOptions
from fairground.editor.window.paste_options import PasteOptions
from fairground.editor.window.path_options import PathOptions
from fairground.editor.window.select_options import SelectOptions
from fairground.editor.window.shape_options import ShapeOptions, size_words
from fairground.editor.window.sight_options import SightOptions
from fairground.editor.window.symmetry_options import SymmetryOptions
from fairground.editor.window.tile_pictures import tile_picture
from fairground.editor.window.underlay_options import UnderlayOptions
from fairground.editor.window.unit_options import UnitOptions
from fairground.editor.window.widgets import ElidedLabel, tool_button
from fairground.editor.window.zone_options import ZoneOptions

if TYPE_CHECKING:
    from fairground.editor.document.document import Document
    from fairground.editor.tools.state import ToolState
    from fairground.editor.window.actions import Actions

#: Which groups of options a tool has.
OPTIONS = {
    "select": ("select", "terrain", "selection", "symmetry"),
    "paste": ("paste", "symmetry"),
    "brush": ("terrain", "stacking", "shape", "size", "symmetry"),
    "fill": ("terrain", "symmetry"),
    "eraser": ("shape", "size", "symmetry"),
    "eyedropper": ("terrain",),
    "elevation": ("elevation", "shape", "size", "symmetry"),
    "hexsides": ("feature", "symmetry"),
    "effects": ("effect", "shape", "size", "symmetry"),
    "zones": ("zones", "zone-shape", "size", "symmetry"),
    "objectives": ("objective",),
    "units": ("unit",),
    "sight": ("sight",),
    "path": ("path",),
    "measure": ("measure",),
    "names": ("note",),
    "underlay": ("underlay",),
}
#: The tools that paint what only some rulesets have, and the keys that go through it.
_PAINTED = {"hexsides": Section.HEXSIDE, "effects": Section.EFFECT}
_NEXT = {Section.HEXSIDE: "hexside.next", Section.EFFECT: "effect.next"}
#: The tools that only ask, and what says why a ruleset has no answers for them.
_ASKED = {"sight": no_sight_lines, "path": nothing_moves}
#: The tools whose chosen part the Del key removes.
_REMOVING = ("objectives", "units")
#: The fields of the scenario that no option here depends on.
_APART = (
    *("board.palette", "name", "author", "notes", "turns", "weather"),
    *("objectives", "units", "victory", "locked", "comments"),
)
#: How long a refusal is shown, in milliseconds.
_SAID = 8000
#: How far left of the message its full sentence begins below the bar.
_HANGING = 260


class ToolOptions(QToolBar):
    """A bar that shows the groups of options that the tool has, and beside them why something cannot be."""

    #: A side's id: a new zone for it is wanted.
    zone_wanted = Signal(str)

    def __init__(self, state: ToolState, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__("Options of the tool", parent)
        self.setObjectName("options")
        self.setAccessibleName("Options of the tool")
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._state = state
        self._actions = actions
        self._document: Document | None = None
        actions["brush.on-top"].setCheckable(True)
        self._tool = ""
        self.kinds: dict[Section, QComboBox] = {}
        self.shape = ShapeOptions(state, actions, self)
        self.zone_shape = ZoneOptions(state, actions.keymap.actions["zone.next-way"].shown_key, self)
        self.objective = ObjectiveOptions(
            state, [self._button(name) for name in ("objective.new", "edit.clear")], self
        )
        self.unit = UnitOptions(
            state, [self._button(name) for name in ("paste.turn-back", "paste.turn", "edit.clear")], self
        )
        self.symmetry = SymmetryOptions(state, actions, self)
        self.symmetry.refused.connect(self.say)
        self.symmetry.chosen.connect(self._be_quiet)
        self._groups: dict[str, QWidget] = {
            "select": self._select_group(),
            "paste": self._paste_group(),
            "terrain": self._terrain_group(),
            "stacking": self._stacking_group(),
            "feature": self._kind_group(Section.HEXSIDE),
            "effect": self._kind_group(Section.EFFECT),
            "elevation": self._elevation_group(),
            "zones": self._zone_group(),
            "zone-shape": self.zone_shape,
            "objective": self.objective,
            "unit": self.unit,
            "selection": self._selection_group(),
            "shape": self.shape,
            "size": self._size_group(),
            "symmetry": self.symmetry,
            "sight": self._sight_group(),
            "path": self._path_group(),
            "measure": _row(self._button("measure.clear")),
            "note": _row(self._button("note.edit")),
            "underlay": self._underlay_group(),
        }
        row = QWidget(self)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(4, 0, 8, 0)
        layout.setSpacing(14)
        self.title = QLabel(row)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.title.setMinimumWidth(self.title.fontMetrics().horizontalAdvance("Eyedropper"))
        layout.addWidget(self.title)
        for group in self._groups.values():
            layout.addWidget(group)
            # All of them beside one another would be wider than the window, and make it grow.
            group.hide()
        self.message = ElidedLabel("", row)
        self.message.setAccessibleName("Why not")
        layout.addWidget(self.message, 1)
        self.addWidget(row)
        self.setFixedHeight(44)
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(_SAID)
        self._quiet.timeout.connect(self._be_quiet)
        state.changed.connect(self._state_changed)

    # -- what is shown --------------------------------------------------------------------------------------

    def show_tool(self, tool: str, title: str) -> None:
        """Show the options of a tool; of one that the ruleset has nothing for, say that instead."""
        self._tool = tool
        self.title.setText(title)
        shown = OPTIONS.get(tool, ())
        # Those that go first: all of them beside one another would be wider than the window, and make it grow.
        for name, group in sorted(self._groups.items(), key=lambda it: it[0] in shown):
            group.setVisible(name in shown)
        self._show_selection()
        self._be_quiet()

    def set_document(self, document: Document | None) -> None:
        """Show terrain, zones and levels of another document."""
        if self._document is not None:
            self._document.changed.disconnect(self._changed)
        self._document = document
        if document is not None:
            document.changed.connect(self._changed)
        self._refresh()

    def say(self, sentence: str) -> None:
        """Show for a while why something cannot be done."""
        self.message.setText(sentence)
        self._quiet.start()
        if self.message.fontMetrics().horizontalAdvance(sentence) > self.message.width() > 0:
            # Where the options leave too little room, the sentence hangs below the bar.
            below = self.message.mapToGlobal(QPoint(-_HANGING, self.message.height() + 4))
            QToolTip.showText(below, sentence, self.message, QRect(), _SAID)

    def _be_quiet(self) -> None:
        """Say no more than why the tool has nothing to paint, to see by or to move, if so."""
        if self._tool in _ASKED and self._document is not None:
            self.message.setText(_ASKED[self._tool](self._document.scenario))
        else:
            self.message.setText(self._nothing_of(_PAINTED[self._tool]) if self._tool in _PAINTED else "")

    def refresh(self) -> None:
        """Show everything again: after a change of theme, or when the actions were allowed and forbidden anew."""
        self._refresh()

    # -- going on to the next ---------------------------------------------------------------------------------

    def next_elevation_mode(self) -> None:
        """Go on from set to raise, lower and back."""
        modes = list(ElevationMode)
        self._state.elevation_mode = modes[(modes.index(self._state.elevation_mode) + 1) % len(modes)]

    def next_kind(self, section: Section) -> None:
        """Go on to the next hexside feature or effect of the ruleset."""
        box = self.kinds[section]
        if box.count():
            self._choose_kind(section, box.itemData((box.currentIndex() + 1) % box.count()))

    # -- the groups -----------------------------------------------------------------------------------------

    def _terrain_group(self) -> QWidget:
        self.swatches = [self._swatch("First terrain"), self._swatch("Second terrain")]
        swap = self._button("terrain.swap")
        return _row(self.swatches[0], self.swatches[1], swap)

    def _swatch(self, name: str) -> QToolButton:
        button = QToolButton(self)
        button.setAutoRaise(True)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setIconSize(QSize(24, 24))
        button.setAccessibleName(name)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(self._actions["palette.search"].trigger)
        return button

    def _stacking_group(self) -> QWidget:
        self.stacking: dict[Stacking, QToolButton] = {}
        group = QButtonGroup(self)
        key = self._actions.keymap.actions["brush.on-top"].shown_key
        for mode, sign, text, tip in (
            (Stacking.REPLACE, "replace", "Replace", "Paint in place of what is there"),
            (
                Stacking.ON_TOP,
                "on-top",
                "On top",
                "Paint on top of what is there; the right button takes it off",
            ),
        ):
            button = tool_button(sign, f"{tip} ({key})", self, checkable=True)
            button.setAccessibleName(text)
            button.setText(text)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.clicked.connect(lambda _on=False, mode=mode: setattr(self._state, "stacking", mode))
            group.addButton(button)
            self.stacking[mode] = button
        return _row(*self.stacking.values())

    def _kind_group(self, section: Section) -> QWidget:
        box = QComboBox(self)
        box.setAccessibleName(section.noun.capitalize())
        box.setIconSize(QSize(22, 22))
        box.setMinimumWidth(190)
        box.activated.connect(lambda _at: self._choose_kind(section, box.currentData()))
        self.kinds[section] = box
        return _row(box)

    def _choose_kind(self, section: Section, kind: str) -> None:
        if section is Section.HEXSIDE:
            self._state.feature = kind
        else:
            self._state.effect = kind

    def _elevation_group(self) -> QWidget:
        self.modes: dict[ElevationMode, QToolButton] = {}
        group = QButtonGroup(self)
        signs = {ElevationMode.SET: "elevation", ElevationMode.RAISE: "raise", ElevationMode.LOWER: "lower"}
        for mode, sign in signs.items():
            button = tool_button(sign, f"{mode.title()} levels", self, checkable=True)
            button.setText(mode.title())
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.clicked.connect(lambda _on=False, mode=mode: setattr(self._state, "elevation_mode", mode))
            group.addButton(button)
            self.modes[mode] = button
        self._actions["elevation.flood"].setCheckable(True)
        self.flood = self._button("elevation.flood")
        self.level = QSpinBox(self)
        self.level.setAccessibleName("Level")
        self.level.setToolTip("The level to set")
        self.level.setPrefix("level ")
        self.level.valueChanged.connect(lambda value: setattr(self._state, "level", value))
        return _row(*self.modes.values(), self.flood, self.level)

    def _zone_group(self) -> QWidget:
        self.zone = QComboBox(self)
        self.zone.setAccessibleName("Zone")
        self.zone.setMinimumWidth(170)
        self.zone.activated.connect(lambda _at: setattr(self._state, "zone_id", self.zone.currentData()))
        self.new_zone = self._button("zone.new")
        self.new_zone.setText("New zone")
        self.new_zone.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.new_zone.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.zone_menu = QMenu(self.new_zone)
        self.zone_menu.aboutToShow.connect(self._fill_zone_menu)
        self.new_zone.setMenu(self.zone_menu)
        return _row(self.zone, self.new_zone, self._button("select.zone"))

    def _select_group(self) -> QWidget:
        self.selecting = SelectOptions(self._state, self._actions, self)
        return self.selecting

    def _paste_group(self) -> QWidget:
        buttons = [self._button(name) for name in ("paste.turn-back", "paste.turn", "paste.mirror")]
        self.pasting = PasteOptions(self._state, buttons, self)
        return self.pasting

    def _selection_group(self) -> QWidget:
        names = (
            "edit.fill",
            "edit.clear",
            "edit.raise",
            "edit.lower",
            "select.zone",
            "select.area",
            "stamp.choose",
        )
        return _row(*(self._button(name) for name in names), spacing=1)

    def _size_group(self) -> QWidget:
        self.size_label = QLabel(self)
        self.size_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.size_label.setMinimumWidth(self.size_label.fontMetrics().horizontalAdvance("61 hexes"))
        return _row(self._button("brush.smaller"), self.size_label, self._button("brush.larger"))

    def _sight_group(self) -> QWidget:
        buttons = [self._button(name) for name in ("sight.swap", "sight.clear", "hex.pin")]
        self.sight = SightOptions(self._state, buttons, self)
        return self.sight

    def _path_group(self) -> QWidget:
        buttons = [self._button(name) for name in ("path.swap", "path.clear", "hex.pin")]
        self.path = PathOptions(self._state, buttons, self)
        return self.path

    def _underlay_group(self) -> QWidget:
        names = ("underlay.choose", "underlay.calibrate", "underlay.show", "underlay.remove")
        self.underlay = UnderlayOptions([self._button(name) for name in names], self)
        return self.underlay

    def _button(self, action: str) -> QToolButton:
        button = QToolButton(self)
        button.setAutoRaise(True)
        button.setIconSize(QSize(18, 18))
        button.setDefaultAction(self._actions[action])
        button.setAccessibleName(self._actions[action].iconText())
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    # -- news -----------------------------------------------------------------------------------------------

    def _changed(self, event: object) -> None:
        if not isinstance(event, FieldChanged):
            return
        if event.field == "zones":
            self._show_zones()
        elif event.field not in _APART:
            self._refresh()

    def _state_changed(self, what: str) -> None:
        shows = {
            "document": self._refresh,
            "terrain_first": self._show_terrain,
            "terrain_second": self._show_terrain,
            "stacking": self._show_stacking,
            "feature": self._show_chosen,
            "effect": self._show_chosen,
            "radius": self._show_size,
            "symmetry": self.symmetry.refresh,
            "symmetry_centre": self.symmetry.refresh,
            "bar": self._show_size,
            "level_flood": self._show_elevation,
            "elevation_mode": self._show_elevation,
            "level": self._show_elevation,
            "zone_id": self._show_zones,
            "selection": self._show_selection,
        }
        if what in shows:
            shows[what]()

    def _refresh(self) -> None:
        self._show_terrain()
        self._show_stacking()
        self._show_kinds()
        self._show_size()
        self._show_elevation()
        self._show_zones()
        self._show_selection()
        if self._document is not None:
            self.sight.show_scenario(self._document.scenario)
            self.path.show_scenario(self._document.scenario)
            if self._tool in _ASKED:
                self._be_quiet()
        self.shape.refresh()
        self.symmetry.give_up()
        self.symmetry.refresh()

    def _show_terrain(self) -> None:
        if self._document is None:
            return
        scenario = self._document.scenario
        rules = known_rules(scenario)
        stacks = (self._state.stack_first, self._state.stack_second)
        for button, stack, which, hand in zip(
            self.swatches, stacks, ("First", "Second"), ("left", "right"), strict=True
        ):
            known = rules.terrain.get(stack[-1]) if rules else None
            tile = known.tile if known and known.tile else stack[-1]
            title = terrain_title(scenario, stack)
            button.setIcon(QIcon(tile_picture(tile, 24, self.devicePixelRatioF())))
            button.setText(title)
            use = f"{hand} button"
            if self._state.stacking is Stacking.ON_TOP and self._tool == "brush":
                use = (
                    "put on top by the left button, taken off by the right one"
                    if hand == "left"
                    else "not in use"
                )
            button.setToolTip(f"{which} terrain ({use}): {title}")

    def _show_stacking(self) -> None:
        self.stacking[self._state.stacking].setChecked(True)
        self._actions["brush.on-top"].setChecked(self._state.stacking is Stacking.ON_TOP)
        self._show_terrain()

    def _show_kinds(self) -> None:
        """List the features and effects of the ruleset; forbid the tools that it has nothing for, and say why."""
        rules = known_rules(self._document.scenario) if self._document else None
        found = kinds(rules) if rules else []
        for section, box in self.kinds.items():
            box.clear()
            for kind in found:
                if kind.section is section and self._document is not None:
                    picture = kind_picture(self._document.scenario, kind, 22, self.devicePixelRatioF())
                    box.addItem(QIcon(picture), kind.name, kind.id)
                    box.setItemData(box.count() - 1, kind.tooltip, Qt.ItemDataRole.ToolTipRole)
            box.setEnabled(box.count() > 0)
            box.setToolTip(self._nothing_of(section) or f"The {section.noun} to paint")
        for tool, section in _PAINTED.items():
            why_not = self._nothing_of(section)
            for name in (f"tool.{tool}", _NEXT[section]):
                action = self._actions[name]
                action.setEnabled(self._document is not None and not why_not)
                action.setToolTip(why_not or self._actions.keymap.actions[name].tooltip)
        self._show_chosen()
        if self._tool in _PAINTED and self._nothing_of(_PAINTED[self._tool]):
            self._be_quiet()

    def _show_chosen(self) -> None:
        for section, chosen in ((Section.HEXSIDE, self._state.feature), (Section.EFFECT, self._state.effect)):
            self.kinds[section].setCurrentIndex(self.kinds[section].findData(chosen))

    def _nothing_of(self, section: Section) -> str:
        """Return why there is nothing of a section to paint; empty when there is."""
        if self._document is None:
            return ""
        scenario = self._document.scenario
        return no_features(scenario) if section is Section.HEXSIDE else no_effects(scenario)

    def _show_size(self) -> None:
        radius = self._state.radius
        self.size_label.setText(size_words(radius, self._state.bar))
        self._actions["brush.smaller"].setEnabled(radius > 0)
        self._actions["brush.larger"].setEnabled(radius < MAX_RADIUS)

    def _show_elevation(self) -> None:
        mode = self._state.elevation_mode
        self.modes[mode].setChecked(True)
        self._actions["elevation.flood"].setChecked(self._state.level_flood)
        if self._document is not None:
            self.level.setRange(*level_bounds(self._document.scenario))
        self.level.setValue(self._state.level)
        self.level.setEnabled(mode is ElevationMode.SET)

    def _show_zones(self) -> None:
        scenario = self._document.scenario if self._document else None
        self.zone.clear()
        for zone in scenario.zones if scenario else ():
            side = scenario.side(zone.side) if scenario else None
            text = f"{zone.name or zone.id}" + (f" · {side.title}" if side else "")
            colour = _side_colour(scenario.side_index(zone.side)) if scenario and side else colours().soft
            self.zone.addItem(_square(colour), text, zone.id)
        self.zone.setCurrentIndex(self.zone.findData(self._state.zone_id))
        self.zone.setEnabled(self.zone.count() > 0)
        self.zone.setToolTip("The zone to paint" if self.zone.count() else "There are no zones yet")

    def _show_selection(self) -> None:
        names = ("edit.fill", "edit.clear", "edit.raise", "edit.lower", "edit.deselect")
        self._actions.enable(names, bool(self._state.selection))
        if self._document is not None and self._tool in _REMOVING:
            self._actions.enable(("edit.clear",), True)

    def _fill_zone_menu(self) -> None:
        self.zone_menu.clear()
        if self._document is None:
            return
        scenario = self._document.scenario
        for index, side in enumerate(scenario.sides):
            action = self.zone_menu.addAction(_square(_side_colour(index)), f"For {side.title}")
            action.triggered.connect(lambda _on=False, side=side.id: self.zone_wanted.emit(side))
        action = self.zone_menu.addAction(_square(colours().soft), "For nobody: an area")
        action.triggered.connect(lambda _on=False: self.zone_wanted.emit(""))


def _row(*widgets: QWidget, spacing: int = 4) -> QWidget:
    group = QWidget()
    layout = QHBoxLayout(group)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(spacing)
    for widget in widgets:
        layout.addWidget(widget)
    return group


def _side_colour(index: int) -> str:
    from fairground.core.pictures.colours import SIDE_COLOURS  # noqa: PLC0415  # the pictures are loaded when used

    return SIDE_COLOURS[index % len(SIDE_COLOURS)]


def _square(colour: str) -> QIcon:
    found = QPixmap(14, 14)
    found.fill(QColor(colour))
    return QIcon(found)
