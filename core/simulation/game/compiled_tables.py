"""The tables of a scenario for the compiled part: the same arrays that Python fills and reads, and filled as they are asked for."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Final

import numpy as np

from fairground.core.simulation.game.board_numbers import crossed
from fairground.core.simulation.game.compiled_structures import (
    Ask,
    HeldArrays,
    PlayArm,
    PlayBetween,
    PlayEndRow,
    PlayExchange,
    PlayLines,
    PlayMoves,
    PlayRolls,
    PlayStrikes,
    PlayTables,
)
from fairground.core.simulation.game.playout_policy import shifts

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.simulation.game.attack_lines import Lines
    from fairground.core.simulation.game.exchange import Exchange
    from fairground.core.simulation.game.moves import Moves
    from fairground.core.simulation.game.rolls import Rolls
    from fairground.core.simulation.game.tables import Tables

#: ``bypasses`` of a result of the dice that bypasses all of the defence.
_ALL: Final = -1


class CompiledTables:
    """Tables as the compiled part reads them; ``filled`` is the structure, ``error`` what went wrong in filling it."""

    def __init__(self, tables: Tables, library: ctypes.CDLL) -> None:
        # Games are short, and Python fills tables in between: nobody else has to run meanwhile.
        self.functions = ctypes.PyDLL(library._name, handle=library._handle)  # noqa: SLF001  # nothing public has them
        self.functions.play_close.argtypes = [ctypes.c_void_p]
        self._tables, self._held = tables, HeldArrays()
        self.error: BaseException | None = None
        self._lines: list[Lines] = []
        self.filled = PlayTables()
        self._fill_board()
        self._fill_attacks()
        self._fill_moves()
        self._looks_ahead = False
        self._fillers: tuple[Callable[[int, int, int], object], ...] = (
            self._field,
            self._line,
            self._moves,
            self._toward,
            self._seen,
            self._between,
            self._strikes,
            self._later,
            self._ends,
        )
        self.filled.ask = Ask(self._ask)
        if not self.functions.play_open(ctypes.byref(self.filled)):
            raise MemoryError("not enough memory for the game tables")

    def __del__(self) -> None:
        """Free what the compiled part has kept."""
        if hasattr(self, "filled"):
            self.functions.play_close(ctypes.byref(self.filled))

    def look_ahead(self) -> None:
        """Make room for the outlook, for bots that need it; once."""
        if self._looks_ahead:
            return
        self._looks_ahead = True
        tables, held, it = self._tables, self._held, self.filled
        outlook = tables.outlook
        it.groups, it.has_sides = max(outlook.groups) + 1, bool(tables.rules.shields)
        it.sides, it.classes = outlook.sides, outlook.classes
        it.group_of = held.array(outlook.groups)
        it.every_hit = held.place(outlook.every_hit)
        it.every_later = held.place(outlook.every_later)
        it.every_number = held.place(outlook.every_number)
        it.chances = held.array(outlook.chances)
        it.shifts_by_attacker = held.array([shifts(arms, by_target=False) for arms in tables.arms])
        it.shifts_by_target = held.array([shifts(arms, by_target=True) for arms in tables.arms])
        strikes = []
        for kind in range(len(tables.kinds)):
            found = outlook.strikes(kind, ())
            strikes.append(
                PlayStrikes(
                    found.mean.shape[2],
                    held.place(found.mean),
                    held.place(found.later),
                    held.bytes_of(found.filled),
                    held.bytes_of(found.filled_later),
                )
            )
        it.strikes = held.structures(PlayStrikes, strikes)
        rows = it.kinds * it.bands * it.count
        it.end_rows = held.structures(PlayEndRow, (PlayEndRow(-1) for _ in range(rows)))

    def _ask(self, what: int, a: int, b: int, c: int) -> int:
        try:
            self._fillers[what](a, b, c)
        except BaseException as error:  # noqa: BLE001  # raised again in play_on()
            self.error = error
            return 1
        return 0

    def _fill_board(self) -> None:
        tables, held, it = self._tables, self._held, self.filled
        field, rules = tables.field, tables.rules
        it.count, it.kinds, it.bands = field.count, len(tables.kinds), len(tables.bands)
        it.furthest, it.point = tables.furthest, tables.point
        it.cover_stacks, it.only_enemies_cover = rules.cover.stacks, tables.only_enemies_cover
        it.passes_allies = rules.movement.occupied.through_allies
        it.ends_with_allies = rules.movement.occupied.ends
        it.distances, it.ways = held.place(field.distances), held.place(field.ways)
        it.field_known = held.bytes_of(field.known)
        it.q, it.r = held.array(field.q), held.array(field.r)
        it.lowest_q, it.lowest_r = int(field.q.min()), int(field.r.min())
        it.q_span, it.r_span = int(np.ptp(field.q)) + 1, int(np.ptp(field.r)) + 1
        number_at = np.full((it.q_span, it.r_span), -1, np.int64)
        number_at[field.q - it.lowest_q, field.r - it.lowest_r] = np.arange(field.count)
        it.number_at = held.array(number_at)
        it.between_span = max(it.q_span, it.r_span)
        width = 2 * it.between_span + 1
        it.between = held.structures(PlayBetween, (PlayBetween(-1) for _ in range(width * width)))
        it.harm, it.heating = held.array(tables.harm), held.array(tables.heating)
        it.band_starts = held.array([low for low, _ in tables.bands])
        it.unit_defences, it.best_range = held.array(tables.defences), held.array(tables.best_range)
        it.hit_points = held.array([kind.hit_points for kind in tables.kinds])

    def _fill_attacks(self) -> None:
        tables, held, it = self._tables, self._held, self.filled
        every = [arm for arms in tables.arms for arm in arms]
        rolls = {id(arm.rolls): arm.rolls for arm in every}
        exchanges = {id(arm.exchange): arm.exchange for arm in every}
        lines: dict[int, Lines] = {}
        arms = []
        for kind, listed in enumerate(tables.arms):
            for number, arm in enumerate(listed):
                by_target = [
                    tables.lines(arm.kind, tables.kinds[kind].height, other.height) for other in tables.kinds
                ]
                lines |= {id(line): line for line in by_target}
                costs = [tables.cost(kind, number, band) for band in range(len(tables.bands))]
                arms.append(
                    PlayArm(
                        list(exchanges).index(id(arm.exchange)),
                        list(rolls).index(id(arm.rolls)),
                        arm.damage,
                        arm.reach,
                        arm.offset,
                        held.array([list(lines).index(id(line)) for line in by_target]),
                        held.array(costs),
                    )
                )
        self._lines = list(lines.values())
        it.worth = held.array(tables.every_worth)
        _, it.numbers, it.damages, it.defences = tables.worth_shape
        it.arms_of = held.array(np.cumsum([0, *(len(listed) for listed in tables.arms)]))
        it.arms = held.structures(PlayArm, arms)
        it.rolls = held.structures(PlayRolls, map(self._rolls_of, rolls.values()))
        it.exchanges = held.structures(PlayExchange, map(self._exchange_of, exchanges.values()))
        it.lines = held.structures(
            PlayLines,
            (
                PlayLines(
                    line.furthest,
                    line.unit_cover,
                    held.place(line.table),
                    held.place(line.seen),
                    held.bytes_of(line.known),
                )
                for line in self._lines
            ),
        )

    def _rolls_of(self, rolls: Rolls) -> PlayRolls:
        array, results = self._held.array, [fall.result for fall in rolls.falls]
        return PlayRolls(
            rolls.lowest,
            rolls.highest,
            rolls.is_automatic,
            rolls.ways,
            len(rolls.falls),
            rolls.counts_result,
            rolls.least,
            array([fall.total for fall in rolls.falls]),
            array(rolls.until),
            array([result.damage if result else 0 for result in results]),
            array(
                [(_ALL if result.bypasses_all else result.bypasses) if result else 0 for result in results]
            ),
        )

    def _exchange_of(self, exchange: Exchange) -> PlayExchange:
        array = self._held.array
        return PlayExchange(
            exchange.sign,
            exchange.has_sides,
            exchange.cover_adds,
            exchange.moves_count,
            exchange.charges,
            exchange.all_round,
            array(exchange.base),
            array(exchange.sides),
            array(exchange.makes, np.bool_),
            array(exchange.front, np.bool_),
            array(exchange.by_attacker),
            array(exchange.by_target),
            array(exchange.harm),
            array(exchange.hot),
        )

    def _fill_moves(self) -> None:
        held, it = self._held, self.filled
        self._toward_places = np.zeros((it.kinds * it.bands, it.count), np.uint64)
        self._seen_places = np.zeros((it.kinds * it.bands, it.count), np.uint64)
        self._passes = np.zeros(it.kinds * it.bands, np.uint8)
        it.moves = held.structures(PlayMoves, (PlayMoves() for _ in range(it.kinds * it.bands)))
        it.passes_enemies = held.place(self._passes)

    def _moves_of(self, kind: int, band: int) -> tuple[Moves, int]:
        """Return the moves of a kind of unit in a heat band, and their place in the table."""
        return self._tables.moves(kind, band), kind * int(self.filled.bands) + band

    def _field(self, at: int, _: int, __: int) -> None:
        self._tables.field.look_from(at)

    def _line(self, line: int, at: int, _: int) -> None:
        self._lines[line].look_from(at)

    def _moves(self, kind: int, band: int, _: int) -> None:
        moves, place = self._moves_of(kind, band)
        array, count = self._held.array, int(self.filled.count)
        exits = [moves.exits(state) for state in range(count * moves.size)]
        each = np.array([it for listed in exits for it in listed], np.int64).reshape(-1, 3)
        occupied = self._tables.rules.movement.occupied
        self._passes[place] = moves.mover.mode.passes_enemies or occupied.through_enemies
        self.filled.moves[place] = PlayMoves(
            1,
            moves.facings,
            moves.turns_on_the_way,
            moves.size,
            moves.scale,
            moves.allowance,
            moves.is_sighted,
            array(moves.turning),
            array([moves.starts(facing)[0] for facing in range(6)]),
            array([moves.facing_of(stance, 0) for stance in range(moves.size)]),
            array([moves.may_stay(at) for at in range(count)], np.uint8),
            array(np.cumsum([0, *map(len, exits)])),
            array(each[:, 0]),
            array(each[:, 1]),
            array(each[:, 2]),
            self._toward_places[place].ctypes.data,
            self._seen_places[place].ctypes.data,
        )

    def _toward(self, kind: int, band: int, at: int) -> None:
        moves, place = self._moves_of(kind, band)
        self._toward_places[place, at] = self._held.array(moves.toward(at))

    def _seen(self, kind: int, band: int, at: int) -> None:
        moves, place = self._moves_of(kind, band)
        self._seen_places[place, at] = self._held.array(
            np.frombuffer(moves.seen_from(at), np.uint8), np.uint8
        )

    def _between(self, over: int, down: int, _: int) -> None:
        found = np.array(crossed(over, down, touched=self._lines[0].touched), np.int64).reshape(-1, 2)
        span = int(self.filled.between_span)
        array = self._held.array
        place = (over + span) * (2 * span + 1) + down + span
        self.filled.between[place] = PlayBetween(len(found), array(found[:, 0]), array(found[:, 1]))

    def _strikes(self, kind: int, at: int, _: int) -> None:
        self._tables.outlook.strikes(kind, (at,))

    def _later(self, kind: int, at: int, _: int) -> None:
        self._tables.outlook.later(kind, (at,))

    def _ends(self, kind: int, band: int, at: int) -> None:
        outlook = self._tables.outlook
        row = outlook.ends(kind, band, at)
        outlook.later(kind, row.hexes.tolist())
        array, place = self._held.array, outlook.first_row(kind, band) + at
        self.filled.end_rows[place] = PlayEndRow(
            row.hexes.size, array(row.hexes), array(row.classes), array(row.moved)
        )
