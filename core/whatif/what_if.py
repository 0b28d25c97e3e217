"""What-if: a list of changes, applied one after another to a copy of a scenario."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from fairground.core.errors import FairgroundError, ScenarioError
from fairground.core.scenario.board import VOID
from fairground.core.scenario.hex_arguments import hexes_named
from fairground.core.scenario.parts import MAX_TITLE
from fairground.core.scenario.shapes import Listed
from fairground.core.text.suggest import named, one_or_several
from fairground.core.whatif.changes import (
    UNCHANGED,
    AddEffect,
    Consequence,
    ConsequenceKind,
    Destroy,
    Hit,
    PassRounds,
    RemoveEffect,
    SetWeather,
    parse_change,
)
from fairground.core.whatif.destruction import destroy_all, destructible, hit
from fairground.core.whatif.end_of_round import end_round
from fairground.core.whatif.game_start import at_start, check_weather
from fairground.core.whatif.stacks import NEW_GAME, where_tags, with_effect, without_effect

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.shapes import Shape
    from fairground.core.whatif.changes import Change
    from fairground.core.whatif.end_of_round import RoundRoll
    from fairground.core.whatif.stacks import PlayState

    Mask = NDArray[np.bool_]


class RefusedChange(NamedTuple):
    """The reason why a change was refused, in a sentence; ``hex`` is set if only its part on that hex was."""

    text: str
    hex: str | None = None

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, eq=False)
class Done:
    """The result of one change; ``change`` is None if its ``text`` could not be parsed."""

    text: str
    change: Change | None
    happened: tuple[Consequence, ...]
    refused: tuple[RefusedChange, ...]
    rolls: tuple[RoundRoll, ...] = ()

    @property
    def idle(self) -> bool:
        """Whether it changed nothing."""
        return all(it.kind in UNCHANGED for it in self.happened)


@dataclass(frozen=True, slots=True, eq=False)
class Applied:
    """A scenario after changes, its state, their results in order, and the ``hexes`` that changed."""

    scenario: Scenario
    state: PlayState
    done: tuple[Done, ...]
    hexes: AbstractSet[Hex]

    @property
    def happened(self) -> tuple[Consequence, ...]:
        """All consequences, in order."""
        return tuple(it for done in self.done for it in done.happened)

    @property
    def refused(self) -> tuple[RefusedChange, ...]:
        """All refusals, in order."""
        return tuple(it for done in self.done for it in done.refused)


def what_if(scenario: Scenario, changes: Iterable[Change | str], state: PlayState = NEW_GAME) -> Applied:
    """Apply changes, each a value or its text, in order to a copy of a scenario.

    An impossible change is refused with its reason, and the others are applied; one that lists several hexes is applied
    where possible. ``state`` is that after earlier changes.

    Examples
    --------
    >>> from fairground.core import load, what_if
    >>> result = what_if(load("scenarios/standard-arena.yaml"), ["destroy C1", "smoke at D4"])
    >>> [it.text for it in result.happened][0]
    'Wall on C1 is destroyed and leaves rubble pile; that takes assault units with siege weapons.'
    """
    before, done = scenario.board, []
    for item in one_or_several(changes):
        trial = _Trial(scenario, state)
        change: Change | None = None
        try:
            change = parse_change(item) if isinstance(item, str) else item
            happened = list(trial.make(change))
        except FairgroundError as error:
            happened = []
            trial.refused.append(RefusedChange(_sentence(error)))
        scenario, state = trial.scenario, trial.state
        refused, rolls = tuple(trial.refused), tuple(trial.rolls)
        done.append(Done(str(change or item), change, tuple(happened), refused, rolls))
    board = scenario.board
    # Palettes only grow at their end.
    differ = (board.terrain != before.terrain) | (board.effects != before.effects)
    return Applied(scenario, state, tuple(done), before.marked(differ))


def marked_name(name: str, changes: Iterable[Change | str]) -> str:
    """Return a scenario's name with the changes: ``Yard (what if: destroy D3; weather rain)``."""
    suffix = f" (what if: {'; '.join(map(str, changes))})"
    if len(suffix) > MAX_TITLE // 2:
        suffix = f"{suffix[: MAX_TITLE // 2 - 4]}...)"
    return name[: MAX_TITLE - len(suffix)] + suffix


def _sentence(error: FairgroundError) -> str:
    text = str(error)
    return text if text.endswith("?") else f"{text}."


