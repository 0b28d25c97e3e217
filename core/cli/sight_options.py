"""Options that the commands about sight share."""

from __future__ import annotations

import re
from pathlib import Path

import click

_HEIGHTS = re.compile(r"([0-9]{1,4}),([0-9]{1,4})")


class HeightsType(click.ParamType[tuple[int, int]]):
    """Two whole numbers, such as ``1,1``."""

    name = "LEVELS,LEVELS"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """Return the height of the unit that looks, and of the one looked at."""
        if isinstance(value, tuple):
            return value
        match = _HEIGHTS.fullmatch(str(value))
        if not match:
            self.fail(f"{value!r} are no heights; write two whole numbers of levels, like 1,1", param, ctx)
        return int(match[1]), int(match[2])


heights = click.option(
    "--heights",
    type=HeightsType(),
    default=(0, 0),
    help="Levels above their hexes of the unit that looks and of the one looked at, where the ruleset uses them.",
)
reach = click.option(
    "--range",
    "reach",
    type=click.IntRange(min=0),
    help="How many hexes far to look; all of the board otherwise.",
)
picture = click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Picture to write: .svg, .png or .pdf.",
)
