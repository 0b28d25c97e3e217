"""The fairness of a scenario: every measure for everybody in play, judged by its bands, and the verdict."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from fairground.core.analysis.fairness.bands import STANDARDS, Standard, Verdict
from fairground.core.analysis.fairness.capacity import capacity
from fairground.core.analysis.fairness.contact import contact
from fairground.core.analysis.fairness.contest import Contest
from fairground.core.analysis.fairness.cover import cover
from fairground.core.analysis.fairness.exposure import exposures, exposures_after_move
from fairground.core.analysis.fairness.first_shot import first_shots
from fairground.core.analysis.fairness.ground import exploration, safe_area, territory
from fairground.core.analysis.fairness.hazards import cooling, hazard
from fairground.core.analysis.fairness.high_ground import high_ground, high_ground_view
from fairground.core.analysis.fairness.judging import judge
from fairground.core.analysis.fairness.narrows import choke_width, routes, traffic
from fairground.core.analysis.fairness.objectives import objectives
from fairground.core.analysis.fairness.reading import Reading, not_compared
from fairground.core.analysis.fairness.symmetry import SymmetryReport, symmetry_report
from fairground.core.analysis.fairness.ways import Ways
from fairground.core.analysis.travellers import in_play, on_foot
from fairground.core.errors import LimitError, ScenarioError
from fairground.core.movement.mover import mover as mover_of
from fairground.core.movement.steps import steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction

    from fairground.core.analysis.fairness.parties import Party
    from fairground.core.grid.hexes import Hex
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

#: Measures of the ways alone, which are the same for all who pay the same for every step.
_OF_WAYS: Final[Mapping[str, Callable[[Ways], Reading | Iterator[Reading]]]] = {
    "objectives": objectives,
    "territory": territory,
    "safe-area": safe_area,
    "exploration": exploration,
    "choke-width": choke_width,
    "routes": routes,
    "hazard": hazard,
    "capacity": capacity,
}
#: Measures that look at the points of a turn, or at the height of a unit, besides.
_OF_MOVERS: Final[Mapping[str, Callable[[Ways, Mover], Reading | Iterator[Reading]]]] = {
    "contact": contact,
    "first-shot": first_shots,
    "exposure": exposures,
    "exposure-after-move": exposures_after_move,
    "cover": cover,
    "high-ground": high_ground,
    "high-ground-view": high_ground_view,
    "cooling": cooling,
}
#: Values of the JSON answer are told in so many decimals.
_DECIMALS: Final = 6


@dataclass(frozen=True, eq=False)
class Measure:
    """What one measure says, and how it is judged.

    ``classes`` are those for which it holds, ``range_band`` is the weapon band that is meant, if one is. ``values`` and
    ``pairs`` are as in ``Reading``. ``imbalance`` is (max - min) / max of the values, None where they cannot be compared or
    one is missing. ``band`` is None where nothing is judged. ``hexes`` are those responsible.
    """

    id: str
    title: str
    gates: bool
    classes: tuple[str, ...]
    range_band: str | None
    values: Mapping[str, Fraction | None]
    pairs: Mapping[tuple[str, str], Fraction | None]
    imbalance: Fraction | None
    band: Verdict | None
    hexes: frozenset[Hex]
    text: str


@dataclass(frozen=True, eq=False)
class Fairness:
    """How fair a scenario is to the parties on it.

    ``measures`` go in the order of ``STANDARDS``, then by weapon band, nearest first, and by class. There is no score that
    blends them: the verdict is the worst band among the measures that gate it.
    """

    board: Board
    parties: tuple[Party, ...]
    measures: tuple[Measure, ...]
    symmetry: SymmetryReport

    @property
    def verdict(self) -> Verdict:
        """The worst band of a measure that gates."""
        return max(
            (it.band for it in self.measures if it.gates and it.band is not None),
            key=lambda it: it.severity,
            default=Verdict.GREEN,
        )

    @property
    def because(self) -> tuple[Measure, ...]:
        """The measures that the verdict comes from; none where all is green."""
        if self.verdict is Verdict.GREEN:
            return ()
        return tuple(it for it in self.measures if it.gates and it.band is self.verdict)

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data, in the shape of ``fairground fairness --json``; hexes go row by row."""
        return {
            "verdict": self.verdict.value,
            "because": list(dict.fromkeys(it.id for it in self.because)),
            "parties": [
                {"id": it.id, "zones": list(it.zones), "sides": list(it.sides), "role": it.role}
                for it in self.parties
            ],
            "measures": [self._measure(it) for it in self.measures],
            "symmetry": self.symmetry.to_json(),
        }

    def _measure(self, it: Measure) -> dict[str, Any]:
        return {
            "id": it.id,
            "gate": it.gates,
            "classes": list(it.classes),
            "range": it.range_band,
            "zones": {party: _number(value) for party, value in it.values.items()},
            "pairs": [{"from": a, "to": b, "value": _number(value)} for (a, b), value in it.pairs.items()],
            "imbalance": _number(it.imbalance),
            "band": it.band and it.band.value,
            "hexes": [self.board.label(at) for at in sorted(it.hexes, key=self.board.cell)],
            "text": it.text,
        }


