"""Who gets where on a board, and by which way, as jobs for the worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from fairground.editor.jobs.job_scenario import JobScenario, kept

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.metrics.chokepoints.chokepoints import Chokepoints
    from fairground.core.movement.board_steps import Steps
    from fairground.core.movement.mover import Mover
    from fairground.core.movement.path import Path
    from fairground.core.scenario.document import Scenario
    from fairground.editor.document.mover_choice import MoverChoice


class _Ground:
    """A scenario with the steps of who was last asked about: working them out takes longer than most answers."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self._known: tuple[MoverChoice, Mover, Steps] | None = None

    def steps(self, choice: MoverChoice) -> tuple[Mover, Steps]:
        """Return who moves and all steps that it can make.

        Raises
        ------
        FairgroundError
            When nobody moves, or costs are too fine to be summed.
        """
        from fairground.core.movement.board_steps import steps

        if self._known is None or self._known[0] != choice:
            mover = choice.mover(self.scenario)
            self._known = choice, mover, steps(self.scenario, mover)
        return self._known[1:]


@dataclass(frozen=True, slots=True)
class PathJob:
    """Two hexes between which the cheapest path is wanted; the answer is the path, or why there can be none.

    Whether a path was found is for it to say. The answer is None when the worker does not have the scenario.
    """

    topic: ClassVar[str] = "path"
    tag: tuple[int, ...]
    subject: JobScenario
    ends: tuple[Hex, Hex]
    choice: MoverChoice
    avoid_danger: bool = False

    def run(self) -> Path | str | None:
        """Look for it."""
        from fairground.core.errors import FairgroundError
        from fairground.core.movement.path import path

        ground = kept(self.topic, self.subject, _Ground)
        if ground is None:
            return None
        try:
            mover, steps = ground.steps(self.choice)
            return path(ground.scenario, *self.ends, mover=mover, avoid_danger=self.avoid_danger, steps=steps)
        except FairgroundError as error:
            return str(error)


@dataclass(frozen=True, slots=True, eq=False)
class Reached:
    """How far a mover gets from a hex: the first turn in which it can end in each, of shape ``[rows, columns]``.

    It is 0 where it sets out, and -1 where it does not get within ``limit`` turns.
    """

    origin: Hex
    limit: int
    turns: NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class ReachJob:
    """A hex to set out from; the answer is ``Reached``, or why there is none, or None for want of the scenario."""

    topic: ClassVar[str] = "reach"
    tag: tuple[int, ...]
    subject: JobScenario
    origin: Hex
    choice: MoverChoice
    limit: int

    def run(self) -> Reached | str | None:
        """Set out."""
        from fairground.core.errors import FairgroundError
        from fairground.core.movement.reach import reach

        ground = kept(self.topic, self.subject, _Ground)
        if ground is None:
            return None
        try:
            mover, steps = ground.steps(self.choice)
            found = reach(ground.scenario, self.origin, self.limit, mover=mover, steps=steps)
        except FairgroundError as error:
            return str(error)
        return found.obstacle or Reached(self.origin, self.limit, found.turns)


@dataclass(frozen=True, slots=True, eq=False)
class Claims:
    """Which deployment zone is nearest to each hex: an index into ``zones``, or ``TIE`` or ``NOBODY`` of the core.

    ``owner`` has the shape ``[rows, columns]``; ``zones`` are ids.
    """

    zones: tuple[str, ...]
    owner: NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class TerritoryJob:
    """A scenario whose hexes are claimed by its deployment zones; the answer is ``Claims``, or why there are none."""

    topic: ClassVar[str] = "territory"
    tag: tuple[int, ...]
    scenario: Scenario
    choice: MoverChoice

    def run(self) -> Claims | str:
        """Measure."""
        from fairground.core.errors import FairgroundError
        from fairground.core.metrics.territory import territory

        try:
            found = territory(self.scenario, mover=self.choice.mover(self.scenario))
        except FairgroundError as error:
            return str(error)
        return Claims(found.zones, found.owner)


@dataclass(frozen=True, slots=True)
class ChokepointsJob:
    """A scenario whose gaps are looked for; the answer is what the core found, or why there is nothing."""

    topic: ClassVar[str] = "chokepoints"
    tag: tuple[int, ...]
    scenario: Scenario
    choice: MoverChoice
    with_traffic: bool = True

    def run(self) -> Chokepoints | str:
        """Look for them."""
        from fairground.core.errors import FairgroundError
        from fairground.core.metrics.chokepoints.chokepoints import chokepoints

        try:
            mover = self.choice.mover(self.scenario)
            return chokepoints(self.scenario, mover=mover, with_traffic=self.with_traffic)
        except FairgroundError as error:
            return str(error)
