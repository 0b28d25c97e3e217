from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import Qt

from fairground.core.grid.hexsides import hexside
from fairground.core.grid.layout import Layout as GridLayout
from fairground.core.grid.lines import hex_line
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.scenario.blank import blank_scenario
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.parts import (
    Objective,
    ObjectiveKind,
    RulesetReference,
    Shield,
    Unit,
    Victory,
    Zone,
    ZoneKind,
)
from fairground.core.scenario.shapes import Columns, Difference, Listed, Rows, Union, Within
from fairground.editor.document.document import Document
from fairground.editor.document.patches import FieldPatch, Layer, cell_patch
from fairground.editor.tools.hexsides import Hexsides
from fairground.editor.tools.pointer import Pointer
from fairground.editor.tools.select import Select
from fairground.editor.tools.state import ElevationMode, Stacking, ToolState
from fairground.editor.tools.toolbox import toolbox
from fairground.editor.tools.zones import Zones

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QApplication

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario


@pytest.fixture(scope="session")
def make_document(qapp: QApplication) -> Callable[..., Document]:
    def make(columns: int = 6, rows: int = 6, *, ruleset: str = "penance-1.0") -> Document:
        assert qapp
        return Document(
            blank_scenario("Test", layout=GridLayout.ODD_Q, size=(columns, rows), ruleset=ruleset)
        )

    return make


@pytest.fixture
def document(make_document: Callable[..., Document]) -> Document:
    return make_document()


LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


