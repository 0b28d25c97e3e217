"""Rulesets from strangers: whatever they hold, they load or are refused, and soon."""

from __future__ import annotations

import json
import string
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fairground.core.errors import RulesetError
from fairground.core.rules import load_ruleset

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from fairground.core.finding import Finding

    Write = Callable[[str, str], Path]
    Faults = Callable[..., list[Finding]]

PLAIN = load_ruleset("penance-2.0").to_plain()


def paths(value: object, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    if isinstance(value, dict):
        for key, part in value.items():
            yield (*path, key)
            yield from paths(part, (*path, key))


def replaced(data: dict[str, Any], path: tuple[str, ...], value: object) -> dict[str, Any]:
    part = replaced(data[path[0]], path[1:], value) if len(path) > 1 else value
    return {**data, path[0]: part}


def problems(name: str, **how: Any) -> list[Finding]:
    """Return what a ruleset is refused for; nothing when it loads."""
    try:
        load_ruleset(name, **how)
    except RulesetError as error:
        return list(error.problems) or pytest.fail("refused without a reason")
    return []


PATHS = sorted(paths(PLAIN))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | st.text(string.printable, max_size=8),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.text("abc123", min_size=1), inner, max_size=2)
    ),
    max_leaves=4,
)


@pytest.mark.long
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(PATHS), VALUES)
def test_any_value_anywhere_loads_or_is_refused_with_its_place(
    tmp_path: Path, path: tuple[str, ...], value: object
) -> None:
    changed = replaced(PLAIN, path, value)
    (tmp_path / "mine.yaml").write_text(json.dumps(changed), encoding="utf-8")
    found = problems("mine.yaml", folder=tmp_path)
    assert all(it.place.file and it.place.line == 1 and it.place.column for it in found)


@settings(deadline=None)
@given(st.sampled_from(PATHS), VALUES)
def test_any_override_applies_or_is_refused_with_its_place(path: tuple[str, ...], value: object) -> None:
    name = ".".join(path)
    found = problems("penance-2.0", overrides={name: value})
    assert not found or ("rules", name) in [it.place.path for it in found]


def test_a_file_with_too_many_values_is_refused(write: Write, faults: Faults) -> None:
    write("mine.yaml", "format: fairground-ruleset/1\nx:\n" + "- 1\n" * 20_000)
    (found,) = faults()
    assert found.code == "yaml.values"


@pytest.mark.long
def test_problems_are_not_listed_without_end(write: Write, faults: Faults, least: str) -> None:
    named = "".join(f"  t{i}: {{name: T, becomes: nowhere-{i}}}\n" for i in range(3000))
    write("base.yaml", least + named)
    assert len(faults("base.yaml")) == 100
    removed = "".join(f"  x{i}: null\n" for i in range(3000))
    head = "format: fairground-ruleset/1\nid: x\ntitle: X\nextends: penance-1.0\nterrain:\n"
    write("mine.yaml", head + removed)
    assert {it.code for it in faults()} == {"ruleset.nothing-to-remove"}
    assert len(faults()) == 100


@pytest.mark.parametrize("count", [101, 5000])
def test_overrides_are_counted(count: int) -> None:
    with pytest.raises(RulesetError, match=f"at most 100 keys, not {count}"):
        load_ruleset("penance-1.0", overrides={f"terrain.t{i}": 1 for i in range(count)})
