"""Changes to try on a scenario, each with a text form, and their consequences.

::

    weather rain                         smoke at C4, D5
    no fire at B2                        fire at within 1 of C4
    destroy D3                           hit D3 for 5 by assault with siege
    2 rounds seed 7

Hexes are written as zones are, see ``core.scenario.zone_text``; ``all`` is the whole board. ``weather`` is optional, and
so is the seed (default: 0).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from fairground.core.errors import FairgroundError, UsageError
from fairground.core.grid.labels import HexNames, label, parse_label
from fairground.core.scenario.shapes import Everything, Listed, Painted
from fairground.core.scenario.zone_text import parse_shape
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from collections.abc import Set as AbstractSet

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.shapes import Shape


class ConsequenceKind(StrEnum):
    """The kind of a consequence."""

    #: An effect spreads to other hexes.
    SPREADS = "spreads"
    #: An effect turns into another.
    BECOMES = "becomes"
    #: An effect is put out by terrain beside it.
    QUENCHED = "quenched"
    #: An effect has lasted its rounds.
    ENDS = "ends"
    #: An effect disappears by a roll.
    CLEARS = "clears"
    #: Terrain or effects harm a unit at the end of its turn.
    HARMS = "harms"
    #: Terrain cools a unit at the end of its turn.
    COOLS = "cools"
    DESTROYED = "destroyed"
    DAMAGED = "damaged"
    #: The weather changes, or modifies all attacks or units.
    WEATHER = "weather"
    ADDED = "added"
    REMOVED = "removed"
    #: The rules allow the designer something.
    ADVICE = "advice"
    NOTHING = "nothing"


#: Consequences that leave the board unchanged.
UNCHANGED = frozenset(
    {ConsequenceKind.HARMS, ConsequenceKind.COOLS, ConsequenceKind.ADVICE, ConsequenceKind.NOTHING}
)


@dataclass(frozen=True, slots=True, eq=False)
class Consequence:
    """A consequence of a change, as a sentence with the IDs of its rules.

    ``hexes`` is empty where it concerns all hexes or none in particular. ``unit`` is the id of the affected unit; ``round``
    counts from 1, 0 outside of rounds.
    """

    kind: ConsequenceKind
    text: str
    rules: tuple[str, ...] = ()
    hexes: AbstractSet[Hex] = frozenset()
    unit: str = ""
    round: int = 0

    def __str__(self) -> str:
        return self.text


#: The most rounds in one change.
MAX_ROUNDS: Final = 100
_MAX_DIGITS: Final = 9
_EXAMPLES: Final = "weather rain, smoke at C4, no fire at B2, destroy D3, hit D3 for 5 by assault with siege, 2 rounds seed 7"
_KEYWORDS: Final = ("weather", "no", "destroy", "hit", "round", "rounds")


@dataclass(frozen=True, slots=True)
class SetWeather:
    """Play the scenario in another weather, from its start."""

    weather: str

    def __str__(self) -> str:
        return f"weather {self.weather}"


@dataclass(frozen=True, slots=True)
class AddEffect:
    """Add an effect to some hexes; a painted shape becomes a list of them, which has a text form."""

    effect: str
    where: Shape

    def __post_init__(self) -> None:
        object.__setattr__(self, "where", _with_text_form(self.where))

    def __str__(self) -> str:
        return f"{self.effect} at {self.where}"


@dataclass(frozen=True, slots=True)
class RemoveEffect:
    """Remove an effect from some hexes; a painted shape becomes a list of them."""

    effect: str
    where: Shape

    def __post_init__(self) -> None:
        object.__setattr__(self, "where", _with_text_form(self.where))

    def __str__(self) -> str:
        return f"no {self.effect} at {self.where}"


@dataclass(frozen=True, slots=True)
class Destroy:
    """Destroy the terrain of some hexes, by any unit that can; a painted shape becomes a list of them."""

    where: Shape

    def __post_init__(self) -> None:
        object.__setattr__(self, "where", _with_text_form(self.where))

    def __str__(self) -> str:
        return f"destroy {self.where}"


@dataclass(frozen=True, slots=True)
class Hit:
    """Damage the terrain of a hex, optionally by a class of units and a kind of weapon."""

    hex: str
    points: int
    by: str = ""
    weapon: str = ""

    def __str__(self) -> str:
        by = f" by {self.by}" if self.by else ""
        return f"hit {self.hex} for {self.points}{by}" + (f" with {self.weapon}" if self.weapon else "")


@dataclass(frozen=True, slots=True)
class PassRounds:
    """Let 1 to ``MAX_ROUNDS`` rounds pass, with seeded dice; raises UsageError for other numbers."""

    rounds: int
    seed: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MAX_ROUNDS:
            raise UsageError(f"the number of rounds must be 1 to {MAX_ROUNDS}, not {self.rounds}")

    def __str__(self) -> str:
        return f"{self.rounds} round{'' if self.rounds == 1 else 's'} seed {self.seed}"


Change = SetWeather | AddEffect | RemoveEffect | Destroy | Hit | PassRounds


def parse_change(text: str, names: HexNames | None = None) -> Change:
    """Parse a change; ``str`` of it parses back to an equal one.

    With ``names``, hexes may be written in their style.

    Examples
    --------
    >>> parse_change("no smoke at C4, D5")
    RemoveEffect(effect='smoke', where=Listed(hexes=('C4', 'D5')))
    >>> str(parse_change("rain"))
    'weather rain'

    Raises
    ------
    UsageError
        When the text is not a change; the message has examples.
    """
    for pattern, make in _FORMS:
        match = pattern.fullmatch(text.strip())
        if match:
            try:
                return make(match, names)
            except FairgroundError as error:
                raise UsageError(f"{text.strip()!r}: {error}") from None
    first = text.split(maxsplit=1)[0] if text.split() else ""
    guess = "" if first in _KEYWORDS else did_you_mean(first, _KEYWORDS)
    raise UsageError(f"{text.strip()!r} is not a change{guess or f'; write, for example, {_EXAMPLES}'}")


def parse_changes(texts: Iterable[str], names: HexNames | None = None) -> tuple[Change, ...]:
    """Parse changes in order, as ``parse_change``; raises UsageError with a line for each text that is not a change."""
    changes, faults = [], []
    for text in texts:
        try:
            changes.append(parse_change(text, names))
        except UsageError as error:
            faults.append(str(error))
    if faults:
        raise UsageError("\n".join(faults))
    return tuple(changes)


def _with_text_form(shape: Shape) -> Shape:
    """Return a shape, with a painted one as a list of hexes."""
    if not isinstance(shape, Painted):
        return shape
    rows = enumerate(shape.rows)
    return Listed(
        tuple(label(column, row) for row, text in rows for column, mark in enumerate(text) if mark == "#")
    )


def _number(digits: str) -> int:
    if len(digits.lstrip("-")) > _MAX_DIGITS:
        raise UsageError(f"{digits[: _MAX_DIGITS + 1]}... has too many digits")
    return int(digits)


def _shape(text: str | None, names: HexNames | None) -> Shape:
    return parse_shape(text, names) if text else Everything()


def _hit(match: re.Match[str], names: HexNames | None) -> Change:
    at = label(*(names.parse(match["hex"]) if names else parse_label(match["hex"])))
    return Hit(at, _number(match["points"]), (match["by"] or "").lower(), (match["weapon"] or "").lower())


_ID: Final = r"(?P<id>[a-z0-9][a-z0-9_-]*)"
#: The text forms of changes; no text matches two of them.
_FORMS: Final[tuple[tuple[re.Pattern[str], Callable[[re.Match[str], HexNames | None], Change]], ...]] = tuple(
    (re.compile(pattern, re.IGNORECASE), make)
    for pattern, make in (
        (
            rf"{_ID} at (?P<where>.+)",
            lambda it, names: AddEffect(it["id"].lower(), _shape(it["where"], names)),
        ),
        (
            rf"no {_ID}(?: at (?P<where>.+))?",
            lambda it, names: RemoveEffect(it["id"].lower(), _shape(it["where"], names)),
        ),
        (r"destroy (?P<where>.+)", lambda it, names: Destroy(_shape(it["where"], names))),
        (
            r"hit (?P<hex>\S+) for (?P<points>[0-9]+)(?: by (?P<by>\S+))?(?: with (?P<weapon>\S+))?",
            _hit,
        ),
        (
            r"(?P<rounds>[0-9]+) rounds?(?: seed (?P<seed>-?[0-9]+))?",
            lambda it, _names: PassRounds(_number(it["rounds"]), _number(it["seed"] or "0")),
        ),
        (rf"(?:weather )?{_ID}", lambda it, _names: SetWeather(it["id"].lower())),
    )
)
