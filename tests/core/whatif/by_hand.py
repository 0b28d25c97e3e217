"""The end of a round as a player would work it out, hex by hex, with the numbers of the ruleset's fire, smoke and steam."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from fairground.core.grid.hexes import neighbours

if TYPE_CHECKING:
    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario


def after_a_round(scenario: Scenario, seed: int) -> dict[str, set[Hex]]:
    """Return where fire, smoke and steam lie after a round (rules P1-06, P1-08, P1-09)."""
    board, dice = scenario.board, Random(seed)  # noqa: S311  # a game's dice
    hexes = [at for at in board.hexes() if board.terrain_at(at) != ("void",)]
    water = {at for at in hexes if "water" in board.terrain_at(at)}
    burnable = {at for at in hexes if "wall" not in board.terrain_at(at)}
    lay = {kind: [at for at in hexes if kind in board.effects_at(at)] for kind in ("fire", "smoke", "steam")}
    pointy = board.layout.value.endswith("r")
    fire, steam = set(lay["fire"]), set()
    for at in lay["fire"]:
        # The neighbours begin with NW on pointy-top boards, the die with NE.
        target = neighbours(at)[(dice.randrange(6) + pointy) % 6]
        if target in burnable:
            fire.add(target)
    for at in [*fire]:
        if at in water:
            fire.discard(at)
            steam.add(at)
    fire = {at for at in fire if not water & set(neighbours(at))}
    smoke = {at for at in lay["smoke"] if dice.randrange(6) + 1 < 5}
    return {"fire": fire, "smoke": smoke, "steam": steam}
