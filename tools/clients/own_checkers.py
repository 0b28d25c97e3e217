"""Checkers of this project, for programs that no registry has: they follow the published formats, and share no code with exports."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from fairground.core.grid.layout import Layout
from tests.core.clients import in_tables, megamek_grammar
from tools.clients.client import Client, Fault
from tools.clients.installed import OwnChecker

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from fairground.core.scenario.document import Scenario
    from tools.clients.client import Run


def _each(run: Run, _name: str, *, faults: Callable[[Scenario, Path], Iterator[str]]) -> Iterator[Fault]:
    for shown in run.boards:
        run.compared += shown.scenario.board.terrain.size
        yield from (Fault(shown.name, it) for it in faults(shown.scenario, run.folder))


def _is_odd_q(scenario: Scenario) -> bool:
    return scenario.board.layout is Layout.ODD_Q


CLIENTS = (
    Client(
        "Foundry's data models",
        ("foundry",),
        OwnChecker(),
        "this project's own checker, written from the published fields of versions 13 and 14",
        "every field of the scene: type, bounds, and that Foundry knows it",
        partial(_each, faults=in_tables.faults_in_foundry),
    ),
    Client(
        "Universal VTT",
        ("uvtt",),
        OwnChecker(),
        "this project's own checker, written from the published format",
        "every field; walls and image have the same size",
        partial(_each, faults=in_tables.faults_in_uvtt),
    ),
    Client(
        "MegaMek's board format",
        ("megamek",),
        OwnChecker(),
        "a parser of this project, written from the format's description",
        "level of each hex; the board, imported again",
        partial(_each, faults=megamek_grammar.faults_in_megamek),
        _is_odd_q,
        "only `odd-q`: MegaMek has no other layout",
    ),
    Client(
        "rays against walls",
        ("foundry",),
        OwnChecker(),
        "rays of this project from centre to centre, against the walls of Foundry and UVTT exports",
        "4,000 pairs of hexes per board: at least 99% agree with the rules, and all differences are ties",
        partial(_each, faults=in_tables.faults_of_rays),
    ),
    Client(
        "Tabletop Simulator",
        ("tts",),
        OwnChecker(),
        "this project's own checker, written from the published save format",
        "every field of the save; the centre of each hex of the picture lies on a hex of the grid",
        partial(_each, faults=in_tables.faults_in_tabletop_simulator),
    ),
)
