"""The archive keeps the fairest board of each cell, and gives those that lie far apart."""

from __future__ import annotations

from fractions import Fraction

from fairground.core.improve.variants.generation import Archive, ArchivedBoard, FairnessRank, rank
from fairground.core.metrics.fairness.measured_values import MeasuredValues
from fairground.core.scenario.fairness_titles_and_limits import MEASURES
from tests.core.improve.variants.sketches import strip

SCENARIO = strip("...")
GOOD, BAD = FairnessRank(0, 0, Fraction(0)), FairnessRank(2, 3, Fraction(5))


def kept(x: int | None, y: int | None, how: FairnessRank = GOOD, *, is_root: bool = False) -> ArchivedBoard:
    places = tuple(None if it is None else Fraction(it) for it in (x, y))
    return ArchivedBoard(SCENARIO, (places[0], places[1]), how, "sketch", None, is_root)


def archive(*boards: ArchivedBoard) -> Archive:
    found = Archive((Fraction(1), Fraction(1)))
    for it in boards:
        if found.wants(it.places, it.rank):
            found.keep(it)
    return found


def test_the_fairest_of_a_cell_stays_and_the_first_of_equals() -> None:
    first, second = kept(1, 1, BAD), kept(1, 1)
    found = archive(first, second, kept(1, 1), kept(1, 1, BAD), kept(2, 1))
    assert found.boards[0] is second
    assert len(found) == 2
    assert found.cell((Fraction(7, 2), Fraction(-1, 2))) == (3, -1)


def test_far_ones_are_shown_and_roots_are_not() -> None:
    boards = [kept(x, y) for x in range(5) for y in range(5)]
    found = archive(kept(0, 0, is_root=True), *boards).far_apart(3, (Fraction(0), Fraction(0)))
    assert [(int(it.places[0] or 0), int(it.places[1] or 0)) for it in found] == [(0, 4), (4, 0), (4, 4)]
    assert archive(kept(0, 0, is_root=True)).far_apart(3, (Fraction(0), Fraction(0))) == []


def test_unfair_boards_are_left_out_where_enough_fair_ones_are_there() -> None:
    found = archive(kept(0, 0, is_root=True), kept(9, 9, BAD), kept(1, 0), kept(0, 1))
    near = found.far_apart(2, (Fraction(0), Fraction(0)))
    assert all(it.rank == GOOD for it in near)
    assert found.far_apart(3, (Fraction(0), Fraction(0)))[-1].rank == BAD


def test_boards_without_a_value_are_a_cell_of_their_own() -> None:
    found = archive(kept(0, 0), kept(None, 0), kept(None, 0, BAD), kept(3, None))
    assert [it.places[0] for it in found.boards] == [0, 3, None]
    assert len(found.far_apart(5, (None, None))) == 3


def reading(measure: str, one: int, other: int | None) -> MeasuredValues:
    return MeasuredValues(measure, "", {"a": Fraction(one), "b": None if other is None else Fraction(other)})


def test_the_standing_counts_what_gates_and_is_not_green() -> None:
    roles = {"a": "", "b": ""}
    fair = rank([reading("territory", 9, 9), reading("cooling", 9, 1)], MEASURES, roles)
    assert fair == GOOD
    amber = rank([reading("territory", 100, 90)], MEASURES, roles)
    red = rank([reading("territory", 100, 50), reading("contact", 3, 3)], MEASURES, roles)
    never = rank([reading("contact", 3, None)], MEASURES, roles)
    assert (amber.severity, amber.unfair) == (1, 1)
    assert fair < amber < red
    assert never.severity == 2
    assert never.beyond <= 20