class Player:
    """Does all that an editor can do to a document, as three numbers say: what, and two to choose with."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.state = ToolState(document)
        self.tools = toolbox(self.state)
        self._modifiers = NONE
        #: Everything that was done at least once.
        self.kinds: set[str] = set()
        self._ways: list[tuple[str, Callable[[int, int], None]]] = [
            *(
                (f"drag {name}", partial(self._drag, name))
                for name in ("brush", "eraser", "elevation", "zones")
            ),
            *((f"drag {name}", partial(self._drag, name)) for name in ("brush", "fill", "select")),
            *((f"drag {name}", partial(self._drag, name)) for name in ("hexsides", "effects", "hexsides")),
            ("inspector", self._set_feature),
            ("cancel", self._cancel),
            ("create zone", self._create_zone),
            *((f"action {name}", partial(self._act, name)) for name in ACTIONS),
            *((f"option {name}", partial(self._choose, name)) for name in OPTIONS),
            *((f"field {name}", partial(self._set, name)) for name in FIELDS),
            ("effects", self._effects),
            ("undo", lambda _a, _b: document.undo()),
            ("undo", lambda _a, _b: document.undo()),
            ("redo", lambda _a, _b: document.redo()),
            ("go to", lambda a, _b: document.go_to(document.undo_stack.index() + a % 7 - 3)),
        ]

    def play(self, what: int, a: int, b: int) -> None:
        name, way = self._ways[what % len(self._ways)]
        self.kinds.add(name)
        way(a, b)

    def _pointer(self, a: int, b: int, *, button: Qt.MouseButton = LEFT) -> Pointer:
        board = self.document.scenario.board
        since, at = (board.layout.from_offset(it % 8 - 1, it // 8 - 1) for it in (a, b))
        return Pointer(at, hex_line(since, at), button, self._modifiers, (a + b) % 6)

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
        names = ("brush", "fill", "eraser", "elevation", "zones", "select", "hexsides", "effects")
        name = names[(a * b) % len(names)]
        self._drag(name, a, b, finish=False)
        self.tools[name].cancel()

    def _set_feature(self, a: int, b: int) -> None:
        tool = self.tools["hexsides"]
        assert isinstance(tool, Hexsides)
        at = hexside(_hex(self.document.scenario, a), b % 6)
        tool.set_feature(at, ("hedge", "wall", "moat")[a % 3], present=b % 3 > 0)

    def _create_zone(self, a: int, b: int) -> None:
        tool = self.tools["zones"]
        assert isinstance(tool, Zones)
        tool.create(("p1", "p2", "")[a % 3], list(ZoneKind)[b % 4])

    def _act(self, name: str, _a: int, _b: int) -> None:
        tool = self.tools["select"]
        assert isinstance(tool, Select)
        getattr(tool.actions, name)()

    def _choose(self, name: str, a: int, b: int) -> None:
        choices = OPTIONS[name](self.document.scenario)
        setattr(self.state, name, choices[(a + b) % len(choices)])

    def _set(self, name: str, a: int, b: int) -> None:
        scenario = self.document.scenario
        target = scenario.board if name.startswith("board.") else scenario
        before = getattr(target, name.removeprefix("board."))
        self.document.edit(f"Change {name}", [FieldPatch(name, before, FIELDS[name](scenario, a, b))])

    def _effects(self, a: int, b: int) -> None:
        board = self.document.scenario.board
        palette = board.effects_palette
        wider = [*palette, PaletteEntry(chr(ord("a") + len(palette)), ("smoke",))]
        mask = board.mask(frozenset(board.layout.from_offset(it % 8, it // 8) for it in (a, b)))
        patches = [FieldPatch("board.effects_palette", palette, wider)] if len(palette) < 4 else []
        self.document.edit("Effects", [*patches, cell_patch(board, Layer.EFFECTS, mask, a % len(palette))])


ACTIONS = ("fill", "set_level", "raise_level", "lower_level", "clear", "add_to_zone", "remove_from_zone")
OPTIONS: dict[str, Callable[[Scenario], list[Any]]] = {
    "terrain_first": lambda scenario: list(scenario.rules.terrain),
    "terrain_second": lambda scenario: list(scenario.rules.terrain),
    "radius": lambda _: [0, 0, 1, 3],
    "symmetry": lambda _: [None, BoardSymmetry.TURN_180, BoardSymmetry.LEFT_RIGHT],
    "level": lambda _: [0, 1, 2, 3, 9],
    "elevation_mode": lambda _: list(ElevationMode),
    "stacking": lambda _: list(Stacking),
    "feature": lambda scenario: list(scenario.rules.hexsides),
    "effect": lambda scenario: list(scenario.rules.effects),
    "zone_id": lambda scenario: [zone.id for zone in scenario.zones] or [""],
    "locked_layers": lambda _: [frozenset(), frozenset(), frozenset(("zones", "terrain", "hexsides"))],
}


def _hex(scenario: Scenario, number: int) -> Hex:
    board = scenario.board
    return board.layout.from_offset(number % board.columns, number // board.columns % board.rows)


def _text(a: int, b: int) -> str:
    return ("", "Hill", "Über 'alles'", "- [x]: #", "two\nlines", "日本", "yes", "12:30")[(a + b) % 8]


def _label(scenario: Scenario, number: int) -> str:
    return scenario.board.label(_hex(scenario, number))


#: What a field can become; the values are new objects, as they must be.
FIELDS: dict[str, Callable[[Scenario, int, int], object]] = {
    "name": lambda _, a, b: _text(a, b),
    "author": lambda _, a, b: _text(a, b),
    "notes": lambda _, a, b: _text(a, b) * 2,
    "weather": lambda it, a, _: (list(it.rules.weather) or ["none"])[a % max(len(it.rules.weather), 1)],
    "turns": lambda _, a, __: a or None,
    "ruleset": lambda it, a, b: RulesetReference(
        it.ruleset.name, {"levels.max": b % 5 + 1} if a % 2 else {}, it.ruleset.content_hash
    ),
    "sides": lambda it, a, b: [replace(it.sides[0], name=_text(a, b), team="ab"[a % 2]), *it.sides[1:]],
    "zones": lambda it, a, b: [
        *it.zones[: a % 4],
        Zone(f"z-{a}", "p1", Union(Rows(1, 2), Difference(Within(b % 4, _label(it, a)), Columns(2, 2)))),
    ],
    "objectives": lambda it, a, b: [
        *it.objectives[:3],
        Objective(f"o-{a}-{b}", Listed((_label(it, a),)), points=b, hold=a, kind=list(ObjectiveKind)[a % 2]),
    ],
    "units": lambda it, a, b: [
        *it.units[:3],
        Unit(f"u-{a}-{b}", "p1", "scout", _hex(it, a), facing=b % 6 + 1, shield=list(Shield)[b % 3]),
    ],
    "victory": lambda _, a, b: Victory(a or None, last_standing=bool(b % 2), kill=b),
    "locked": lambda it, a, b: [_label(it, a), _label(it, b)],
    "comments": lambda _, a, b: {(): (" head",), ("board", "terrain"): (f" {a}",), ("turns",): (f" {b}",)},
    "board.names": lambda it, a, b: {**it.board.names, _hex(it, a): _text(b, b) or "x"},
    "board.notes": lambda it, a, b: {_hex(it, a): _text(b, 1) or "x", _hex(it, b): "y"},
    "board.hexsides": lambda it, a, b: {**it.board.hexsides, hexside(_hex(it, a), b % 3): ("hedge", "wall")},
    "board.elevation_palette": lambda _, a, __: {"z": 10 + a},
}


@pytest.fixture(scope="session")
def make_player(make_document: Callable[..., Document]) -> Callable[..., Player]:
    def make(document: Document | None = None) -> Player:
        return Player(document or make_document(ruleset="hexside-ww2"))

    return make
