"""Small random scenarios with something of everything on them, for properties of what moves boards about."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from hypothesis import strategies as st

from fairground.core.grid.hexsides import hexsides
from fairground.core.grid.labels import label
from fairground.core.grid.layout import Layout
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.mission import Task, TaskKind, Win
from fairground.core.scenario.parts import Objective, RulesetReference, Shield, Side, Unit, Zone
from fairground.core.scenario.shapes import (
    Columns,
    Difference,
    Everything,
    Intersection,
    Listed,
    Rows,
    Union,
    Within,
    painted,
)

if TYPE_CHECKING:
    from fairground.core.scenario.shapes import Shape

PALETTE = (
    PaletteEntry(".", ("clear",)),
    PaletteEntry("#", ("wall",)),
    PaletteEntry("~", ("rubble",), "rubble:1"),
    PaletteEntry("w", ("cover", "rubble")),
)
VOID = PaletteEntry("-", ("void",))
EFFECTS = (PaletteEntry(".", ()), PaletteEntry("s", ("smoke",)), PaletteEntry("b", ("smoke", "steam")))
FEATURES = st.sampled_from([("hedge",), ("stream",), ("hedge", "wall")])


@st.composite
def boards(draw: st.DrawFn, *, void: bool = False, least: int = 1) -> Board:
    """Draw a board of any layout, up to 7x7; with void hexes among others where ``void`` says so."""
    columns, rows = draw(st.integers(least, 7)), draw(st.integers(least, 7))
    palette = [*PALETTE, *([VOID] if void else [])]

    def cells(values: range, dtype: type[Any]) -> Any:
        flat = draw(st.lists(st.sampled_from(values), min_size=columns * rows, max_size=columns * rows))
        return np.array(flat, dtype).reshape(rows, columns)

    board = Board(
        layout=draw(st.sampled_from(Layout)),
        palette=palette,
        terrain=cells(range(len(palette)), np.uint16),
        elevation=cells(range(-2, 4), np.int16),
        effects_palette=list(EFFECTS),
        effects=cells(range(len(EFFECTS)), np.uint16),
    )
    hexes = list(board.hexes())
    if void:
        board.terrain[draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1))] = 0
    sides = st.sampled_from(sorted({side for at in hexes for side in hexsides(at)}))
    board.hexsides = draw(st.dictionaries(sides, FEATURES, max_size=8))
    present = [at for at in hexes if not board.void[board.cell(at)]]
    board.names = draw(
        st.dictionaries(st.sampled_from(present), st.sampled_from(["Mill", "Ford"]), max_size=3)
    )
    board.notes = draw(st.dictionaries(st.sampled_from(present), st.just("look here"), max_size=2))
    return board


@st.composite
def shapes(draw: st.DrawFn, board: Board) -> Shape:
    """Draw a shape with hexes on the board, painted or as text can say it."""
    columns, rows = st.integers(1, board.columns), st.integers(1, board.rows)
    labels = st.builds(label, st.integers(0, board.columns - 1), st.integers(0, board.rows - 1))
    simple: st.SearchStrategy[Any] = (
        st.just(Everything())
        | st.tuples(rows, rows).map(lambda ends: Rows(min(ends), max(ends)))
        | st.tuples(columns, columns).map(lambda ends: Columns(min(ends), max(ends)))
        | st.builds(Within, st.integers(0, 3), labels)
        | st.lists(labels, min_size=1, max_size=4, unique=True).map(lambda names: Listed(tuple(names)))
    )
    joined: st.SearchStrategy[Any] = st.recursive(
        simple,
        lambda inner: st.builds(Union, inner, inner) | st.builds(Difference, inner, inner) | st.builds(Intersection, inner, inner),
        max_leaves=4,
    )  # fmt: skip
    shape: Shape = draw(joined)
    return painted(shape.mask(board)) if draw(st.booleans()) else shape


@st.composite
def scenarios(draw: st.DrawFn, *, void: bool = False, least: int = 1) -> Scenario:
    """Draw a scenario with zones, objectives, units and locked hexes, all of them on the board."""
    board = draw(boards(void=void, least=least))
    present = sorted(board.hexes_of(~board.void))
    hexes = st.sampled_from(present)

    def shape() -> Shape:
        found: Shape = draw(shapes(board))
        return found if (found.mask(board) & ~board.void).any() else Listed((board.label(present[0]),))

    zones = [Zone(f"zone-{number}", "red", shape()) for number in range(draw(st.integers(0, 3)))]
    units = draw(st.integers(0, 3))
    wins = [
        Win((Task(TaskKind.HOLD, ("goal",)), Task(TaskKind.DESTROY, ("blue",)))),
        *(Win((Task(TaskKind.REACH, tuple(it.id for it in zones)),)) for _ in zones[:1]),
        *(Win((Task(TaskKind.REACH, ("zone-0",), 1, units=("unit-0",)),)) for _ in zones[: min(units, 1)]),
    ]
    return Scenario(
        name="Random",
        ruleset=RulesetReference("penance-1.0"),
        board=board,
        sides=[Side("red", wins=tuple(draw(st.permutations(wins)))), Side("blue")],
        zones=zones,
        objectives=[Objective("goal", shape(), points=3)],
        units=[
            Unit(
                f"unit-{number}",
                "red",
                "scout",
                draw(hexes),
                draw(st.integers(1, 6)),
                draw(st.sampled_from(Shield)),
            )
            for number in range(units)
        ],
        locked=[board.label(draw(hexes)), *(zone.id for zone in zones[:1])],
    )
