"""Turned and mirrored pieces and boards, judged by where everything is drawn: on every layout, odd and even lines alike."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest

from fairground.core.grid.hexes import disc, neighbour
from fairground.core.grid.hexsides import hexsides
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import POINT_SYMMETRIES, Symmetry
from fairground.core.scenario.board import Board, PaletteEntry
from fairground.core.scenario.document import Scenario
from fairground.core.scenario.parts import Objective, RulesetReference, Shield, Side, Unit, Zone
from fairground.core.scenario.shapes import listed
from fairground.core.scenario.transform.clip import clip_of
from fairground.core.scenario.transform.paste import paste
from fairground.core.scenario.transform.whole_board import turned

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.grid.hexes import Hex

#: A column and a row of each parity, off the edge.
LINES = tuple(product((4, 5), repeat=2))
MIRRORED = {Shield.LEFT: Shield.RIGHT, Shield.RIGHT: Shield.LEFT, Shield.NONE: Shield.NONE}
#: Small next to the distance of two hexes, which is about 1.7.
NEAR = 1e-9


def marked(board: Board, hexes: Iterable[Hex]) -> None:
    """Give hexes and their hexsides what no others have: a terrain, a level, an effect, a name, a note, a feature."""
    for number, at in enumerate(sorted(hexes), 1):
        cell = board.cell(at)
        board.palette.append(PaletteEntry(f"t{number}", (f"terrain-{number}",)))
        board.effects_palette.append(PaletteEntry(f"e{number}", (f"effect-{number}",)))
        board.terrain[cell] = board.effects[cell] = number
        board.elevation[cell] = number
        board.names[at], board.notes[at] = f"name {number}", f"note {number}"
        for side in hexsides(at):
            board.hexsides[side] = (f"feature-{len(board.hexsides)}",)


def drawn(board: Board) -> dict[str, complex]:
    """Return where all that ``marked`` made is drawn, the y axis pointing down."""

    def point(at: Hex) -> complex:
        return complex(*board.layout.centre(at))

    found = {}
    for at in board.hexes():
        if board.level_at(at):
            found[f"level {board.level_at(at)}"] = point(at)
            found[board.terrain_at(at)[0]] = point(at)
            found[board.effects_at(at)[0]] = point(at)
    found |= {text: point(at) for texts in (board.names, board.notes) for at, text in texts.items()}
    for side, (name,) in board.hexsides.items():
        one, other = side.hexes
        found[name] = (point(one) + point(other)) / 2
    return found


def turn_between(before: dict[str, complex], after: dict[str, complex], symmetry: Symmetry) -> complex:
    """Return the turn (of length 1) that brings the one picture onto the other, once it is mirrored if it is to be.

    It fails where the two are not congruent.
    """
    assert before.keys() == after.keys()
    first = next(iter(before))
    ways = {
        name: (before[name] - before[first], after[name] - after[first])
        for name in before
        if abs(before[name] - before[first]) > NEAR
    }
    turns = [new / (old.conjugate() if symmetry.mirrored else old) for old, new in ways.values()]
    assert max(abs(turn - turns[0]) for turn in turns) < NEAR
    assert abs(turns[0]) == pytest.approx(1)
    return turns[0]


def clockwise(steps: int) -> complex:
    return complex(0.5, 3**0.5 / 2) ** steps


@pytest.mark.parametrize(("column", "row"), LINES)
@pytest.mark.parametrize("layout", Layout)
def test_a_piece_is_congruent_wherever_it_is_put_down(layout: Layout, column: int, row: int) -> None:
    board = Board.blank(layout, 10, 10)
    anchor = layout.from_offset(column, row)
    hexes = disc(anchor, 1)
    marked(board, hexes)
    clip, before = clip_of(board, hexes, anchor), drawn(board)
    # Each symmetry on each layout, there on lines of either parity in turn.
    for number, (symmetry, target) in enumerate(product(POINT_SYMMETRIES, Layout)):
        to = target.from_offset(*LINES[(number + number // len(LINES)) % len(LINES)])
        bare = Board.blank(target, 10, 10)
        pasted = paste(bare, clip.transformed(symmetry), to).applied(bare)
        turn = turn_between(before, drawn(pasted), symmetry)
        if target.orientation is layout.orientation and not symmetry.mirrored:
            assert turn == pytest.approx(clockwise(symmetry.turn))
        at_anchor = complex(*target.centre(to))
        name = board.names[anchor]
        assert drawn(pasted)[name] == pytest.approx(at_anchor)


def arena(layout: Layout, columns: int, rows: int) -> Scenario:
    """A scenario with something on every hex of its board, and zones, objectives, units and locks on some."""
    board = Board.blank(layout, columns, rows)
    hexes = list(board.hexes())
    marked(board, hexes)
    return Scenario(
        name="Arena",
        ruleset=RulesetReference("penance-1.0"),
        board=board,
        sides=[Side("red"), Side("blue")],
        zones=[Zone("start", "red", listed(layout, hexes[:3]))],
        objectives=[Objective("goal", listed(layout, hexes[4:6]))],
        units=[
            Unit(f"u-{at}", "red", "scout", hexes[at], facing, list(Shield)[at % 3])
            for at, facing in enumerate(range(1, 7))
        ],
        locked=["start", board.label(hexes[7])],
    )


def placed(scenario: Scenario) -> dict[str, complex]:
    """Return where everything is drawn; of units where they look to, too."""
    board = scenario.board
    found = drawn(board)

    def add(what: str, hexes: Iterable[Hex]) -> None:
        points = [complex(*board.layout.centre(at)) for at in hexes]
        found[f"{what} of {len(points)}"] = sum(points) / len(points)

    for zone in scenario.zones:
        add(zone.id, board.hexes_of(zone.shape.mask(board)))
    for objective in scenario.objectives:
        add(objective.id, board.hexes_of(objective.shape.mask(board)))
    for unit in scenario.units:
        add(unit.id, (unit.hex,))
        add(f"{unit.id} ahead", (neighbour(unit.hex, board.layout.facing_direction(unit.facing)),))
    add("locked", (board.parse(scenario.locked[1]),))
    return found


@pytest.mark.parametrize(("columns", "rows"), LINES)
@pytest.mark.parametrize("layout", Layout)
def test_a_whole_scenario_is_congruent_to_itself_turned(layout: Layout, columns: int, rows: int) -> None:
    scenario = arena(layout, columns, rows)
    for symmetry in POINT_SYMMETRIES:
        after = turned(scenario, symmetry).scenario
        turn = turn_between(placed(scenario), placed(after), symmetry)
        if not symmetry.mirrored:
            assert turn == pytest.approx(clockwise(symmetry.turn))
        assert after.locked[0] == "start"
        for unit, new in zip(scenario.units, after.units, strict=True):
            assert new.shield is (MIRRORED[unit.shield] if symmetry.mirrored else unit.shield)
