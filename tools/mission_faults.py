"""Plant faults in missions, and check that win rates move the right way.

    python tools/mission_faults.py [--games 200] [--seed 1] [--jobs 1] [--only salt-road] [--folder PATH]

Prints a table: the win rate of one side, without and with each fault, and the shift in points with its 95% interval. A draw
counts as half a win. The way in which each fault should move the rate is written down in ``FAULTS``, before any game. Exit
status 1 if a shift has the wrong sign. The same seed gives the same games. Missions that are neither shipped nor in the
folder are skipped, and named.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from fairground.core import load, simulate
from fairground.core.scenario.board import PaletteEntry
from fairground.core.scenario.mission import TaskKind
from fairground.core.scenario.zone_text import parse_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.scenario.document import Scenario

SCENARIOS = Path(__file__).parents[1] / "scenarios"


class Fault(NamedTuple):
    """A change to a mission, and whether it should raise the win rate that is watched."""

    title: str
    change: Callable[[Scenario], Scenario]
    raises: bool


def turns(more: int) -> Callable[[Scenario], Scenario]:
    """Return a change of the turn limit."""
    return lambda it: replace(it, turns=(it.turns or 0) + more)


def zone(name: str, text: str) -> Callable[[Scenario], Scenario]:
    """Return a change of a zone's hexes."""
    return lambda it: replace(
        it, zones=[replace(z, shape=parse_shape(text)) if z.id == name else z for z in it.zones]
    )


def unit(name: str, **changes: object) -> Callable[[Scenario], Scenario]:
    """Return a change of a unit."""
    return lambda it: replace(
        it,
        units=[replace(u, **changes) if u.id == name else u for u in it.units],  # type: ignore[arg-type]
    )


def extra(name: str, at: str) -> Callable[[Scenario], Scenario]:
    """Return the addition of a unit like another, in a hex of its own."""

    def changed(it: Scenario) -> Scenario:
        like = next(u for u in it.units if u.id == name)
        return replace(it, units=[*it.units, replace(like, id=f"{name}-more", hex=it.board.parse(at))])

    return changed


def force(side: str, name: str) -> Callable[[Scenario], Scenario]:
    """Return a change of the force of a side."""
    return lambda it: replace(
        it, sides=[replace(one, force=name) if one.id == side else one for one in it.sides]
    )


def walls(text: str) -> Callable[[Scenario], Scenario]:
    """Return the building of walls on the hexes of an expression."""

    def changed(it: Scenario) -> Scenario:
        board = it.board
        terrain = board.terrain.copy()
        terrain[parse_shape(text).mask(board)] = len(board.palette)
        palette = [*board.palette, PaletteEntry("wall", ("wall",))]
        return replace(it, board=replace(board, terrain=terrain, palette=palette))

    return changed


def both(*changes: Callable[[Scenario], Scenario]) -> Callable[[Scenario], Scenario]:
    """Return several changes as one."""

    def changed(it: Scenario) -> Scenario:
        for change in changes:
            it = change(it)
        return it

    return changed


def tasks(side: str, kind: TaskKind, **changes: int) -> Callable[[Scenario], Scenario]:
    """Return a change of a side's tasks of a kind."""

    def changed(it: Scenario) -> Scenario:
        sides = []
        for one in it.sides:
            wins = tuple(
                replace(
                    win,
                    tasks=tuple(
                        replace(t, **changes) if t.kind is kind else t  # type: ignore[arg-type]
                        for t in win.tasks
                    ),
                )
                for win in one.wins
            )
            sides.append(replace(one, wins=wins) if one.id == side else one)
        return replace(it, sides=sides)

    return changed


