"""What a verdict says of itself: mutual sight, reasons that can be read aloud, and the answer to scripts."""

from __future__ import annotations

import json
import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.grid.hexsides import Hexside
from fairground.core.sight.line.verdict import Verdicts, sight
from tests.core.movement.drawing import drawn
from tests.core.sight.random_boards import EVERYTHING, hex_rulesets, pairs, random_policies, random_scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.scenario.document import Scenario
    from fairground.core.sight.line.verdict import SightVerdict
    from tests.core.sight.conftest import MakeField

RULESETS = hex_rulesets()
PLACE = r"(?:[A-Z]+\d+|column -?\d+, row -?\d+)"


def seen_at_random(seed: int, *, lines: int = 60) -> Iterator[tuple[Scenario, SightVerdict, SightVerdict]]:
    """Yield lines of a board at random, there and back."""
    rng = random.Random(seed)  # noqa: S311
    name = rng.choice([EVERYTHING, *RULESETS])
    scenario = random_scenario(rng, name, random_policies(rng, name) if rng.random() < 0.7 else None, size=9)
    verdicts = Verdicts(scenario)
    for start, end, heights in pairs(rng, scenario, lines):
        yield scenario, verdicts.sight(start, end, heights), verdicts.sight(end, start, heights[::-1])


seeds = st.integers(0, 2**32)


@pytest.mark.long
@settings(max_examples=60)
@given(seeds)
def test_h_06_sight_is_mutual_by_every_policy(seed: int) -> None:
    for _, there, back in seen_at_random(seed):
        assert there.clear == back.clear
        assert there.opacities == back.opacities


@pytest.mark.long
@settings(max_examples=40)
@given(seeds)
def test_h_06_the_way_back_has_the_same_modifiers_exchanged(seed: int) -> None:
    for _, there, back in seen_at_random(seed):
        assert there.hindrance == back.hindrance[::-1]
        assert there.cover == back.cover[::-1]


@pytest.mark.long
@settings(max_examples=60)
@given(seeds)
def test_h_06_blocked_lines_name_what_blocks_and_clear_ones_do_not(seed: int) -> None:
    for _, there, back in seen_at_random(seed):
        assert there.clear == (not there.blocked_by)
        assert len(set(there.blocked_by)) == len(there.blocked_by)
        if not there.clear:
            assert (there.hindrance, there.cover) == ((0, 0), (0, 0))
            told = {it.place for it in there.reasons}
            assert set(there.blocked_by) <= told
            assert told - {None} == set(there.blocked_by)
        # Things that add up are told where they reach their limit, which is another place on the way back.
        assert bool(there.blocked_by) == bool(back.blocked_by)


@pytest.mark.long
@settings(max_examples=60)
@given(seeds)
def test_h_03_what_blocks_is_on_the_line_and_in_its_order(seed: int) -> None:
    for _, there, _ in seen_at_random(seed):
        line = there.line
        hexes = [*line.crossed, *line.touched, *(at for it in line.stretches for at in (it.left, it.right))]
        for at in there.blocked_by:
            assert isinstance(at, Hexside) or at in hexes
        plain = [at for at in there.blocked_by if at in line.crossed]
        assert plain == [at for at in line.crossed if at in plain]


@given(seeds)
def test_reasons_can_be_read_aloud(seed: int) -> None:
    for scenario, there, _ in seen_at_random(seed):
        assert there.reasons
        for it in there.reasons:
            assert it.text
            assert it.text == it.text.strip()
            assert not it.text.endswith(".")
            assert "None" not in it.text
            assert "  " not in it.text
            assert not re.search(r"(^|[ ,:])[,:]|: *$|<|\{", it.text), it.text
            assert re.fullmatch(r"|[A-Z]{1,3}\d?-\d{1,2}", it.rule)
            if it.place is not None:
                assert re.match(PLACE, it.text), it.text
            if not scenario.ruleset.overrides and scenario.ruleset.name != EVERYTHING:
                assert it.rule, it.text


@pytest.mark.long
@settings(max_examples=60)
@given(seeds)
def test_modifiers_are_the_sums_of_their_reasons(seed: int) -> None:
    for scenario, there, _ in seen_at_random(seed):
        name = scenario.board.hex_name
        ways = {
            f"for attacks on {name(there.end)} from {name(there.start)}": (0,),
            f"for attacks on {name(there.start)} from {name(there.end)}": (1,),
            "in both directions": (0, 1),
        }
        sums = {"hindrance": [0, 0], "cover": [0, 0]}
        for it in there.reasons:
            found = re.search(r", (hindrance|cover) ([+-]\d+) (.*)$", it.text)
            for which in ways[found[3]] if found else ():
                assert found is not None
                sums[found[1]][which] += int(found[2])
        assert (tuple(sums["hindrance"]), tuple(sums["cover"])) == (there.hindrance, there.cover)


