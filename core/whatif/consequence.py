"""What happens to a board: a sentence, the hexes it is about, and the rules it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.board import Board


class ConsequenceKind(StrEnum):
    """What kind of thing happens."""

    #: An effect comes to other hexes.
    SPREADS = "spreads"
    #: An effect turns into another.
    BECOMES = "becomes"
    #: An effect is put out by what lies beside it.
    QUENCHED = "quenched"
    #: An effect has lasted its rounds.
    ENDS = "ends"
    #: An effect goes by a roll.
    CLEARS = "clears"
    #: The ground, or what lies on it, harms a unit at the end of its turn.
    HARMS = "harms"
    #: The ground takes heat from a unit at the end of its turn.
    COOLS = "cools"
    #: Terrain is destroyed.
    DESTROYED = "destroyed"
    #: Terrain is damaged, and still stands.
    DAMAGED = "damaged"
    #: The weather is another, or says something of every attack and unit.
    WEATHER = "weather"
    #: Effects are put on hexes.
    ADDED = "added"
    #: Effects are taken from hexes.
    REMOVED = "removed"
    #: The rules allow the designer something.
    ADVICE = "advice"
    #: A change does nothing.
    NOTHING = "nothing"


#: What leaves a board as it is.
UNCHANGED = frozenset(
    {ConsequenceKind.HARMS, ConsequenceKind.COOLS, ConsequenceKind.ADVICE, ConsequenceKind.NOTHING}
)


@dataclass(frozen=True, slots=True, eq=False)
class Consequence:
    """One thing that happens.

    ``text`` is a sentence. ``hexes`` are those it is about, none where it is about all or no hex in particular. ``rules``
    are the IDs of the rules of what does it. ``unit`` is the id of the unit that it happens to, ``round`` the number of the
    round at whose end it happens, from 1; 0 outside of rounds.
    """

    kind: ConsequenceKind
    text: str
    rules: tuple[str, ...] = ()
    hexes: AbstractSet[Hex] = frozenset()
    unit: str = ""
    round: int = 0

    def __str__(self) -> str:
        return self.text

    def to_json(self, board: Board) -> dict[str, Any]:
        """Return it as plain data, in the shape of ``fairground what-if --json``; hexes go row by row."""
        return {
            "kind": self.kind.value,
            "text": self.text,
            "rules": list(self.rules),
            "hexes": board.labels(self.hexes),
            "unit": self.unit or None,
            "round": self.round or None,
        }
