"""``fairground exposure``: how many hexes see each hex."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import click
from pydantic import Field

from fairground.core.answer import ScenarioAnswer, schema_field
from fairground.core.cli.commands.show import write_overlays
from fairground.core.cli.options import (
    as_json,
    heights,
    load_scenario,
    overwrite,
    picture,
    reach,
    scenario_file,
)
from fairground.core.cli.shared_answers import emit

if TYPE_CHECKING:
    from pathlib import Path

_NAMED = 10


class ExposureAnswer(ScenarioAnswer):
    """Answer of ``fairground exposure --json``."""

    schema_name: Literal["fairground/exposure/1"] = schema_field("fairground/exposure/1")
    range: int | None = Field(description="range of sight in hexes; null for the whole board")
    seen_by: dict[str, int] = Field(
        description="number of other hexes that see each hex, by label, row by row; void hexes are omitted"
    )


@click.command("exposure")
@scenario_file
@reach
@heights
@picture
@overwrite
@as_json
def COMMAND(  # noqa: N802  # one parameter an option
    file: Path,
    reach: int | None,
    heights: tuple[int, int],
    output: Path | None,
    *,
    overwrite: bool,
    as_json: bool,
) -> int:
    """Count how many hexes see each hex of the board.

    \b
    Examples:
      fairground exposure scenarios/standard-arena.yaml
      fairground exposure arena.yaml --range 8 --json
      fairground exposure arena.yaml -o exposure.png
    """
    from fairground.core.sight.field.visibility import visibility

    scenario = load_scenario(file)
    board = scenario.board
    counts = visibility(scenario, reach, heights).exposure()
    void = board.void
    seen_by = {
        board.label(at): int(counts[board.cell(at)]) for at in board.hexes() if not void[board.cell(at)]
    }
    write_overlays(scenario, output, overwrite=overwrite, exposure=True, sight_range=reach, heights=heights)
    if as_json:
        emit(ExposureAnswer(file=str(file), range=reach, seen_by=seen_by))
    else:
        names = board.hex_names
        click.echo(_text({names.of_label(it): count for it, count in seen_by.items()}, reach))
    return 0


def _text(seen_by: dict[str, int], reach: int | None) -> str:
    if not seen_by:
        return "the board has no hexes"
    within = "" if reach is None else f", up to {reach} hexes away"
    counts = seen_by.values()
    # From the most seen to the least; a stable sort keeps the order of the board among equals.
    ranked = sorted(seen_by.items(), key=lambda it: -it[1])
    return "\n".join(
        [
            f"How many of the {len(seen_by) - 1} other hexes see a hex{within}:",
            f"  least {min(counts)}   mean {sum(counts) / len(counts):.1f}   most {max(counts)}",
            "",
            f"  most exposed   {_list(ranked[:_NAMED])}",
            f"  least exposed  {_list(ranked[: -_NAMED - 1 : -1])}",
        ]
    )


def _list(ranked: list[tuple[str, int]]) -> str:
    return ", ".join(f"{label} {count}" for label, count in ranked)
