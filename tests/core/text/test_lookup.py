from __future__ import annotations

import pytest

from fairground.core.errors import ScenarioError
from fairground.core.text.suggest import named


def test_what_is_there_is_returned() -> None:
    assert named("class", "scout", {"scout": 5, "heavy": 3}) == 5


@pytest.mark.parametrize(
    ("name", "known", "message"),
    [
        ("scuot", ("scout", "heavy"), "there is no class 'scuot'. Did you mean 'scout'?"),
        ("x", ("scout", "heavy"), "there is no class 'x'. Known: scout, heavy"),
        ("x", ("scout",), "there is no class 'x'. Known: scout"),
        ("x", (), "there is no class 'x'. There are none"),
    ],
)
def test_what_is_not_there_is_told_with_what_is(name: str, known: tuple[str, ...], message: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        named("class", name, dict.fromkeys(known))
    assert str(raised.value) == message
