"""The start of a game in its weather: what is put out, and what it says of every unit and attack (rule P1-10)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.errors import ScenarioError
from fairground.core.rules.attack import Modifies
from fairground.core.scenario.arrays import look_up, step
from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.scenario.ruleset_kinds import NO_WEATHER
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import counted
from fairground.core.whatif.changes import Consequence, ConsequenceKind
from fairground.core.whatif.stacks import without_effect

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from fairground.core.rules import Ruleset
    from fairground.core.rules.advisory import Weather
    from fairground.core.scenario.document import Scenario


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """A scenario as a game begins in its weather, and what the weather says for the game.

    ``heat`` is what each unit starts with, by its id; ``cooling`` whether terrain takes heat away; ``to_hit`` the modifier
    of every ranged attack, as the ruleset writes it; ``initiative`` that of each class, changed by the weather, by its id.
    """

    scenario: Scenario
    happened: tuple[Consequence, ...]
    weather: str
    heat: Mapping[str, int]
    cooling: bool
    to_hit: int
    initiative: Mapping[str, int]


def at_start(scenario: Scenario) -> Start:
    """Return what the weather of a scenario makes of its start; the scenario stays as it is.

    Raises
    ------
    ScenarioError
        When the ruleset does not have the weather.
    """
    rules = scenario.rules
    check_weather(scenario, scenario.weather)
    weather = rules.weather.get(scenario.weather)
    before = {kind: it.initiative for kind, it in rules.classes.items()}
    if weather is None:
        units = dict.fromkeys((unit.id for unit in scenario.units), 0)
        return Start(scenario, (), scenario.weather, units, cooling=True, to_hit=0, initiative=before)
    board = scenario.board
    happened = []
    for kind in weather.puts_out:
        where = board.where_effect(kind)
        if where.any():
            board = without_effect(board, rules, kind, where)
            text = f"{weather.name} puts out {rules.effects[kind].name.lower()} on {hexes_named(where)}."
            happened.append(Consequence(ConsequenceKind.REMOVED, text, weather.rules, board.marked(where)))
    return Start(
        scenario if board is scenario.board else replace(scenario, board=board),
        (*happened, *_said(weather, rules), *_advice(scenario, weather)),
        scenario.weather,
        {unit.id: weather.starting_heat for unit in scenario.units},
        cooling=weather.cooling,
        to_hit=weather.to_hit,
        initiative={kind: it + weather.initiative.get(kind, 0) for kind, it in before.items()},
    )


def check_weather(scenario: Scenario, weather: str) -> None:
    """Raise ScenarioError when the ruleset of a scenario does not have a weather; none at all is always there."""
    known = [NO_WEATHER, *scenario.rules.weather]
    if weather not in known:
        meant = did_you_mean(weather, known) or f"; known: {', '.join(dict.fromkeys(known))}"
        raise ScenarioError(f"{scenario.ruleset.name} has no weather {weather!r}{meant}")


def _said(weather: Weather, rules: Ruleset) -> Iterator[Consequence]:
    """Yield what the weather says for the whole game."""
    said = []
    if weather.to_hit:
        added_to = "the roll" if rules.attack.modifies is Modifies.ROLL else "the number to roll"
        why = ", as every hex is obscured; smoke adds nothing" if weather.obscuring else ""
        said.append(f"every ranged attack has {weather.to_hit:+d} on {added_to}{why}")
    if weather.starting_heat:
        said.append(f"every unit starts with {weather.starting_heat} heat")
    if not weather.cooling:
        said.append("nothing cools")
    for kind, change in weather.initiative.items():
        said.append(f"the initiative of {rules.classes[kind].name.lower()} units changes by {change:+d}")
    for text in said:
        yield Consequence(ConsequenceKind.WEATHER, f"{weather.name}: {text}.", weather.rules)


def _advice(scenario: Scenario, weather: Weather) -> Iterator[Consequence]:
    """Yield where the designer may let terrain spread: the hexes beside it that are passable and not of it."""
    rules, board = scenario.rules, scenario.board
    for kind in weather.may_spread:
        lies = board.where_terrain(kind)
        if not lies.any():
            continue
        free = _passable(scenario) & ~lies
        row, column = np.nonzero(free)
        q, r = board.layout.from_offset_arrays(column, row)
        beside = np.zeros_like(lies)
        beside[free] = np.any([look_up(board.layout, lies, *step(q, r, way)) for way in range(6)], axis=0)
        if beside.any():
            text = (
                f"{weather.name}: {rules.terrain[kind].name.lower()} may spread; "
                f"{counted(int(beside.sum()), 'hex lies', 'hexes lie')} beside it: {hexes_named(beside)}."
            )
            yield Consequence(ConsequenceKind.ADVICE, text, weather.rules, board.marked(beside))


def _passable(scenario: Scenario) -> NDArray[np.bool_]:
    rules, board = scenario.rules, scenario.board
    hits = np.array(
        [
            not entry.is_void and rules.ground([it for it in entry.kinds if it in rules.terrain]).passable
            for entry in board.palette
        ],
        np.bool_,
    )
    found: NDArray[np.bool_] = hits[board.terrain]
    return found
