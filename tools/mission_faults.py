"""Plant faults in the shipped missions, and check that win rates move the right way.

    python tools/mission_faults.py [--games 200] [--seed 1] [--jobs 1] [--only salt-road]

Prints a table: the win rate of the side that has to act, without and with each fault, and the shift in points with its 95% interval. Exit status 1 if a shift has the wrong sign. The same seed gives the same games.
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


def tasks(side: str, kind: TaskKind, number: int) -> Callable[[Scenario], Scenario]:
    """Return a change of the turns that a side's tasks of a kind take."""

    def changed(it: Scenario) -> Scenario:
        sides = []
        for one in it.sides:
            wins = tuple(
                replace(
                    win,
                    tasks=tuple(replace(t, turns=number) if t.kind is kind else t for t in win.tasks),
                )
                for win in one.wins
            )
            sides.append(replace(one, wins=wins) if one.id == side else one)
        return replace(it, sides=sides)

    return changed


#: The faults of each scenario, and the party whose win rate they shift.
FAULTS: dict[str, tuple[str, tuple[Fault, ...]]] = {
    "salt-road": (
        "caravan-start",
        (
            Fault("the gate two hexes nearer", zone("east-gate", "rows 4-6 & columns 12"), raises=True),
            Fault("a fourth guard", extra("guard-1", "B7"), raises=True),
            Fault("two turns less", turns(-2), raises=False),
            Fault("a wagon with 24 hit points instead of 34", unit("wagon", hit_points=24), raises=False),
        ),
    ),
    "night-raid": (
        "raiders-start",
        (
            Fault("a fourth guard", extra("guard-3", "K5"), raises=False),
            Fault("two turns less", turns(-2), raises=False),
            Fault("charges that burn for three turns", tasks("raiders", TaskKind.PLANT, 3), raises=False),
        ),
    ),
    "crown-hill": (
        "challengers-start",
        (
            Fault("one turn to hold instead of two", tasks("challengers", TaskKind.HOLD, 1), raises=True),
            Fault("another challenger", extra("challenger-1", "H10"), raises=True),
            Fault("four turns less", turns(-4), raises=False),
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
    parser.add_argument("--only", help="the name of one scenario's file, without .yaml")
    options = parser.parse_args()
    wrong = 0
    print("| mission | fault | win rate | shift in points |\n| --- | --- | --- | --- |", flush=True)
    for name, (party, faults) in FAULTS.items():
        if options.only not in (None, name):
            continue
        scenario = load(SCENARIOS / f"{name}.yaml")

        def rate(it: Scenario, party: str = party) -> tuple[float, int]:
            found = simulate(it, options.games, seed=options.seed, jobs=options.jobs, despite_errors=True)
            won = next(zone.wins for zone in found.zones if zone.id == party)
            return won / max(1, found.decided), found.decided

        base, games = rate(scenario)
        print(f"| {scenario.name} | none | {base:.1%} for {party} | |", flush=True)
        for fault in faults:
            share, played = rate(fault.change(scenario))
            shift = share - base
            spread = 1.96 * sqrt(base * (1 - base) / games + share * (1 - share) / max(1, played))
            good = shift > 0 if fault.raises else shift < 0
            wrong += not good
            note = "" if good else " (wrong way)"
            print(
                f"| {scenario.name} | {fault.title} | {share:.1%} | "
                f"{100 * shift:+.1f} ({100 * (shift - spread):+.1f} to {100 * (shift + spread):+.1f}){note} |",
                flush=True,
            )
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
