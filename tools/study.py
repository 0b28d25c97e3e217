"""Study how well the measures of fairness predict who wins, and fit the model behind the expected advantage.

    python tools/study.py play [--boards 120] [--games 80] [--rounds 3] [--seed 1] [--jobs 1] [--set first] [--folder out/study]
    python tools/study.py measure [--boards 120] [--seed 1] [--jobs 1] [--set first] [--folder out/study]
    python tools/study.py table [--set first second] [--folder out/study] --to tools/studying/boards.csv
    python tools/study.py fit tools/studying/boards.csv [--write]
    python tools/study.py check tools/studying/boards.csv --set second --left-out

1. ``play`` draws boards in five designs, equal for both sides until advantages are planted in graded strength, and lets the
default bots play on them with the default force. Half of the games are played with the zones in the other order in the
file, with the same seeds, and each side moves first equally often. ``--set`` chooses the designs: the model is fitted on the
boards of the first and the second set, and checked on those of the last.
2. ``measure`` computes the measures of the same boards.
3. ``table`` joins the two in one file.
4. ``fit`` fits the win rate to the measures' differences, with cross-validation, and prints weights and errors. With
``--write`` it replaces ``resources/advantage.json``, which the program reads.
5. ``check`` compares the expected advantage and the verdict of boards with their games; with ``--left-out`` by models that
have not seen the board's design.

The first two stages add a line of JSON for each board, and ``play`` for each round of games on all boards, to a file in the
folder. They skip what the file has, so that more boards and rounds can be added. The same seed gives the same boards and games.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from functools import partial
from itertools import product
from math import ceil, sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np

from fairground.core import simulate
from fairground.core.metrics.fairness.advantage import MODEL, NINE_IN_TEN, ExpectedAdvantage
from fairground.core.simulation.statistics.wilson import wilson
from tools.studying.designs import DESIGNS
from tools.studying.fitting import (
    SIGNS,
    chosen,
    coverage,
    cross_validated,
    data_of,
    errors_of,
    fitted,
    odds,
    some_boards,
)
from tools.studying.made_boards import study_board
from tools.studying.results import measured, read_table, write_table
from tools.studying.sketch import SIDES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from tools.studying.fitting import CrossValidated, Data, Fit
    from tools.studying.results import StudyRow


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    stages = parser.add_subparsers(dest="stage", required=True)
    for name in ("play", "measure", "table"):
        stage = stages.add_parser(name)
        stage.add_argument("--folder", type=Path, default=Path("out/study"), help="of the results")
        if name == "table":
            stage.add_argument(
                "--set", choices=[*DESIGNS], nargs="+", default=["first", "second"], help="of designs"
            )
            stage.add_argument("--to", type=Path, required=True, help="the CSV file to write")
            continue
        stage.add_argument("--set", choices=[*DESIGNS], default="first", help="of designs; default: first")
        stage.add_argument("--boards", type=int, default=120, help="how many boards")
        stage.add_argument("--seed", type=int, default=1, help="of boards and games")
        stage.add_argument("--jobs", type=int, default=1, help="boards at the same time")
        if name == "play":
            stage.add_argument("--games", type=int, default=80, help="games on each board in a round")
            stage.add_argument("--rounds", type=int, default=3, help="how many rounds")
    for name in ("fit", "check"):
        stage = stages.add_parser(name)
        stage.add_argument("table", type=Path, help="a CSV file that the stage before has written")
        if name == "fit":
            stage.add_argument("--write", action="store_true", help="replace the model of the program")
        else:
            stage.add_argument("--set", choices=[*DESIGNS], help="only boards of this set of designs")
            stage.add_argument(
                "--left-out",
                action="store_true",
                help="expect by a model of all other designs of the table; default: by the program's",
            )
    options = parser.parse_args()
    return {"play": play, "measure": measure, "table": table, "fit": fit, "check": check}[options.stage](
        options
    )


def play(options: argparse.Namespace) -> int:
    """Play the rounds on boards that the file doesn't have yet."""
    work = partial(games_on, games=options.games, seed=options.seed, design_set=options.set)
    return _resumed(options, _file(options.folder, "games", design_set=options.set), work, options.rounds)


def measure(options: argparse.Namespace) -> int:
    """Measure the boards that the file doesn't have yet."""
    work = partial(measures_of, seed=options.seed, design_set=options.set)
    return _resumed(options, _file(options.folder, "measures", design_set=options.set), work, 1)


