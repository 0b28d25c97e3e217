from __future__ import annotations

import io
import json
import re
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest

from fairground.core.clients import load_format
from fairground.core.clients.format import export_settings
from fairground.core.errors import UsageError
from fairground.core.grid.layout import Layout
from tests.core.clients import foundry_packs
from tests.core.clients.foundry_checker import faults
from tests.core.clients.test_foundry import both
from tests.core.files.test_leveldb import values

if TYPE_CHECKING:
    from pathlib import Path

    from fairground.core.clients import Export
    from fairground.core.scenario.document import Scenario

ID = re.compile(r"[A-Za-z0-9]{16}")
ROOT = "fairground-my-table"


def made(scenario: Scenario, **said: str) -> Export:
    target = load_format("foundry-module")
    assert target.write is not None
    return target.write(scenario, export_settings(target.options, {"pixels": "20"} | said, "My table"))


def files(scenario: Scenario, **said: str) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(made(scenario, **said).content)) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def manifest(scenario: Scenario, **said: str) -> dict[str, Any]:
    (content,) = (it for name, it in files(scenario, **said).items() if name.endswith("/module.json"))
    found: dict[str, Any] = json.loads(content)
    return found


def pack(scenario: Scenario, name: str, **said: str) -> dict[str, Any]:
    """Return the values of a pack's database by key."""
    log = files(scenario, **said)[f"{ROOT}/packs/{name}/000003.log"]
    return {key.decode(): json.loads(value) for key, value in values(log).items()}


def adventure(scenario: Scenario, **said: str) -> dict[str, Any]:
    (found,) = pack(scenario, "adventure", **said).values()
    assert isinstance(found, dict)
    return found


def scene_of(entries: dict[str, Any]) -> dict[str, Any]:
    """Return the scene of a pack with its embedded documents, put together by their keys."""
    (key,) = (it for it in entries if it.startswith("!scenes!"))
    scene = dict(entries[key])
    for name in ("walls", "regions", "tokens", "levels"):
        ids = scene.get(name, [])
        if ids:
            scene[name] = [entries[f"!scenes.{name}!{scene['_id']}.{it}"] for it in ids]
    return scene


@pytest.mark.parametrize(("version", "compatibility"), [("13", ("12", "13")), ("14", ("14", "14"))])
def test_a_manifest_has_what_foundry_installs_by(version: str, compatibility: tuple[str, str]) -> None:
    scenario = both()
    scenario.author = "Somebody <b>"
    found = manifest(scenario, version=version)
    assert found["id"] == ROOT
    assert found["title"] == "Both"
    assert found["version"] == "1.0.0"
    assert (found["compatibility"]["minimum"], found["compatibility"]["verified"]) == compatibility
    assert found["authors"] == [{"name": "Somebody <b>"}]
    assert [(it["type"], it["name"], it["path"]) for it in found["packs"]] == [
        ("Adventure", "adventure", "packs/adventure"),
        ("Scene", "scene", "packs/scene"),
    ]
    assert all(it["ownership"] == {"PLAYER": "NONE", "ASSISTANT": "OWNER"} for it in found["packs"])
    assert "manifest" not in found
    assert "download" not in found
    names = {name.partition("/")[2] for name in files(scenario, version=version)}
    for it in found["packs"]:
        assert {f"{it['path']}/CURRENT", f"packs/_source/{it['name']}/{it['name']}.json"} <= names