#: The faults of each mission, with the party whose win rate they shift and its title.
FAULTS: dict[str, tuple[str, str, tuple[Fault, ...]]] = {
    "salt-road": (
        "caravan-start",
        "Caravan",
        (
            Fault("the gate two hexes nearer", zone("east-gate", "rows 4-6 & columns 12"), raises=True),
            Fault("a fourth guard", extra("guard-1", "B7"), raises=True),
            Fault("two turns less", turns(-2), raises=False),
            Fault("four turns less", turns(-4), raises=False),
            Fault("a wagon with 24 hit points instead of 34", unit("wagon", hit_points=24), raises=False),
        ),
    ),
    "night-raid": (
        "raiders-start",
        "Raiders",
        (
            Fault("a fourth guard", extra("guard-3", "K5"), raises=False),
            Fault("two turns less", turns(-2), raises=False),
            Fault(
                "charges that burn for three turns", tasks("raiders", TaskKind.PLANT, turns=3), raises=False
            ),
        ),
    ),
    "crown-hill": (
        "challengers-start",
        "Challengers",
        (
            Fault(
                "one turn to hold instead of two", tasks("challengers", TaskKind.HOLD, turns=1), raises=True
            ),
            Fault("another challenger", extra("challenger-1", "H10"), raises=True),
            Fault("four turns less", turns(-4), raises=False),
        ),
    ),
    "last-convoy": (
        "convoy",
        "Convoy",
        (
            Fault("the way out four columns nearer", zone("way-out", "rows 6-8 & columns 16"), raises=True),
            Fault("a fifth raider", extra("raider-1", "J2"), raises=False),
            Fault("three turns less", turns(-3), raises=False),
        ),
    ),
    "powder-mill": (
        "saboteurs-start",
        "Saboteurs",
        (
            Fault("a third squad at the mill", extra("guard-squad-1", "K5"), raises=False),
            Fault("four turns less", turns(-4), raises=False),
        ),
    ),
    # The published missions, by KeeberGoblin (CC BY-NC-SA 4.0), which are not part of the repository.
    "escort-duty": (
        "defence",
        "Defender",
        (
            Fault("the exit four columns nearer", zone("exit", "rows 5-6 & columns 12"), raises=True),
            Fault("a second Casket for the defender", force("defender", "two-caskets.yaml"), raises=True),
            Fault("a second Casket for the attacker", force("attacker", "two-caskets.yaml"), raises=False),
            Fault(
                "a caravan with 20 hit points and no armour",
                unit("caravan-unit", hit_points=20, defence=0),
                raises=False,
            ),
            Fault("six turns less", turns(-6), raises=False),
            Fault("a wall across the exit", walls("columns 15"), raises=False),
        ),
    ),
    "king-of-the-hill": (
        "player-1-start",
        "Player 1",
        (
            Fault(
                "player 2 starts two columns nearer to the Spire",
                zone("player-2-start", "within 3 of L8"),
                raises=False,
            ),
            Fault("a second Casket for player 1", force("player-1", "two-caskets.yaml"), raises=True),
            Fault(
                "player 1 has to hold for one turn", tasks("player-1", TaskKind.HOLD, turns=1), raises=True
            ),
            Fault(
                "player 2 has to hold for one turn", tasks("player-2", TaskKind.HOLD, turns=1), raises=False
            ),
            Fault("a wall before player 2", walls("rows 3-13 & columns 10"), raises=True),
        ),
    ),
    "sabotage-mission": (
        "saboteur-start",
        "Saboteur",
        (
            Fault(
                "a second guard",
                both(force("defender", "two-caskets.yaml"), zone("defender-start", "H8, G8")),
                raises=False,
            ),
            Fault("a second saboteur", force("saboteur", "two-caskets.yaml"), raises=True),
            Fault("three turns less", turns(-3), raises=False),
            Fault("one reactor instead of three", tasks("saboteur", TaskKind.PLANT, count=1), raises=True),
            Fault("the defender starts at the north gate", zone("defender-start", "G2"), raises=True),
            Fault("a wall across the exit", walls("G12, H12"), raises=False),
        ),
    ),
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--only", help="the name of one mission's file, without .yaml")
    parser.add_argument("--folder", type=Path, help="a folder with missions that are not shipped")
    options = parser.parse_args()
    right = planted = 0
    skipped = []
    print("| mission | fault | win rate | shift in points |\n| --- | --- | --- | --- |", flush=True)
    for name, (party, title, faults) in FAULTS.items():
        if options.only not in (None, name):
            continue
        folders = [it for it in (SCENARIOS, options.folder) if it and (it / f"{name}.yaml").is_file()]
        if not folders:
            skipped.append(name)
            continue
        scenario = load(folders[0] / f"{name}.yaml")

        def rate(it: Scenario, party: str = party) -> tuple[float, int]:
            found = simulate(it, options.games, seed=options.seed, jobs=options.jobs, despite_errors=True)
            won = next(zone.wins for zone in found.zones if zone.id == party)
            return (won + (found.played - found.decided) / 2) / found.played, found.played

        base, games = rate(scenario)
        print(f"| {scenario.name} | none | {base:.1%} for {title} | |", flush=True)
        for fault in faults:
            share, played = rate(fault.change(scenario))
            shift = share - base
            spread = 1.96 * sqrt(base * (1 - base) / games + share * (1 - share) / played)
            good = shift > 0 if fault.raises else shift < 0
            right, planted = right + good, planted + 1
            note = "" if good else " (wrong way)"
            print(
                f"| {scenario.name} | {fault.title} | {share:.1%} | "
                f"{100 * shift:+.1f} ({100 * (shift - spread):+.1f} to {100 * (shift + spread):+.1f}){note} |",
                flush=True,
            )
    print(f"{right} of {planted} faults move the win rate the right way.")
    if skipped:
        print(f"Skipped, since they are in no folder: {', '.join(skipped)}.")
    return int(right < planted)


if __name__ == "__main__":
    sys.exit(main())
