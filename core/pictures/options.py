"""What a picture of a board, or of some of its hexes, shows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from fairground.core.errors import GridError, LimitError, ScenarioError, UsageError
from fairground.core.grid.labels import LabelStyle
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario


def shown_hexes(board: Board, hexes: str) -> NDArray[np.bool_]:
    """Return the hexes to draw, as a bool array ``[rows, columns]``: those of a zone's text, all for an empty one.

    Raises
    ------
    UsageError
        When the text is none of a zone, names a hex that the board does not have, or leaves nothing to draw.
    """
    there = ~board.void
    if not hexes.strip():
        return there
    try:
        shape = parse_shape(hexes)
        for label in shape.labels():
            board.parse(label)
    except (GridError, LimitError, ScenarioError) as error:
        raise UsageError(f"the hexes {hexes[:60]!r} cannot be shown: {error}") from error
    found = shape.mask(board) & there
    if not found.any():
        raise UsageError(
            f"the hexes {hexes[:60]!r} cannot be shown: the board, which is {board.columns}x{board.rows}, has none of them"
        )
    return found


def parts_shown(scenario: Scenario, shown: NDArray[np.bool_]) -> Scenario:
    """Return a scenario with the zones, objectives and units that have a hex among those shown, on the same board."""
    board = scenario.board
    there = board.hexes_of(shown)
    return replace(
        scenario,
        zones=[it for it in scenario.zones if (it.shape.mask(board) & shown).any()],
        objectives=[it for it in scenario.objectives if (it.shape.mask(board) & shown).any()],
        units=[it for it in scenario.units if it.hex in there],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class PictureOptions:
    """The choices for a picture.

    ``hex_size`` is centre to corner and ``margin`` the paper around everything, both in mm; ``grey`` turns every
    colour into the grey of its luminance. ``marked`` holds labels of hexes to outline. ``hexes`` says, in the words of
    zones, which hexes are drawn; all when empty. Without ``grid`` hexes of the same ground run into each other.

    ``line`` shows the line of sight between two hexes, ``fan`` what one sees, and ``exposure`` how many hexes see each:
    hexes are given by their labels. The last two go ``sight_range`` hexes far (None: to the edge of the board), and all
    are for units of these ``heights``, in levels above their hexes, where the ruleset uses them.

    ``path`` shows the way from one hex to another, and ``reach`` where units get from a hex (its label) or a zone (its
    id) in so many ``turns``. ``territory`` shows who gets to each hex first, by points or ``in_turns``, and
    ``chokepoints`` where the ground between zones is narrow, both for the zones ``between`` (ids; all deployment zones
    when empty). All four are for the ``mover`` (None: the ruleset's first class). ``facing`` and ``end_facing``, 1-6,
    are where it looks at the start, and at the end of a path; with ``avoid_danger`` the path goes around what harms, and ``least`` is what it
    has least of, ``turns`` or ``points``; ``blind`` lets path and reach
    enter hexes out of sight or forbids it (None: as the rules say).

    ``overlays`` are ids of further overlays; ``territory``, ``exposure`` and ``chokepoints`` among them are the same as those
    options.
    """

    hex_size: float = 11.0
    margin: float = 9.0
    label_style: LabelStyle = LabelStyle.COLUMN_LETTER
    labels: bool = True
    title: bool = True
    legend: bool = True
    zones: bool = True
    units: bool = True
    objectives: bool = True
    names: bool = True
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

    def __post_init__(self) -> None:
        if not 1 <= self.hex_size <= 100:
            raise UsageError(f"a hex is drawn 1 to 100 mm from centre to corner, not {self.hex_size:g}")
        if not 0 <= self.margin <= 100:
            raise UsageError(f"a margin is 0 to 100 mm, not {self.margin:g}")
