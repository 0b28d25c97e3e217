"""How fair a board is, as a job for the worker, and what comes of it as plain data that is quickly handed over."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from fairground.editor.jobs.job_scenario import JobScenario, failure_text, kept
from fairground.editor.jobs.process import JobWatch, Unwatched

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from fractions import Fraction

    from numpy.typing import NDArray

    from fairground.core.metrics.fairness.parties import Party
    from fairground.core.metrics.fairness.report import Fairness, Measure
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_bands import By, Verdict
    from fairground.core.scenario.fairness_measures import MeasureSpec

#: A measure of some classes and a weapon band, which tells it from others of the report: id, band, classes.
Key = tuple[str, str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class FairnessRequest:
    """For whom fairness is measured: a class and a mode by their ids; empty are all classes in play, the usual mode.

    With ``despite_errors`` a scenario with errors is judged, too.
    """

    class_id: str = ""
    mode_id: str = ""
    despite_errors: bool = False


@dataclass(frozen=True, slots=True)
class Contestant:
    """A party: its id, and the place of its first side in the scenario's list, -1 for nobody's."""

    id: str
    side: int


@dataclass(frozen=True, slots=True, eq=False)
class MeasureHexes:
    """Some hexes of a board, a bit each: a report has dozens of such sets."""

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
    """What a measure says; ``values`` go in the order of the contestants, and are empty where nothing is compared.

    ``by`` is what the measure is judged by here, and ``figure`` what that comes to: of several the one that is worst. Both
    are None where nothing is judged.
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

    @property
    def key(self) -> Key:
        """What tells it from others of its report."""
        return self.id, self.range_band, self.classes


@dataclass(frozen=True, slots=True, eq=False)
class FairnessResult:
    """The report, or the part of it that was asked for.

    ``gates`` are the titles of all measures that decide the verdict, by their ids, whether they are in the report or not.
    ``errors`` is how many errors of the scenario it was judged despite.
    """

    contestants: tuple[Contestant, ...]
    ratings: tuple[Rating, ...]
    shape: tuple[int, int]
    gates: Mapping[str, str]
    errors: int = 0

    @property
    def verdict(self) -> Verdict | None:
        """The worst band of the measures that decide; None where none of them is judged, or was measured yet."""
        bands = [it.band for it in self.ratings if it.gates and it.band is not None]
        return max(bands, key=lambda it: it.severity, default=None)

    @property
    def sentence(self) -> str:
        """The verdict in a sentence, with what it does not cover."""
        from fairground.core.metrics.fairness.measure_texts import (
            verdict_sentence,
        )

        verdict = self.verdict
        judged = {it.id for it in self.ratings if it.band is not None}
        because = [it.title for it in self.ratings if it.gates and it.band is verdict]
        return verdict_sentence(
            verdict,
            decide=len(self.gates),
            because=list(dict.fromkeys(because)),
            not_judged=[title for name, title in self.gates.items() if name not in judged],
            errors=self.errors,
        )

    def joined(self, later: FairnessResult) -> FairnessResult:
        """Return this report with what ``later`` says in the place of what it says of the same measures.

        Of another board, or other contestants, nothing is left.
        """
        from fairground.core.scenario.fairness_measures import MEASURES

        if (self.contestants, self.shape) != (later.contestants, later.shape):
            return later
        newer = {it.id for it in later.ratings}
        both = [*(it for it in self.ratings if it.id not in newer), *later.ratings]
        order = list(MEASURES)
        both.sort(key=lambda it: order.index(it.id))
        return replace(later, ratings=tuple(both))


@dataclass(frozen=True, slots=True)
class FairnessJob:
    """Measures to take of a scenario; the answer is an ``FairnessResult``, or why there is none.

    It is None when the worker does not have the scenario.
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
        """Measure, and tell how far that is."""
        from fairground.core.errors import FairgroundError
        from fairground.core.metrics.fairness.report import fairness
        from fairground.core.scenario.fairness_standards import standards_of

        scenario = kept(self.topic, self.subject, lambda scenario: scenario)
        if scenario is None:
            return None
        try:
            standards = standards_of(scenario)
            found = fairness(
                scenario,
                None,
                self.question.class_id or None,
                self.question.mode_id or None,
                standards=standards,
                measures=self.measures,
                despite_errors=self.question.despite_errors,
                progress=watch.tell,
                cancelled=watch.is_gone,
            )
        except FairgroundError as error:
            return failure_text(error)
        return fairness_result(scenario, found, standards)


def fairness_result(
    scenario: Scenario, found: Fairness, standards: Mapping[str, MeasureSpec]
) -> FairnessResult:
    """Return a report as plain data."""
    shape = scenario.board.terrain.shape
    return FairnessResult(
        tuple(Contestant(it.id, _side(scenario, it)) for it in found.parties),
        tuple(rating(scenario, it, standards[it.id]) for it in found.measures),
        (shape[0], shape[1]),
        {name: it.title for name, it in standards.items() if it.gates},
        len(found.errors),
    )


def rating(scenario: Scenario, measure: Measure, standard: MeasureSpec) -> Rating:
    """Return a measure as plain data."""
    rows, columns = scenario.board.terrain.shape
    by, figure = _judged(measure, standard)
    return Rating(
        measure.id,
        measure.title,
        measure.gates,
        measure.classes,
        measure.range_band or "",
        tuple(measure.values.values()),
        by,
        figure,
        measure.band,
        MeasureHexes.of(measure, (rows, columns), map(scenario.board.cell, measure.hexes)),
        measure.text,
    )


def _side(scenario: Scenario, party: Party) -> int:
    return scenario.side_index(party.sides[0]) if party.sides else -1


def _judged(measure: Measure, standard: MeasureSpec) -> tuple[By | None, Fraction | None]:
    """Return what the band of a measure comes from; nothing where the parties cannot be compared."""
    from fairground.core.scenario.fairness_bands import By

    known = [it for it in measure.values.values() if it is not None]
    if measure.band is None or not known:
        return None, None
    figures = {
        By.IMBALANCE: measure.imbalance,
        By.DIFFERENCE: None if measure.imbalance is None else max(known) - min(known),
        By.LOWEST: min(known),
        By.HIGHEST: max(known),
    }
    for by, band in standard.bands.items():
        figure = figures[by]
        # Not everything that a standard has bands for is judged in every reading: exposure far away, for one.
        if figure is not None and band.judge(by, figure) is measure.band:
            return by, figure
    return None, None
