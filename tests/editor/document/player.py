"""Does to a document whatever an editor can do, for properties of its history."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

from hypothesis import strategies as st
from PySide6.QtCore import Qt

from fairground.core.errors import FairgroundError
from fairground.core.grid.hexsides import hexside
from fairground.core.grid.lines import hex_line
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import ZoneKind
from fairground.core.scenario.transform.clip import clip_of
from fairground.core.scenario.transform.symmetry_sources import parts
from fairground.core.whatif.what_if import what_if
from fairground.editor.document.part_patches import PartList, lock_patches, part_list
from fairground.editor.document.patches import BoardLayer, FieldPatch, cell_patch
from fairground.editor.document.scenario_patches import reload_patches, scenario_patches, state_patches
from fairground.editor.document.stack_patches import added_effect, only_effect, replaced_effect
from fairground.editor.tools.decorations import DecorationTool
from fairground.editor.tools.hexsides import Hexsides
from fairground.editor.tools.make_symmetric import make_symmetric
from fairground.editor.tools.names import NamesTool
from fairground.editor.tools.objectives import Objectives
from fairground.editor.tools.option_defaults import Stacking
from fairground.editor.tools.paste_tool import PasteTool
from fairground.editor.tools.select import Select
from fairground.editor.tools.selecting import SelectMode, grow, invert, select_all, select_zone, shrink
from fairground.editor.tools.tool import Pointer
from fairground.editor.tools.tool_list import toolbox
from fairground.editor.tools.tool_state import ToolState
from fairground.editor.tools.units import Units
from fairground.editor.tools.zones import Zones
from tests.editor.document.choices import BOARDS, FIELDS, OPTIONS, PARTS, hex_at, label_at, text_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.editor.document.document import Document

    Way = Callable[[int, int], object]


#: The tools that a drag edits with, or chooses what is edited.
DRAGGED = (
    "brush",
    "fill",
    "eraser",
    "elevation",
    "zones",
    "select",
    "hexsides",
    "effects",
    "units",
    "objectives",
    "decorations",
)
#: What can be done to the selection, each with what it is told.
ACTIONS: dict[str, tuple[Any, ...]] = {
    "fill": (),
    "set_level": (),
    "raise_level": (),
    "lower_level": (),
    "clear": (),
    "cut": (),
    "make_area": ("Old Mill",),
    "add_to_zone": (),
    "remove_from_zone": (),
}

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier

#: What a command is: which, and two numbers to choose with.
COMMANDS = st.tuples(st.integers(0, 255), st.integers(0, 63), st.integers(0, 63))


class Player:
    """Does all that an editor can do to a document, as three numbers say: what, and two to choose with."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.state = ToolState(document)
        self.tools = toolbox(self.state)
        self._modifiers = NONE
        #: Everything that was done at least once.
        self.kinds: set[str] = set()
        self.ways: list[tuple[str, Way]] = [
            *((f"drag {name}", partial(self._drag, name)) for name in (*DRAGGED, *DRAGGED)),
            ("inspector", self._set_feature),
            ("cancel", self._cancel),
            ("create zone", self._create_zone),
            *((f"action {name}", partial(self._act, name)) for name in ACTIONS),
            *(
                (f"choose {it.__name__}", partial(self._select, it))
                for it in (select_all, invert, grow, shrink)
            ),
            ("choose zone", self._select_zone),
            *((f"option {name}", partial(self._choose, name)) for name in OPTIONS),
            *((f"field {name}", partial(self._set, name)) for name in FIELDS),
            *((f"part {name}", partial(self._change_part, name)) for name in PARTS),
            *((f"board {name}", partial(self._change_board, name)) for name in BOARDS),
            ("effects", self._effects),
            ("effect", self._effect),
            ("lock", self._lock),
            ("write", self._write),
            ("move text", self._move_text),
            ("take away", self._take_away),
            ("unit", self._unit),
            ("decoration", self._decoration),
            ("objective", self._objective),
            ("paste", self._paste),
            ("make symmetric", self._make_symmetric),
            ("reload", self._reload),
            ("what if", self._what_if),
            ("undo", lambda _a, _b: document.undo()),
            ("undo", lambda _a, _b: document.undo()),
            ("redo", lambda _a, _b: document.redo()),
            ("go to", lambda a, _b: document.go_to(document.undo_stack.index() + a % 7 - 3)),
        ]

    def play(self, what: int, a: int, b: int) -> None:
        name, way = self.ways[what % len(self.ways)]
        self.kinds.add(name)
        way(a, b)

    # -- the tools ------------------------------------------------------------------------------------------

    def _pointer(self, a: int, b: int, *, button: Qt.MouseButton = LEFT) -> Pointer:
        board = self.document.scenario.board
        since, at = (board.layout.from_offset(it % 8 - 1, it // 8 - 1) for it in (a, b))
        x, y = board.layout.centre(at)
        # Where in the hex the mouse is; now and then keys point, which know of hexes alone.
        point = (x + b % 7 / 10 - 0.3, y + a % 7 / 10 - 0.3) if (a + b) % 4 else None
        return Pointer(at, hex_line(since, at), button, self._modifiers, (a + b) % 6, point)

    def _drag(self, name: str, a: int, b: int, *, finish: bool = True) -> None:
        tool = self.tools[name]
        button = RIGHT if (a + b) % 3 == 0 else LEFT
        self._modifiers = SHIFT if a % 5 == 0 else NONE
        tool.press(self._pointer(a, a, button=button))
        tool.move(self._pointer(a, b, button=button))
        if finish:
            tool.move(self._pointer(b, a, button=button))
            tool.release(self._pointer(a, a, button=button))

    def _cancel(self, a: int, b: int) -> None:
        name = DRAGGED[(a * b) % len(DRAGGED)]
        self._drag(name, a, b, finish=False)
        self.tools[name].cancel()

    def _set_feature(self, a: int, b: int) -> None:
        tool = self.tools["hexsides"]
        assert isinstance(tool, Hexsides)
        at = hexside(hex_at(self.document.scenario, a), b % 6)
        tool.set_feature(at, ("hedge", "wall", "moat")[a % 3], present=b % 3 > 0)

    def _create_zone(self, a: int, b: int) -> None:
        tool = self.tools["zones"]
        assert isinstance(tool, Zones)
        tool.create(("p1", "p2", "")[a % 3], list(ZoneKind)[b % 4])

    def _write(self, a: int, b: int) -> None:
        tool, at = self.tools["names"], hex_at(self.document.scenario, b)
        assert isinstance(tool, NamesTool)
        (tool.write_name if a % 2 else tool.write_note)(at, text_of(a, b))

    def _move_text(self, a: int, b: int) -> None:
        board = self.document.scenario.board
        written = sorted({*board.names, *board.notes})
        if written:
            tool, at = self.tools["names"], written[a % len(written)]
            tool.press(Pointer(at, (at,), LEFT))
            tool.release(self._pointer(b, b))

    def _take_away(self, a: int, b: int) -> None:
        self.state.stacking = Stacking.ON_TOP
        at = hex_at(self.document.scenario, b)
        tool, p = self.tools["brush"], Pointer(at, (at,), (LEFT, RIGHT)[a % 2])
        tool.press(p)
        tool.release(p)

    def _unit(self, a: int, b: int) -> None:
        tool = self.tools["units"]
        assert isinstance(tool, Units)
        self.state.unit_id = self._id("units", a)
        if b % 3:
            tool.turn(b % 5 + 1, merge=a % 2 == 0)
        else:
            tool.remove()

    def _decoration(self, a: int, b: int) -> None:
        tool = self.tools["decorations"]
        assert isinstance(tool, DecorationTool)
        found = self.document.scenario.decorations
        self.state.decoration_index = a % len(found) if found else None
        if b % 4 == 0:
            tool.remove()
        elif b % 4 == 1:
            tool.grow(b % 3 - 1, merge=a % 2 == 0)
        else:
            tool.turn(b % 5 + 1, merge=a % 2 == 0)

    def _objective(self, a: int, b: int) -> None:
        tool = self.tools["objectives"]
        assert isinstance(tool, Objectives)
        self.state.objective_id = self._id("objectives", a)
        if b % 3:
            tool.create()
        else:
            tool.remove()

    def _paste(self, a: int, b: int) -> None:
        tool, board = self.tools["paste"], self.document.scenario.board
        assert isinstance(tool, PasteTool)
        with suppress(FairgroundError):  # void hexes alone
            tool.take(clip_of(board, self.state.selection or (hex_at(self.document.scenario, a),)), None)
        tool.hover(self._pointer(b, b))
        tool.turn(a % 6)
        if b % 2:
            tool.mirror()
        tool.place(stay=a % 2 == 0)
        tool.escape()

    def _make_symmetric(self, a: int, b: int) -> None:
        kind = self.state.symmetry or BoardSymmetry.TURN_180
        self.state.symmetry = kind
        choices = [None, *parts(kind, self.document.scenario.board.layout)]
        make_symmetric(self.state, choices[(a + b) % len(choices)])

    def _what_if(self, a: int, b: int) -> None:
        scenario = self.document.scenario
        at = scenario.board.label(hex_at(scenario, b))
        wished = ("smoke at {}", "fire at {}", "no smoke at all", "destroy {}", "rain")[a % 5].format(at)
        patches = state_patches(scenario, what_if(scenario, [wished]).scenario)
        if patches:
            self.document.edit("What if", patches)

    def _act(self, name: str, a: int, b: int) -> None:
        tool = self.tools["select"]
        assert isinstance(tool, Select)
        if not self.state.selection:
            self._drag("select", a, b)
        getattr(tool.actions, name)(*ACTIONS[name])

    def _select(self, change: Callable[[ToolState], None], _a: int, _b: int) -> None:
        change(self.state)

    def _select_zone(self, a: int, b: int) -> None:
        select_zone(self.state, self._id("zones", a), list(SelectMode)[b % len(SelectMode)])

    def _choose(self, name: str, a: int, b: int) -> None:
        choices = OPTIONS[name](self.document.scenario) or [getattr(self.state, name)]
        setattr(self.state, name, choices[(a + b) % len(choices)])

    # -- the panels -----------------------------------------------------------------------------------------

    def _set(self, name: str, a: int, b: int) -> None:
        scenario = self.document.scenario
        target = scenario.board if name.startswith("board.") else scenario
        before = getattr(target, name.removeprefix("board."))
        self.document.edit(f"Change {name}", [FieldPatch(name, before, FIELDS[name](scenario, a, b))])

    def _change_part(self, name: str, a: int, b: int) -> None:
        field: PartList = get_args(PartList)[b % 4]
        if part_list(self.document.scenario, field):
            index = a % len(part_list(self.document.scenario, field))
            self.document.edit(f"{name} {field}", PARTS[name](self.document.scenario, field, index, b))

    def _change_board(self, name: str, a: int, b: int) -> None:
        with suppress(FairgroundError):
            changed = BOARDS[name](self.document.scenario, a, b).apply(self.document.scenario)
            if changed.scenario is not None:
                self.document.edit(
                    name, scenario_patches(self.document.scenario, changed.scenario, changed.transform)
                )

    def _reload(self, a: int, b: int) -> None:
        scenario = self.document.scenario
        changed = what_if(scenario, [("rain", "fire at {}")[a % 2].format(label_at(scenario, b))]).scenario
        read = replace(changed, name=text_of(a, b))
        self.document.edit("Reload", reload_patches(scenario, read))

    def _effects(self, a: int, b: int) -> None:
        board = self.document.scenario.board
        palette = board.effects_palette
        wider = [*palette, PaletteEntry(chr(ord("a") + len(palette)), ("smoke",))]
        mask = board.mask(frozenset(board.layout.from_offset(it % 8, it // 8) for it in (a, b)))
        patches = [FieldPatch("board.effects_palette", palette, wider)] if len(palette) < 4 else []
        self.document.edit(
            "Effects", [*patches, cell_patch(board, BoardLayer.EFFECTS, mask, a % len(palette))]
        )

    def _effect(self, a: int, b: int) -> None:
        scenario = self.document.scenario
        where = scenario.board.mask((hex_at(scenario, a), hex_at(scenario, b)))
        patches = (
            replaced_effect(scenario, where, "smoke", ("fire", None)[b % 2]),
            added_effect(scenario, where, ("smoke", "fire")[b % 2]),
            only_effect(scenario, where, ("smoke", None)[b % 2]),
        )
        self.document.edit("Effect", patches[a % 3])

    def _lock(self, a: int, b: int) -> None:
        scenario = self.document.scenario
        names = [label_at(scenario, a), self._id("zones", b)]
        self.document.edit("Lock", lock_patches(scenario, filter(None, names), locked=(a + b) % 3 > 0))

    def _id(self, field: PartList, number: int) -> str:
        found = part_list(self.document.scenario, field)
        return found[number % len(found)].id if found else ""