def fairness(
    scenario: Scenario,
    zones: Sequence[str] | None = None,
    unit_class: str | None = None,
    mode: str | None = None,
    *,
    standards: Mapping[str, Standard] = STANDARDS,
) -> Fairness:
    """Return how fair the deployment zones of a scenario are to each other, measure by measure.

    ``zones`` are ids of zones, each of which is a party then; None is the deployment zones of all sides, those of a team
    pooled. Measured is for the class given, or for the classes of the scenario's units, or for all of the ruleset where it
    has no units; and for the mode given, or the usual one. ``standards`` are the bands and which measures gate; see
    ``core.analysis.fairness.bands``.

    A measure that makes no sense on the board, by the ruleset, or between sides with different roles is there all the same,
    without a band, and its text says why.

    Raises
    ------
    ScenarioError
        When there is no such zone, class or mode, or there are fewer than two parties.
    LimitError
        When the costs of the ruleset are too fine to be added up exactly on the board.

    >>> from fairground.core import fairness, load
    >>> fairness(load("scenarios/standard-arena.yaml"), unit_class="scout").symmetry.fair
    False
    """
    contest = Contest(scenario, zones)
    report = symmetry_report(contest)
    readings: list[tuple[tuple[str, ...], Reading]] = []
    by_ways: dict[tuple[bytes, bytes], Ways] = {}
    groups: dict[int, tuple[Ways, list[Mover]]] = {}
    for who in _movers(scenario, unit_class, mode):
        made = steps(scenario, who)
        ways = by_ways.setdefault((made.cost.tobytes(), made.may_end.tobytes()), Ways(contest, made))
        groups.setdefault(id(ways), (ways, []))[1].append(who)
    # Traffic is looked at, not judged, and takes long: for those with the most points it is enough.
    fastest, movers = max(groups.values(), key=lambda it: max(who.allowance for who in it[1]))
    readings += [
        (tuple(it.class_id for it in movers), it) for it in _read("traffic", partial(traffic, fastest))
    ]
    for ways, movers in groups.values():
        classes = tuple(it.class_id for it in movers)
        for name, of_ways in _OF_WAYS.items():
            readings += [(classes, it) for it in _read(name, partial(of_ways, ways))]
        for who in movers:
            for name, of_mover in _OF_MOVERS.items():
                readings += [((who.class_id,), it) for it in _read(name, partial(of_mover, ways, who))]
    measures = [_measure(contest, standards, classes, it) for classes, it in _joined(readings)]
    measures.append(_symmetry_measure(contest, standards, report))
    order = list(STANDARDS)
    bands = [None, *scenario.rules.range_bands]
    measures.sort(key=lambda it: (order.index(it.id), bands.index(it.range_band)))
    return Fairness(contest.board, contest.parties, tuple(measures), report)


def _movers(scenario: Scenario, unit_class: str | None, mode: str | None) -> list[Mover]:
    if unit_class is not None:
        return [mover_of(scenario, unit_class, mode)]
    everyone = in_play(scenario)
    if mode is None:
        found = on_foot(everyone)
    else:
        classes = dict.fromkeys(it.class_id for it in everyone)
        found = [mover_of(scenario, it, mode) for it in classes]
    # Without any class or mode this says so.
    return found or [mover_of(scenario)]


def _read(name: str, ask: Callable[[], Reading | Iterator[Reading]]) -> list[Reading]:
    """Return what a measure says, or that this ruleset or a board of this size has no answer."""
    try:
        found = ask()
        return [found] if isinstance(found, Reading) else list(found)
    except (LimitError, ScenarioError) as error:
        text = str(error)
        return [not_compared(name, f"{text[:1].upper()}{text[1:]}.")]


def _joined(readings: Iterable[tuple[tuple[str, ...], Reading]]) -> list[tuple[tuple[str, ...], Reading]]:
    """Return the readings, those together that say the same of several classes; their hexes are joined."""
    found: dict[tuple[object, ...], tuple[tuple[str, ...], Reading]] = {}
    for classes, it in readings:
        key = it.id, it.range_band, it.text, tuple(it.values.items()), tuple(it.pairs.items())
        if key in found:
            before, other = found[key]
            hexes = it.hexes if it.hexes is None or other.hexes is None else it.hexes | other.hexes
            found[key] = (*before, *classes), replace(it, hexes=hexes)
        else:
            found[key] = classes, it
    return list(found.values())


def _measure(
    contest: Contest, standards: Mapping[str, Standard], classes: tuple[str, ...], it: Reading
) -> Measure:
    standard = standards[it.id]
    judged = judge(it, standard, {party.id: party.role for party in contest.parties})
    return Measure(
        id=it.id,
        title=standard.title,
        gates=standard.gates,
        classes=classes,
        range_band=it.range_band,
        values=it.values,
        pairs=it.pairs,
        imbalance=judged.imbalance,
        band=judged.band,
        hexes=frozenset() if it.hexes is None else contest.board.hexes_of(it.hexes & ~contest.void),
        text=f"{it.text} {judged.note}".strip(),
    )


def _symmetry_measure(contest: Contest, standards: Mapping[str, Standard], report: SymmetryReport) -> Measure:
    measure = _measure(contest, standards, (), report.reading())
    return replace(measure, imbalance=1 - report.share)


def _number(value: Fraction | None) -> float | int | None:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else round(float(value), _DECIMALS)
