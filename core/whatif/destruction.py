"""Destructible terrain: what takes damage, from whom, and what is left of it (rule P1-11)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.errors import ScenarioError, UsageError
from fairground.core.scenario.hex_arguments import hex_on_board, hexes_named
from fairground.core.text.suggest import named
from fairground.core.text.wording import counted
from fairground.core.whatif.changes import Consequence, ConsequenceKind
from fairground.core.whatif.stacks import PlayState, with_terrain

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
    from fairground.core.rules.terrain import Terrain
    from fairground.core.scenario.document import Scenario

#: Nothing has happened yet.
_BEGINNING = PlayState()


@dataclass(frozen=True, slots=True, eq=False)
class StruckHex:
    """A scenario after terrain was hit, its state, and the consequences; ``left`` are the terrain's hit points."""

    scenario: Scenario
    state: PlayState
    happened: tuple[Consequence, ...]
    destroyed: bool
    left: int


def destroy(
    scenario: Scenario, at: Hex | str, *, by: str = "", weapon: str = "", state: PlayState = _BEGINNING
) -> StruckHex:
    """Return a scenario in which the terrain of a hex is destroyed; the one given stays as it is.

    ``by`` is the class of the unit that does it and ``weapon`` the kind of its weapon; what is empty is taken to be one
    that can.

    Raises
    ------
    GridError
        When a text is no label.
    ScenarioError
        When the board has no such hex, nothing there can be destroyed, or not by that class or weapon.
    """
    place, _ = _target(scenario, at, by, weapon)
    return destroy_all(scenario, scenario.board.mask((place,)), told=bool(by or weapon), state=state)


def destroy_all(
    scenario: Scenario, where: NDArray[np.bool_], *, told: bool = False, state: PlayState = _BEGINNING
) -> StruckHex:
    """Return a scenario with all destructible terrain of some hexes, ``[rows, columns]``, destroyed; unless ``told``, with who can."""
    board, rules = scenario.board, scenario.rules
    happened = []
    for kind in dict.fromkeys(_breakable(rules, entry.kinds) for entry in scenario.board.palette):
        hits = [kind is not None and _breakable(rules, it.kinds) == kind for it in scenario.board.palette]
        here = where & np.array(hits, np.bool_)[scenario.board.terrain]
        if kind is None or not here.any():
            continue
        terrain = rules.terrain[kind]
        board = with_terrain(board, rules, here, kind, terrain.becomes)
        left = rules.terrain[terrain.becomes].name.lower() if terrain.becomes else "nothing"
        needs = "" if told else _needs(rules, terrain)
        text = f"{terrain.name} on {hexes_named(here)} is destroyed and leaves {left}{needs}."
        happened.append(Consequence(ConsequenceKind.DESTROYED, text, terrain.rules, board.marked(here)))
    standing = {at: points for at, points in state.damage.items() if not where[board.cell(at)]}
    after = scenario if board is scenario.board else replace(scenario, board=board)
    return StruckHex(
        after, replace(state, damage=standing), tuple(happened), destroyed=bool(happened), left=0
    )


def hit(
    scenario: Scenario,
    at: Hex | str,
    points: int,
    *,
    by: str = "",
    weapon: str = "",
    state: PlayState = _BEGINNING,
) -> StruckHex:
    """Return a scenario in which the terrain of a hex has taken points of damage, on top of what ``state`` has.

    The rest is as for ``destroy``.

    Raises
    ------
    UsageError
        When the points are fewer than 1.
    GridError, ScenarioError
        As ``destroy`` does.
    """
    if points < 1:
        raise UsageError(f"a hit does 1 point of damage or more, not {points}")
    place, kind = _target(scenario, at, by, weapon)
    board, rules = scenario.board, scenario.rules
    terrain = rules.terrain[kind]
    full = terrain.hit_points or 0
    damage = state.damage.get(place, 0) + points
    where, label = frozenset({place}), board.label(place)
    if damage < full:
        text = f"{terrain.name} on {label} takes {points} damage; {full - damage} of {counted(full, 'hit point')} {'is' if full - damage == 1 else 'are'} left."
        told = Consequence(ConsequenceKind.DAMAGED, text, terrain.rules, where)
        return StruckHex(scenario, state.damaged(place, damage), (told,), destroyed=False, left=full - damage)
    return destroy_all(scenario, board.mask(where), told=bool(by or weapon), state=state)


def destructible(scenario: Scenario) -> NDArray[np.bool_]:
    """Return which hexes have terrain that can be destroyed, ``[rows, columns]``."""
    board, rules = scenario.board, scenario.rules
    hits = np.array([_breakable(rules, entry.kinds) is not None for entry in board.palette], np.bool_)
    found: NDArray[np.bool_] = hits[board.terrain]
    return found


def _breakable(rules: Ruleset, stack: Sequence[str]) -> str | None:
    known = [kind for kind in stack if kind in rules.terrain and rules.terrain[kind].hit_points is not None]
    return known[-1] if known else None


def _target(scenario: Scenario, at: Hex | str, by: str, weapon: str) -> tuple[Hex, str]:
    """Return a hex and what of it is hit; raise ScenarioError when that cannot be."""
    board, rules = scenario.board, scenario.rules
    place = hex_on_board(board, at)
    label, stack = board.label(place), board.terrain_at(place)
    kind = _breakable(rules, stack)
    if kind is None:
        names = " with ".join(rules.terrain[it].name.lower() if it in rules.terrain else it for it in stack)
        raise ScenarioError(f"{label} is {names}, which cannot be destroyed: it has no hit points")
    if by:
        named("class", by, rules.classes)
    terrain = rules.terrain[kind]
    faults = []
    if by and terrain.damaged_by and by not in terrain.damaged_by:
        faults.append(f"of units only {_named(rules, terrain)}, not {rules.classes[by].name.lower()}")
    if weapon and terrain.damaged_with and weapon not in terrain.damaged_with:
        faults.append(f"of weapons only {' or '.join(terrain.damaged_with)}, not {weapon}")
    if faults:
        raise ScenarioError(
            f"{terrain.name.lower()} on {label} can only be damaged by some: {'; '.join(faults)}"
        )
    return place, kind


def _needs(rules: Ruleset, terrain: Terrain) -> str:
    """Return who and what it takes to damage a terrain, to end a sentence with; nothing where anybody can."""
    who = f"{_named(rules, terrain)} units" if terrain.damaged_by else ""
    what = f"{' or '.join(terrain.damaged_with)} weapons" if terrain.damaged_with else ""
    takes = " with ".join(filter(None, (who, what)))
    return f"; that takes {takes}" if takes else ""


def _named(rules: Ruleset, terrain: Terrain) -> str:
    return " or ".join(rules.classes[it].name.lower() for it in terrain.damaged_by)
