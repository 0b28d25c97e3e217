"""The movers that a scenario must work for, grouped by the steps they can take."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from fairground.core.movement.areas import Areas
from fairground.core.movement.board_steps import steps
from fairground.core.movement.mover import DEFAULT_MODE, movers

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from fairground.core.movement.board_steps import Steps
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.document import Scenario


@dataclass(frozen=True, eq=False)
class Travellers:
    """Movers that can take the same steps; the costs are those of the mover with the most points."""

    movers: tuple[Mover, ...]
    steps: Steps

    @cached_property
    def areas(self) -> Areas:
        """The areas connected for them."""
        return Areas(self.steps)


def in_play(scenario: Scenario) -> list[Mover]:
    """Return the movers that a scenario must work for: the classes of its units, or all if it has none."""
    classes = {unit.unit_class for unit in scenario.units}
    every = list(movers(scenario))
    return [it for it in every if it.class_id in classes] or every


def travellers(scenario: Scenario) -> list[Travellers]:
    """Return the movers of a scenario, grouped by the steps they can take."""
    alike: dict[tuple[object, ...], list[Mover]] = {}
    for mover in in_play(scenario):
        mode, kind = mover.mode, mover.unit_class
        # Besides the points of a turn, only these decide whether a step is possible.
        key = mode.terrain, mode.climbs, mode.passes_impassable, frozenset(kind.forbidden), kind.most_levels
        alike.setdefault(key, []).append(mover)
    groups: list[Travellers] = []
    for group in alike.values():
        waiting = sorted(group, key=lambda it: -it.allowance)
        while waiting:
            board_steps = steps(scenario, waiting[0])
            dearest = int(board_steps.cost.max(initial=0))
            enough = [it for it in waiting if it is waiting[0] or it.allowance * board_steps.scale >= dearest]
            groups.append(Travellers(tuple(it for it in group if it in enough), board_steps))
            waiting = [it for it in waiting if it not in enough]
    return groups


def on_foot(everyone: Collection[Mover]) -> list[Mover]:
    """Return the movers in the default mode or, if there are none, in the first mode."""
    modes = {it.mode_id for it in everyone}
    mode = DEFAULT_MODE if DEFAULT_MODE in modes else next(iter(it.mode_id for it in everyone), "")
    return [it for it in everyone if it.mode_id == mode]


def describe_none_of(movers: Iterable[Mover], everyone: Collection[Mover]) -> str:
    """Describe the movers that cannot do something: ``no unit``, ``no Vehicle``, ``no unit (surefooted or walk)``."""
    by_mode: dict[str, list[str]] = {}
    for it in movers:
        by_mode.setdefault(it.mode.name.lower(), []).append(it.unit_class.name)
    modes_of: dict[tuple[str, ...], list[str]] = {}
    for mode, classes in by_mode.items():
        modes_of.setdefault(tuple(classes), []).append(mode)
    every = tuple(dict.fromkeys(it.unit_class.name for it in everyone))
    every_mode = {it.mode_id for it in everyone}
    several = len(every_mode) > 1
    return ", and ".join(
        ("no unit" if classes == every else "no " + " or ".join(classes))
        + (f" ({' or '.join(modes)})" if several and len(modes) < len(every_mode) else "")
        for classes, modes in modes_of.items()
    )
