"""The start of a game in its weather: what it puts out, and how it changes units and attacks (rule P1-10)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from fairground.core.errors import ScenarioError
from fairground.core.rules.attack import Modifies
from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.scenario.ruleset_kinds import NO_WEATHER
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import counted
from fairground.core.whatif.changes import Consequence, ConsequenceKind
from fairground.core.whatif.stacks import beside, where_entries, without_effect

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from fairground.core.rules import Ruleset
    from fairground.core.rules.weather_and_advice import Weather
    from fairground.core.scenario.board import PaletteEntry
    from fairground.core.scenario.document import Scenario


@dataclass(frozen=True, slots=True, eq=False)
class Start:
    """A scenario at the start of a game, and the weather's effects.

    ``heat`` is the starting heat by id of unit; ``cooling`` whether terrain cools; ``to_hit`` the modifier of every ranged
    attack, as the ruleset writes it; ``initiative`` that of each class in this weather, by its id.
    """

    scenario: Scenario
    happened: tuple[Consequence, ...]
    weather: str
    heat: Mapping[str, int]
    cooling: bool
    to_hit: int
    initiative: Mapping[str, int]


def at_start(scenario: Scenario) -> Start:
    """Return the start of a game in the scenario's weather; raises ScenarioError if the ruleset lacks that weather."""
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
            text = (
                f"{weather.name} puts out {rules.effects[kind].name.lower()} on {hexes_named(board, where)}."
            )
            happened.append(Consequence(ConsequenceKind.REMOVED, text, weather.rules, board.marked(where)))
    return Start(
        scenario if board is scenario.board else replace(scenario, board=board),
        (*happened, *_weather_effects(weather, rules), *_advice(scenario, weather)),
        scenario.weather,
        {unit.id: weather.starting_heat for unit in scenario.units},
        cooling=weather.cooling,
        to_hit=weather.to_hit,
        initiative={kind: it + weather.initiative.get(kind, 0) for kind, it in before.items()},
    )


def check_weather(scenario: Scenario, weather: str) -> None:
    """Raise ScenarioError if the ruleset of a scenario lacks a weather; no weather is always known."""
    known = [NO_WEATHER, *scenario.rules.weather]
    if weather not in known:
        hint = did_you_mean(weather, known) or f"; known: {', '.join(dict.fromkeys(known))}"
        raise ScenarioError(f"{scenario.rules.title} has no weather {weather!r}{hint}")


def _weather_effects(weather: Weather, rules: Ruleset) -> Iterator[Consequence]:
    """Yield the effects of the weather on the whole game."""
    texts = []
    if weather.to_hit:
        added_to = "the roll" if rules.attack.modifies is Modifies.ROLL else "the number to roll"
        why = ", because every hex is obscured; smoke adds nothing" if weather.obscuring else ""
        texts.append(f"every ranged attack gets {weather.to_hit:+d} to {added_to}{why}")
    if weather.starting_heat:
        texts.append(f"every unit starts with {weather.starting_heat} heat")
    if not weather.cooling:
        texts.append("nothing cools")
    for kind, change in weather.initiative.items():
        texts.append(f"the initiative of {rules.classes[kind].name.lower()} units changes by {change:+d}")
    for text in texts:
        yield Consequence(ConsequenceKind.WEATHER, f"{weather.name}: {text}.", weather.rules)


def _advice(scenario: Scenario, weather: Weather) -> Iterator[Consequence]:
    """Yield the passable hexes to which the designer may let terrain spread."""
    rules, board = scenario.rules, scenario.board
    for kind in weather.may_spread:
        present = board.where_terrain(kind)
        if not present.any():
            continue
        near = beside(board, where_entries(board, partial(_is_passable, rules)) & ~present, present)
        if near.any():
            count, name = counted(int(near.sum()), "hex is", "hexes are"), rules.terrain[kind].name.lower()
            text = f"{weather.name}: {name} may spread; {count} next to it: {hexes_named(board, near)}."
            yield Consequence(ConsequenceKind.ADVICE, text, weather.rules, board.marked(near))


def _is_passable(rules: Ruleset, entry: PaletteEntry) -> bool:
    return not entry.is_void and rules.ground([it for it in entry.kinds if it in rules.terrain]).passable
