"""The parts of a scenario that a format carries or loses."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.files.images import undrawn
from fairground.core.scenario.parts import Victory
from fairground.core.text.wording import counted, listed

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Unit


class ScenarioPart(Enum):
    """A part of a scenario, by what it is called in the list of losses: one of it, and several."""

    TERRAIN = ("terrain", "terrain")
    ELEVATION = ("hex level other than 0", "hex levels other than 0")
    EFFECTS = ("hex with an effect", "hexes with effects")
    HEXSIDES = ("hexside feature", "hexside features")
    NAMES = ("place name", "place names")
    NOTES = ("designer's note on a hex", "designer's notes on hexes")
    TITLE = ("scenario title", "scenario title")
    AUTHOR = ("author", "author")
    BRIEFING = ("text of the scenario's notes", "text of the scenario's notes")
    RULESET = ("ruleset", "ruleset")
    WEATHER = ("weather", "weather")
    TURNS = ("turn limit", "turn limit")
    SIDES = ("side", "sides")
    ZONES = ("zone", "zones")
    OBJECTIVES = ("objective", "objectives")
    UNITS = ("unit", "units")
    BASES = (
        "a unit's position in inches, its base, its parts or its traits",
        "positions in inches, bases, parts and traits of units",
    )
    INCHES = ("hex size in inches", "hex size in inches")
    VICTORY = ("victory condition", "victory conditions")
    WINS = ("way to win for one side", "ways to win for individual sides")
    FORCES = ("force", "forces")
    ARRIVALS = ("arrival of a unit in a later turn", "arrivals of units in later turns")
    STRENGTH = (
        "setting of a unit's hit points, defence or weapons",
        "settings of units' hit points, defence or weapons",
    )
    HOUSE_RULES = ("house rule", "house rules")
    DECORATIONS = ("decoration", "decorations")
    TRACING_IMAGE = ("tracing image", "tracing image")
    FAIRNESS = ("fairness limit", "fairness limits")
    LOCKS = ("editor lock", "editor locks")
    SOURCE = ("line kept from an imported file", "lines kept from an imported file")
    COMMENTS = ("comment in the file", "comments in the file")


#: The parts in every picture of a board.
DRAWN: Final = frozenset(
    {
        ScenarioPart.TERRAIN,
        ScenarioPart.ELEVATION,
        ScenarioPart.EFFECTS,
        ScenarioPart.HEXSIDES,
        ScenarioPart.NAMES,
        ScenarioPart.ZONES,
        ScenarioPart.OBJECTIVES,
        ScenarioPart.DECORATIONS,
    }
)
#: The parts in a file for a table at which people play: the picture, the pieces, and the rules as text.
TABLE: Final = DRAWN | {
    ScenarioPart.TITLE,
    ScenarioPart.AUTHOR,
    ScenarioPart.BRIEFING,
    ScenarioPart.RULESET,
    ScenarioPart.WEATHER,
    ScenarioPart.TURNS,
    ScenarioPart.SIDES,
    ScenarioPart.UNITS,
    ScenarioPart.ARRIVALS,
    ScenarioPart.VICTORY,
    ScenarioPart.WINS,
    ScenarioPart.HOUSE_RULES,
}
#: Parts of every scenario, named without a count.
_ALWAYS: Final = (ScenarioPart.TERRAIN, ScenarioPart.TITLE, ScenarioPart.RULESET)
#: Parts that a scenario has at most once.
_SINGLE: Final = (
    ScenarioPart.AUTHOR,
    ScenarioPart.BRIEFING,
    ScenarioPart.WEATHER,
    ScenarioPart.TURNS,
    ScenarioPart.INCHES,
    ScenarioPart.TRACING_IMAGE,
)


def count(scenario: Scenario, part: ScenarioPart) -> int:
    """Return the number of items of a part in a scenario; at most 1 for unique ones."""
    return _COUNTS[part](scenario)


def losses(scenario: Scenario, carried: Collection[ScenarioPart]) -> tuple[str, ...]:
    """Return a sentence for each part of a scenario that a format does not carry, in the order of ``ScenarioPart``."""
    sentences = []
    for part in ScenarioPart:
        number = 0 if part in carried else count(scenario, part)
        one, many = part.value
        if number and part in (*_ALWAYS, *_SINGLE):
            sentences.append(f"the {one} is dropped")
        elif number:
            sentences.append(f"{counted(number, one, many)} {('is' if number == 1 else 'are')} dropped")
    return tuple(sentences)


def undrawn_decorations(scenario: Scenario) -> tuple[str, ...]:
    """Return the loss of decorations whose images cannot be drawn, as a sentence; empty if there are none."""
    names = list(undrawn(scenario))
    if not names:
        return ()
    which = "decoration image is" if len(names) == 1 else "decoration images are"
    return (f"{len(names)} {which} not shown, as validation explains: {listed(names)}",)


def _on_table(unit: Unit) -> int:
    """Return the number of a unit's settings for tables in inches."""
    return (unit.at is not None) + (unit.base is not None) + len(unit.parts) + len(unit.traits)


