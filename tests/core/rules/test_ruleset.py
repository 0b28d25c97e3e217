"""A ruleset as a value: its hash, its plain form, and the schema of its files."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
import yaml
from pydantic import BaseModel, ValidationError

from fairground.core.rules import Ruleset, load_ruleset, ruleset_schema, shipped_rulesets
from fairground.core.rules.base_model import is_default
from fairground.core.rules.ruleset_files import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Write = Callable[[str, str], Path]
    Extend = Callable[[str], None]

CHECK = jsonschema.Draft202012Validator(ruleset_schema())


def as_json(text: str) -> Any:
    """Return YAML as JSON has it: keys are text."""
    return json.loads(json.dumps(yaml.safe_load(text)))


# -- hash ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "title: Other",
        "description: Other",
        'version: "9"',
        "source: {author: Nobody}",
        "terrain: {water: {name: Sea, description: Deep, tile: sea, symbol: S, source: x, rules: [X-1]}}",
        "terrain: {clear: {readings: {cost: a guess}}}",
        "range_bands: {short: {name: Near}}",
        "unit_state: {tracks: {heat: {bands: {hot: {name: Warmish}}}}}",
        "facing: {names: {1: Nose}}",
        "profiles: {simple: null}",
        "themes: {volcano: {palette: [clear]}}",
        "conflicts: {C-1: {taken: The text}}",
        "terrain: {clear: {heat: 0, passable: true, tags: []}}",
        "terrain: {forest: {cost: 4/2}}",
    ],
)
def test_prose_and_written_out_defaults_leave_the_hash_alone(
    extend: Extend, tmp_path: Path, text: str
) -> None:
    extend(text.replace("title: Other", "# title\n") + "\n")
    assert load_ruleset("mine.yaml", folder=tmp_path).content_hash == load_ruleset("penance-2.0").content_hash


@pytest.mark.parametrize(
    "text",
    [
        "terrain: {forest: {cost: 3/2}}",
        "terrain: {swamp: {name: Swamp}}",
        "terrain: {cliff: null}",
        "terrain: {water: {tags: [cooling]}}",
        "sight: {hexside: worse_side}",
        "shields: {none: {sides: {4: {damage: 4}}}}",
        "levels: {max: 3}",
        "attack: {results: {strong: {max: null}, critical: null, execution: null}}",
    ],
)
def test_what_bears_on_play_changes_the_hash(extend: Extend, tmp_path: Path, text: str) -> None:
    extend(text + "\n")
    assert load_ruleset("mine.yaml", folder=tmp_path).content_hash != load_ruleset("penance-2.0").content_hash


def test_hashes_are_16_hex_digits_and_differ() -> None:
    hashes = {load_ruleset(name).content_hash for name in shipped_rulesets()}
    assert len(hashes) == len(shipped_rulesets())
    assert all(len(it) == 16 and int(it, 16) >= 0 for it in hashes)


def test_an_override_changes_the_hash() -> None:
    plain = load_ruleset("penance-1.0")
    assert load_ruleset("penance-1.0", overrides={"terrain.ice.cost": 3}).content_hash != plain.content_hash
    assert load_ruleset("penance-1.0", overrides={"terrain.ice.cost": 2}).content_hash == plain.content_hash


# -- plain form ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped_rulesets())
def test_the_plain_form_reads_back_as_the_same_ruleset(name: str) -> None:
    ruleset = load_ruleset(name)
    assert Ruleset.model_validate(json.loads(json.dumps(ruleset.to_plain()))) == ruleset


@pytest.mark.parametrize("name", shipped_rulesets())
def test_the_plain_form_is_a_ruleset_file(name: str, write: Write, tmp_path: Path) -> None:
    ruleset = load_ruleset(name)
    text = yaml.safe_dump(ruleset.to_plain(), sort_keys=False, allow_unicode=True)
    write("mine.yaml", text)
    again = load_ruleset("mine.yaml", folder=tmp_path)
    assert again == ruleset
    assert again.content_hash == ruleset.content_hash
    CHECK.validate(as_json(text))


def test_the_plain_form_has_the_order_of_the_models() -> None:
    plain = load_ruleset("penance-2.0").to_plain()
    assert list(plain) == [name for name in Ruleset.model_fields if name in plain]
    assert list(plain["shields"]["left"]["sides"]) == list("123456")


def test_rulesets_cannot_be_changed() -> None:
    ruleset = load_ruleset("penance-1.0")
    with pytest.raises(ValidationError):
        ruleset.terrain["water"].heat = 3  # type: ignore[misc]  # what is tested


# -- schema -------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_schema_is_a_schema_and_names_no_host() -> None:
    jsonschema.Draft202012Validator.check_schema(ruleset_schema())
    assert "://" not in ruleset_schema()["$id"]


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.yaml")), ids=lambda path: path.stem)
def test_shipped_files_meet_the_schema(path: Path) -> None:
    CHECK.validate(as_json(path.read_text(encoding="utf-8")))


def test_every_key_has_a_description() -> None:
    definitions = ruleset_schema()["$defs"]
    missing = [
        (name, key)
        for name, definition in definitions.items()
        if not name.endswith("Change")
        for key, field in definition.get("properties", {}).items()
        # A key whose words are those of the thing it holds has them there alone.
        if not (field.get("description") or definitions[field["$ref"].rpartition("/")[2]].get("description"))
    ]
    assert missing == []


@pytest.mark.parametrize(
    "text",
    [
        "{format: fairground-ruleset/1, id: a, title: A, extends: penance-1.0}",
        "{format: fairground-ruleset/1, id: a, title: A, extends: penance-1.0, terrain: {lava: null, ice: {cost: 1/2}}}",
        "{format: fairground-ruleset/1, id: a, title: A, terrain: {clear: {name: C}, void: {name: V}}}",
    ],
)
def test_other_files_meet_the_schema(text: str) -> None:
    CHECK.validate(as_json(text))


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        "{format: fairground-ruleset/1, id: a, title: A}",
        "{format: fairground-ruleset/2, id: a, title: A, extends: penance-1.0}",
        "{format: fairground-ruleset/1, title: A, extends: penance-1.0}",
        "{format: fairground-ruleset/1, id: null, title: A, extends: penance-1.0}",
        "{format: fairground-ruleset/1, id: a, title: A, extends: [penance-1.0]}",
        "{format: fairground-ruleset/1, id: a, title: A, extends: penance-1.0, terain: {}}",
        "{format: fairground-ruleset/1, id: a, title: A, extends: penance-1.0, terrain: {ice: {cost: 0.5}}}",
        "{format: fairground-ruleset/1, id: a, title: A, extends: penance-1.0, terrain: {ice: {cost: 1/0}}}",
        "{format: fairground-ruleset/1, id: a, title: A, extends: penance-1.0, terrain: {ice: {cost: -1}}}",
        "{format: fairground-ruleset/1, id: a, title: A, extends: penance-1.0, terrain: {ice: {coast: 1}}}",
        "{format: fairground-ruleset/1, id: a, title: A, extends: penance-1.0, terrain: {Ice!: {cost: 1}}}",
        "{format: fairground-ruleset/1, id: a, title: A, extends: penance-1.0, terrain: {ice: {tags: [cold]}}}",
        "{format: fairground-ruleset/1, id: a, title: A, extends: penance-1.0, sight: {corner: maybe}}",
        "{format: fairground-ruleset/1, id: a, title: A, extends: penance-1.0, shields: {left: {sides: {7: {}}}}}",
        "{format: fairground-ruleset/1, id: a, title: A, extends: penance-1.0, shields: {back: {name: B}}}",
        "{format: fairground-ruleset/1, id: a, title: A, terrain: {clear: {}, void: {name: V}}}",
        "{format: fairground-ruleset/1, id: a, title: A, terrain: {clear: null}}",
    ],
)
def test_hostile_files_do_not_meet_the_schema(text: str) -> None:
    assert not CHECK.is_valid(as_json(text))


def parts_of(value: object) -> Iterator[BaseModel]:
    """Yield a part of a ruleset and all parts in it."""
    if isinstance(value, BaseModel):
        yield value
    members = (
        [getattr(value, name) for name in type(value).model_fields]
        if isinstance(value, BaseModel)
        else value.values()
        if isinstance(value, dict)
        else value
        if isinstance(value, tuple)
        else ()
    )
    for member in members:
        yield from parts_of(member)


@pytest.mark.parametrize("name", shipped_rulesets())
def test_defaults_are_recognized_as_pydantic_creates_them(name: str) -> None:
    for part in parts_of(load_ruleset(name)):
        for key, field in type(part).model_fields.items():
            default = field.get_default(call_default_factory=True, validated_data={})
            assert is_default(getattr(part, key), field) == (getattr(part, key) == default)
            assert is_default(default, field)


def test_the_content_hash_builds_no_models() -> None:
    code = (
        "from fairground.core.rules import load_ruleset\n"
        "from fairground.core.rules.movement import Movement\n"
        "print(len(load_ruleset('penance-2.0').content_hash), Movement.__pydantic_complete__)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["16", "False"]
