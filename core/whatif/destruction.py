"""Destructible terrain: hit points, who can damage it, and what it becomes (rule P1-11)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from fairground.core.errors import ScenarioError, UsageError
from fairground.core.scenario.hex_arguments import hex_on_board, hexes_named
from fairground.core.text.suggest import named
from fairground.core.text.wording import counted
from fairground.core.whatif.changes import Consequence, ConsequenceKind
from fairground.core.whatif.stacks import NEW_GAME, where_entries, with_terrain

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.rules import Ruleset
    from fairground.core.rules.terrain import Terrain
    from fairground.core.scenario.board import PaletteEntry
    from fairground.core.scenario.document import Scenario
    from fairground.core.whatif.stacks import PlayState


@dataclass(frozen=True, slots=True, eq=False)
class StruckHex:
    """A scenario after terrain was hit, its state, and the consequences; ``left`` is the hit points left."""

    scenario: Scenario
    state: PlayState
    happened: tuple[Consequence, ...]
    destroyed: bool
    left: int


def destroy(
    scenario: Scenario, at: Hex | str, *, by: str = "", weapon: str = "", state: PlayState = NEW_GAME
) -> StruckHex:
    """Return a scenario in which the terrain of a hex is destroyed.

    ``by`` is the class of the attacking unit and ``weapon`` the kind of its weapon; empty stands for any that can.

    Raises
    ------
    GridError
        When a text is no label.
    ScenarioError
        When the board has no such hex, nothing there can be destroyed, or not by that class or weapon.
    """
    place, _ = _target(scenario, at, by, weapon)
    where = scenario.board.mask((place,))
    return destroy_all(scenario, where, has_attacker=bool(by or weapon), state=state)


def destroy_all(
    scenario: Scenario, where: NDArray[np.bool_], *, has_attacker: bool = False, state: PlayState = NEW_GAME
) -> StruckHex:
    """Return a scenario with all destructible terrain of some hexes, ``[rows, columns]``, destroyed.

    Without an attacker the texts say which classes and weapons it takes.
    """
    board, rules = scenario.board, scenario.rules
    happened = []
    for kind in dict.fromkeys(_breakable(rules, entry.kinds) for entry in scenario.board.palette):
        here = where & where_entries(scenario.board, partial(_breaks_as, rules, kind))
        if kind is None or not here.any():
            continue
        terrain = rules.terrain[kind]
        board = with_terrain(board, rules, here, kind, terrain.becomes)
        left = rules.terrain[terrain.becomes].name.lower() if terrain.becomes else "nothing"
        needs = "" if has_attacker else _needs(rules, terrain)
        text = f"{terrain.name} on {hexes_named(board, here)} is destroyed and leaves {left}{needs}."
        happened.append(Consequence(ConsequenceKind.DESTROYED, text, terrain.rules, board.marked(here)))
    damage = {at: points for at, points in state.damage.items() if not where[board.cell(at)]}
    after = scenario if board is scenario.board else replace(scenario, board=board)
    return StruckHex(after, replace(state, damage=damage), tuple(happened), destroyed=bool(happened), left=0)


def hit(
    scenario: Scenario,
    at: Hex | str,
    points: int,
    *,
    by: str = "",
    weapon: str = "",
    state: PlayState = NEW_GAME,
) -> StruckHex:
    """Return a scenario in which the terrain of a hex has taken damage on top of that in ``state``; see ``destroy``.

    Raises
    ------
    UsageError
        When the points are fewer than 1.
    GridError, ScenarioError
        As for ``destroy``.
    """
    if points < 1:
        raise UsageError(f"a hit must do at least 1 point of damage, not {points}")
    place, kind = _target(scenario, at, by, weapon)
    board, rules = scenario.board, scenario.rules
    terrain = rules.terrain[kind]
    full = terrain.hit_points or 0
    damage = state.damage.get(place, 0) + points
    where, name, left = frozenset({place}), board.hex_name(place), full - damage
    if left > 0:
        rest = f"{left} of {counted(full, 'hit point')} {'is' if left == 1 else 'are'} left"
        text = f"{terrain.name} on {name} takes {points} damage; {rest}."
        damaged = Consequence(ConsequenceKind.DAMAGED, text, terrain.rules, where)
        return StruckHex(scenario, state.damaged(place, damage), (damaged,), destroyed=False, left=left)
    return destroy_all(scenario, board.mask(where), has_attacker=bool(by or weapon), state=state)


def destructible(scenario: Scenario) -> NDArray[np.bool_]:
    """Return which hexes have terrain that can be destroyed, ``[rows, columns]``."""
    rules = scenario.rules
    return where_entries(scenario.board, lambda entry: _breakable(rules, entry.kinds) is not None)


def _breakable(rules: Ruleset, stack: Sequence[str]) -> str | None:
    """Return the topmost terrain of a stack that can be destroyed."""
    kinds = [kind for kind in stack if kind in rules.terrain and rules.terrain[kind].hit_points is not None]
    return kinds[-1] if kinds else None


def _breaks_as(rules: Ruleset, kind: str | None, entry: PaletteEntry) -> bool:
    return _breakable(rules, entry.kinds) == kind


def _target(scenario: Scenario, at: Hex | str, by: str, weapon: str) -> tuple[Hex, str]:
    """Return a hex and the terrain that is hit there; raises ScenarioError if that is impossible."""
    board, rules = scenario.board, scenario.rules
    place = hex_on_board(board, at)
    name, stack = board.hex_name(place), board.terrain_at(place)
    kind = _breakable(rules, stack)
    if kind is None:
        names = " with ".join(rules.terrain[it].name.lower() if it in rules.terrain else it for it in stack)
        raise ScenarioError(f"{name} is {names}, which cannot be destroyed: it has no hit points")
    if by:
        named("class", by, rules.classes)
    terrain = rules.terrain[kind]
    faults = []
    if by and terrain.damaged_by and by not in terrain.damaged_by:
        faults.append(f"{_class_names(rules, terrain)} units, not {rules.classes[by].name.lower()}")
    if weapon and terrain.damaged_with and weapon not in terrain.damaged_with:
        faults.append(f"{' or '.join(terrain.damaged_with)} weapons, not {weapon}")
    if faults:
        raise ScenarioError(f"{terrain.name.lower()} on {name} can only be damaged by {'; '.join(faults)}")
    return place, kind


def _needs(rules: Ruleset, terrain: Terrain) -> str:
    """Describe the units and weapons that can damage a terrain, to end a sentence; empty if all can."""
    units = f"{_class_names(rules, terrain)} units" if terrain.damaged_by else ""
    weapons = f"{' or '.join(terrain.damaged_with)} weapons" if terrain.damaged_with else ""
    needs = " with ".join(filter(None, (units, weapons)))
    return f"; this takes {needs}" if needs else ""


def _class_names(rules: Ruleset, terrain: Terrain) -> str:
    return " or ".join(rules.classes[it].name.lower() for it in terrain.damaged_by)
