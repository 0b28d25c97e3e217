"""Forces: those that come with Fairground, and files of one's own with their faults."""

from pathlib import Path

import pytest

from fairground.core.errors import FileError
from fairground.core.files.force_file import force_schema, load_force, shipped_forces
from fairground.core.rules import load_ruleset
from fairground.core.rules.attack import Resolution
from fairground.core.rules.ruleset_files import shipped_rulesets
from fairground.core.rules.sight import SightModel
from fairground.core.simulation.game.unit_kinds import kinds_of, misfits

GOOD = """\
format: fairground-force/1
id: mine
title: Mine
units:
  - {class: scout, hit_points: 3, weapons: [{damage: 2, reach: 4, cost: light}]}
"""


def test_every_ruleset_from_hex_to_hex_has_one_force_that_fits() -> None:
    for name in shipped_rulesets():
        rules = load_ruleset(name)
        fitting = [it for it in shipped_forces() if not misfits(load_force(it), rules)]
        assert len(fitting) == (rules.sight.model is SightModel.CENTRES), name


def test_shipped_forces_go_by_the_names_of_their_files_and_favour_no_side() -> None:
    for name in shipped_forces():
        force = load_force(name)
        assert force.id == name
        assert 4 <= force.size <= 5
        # Left alone is the mirror image of right alone: a force with one of them would not be fair on mirrored boards.
        assert {it.shield for it in force.units} <= {"either", "none"}


def test_a_force_of_ones_own_is_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD)
    force = load_force(path)
    assert force.size == 1
    (kind,) = kinds_of(force, load_ruleset("penance-2.0"))
    assert (kind.class_id, kind.hit_points, kind.weapons[0].reach, kind.weapons[0].damage) == (
        "scout",
        3,
        4,
        2,
    )


def test_all_faults_of_a_file_are_told_with_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(GOOD.replace("hit_points: 3", "hit_points: 0").replace("title: Mine", "titel: Mine"))
    with pytest.raises(FileError) as caught:
        load_force(path)
    told = [(it.place.line, it.message) for it in caught.value.problems]
    assert len(told) >= 2
    assert any(line == 3 and "title" in text for line, text in told)
    assert any(line == 5 for line, _ in told)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("id: x\n", "is missing"),
        ("format: fairground-force/9\n", "this version of Fairground reads"),
        ("format: fairground/1\n", "this is not a force"),
        (
            GOOD.replace("{class", "{count: 40, class") + "  - {class: scout, weapons: [{}]}\n",
            "at most 40 units",
        ),
    ],
)
def test_what_is_no_force_is_refused(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    with pytest.raises(FileError, match=words):
        load_force(path)


def test_a_name_nearly_right_is_suggested() -> None:
    with pytest.raises(FileError, match="Did you mean 'platoon'"):
        load_force("plattoon")


def test_why_a_force_does_not_fit_is_told_at_once() -> None:
    told = misfits(load_force("penance-line"), load_ruleset("megamek"))
    assert len([it for it in told if "no class" in it]) == 4
    assert any("no roll to hit" in it for it in told)


def test_the_schema_describes_every_key() -> None:
    schema = force_schema()
    for model in (schema, *schema["$defs"].values()):
        assert all("description" in it for it in model["properties"].values())


def test_the_force_in_the_page_is_one(tmp_path: Path) -> None:
    page = (Path(__file__).parents[3] / "docs" / "reference" / "games.md").read_text(encoding="utf-8")
    path = tmp_path / "page.yaml"
    path.write_text(page.partition("```yaml\n")[2].partition("```")[0])
    force = load_force(path)
    assert force.size == 2
    assert not misfits(force, load_ruleset("penance-1.0"))
    for name in shipped_forces():
        assert f"`{name}`" in page


def test_where_skill_is_set_against_evasion_a_force_says_both_where_the_classes_do_not() -> None:
    rules = load_ruleset("penance-2.0")
    rules = rules.model_copy(
        update={"attack": rules.attack.model_copy(update={"resolution": Resolution.SKILL})}
    )
    line = load_force("penance-line")
    assert any("Scout has no skill" in it for it in misfits(line, rules))
    rated = [it.model_copy(update={"skill": 0, "evasion": 2}) for it in line.units]
    assert misfits(line.model_copy(update={"units": rated}), rules) == []
