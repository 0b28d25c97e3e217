"""The study: boards that are equal until something is planted, fits that find known weights, and runs that resume."""

from __future__ import annotations

import json
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import numpy as np
import pytest

from fairground.core import fairness
from fairground.core.metrics.fairness.advantage import advantage_model
from fairground.core.scenario.fairness_titles_and_limits import Verdict
from fairground.core.validation.validator import validate
from tools import study
from tools.studying.designs import DESIGNS, field
from tools.studying.fitting import SIGNS, Data, chosen, coverage, cross_validated, data_of, fitted
from tools.studying.made_boards import study_board
from tools.studying.plants import PLANTS
from tools.studying.results import read_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tools.studying.sketch import Sketch

TABLE = Path(study.__file__).parent / "studying" / "boards.csv"


def drawn_with(seed: int) -> Random:
    """Return the random numbers of a drawing."""
    return Random(seed)  # noqa: S311  # the same drawing again


@pytest.mark.parametrize(
    "design", [it for some in DESIGNS.values() for it in some], ids=attrgetter("__name__")
)
def test_a_design_is_equal_for_both_sides(design: Callable[[Random], Sketch]) -> None:
    sketch = design(drawn_with(3))
    found = fairness(
        sketch.scenario("Even", "penance-2.0"), measures=["territory", "high-ground", "capacity"]
    )
    assert found.symmetry.name == "180° turn"
    assert found.symmetry.share == 1
    assert all(len(set(it.values.values())) == 1 for it in found.measures if it.values)
    assert found.verdict is Verdict.GREEN


@pytest.mark.parametrize("plant", PLANTS)
def test_a_plant_changes_the_board(plant: str) -> None:
    sketch = field(drawn_with(5))
    before = sketch.scenario("Before", "penance-2.0")
    PLANTS[plant](sketch, 1, 3, drawn_with(1))
    after = sketch.scenario("After", "penance-2.0")
    assert fairness(before).symmetry.share == 1
    assert fairness(after, despite_errors=True).symmetry.share < 1 or after.objectives != before.objectives


def test_a_seed_and_a_number_give_the_same_board_without_errors() -> None:
    for number in range(12):
        one, other = study_board(number, 4), study_board(number, 4)
        scenario = one.sketch.scenario("One", one.ruleset)
        assert one.plants == other.plants
        assert np.array_equal(scenario.board.terrain, other.sketch.scenario("One", one.ruleset).board.terrain)
        assert not [it for it in validate(scenario) if it.severity.value == "error"]


def test_the_order_of_the_zones_changes_nothing_else() -> None:
    board = study_board(0, 4)
    one, other = (board.sketch.scenario("Board", board.ruleset, swapped=it) for it in (False, True))
    assert [it.id for it in one.zones] == [it.id for it in other.zones][::-1]
    assert {it.id: str(it.shape) for it in one.zones} == {it.id: str(it.shape) for it in other.zones}


def made(weights: Sequence[float], boards: int = 200) -> Data:
    """Return games whose log-odds are a sum of amounts with these weights; further amounts have no effect."""
    chance = np.random.default_rng(1)
    amounts = chance.normal(size=(boards, len(weights) + 1))
    rates = 1 / (1 + np.exp(-(amounts[:, :-1] @ np.array(weights))))
    games = np.full(boards, 400.0)
    wins = chance.binomial(400, rates)
    seen = (wins + 0.5) / 401
    rules, designs = np.arange(boards) % 2, np.arange(boards) % 5
    odds, of_boards = np.log(seen / (1 - seen)), games * seen * (1 - seen)
    return Data(odds, of_boards, amounts, wins / games, games, rules, designs)


def test_a_fit_finds_known_weights_and_leaves_out_what_has_no_effect() -> None:
    names = ["territory", "hazard", "cover"]
    data = made([0.5, -0.3])
    assert sorted(chosen(data, names)) == [0, 1]
    found = fitted(data, [0, 1])
    assert found.mean == pytest.approx([0.5, -0.3], abs=0.05)
    assert found.weights.shape == (2, 2)
    checked = cross_validated(data, names)
    assert checked.errors.raw < 1.3 * checked.errors.luck < checked.errors.without
    assert len(checked.rates) == len(checked.spreads) == 200
    # The model is true, so that little is left for its own error, and luck alone explains nine boards of ten.
    assert checked.by_spread < 0.2
    assert coverage(data, checked) > 0.84


def test_the_error_of_a_model_grows_with_what_differs() -> None:
    # A further effect of 8 points on each board, as large as that of the measures.
    data = made([0.5, -0.3])
    chance = np.random.default_rng(2)
    data = data._replace(rates=np.clip(data.rates + chance.normal(0, 0.08, 200), 0.02, 0.98))
    checked = cross_validated(data, ["territory", "hazard", "cover"])
    # About 64 square points, and about 16 points that differ.
    assert 2 < checked.by_spread < 8
    assert 0.8 < coverage(data, checked) < 0.99


def test_a_measure_that_helps_the_wrong_way_round_is_left_out() -> None:
    assert chosen(made([0.5, 0.3]), ["territory", "hazard", "cover"]) == [0]


def test_the_model_of_the_program_is_that_of_the_table() -> None:
    rows = read_table(TABLE)
    names = [it for it in SIGNS if it in rows[0].amounts]
    data = data_of(rows, names)
    columns = chosen(data, names)
    model = advantage_model()
    assert [names[it] for it in columns] == [it.measure for it in model.terms]
    assert (model.boards, model.games) == (len(rows), sum(it.games for it in rows))
    assert model.variance == pytest.approx(cross_validated(data, names).by_spread, abs=0.01)
    weights = fitted(data, columns).weights
    for place, term in enumerate(model.terms):
        assert [*term.weights.values()] == pytest.approx(weights[:, place].tolist(), abs=1e-3)


def test_a_stage_resumes_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []

    def games_on(place: tuple[int, int], **_options: object) -> dict[str, object]:
        asked.append(place)
        return {"round": place[0], "number": place[1]}

    monkeypatch.setattr(study, "games_on", games_on)
    for boards, rounds in (("2", "1"), ("3", "2")):
        monkeypatch.setattr(
            "sys.argv",
            ["study.py", "play", "--boards", boards, "--rounds", rounds, "--folder", str(tmp_path)],
        )
        assert study.main() == 0
    assert asked == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    lines = (tmp_path / "games-first.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(it)["number"] for it in lines] == [0, 1, 2, 0, 1, 2]
