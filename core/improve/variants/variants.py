"""Variants: symmetric versions of a sketch, and random ones that differ along two axes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from fairground.core.answer import JsonResult
from fairground.core.errors import ScenarioError, UsageError
from fairground.core.grid.symmetry import BoardSymmetry
from fairground.core.improve.variants.axes import axis_named
from fairground.core.improve.variants.generation import VariantGeneration
from fairground.core.metrics.board_comparison import measure_changes
from fairground.core.metrics.fairness.progress import ProgressWatch
from fairground.core.scenario.compare import changed_hexes
from fairground.core.scenario.fairness_standards import standards_of
from fairground.core.scenario.transform.make_symmetric import Unfit, symmetric_versions, symmetry_of
from fairground.core.text.suggest import one_or_several
from fairground.core.validation.validator import require_no_errors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

    from fairground.core.grid.hexes import Hex
    from fairground.core.improve.variants.axes import VariantAxis
    from fairground.core.improve.variants.generation import ArchivedBoard, Places
    from fairground.core.metrics.board_comparison import MeasureChange
    from fairground.core.metrics.fairness.report import Fairness, Measure
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec, Verdict
    from fairground.core.scenario.transform.make_symmetric import Version, Versions


@dataclass(frozen=True, slots=True)
class RatedMeasure:
    """The worst rating of a measure and its greatest imbalance, (max - min) / max; None for none."""

    band: Verdict | None
    apart: Fraction | None


@dataclass(frozen=True, slots=True)
class Delta:
    """A measure in the sketch and in a variant."""

    id: str
    title: str
    gates: bool
    before: RatedMeasure
    after: RatedMeasure

    @property
    def better(self) -> bool | None:
        """Whether the rating gets better, or worse (False); None if neither."""
        one, other = self.before.band, self.after.band
        if one is None or other is None or one is other:
            return None
        return other.severity < one.severity


def deltas(before: Fairness, after: Fairness) -> tuple[Delta, ...]:
    """Return every measure of two reports of the same measures, in order."""
    was = _grouped(before.measures)
    return tuple(
        Delta(name, it[0].title, it[0].gates, _judged(was.get(name, ())), _judged(it))
        for name, it in _grouped(after.measures).items()
    )


def _grouped(measures: Iterable[Measure]) -> dict[str, list[Measure]]:
    found: dict[str, list[Measure]] = {}
    for it in measures:
        found.setdefault(it.id, []).append(it)
    return found


def _judged(measures: Iterable[Measure]) -> RatedMeasure:
    found = list(measures)
    return RatedMeasure(
        max((it.band for it in found if it.band is not None), key=lambda it: it.severity, default=None),
        max((it.imbalance for it in found if it.imbalance is not None), default=None),
    )


#: The default axes.
DEFAULT_AXES: Final = ("choke-width", "openness")
#: The default number of variants, and the greatest.
DEFAULT_COUNT: Final = 12
MOST_COUNT: Final = 100
#: The number of boards tried for each variant requested.
TRIES: Final = 16
SKETCH: Final = "sketch"
#: The time of a whole report, with sight, in boards tried.
_STEPS: Final = 4


@dataclass(frozen=True, eq=False)
class Variant:
    """A board with its measures.

    ``places`` is its position on the two axes. ``changed``, ``[rows, columns]``, are the hexes that differ from the sketch;
    ``parent`` is the id of the board it was made from, and ``left_out`` describes ways to win that it cannot keep. ``deltas`` compare the rating of each measure with the sketch, and
    ``measures`` are those that differ, by classes and weapon band.
    """

    id: str
    title: str
    parent: str
    scenario: Scenario
    fairness: Fairness
    places: Places
    changed: NDArray[np.bool_]
    deltas: tuple[Delta, ...]
    measures: tuple[MeasureChange, ...]
    left_out: tuple[str, ...] = ()

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The changed hexes, row by row."""
        board = self.scenario.board
        return tuple(
            board.layout.from_offset(column, row) for row, column in np.argwhere(self.changed).tolist()
        )

    @property
    def loss(self) -> str:
        """The ways to win that it cannot keep, as a clause; empty if it keeps all."""
        return f"without ways to win ({'; '.join(self.left_out)})" if self.left_out else ""

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the changed hexes, row by row."""
        return tuple(map(self.scenario.board.label, self.hexes))


@dataclass(frozen=True, eq=False)
class VariantSet(JsonResult):
    """Variants of a sketch.

    ``versions`` are the symmetric ones, ``unfit`` the symmetries that don't fit, with the reason. ``mutants`` are random
    variants, sorted by the first axis, then the second. ``tried`` is the number of boards tried, and ``cells`` that of the
    cells of the grid over the axes that have a board.
    """

    answer_model: ClassVar = "improve.variants.answer:VariantsAnswer"

    axes: tuple[VariantAxis, VariantAxis]
    seed: int
    sketch: Variant
    versions: tuple[Variant, ...]
    unfit: tuple[Unfit, ...]
    mutants: tuple[Variant, ...]
    tried: int
    cells: int

    @property
    def every(self) -> tuple[Variant, ...]:
        """The symmetric versions, then the random variants."""
        return self.versions + self.mutants

    @property
    def titles_by_reason(self) -> dict[str, tuple[str, ...]]:
        """The display names of the symmetries that don't fit, by the reason."""
        found: dict[str, tuple[str, ...]] = {}
        for it in self.unfit:
            found[it.reason] = (*found.get(it.reason, ()), it.title)
        return found


