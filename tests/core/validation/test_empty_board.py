from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairground.core.finding import Finding
    from fairground.core.scenario.document import Scenario


def test_a_board_of_void_alone_is_no_board(
    arena: Callable[..., Scenario], finding: Callable[..., Finding], codes: Callable[..., list[str]]
) -> None:
    found = finding("board.void", arena("-- --"))
    assert (found.severity, found.place.path) == ("error", ("board", "terrain"))
    assert "board.void" not in codes(arena("-- -."))
