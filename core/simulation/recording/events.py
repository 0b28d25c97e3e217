"""The events of a game, in the order in which they happen. Units, parties, hexes, goals and charges are numbers."""

from __future__ import annotations

from typing import Final, NamedTuple


class WeighedPart(NamedTuple):
    """A part of a bot's score, for its choice and for the best option in another hex (None: there was none)."""

    name: str
    chosen: float
    other: float | None


class Why(NamedTuple):
    """Why a bot chose a move.

    ``parts`` are those of its score, ``wanted`` the hex that it chose, which others may have taken first, and ``other`` the hex of
    the best option elsewhere, -1 if there was none.
    """

    parts: tuple[WeighedPart, ...]
    wanted: int
    other: int

    @property
    def chosen_score(self) -> float:
        """The score of the choice."""
        return sum(it.chosen for it in self.parts)

    @property
    def other_score(self) -> float:
        """The score of the best option elsewhere."""
        return sum(it.other or 0.0 for it in self.parts)


class OtherAttack(NamedTuple):
    """The next best attack that a bot could have made."""

    weapon: int
    target: int
    worth: float


class TurnBegan(NamedTuple):
    """A turn began."""

    turn: int


class ActionsEnded(NamedTuple):
    """All units have acted; what follows until the next turn is the end of the turn."""


class UnitMoved(NamedTuple):
    """A unit moved or stayed; ``spent`` movement points and ``entered`` hexes, and the bot's reasons, None for bots without."""

    unit: int
    hex: int
    facing: int
    spent: float
    entered: int
    why: Why | None


class Attacked(NamedTuple):
    """A unit attacked.

    ``number`` is the number to reach and ``roll`` the total; both are None if the attack hits automatically, and ``roll`` also if
    it was not possible from there. ``result`` is the name of a special result. ``damage`` is 0 for a miss. ``worth`` is the
    expected damage as the bot weighs it.
    """

    unit: int
    weapon: int
    target: int
    is_possible: bool
    number: int | None
    roll: int | None
    result: str
    damage: int
    worth: float
    other: OtherAttack | None


class Damaged(NamedTuple):
    """A unit lost hit points, by attacks or by the ground it stands on."""

    unit: int
    damage: int
    is_by_ground: bool


class Destroyed(NamedTuple):
    """A unit was destroyed."""

    unit: int


class Heated(NamedTuple):
    """A unit gained heat, or lost it if negative."""

    unit: int
    heat: int


class Held(NamedTuple):
    """A party has now held a goal for so many turns in a row; 0 if it no longer does."""

    goal: int
    party: int
    turns: int


class Took(NamedTuple):
    """A party got the points of a goal."""

    goal: int
    party: int


class Scored(NamedTuple):
    """A party gained points."""

    party: int
    points: int


class Arrived(NamedTuple):
    """A unit entered the board."""

    unit: int
    hex: int


class LeftBoard(NamedTuple):
    """A unit left the board through an exit."""

    unit: int


class Planted(NamedTuple):
    """A unit planted a charge that goes off at the end of the turn ``due``."""

    unit: int
    charge: int
    due: int


class ChargeRemoved(NamedTuple):
    """A charge was removed before it went off."""

    charge: int


class WentOff(NamedTuple):
    """A charge went off."""

    charge: int


Event = (
    TurnBegan
    | ActionsEnded
    | UnitMoved
    | Attacked
    | Damaged
    | Destroyed
    | Heated
    | Held
    | Took
    | Scored
    | Arrived
    | LeftBoard
    | Planted
    | ChargeRemoved
    | WentOff
)
#: The events by their names in files.
EVENTS: Final[dict[str, type[Event]]] = {
    "turn": TurnBegan,
    "end": ActionsEnded,
    "move": UnitMoved,
    "attack": Attacked,
    "damage": Damaged,
    "destroyed": Destroyed,
    "heat": Heated,
    "held": Held,
    "took": Took,
    "scored": Scored,
    "arrived": Arrived,
    "left": LeftBoard,
    "planted": Planted,
    "removed": ChargeRemoved,
    "went-off": WentOff,
}