def _strength(unit: Unit) -> int:
    """Return the number of a unit's settings that replace those of its force."""
    return (unit.hit_points is not None) + (unit.defence is not None) + unit.unarmed


def _with_effects(scenario: Scenario) -> int:
    board = scenario.board
    some = np.array([bool(entry.kinds) for entry in board.effects_palette])
    return int(np.count_nonzero(some[board.effects]))


def _conditions(victory: Victory) -> int:
    return sum(getattr(victory, name) != getattr(Victory(), name) for name in Victory.__dataclass_fields__)


def _kept_lines(scenario: Scenario) -> int:
    """Return the number of lines kept by an import: those of no hex, and one for each palette entry with a source."""
    board = scenario.board
    return board.source.count("\n") + bool(board.source) + sum(it.source is not None for it in board.palette)


_COUNTS: Final[Mapping[ScenarioPart, Callable[[Scenario], int]]] = {
    ScenarioPart.TERRAIN: lambda _: 1,
    ScenarioPart.ELEVATION: lambda it: int(np.count_nonzero(it.board.elevation)),
    ScenarioPart.EFFECTS: _with_effects,
    ScenarioPart.HEXSIDES: lambda it: sum(map(len, it.board.hexsides.values())),
    ScenarioPart.NAMES: lambda it: len(it.board.names),
    ScenarioPart.NOTES: lambda it: len(it.board.notes),
    ScenarioPart.TITLE: lambda _: 1,
    ScenarioPart.AUTHOR: lambda it: int(bool(it.author)),
    ScenarioPart.BRIEFING: lambda it: int(bool(it.notes)),
    ScenarioPart.RULESET: lambda _: 1,
    ScenarioPart.WEATHER: lambda it: int(it.weather != "none"),
    ScenarioPart.TURNS: lambda it: int(it.turns is not None),
    ScenarioPart.SIDES: lambda it: len(it.sides),
    ScenarioPart.ZONES: lambda it: len(it.zones),
    ScenarioPart.OBJECTIVES: lambda it: len(it.objectives),
    ScenarioPart.UNITS: lambda it: len(it.units),
    ScenarioPart.BASES: lambda it: sum(map(_on_table, it.units)),
    ScenarioPart.INCHES: lambda it: int(it.board.inches is not None),
    ScenarioPart.VICTORY: lambda it: _conditions(it.victory),
    ScenarioPart.WINS: lambda it: sum(len(side.wins) for side in it.sides),
    ScenarioPart.FORCES: lambda it: sum(bool(side.force) for side in it.sides),
    ScenarioPart.ARRIVALS: lambda it: sum(unit.arrives > 1 for unit in it.units),
    ScenarioPart.STRENGTH: lambda it: sum(map(_strength, it.units)),
    ScenarioPart.HOUSE_RULES: lambda it: len(it.house_rules),
    ScenarioPart.DECORATIONS: lambda it: len(it.decorations),
    ScenarioPart.TRACING_IMAGE: lambda it: int(it.underlay is not None),
    ScenarioPart.FAIRNESS: lambda it: len(it.fairness.bands) + len(it.fairness.gates),
    ScenarioPart.LOCKS: lambda it: len(it.locked),
    ScenarioPart.SOURCE: _kept_lines,
    ScenarioPart.COMMENTS: lambda it: sum(map(len, it.comments.values())),
}
