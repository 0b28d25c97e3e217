"""What holds for every ruleset that ships."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.rules import load_ruleset, shipped_rulesets
from fairground.core.rules.base_model import Entry
from fairground.core.rules.facing import ShieldTable
from fairground.core.rules.references import children
from fairground.core.rules.terrain import Terrain

if TYPE_CHECKING:
    from collections.abc import Iterator

each_ruleset = pytest.mark.parametrize("name", shipped_rulesets())


def entries(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str, Entry]]:
    if isinstance(value, Entry):
        yield ".".join(map(str, path)), value
    for key, part in children(value).items():
        yield from entries(part, (*path, key))


def test_shipped_rulesets_are_sorted_by_id() -> None:
    assert list(shipped_rulesets()) == sorted(shipped_rulesets())
    assert {"penance-1.0", "penance-2.0"} <= set(shipped_rulesets())


@each_ruleset
def test_a_ruleset_is_named_as_its_file(name: str) -> None:
    assert load_ruleset(name).id == name


@each_ruleset
def test_a_ruleset_is_read_once(name: str) -> None:
    assert load_ruleset(name) is load_ruleset(name)


def says_nothing(entry: Entry) -> bool:
    """Whether a part is empty: the game has no such rules."""
    return not any(children(entry).values())


@each_ruleset
def test_every_entry_has_a_source_or_a_reading(name: str) -> None:
    without = [
        path
        for path, entry in entries(load_ruleset(name))
        if not entry.source and not entry.readings and not says_nothing(entry)
    ]
    assert without == []


@each_ruleset
def test_every_ruleset_says_whose_it_is(name: str) -> None:
    source = load_ruleset(name).source
    assert all((source.document, source.author, source.licence, source.notice))


@each_ruleset
def test_tables_have_all_six_sides(name: str) -> None:
    tables = [entry for _, entry in entries(load_ruleset(name)) if isinstance(entry, ShieldTable)]
    assert all(list(table.sides) == list("123456") for table in tables)


@each_ruleset
def test_what_stands_on_the_map_has_a_tile_and_a_symbol(name: str) -> None:
    rules = load_ruleset(name)
    drawn = [*rules.terrain.values(), *rules.effects.values(), *rules.hexsides.values()]
    assert all(it.tile and it.description for it in drawn)
    # Details are many, and stand in stacks, whose keys a palette chooses anew.
    alone = [it for it in drawn if not (isinstance(it, Terrain) and it.detail)]
    assert all(it.symbol for it in alone)
