"""What came of a repair: the edits in order with the effect of each, or why there are none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from fairground.core.answer import JsonResult

if TYPE_CHECKING:
    from fairground.core.metrics.comparison.board_comparison import MeasureChange
    from fairground.core.metrics.fairness.candidates import Edit
    from fairground.core.metrics.fairness.report import Fairness
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_bands import Verdict


class RepairOutcome(StrEnum):
    """What came of a repair."""

    #: All that is wanted is in its band.
    REPAIRED = "mended"
    #: It was so before.
    NOTHING_TO_REPAIR = "nothing-to-mend"
    #: The edits help, and are not enough.
    PARTIAL = "partial"
    #: There are no edits.
    REFUSED = "refused"


@dataclass(frozen=True, eq=False)
class RepairStep:
    """One edit, and what comes of it once those before it are made.

    Its terrain is an entry of the palette of the repaired scenario, which may have more entries than the one given.
    ``effects`` are the changes in the measures that are wanted, and in others that end in another band. ``verdict`` is that
    of the whole report before and after.
    """

    edit: Edit
    text: str
    verdict: tuple[Verdict | None, Verdict | None]
    effects: tuple[MeasureChange, ...]


@dataclass(frozen=True, eq=False)
class Repair(JsonResult):
    """What would mend a scenario.

    ``measures`` are those that were to be brought into ``band`` or a better one. ``steps`` are the edits in order; none can
    be left out. ``scenario`` has them all made, and is the one given where there are none. ``reason`` says, in a sentence,
    why not everything is in its band, or why there is nothing to do; it is empty where all was mended. ``tried`` is how many
    edits were tried. Every list of at most ``ruled_out`` edits was tried, and none brings all into the band.
    ``before`` and ``after`` are the whole reports.
    """

    answer_model: ClassVar = "improve.repair.answer:RepairAnswer"

    before: Fairness
    after: Fairness
    measures: tuple[str, ...]
    band: Verdict
    steps: tuple[RepairStep, ...]
    scenario: Scenario
    outcome: RepairOutcome
    reason: str
    tried: int
    ruled_out: int = 0

    @property
    def board(self) -> Board:
        """The board of the repaired scenario."""
        return self.scenario.board

    @property
    def fewest(self) -> bool:
        """Whether all that is wanted is in its band at the end, and no list of fewer edits brings it there."""
        return self.reached and len(self.steps) <= self.ruled_out + 1

    @property
    def reached(self) -> bool:
        """Whether all that is wanted is in its band at the end."""
        return self.outcome in (RepairOutcome.REPAIRED, RepairOutcome.NOTHING_TO_REPAIR)

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits in order."""
        return tuple(it.edit for it in self.steps)
