"""The weights are those of the manual."""

import re
from pathlib import Path

from fairground.core.simulation.game.ladder import SAME_BOTS
from fairground.core.simulation.game.weights import WEIGHTS, Weights

PAGE = Path(__file__).parents[4] / "docs" / "reference" / "games.md"


def test_the_manual_has_every_weight_of_every_bot_and_why() -> None:
    text = PAGE.read_text(encoding="utf-8").partition("### Weights")[2]
    lines = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in text.splitlines()]
    header = next(it for it in lines if it[0] == "weight")
    bots = [SAME_BOTS.get(it.strip("`"), it.strip("`")) for it in header[2:-1]]
    assert set(bots) == set(WEIGHTS)
    rows = {it[0].strip("`"): it for it in lines if re.fullmatch(r"`\w+`", it[0]) and len(it) == len(header)}
    assert tuple(rows) == Weights._fields
    for name, row in rows.items():
        assert row[1], name
        assert row[-1], name
        assert [int(it) for it in row[2:-1]] == [getattr(WEIGHTS[bot], name) for bot in bots], name
