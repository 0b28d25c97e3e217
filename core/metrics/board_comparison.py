"""Compare two states of one board: lines of sight that open or close, reach of units, and fairness."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple

import numpy as np

from fairground.core.answer import JsonResult
from fairground.core.errors import FairgroundError, LimitError, ScenarioError, UsageError
from fairground.core.grid.hexes import Hex
from fairground.core.grid.layout import Orientation
from fairground.core.metrics.compared_zones import opposing, zones_named
from fairground.core.metrics.fairness.report import MeasureKey, fairness
from fairground.core.movement.mover import mover
from fairground.core.movement.reach import NEVER, reach
from fairground.core.scenario.compare import compare
from fairground.core.sight.field.lanes import Lanes
from fairground.core.sight.field.visibility import visibility
from fairground.core.text.suggest import one_or_several

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from fairground.core.metrics.fairness.measured_values import Values
    from fairground.core.metrics.fairness.report import Fairness, Measure
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.compare import ScenarioChange
    from fairground.core.scenario.document import Scenario
    from fairground.core.scenario.fairness_titles_and_limits import MeasureSpec, Verdict

#: The most pairs listed of those that open or close.
NAMED: Final = 12


class ZoneSight(NamedTuple):
    """The number of pairs of hexes of two zones in sight of each other, before and after, ``of`` all pairs."""

    zones: tuple[str, str]
    before: int
    after: int
    of: int


@dataclass(frozen=True, slots=True)
class SightChange:
    """Pairs of hexes that see each other in one of two states only, each counted once.

    ``opened_pairs`` and ``closed_pairs`` list the first few, nearest first. ``zones`` has every two opposing zones,
    changed or not.
    """

    opened: int
    closed: int
    opened_pairs: tuple[tuple[Hex, Hex], ...]
    closed_pairs: tuple[tuple[Hex, Hex], ...]
    zones: tuple[ZoneSight, ...]


def sight_changes(
    before: Scenario, after: Scenario, reach: int | None, zones: Sequence[str] | None
) -> SightChange:
    """Return the lines of sight that open and close from one state of a board to the other, up to ``reach`` (None: all).

    ``zones`` are ids, all opposing each other. Default: the deployment zones of sides that aren't allied. Raises a
    ``ScenarioError`` when a zone is unknown, or the ruleset draws lines of sight between bases rather than hexes.
    Raises a ``LimitError`` or ``UsageError`` as ``visibility`` does.
    """
    board = after.board
    was, now = visibility(before, reach), visibility(after, reach)
    lanes = Lanes(board.layout, board.columns, board.rows)
    counts = [0, 0]
    pairs: tuple[list[tuple[Hex, Hex]], list[tuple[Hex, Hex]]] = ([], [])
    for offset in _offsets(board):
        earlier, later = was.from_where(offset), now.from_where(offset)
        for way, bits in enumerate((later & ~earlier, earlier & ~later)):
            if bits:
                counts[way] += bits.bit_count()
                if len(pairs[way]) < NAMED:
                    pairs[way].extend((at, at + offset) for at in _hexes(board, lanes, bits))
    between = []
    for a, b in opposing(after, zones):
        one, other = (it.shape.mask(board) & ~board.void for it in (a, b))
        of = int(one.sum()) * int(other.sum())
        between.append(ZoneSight((a.id, b.id), was.between(one, other), now.between(one, other), of))
    opened, closed = (tuple(it[:NAMED]) for it in pairs)
    return SightChange(counts[0], counts[1], opened, closed, tuple(between))


def _offsets(board: Board) -> list[Hex]:
    """Return one of each two opposite offsets between hexes of a board, shortest first."""
    flat = board.layout.orientation is Orientation.FLAT
    lines, length = (board.columns, board.rows) if flat else (board.rows, board.columns)
    # Lines are shifted against each other by half a hex each.
    places = [
        (line, place)
        for line in range(lines)
        for place in range(1 if line == 0 else -length - line // 2, length - line // 2 + 1)
    ]
    found = [Hex(line, place) if flat else Hex(place, line) for line, place in places]
    found.sort(key=lambda it: max(abs(it.q), abs(it.r), abs(it.s)))
    return found


def _hexes(board: Board, lanes: Lanes, bits: int) -> Iterator[Hex]:
    """Yield the first hexes of some lanes, as many as are listed."""
    wanted = lanes.set_lanes(bits)[:NAMED]
    for row, column in np.argwhere(np.isin(lanes.of_hexes, wanted)).tolist():
        yield board.layout.from_offset(column, row)


class ReachChange(NamedTuple):
    """The number of hexes in which a unit can end its next turn, including its own."""

    unit: str
    before: int
    after: int


@dataclass(frozen=True, slots=True, eq=False)
class MeasureChange:
    """A measure of fairness that changed, for some classes and maybe in one weapon band.

    Values and bands are as in ``Measure``; empty and None if a report lacks the measure.
    """

    id: str
    title: str
    classes: tuple[str, ...]
    range_band: str | None
    before: Values
    after: Values
    band_before: Verdict | None
    band_after: Verdict | None
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class StateComparison(JsonResult):
    """The differences between two states of a board.

    ``changes`` are those of ``compare``. ``sight`` and ``verdict`` (before and after) are None if they couldn't be compared;
    ``notes`` say why, a sentence each. ``reach`` has the units and ``measures`` the measures that changed. ``reports`` are those
    before and after, empty if fairness wasn't compared.
    """

    answer_model: ClassVar = "metrics.comparison_answer:ComparisonAnswer"

    board: Board
    changes: tuple[ScenarioChange, ...]
    sight: SightChange | None
    reach: tuple[ReachChange, ...]
    verdict: tuple[Verdict | None, Verdict | None] | None
    measures: tuple[MeasureChange, ...]
    notes: tuple[str, ...]
    reports: tuple[Fairness, ...] = ()


def compare_states(  # noqa: PLR0913  # what to compare, by what standard, and how it goes
    before: Scenario,
    after: Scenario,
    *,
    range: int | None = None,  # noqa: A002  # the field's word
    zones: Sequence[str] | None = None,
    unit_class: str | None = None,
    mode: str | None = None,
    standards: Mapping[str, MeasureSpec] | None = None,
    measures: Iterable[str] | None = None,
    despite_errors: bool = False,
    progress: Callable[[float], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> StateComparison:
    """Return the differences between two states of one board: lines of sight, reach of units and fairness.

    ``range`` is the farthest sight to compare, in hexes; None for the whole board. The other arguments are as for
    ``fairness``, which is called for both states unless ``measures`` is empty. Anything that this board or its ruleset
    has no answer for is left out, and ``notes`` say why.

    Raises
    ------
    UsageError
        When the boards differ in layout or size, or an argument is invalid.
    ScenarioError
        When a zone, class or mode is unknown.
    CancelledError
        When ``cancelled`` returns true.
    """
    one, other = before.board, after.board
    if (one.layout, one.terrain.shape) != (other.layout, other.terrain.shape):
        raise UsageError(
            f"the boards must have the same layout and size, but one is {one.columns}x{one.rows} {one.layout.value} "
            f"and the other {other.columns}x{other.rows} {other.layout.value}"
        )
    zones_named(before, zones)
    if unit_class is not None or mode is not None:
        mover(before, unit_class, mode)
    notes: list[str] = []
    try:
        sight = sight_changes(before, after, range, zones)
    except (ScenarioError, LimitError) as error:
        sight = None
        notes.append(f"Sight is not compared: {error}.")
    wanted = None if measures is None else [*one_or_several(measures)]
    reports: list[Fairness] = []
    if wanted is None or wanted:
        try:
            for part, scenario in enumerate((before, after)):
                found = fairness(
                    scenario,
                    zones,
                    unit_class,
                    mode,
                    standards=standards,
                    measures=wanted,
                    despite_errors=despite_errors,
                    progress=progress and (lambda share, part=part: progress((part + share) / 2)),  # type: ignore[misc]
                    cancelled=cancelled,
                )
                reports.append(found)
        except (ScenarioError, LimitError) as error:
            reports.clear()
            notes.append(f"Fairness is not compared: {error}.")
    return StateComparison(
        board=other,
        changes=tuple(compare(before, after)),
        sight=sight,
        reach=tuple(_reaches(before, after, notes)),
        verdict=(reports[0].verdict, reports[1].verdict) if reports else None,
        measures=tuple(measure_changes(*reports)) if reports else (),
        notes=tuple(notes),
        reports=tuple(reports),
    )


def _reaches(before: Scenario, after: Scenario, notes: list[str]) -> Iterator[ReachChange]:
    known = {unit.id: unit for unit in before.units}
    for unit in after.units:
        if unit.id not in known:
            continue
        try:
            counts = [
                int((reach(it, there.hex, 1, mover=mover(it, unit=unit.id)).turns != NEVER).sum())
                for it, there in ((before, known[unit.id]), (after, unit))
            ]
        except FairgroundError as error:
            notes.append(f"The reach of {unit.id} is not compared: {error}.")
            continue
        if counts[0] != counts[1]:
            yield ReachChange(unit.id, *counts)


def measure_changes(before: Fairness, after: Fairness) -> Iterator[MeasureChange]:
    """Yield the measures that differ between two reports, in the order of the first."""
    was, now = before.by_class, after.by_class
    grouped: dict[tuple[Any, ...], list[str]] = {}
    for key in dict.fromkeys([*was, *now]):
        one, other = was.get(key), now.get(key)
        if _content(one) != _content(other):
            measure, range_band, kind = key
            grouped.setdefault((measure, range_band, id(one), id(other)), []).append(kind)
    for (measure, range_band, _, _), kinds in grouped.items():
        key = MeasureKey(measure, range_band, kinds[0])
        one, other = was.get(key), now.get(key)
        either = other or one
        yield MeasureChange(
            id=measure,
            title=either.title if either else measure,
            classes=tuple(kind for kind in kinds if kind),
            range_band=range_band,
            before=one.values if one else {},
            after=other.values if other else {},
            band_before=one.band if one else None,
            band_after=other.band if other else None,
            text=other.text if other else "",
        )


def _content(it: Measure | None) -> object:
    return it and (dict(it.values), dict(it.pairs), it.imbalance, it.band)
