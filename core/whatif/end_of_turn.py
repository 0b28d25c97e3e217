"""The end of a turn: what the ground, and what lies on it, does to the units there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.text.short_lists import some
from fairground.core.whatif.consequence import Consequence, ConsequenceKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.rules.terrain import Effect, Terrain
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit


def harm_at_end_of_turn(scenario: Scenario) -> Iterator[Consequence]:
    """Yield what each unit suffers, or cools by, where it stands, in the order of the scenario (rules P1-06, P1-07, P1-15).

    Who only passed a hazard is not known here: the units are taken to have ended their turns in their hexes. Nothing
    cools where the weather says so (rule P1-10).
    """
    rules, board = scenario.rules, scenario.board
    weather = rules.weather.get(scenario.weather)
    cools = weather is None or weather.cooling
    for unit in scenario.units:
        if not board.contains(unit.hex):
            continue
        stack = [kind for kind in board.terrain_at(unit.hex) if kind in rules.terrain]
        if not cools:
            stack = [kind for kind in stack if rules.terrain[kind].heat >= 0]
        effects = [rules.effects[it] for it in board.effects_at(unit.hex) if it in rules.effects]
        if not cools:
            effects = [it for it in effects if it.heat >= 0]
        ground = rules.ground(stack)
        damage = ground.damage + sum(it.damage for it in effects)
        heat = ground.heat + sum(it.heat for it in effects)
        if damage or heat:
            every: list[Effect | Terrain] = [*effects, *(rules.terrain[kind] for kind in stack)]
            causes = [it for it in every if it.damage or it.heat]
            yield _suffers(scenario, unit, damage, heat, causes)


def _suffers(
    scenario: Scenario, unit: Unit, damage: int, heat: int, causes: list[Effect | Terrain]
) -> Consequence:
    told = [f"takes {damage} damage"] if damage else []
    if heat:
        told.append(f"gains {heat} heat" if heat > 0 else f"loses {-heat} heat")
    harms = damage > 0 or heat > 0
    own = dict.fromkeys(rule for it in causes for rule in it.rules)
    where = scenario.board.label(unit.hex)
    return Consequence(
        ConsequenceKind.HARMS if harms else ConsequenceKind.COOLS,
        f"{unit.name or unit.id} ends its turn in {some([it.name.lower() for it in causes])} on {where}: "
        f"it {' and '.join(told)}.",
        tuple(dict.fromkeys([*own, *(scenario.rules.hazard.rules if harms else ())])),
        frozenset({unit.hex}),
        unit=unit.id,
    )
