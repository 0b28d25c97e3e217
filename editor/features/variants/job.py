"""Variants as jobs for a worker: the boards as plain data with small pictures, and one larger picture."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from fairground.editor.jobs.job_scenario import JobScenario, cached, failure_text
from fairground.editor.jobs.process import REPORT_INTERVAL, JobWatch, Unwatched

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from fairground.core.grid.hexes import Hex
    from fairground.core.improve.variants.variants import Variant, VariantSet
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_bands import Verdict

#: The longer side of the pictures in the list, in pixels: twice what is shown, for screens with fine pixels.
SIDE = 280
#: The share of the time until the pictures are drawn.
_MEASURED = 0.85
#: The share until the symmetric versions are there, as good as any.
_VERSIONS = 0.1


@dataclass(frozen=True, slots=True)
class VariantsSettings:
    """On which axes variants lie apart, how many there are, and what chance begins with."""

    axes: tuple[str, str] = ("choke-width", "openness")
    count: int = 12
    seed: int = 1
    symmetric: bool = False
    despite_errors: bool = False


@dataclass(frozen=True, slots=True)
class VariantPlace:
    """Where a variant lies on an axis, and where the sketch does, in words."""

    axis: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class BandChange:
    """A measure that ends in another band than of the sketch."""

    title: str
    gates: bool
    before: Verdict
    after: Verdict
    is_better: bool


@dataclass(frozen=True, slots=True, eq=False)
class VariantEntry:
    """A variant: what it is called, how fair it is, and what of it is another; ``picture`` is WebP, empty for none."""

    id: str
    title: str
    verdict: Verdict | None
    places: tuple[VariantPlace, ...]
    bands: tuple[BandChange, ...]
    changed: AbstractSet[Hex]
    scenario: Scenario
    picture: bytes


@dataclass(frozen=True, slots=True)
class RefusedVariant:
    """A symmetry that does not fit, and why."""

    title: str
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """What was made so far: symmetric versions first; ``unfit`` are those that there are not.

    ``errors`` is how many errors of the map they were made despite.
    """

    settings: VariantsSettings
    entries: tuple[VariantEntry, ...]
    unfit: tuple[RefusedVariant, ...]
    is_finished: bool
    errors: int = 0


@dataclass(frozen=True, slots=True)
class VariantsJob:
    """A scenario to make variants of; the answer is ``Made``, or why there are none.

    It is None when the worker does not have the scenario. The symmetric versions are told as soon as they are there.
    """

    topic: ClassVar[str] = "variants"
    tag: tuple[int, ...]
    subject: JobScenario
    settings: VariantsSettings

    def run(self) -> Made | str | None:
        """Make them with nobody watching."""
        return self.run_watched(Unwatched())

    def run_watched(self, watch: JobWatch) -> Made | str | None:
        """Make them, and tell how far that is."""
        from fairground.core.errors import FairgroundError
        from fairground.core.improve.variants.variants import variants
        from fairground.core.validation import as_sound

        scenario = cached(self.topic, self.subject, lambda scenario: scenario)
        if scenario is None:
            return None
        wanted = self.settings
        pictures = _Pictures()

        def tell(so_far: VariantSet) -> None:
            told = made(so_far, wanted, pictures, is_finished=False)
            # What is told too soon after something else is not passed on, and this is told once.
            time.sleep(REPORT_INTERVAL)
            watch.report(_VERSIONS, told)

        try:
            found = variants(
                scenario,
                axes=wanted.axes,
                count=wanted.count,
                seed=wanted.seed,
                symmetric=wanted.symmetric,
                despite_errors=wanted.despite_errors,
                fault=as_sound(scenario),
                running=tell,
                progress=lambda share: watch.report(_MEASURED * share),
                cancelled=watch.is_cancelled,
            )
            for done, it in enumerate(found.mutants):
                pictures.of(it)
                watch.report(_MEASURED + (1 - _MEASURED) * done / len(found.mutants))
                if watch.is_cancelled():
                    return ""
        except FairgroundError as error:
            return failure_text(error)
        return made(found, wanted, pictures, is_finished=True)


@dataclass(frozen=True, slots=True)
class VariantPictureJob:
    """A variant to draw, its changed hexes outlined, so large that its longer side has so many pixels.

    The answer is a picture as WebP; nothing of a board with more hexes than pictures of this kind show.
    """

    topic: ClassVar[str] = "gallery-picture"
    tag: tuple[int, ...]
    scenario: Scenario
    marked: AbstractSet[Hex]
    side: int

    def run(self) -> bytes:
        """Draw it."""
        from fairground.core.errors import LimitError
        from fairground.core.pictures.thumbnail import thumbnail

        try:
            marked = frozenset(map(self.scenario.board.label, self.marked))
            return thumbnail(self.scenario, side=self.side, marked=marked)
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


def made(found: VariantSet, settings: VariantsSettings, pictures: _Pictures, *, is_finished: bool) -> Made:
    """Return variants as plain data."""
    entries = []
    for it in found.every:
        places = [
            VariantPlace(axis.title, axis.told(before), axis.told(after))
            for axis, before, after in zip(found.axes, found.sketch.places, it.places, strict=True)
        ]
        bands = [
            BandChange(one.title, one.gates, one.before.band, one.after.band, one.better)
            for one in it.deltas
            if one.before.band is not None and one.after.band is not None and one.better is not None
        ]
        entries.append(
            VariantEntry(
                id=it.id,
                title=it.title,
                # A map with errors has no band, whatever its figures come to.
                verdict=None if it.fairness.errors else it.fairness.verdict,
                places=tuple(places),
                # What gates first, and of that what is worse now.
                bands=tuple(sorted(bands, key=lambda one: (not one.gates, one.is_better))),
                changed=it.scenario.board.marked(it.changed),
                # Each process reads the ruleset for itself.
                scenario=replace(it.scenario, _rules=None),
                picture=pictures.of(it),
            )
        )
    unfit = tuple(RefusedVariant(it.title, it.reason) for it in found.unfit)
    return Made(settings, tuple(entries), unfit, is_finished, len(found.sketch.fairness.errors))
