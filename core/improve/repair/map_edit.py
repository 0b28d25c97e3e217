"""Edits of a repair as a designer makes them: a whole zone, objective or feature, or a single hex, with its images."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Final

from fairground.core.scenario.hex_edits import edited

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairground.core.metrics.fairness.candidates import Change
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.hex_edits import Edit


class EditCost:
    """The costs of edits: how much of the map they change, to a designer's eye. Less is better.

    An edit that is made with its images costs as much as all of them together.
    """

    #: A hex gets the terrain or level of its counterpart, or lies in a zone like it.
    LIKENED: Final = 1
    #: An objective moves by a hex.
    OBJECTIVE: Final = 2
    #: A zone, with its units, moves by a hex.
    ZONE_MOVE: Final = 2
    #: A zone gets another shape; and for each hex that it gains or, if those are more, loses.
    ZONE_SHAPE: Final = 2
    ZONE_SHAPE_HEX: Final = 1
    #: A terrain feature moves by a hex.
    FEATURE: Final = 3
    #: A single hex is added to a zone or removed.
    ZONE: Final = 3
    #: A single hex gets another level.
    LEVEL: Final = 4
    #: A single hex gets other terrain.
    TERRAIN: Final = 5


#: The costs of edits of a single hex by kind.
_OF_HEX: Final = {"terrain": EditCost.TERRAIN, "level": EditCost.LEVEL, "zone": EditCost.ZONE}


@dataclass(frozen=True, slots=True)
class MapEdit:
    """An edit of a map: ``edits`` of hexes that are made together.

    ``cost`` adds up ``EditCost``. ``sentence`` describes edits of several hexes; edits of a single hex describe themselves.
    """

    kind: Change
    edits: tuple[Edit, ...]
    cost: int = field(compare=False, default=0)
    sentence: str = field(compare=False, default="")

    @classmethod
    def of_hex(cls, edit: Edit, *, likened: bool = False) -> MapEdit:
        """Return an edit of a single hex; ``likened`` if it makes the hex equal its image."""
        kind: Change
        if edit.change == "terrain" or edit.change == "level" or edit.change == "zone":  # noqa: PLR1714  # narrows the type
            kind = edit.change
        else:
            raise ValueError(f"{edit.change} is not changed hex by hex")
        return cls(kind, (edit,), EditCost.LIKENED if likened else _OF_HEX[kind])

    @property
    def targets(self) -> frozenset[tuple[object, ...]]:
        """The properties that the edit sets; no list of edits sets one twice."""
        return frozenset(it.target for it in self.edits)

    @property
    def order(self) -> tuple[object, ...]:
        """The sort key that breaks ties between edits."""
        return self.cost, self.kind, [it.order for it in self.edits]

    def text(self, scenario: Scenario) -> str:
        """Return the edit as a sentence or several, for the scenario that it is made in."""
        if self.sentence:
            return self.sentence
        return " ".join(it.text(edited(scenario, self.edits[:place])) for place, it in enumerate(self.edits))


def hex_edits(edits: Iterable[MapEdit]) -> tuple[Edit, ...]:
    """Return the edits of hexes that make up some edits, in order."""
    return tuple(chain.from_iterable(it.edits for it in edits))


def total_cost(edits: Iterable[MapEdit]) -> int:
    """Return the cost of a list of edits."""
    return sum(it.cost for it in edits)
