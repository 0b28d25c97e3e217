"""Everything that is shown of a scenario, as plain data of hexes and names.

Left out are sentences, which name labels, and routes, of which several may be as good.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from fairground.core import (
    attack,
    chokepoints,
    fairness,
    fan,
    path,
    reach,
    sight,
    territory,
    validate,
    visibility,
)
from fairground.core.errors import FairgroundError
from fairground.core.grid.hexes import Hex
from fairground.core.metrics.fairness.report import SYMMETRY
from fairground.core.movement.mover import movers
from fairground.core.movement.search import Least
from fairground.core.rules.sight import SightModel
from fairground.core.sight.line.trace import Along, AtCorner
from tests.core.metamorphic.changes import Name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from fairground.core.movement.mover import Mover
    from fairground.core.scenario.board import Board
    from fairground.core.scenario.document import Scenario

#: Shares of traffic are sums of doubles, whose last digits depend on the order of hexes.
_DECIMALS = 9
#: Findings about several hexes at once, placed at the first of them: row by row, or of the first zone.
_FIRST_OF_SEVERAL = frozenset(
    {
        "area.closed",
        "area.sealed",
        "effect.becomes",
        "effect.misplaced",
        "effect.quenched",
        "elevation.range",
        "elevation.steep",
        "elevation.void",
        "hexside.edge",
        "hexside.several",
        "hexside.void",
        "objective.closed",
        "objective.cut-off",
        "objective.empty",
        "objective.no-exit",
        "objective.too-late",
        "objective.unusable",
        "profile.mix",
        "profile.theme",
        "sight.hexside-line",
        "stack.detail",
        "stack.repeated",
        "stack.void",
        "weather.no-cooling",
        "weather.puts-out",
        "zone.impassable",
        "zone.overlap",
        "zone.shared",
        "zone.stuck",
        "zone.void",
    }
)
#: Not compared: void hexes around the board, which alone may use an entry of the palette, are gone from a board that is
#: turned, and near symmetries are those of its rectangle.
_OF_THE_RECTANGLE = frozenset({"palette.unused", "symmetry.near"})
#: Labels, pairs of labels for hexsides, and names of directions.
_PLACE = re.compile(r"[A-Z]{1,2}\d+(-[A-Z]{1,2}\d+)?|[NS]?[EW]?")


class Questions:
    """What is asked of a scenario: pairs of hexes and movers, drawn once and asked again after each change."""

    def __init__(self, scenario: Scenario, seed: int) -> None:
        rng = random.Random(seed)  # noqa: S311  # the same questions each time
        board = scenario.board
        present = sorted(board.hexes_of(~board.void), key=board.cell)
        self.lines = tuple((rng.choice(present), rng.choice(present)) for _ in range(12))
        self.origins = tuple(rng.choice(present) for _ in range(2))
        every = sorted(movers(scenario), key=lambda it: (it.class_id, it.mode_id))
        self.movers = tuple(rng.sample(every, min(2, len(every))))
        self.ways = tuple((rng.choice(present), rng.choice(present), rng.randint(1, 6)) for _ in range(3))
        self.attacks = tuple(
            (a.id, b.id) for a in scenario.units for b in scenario.units if a.side != b.side
        )[:4]


def answers(
    scenario: Scenario,
    questions: Questions,
    at: Callable[[Hex], Hex] = lambda it: it,
    facing: Callable[[int], int] = lambda it: it,
    name: Callable[[str], str] = lambda it: it,
) -> dict[str, Any]:
    """Return all answers by what was asked; keys are of the scenario before the change, answers of the one after.

    ``at``, ``facing`` and ``name`` are what hexes, facings and ids of the questions have become.
    """
    found: dict[str, Any] = {}
    for title, ask in _questions(scenario, questions, at, facing, name):
        try:
            found[title] = ask()
        except FairgroundError as error:
            found[title] = type(error).__name__
    return found


def _questions(
    scenario: Scenario,
    questions: Questions,
    at: Callable[[Hex], Hex],
    facing: Callable[[int], int],
    name: Callable[[str], str],
) -> Iterator[tuple[str, Callable[[], Any]]]:
    between_hexes = scenario.rules.sight.model is SightModel.CENTRES
    for i, (start, end) in enumerate(questions.lines):
        yield f"sight {i}", partial(_line if between_hexes else _base_line, scenario, at(start), at(end))
    for i, origin in enumerate(questions.origins):
        yield f"fan {i}", partial(_fan if between_hexes else _base_fan, scenario, at(origin))
    if between_hexes:
        yield "visibility", partial(_visibility, scenario)
    for i, who in enumerate(questions.movers):
        for j, (start, end, direction) in enumerate(questions.ways):
            yield f"path {i}.{j}", partial(_path, scenario, who, at(start), at(end), facing(direction))
        start, _, direction = questions.ways[0]
        yield f"reach {i}", partial(_reach, scenario, who, at(start), facing(direction))
        yield f"territory {i} in points", partial(_territory, scenario, who, in_turns=False)
        yield f"territory {i} in turns", partial(_territory, scenario, who, in_turns=True)
        yield f"chokepoints {i}", partial(_chokepoints, scenario, who)
    for i, (attacker, target) in enumerate(questions.attacks):
        yield f"attack {i}", partial(_attack, scenario, name(attacker), name(target))
    yield "fairness", partial(_fairness, scenario)
    yield "symmetry", partial(symmetry_of, scenario)
    yield "objectives", partial(_objectives, scenario)
    yield "findings", partial(_findings, scenario)


def _marked(board: Board, mask: NDArray[np.bool_]) -> frozenset[Hex]:
    return frozenset(board.hexes_of(mask))


def _values(board: Board, values: NDArray[Any], nothing: float) -> dict[Hex, Any]:
    """Return a value for each hex, but where it is nothing."""
    return {
        board.layout.from_offset(column, row): values[row, column].item()
        for row, column in np.argwhere(values != nothing).tolist()
    }


def _line(scenario: Scenario, start: Hex, end: Hex) -> Any:  # plain data
    found: Any = sight(scenario, start, end, (1, 0))
    # Of a feature met at a corner one hexside is named, of the two or three there that have it.
    at_corner = any(isinstance(it, AtCorner | Along) for it in found.line.meetings)
    return {
        "clear": found.clear,
        "blocked by": frozenset(it for it in found.blocked_by if isinstance(it, Hex) or not at_corner),
        "hindrance": tuple(found.hindrance),
        "cover": tuple(found.cover),
        "opacity": dict(found.opacities),
        "rules": tuple(sorted(Counter(it.rule for it in found.reasons).items())),
    }


def _base_line(scenario: Scenario, start: Hex, end: Hex) -> Any:  # plain data
    return sight(scenario, start, end).clear


def _fan(scenario: Scenario, origin: Hex) -> Any:  # plain data
    found: Any = fan(scenario, origin)
    board = scenario.board
    return {
        "visible": _marked(board, found.visible),
        "blocked": _marked(board, found.blocked),
        "hindrance": _values(board, found.hindrance, 0),
        "cover": _values(board, found.cover, 0),
    }


def _base_fan(scenario: Scenario, origin: Hex) -> Any:  # plain data
    found: Any = fan(scenario, origin, 12)
    return {
        "visible": _marked(scenario.board, found.visible),
        "blocked": _marked(scenario.board, found.blocked),
    }


def _visibility(scenario: Scenario) -> Any:  # plain data
    found, board = visibility(scenario), scenario.board
    hexes = board.hexes_of(~board.void)
    return {
        "pairs": {start: frozenset(end for end in hexes if found.sees(start, end)) for start in hexes},
        "exposure": _values(board, found.exposure(), 0),
    }


def _path(scenario: Scenario, who: Mover, start: Hex, end: Hex, facing: int) -> Any:  # plain data
    direction = facing if who.has_front else None
    return {
        (least, safe): (
            found.cost,
            found.turns,
            # Of ways as good any may be taken, and another may be more dangerous.
            found.danger if safe else None,
        )
        for least in Least
        for safe in (False, True)
        for found in (
            path(scenario, start, end, mover=who, facing=direction, least=least, avoid_danger=safe),
        )
    }


def _reach(scenario: Scenario, who: Mover, origin: Hex, facing: int) -> Any:  # plain data
    found = reach(scenario, origin, mover=who, facing=facing if who.has_front else None)
    return {
        "turns": _values(scenario.board, found.turns, -1),
        "spent": _values(scenario.board, found.spent, -1),
    }


def _territory(scenario: Scenario, who: Mover, *, in_turns: bool) -> Any:  # plain data
    found, board = territory(scenario, mover=who, in_turns=in_turns), scenario.board
    return {
        "distance": {Name(it): _values(board, found.distance[i], -1) for i, it in enumerate(found.zones)},
        "owner": {Name(it): _marked(board, found.owner == i) for i, it in enumerate(found.zones)},
        "ties": found.ties,
    }


def _chokepoints(scenario: Scenario, who: Mover) -> Any:  # plain data
    found, board = chokepoints(scenario, mover=who), scenario.board
    # A cut that is the same both ways is told once, from whichever zone comes first.
    cuts = {
        (Name(a), Name(b)): (it.width, one, other)
        for it in found.cuts
        for (a, b), one, other in (
            (it.zones, it.near_a, it.near_b),
            *(((it.zones[1], it.zones[0]), it.near_b, it.near_a),) * (len(found.cuts) == _pairs(found.cuts)),
        )
    }
    return {
        "cuts": cuts,
        "articulation": _marked(board, found.articulation),
        "narrow": frozenset((it.hexes, it.width) for it in found.narrow),
        "traffic": _values(board, found.traffic.round(_DECIMALS), 0),
    }


def _pairs(cuts: tuple[Any, ...]) -> int:
    return len({frozenset(it.zones) for it in cuts})


def _attack(scenario: Scenario, attacker: str, target: str) -> Any:  # plain data
    found = attack(scenario, attacker, target)
    return {
        "stopped by": found.stopped_by,
        "distance": found.distance,
        "to hit": found.to_hit_total,
        "damage": found.damage_total,
        "number": found.number,
        "chance": found.chance,
        "done": found.done,
        "results": tuple((it.id, it.chance, it.done) for it in found.results),
    }


def _fairness(scenario: Scenario) -> Any:  # plain data
    found = fairness(scenario, despite_errors=True)
    return {
        "verdict": found.verdict,
        "measures": {
            (it.id, it.range_band, of_class): {
                "values": {Name(party): value for party, value in it.values.items()},
                "pairs": {(Name(a), Name(b)): value for (a, b), value in it.pairs.items()},
                "imbalance": it.imbalance,
                "band": it.band,
                "gates": it.gates,
                "hexes": frozenset(it.hexes),
            }
            for it in found.measures
            if it.id != SYMMETRY
            for of_class in it.classes or ("",)
        },
    }


def _objectives(scenario: Scenario) -> Any:  # plain data
    board = scenario.board
    return {Name(it.id): _marked(board, it.shape.mask(board)) for it in scenario.objectives}


def symmetry_of(scenario: Scenario) -> Any:  # plain data
    """Return how symmetric a board is."""
    found = fairness(scenario, measures=[SYMMETRY], despite_errors=True)
    return {
        "share": found.symmetry.share,
        "fair": found.symmetry.fair,
        "imbalance": [it.imbalance for it in found.measures],
    }


def _findings(scenario: Scenario) -> Any:  # plain data
    parse = scenario.board.parse
    ids = {it.id for it in scenario.sides} | {it.id for it in scenario.zones}
    ids |= {it.id for it in scenario.objectives} | {it.id for it in scenario.units}
    found = Counter(
        (
            it.severity,
            it.code,
            None if it.place.hex is None or it.code in _FIRST_OF_SEVERAL else parse(it.place.hex),
            _words(it.message, ids),
        )
        for it in validate(scenario)
        if it.code not in _OF_THE_RECTANGLE
    )
    return dict(found)


def _words(message: str, ids: set[str]) -> frozenset[tuple[Any, int]]:
    """Return the words of a message and how often each is there, but for places and directions."""
    words = [Name(it) if it in ids else it for it in re.findall(r"[\w-]+", message)]
    return frozenset(Counter(it for it in words if isinstance(it, Name) or not _PLACE.fullmatch(it)).items())
