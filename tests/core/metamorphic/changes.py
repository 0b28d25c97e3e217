"""Changes of a scenario that leave everything as it is but for places and names, and what these become."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from fairground.core.grid.hexes import Hex
from fairground.core.grid.hexsides import Hexside
from fairground.core.grid.layout import Layout
from fairground.core.grid.symmetry import IDENTITY, POINT_SYMMETRIES
from fairground.core.scenario.transform.board_transform import BoardTransform
from fairground.core.scenario.transform.whole_board import Keep, relaid, turned

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.transform.carrying import Carried


@dataclass(frozen=True)
class Name:
    """The id of a side, zone, objective or unit; no two parts of a random scenario share one."""

    id: str


@dataclass(frozen=True)
class Changed:
    """A scenario after a change: ``way`` is where hexes have gone, ``names`` the new ids by the old ones."""

    title: str
    before: Board
    scenario: Scenario
    way: BoardTransform
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def keeps_rectangle(self) -> bool:
        """Whether the rectangle of the board is what that before has become."""
        after = self.scenario.board
        return self.before.terrain.size == after.terrain.size and all(
            after.contains(self.way.hex(at)) for at in self.before.hexes()
        )

    def name(self, old: str) -> str:
        """Return what an id has become."""
        return self.names.get(old, old)

    def image(self, answer: Any) -> Any:  # plain data of any shape
        """Return what an answer about the old scenario must be about the new one."""
        result = answer
        match answer:
            case Hex():
                result = self.way.hex(answer)
            case Hexside(at, direction):
                result = self.way.hexside(at, direction)
            case Name(old):
                result = Name(self.name(old))
            case dict():
                result = {self.image(key): self.image(value) for key, value in answer.items()}
            case frozenset():
                result = frozenset(map(self.image, answer))
            case tuple():
                result = tuple(map(self.image, answer))
        return result


#: How many changes there are of each scenario.
CHANGES = 15


def changes(scenario: Scenario, seed: int, numbers: Iterable[int] = range(CHANGES)) -> Iterator[Changed]:
    """Yield a scenario turned and mirrored in every way, in all other layouts, and with its parts renamed.

    ``numbers`` are those of the changes that are made.
    """
    layouts = [it for it in Layout if it is not scenario.board.layout]
    symmetries = [it for it in POINT_SYMMETRIES if it != IDENTITY]
    for number in numbers:
        if number < len(symmetries):
            symmetry = symmetries[number]
            hand = "mirrored" if symmetry.mirrored else "turned"
            yield _carried(f"{hand} by {symmetry.turn}", scenario.board, turned(scenario, symmetry))
        elif number < CHANGES - 1:
            layout = layouts[number - len(symmetries)]
            yield _carried(f"as {layout.value}", scenario.board, relaid(scenario, layout, Keep.NEIGHBOURS))
        else:
            yield relabelled(scenario, seed)


def _carried(title: str, before: Board, found: Carried) -> Changed:
    if found.lost or found.fallen.any():
        lost = ", ".join(map(str, found.lost))
        raise AssertionError(f"{title}: {lost} lost, {found.fallen.sum()} hexes fallen")
    return Changed(title, before, found.scenario, found.way)


def relabelled(scenario: Scenario, seed: int) -> Changed:
    """Return a scenario whose sides, zones, objectives and units have swapped their ids, and stand in another order."""
    rng = random.Random(seed)  # noqa: S311  # the same names each time
    names: dict[str, str] = {}
    for parts in (scenario.sides, scenario.zones, scenario.objectives, scenario.units):
        ids = [it.id for it in parts]
        names |= dict(zip(ids, rng.sample(ids, len(ids)), strict=True))

    def renamed(parts: list[Any]) -> list[Any]:
        return rng.sample([replace(it, id=names[it.id]) for it in parts], len(parts))

    result = replace(
        scenario,
        sides=renamed(scenario.sides),
        zones=renamed([replace(it, side=names[it.side]) for it in scenario.zones]),
        objectives=renamed(scenario.objectives),
        units=renamed([replace(it, side=names[it.side]) for it in scenario.units]),
    )
    layout = scenario.board.layout
    return Changed(
        "with other names", scenario.board, result, BoardTransform(layout, layout, IDENTITY), names
    )
