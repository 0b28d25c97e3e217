"""Whatever is done with all tools and to all fields can be undone and redone, to the byte."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairground.core.files import to_text

if TYPE_CHECKING:
    from collections.abc import Callable

COMMANDS = st.tuples(st.integers(0, 99), st.integers(0, 63), st.integers(0, 63))


def check(player: Any, commands: list[tuple[int, int, int]]) -> None:
    """Play, and then walk through the whole history and back."""
    document = player.document
    texts = {0: to_text(document.scenario)}
    for command in commands:
        player.play(*command)
        texts[document.undo_stack.index()] = to_text(document.scenario)
    count = document.undo_stack.count()
    document.go_to(count)
    texts.setdefault(count, to_text(document.scenario))
    for index in (*range(count - 1, -1, -1), *range(1, count + 1), 0, count):
        document.go_to(index)
        assert to_text(document.scenario) == texts[index]


@pytest.mark.parametrize("seed", range(5))
def test_two_hundred_commands_can_be_undone_and_redone(make_player: Callable[..., Any], seed: int) -> None:
    random = Random(seed)  # noqa: S311  # no secret
    commands = [(random.randrange(100), random.randrange(64), random.randrange(64)) for _ in range(200)]
    player = make_player()
    check(player, commands)
    assert len(player.kinds) > 25
    assert player.document.undo_stack.count() > 20


@given(commands=st.lists(COMMANDS, max_size=30))
def test_any_commands_can_be_undone_and_redone(
    make_player: Callable[..., Any], commands: list[tuple[int, int, int]]
) -> None:
    check(make_player(), commands)