def _file(folder: Path, what: str, *, design_set: str) -> Path:
    return folder / f"{what}-{design_set}.jsonl"


def _resumed(
    options: argparse.Namespace, file: Path, work: Callable[[tuple[int, int]], dict[str, Any]], rounds: int
) -> int:
    """Add a line to a file for each round and board that it lacks, a round of all boards after the other."""
    file.parent.mkdir(parents=True, exist_ok=True)
    known = {(it["round"], it["number"]) for it in read_lines(file)}
    missing = [it for it in product(range(rounds), range(options.boards)) if it not in known]
    started = time.monotonic()
    with file.open("a", encoding="utf-8") as out, ExitStack() as stack:
        results: Iterable[dict[str, Any]] = map(work, missing)
        if options.jobs > 1:
            pool = ProcessPoolExecutor(options.jobs, multiprocessing.get_context("spawn"))
            results = stack.enter_context(pool).map(work, missing)
        for it in results:
            out.write(json.dumps(it) + "\n")
            out.flush()
    print(f"{len(missing)} boards; {time.monotonic() - started:.0f} s")
    return 0


def read_lines(file: Path) -> list[dict[str, Any]]:
    """Return the objects of a file with one on each line; none without the file."""
    if not file.exists():
        return []
    return [json.loads(it) for it in file.read_text(encoding="utf-8").splitlines() if it]