def test_an_address_makes_it_installable_by_its_manifest() -> None:
    found = manifest(both(), address="https://example.org/maps/")
    assert found["manifest"] == "https://example.org/maps/module.json"
    assert found["download"] == "https://example.org/maps/My%20table.zip"


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"id": "My module"}, "id must be up to 64 lowercase letters"),
        ({"release": "one two"}, "release must be a version such as 1.0.0"),
        ({"address": "ftp://example.org"}, "address must begin with http:// or https://"),
        ({"actors": "npc"}, "a game system and an actor type, such as dnd5e:npc, not 'npc'"),
    ],
)
def test_bad_settings_are_refused(said: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        made(both(), **said)


@pytest.mark.parametrize("version", ["13", "14"])
@pytest.mark.parametrize("layout", list(Layout))
def test_the_models_take_the_scene_of_both_packs(layout: Layout, version: str) -> None:
    scenario = both(layout)
    packed = scene_of(pack(scenario, "scene", version=version))
    inside = adventure(scenario, version=version)["scenes"][0]
    for scene in (packed, {**inside, "journal": None}):
        kept = {key: it for key, it in scene.items() if key not in ("_id", "folder", "sort", "ownership")}
        assert all(token.pop("delta", 0) is None for token in kept["tokens"])
        assert faults(kept, int(version)) == []
    assert packed == {**inside, "journal": None}


def test_every_document_lies_under_its_key_and_parents_list_their_own() -> None:
    entries = pack(both(), "scene")
    scene = scene_of(entries)
    counted = 1 + sum(len(scene.get(it, ())) for it in ("walls", "regions", "tokens", "levels"))
    assert len(entries) == counted
    for key, value in entries.items():
        assert ID.fullmatch(value["_id"])
        assert key.endswith(value["_id"])


def test_sources_carry_the_keys_for_foundrys_packing_tool() -> None:
    found = files(both())
    source = json.loads(found[f"{ROOT}/packs/_source/scene/scene.json"])
    entries = pack(both(), "scene")
    keys = [
        source["_key"],
        *(it["_key"] for name in ("walls", "regions", "tokens", "levels") for it in source[name]),
    ]
    assert sorted(keys) == sorted(entries)
    assert json.loads(found[f"{ROOT}/packs/_source/adventure/adventure.json"])["_key"] in pack(
        both(), "adventure"
    )


def test_all_pictures_are_in_the_module() -> None:
    found = files(both())
    text = b"".join(it for name, it in found.items() if name.endswith(".json")).decode()
    named = set(re.findall(rf'"modules/{ROOT}/([^"]+\.png)"', text))
    assert {unquote(it) for it in named} == {
        name.removeprefix(f"{ROOT}/") for name in found if name.endswith(".png")
    }
    assert all(name.startswith(f"{ROOT}/") for name in found)


def test_ids_stay_when_the_scenario_changes_but_differ_between_modules() -> None:
    first, changed = both(), both()
    changed.name = "Another"
    changed.board.terrain[0, 0] = 1
    ids = [adventure(it)["_id"] for it in (first, changed)]
    assert ids[0] == ids[1]
    assert adventure(first)["journal"][0]["_id"] == adventure(changed)["journal"][0]["_id"]
    assert scene_of(pack(first, "scene"))["_id"] == scene_of(pack(changed, "scene"))["_id"]
    other = made(first, id="other").content
    assert ids[0].encode() not in zipfile.ZipFile(io.BytesIO(other)).read("other/packs/adventure/000003.log")


def test_an_export_is_the_same_each_time() -> None:
    assert made(both()) == made(both())


def test_the_adventure_links_scene_and_journal() -> None:
    found = adventure(both())
    (journal,) = found["journal"]
    assert found["scenes"][0]["journal"] == journal["_id"]
    assert found["name"] == journal["name"] == "Both"
    assert scene_of(pack(both(), "scene"))["journal"] is None
    assert found["actors"] == []
    (page,) = journal["pages"]
    assert (page["type"], page["text"]["format"]) == ("text", 1)
    for words in ("Mill", "Bees only", "hold 2 turns", "Wall", "impassable", "Penance 2.0"):
        assert words in page["text"]["content"], words


def test_names_stay_text_in_the_journal() -> None:
    scenario = both()
    scenario.notes = "<script>alert(1)</script> [[/roll 1d6]] @UUID[Actor.x]{A}"
    content = adventure(scenario)["journal"][0]["pages"][0]["text"]["content"]
    assert "<script" not in content
    assert "[[" not in content
    assert not re.search(r"@\w+\[", content)
    assert "alert(1)" in content


def test_tokens_get_actors_of_the_system_that_is_asked_for() -> None:
    scenario = both()
    scenario.units.append(replace(scenario.units[0], id="again", facing=2))
    found = adventure(scenario, actors="dnd5e:npc")
    assert [(it["name"], it["type"]) for it in found["actors"]] == [
        ("Scout (Ants)", "npc"),
        ("Scout (Bees)", "npc"),
    ]
    ants, bees = (it["_id"] for it in found["actors"])
    tokens = found["scenes"][0]["tokens"]
    assert [it["actorId"] for it in tokens] == [ants, bees, ants]
    assert all(it["prototypeToken"]["texture"]["src"] == it["img"] for it in found["actors"])
    assert {it["actorId"] for it in scene_of(pack(scenario, "scene", actors="dnd5e:npc"))["tokens"]} == {None}
    told = manifest(scenario, actors="dnd5e:npc")
    assert [it["system"] for it in told["packs"]] == ["dnd5e", "dnd5e"]
    assert told["relationships"]["systems"][0]["id"] == "dnd5e"
    losses = made(scenario, actors="dnd5e:npc").losses
    assert "the actors have the default statistics of dnd5e" in losses
    assert not any("without actors" in it for it in losses)


def test_losses_say_that_the_rules_are_text() -> None:
    losses = made(both()).losses
    assert any("only text in the journal" in it for it in losses)
    assert any("tokens without actors" in it for it in losses)
    assert not any("teams and roles" in it for it in losses)


@pytest.mark.long
@pytest.mark.skipif(bool(foundry_packs.missing()), reason=foundry_packs.missing())
@pytest.mark.parametrize("layout", list(Layout))
def test_foundrys_own_tool_unpacks_the_packs_and_packs_their_sources(layout: Layout, tmp_path: Path) -> None:
    assert list(foundry_packs.faults_in_packs(both(layout), tmp_path)) == []


@pytest.mark.skipif(bool(foundry_packs.missing()), reason=foundry_packs.missing())
@pytest.mark.long
def test_the_check_finds_a_pack_that_differs(tmp_path: Path) -> None:
    module = foundry_packs.unzipped(made(both()).content, tmp_path / "zip")
    source = module / "packs" / "_source" / "scene" / "scene.json"
    source.write_text(source.read_text("utf-8").replace('"move": 20', '"move": 0', 1), "utf-8")
    request = foundry_packs.pack_request(module, tmp_path / "cli")
    (answer,) = foundry_packs.answers([request], tmp_path)
    assert list(foundry_packs.pack_faults(request, answer)) == [
        "unpacked, the pack scene has other documents than its sources"
    ]
