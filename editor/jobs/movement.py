"""Movement on a board, as jobs for the worker: paths, reach, territory and chokepoints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from fairground.editor.jobs.job_scenario import JobScenario, cached

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
    """A scenario with cached steps of the last mover, which take longer to compute than most answers."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self._known: tuple[MoverChoice, Mover, Steps] | None = None

    def steps(self, choice: MoverChoice) -> tuple[Mover, Steps]:
        """Return the mover and all its steps.

        Raises
        ------
        FairgroundError
            When nothing moves, or costs are too fine to be summed.
        """
        from fairground.core.movement.board_steps import steps

        if self._known is None or self._known[0] != choice:
            mover = choice.mover(self.scenario)
            self._known = choice, mover, steps(self.scenario, mover)
        return self._known[1:]


@dataclass(frozen=True, slots=True)
class PathJob:
    """Finds the cheapest path between two hexes; answers with a ``Path``, or the reason why there can be none.

    ``Path.found`` says whether there is one. The answer is None if the worker does not have the scenario.
    """

    topic: ClassVar[str] = "path"
    tag: tuple[int, ...]
    subject: JobScenario
    ends: tuple[Hex, Hex]
    choice: MoverChoice
    avoid_danger: bool = False

    def run(self) -> Path | str | None:
        """Find the path."""
        from fairground.core.errors import FairgroundError
        from fairground.core.movement.path import path

        ground = cached(self.topic, self.subject, _Ground)
        if ground is None:
            return None
        try:
            mover, steps = ground.steps(self.choice)
            return path(ground.scenario, *self.ends, mover=mover, avoid_danger=self.avoid_danger, steps=steps)
        except FairgroundError as error:
            return str(error)


@dataclass(frozen=True, slots=True, eq=False)
class Reached:
    """The first turn in which a mover from ``origin`` can end in each hex, of shape ``[rows, columns]``.

    It is 0 at the start, and -1 where it does not get within ``limit`` turns.
    """

    origin: Hex
    limit: int
    turns: NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class ReachJob:
    """Computes the reach from a hex; answers with ``Reached``, a reason, or None without the scenario."""

    topic: ClassVar[str] = "reach"
    tag: tuple[int, ...]
    subject: JobScenario
    origin: Hex
    choice: MoverChoice
    limit: int

    def run(self) -> Reached | str | None:
        """Compute the reach."""
        from fairground.core.errors import FairgroundError
        from fairground.core.movement.reach import reach

        ground = cached(self.topic, self.subject, _Ground)
        if ground is None:
            return None
        try:
            mover, steps = ground.steps(self.choice)
            answer = reach(ground.scenario, self.origin, self.limit, mover=mover, steps=steps)
        except FairgroundError as error:
            return str(error)
        return answer.obstacle or Reached(self.origin, self.limit, answer.turns)


@dataclass(frozen=True, slots=True, eq=False)
class Claims:
    """The deployment zone nearest to each hex: an index into ``zones``, or ``TIE`` or ``NOBODY`` of core.

    ``owner`` has the shape ``[rows, columns]``; ``zones`` are ids.
    """

    zones: tuple[str, ...]
    owner: NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class TerritoryJob:
    """Assigns hexes to deployment zones; answers with ``Claims``, or a reason."""

    topic: ClassVar[str] = "territory"
    tag: tuple[int, ...]
    scenario: Scenario
    choice: MoverChoice

    def run(self) -> Claims | str:
        """Measure."""
        from fairground.core.errors import FairgroundError
        from fairground.core.metrics.territory import territory

        try:
            result = territory(self.scenario, mover=self.choice.mover(self.scenario))
        except FairgroundError as error:
            return str(error)
        return Claims(result.zones, result.owner)


@dataclass(frozen=True, slots=True)
class ChokepointsJob:
    """Finds chokepoints; answers with core's result, or a reason."""

    topic: ClassVar[str] = "chokepoints"
    tag: tuple[int, ...]
    scenario: Scenario
    choice: MoverChoice
    with_traffic: bool = True

    def run(self) -> Chokepoints | str:
        """Find the chokepoints."""
        from fairground.core.errors import FairgroundError
        from fairground.core.metrics.chokepoints.chokepoints import chokepoints

        try:
            mover = self.choice.mover(self.scenario)
            return chokepoints(self.scenario, mover=mover, with_traffic=self.with_traffic)
        except FairgroundError as error:
            return str(error)
