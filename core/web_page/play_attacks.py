"""The attacks of units on a page: modifiers of every line and the results of the dice as tables, for the browser to add up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypedDict

import numpy as np

from fairground.core.rules.attack import ModifierKind, Resolution, ResultCounts
from fairground.core.rules.sight import CornerPolicy, SightModel
from fairground.core.scenario.ruleset_kinds import NO_WEATHER
from fairground.core.simulation.game.attack_lines import At
from fairground.core.simulation.game.tables import Tables
from fairground.core.web_page.packing import packed_bits, packed_json, packed_numbers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairground.core.files.force_file import ForceRoll
    from fairground.core.rules.attack import AttackKind, AttackResult
    from fairground.core.scenario.document import Scenario
    from fairground.core.simulation.game.exchange import Exchange
    from fairground.core.simulation.game.rolls import Rolls
    from fairground.core.simulation.game.unit_kinds import UnitKind
    from fairground.core.web_page.packing import PackedJson, PackedNumbers

#: The largest board with tables of attacks, in hexes; they have numbers for every pair of hexes.
MOST_HEXES: Final = 1_000


class LineData(TypedDict):
    """What lines add to an attack of one kind between two heights.

    ``columns`` has the columns of ``attack_lines.At`` that are not all 0, by number, each a packed array of small integers
    ``[attacker's hex, target's hex]``; ``seen`` is whether sight allows the attack, as packed bits. Both end at the longest reach.
    """

    columns: dict[int, PackedNumbers]
    seen: PackedNumbers
    unit_cover: bool
    furthest: int


class ResultData(TypedDict):
    """A named result of the dice: when it happens, more damage, and how much defence it ignores (-1: all)."""

    title: str
    when: str
    damage: int
    bypasses: int


class ExchangeData(TypedDict):
    """The tables of one kind of attack (see ``Exchange`` and ``Rolls``).

    ``falls`` lists ``[total, number of ways, result or -1]``. ``by_attacker`` and ``by_target`` repeat their last value.
    ``tables`` packs ``sides``, ``makes`` and ``front``. ``lines`` has the number of the lines by ``height,target's height``.
    """

    automatic: bool
    falls: list[list[int]]
    results: list[ResultData]
    least: int
    sign: int
    base: list[list[int]]
    by_attacker: list[int]
    by_target: list[int]
    moves_count: bool
    charges: bool
    has_sides: bool
    cover_adds: bool
    harm: list[int]
    hot: list[list[int]]
    tables: PackedJson
    lines: dict[str, int]


class ArmData(TypedDict):
    """A weapon: the number of its exchange, its damage and its reach in hexes."""

    exchange: int
    damage: int
    reach: int


class AttackData(TypedDict):
    """The attacks of all kinds of units in play; ``arms[kind]`` lists the weapons of a kind, ``bands`` the least heat of each band.

    ``crossed`` packs, by offset ``q,r``, the offsets of the hexes in which a unit would give cover on that line.
    """

    dice: list[int]
    arms: list[list[ArmData]]
    heights: list[int]
    defences: list[int]
    bands: list[int]
    heat: int
    exchanges: list[ExchangeData]
    lines: list[LineData]
    crossed: PackedJson
    only_enemies_cover: bool
    cover_stacks: bool


def attack_data(scenario: Scenario, kinds: Sequence[UnitKind], roll: ForceRoll | None) -> AttackData | None:
    """Return the tables of attacks between kinds of units; None on boards that are too large, and without weapons."""
    if not has_attacks(scenario, kinds):
        return None
    tables = Tables(scenario, kinds, roll)
    return _AttackTables(tables).data(roll)


def has_attacks(scenario: Scenario, kinds: Sequence[UnitKind]) -> bool:
    """Return whether attacks between kinds of units are tabulated: not in weather that the ruleset does not know."""
    return (
        scenario.weather in (NO_WEATHER, *scenario.rules.weather)
        and scenario.board.terrain.size <= MOST_HEXES
        and any(it.weapons for it in kinds)
        and scenario.rules.sight.model is not SightModel.BASES
    )


class _AttackTables:
    """Collects the tables of attacks."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._count = tables.field.count
        for at in range(self._count):
            tables.field.look_from(at)
        self._lines: list[LineData] = []
        self._covered: set[tuple[int, int]] = set()

    def data(self, roll: ForceRoll | None) -> AttackData:
        tables, rules = self._tables, self._tables.rules
        numbers: dict[AttackKind, int] = {}
        arms: list[list[ArmData]] = [
            [
                {
                    "exchange": numbers.setdefault(it.kind, len(numbers)),
                    "damage": it.damage,
                    "reach": it.reach,
                }
                for it in own
            ]
            for own in tables.arms
        ]
        used = {it.kind: it for own in tables.arms for it in own}
        exchanges = [self._exchange(used[it].exchange, used[it].rolls, it) for it in numbers]
        dice = rules.attack.dice
        if roll is not None and rules.attack.resolution is Resolution.MODIFIERS:
            dice = roll.dice
        return {
            "dice": [dice.count, dice.sides],
            "arms": arms,
            "heights": [it.height for it in tables.kinds],
            "defences": tables.defences.tolist(),
            "bands": [low for low, _ in tables.bands],
            "heat": tables.heat,
            "exchanges": exchanges,
            "lines": self._lines,
            "crossed": packed_json(self._crossed()),
            "only_enemies_cover": tables.only_enemies_cover,
            "cover_stacks": rules.cover.stacks,
        }

    def _exchange(self, it: Exchange, rolls: Rolls, kind: AttackKind) -> ExchangeData:
        attack = self._tables.rules.attack
        named: list[AttackResult] = []
        for fall in rolls.falls:
            if fall.result is not None and fall.result not in named:
                named.append(fall.result)
        return {
            "automatic": rolls.is_automatic,
            "falls": [
                [fall.total, fall.ways, -1 if fall.result is None else named.index(fall.result)]
                for fall in rolls.falls
            ],
            "results": [
                {
                    "title": result.name,
                    "when": _when(result),
                    "damage": result.damage if ModifierKind.RESULT in attack.damage_sum else 0,
                    "bypasses": -1 if result.bypasses_all else result.bypasses,
                }
                for result in named
            ],
            "least": attack.minimum_damage,
            "sign": it.sign,
            "base": it.base.tolist(),
            "by_attacker": _trimmed(it.by_attacker.tolist()),
            "by_target": _trimmed(it.by_target.tolist()),
            "moves_count": it.moves_count,
            "charges": it.charges,
            "has_sides": it.has_sides,
            "cover_adds": bool(it.cover_adds),
            "harm": it.harm.tolist(),
            "hot": it.hot.tolist(),
            "tables": packed_json(
                {
                    "sides": it.sides.tolist() if it.has_sides else [],
                    "makes": it.makes.tolist() if it.has_sides else [],
                    "front": it.front.tolist(),
                }
            ),
            "lines": self._lines_of(kind),
        }

    def _lines_of(self, kind: AttackKind) -> dict[str, int]:
        tables = self._tables
        reach: dict[int, int] = {}
        for unit_kind, own in zip(tables.kinds, tables.arms, strict=True):
            for arm in own:
                if arm.kind == kind:
                    reach[unit_kind.height] = max(reach.get(unit_kind.height, 0), arm.reach)
        found = {}
        for height, farthest in reach.items():
            for target in sorted({it.height for it in tables.kinds}):
                found[f"{height},{target}"] = len(self._lines)
                self._lines.append(self._line(kind, height, target, farthest))
        return found

    def _line(self, kind: AttackKind, height: int, target: int, farthest: int) -> LineData:
        lines = self._tables.lines(kind, height, target)
        lines.looks_from(range(self._count))
        near = self._tables.field.distances <= farthest + lines.furthest
        table = np.where(near[:, :, None], lines.table, 0)
        bears = (table[:, :, (At.UNIT_TO_HIT, At.UNIT_DAMAGE, At.UNIT_COVER)] != 0).any(axis=2)
        if lines.unit_cover:
            q, r = self._tables.field.q, self._tables.field.r
            a, b = bears.nonzero()
            self._covered |= set(zip((q[b] - q[a]).tolist(), (r[b] - r[a]).tolist(), strict=True))
        return {
            "columns": {
                int(column): packed_numbers(table[:, :, column]) for column in At if table[:, :, column].any()
            },
            "seen": packed_bits(lines.seen & near),
            "unit_cover": bool(lines.unit_cover),
            "furthest": lines.furthest,
        }

    def _crossed(self) -> dict[str, list[list[int]]]:
        """Return the hexes in between, as offsets, by the offset of the target."""
        touched = self._tables.rules.sight.corner is CornerPolicy.CROSSED
        return {
            f"{q},{r}": [list(it) for it in self._tables.field.offsets_between(q, r, touched=touched)]
            for q, r in sorted(self._covered)
        }


def _when(result: AttackResult) -> str:
    """Return when a result comes that is counted on a single die: ``with a die that shows 6``; empty if the total counts."""
    if result.counts is not ResultCounts.DIE:
        return ""
    if result.max is None:
        numbers = f"{result.min} or more"
    else:
        numbers = f"{result.min}" if result.min == result.max else f"{result.min} to {result.max}"
    return f"with a die that shows {numbers}"


def _trimmed(values: list[int]) -> list[int]:
    """Return values without repetitions of the last one at the end."""
    end = len(values)
    while end > 1 and values[end - 2] == values[-1]:
        end -= 1
    return values[:end]
