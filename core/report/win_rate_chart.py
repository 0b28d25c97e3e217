"""The chart of win rates: a lane for each with its intervals, over an axis that marks the rates of an even game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from fairground.core.pictures.svg import number
from fairground.core.report.markup import Markup, element
from fairground.core.report.page_elements import side_class
from fairground.core.simulation.claim_sentences import between

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from fairground.core.simulation.simulation import Simulation
    from fairground.core.simulation.statistics.wilson import Interval

#: The width of a chart, the height of a lane and of the axis, in its own units.
_WIDTH, _LANE, _AXIS = 560.0, 44.0, 22.0
#: The least distance between the ends of the even range that leaves room for a number in the middle.
_TIGHT: Final = 110.0
#: The extent of an axis on each side of the middle, in margins: the smallest of these that shows all lanes.
_REACHES: Final = (2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 20.0, 50.0, 100.0)


@dataclass(frozen=True, slots=True)
class ChartLane:
    """A row of a chart: a win rate with its intervals, as shares; ``tested`` is what a claim rests on, None for none."""

    name: str
    figure: str
    estimate: float | None
    interval: Interval
    tested: Interval | None = None
    side: int = -1


def win_rate_chart(lanes: Sequence[ChartLane], found: Simulation, about: str) -> Markup:
    """Return a chart with a lane for each win rate, over an axis that marks the rates of an even game in ``found``."""
    low, high = map(float, found.setting.band)
    margin, middle = float(found.setting.margin), float(found.setting.middle)
    ends = [end for it in lanes for each in (it.interval, it.tested) if each for end in (each.low, each.high)]
    far = max((abs(end - middle) for end in ends), default=0.0)
    reach = margin * next((it for it in _REACHES if it * margin >= far), _REACHES[-1])
    left, right = max(0.0, middle - reach), min(1.0, middle + reach)

    def x(value: float) -> float:
        return 10 + (min(max(value, left), right) - left) / (right - left) * (_WIDTH - 20)

    height = len(lanes) * _LANE + _AXIS
    bottom = len(lanes) * _LANE
    marks: list[Markup] = [
        _box("even", x(low), 0, x(high) - x(low), bottom),
        _line("middle", x(middle), 0, x(middle), bottom),
        _line("axis", 0, bottom, _WIDTH, bottom),
    ]
    for at, lane in enumerate(lanes):
        marks += _lane(lane, at * _LANE, x)
    # Where there is little room, the middle has the least to say.
    is_tight = x(high) - x(low) < _TIGHT
    for value in dict.fromkeys((left, low, *(() if is_tight else (middle,)), high, right)):
        anchor = "start" if value == left else "end" if value == right else "middle"
        edge = 0.0 if value == left else _WIDTH if value == right else x(value)
        text = f"{100 * value:.1f}".removesuffix(".0") + "%"
        marks.append(
            element("text", text, x=number(edge), y=number(bottom + 16), text_anchor=anchor, class_="tick")
        )
    return element(
        "svg",
        marks,
        viewBox=f"0 0 {number(_WIDTH)} {number(height)}",
        role="img",
        aria_label=f"{about}: " + "; ".join(_described(it) for it in lanes),
        class_="rates",
    )


def _described(lane: ChartLane) -> str:
    return f"{lane.name} {lane.figure}, {between(lane.interval)}"


def _lane(lane: ChartLane, top: float, x: Callable[[float], float]) -> Iterator[Markup]:
    yield element("text", lane.name, x="0", y=number(top + 14), class_="name")
    yield element(
        "text", lane.figure, x=number(_WIDTH), y=number(top + 14), text_anchor="end", class_="figure"
    )
    middle = top + 29
    side = side_class(lane.side)
    if lane.tested is not None:
        wide = max(x(lane.tested.high) - x(lane.tested.low), 2.0)
        yield _box(f"tested {side}", x(lane.tested.low), middle - 6, wide, 12)
    ends = x(lane.interval.low), x(lane.interval.high)
    yield _line(f"whole {side}", ends[0], middle, ends[1], middle)
    for end in ends:
        yield _line(f"whole {side}", end, middle - 4, end, middle + 4)
    if lane.estimate is not None:
        at = x(lane.estimate)
        points = ((at, middle - 7), (at + 7, middle), (at, middle + 7), (at - 7, middle))
        yield element(
            "polygon", points=" ".join(f"{number(a)},{number(b)}" for a, b in points), class_="estimate"
        )


def _box(kind: str, x: float, y: float, width: float, height: float) -> Markup:
    return element("rect", x=number(x), y=number(y), width=number(width), height=number(height), class_=kind)


def _line(kind: str, x1: float, y1: float, x2: float, y2: float) -> Markup:
    return element("line", x1=number(x1), y1=number(y1), x2=number(x2), y2=number(y2), class_=kind)
