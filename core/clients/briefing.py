"""A scenario's rules and objectives in words, for the journals and notebooks of virtual tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from fairground.core.rules.descriptions import effect_facts, feature_facts, terrain_facts
from fairground.core.scenario.mission_text import describe_victory, mission_texts
from fairground.core.scenario.parts import ObjectiveKind
from fairground.core.scenario.scoring import READING
from fairground.core.text.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fairground.core.rules.terrain import Drawn
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.parts import Objective, Zone

_NO_WEATHER = "none"
_NO_FACTS = "no special rules"


class BriefingTable(NamedTuple):
    """A heading, the headings of columns (none for plain sentences), and rows."""

    heading: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def briefing(scenario: Scenario) -> tuple[BriefingTable, ...]:
    """Return the non-empty tables of a scenario, from its notes to the terrain on the board.

    Raise RulesetError if the ruleset cannot be read.
    """
    mission = mission_texts(scenario)
    tables = (
        _sentences("Notes", _paragraphs(scenario.notes)),
        BriefingTable("Scenario", ("", ""), tuple(_facts(scenario))),
        *(
            _sentences(f"{title} wins by {'any of these' if len(wins) > 1 else 'this'}", wins)
            for _, title, wins in mission.sides
        ),
        _sentences("Victory for every side", describe_victory(scenario.victory)),
        BriefingTable(
            "Objectives",
            ("Objective", "Hexes", "Worth"),
            tuple(_objective(scenario, it) for it in scenario.objectives),
        ),
        _sentences("Scoring", [READING] if scenario.objectives else []),
        BriefingTable("Zones", ("Zone", "For", "Hexes"), tuple(_zone(scenario, it) for it in scenario.zones)),
        _sentences("Reinforcements", mission.arrivals),
        _sentences("House rules", mission.house_rules),
        *_ground(scenario),
    )
    return tuple(it for it in tables if it.rows)


def _sentences(heading: str, texts: Iterable[str]) -> BriefingTable:
    return BriefingTable(heading, (), tuple((it,) for it in texts))


def _paragraphs(text: str) -> Iterator[str]:
    """Yield the paragraphs of a text, each on one line."""
    for block in text.split("\n\n"):
        if words := " ".join(block.split()):
            yield words


def _facts(scenario: Scenario) -> Iterator[tuple[str, str]]:
    if scenario.author:
        yield "Author", scenario.author
    yield "Rules", scenario.rules.title
    if scenario.turns is not None:
        yield "Turns", str(scenario.turns)
    if scenario.weather != _NO_WEATHER:
        yield "Weather", scenario.weather
    for side in scenario.sides:
        about = ", ".join(filter(None, (side.role, f"team {side.team}" if side.team else "")))
        yield "Side", f"{side.title} ({about})" if about else side.title


def _objective(scenario: Scenario, it: Objective) -> tuple[str, str, str]:
    worth = [counted(it.points, "point")]
    if it.kind is ObjectiveKind.EXIT:
        worth.append("leave the board here")
    elif it.hold:
        worth.append(f"hold {counted(it.hold, 'turn')}")
    if it.side:
        worth.append(f"{_side_title(scenario, it.side)} only")
    return it.title, str(it.shape), ", ".join(worth)


def _zone(scenario: Scenario, it: Zone) -> tuple[str, str, str]:
    use = ", ".join(filter(None, (_side_title(scenario, it.side), it.kind.value)))
    return it.title, use, str(it.shape)


def _side_title(scenario: Scenario, side_id: str) -> str:
    side = scenario.side(side_id)
    return side.title if side else side_id


def _ground(scenario: Scenario) -> Iterator[BriefingTable]:
    """Yield what is on the board, in the ruleset's order, with its rules."""
    board, rules = scenario.board, scenario.rules
    terrain = {kind for index in np.unique(board.terrain[~board.void]) for kind in board.palette[index].kinds}
    effects = {kind for index in np.unique(board.effects) for kind in board.effects_palette[index].kinds}
    features = {name for names in board.hexsides.values() for name in names}
    for heading, entries in (
        (
            "Terrain",
            [_entry(it, terrain_facts(it, rules)) for id_, it in rules.terrain.items() if id_ in terrain],
        ),
        (
            "Effects",
            [_entry(it, effect_facts(it, rules)) for id_, it in rules.effects.items() if id_ in effects],
        ),
        (
            "Hexsides",
            [_entry(it, feature_facts(it)) for id_, it in rules.hexsides.items() if id_ in features],
        ),
    ):
        yield BriefingTable(heading, ("", ""), tuple(entries))


def _entry(it: Drawn, facts: Iterable[str]) -> tuple[str, str]:
    return it.name, ", ".join(facts) or _NO_FACTS
