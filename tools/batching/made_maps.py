"""A folder of small scenarios of many kinds, some of them broken: the same for the same seed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

LAYOUTS: Final = ("odd-q", "even-q", "odd-r", "even-r")
#: Rulesets, with what their ground is made of.
GROUND: Final = {
    "penance-1.0": ("wall", "rubble", "difficult"),
    "penance-2.0": ("forest", "dense-forest", "rubble"),
    "penance-arena": ("forest", "rubble", "wall"),
    "hexside-ww2": ("woods", "building", "road"),
    "megamek": ("woods-1", "woods-2", "rough"),
    "base-visibility": ("hill", "building", "ruin"),
    "rules/own.yaml": ("wall", "rubble", "difficult"),
}
#: A ruleset of one's own, in a folder below the maps.
OWN: Final = """\
format: fairground-ruleset/1
id: own
title: Own
extends: penance-1.0
version: '1'
"""
#: One in so many maps is broken.
_BROKEN: Final = 12


def make_maps(folder: Path, count: int, seed: int) -> None:
    """Write so many scenarios into a folder, and the ruleset that some of them are by."""
    chance = random.Random(seed)  # noqa: S311  # the same maps again
    (folder / "rules").mkdir(parents=True)
    (folder / "rules" / "own.yaml").write_text(OWN, encoding="utf-8")
    for number in range(count):
        text = _scenario(number, chance)
        if number % _BROKEN == _BROKEN - 1:
            text = _broken(text, chance)
        (folder / f"map-{number:04}.yaml").write_text(text, encoding="utf-8")


def _scenario(number: int, chance: random.Random) -> str:
    ruleset = chance.choice(list(GROUND))
    columns, rows = chance.randint(5, 9), chance.randint(6, 10)
    signs = "." * 7 + "abc"
    board = [
        "".join("." if row in (0, rows - 1) else chance.choice(signs) for _ in range(columns))
        for row in range(rows)
    ]
    palette = ", ".join(f"{sign}: {kind}" for sign, kind in zip("abc", GROUND[ruleset], strict=True))
    return "\n".join(
        [
            "format: fairground/1",
            f"name: Map {number}",
            f"ruleset: {ruleset}",
            "turns: 8",
            "board:",
            f"  layout: {chance.choice(LAYOUTS)}",
            f"  size: [{columns}, {rows}]",
            f"  palette: {{'.': clear, {palette}}}",
            "  terrain: |",
            *(f"    {line}" for line in board),
            "sides:",
            "  - {id: north, name: North}",
            "  - {id: south, name: South}",
            "zones:",
            "  - {id: north-start, side: north, kind: deployment, hexes: rows 1}",
            f"  - {{id: south-start, side: south, kind: deployment, hexes: rows {rows}}}",
            "victory: {points: 10, last_standing: true}",
            "",
        ]
    )


def _broken(text: str, chance: random.Random) -> str:
    """Return a scenario with one fault of one of four kinds."""
    match chance.randrange(4):
        case 0:
            return text[: len(text) // 2]
        case 1:
            return text.replace("ruleset: ", "ruleset: no-such-")
        case 2:
            return text.replace("size: [", "size: [1")
        case _:
            return "\t" + text
