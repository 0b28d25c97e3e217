"""The options of a picture of a board, or of some of its hexes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fairground.core.errors import GridError, LimitError, ScenarioError, UsageError
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.grid.labels import LabelStyle
    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.recording.figures import GamesFigures


def shown_hexes(board: Board, hexes: str) -> NDArray[np.bool_]:
    """Return the hexes to draw, ``[rows, columns]``, by a text as in zones; all for an empty one.

    Raise UsageError for an invalid text, unknown hexes, or nothing to draw.
    """
    there = ~board.void
    if not hexes.strip():
        return there
    try:
        shape = parse_shape(hexes, board.hex_names)
        for label in shape.labels():
            board.parse(label)
    except (GridError, LimitError, ScenarioError) as error:
        raise UsageError(f"the hexes {hexes[:60]!r} cannot be shown: {error}") from error
    found = shape.mask(board) & there
    if not found.any():
        raise UsageError(
            f"the hexes {hexes[:60]!r} cannot be shown: none of them is on the board, which is {board.columns}x{board.rows}"
        )
    return found


def parts_shown(scenario: Scenario, shown: NDArray[np.bool_]) -> Scenario:
    """Return a scenario with only the zones, objectives, units and decorations on the hexes shown."""
    board = scenario.board
    there = board.hexes_of(shown)
    return replace(
        scenario,
        zones=[it for it in scenario.zones if (it.shape.mask(board) & shown).any()],
        objectives=[it for it in scenario.objectives if (it.shape.mask(board) & shown).any()],
        units=[it for it in scenario.units if it.hex in there],
        decorations=[it for it in scenario.decorations if it.hex in there],
    )


def in_chosen_style(scenario: Scenario, options: PictureOptions) -> Scenario:
    """Return a scenario that names its hexes in the style of the options, if they have one."""
    if options.label_style is None:
        return scenario
    return replace(scenario, board=replace(scenario.board, shown_style=options.label_style))


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureOptions:
    """The options of a picture.

    ``hex_size`` (centre to corner) and ``margin`` are in mm; ``grey`` replaces colours by the grey of their luminance.
    ``label_style`` is the style of hex labels, None for that of the board.
    ``marked`` are labels of hexes to outline. ``hexes`` selects the hexes to draw, written as in a zone; empty for all.
    Without ``grid``, hexes of the same ground merge. Without ``decorations_above``, only decorations below the grid are drawn.

    ``line`` shows the line of sight between two hexes, ``fan`` the view of one, ``exposure`` how many hexes see each. The
    latter two reach ``sight_range`` hexes (None: unlimited). ``heights`` of units are levels above their hexes.

    ``path`` shows the path between two hexes, ``reach`` the hexes reached from a hex or zone in ``turns``, ``territory``
    who gets to each hex first, by points or ``in_turns``, and ``chokepoints`` narrow places, both for the zones
    ``between`` (ids; empty: all deployment zones). All are for the ``mover`` (None: the first class). ``facing`` and
    ``end_facing`` are 1-6; ``avoid_danger`` avoids damage; ``least`` is ``turns`` or ``points``; ``blind`` allows or
    forbids hexes out of sight (None: by the rules).

    ``overlays`` are ids of further overlays, which may also name ``territory``, ``exposure`` and ``chokepoints``. ``recorded``
    are the figures of recorded games for the overlays ``deaths``, ``stays`` and ``shots``.
    """

    hex_size: float = 11.0
    margin: float = 9.0
    label_style: LabelStyle | None = None
    labels: bool = True
    title: bool = True
    legend: bool = True
    zones: bool = True
    units: bool = True
    objectives: bool = True
    names: bool = True
    decorations_above: bool = True
    elevation_numbers: bool = True
    relief: bool = True
    grid: bool = True
    hexes: str = ""
    grey: bool = False
    marked: frozenset[str] = frozenset()
    line: tuple[str, str] | None = None
    fan: str | None = None
    exposure: bool = False
    sight_range: int | None = None
    heights: tuple[int, int] = (0, 0)
    path: tuple[str, str] | None = None
    reach: str | None = None
    turns: int = 2
    territory: bool = False
    in_turns: bool = False
    chokepoints: bool = False
    between: tuple[str, ...] = ()
    mover: Mover | None = None
    facing: int | None = None
    end_facing: int | None = None
    avoid_danger: bool = False
    least: str = "turns"
    blind: bool | None = None
    overlays: frozenset[str] = frozenset()
    recorded: GamesFigures | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.hex_size <= 100:
            raise UsageError(f"the hex size must be 1 to 100 mm from centre to corner, not {self.hex_size:g}")
        if not 0 <= self.margin <= 100:
            raise UsageError(f"the margin must be 0 to 100 mm, not {self.margin:g}")
