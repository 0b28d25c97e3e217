"""The job that measures fairness, and its result as plain data, which is quick to send between processes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from fairground.editor.jobs.job_scenario import JobScenario, cached, failure_text
from fairground.editor.jobs.process import JobWatch, Unwatched

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from numpy.typing import NDArray

    from fairground.core.metrics.compared_zones import Party
    from fairground.core.metrics.fairness.advantage import ExpectedAdvantage
    from fairground.core.metrics.fairness.report import Fairness, Measure
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import By, MeasureSpec, Verdict

#: The key of a rating in its report: id, weapon band, classes.
Key = tuple[str, str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class FairnessRequest:
    """The ids of the class and mode to measure for; empty for all classes in play and the normal mode.

    ``despite_errors`` ignores errors of the scenario.
    """

    class_id: str = ""
    mode_id: str = ""
    despite_errors: bool = False


@dataclass(frozen=True, slots=True)
class Contestant:
    """A party: its id and title, the index of its first side in the scenario, -1 for none, and its role in the mission."""

    id: str
    title: str
    side: int
    role: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class MeasureHexes:
    """A set of hexes, one bit each: a report has dozens of them."""

    packed: bytes
    shape: tuple[int, int]

    @classmethod
    def of(cls, measure: Measure, shape: tuple[int, int], cells: Iterable[tuple[int, int]]) -> MeasureHexes:
        """Return the hexes of a measure from their cells (row, column)."""
        mask = np.zeros(shape, np.bool_)
        if measure.hexes:
            mask[tuple(np.array([*cells]).T)] = True
        return cls(np.packbits(mask).tobytes(), shape)

    def mask(self) -> NDArray[np.bool_]:
        """Return them as a bool array ``[rows, columns]``."""
        rows, columns = self.shape
        bits = np.unpackbits(np.frombuffer(self.packed, np.uint8), count=rows * columns)
        return bits.reshape(self.shape).astype(np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class Rating:
    """A measure with its rating; ``values`` are in the order of the contestants, or empty if nothing is compared.

    ``by`` and ``figure`` are the figure that is rated worst and its amount; None without one. ``reason`` is that of ``Measure``.
    """

    id: str
    title: str
    gates: bool
    classes: tuple[str, ...]
    range_band: str
    values: tuple[Fraction | None, ...]
    by: By | None
    figure: Fraction | None
    band: Verdict | None
    hexes: MeasureHexes
    text: str
    reason: str = ""

    @property
    def is_weighed(self) -> bool:
        """Whether an advantage elsewhere can outweigh the figure, as in ``RatedValues``."""
        return self.by is not None and self.by.compares and self.figure is not None

    @property
    def key(self) -> Key:
        """The key in its report."""
        return self.id, self.range_band, self.classes


@dataclass(frozen=True, slots=True, eq=False)
class FairnessResult:
    """The report, or the requested part of it.

    ``gates`` are the titles of all measures that gate, by their ids, in the report or not. ``errors`` is the number of
    errors of the scenario that were ignored. ``titles``, ``ruleset``, ``outside`` and ``own_limits`` are as in ``Fairness``.
    """

    contestants: tuple[Contestant, ...]
    ratings: tuple[Rating, ...]
    shape: tuple[int, int]
    gates: Mapping[str, str]
    errors: int = 0
    titles: tuple[str, ...] = ()
    ruleset: str = ""
    outside: str = ""
    own_limits: bool = False

    @property
    def worst(self) -> Verdict | None:
        """The worst rating so far, as in ``Fairness``; None if none of the measures that gate is rated or measured yet."""
        from fairground.core.scenario.fairness_titles_and_limits import overall

        return overall((it.band for it in self.ratings if it.gates), [it.role for it in self.contestants])

    @property
    def verdict(self) -> Verdict | None:
        """The verdict so far, as in ``Fairness``."""
        from fairground.core.scenario.fairness_titles_and_limits import overall

        if self.own_limits:
            return self.worst
        unweighed = overall((it.band for it in self.ratings if it.gates and not it.is_weighed), ())
        return self._advantage.verdict(self.worst, unweighed)

    @property
    def sentence(self) -> str:
        """The verdict in a sentence, with the measures that it leaves out."""
        from fairground.core.metrics.fairness.sentences import verdict_sentence

        worst, verdict = self.worst, self.verdict
        judged = {it.id for it in self.ratings if it.band is not None}
        behind = [it for it in self.ratings if it.gates and it.band is worst]
        because = [it.title for it in behind if worst is not None and worst.severity]
        return verdict_sentence(
            verdict,
            decide=len(self.gates),
            because=list(dict.fromkeys(because)),
            not_judged=[title for name, title in self.gates.items() if name not in judged],
            reasons={it.title: it.reason for it in reversed(self.ratings) if it.reason},
            roles={it.title: it.role for it in self.contestants},
            errors=self.errors,
            doubt=self._advantage.doubt(worst, verdict),
        )

    @property
    def expected_advantage(self) -> str:
        """The expected advantage in a sentence, or why there is none; empty until the measures that it needs are in."""
        from fairground.core.metrics.fairness.advantage import advantage_model

        needed = {it.measure for it in advantage_model().terms}
        ready = self.titles and (self.outside or needed <= {it.id for it in self.ratings})
        return self._advantage.text if ready else ""

    @property
    def _advantage(self) -> ExpectedAdvantage:
        from fairground.core.metrics.fairness.advantage import ExpectedAdvantage, expected_advantage

        if not self.titles:
            return ExpectedAdvantage()
        names = [(it.id, title) for it, title in zip(self.contestants, self.titles, strict=True)]
        return expected_advantage(
            ((it.id, it.values) for it in self.ratings), names, self.ruleset, self.outside
        )

    def joined(self, later: FairnessResult) -> FairnessResult:
        """Return this report with the measures of ``later`` in place of its own; ``later`` alone for another board."""
        from fairground.core.scenario.fairness_titles_and_limits import MEASURES

        if (self.contestants, self.shape) != (later.contestants, later.shape):
            return later
        newer = {it.id for it in later.ratings}
        both = [*(it for it in self.ratings if it.id not in newer), *later.ratings]
        order = list(MEASURES)
        both.sort(key=lambda it: order.index(it.id))
        return replace(later, ratings=tuple(both))


@dataclass(frozen=True, slots=True)
class FairnessJob:
    """Measures fairness; the answer is a ``FairnessResult``, or the reason why there is none.

    It is None if the worker doesn't have the scenario.
    """

    topic: ClassVar[str] = "fairness"
    tag: tuple[int, ...]
    subject: JobScenario
    question: FairnessRequest
    measures: tuple[str, ...]

    def run(self) -> FairnessResult | str | None:
        """Measure."""
        return self.run_watched(Unwatched())

    def run_watched(self, watch: JobWatch) -> FairnessResult | str | None:
        """Measure, and report progress."""
        from fairground.core.errors import FairgroundError
        from fairground.core.metrics.fairness.report import fairness
        from fairground.core.scenario.fairness_standards import standards_of

        scenario = cached(self.topic, self.subject, lambda scenario: scenario)
        if scenario is None:
            return None
        try:
            standards = standards_of(scenario)
            report = fairness(
                scenario,
                None,
                self.question.class_id or None,
                self.question.mode_id or None,
                standards=standards,
                measures=self.measures,
                despite_errors=self.question.despite_errors,
                progress=watch.report,
                cancelled=watch.is_cancelled,
            )
        except FairgroundError as error:
            return failure_text(error)
        return fairness_result(scenario, report, standards)


def fairness_result(
    scenario: Scenario, report: Fairness, standards: Mapping[str, MeasureSpec]
) -> FairnessResult:
    """Return a report as plain data."""
    shape = scenario.board.terrain.shape
    return FairnessResult(
        tuple(
            Contestant(it.id, title, _side(scenario, it), it.role)
            for it, title in zip(report.parties, report.titles, strict=True)
        ),
        tuple(rating(scenario, it) for it in report.measures),
        (shape[0], shape[1]),
        {name: it.title for name, it in standards.items() if it.gates},
        len(report.errors),
        report.titles,
        report.ruleset,
        report.outside,
        report.own_limits,
    )


def rating(scenario: Scenario, measure: Measure) -> Rating:
    """Return a measure as plain data."""
    rows, columns = scenario.board.terrain.shape
    worst = measure.worst if measure.worst and measure.worst.amount is not None else None
    return Rating(
        measure.id,
        measure.title,
        measure.gates,
        measure.classes,
        measure.range_band or "",
        tuple(measure.values.values()),
        worst and worst.by,
        worst and worst.amount,
        measure.band,
        MeasureHexes.of(measure, (rows, columns), map(scenario.board.cell, measure.hexes)),
        measure.text,
        measure.reason,
    )


def _side(scenario: Scenario, party: Party) -> int:
    return scenario.side_index(party.sides[0]) if party.sides else -1
