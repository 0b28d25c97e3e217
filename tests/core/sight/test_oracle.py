"""A sample of the answers of MegaMek's own engine, where they are at hand; ``tools/check_oracle.py`` takes them all."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.core.sight.oracle import Outcome, Row, judge_rows, read_table

if TYPE_CHECKING:
    from tests.core.sight.conftest import MakeField

SHARED = Path(__file__).parents[4] / "shared"
TABLE = SHARED / "oracle" / "megamek.csv.gz"
#: Rows of each board.
A_BOARD = 200

#: One column: a house of two hexes, open ground, and another house.
BOARD = """\
size 1 5
hex 0101 0 "bldg_elev:3;building:2:8;bldg_cf:50" ""
hex 0102 0 "bldg_elev:3;building:2:1;bldg_cf:50" ""
hex 0103 0 "" ""
hex 0104 0 "" ""
hex 0105 0 "bldg_elev:3;building:2;bldg_cf:50" ""
end
"""


def row(start: int, end: int, *, clear: bool, split: bool = False, fields: int = 0) -> Row:
    return Row("a.board", (1, start), (1, end), 0, split, clear, {"plantedFields": fields})


def outcomes(tmp_path: Path, *rows: Row) -> list[Outcome]:
    (tmp_path / "a.board").write_text(BOARD, encoding="utf-8")
    return [it.outcome for it in judge_rows(tmp_path / "a.board", rows)]


def test_mm_06_rows_are_told_apart(tmp_path: Path) -> None:
    assert outcomes(
        tmp_path,
        row(3, 4, clear=True),
        row(3, 4, clear=False),
        row(3, 4, clear=True, split=True),
        row(3, 4, clear=True, fields=1),
    ) == [Outcome.AGREED, Outcome.DIFFERENT, Outcome.BEARING, Outcome.FIELDS]


def test_mm_06_out_of_the_firer_s_own_building_is_explained_and_into_it_is_not(tmp_path: Path) -> None:
    """The engine looks past the house at A2 from within it, at another house, and not back."""
    assert outcomes(tmp_path, row(1, 5, clear=True), row(5, 1, clear=False), row(5, 1, clear=True)) == [
        Outcome.OWN_BUILDING,
        Outcome.AGREED,
        Outcome.DIFFERENT,
    ]


@pytest.mark.long
def test_mm_06_the_engine_s_own_answers(field: MakeField) -> None:
    """Sight by ``megamek`` is the engine's, but for what is left out or explained."""
    assert field("megamek").sees("A1", "B1")
    if not TABLE.exists():
        pytest.skip(f"needs {TABLE}, which is no part of this repository")
    rng = random.Random(6)  # noqa: S311
    counts: Counter[Outcome] = Counter()
    for name, rows in sorted(read_table(TABLE).items()):
        sample = rng.sample(rows, min(A_BOARD, len(rows)))
        for it in judge_rows(SHARED / "boards" / name, sample):
            assert it.outcome is not Outcome.DIFFERENT, it.row
            counts[it.outcome] += 1
    assert counts[Outcome.AGREED] > 0.9 * counts.total()
