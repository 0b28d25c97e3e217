"""The result of a repair: the edits in order with the effect of each, or the reason why there are none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairground.core.metrics.comparison.board_comparison import MeasureChange
    from fairground.core.metrics.fairness.candidates import Edit
    from fairground.core.metrics.fairness.report import Fairness
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_bands import Verdict


class RepairOutcome(StrEnum):
    """The outcome of a repair."""

    #: All measures requested are in the band.
    REPAIRED = "mended"
    #: They were in the band before.
    NOTHING_TO_REPAIR = "nothing-to-mend"
    #: The edits help, but not enough.
    PARTIAL = "partial"
    #: There are no edits.
    REFUSED = "refused"


@dataclass(frozen=True, eq=False)
class RepairStep:
    """One edit with its effects, after the edits before it.

    Its terrain is an entry in the palette of the repaired scenario, which may have more entries than the original.
    ``effects`` are the changes in the measures requested, and in others whose rating changes. ``verdict`` is that of the
    whole report before and after.
    """

    edit: Edit
    text: str
    verdict: tuple[Verdict | None, Verdict | None]
    effects: tuple[MeasureChange, ...]


@dataclass(frozen=True, eq=False)
class Repair:
    """The repair of a scenario.

    ``measures`` are those to bring into ``band`` or a better one. ``steps`` are the edits in order; all of them are needed.
    ``scenario`` is the repaired scenario, or the original without edits. ``reason`` says in a sentence why not everything
    is in the band, or why there is nothing to do; empty if all was repaired. ``tried`` is the number of edits tried. No
    list of at most ``ruled_out`` edits is enough. ``before`` and ``after`` are the whole reports.
    """

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
    def fewest(self) -> bool:
        """Whether all measures requested are in the band at the end, and no list of fewer edits is enough."""
        return self.reached and len(self.steps) <= self.ruled_out + 1

    @property
    def reached(self) -> bool:
        """Whether all measures requested are in the band at the end."""
        return self.outcome in (RepairOutcome.REPAIRED, RepairOutcome.NOTHING_TO_REPAIR)

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits in order."""
        return tuple(it.edit for it in self.steps)

    def to_json(self) -> dict[str, Any]:
        """Return the repair as plain data, in the shape of ``fairground repair --json``."""
        return {
            "outcome": self.outcome.value,
            "reason": self.reason,
            "band": self.band.value,
            "measures": list(self.measures),
            "verdict": [it.verdict and it.verdict.value for it in (self.before, self.after)],
            "errors": [it.to_json() for it in self.before.errors],
            "tried": self.tried,
            "fewest": self.fewest,
            "ruled_out": self.ruled_out,
            "steps": [
                {
                    **it.edit.to_json(self.scenario.board),
                    "text": it.text,
                    "verdict": [verdict and verdict.value for verdict in it.verdict],
                    "measures": [change.to_json() for change in it.effects],
                }
                for it in self.steps
            ],
        }
