"""Rulesets that extend others, and where their mistakes are reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.rules import load_ruleset

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from fairground.core.finding import Finding

    Write = Callable[[str, str], Path]
    Extend = Callable[[str], None]
    Faults = Callable[..., list[Finding]]


def where(finding: Finding) -> tuple[str, int | None, int | None]:
    return (finding.place.file or "").rpartition("/")[2], finding.place.line, finding.place.column


def test_mappings_merge_lists_replace_and_null_removes(extend: Extend, tmp_path: Path) -> None:
    extend("""
        terrain:
          water: {heat: -3}
          forest: {tags: [difficult]}
          fortress-wall: null
        range_bands:
          extreme: {to_hit: 4}
    """)
    mine, base = load_ruleset("mine.yaml", folder=tmp_path), load_ruleset("penance-2.0")
    assert mine.terrain["water"] == base.terrain["water"].model_copy(update={"heat": -3})
    assert [tag.value for tag in mine.terrain["forest"].tags] == ["difficult"]
    assert set(base.terrain) - set(mine.terrain) == {"fortress-wall"}
    assert [band.to_hit for band in mine.range_bands.values()] == [0, 1, 2, 4]
    assert mine.movement == base.movement


def test_a_removed_key_has_its_default(extend: Extend, tmp_path: Path) -> None:
    extend("terrain: {water: {heat: null}}")
    assert load_ruleset("mine.yaml", folder=tmp_path).terrain["water"].heat == 0


def test_who_a_ruleset_is_does_not_come_from_its_base(write: Write, faults: Faults, tmp_path: Path) -> None:
    write("mine.yaml", "format: fairground-ruleset/1\nextends: penance-2.0\n")
    assert [(it.code, *where(it)) for it in faults()] == [("ruleset.missing-key", "mine.yaml", 1, 1)] * 2
    write("mine.yaml", "format: fairground-ruleset/1\nextends: penance-2.0\nid: mine\ntitle: Mine\n")
    mine = load_ruleset("mine.yaml", folder=tmp_path)
    assert (mine.id, mine.title, mine.version, mine.description) == ("mine", "Mine", "", "")
    assert mine.source == load_ruleset("penance-2.0").source


def test_a_base_may_be_a_file_beside_or_below(write: Write, tmp_path: Path) -> None:
    head = "format: fairground-ruleset/1\ntitle: T\n"
    write("a.yaml", head + "id: a\nextends: deep/b.yaml\nlevels: {max: 5}\n")
    write("deep/b.yaml", head + "id: b\nextends: c.yaml\nterrain: {water: {heat: -4}}\n")
    write("deep/c.yaml", head + "id: c\nextends: penance-1.0\nterrain: {water: {heat: -9, damage: 1}}\n")
    ruleset = load_ruleset("a.yaml", folder=tmp_path)
    assert (ruleset.id, ruleset.levels.max) == ("a", 5)
    assert (ruleset.terrain["water"].heat, ruleset.terrain["water"].damage) == (-4, 1)


def test_a_mistake_is_reported_in_the_file_where_it_stands(write: Write, faults: Faults) -> None:
    head = "format: fairground-ruleset/1\ntitle: T\n"
    write("mine.yaml", head + "id: a\nextends: b.yaml\nterrain:\n  water: {heat: cold}\n")
    write("b.yaml", head + "id: b\nextends: penance-1.0\nterrain:\n  water:\n    heat: 2\n    damage: much\n")
    found = faults()
    assert [where(it) for it in found] == [("b.yaml", 8, 13), ("mine.yaml", 6, 17)]
    assert "'much'" in found[0].message
    assert "'cold'" in found[1].message


def test_a_key_removed_though_needed_is_reported_where_it_was_removed(extend: Extend, faults: Faults) -> None:
    extend("terrain:\n  water:\n    name: null\n")
    (found,) = faults()
    assert found.code == "ruleset.missing-key"
    assert where(found) == ("mine.yaml", 7, 11)


def test_removing_what_is_not_there_is_a_mistake(extend: Extend, faults: Faults) -> None:
    extend("terrain:\n  ruble: null\n")
    (found,) = faults()
    assert found.code == "ruleset.nothing-to-remove"
    assert "Did you mean 'rubble'?" in found.message
    assert where(found) == ("mine.yaml", 6, 3)


def test_a_file_that_extends_itself_is_refused(write: Write, faults: Faults) -> None:
    write("mine.yaml", "format: fairground-ruleset/1\nid: a\ntitle: A\nextends: mine.yaml\n")
    (found,) = faults()
    assert found.code == "ruleset.extends"
    assert where(found) == ("mine.yaml", 4, 10)


def test_a_circle_of_files_is_refused(write: Write, faults: Faults) -> None:
    for name, base in (("mine", "b"), ("b", "c"), ("c", "b")):
        write(f"{name}.yaml", f"format: fairground-ruleset/1\nid: x\ntitle: X\nextends: {base}.yaml\n")
    (found,) = faults()
    assert "extends itself" in found.message
    assert where(found) == ("c.yaml", 4, 10)


def test_too_many_in_a_row_are_refused(write: Write, faults: Faults, least: str, tmp_path: Path) -> None:
    head = "format: fairground-ruleset/1\nid: x\ntitle: X\n"
    for number in range(1, 9):
        write(f"{number}.yaml", f"{head}extends: {number + 1}.yaml\n")
    write("9.yaml", least)
    assert load_ruleset("1.yaml", folder=tmp_path).id == "x"
    write("0.yaml", f"{head}extends: 1.yaml\n")
    (found,) = faults("0.yaml")
    assert "more than 8 rulesets" in found.message
    assert where(found) == ("8.yaml", 4, 10)


@pytest.mark.parametrize(
    ("base", "told"),
    [
        ("penance-20", "Did you mean 'penance-2.0'?"),
        ("othr.yaml", "Did you mean 'other.yaml'?"),
        ("../other.yaml", "must be relative"),
        ("[penance-2.0]", "single ruleset"),
    ],
)
def test_an_unknown_base_is_reported_at_extends(
    write: Write, faults: Faults, least: str, base: str, told: str
) -> None:
    write("other.yaml", least)
    write("mine.yaml", f"format: fairground-ruleset/1\nid: x\ntitle: X\n\nextends: {base}\n")
    (found,) = faults()
    assert found.code == "ruleset.extends"
    assert told in found.message
    assert where(found) == ("mine.yaml", 5, 10)


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("format: fairground-ruleset/1\nextends: nope\n", "Known rulesets: "),
        ("format: fairground-ruleset/1\nextends: [penance-2.0]\n", "Write, for example, 'extends: penance-2.0'."),
        ("format: fairground-ruleset/1\nextends: mine.yaml\n", "Name another ruleset, or remove the key 'extends'."),
        ("format: fairground-ruleset/1\nextend: penance-2.0\n", "Write 'extends'."),
        ("format: fairground-ruleset/2\n", "Begin with 'format: fairground-ruleset/1'."),
        ("- a\n", "Begin with 'format: fairground-ruleset/1'."),
        ("", "Choose another file, or restore this one."),
    ],
)  # fmt: skip
def test_each_fault_of_the_head_has_a_fix(write: Write, faults: Faults, text: str, fix: str) -> None:
    write("mine.yaml", text)
    (found,) = faults()
    assert (found.fix or "").startswith(fix)


def test_many_rulesets_in_the_folder_do_not_hide_the_shipped_ones(
    write: Write, faults: Faults, least: str
) -> None:
    for number in range(30):
        write(f"a{number}.yaml", least)
    write("mine.yaml", "format: fairground-ruleset/1\nextends: nope\n")
    (found,) = faults()
    fix = found.fix or ""
    assert "penance-2.0" in fix
    assert "a0.yaml" in fix
    assert fix.count(".yaml") < 15
