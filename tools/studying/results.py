"""The results of the study: a row for each board, with its games and its measures, in a CSV file."""

from __future__ import annotations

import csv
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from fairground.core import fairness
from fairground.core.metrics.fairness.advantage import amount, pairs_of
from fairground.core.scenario.fairness_titles_and_limits import Verdict
from tools.studying.sketch import SIDES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from tools.studying.made_boards import StudyBoard

#: Columns before those of the measures.
_HEAD: Final = (
    "set", "number", "design", "ruleset", "plants", "hexes", "turns", "goal", "hold", "kill", "games", *SIDES, "first", "worst",
    "unweighed", "verdict", "because", "expected", "error",
)  # fmt: skip


class StudyRow(NamedTuple):
    """A board of the study.

    ``games`` are those with a winner, and ``wins`` those of West. ``first`` are those of the side that moved first.
    ``amounts`` has how far West's measures are above East's, see ``amount``. ``worst``, ``unweighed``, ``verdict`` and
    ``because`` are those of the report, and ``expected`` is the expected advantage of West in points and ``error`` its error, None for none.
    """

    design_set: str
    number: int
    design: str
    ruleset: str
    plants: str
    stakes: dict[str, int]
    games: int
    wins: int
    first: int
    worst: Verdict | None
    unweighed: Verdict | None
    verdict: str
    because: str
    expected: int | None
    error: int | None
    amounts: dict[str, float]

    @property
    def rate(self) -> float:
        """The win rate of West."""
        return self.wins / self.games


def measured(board: StudyBoard) -> dict[str, Any]:
    """Return the measures of a board: their amounts in both forms, and the verdict."""
    report = fairness(board.sketch.scenario(f"Study {board.number}", board.ruleset))
    amounts = {
        name: None if (found := amount(name, pairs)) is None else round(float(found), 5)
        for name, pairs in pairs_of((it.id, it.values.values()) for it in report.measures).items()
    }
    expected = report.expected_advantage
    sign = -1 if expected.party == SIDES[1] else 1
    return {
        "amounts": amounts,
        "worst": report.worst or "",
        "unweighed": report.unweighed or "",
        "verdict": report.verdict or "none",
        "because": [it.id for it in report.because],
        "expected": None if expected.points is None else sign * expected.points,
        "error": expected.error,
    }


def write_table(games: Iterable[dict[str, Any]], measures: Iterable[dict[str, Any]], file: Path) -> int:
    """Write a row for each board that has games and measures, and return how many."""
    played: dict[tuple[str, int], list[dict[str, Any]]] = defaultdict(list)
    for it in games:
        played[it["set"], it["number"]].append(it)
    rows = [
        _row(rounds, it) for it in measures if (rounds := played.get((it["set"], it["number"]))) is not None
    ]
    # Measures that some board has no value for, or that never differ, explain nothing.
    names = [
        it
        for it in (rows[0]["amounts"] if rows else ())
        if all(row["amounts"][it] is not None for row in rows) and any(row["amounts"][it] for row in rows)
    ]
    with file.open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([*_HEAD, *names])
        for row in sorted(rows, key=lambda it: (it["set"], it["number"])):
            writer.writerow([*(row[it] for it in _HEAD), *(row["amounts"][it] for it in names)])
    return len(rows)


def _row(rounds: list[dict[str, Any]], measures: dict[str, Any]) -> dict[str, Any]:
    """Return the columns of a board."""
    wins = {side: sum(it[side] for it in rounds) for side in SIDES}
    one = rounds[0]
    return {
        **{key: one[key] for key in ("set", "number", "design", "ruleset", "turns", "goal", "hold", "kill")},
        "plants": "; ".join(one["plants"]),
        "hexes": one["size"][0] * one["size"][1],
        "games": sum(wins.values()),
        **wins,
        "first": sum(it["first"] for it in rounds),
        **{key: measures[key] for key in ("worst", "unweighed", "verdict")},
        "because": " ".join(dict.fromkeys(measures["because"])),
        **{key: "" if measures[key] is None else measures[key] for key in ("expected", "error")},
        "amounts": measures["amounts"],
    }


def read_table(file: Path) -> list[StudyRow]:
    """Return the rows of a table."""
    with file.open(encoding="utf-8", newline="") as lines:
        return [
            StudyRow(
                design_set=it["set"],
                number=int(it["number"]),
                design=it["design"],
                ruleset=it["ruleset"],
                plants=it["plants"],
                stakes={key: int(it[key]) for key in ("hexes", "turns", "goal", "hold", "kill")},
                games=int(it["games"]),
                wins=int(it[SIDES[0]]),
                first=int(it["first"]),
                worst=Verdict(it["worst"]) if it["worst"] else None,
                unweighed=Verdict(it["unweighed"]) if it["unweighed"] else None,
                verdict=it["verdict"],
                because=it["because"],
                expected=int(it["expected"]) if it["expected"] else None,
                error=int(it["error"]) if it["error"] else None,
                amounts={key: float(value) for key, value in it.items() if key not in _HEAD},
            )
            for it in csv.DictReader(lines)
        ]
