"""The kinds of ruleset entries, and the entries that a scenario uses."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from fairground.core.errors import RulesetError
from fairground.core.scenario.board import VOID
from fairground.core.text.wording import listed

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from fairground.core.rules import Ruleset
    from fairground.core.rules.base_model import NamedEntry
    from fairground.core.scenario.document import Scenario

#: The default weather, which needs no entry in the ruleset.
NO_WEATHER = "none"


class Topic(StrEnum):
    """A kind of ruleset entries that scenarios use."""

    TERRAIN = "terrain"
    EFFECTS = "effects"
    HEXSIDES = "hexsides"
    CLASSES = "classes"
    WEATHER = "weather"

    def entries(self, rules: Ruleset) -> Mapping[str, NamedEntry]:
        """Return a ruleset's entries of this topic, by id."""
        entries: Mapping[str, NamedEntry] = getattr(rules, self.value)
        return entries


def kind_title(scenario: Scenario, topic: Topic, kind: str) -> str:
    """Return the name of a kind of a scenario's ruleset; its id where the ruleset does not have it or cannot be read."""
    try:
        known = topic.entries(scenario.rules).get(kind)
    except RulesetError:
        known = None
    return (known.name if known else "") or kind


def classes_text(scenario: Scenario, classes: Collection[str], measured: Collection[str] = ()) -> str:
    """Return the titles of classes: ``Scout, Heavy``. Of those ``measured``, if given: ``all but Assault``."""
    others = [kind_title(scenario, Topic.CLASSES, it) for it in dict.fromkeys(measured) if it not in classes]
    if measured and len(classes) > 2 and 2 * len(others) < len(classes):
        return f"all but {listed(others)}" if others else "all classes"
    return ", ".join(kind_title(scenario, Topic.CLASSES, it) for it in classes)


def range_title(scenario: Scenario, range_band: str | None) -> str:
    """Return the title of a weapon range: ``medium range``; empty for None. It is the id where the ruleset lacks it."""
    if range_band is None:
        return ""
    band = scenario.rules.range_bands.get(range_band)
    return f"{(band.name if band and band.name else range_band).lower()} range"


def used_kinds(scenario: Scenario) -> dict[Topic, tuple[str, ...]]:
    """Return the ids that a scenario uses, by topic, sorted, without void and no weather."""
    board = scenario.board
    kinds_by_topic: dict[Topic, set[str]] = {
        Topic.TERRAIN: {
            kind for index in np.unique(board.terrain).tolist() for kind in board.palette[index].kinds
        }
        - {VOID},
        Topic.EFFECTS: {
            kind for index in np.unique(board.effects).tolist() for kind in board.effects_palette[index].kinds
        },
        Topic.HEXSIDES: {name for features in board.hexsides.values() for name in features},
        Topic.CLASSES: {unit.unit_class for unit in scenario.units}
        | {task.unit_class for side in scenario.sides for win in side.wins for task in win.tasks} - {""},
        Topic.WEATHER: {scenario.weather} - {NO_WEATHER},
    }
    return {topic: tuple(sorted(kinds)) for topic, kinds in kinds_by_topic.items()}