class _Trial:
    """Applies one change."""

    def __init__(self, scenario: Scenario, state: PlayState) -> None:
        self.scenario, self.state = scenario, state
        self.refused: list[RefusedChange] = []
        self.rolls: list[RoundRoll] = []

    def make(self, change: Change) -> Iterator[Consequence]:
        """Apply a change and yield its consequences; raises FairgroundError if impossible, and adds to ``refused``."""
        match change:
            case SetWeather():
                return self._weather(change.weather)
            case AddEffect():
                return self._add(change)
            case RemoveEffect():
                return self._remove(change)
            case Destroy():
                return self._destroy(change.where)
            case Hit():
                return self._hit(change)
            case PassRounds():
                return self._rounds(change)

    def _weather(self, weather: str) -> Iterator[Consequence]:
        check_weather(self.scenario, weather)
        before = self.scenario
        start = at_start(replace(before, weather=weather))
        known = before.rules.weather.get(weather)
        name, rules = (known.name.lower(), known.rules) if known else ("normal", ())
        if before.weather == weather and start.scenario.board is before.board:
            yield Consequence(ConsequenceKind.NOTHING, f"The weather is already {name}.", rules)
            return
        self.scenario = start.scenario
        if before.weather != weather:
            yield Consequence(ConsequenceKind.WEATHER, f"The weather is now {name}.", rules)
        yield from start.happened

    def _add(self, change: AddEffect) -> Iterator[Consequence]:
        effect = named("effect", change.effect, self.scenario.rules.effects)
        rules, board, kind = self.scenario.rules, self.scenario.board, change.effect
        spared = where_tags(board, rules, effect.spares)
        name = effect.name.lower()
        nowhere = f"{name} cannot be placed on any hex of {str(change.where)!r}"
        where = self._where(change.where, ~spared, f"where {name} cannot be placed", nowhere)
        for tag, other in effect.becomes.items():
            here = where & where_tags(board, rules, (tag,))
            where &= ~here
            if here.any():
                new = rules.effects[other]
                text = f"{effect.name} on {tag.value} turns into {new.name.lower()} on {hexes_named(board, here)}."
                both_rules = tuple(dict.fromkeys((*effect.rules, *new.rules)))
                self._put(other, here)
                yield Consequence(ConsequenceKind.BECOMES, text, both_rules, board.marked(here))
        known = where & board.where_effect(kind)
        if known.any():
            text = f"There is already {effect.name.lower()} on {hexes_named(board, known)}."
            yield Consequence(ConsequenceKind.NOTHING, text, effect.rules, board.marked(known))
        new_hexes = where & ~known
        if new_hexes.any():
            self._put(kind, new_hexes)
            text = f"{effect.name} is placed on {hexes_named(board, new_hexes)}."
            yield Consequence(ConsequenceKind.ADDED, text, effect.rules, board.marked(new_hexes))

    def _remove(self, change: RemoveEffect) -> Iterator[Consequence]:
        effect = named("effect", change.effect, self.scenario.rules.effects)
        rules, board, kind = self.scenario.rules, self.scenario.board, change.effect
        where = self._where(change.where, ~board.void, "", f"no hex of {str(change.where)!r} is on the board")
        gone = where & board.where_effect(kind)
        if gone.any():
            self.scenario = replace(self.scenario, board=without_effect(board, rules, kind, gone))
            text = f"{effect.name} is removed from {hexes_named(board, gone)}."
            yield Consequence(ConsequenceKind.REMOVED, text, effect.rules, board.marked(gone))
        free = where & ~gone
        # A shape that lists no hexes means those with the effect.
        if free.any() and (isinstance(change.where, Listed) or not gone.any()):
            places = hexes_named(board, free) if isinstance(change.where, Listed) else "any of these hexes"
            text = f"There is no {effect.name.lower()} on {places}."
            yield Consequence(ConsequenceKind.NOTHING, text, effect.rules, board.marked(free))

    def _destroy(self, shape: Shape) -> Iterator[Consequence]:
        can = self._where(
            shape,
            destructible(self.scenario),
            "which cannot be destroyed: it has no hit points",
            f"nothing can be destroyed in {shape}: none of its hexes has terrain with hit points",
        )
        if can.any():
            struck = destroy_all(self.scenario, can, state=self.state)
            self.scenario, self.state = struck.scenario, struck.state
            yield from struck.happened

    def _hit(self, change: Hit) -> Iterator[Consequence]:
        struck = hit(
            self.scenario, change.hex, change.points, by=change.by, weapon=change.weapon, state=self.state
        )
        self.scenario, self.state = struck.scenario, struck.state
        yield from struck.happened

    def _rounds(self, change: PassRounds) -> Iterator[Consequence]:
        dice = Random(change.seed)  # noqa: S311  # a game's dice
        board = self.scenario.board
        for _ in range(change.rounds):
            after = end_round(self.scenario, dice, self.state)
            self.scenario, self.state = after.scenario, after.state
            self.rolls += after.rolls
            yield from after.happened
        if self.scenario.board is board:
            many = "A round passes" if change.rounds == 1 else f"{change.rounds} rounds pass"
            yield Consequence(ConsequenceKind.NOTHING, f"{many}; the board does not change.")

    def _put(self, kind: str, where: Mask) -> None:
        board = with_effect(self.scenario.board, self.scenario.rules, kind, where)
        self.scenario = replace(self.scenario, board=board)
        self.state = self.state.renewed(kind, where)

    def _where(self, shape: Shape, may: Mask, why: str, nowhere: str) -> Mask:
        """Return the hexes of a shape where a change is possible; listed ones where it is not are refused."""
        board = self.scenario.board
        for name in dict.fromkeys(shape.labels()):
            try:
                board.parse(name)
            except FairgroundError as error:
                self.refused.append(RefusedChange(_sentence(error), name))
        wanted = shape.mask(board)
        allowed: Mask = wanted & may & ~board.void
        if not isinstance(shape, Listed):
            if not allowed.any():
                raise ScenarioError(nowhere)
            return allowed
        for at in board.marked(wanted & ~allowed):
            kinds = board.terrain_at(at)
            reason = "void, so there is no hex" if VOID in kinds else f"{' with '.join(kinds)}, {why}"
            self.refused.append(RefusedChange(f"{board.hex_name(at)} is {reason}.", board.label(at)))
        return allowed
