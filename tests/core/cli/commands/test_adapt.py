"""``adapt`` as a user runs it: what is written, what is said, and what is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import compare, load
from fairground.core.grid.layout import Layout
from tests.core.cli.answers import check_shape

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., Any]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out.yaml"


def test_a_board_grows_around_its_anchor(run: Run, small: Path, out: Path) -> None:
    ran = run("adapt", small, "-o", out, "--size", "6x10", "--anchor", "centre")
    assert ran.status == 0
    assert ran.out.splitlines() == [
        f"{out}: 6x10 odd-r, penance-1.0",
        "  zone p1-start now has 6 hexes, not 4",
        "  zone p2-start now has 6 hexes, not 4",
    ]
    after = load(out)
    assert (after.board.columns, after.board.rows) == (6, 10)
    assert after.board.terrain_at(after.board.parse("C5")) == ("wall",)
    assert [str(zone.shape) for zone in after.zones] == ["rows 3", "rows 8"]
    assert after.comments[()] == (" A small arena.",)


def test_growing_and_shrinking_back_gives_the_same_scenario(run: Run, small: Path, out: Path) -> None:
    back = out.with_name("back.yaml")
    assert run("adapt", small, "-o", out, "--size", "9x9", "--shift", "2,1").status == 0
    assert load(out).board.layout is Layout.EVEN_R
    ran = run("adapt", out, "-o", back, "--size", "4x6", "--shift=-2,-1")
    assert ran.status == 0
    assert "lost: 57 hexes (A1, B1" in ran.err
    assert compare(load(small), load(back)) == []


def test_what_falls_off_is_said_and_is_in_the_answer(run: Run, small: Path, out: Path) -> None:
    ran = run("adapt", small, "-o", out, "--size", "4x5", "--json")
    check_shape(ran.answer, "adapt")
    assert ran.answer["lost"] == [{"part": "zone", "name": "p2-start", "hex": None}]
    assert ran.answer["fallen"] == ["A6", "B6", "C6", "D6"]
    assert (ran.answer["columns"], ran.answer["rows"], ran.answer["layout"]) == (4, 5, "odd-r")
    # The second side has no place to start from any more.
    assert ran.status == int(bool(ran.answer["findings"]))


def test_six_turns_give_the_same_scenario(run: Run, small: Path, out: Path) -> None:
    before = small
    for turn in range(3):
        after = out.with_name(f"turn-{turn}.yaml")
        assert run("adapt", before, "-o", after, "--turn", "120").status == 0
        before = after
    assert compare(load(small), load(before)) == []


def test_a_mirror_may_take_another_layout(run: Run, small: Path, out: Path) -> None:
    ran = run("adapt", small, "-o", out, "--mirror", "left-right", "--json")
    check_shape(ran.answer, "adapt")
    assert ran.answer["layout"] == "even-r"
    assert ran.answer["changes"] == ["the layout changes from odd-r to even-r"]
    board = load(out).board
    assert board.terrain_at(board.parse("C3")) == ("wall",)
    assert board.terrain_at(board.parse("B4")) == ("wall",)


def test_a_layout_keeps_labels_or_neighbours(run: Run, small: Path, out: Path) -> None:
    ran = run("adapt", small, "-o", out, "--layout", "odd-q", "--keep", "offsets")
    assert ran.status == 0
    assert "distances and lines of sight change" in ran.out
    assert load(out).board.terrain_at(load(out).board.parse("B3")) == ("wall",)
    ran = run("adapt", small, "-o", out, "--layout", "odd-q", "--keep", "neighbours", "--overwrite")
    assert ran.status == 0
    assert load(out).board.void.any()


def test_a_ruleset_is_changed_by_suggestion_and_by_word(run: Run, small: Path, out: Path) -> None:
    ran = run("adapt", small, "-o", out, "--ruleset", "penance-2.0", "--map", "wall=cliff", "--json")
    check_shape(ran.answer, "adapt")
    assert ran.status == 0
    assert ran.answer["ruleset"] == "penance-2.0"
    assert ran.answer["mapping"] == [
        {"topic": "terrain", "old": "clear", "new": "clear", "sure": 100, "why": "in both rulesets"},
        {"topic": "terrain", "old": "wall", "new": "cliff", "sure": 100, "why": "set with --map"},
    ]
    assert load(out).board.terrain_at(load(out).board.parse("B3")) == ("cliff",)
    ran = run("adapt", small, "-o", out, "--ruleset", "megamek", "--map", "terrain:wall=", "--overwrite")
    assert ran.status == 0
    assert "terrain Wall -> nothing  (100%: set with --map)" in ran.out
    assert "lost: terrain Wall on 2 hexes" in ran.err


def test_a_ruleset_of_one_s_own_stands_beside_the_output(run: Run, small: Path, tmp_path: Path) -> None:
    folder = tmp_path / "other"
    folder.mkdir()
    (folder / "mine.yaml").write_text(
        "format: fairground-ruleset/1\nid: mine\ntitle: Mine\nextends: penance-1.0\n", encoding="utf-8"
    )
    ran = run("adapt", small, "-o", folder / "out.yaml", "--ruleset", "mine.yaml")
    assert (ran.status, ran.err) == (0, "")
    assert load(folder / "out.yaml").ruleset.name == "mine.yaml"


def test_several_changes_are_made_in_order(run: Run, small: Path, out: Path) -> None:
    ran = run("adapt", small, "-o", out, "--turn", "180", "--layout", "even-r", "--size", "6x8", "--json")
    check_shape(ran.answer, "adapt")
    assert (ran.answer["columns"], ran.answer["rows"], ran.answer["layout"]) == (6, 8, "even-r")


def test_comments_without_a_place_are_counted(run: Run, small: Path, out: Path) -> None:
    small.write_text(small.read_text() + "# at the end\n")
    assert "1 comment (line 23) dropped" in run("adapt", small, "-o", out, "--turn", "60").out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ((), "choose at least one change"),
        (("--anchor", "top", "--turn", "60"), "--anchor or --shift needs --size"),
        (("--fill", "clear", "--turn", "60"), "--fill needs --size"),
        (("--keep", "offsets", "--turn", "60"), "--keep needs --layout"),
        (("--map", "a=b", "--turn", "60"), "--map needs --ruleset"),
        (("--size", "9x9", "--anchor", "top", "--shift", "1,1"), "either --anchor or --shift"),
        (("--size", "9x9", "--shift", "1"), "write columns and rows, such as 2,-1"),
        (("--size", "9x9", "--fill", "claer"), "no terrain 'claer'. Did you mean 'clear'?"),
        (("--size", "0x9"), "1 to 1,000 columns and rows"),
        (("--turn", "90"), "'90' is not one of"),
        (("--ruleset", "penance-3.0"), "there is no ruleset 'penance-3.0'"),
        (("--ruleset", "penance-2.0", "--map", "wall"), "write old=new"),
        (("--ruleset", "penance-2.0", "--map", "wal=cliff"), "does not use 'wal'. Did you mean 'wall'?"),
        (("--ruleset", "penance-2.0", "--map", "wall=clif"), "has no 'clif'. Did you mean 'cliff'?"),
        (("--ruleset", "penance-2.0", "--map", "terain:wall=cliff"), "Did you mean 'terrain'?"),
        (("--ruleset", "penance-2.0", "--map", "classes:wall=cliff"), "does not use 'wall'"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_written(
    run: Run, small: Path, out: Path, options: tuple[str, ...], words: str
) -> None:
    ran = run("adapt", small, "-o", out, *options)
    assert ran.status == 2
    assert words in " ".join(ran.err.split())
    assert not out.exists()


def test_nothing_is_overwritten_unasked(run: Run, small: Path) -> None:
    before = small.read_bytes()
    assert run("adapt", small, "-o", small, "--turn", "60").status == 2
    assert small.read_bytes() == before