def games_on(place: tuple[int, int], *, games: int, seed: int, design_set: str) -> dict[str, Any]:
    """Return the wins of each side in a round on a board, over as many games with either order of the zones."""
    number_of_round, number = place
    board = study_board(number, seed, design_set=design_set)
    wins = dict.fromkeys(SIDES, 0)
    first = draws = 0
    for swapped in (False, True):
        scenario = board.sketch.scenario(f"Study {number}", board.ruleset, swapped=swapped)
        found = simulate(scenario, games // 2, seed=1000 * seed + number_of_round)
        draws += found.draws
        for it in found.zones:
            wins[it.id] += it.wins
        first += sum(cell.wins[found.parties.index(cell.first)] for cell in found.cells if cell.first)
    return {
        "round": number_of_round,
        "number": number,
        "seed": seed,
        "set": design_set,
        "design": board.design,
        "ruleset": board.ruleset,
        "plants": board.plants,
        "size": [board.sketch.columns, board.sketch.rows],
        **board.sketch.stakes._asdict(),
        **wins,
        "draws": draws,
        "first": first,
    }


def measures_of(place: tuple[int, int], *, seed: int, design_set: str) -> dict[str, Any]:
    """Return the measures of a board."""
    number_of_round, number = place
    board = study_board(number, seed, design_set=design_set)
    return {"round": number_of_round, "set": design_set, "number": number, **measured(board)}


def table(options: argparse.Namespace) -> int:
    """Write the table of the boards played and measured."""
    games, measures = (
        [line for some in options.set for line in read_lines(_file(options.folder, it, design_set=some))]
        for it in ("games", "measures")
    )
    print(f"{write_table(games, measures, options.to)} boards")
    return 0


def fit(options: argparse.Namespace) -> int:
    """Fit the model, and print its weights and errors."""
    rows = read_table(options.table)
    names = [it for it in SIGNS if it in rows[0].amounts]
    data = data_of(rows, names)
    checked = cross_validated(data, names)
    errors = checked.errors
    columns = chosen(data, names)
    found = fitted(data, columns)
    print(f"{len(rows)} boards, {sum(it.games for it in rows)} games with a winner")
    print(f"first mover: {100 * sum(it.first for it in rows) / sum(it.games for it in rows):.1f}%")
    print(
        f"error on designs not seen: {errors.raw:.1f} points, {errors.luck:.1f} of it luck of the games, "
        f"{errors.model:.1f} without; {errors.without:.1f} if one half is always expected"
    )
    print(
        f"variance for each point that differs: {checked.by_spread:.2f} square points; "
        f"{100 * coverage(data, checked):.0f}% of the boards within their margin of error and luck"
    )
    print("points that differ    boards  error without luck  the same by the rule")
    for some in np.array_split(np.argsort(checked.spreads), 6):
        print(_line_of_spreads(data, checked, some))
    rulesets = sorted({it.ruleset for it in rows})
    print(f"{'measure':20} mean weight  error  3 points  5 points  " + "  ".join(rulesets))
    for place, column in enumerate(columns):
        own = "  ".join(f"{it:11.3f}" for it in found.weights[:, place])
        print(f"{_line(names[column], found, place)} {own}")
    print("\neach measure alone:")
    for column, name in enumerate(names):
        print(_line(name, fitted(data, [column]), 0))
    if options.write:
        write_model(rows, data, columns, found, checked.by_spread)
    return 0


def _line_of_spreads(data: Data, checked: CrossValidated, some: NDArray[np.int64]) -> str:
    """Return the error of some boards, and the error that their spread lets expect."""
    found = errors_of(some_boards(data, some), checked.rates[some])
    spreads = checked.spreads[some]
    expected = np.sqrt(checked.by_spread * spreads.mean())
    return (
        f"{spreads.min():6.1f} to {spreads.max():5.1f}    {len(some):6} {found.model:19.1f} {expected:21.1f}"
    )


def _line(name: str, found: Fit, place: int) -> str:
    """Return a measure with its weight, and the amounts that are worth 3 and 5 points."""
    weight, error = float(found.mean[place]), float(found.errors[place])
    limits = "".join(f"{odds(it) / abs(weight):10.3f}" for it in (3, 5))
    return f"{name:20} {weight:11.3f} {error:6.3f}{limits}"


def write_model(rows: list[StudyRow], data: Data, columns: list[int], found: Fit, by_spread: float) -> None:
    """Replace the model of the program."""
    names = [it for it in SIGNS if it in rows[0].amounts]
    rulesets = sorted({it.ruleset for it in rows})
    terms = [
        {
            "measure": names[column],
            "weights": dict(zip(rulesets, found.weights[:, place].round(4).tolist(), strict=True)),
            # Rounded up, so that the board with the most is inside.
            "most": ceil(1000 * abs(data.amounts[:, column]).max()) / 1000,
        }
        for place, column in enumerate(columns)
    ]
    stakes = {
        key: [min(it.stakes[name] for it in rows), max(it.stakes[name] for it in rows)]
        for key, name in {
            "hexes": "hexes",
            "turns": "turns",
            "points": "goal",
            "hold": "hold",
            "kill": "kill",
        }.items()
    }
    model = {
        "terms": terms,
        "variance": round(by_spread, 2),
        "boards": len(rows),
        "games": sum(it.games for it in rows),
        "rulesets": rulesets,
        **stakes,
    }
    MODEL.write_text(json.dumps(model, indent=2) + "\n", encoding="utf-8")


def check(options: argparse.Namespace) -> int:
    """Print the games, the expected advantage and the verdict of each board of a table, as a table in Markdown."""
    rows = read_table(options.table)
    expected = _left_out(rows) if options.left_out else [(it.expected, it.error, it.verdict) for it in rows]
    print("| board | planted | games | West wins | 95% interval | expected | verdict | because of |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for it, (points, error, verdict) in zip(rows, expected, strict=True):
        if options.set in (None, it.design_set):
            interval = wilson(it.wins, it.games)
            text = "none" if points is None else f"{50 + points} ± {error}%"
            print(
                f"| {it.number + 1} {it.design} | {it.plants or 'nothing'} | {it.games:,} | {100 * it.rate:.1f}% | "
                f"{100 * interval.low:.1f} to {100 * interval.high:.1f}% | {text} | {verdict} | {it.because.replace(' ', ', ')} |"
            )
    return 0


def _left_out(rows: list[StudyRow]) -> list[tuple[int, int, str]]:
    """Return the expected advantage of West, its error and the verdict by models that have not seen the board's design."""
    names = [it for it in SIGNS if it in rows[0].amounts]
    found = cross_validated(data_of(rows, names), names)
    result = []
    for row, rate, differs in zip(rows, found.rates.tolist(), found.spreads.tolist(), strict=True):
        points = round(100 * rate - 50)
        error = max(ceil(NINE_IN_TEN * sqrt(found.by_spread * differs)), 1)
        expected = ExpectedAdvantage(points=abs(points), error=error)
        result.append((points, error, str(expected.verdict(row.worst, row.unweighed))))
    return result


if __name__ == "__main__":
    sys.exit(main())