def variants(  # noqa: PLR0913  # what to make, what to measure, and how it goes
    scenario: Scenario,
    *,
    axes: Sequence[str] = DEFAULT_AXES,
    count: int = DEFAULT_COUNT,
    seed: int = 1,
    symmetric: bool = False,
    zones: Sequence[str] | None = None,
    unit_class: str | None = None,
    mode: str | None = None,
    standards: Mapping[str, MeasureSpec] | None = None,
    fault: Callable[[Scenario], str] | None = None,
    despite_errors: bool = False,
    running: Callable[[VariantSet], None] | None = None,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> VariantSet:
    """Return the symmetric versions of a scenario, and up to ``count`` random variants of it.

    Random changes start from the scenario, or from its symmetric versions if ``symmetric`` is set; symmetry is preserved. The
    fairest board of each cell of a grid over two ``axes`` (names of ``AXES``) is archived, and the most distant of them are
    returned. Locks are honoured, units, zones and objectives stay, and no zone or ground is cut off. Terrain keeps the style
    of the map (see ``MapStyle``): roads stay whole, and groups of terrain keep sizes that the map has. The same ``seed``
    gives the same variants on any machine.

    ``fault`` returns what is wrong with a board, or "": boards with a fault are skipped (see ``as_sound`` of
    ``core.validation``). The other arguments are as for ``fairness``; the search uses only measures that gate and don't need
    sight. ``running`` is called with the symmetric versions as soon as they are measured.

    Raises
    ------
    InvalidScenarioError
        When the scenario has errors, unless ``despite_errors`` is set.
    UsageError
        When an axis is unknown, the two are the same, or ``count`` is not within 0 and ``MOST_COUNT``.
    ScenarioError
        As ``fairness`` does; and when an axis has no answer for the ruleset, or no symmetry fits symmetric variants.
    CancelledError
        When ``cancelled`` returns true.
    """
    if not 0 <= count <= MOST_COUNT:
        raise UsageError(f"the number of variants must be 0 to {MOST_COUNT}, not {count}")
    chosen = _axes(axes)
    known = standards_of(scenario) if standards is None else standards
    require_no_errors(scenario, "varied", despite_errors=despite_errors)
    maker = VariantGeneration(scenario, chosen, zones, (unit_class, mode), known, fault, cancelled)
    fitting, unfit = _sound(symmetric_versions(scenario), maker)
    if symmetric and not fitting and maker.own_symmetry is None:
        raise ScenarioError("no symmetry fits the scenario, so there are no symmetric variants")
    tries = TRIES * count
    watch = ProgressWatch(progress, cancelled, parts=tries + _STEPS * (count + len(fitting) + 1))
    frame = _Frame(scenario, maker, watch)
    sketch = frame.variant(SKETCH, "Original", "", scenario)
    left_out = {it.id: it.left_out for it in fitting}
    versions = [frame.variant(it.id, it.title, SKETCH, it.scenario, it.left_out) for it in fitting]
    found_so_far = VariantSet(chosen, seed, sketch, tuple(versions), unfit, (), 0, 0)
    if running is not None:
        running(found_so_far)
    roots = [(it.id, it.scenario, symmetry_of(it.kind, scenario.board)) for it in fitting]
    if not symmetric or not roots:
        roots = [(SKETCH, scenario, maker.own_symmetry)]
    archive = maker.archive(roots)
    shown: list[ArchivedBoard] = []
    if count:
        random = Random(seed)  # noqa: S311  # not cryptographic
        maker.search(archive, roots, random, tries, watch)
        shown = archive.far_apart(count, sketch.places)
    mutants = [
        frame.variant(f"v{at:02}", f"Variant {at}", it.root, it.scenario, left_out.get(it.root, ()))
        for at, it in enumerate(shown, 1)
    ]
    if progress is not None:
        progress(1.0)
    return replace(found_so_far, mutants=tuple(mutants), tried=tries, cells=len(archive))


class _Frame:
    """Measures whole boards, and compares each with the sketch."""

    def __init__(self, sketch: Scenario, maker: VariantGeneration, watch: ProgressWatch) -> None:
        self._sketch, self._maker, self._watch = sketch, maker, watch
        self._whole = maker.report(sketch)

    def variant(
        self, name: str, title: str, parent: str, scenario: Scenario, left_out: tuple[str, ...] = ()
    ) -> Variant:
        report = self._whole if scenario is self._sketch else self._maker.report(scenario)
        for _ in range(_STEPS):
            self._watch.step()
        return Variant(
            id=name,
            title=title,
            parent=parent,
            scenario=scenario,
            fairness=report,
            places=self._maker.places(scenario),
            changed=changed_hexes(self._sketch, scenario),
            deltas=deltas(self._whole, report),
            measures=tuple(measure_changes(self._whole, report)),
            left_out=left_out,
        )


def _axes(names: Sequence[str]) -> tuple[VariantAxis, VariantAxis]:
    names = one_or_several(names)
    found = [axis_named(it) for it in names]
    if len(found) != 2 or found[0] is found[1]:
        raise UsageError(f"choose two different axes, not {', '.join(names) or 'none'}")
    return found[0], found[1]


def _sound(found: Versions, maker: VariantGeneration) -> tuple[list[Version], tuple[Unfit, ...]]:
    """Return the versions without a fault, and the symmetries that don't fit, in the order of the symmetries."""
    unfit = list(found.unfit)
    fitting = []
    for it in found.fitting:
        wrong = maker.fault(it.scenario)
        if wrong:
            unfit.append(Unfit(it.kind, it.part, f"The result would not be valid: {wrong}"))
        else:
            fitting.append(it)
    order = list(BoardSymmetry)
    return fitting, tuple(sorted(unfit, key=lambda it: order.index(it.kind)))
