"""Changes to try on a scenario: each a value, and a text that says it.

::

    weather rain                         smoke at C4, D5
    no fire at B2                        fire at within 1 of C4
    destroy D3                           hit D3 for 5 by assault with siege
    2 rounds seed 7

Hexes are written as zones are, see ``core.scenario.zone_text``; ``all`` is the whole board. A weather can be said by its
name alone, and a seed of 0 left away.
What happens to a board: a sentence, the hexes it is about, and the rules it rests on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from fairground.core.errors import FairgroundError, UsageError
from fairground.core.grid.labels import label, parse_label
from fairground.core.scenario.shapes import Everything, Listed, Painted
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from collections.abc import Set as AbstractSet

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.shapes import Shape


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


#: How many rounds one change can be.
MAX_ROUNDS: Final = 100
#: More digits than any number of a change can have.
_DIGITS: Final = 9
_EXAMPLES: Final = "weather rain, smoke at C4, no fire at B2, destroy D3, hit D3 for 5 by assault with siege, 2 rounds seed 7"
_WORDS: Final = ("weather", "no", "destroy", "hit", "round", "rounds")


@dataclass(frozen=True, slots=True)
class SetWeather:
    """The scenario is played in another weather, from its start."""

    weather: str

    def __str__(self) -> str:
        return f"weather {self.weather}"


@dataclass(frozen=True, slots=True)
class AddEffect:
    """An effect is put on some hexes; a painted shape becomes a list of them, which a text can say."""

    effect: str
    where: Shape

    def __post_init__(self) -> None:
        object.__setattr__(self, "where", _sayable(self.where))

    def __str__(self) -> str:
        return f"{self.effect} at {self.where}"


@dataclass(frozen=True, slots=True)
class RemoveEffect:
    """An effect is taken from some hexes; a painted shape becomes a list of them."""

    effect: str
    where: Shape

    def __post_init__(self) -> None:
        object.__setattr__(self, "where", _sayable(self.where))

    def __str__(self) -> str:
        return f"no {self.effect} at {self.where}"


@dataclass(frozen=True, slots=True)
class Destroy:
    """The terrain of some hexes is destroyed, as by whoever can; a painted shape becomes a list of them."""

    where: Shape

    def __post_init__(self) -> None:
        object.__setattr__(self, "where", _sayable(self.where))

    def __str__(self) -> str:
        return f"destroy {self.where}"


@dataclass(frozen=True, slots=True)
class Hit:
    """The terrain of a hex takes damage, from a class of units and a kind of weapon where they are given."""

    hex: str
    points: int
    by: str = ""
    weapon: str = ""

    def __str__(self) -> str:
        by = f" by {self.by}" if self.by else ""
        return f"hit {self.hex} for {self.points}{by}" + (f" with {self.weapon}" if self.weapon else "")


@dataclass(frozen=True, slots=True)
class PassRounds:
    """Some rounds end, one after another, with dice that begin with a seed.

    Raises
    ------
    UsageError
        When the number of rounds is not within 1 to ``MAX_ROUNDS``.
    """

    rounds: int
    seed: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MAX_ROUNDS:
            raise UsageError(f"1 to {MAX_ROUNDS} rounds can pass at a time, not {self.rounds}")

    def __str__(self) -> str:
        return f"{self.rounds} round{'' if self.rounds == 1 else 's'} seed {self.seed}"


Change = SetWeather | AddEffect | RemoveEffect | Destroy | Hit | PassRounds


def parse_change(text: str) -> Change:
    """Return the change that a text says; ``str`` of it parses back to an equal one.

    Examples
    --------
    >>> parse_change("no smoke at C4, D5")
    RemoveEffect(effect='smoke', where=Listed(hexes=('C4', 'D5')))
    >>> str(parse_change("rain"))
    'weather rain'

    Raises
    ------
    UsageError
        When it says none; the message tells what can be written.
    """
    for pattern, made in _FORMS:
        match = pattern.fullmatch(text.strip())
        if match:
            try:
                return made(match)
            except FairgroundError as error:
                raise UsageError(f"{text.strip()!r}: {error}") from None
    first = text.split(maxsplit=1)[0] if text.split() else ""
    guess = "" if first in _WORDS else did_you_mean(first, _WORDS)
    raise UsageError(f"{text.strip()!r} is not a change{guess or f'; write, for example, {_EXAMPLES}'}")


def parse_changes(texts: Iterable[str]) -> tuple[Change, ...]:
    """Return the changes that some texts say, in order.

    Raises
    ------
    UsageError
        When some say none; the message has a line for each.
    """
    found, faults = [], []
    for text in texts:
        try:
            found.append(parse_change(text))
        except UsageError as error:
            faults.append(str(error))
    if faults:
        raise UsageError("\n".join(faults))
    return tuple(found)


def _sayable(shape: Shape) -> Shape:
    """Return a shape that a line of text can say."""
    if not isinstance(shape, Painted):
        return shape
    rows = enumerate(shape.rows)
    return Listed(
        tuple(label(column, row) for row, text in rows for column, mark in enumerate(text) if mark == "#")
    )


def _number(digits: str) -> int:
    if len(digits.lstrip("-")) > _DIGITS:
        raise UsageError(f"{digits[: _DIGITS + 1]}... has too many digits")
    return int(digits)


def _shape(text: str | None) -> Shape:
    return parse_shape(text) if text else Everything()


def _hit(match: re.Match[str]) -> Change:
    parse_label(match["hex"])
    return Hit(
        match["hex"], _number(match["points"]), (match["by"] or "").lower(), (match["weapon"] or "").lower()
    )


_ID: Final = r"(?P<id>[a-z0-9][a-z0-9_-]*)"
#: How changes are written, and what is made of them; none of them takes what is meant for another.
_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Change]], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), made)
    for pattern, made in (
        (rf"{_ID} at (?P<where>.+)", lambda it: AddEffect(it["id"].lower(), _shape(it["where"]))),
        (rf"no {_ID}(?: at (?P<where>.+))?", lambda it: RemoveEffect(it["id"].lower(), _shape(it["where"]))),
        (r"destroy (?P<where>.+)", lambda it: Destroy(_shape(it["where"]))),
        (
            r"hit (?P<hex>\S+) for (?P<points>[0-9]+)(?: by (?P<by>\S+))?(?: with (?P<weapon>\S+))?",
            _hit,
        ),
        (
            r"(?P<rounds>[0-9]+) rounds?(?: seed (?P<seed>-?[0-9]+))?",
            lambda it: PassRounds(_number(it["rounds"]), _number(it["seed"] or "0")),
        ),
        (rf"(?:weather )?{_ID}", lambda it: SetWeather(it["id"].lower())),
    )
)