def is_label(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(PLACE, value) is not None


def is_side(value: object) -> bool:
    return isinstance(value, str) and value in {"N", "NE", "E", "SE", "S", "SW", "W", "NW"}


def check_answer(answer: dict[str, Any]) -> None:
    """Check the keys and types that scripts rely on."""
    assert list(answer) == [
        "from", "to", "distance", "sight", "blocked_by", "line", "hindrance", "cover", "opacity", "reasons",
    ]  # fmt: skip
    assert is_label(answer["from"])
    assert is_label(answer["to"])
    assert type(answer["sight"]) is bool
    assert type(answer["distance"]) is type(answer["opacity"]) is int
    for place in answer["blocked_by"]:
        assert is_label(place) or (len(place) == 2 and is_label(place[0]) and is_side(place[1]))
    for it in answer["line"]:
        match it:
            case {"hex": at, **rest}:
                assert is_label(at)
                assert not rest
            case {"left": left, "right": right, "side": side, **rest}:
                assert is_label(left)
                assert is_label(right)
                assert is_side(side)
                assert not rest
            case {"side": side, "between": [near, far], **rest}:
                assert is_label(near)
                assert is_label(far)
                assert is_side(side)
                assert not rest
            case _:
                pytest.fail(str(it))
    for modifier in ("hindrance", "cover"):
        assert list(answer[modifier]) == ["to", "back"]
        assert all(type(it) is int for it in answer[modifier].values())
    for it in answer["reasons"]:
        assert set(it) <= {"rule", "text", "hex", "side"}
        assert {"rule", "text"} <= set(it)
        assert all(isinstance(it[key], str) for key in ("rule", "text"))
        assert "hex" not in it or is_label(it["hex"])


@pytest.mark.long
@settings(max_examples=60)
@given(seeds)
def test_the_answer_has_the_keys_and_types_that_scripts_rely_on(seed: int) -> None:
    for _, there, _ in seen_at_random(seed, lines=30):
        answer = there.to_json()
        check_answer(answer)
        assert json.loads(json.dumps(answer)) == answer


def test_the_sentences_of_a_blocked_line(field: MakeField) -> None:
    board = field("hexside-ww2").put("building", "D3").raise_to(1, "C5")
    assert [(it.rule, it.text) for it in board.sight("C2", "C6").reasons] == [
        ("HS-02", "the line runs along hexsides and is blocked on both sides of them"),
        ("HS-01", "D3, on the left of the line: Building blocks"),
        ("HS-11", "C5, on the right of the line: the ground, at level 1, is higher than both ends"),
    ]


def test_the_sentences_of_a_clear_line(field: MakeField) -> None:
    board = field("hexside-ww2").put("building", "D3").put("orchard", "C3").put("woods", "C4")
    assert [(it.rule, it.text) for it in board.sight("C2", "C4").reasons] == [
        ("HS-04", "D3, on the left of the line: Building blocks, but the other side is clear"),
        ("HS-07", "C3: Orchard, hindrance +1 in both directions"),
        ("HS-10", "C4: Woods, cover +2 for attacks on C4 from C2"),
    ]


def test_covers_that_add_up_are_told_each(field: MakeField) -> None:
    board = field("penance-2.0", overrides={"cover.stacks": True}).put(("forest", "forest"), "H3", "B3")
    seen = board.sight("B3", "H3")
    assert seen.cover == (2, 2)
    assert [it.text for it in seen.reasons[1:]] == [
        "H3: Light cover, cover +1 for attacks on H3 from B3",
        "H3: Light cover, cover +1 for attacks on H3 from B3",
        "B3: Light cover, cover +1 for attacks on B3 from H3",
        "B3: Light cover, cover +1 for attacks on B3 from H3",
    ]


# -- why a line is clear -------------------------------------------------------------------------------------------


def test_p2_09_a_line_over_higher_ground_says_that_levels_do_not_count() -> None:
    hill = drawn("penance-2.0", "clear clear@2 clear@2 clear")
    found = sight(hill, "A1", "D1")
    assert found.clear
    assert not found.is_unobstructed
    assert found.ignored_levels == tuple(map(hill.board.parse, ("B1", "C1")))
    text = "B1, C1: higher than both ends, but levels do not count in this ruleset"
    assert [(it.rule, it.text) for it in found.reasons] == [("P2-09", text)]


def test_a_line_over_nothing_says_so_whatever_the_levels_of_its_ends() -> None:
    for row in ("clear clear clear", "clear@2 clear@2 clear"):
        found = sight(drawn("penance-2.0", row), "A1", "C1")
        assert found.is_unobstructed
        assert [it.text for it in found.reasons] == ["nothing blocks the line"]


def test_higher_ground_that_counts_or_lies_off_a_blocked_line_is_no_ignored_level() -> None:
    assert sight(drawn("hexside-ww2", "clear clear@1 clear"), "A1", "C1").ignored_levels == ()
    blocked = sight(drawn("penance-2.0", "clear clear@2 wall clear"), "A1", "D1")
    assert (blocked.clear, blocked.ignored_levels) == (False, ())


def test_many_higher_hexes_are_named_in_one_sentence() -> None:
    long_hill = sight(drawn("penance-1.0", "clear " + "clear@1 " * 6 + "clear"), "A1", "H1")
    text = "B1, C1, D1, E1 and 2 more: higher than both ends, but levels do not count in this ruleset"
    assert [(it.rule, it.text) for it in long_hill.reasons] == [("H-03", text)]
