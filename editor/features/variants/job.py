"""Variants as jobs for a worker: the maps as plain data with small pictures, and one larger picture."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from fairground.editor.jobs.job_scenario import ScenarioJob
from fairground.editor.jobs.process import REPORT_INTERVAL, JobWatch

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from fairground.core.grid.hexes import Hex
    from fairground.core.improve.variants.variants import Variant, VariantSet
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import Verdict

#: The longer side of the pictures in the list, in pixels: twice their size, for high-resolution screens.
SIDE = 280
#: The share of the work before the pictures are drawn.
_MEASURED = 0.85
#: The share of the work for the symmetric versions, roughly.
_VERSIONS = 0.1


@dataclass(frozen=True, slots=True)
class VariantsSettings:
    """The axes on which variants should differ, their number, and the random seed."""

    axes: tuple[str, str] = ("choke-width", "openness")
    count: int = 12
    seed: int = 1
    symmetric: bool = False
    despite_errors: bool = False


@dataclass(frozen=True, slots=True)
class VariantPlace:
    """The value of the sketch and of a variant on an axis, as texts."""

    axis: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class BandChange:
    """A measure whose rating differs from that of the sketch."""

    title: str
    gates: bool
    before: Verdict
    after: Verdict
    is_better: bool


@dataclass(frozen=True, slots=True, eq=False)
class VariantEntry:
    """A variant with its verdict and its differences from the sketch; ``picture`` is WebP, empty for none.

    ``clause`` ends a sentence about the verdict: ``; not judged: exposure``.
    """

    id: str
    title: str
    verdict: Verdict | None
    places: tuple[VariantPlace, ...]
    bands: tuple[BandChange, ...]
    changed: AbstractSet[Hex]
    left_out: tuple[str, ...]
    scenario: Scenario
    picture: bytes
    clause: str = ""


@dataclass(frozen=True, slots=True)
class RefusedVariant:
    """Symmetries that do not fit for the same reason."""

    titles: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class VariantsResult:
    """The variants so far, symmetric versions first; ``errors`` is the number of errors in the map."""

    settings: VariantsSettings
    entries: tuple[VariantEntry, ...]
    unfit: tuple[RefusedVariant, ...]
    is_finished: bool
    errors: int = 0


@dataclass(frozen=True, slots=True)
class VariantsJob(ScenarioJob[VariantsResult]):
    """Generates variants; the answer is a ``VariantsResult``. The symmetric versions are reported as soon as they are ready."""

    topic: ClassVar[str] = "variants"
    settings: VariantsSettings

    def result(self, scenario: Scenario, watch: JobWatch) -> VariantsResult | str:
        """Generate them."""
        from fairground.core.improve.variants.variants import variants
        from fairground.core.validation import as_sound

        settings = self.settings
        pictures = _Pictures()

        def report(so_far: VariantSet) -> None:
            versions = variants_result(so_far, settings, pictures, is_finished=False)
            # A report too soon after another is dropped, and this one is not repeated.
            time.sleep(REPORT_INTERVAL)
            watch.report(_VERSIONS, versions)

        found = variants(
            scenario,
            axes=settings.axes,
            count=settings.count,
            seed=settings.seed,
            symmetric=settings.symmetric,
            despite_errors=settings.despite_errors,
            fault=as_sound(scenario),
            running=report,
            progress=lambda share: watch.report(_MEASURED * share),
            cancelled=watch.is_cancelled,
        )
        for done, it in enumerate(found.mutants):
            pictures.of(it)
            watch.report(_MEASURED + (1 - _MEASURED) * done / len(found.mutants))
            if watch.is_cancelled():
                return ""
        return variants_result(found, settings, pictures, is_finished=True)


@dataclass(frozen=True, slots=True)
class VariantPictureJob:
    """Draws a variant with its units, ``side`` pixels on its longer side, its changed hexes outlined.

    A picture larger than those of the list has the labels, names, levels and grid of the map too.
    The answer is a WebP picture, empty for a board with too many hexes.
    """

    topic: ClassVar[str] = "variant-picture"
    tag: tuple[int, ...]
    scenario: Scenario
    marked: AbstractSet[Hex]
    side: int

    def run(self) -> bytes:
        """Draw it."""
        from fairground.core.errors import LimitError
        from fairground.core.pictures.board_picture import DETAILED, WITH_UNITS, thumbnail

        options = DETAILED if self.side > SIDE else WITH_UNITS
        try:
            marked = frozenset(map(self.scenario.board.label, self.marked))
            return thumbnail(self.scenario, side=self.side, marked=marked, options=options)
        except LimitError:
            return b""


class _Pictures:
    """The small pictures of variants, each drawn once."""

    def __init__(self) -> None:
        self._drawn: dict[str, bytes] = {}

    def of(self, variant: Variant) -> bytes:
        if variant.id not in self._drawn:
            self._drawn[variant.id] = VariantPictureJob((), variant.scenario, frozenset(), SIDE).run()
        return self._drawn[variant.id]


def variants_result(
    variants: VariantSet, settings: VariantsSettings, pictures: _Pictures, *, is_finished: bool
) -> VariantsResult:
    """Return variants as plain data."""
    entries = []
    for it in variants.every:
        places = [
            VariantPlace(axis.title, axis.text(before), axis.text(after))
            for axis, before, after in zip(variants.axes, variants.sketch.places, it.places, strict=True)
        ]
        bands = [
            BandChange(delta.title, delta.gates, delta.before.band, delta.after.band, delta.better)
            for delta in it.deltas
            if delta.before.band is not None and delta.after.band is not None and delta.better is not None
        ]
        entries.append(
            VariantEntry(
                id=it.id,
                title=it.title,
                # A map with errors gets no rating.
                verdict=None if it.fairness.errors else it.fairness.verdict,
                places=tuple(places),
                # First those that decide the verdict, and of these the worse ones.
                bands=tuple(sorted(bands, key=lambda band: (not band.gates, band.is_better))),
                changed=it.scenario.board.marked(it.changed),
                left_out=it.left_out,
                # Each process reads the ruleset itself.
                scenario=replace(it.scenario, _rules=None),
                picture=pictures.of(it),
                clause=it.fairness.not_judged_clause() if it.fairness.verdict else "",
            )
        )
    unfit = tuple(RefusedVariant(titles, reason) for reason, titles in variants.titles_by_reason.items())
    return VariantsResult(settings, tuple(entries), unfit, is_finished, len(variants.sketch.fairness.errors))
