"""Results as pictures and tables for notebooks, and as data frames of pandas and GeoPandas."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING, Any, Final

from fairground.core.errors import FairgroundError, ScenarioError
from fairground.core.finding import Finding
from fairground.core.metrics.chokepoints.chokepoints import Chokepoints
from fairground.core.metrics.fairness.report import Fairness
from fairground.core.metrics.territory import Territory
from fairground.core.movement.path import Path
from fairground.core.movement.reach import Reach
from fairground.core.sight.field.fan import Fan
from fairground.core.sight.field.visibility import VisibilityTable
from fairground.core.sight.line.verdict import SightVerdict
from fairground.core.simulation.recording.game_record import RecordedGames
from fairground.core.simulation.simulation import Simulation
from fairground.core.validation.file_report import FileReport

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    import geopandas as gpd
    import pandas as pd

    from fairground.core.drawable import Drawable
    from fairground.core.pictures.overlay_list import PictureOverlay
    from fairground.core.scenario.document import Scenario

    Row = dict[str, Any]

#: Larger boards make notebooks slow and their files large.
MOST_HEXES: Final = 10_000
#: The most rows of a table in HTML; a longer one says how many it leaves out.
MOST_ROWS: Final = 60


# -- pictures ------------------------------------------------------------------------------------------------


def svg_of(result: Drawable | None, scenario: Scenario | None) -> str | None:
    """Return a result, or nothing but the map, as SVG; None without a map, or for a large one."""
    from fairground.core.pictures import PictureOptions, draw_board, to_svg

    if isinstance(result, Fan):
        scenario = result.scenario
    if scenario is None or scenario.board.terrain.size > MOST_HEXES:
        return None
    try:
        overlays = [] if result is None else [_overlay(result, scenario)]
        svg = to_svg(draw_board(scenario, PictureOptions(hex_size=8.0), overlays=overlays))
    except FairgroundError:
        # The notebook falls back to the text.
        return None
    # Inside a page there is no XML declaration.
    return svg[svg.index("<svg") :]


def _overlay(result: Drawable, scenario: Scenario) -> PictureOverlay:
    from fairground.core.pictures.chokepoints_drawing import ChokepointsDrawing
    from fairground.core.pictures.fan_drawing import FanDrawing
    from fairground.core.pictures.path_drawing import PathDrawing
    from fairground.core.pictures.reach_drawing import ReachDrawing
    from fairground.core.pictures.sight_drawing import SightDrawing
    from fairground.core.pictures.territory_drawing import TerritoryDrawing

    match result:
        case Fan():
            return FanDrawing.of(scenario, result)
        case SightVerdict():
            return SightDrawing(result)
        case Path():
            return PathDrawing(result)
        case Reach():
            return ReachDrawing.of(scenario, result)
        case Territory():
            return TerritoryDrawing.of(scenario, result)
        case Chokepoints():
            return ChokepointsDrawing(scenario, result)
        case _:
            raise ScenarioError(f"a {type(result).__name__} cannot be shown as a picture")


# -- tables --------------------------------------------------------------------------------------------------


def to_dataframe(result: object) -> pd.DataFrame:
    """Return a result as a pandas data frame.

    ``result`` is a list of findings, a ``FileReport`` (a row for each finding), a ``Fairness`` (a row for each measure, class and
    party), a ``VisibilityTable`` (a row for each hex), a ``Simulation`` (a row for each side) or ``RecordedGames`` (a row for
    each game). Exact values become floats. Missing values are None.

    Raises
    ------
    ImportError
        When pandas is not installed.
    TypeError
        For any other result.
    """
    rows = _rows(result)
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError(
            "data frames need pandas, which is not installed: pip install 'fairground[data]'"
        ) from error
    return pd.DataFrame(rows, columns=_columns(result, rows))


def html_of(result: object) -> str | None:
    """Return a result as a table in HTML with at most ``MOST_ROWS`` rows, after a line with its text."""
    rows = _rows(result, MOST_ROWS + 1)
    shown = rows[:MOST_ROWS]
    columns = _columns(result, rows)
    head = "".join(f"<th>{html.escape(it)}</th>" for it in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape(_cell(row.get(it)))}</td>" for it in columns) + "</tr>"
        for row in shown
    )
    note = f"<p>Only the first {MOST_ROWS} rows are shown.</p>" if len(rows) > MOST_ROWS else ""
    title = f"<p>{html.escape(repr(result).strip('<>'))}</p>"
    return f"{title}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{note}"


def _cell(value: object) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


#: The columns of a table without rows.
_FINDING: Final = ("severity", "code", "hex", "line", "column", "file", "message", "fix", "rule")
_MEASURE: Final = ("measure", "title", "class", "range", "party", "value", "rating", "gate", "imbalance")


def _columns(result: object, rows: Sequence[Row]) -> tuple[str, ...]:
    if rows:
        return tuple(rows[0])
    return _MEASURE if isinstance(result, Fairness) else _FINDING


def _rows(result: object, most: int | None = None) -> list[Row]:
    kinds: tuple[tuple[type, Callable[[Any], Iterable[Row]]], ...] = (
        (FileReport, lambda it: map(_finding, it.findings)),
        (Fairness, _measures),
        (VisibilityTable, _hexes),
        (Simulation, _sides),
        (RecordedGames, _games),
    )
    for kind, rows in kinds:
        if isinstance(result, kind):
            found = list(rows(result))
            break
    else:
        if not isinstance(result, list | tuple) or not all(isinstance(it, Finding) for it in result):
            raise TypeError(f"a {type(result).__name__} cannot be shown as a table")
        found = [_finding(it) for it in result]
    return found[:most]


def _finding(it: Finding) -> Row:
    place = it.place
    values = (it.severity.value, it.code, place.hex, place.line, place.column, place.file, it.message)
    return dict(zip(_FINDING, (*values, it.fix, it.rule), strict=True))


def _measures(report: Fairness) -> Iterable[Row]:
    titles = dict(zip((it.id for it in report.parties), report.titles, strict=True))
    for it in report.measures:
        rating = it.band.value if it.band else None
        imbalance = None if it.imbalance is None else float(it.imbalance)
        for kind in it.classes or (None,):
            for party, title in titles.items():
                value = it.values.get(party)  # noqa: PD011  # no data frame
                number = None if value is None else float(value)
                values = (it.id, it.title, kind, it.range_band, title, number, rating, it.gates, imbalance)
                yield dict(zip(_MEASURE, values, strict=True))


def _hexes(table: VisibilityTable) -> Iterable[Row]:
    board, exposure = table.board, table.exposure()
    for at in board.hexes():
        row, column = board.cell(at)
        count = int(exposure[row, column])
        yield {"hex": board.label(at), "column": column, "row": row, "seen_by": count}


def _sides(simulation: Simulation) -> Iterable[Row]:
    for it in simulation.zones:
        yield {
            "side": it.title,
            "games": simulation.played,
            "decided": simulation.decided,
            "wins": it.wins,
            "win_rate": None if it.rate is None else float(it.rate),
            "low": it.interval.low,
            "high": it.interval.high,
            "claim": simulation.claim.value,
        }


def _games(recorded: RecordedGames) -> Iterable[Row]:
    for it in recorded.games:
        yield {
            "game": it.number,
            "seed": it.seed,
            "first": None if it.first is None else recorded.party_title(it.first),
            "winner": None if it.winner is None else recorded.party_title(it.winner),
            "turns": it.turns,
            "end": it.end,
            **{f"points {party.title}": it.points[at] for at, party in enumerate(recorded.parties)},
            **{f"losses {party.title}": it.losses[at] for at, party in enumerate(recorded.parties)},
        }


def to_geodataframe(scenario: Scenario, *, size: float = 1.0) -> gpd.GeoDataFrame:
    """Return a row for each hex that is not void: its label, terrain, level, zones and its polygon.

    ``size`` is the distance from the centre of a hex to a corner. A1 is at (0, 0), and y grows upwards, as on maps. There is no
    coordinate reference system.

    Raises
    ------
    ImportError
        When GeoPandas is not installed.
    """
    try:
        import geopandas as gpd
    except ImportError as error:
        raise ImportError(
            "geographic data frames need GeoPandas, which is not installed: pip install 'fairground[geo]'"
        ) from error
    import shapely

    from fairground.core.grid.polygons import hex_polygons

    board = scenario.board
    hexes = [at for at in board.hexes() if not board.void[board.cell(at)]]
    zones = [(it, it.shape.mask(board)) for it in scenario.zones]
    data = {
        "hex": [board.label(at) for at in hexes],
        "terrain": [" + ".join(board.terrain_at(at)) for at in hexes],
        "level": [board.level_at(at) for at in hexes],
        "zones": [
            ", ".join(scenario.zone_title(it.id) for it, mask in zones if mask[board.cell(at)])
            for at in hexes
        ],
    }
    downwards = hex_polygons(hexes, board.layout, size=size)
    polygons = shapely.transform(downwards, lambda points: points * (1, -1))
    return gpd.GeoDataFrame(data, geometry=polygons)
