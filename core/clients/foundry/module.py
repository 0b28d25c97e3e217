"""A module for Foundry: a zip with its manifest, compendium packs, their sources, and the pictures of a scene.

A pack is a LevelDB database: each document under its key, and the documents embedded in it under keys of their own. The
documents of an adventure stay inside it. The sources are the same documents as Foundry's own packing tool reads them.
"""

from __future__ import annotations

import html
import io
import json
import re
import zipfile
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.parse import quote, urlsplit

from fairground.core.clients.format import Export, Format, Option
from fairground.core.clients.foundry import FORMAT as SCENE
from fairground.core.clients.foundry.regions import document_id
from fairground.core.clients.foundry.scene import build_scene
from fairground.core.clients.player_rules import player_rules
from fairground.core.clients.scenario_parts import TABLE
from fairground.core.errors import UsageError
from fairground.core.files.leveldb import leveldb_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fairground.core.clients.format import ExportSettings
    from fairground.core.scenario.document import Scenario

_ID: Final = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")
_RELEASE: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]{0,31}")
_ACTORS: Final = re.compile(r"([a-z0-9][a-z0-9_-]*):([A-Za-z][A-Za-z0-9_-]*)")
#: The versions of Foundry that read a scene of the requested one: the oldest, and the one it is made for.
_COMPATIBLE: Final = {"13": ("12", "13"), "14": ("14", "14")}
#: Who may see a pack: its zones and objectives are the game master's until they show them.
_OWNERSHIP: Final = {"PLAYER": "NONE", "ASSISTANT": "OWNER"}
_NOBODY, _AS_PARENT = {"default": 0}, {"default": -1}
_HTML: Final = 1
#: The embedded documents that have keys of their own, by the collection of their parent.
_EMBEDDED: Final = {
    "scenes": (
        "drawings",
        "tokens",
        "levels",
        "lights",
        "notes",
        "regions",
        "sounds",
        "templates",
        "tiles",
        "walls",
    ),
    "regions": ("behaviors",),
}
#: The lists of an adventure.
_IN_ADVENTURE: Final = (
    "actors",
    "cards",
    "combats",
    "folders",
    "items",
    "journal",
    "macros",
    "playlists",
    "scenes",
    "tables",
)


class _Pack(NamedTuple):
    """A compendium pack with one document."""

    name: str
    kind: str
    collection: str
    document: dict[str, Any]


def _write(scenario: Scenario, settings: ExportSettings) -> Export:
    module_id = _module_id(settings)
    system, actor_type = _actor_type(settings)
    made = build_scene(scenario, settings, folder=f"modules/{module_id}/pictures", actors=bool(system))
    title = scenario.name.strip() or module_id
    scene = _scene(made.scene, module_id, title)
    journal = _journal(scenario, module_id, title)
    actors = _actors(scenario, scene["tokens"], module_id, actor_type) if system else {}
    stats = {**scene["_stats"], **({"systemId": system} if system else {})}
    adventure = _adventure(module_id, title, _linked(scene, journal["_id"], actors), journal, actors, stats)
    adventure["img"] = f"modules/{module_id}/pictures/{quote(made.pictures[0].name)}"
    packs = (
        _Pack("adventure", "Adventure", "adventures", adventure),
        _Pack("scene", "Scene", "scenes", scene),
    )
    files = {
        "module.json": _pretty(_manifest(scenario, settings, module_id, title, packs, system)),
        **{f"pictures/{it.name}": it.content for it in made.pictures},
    }
    for pack in packs:
        files |= _pack_files(pack)
    return Export(_archive(module_id, files), (*made.losses, *_lost(scenario, system)))


# -- settings -------------------------------------------------------------------------------------------------


def _module_id(settings: ExportSettings) -> str:
    """Return the id of the module: that of the option, or one made of the name of the file."""
    stem = re.sub(r"[^a-z0-9]+", "-", settings.stem.casefold()).strip("-")
    module_id = settings.text("id") or f"fairground-{stem or 'arena'}"[:64]
    if not _ID.fullmatch(module_id):
        raise UsageError(
            f"id must be up to 64 lowercase letters, digits, hyphens and underscores, not {module_id!r}"
        )
    return module_id


def _actor_type(settings: ExportSettings) -> tuple[str, str]:
    """Return the game system and the type of its actors; both empty for tokens without actors."""
    text = settings.text("actors")
    found = _ACTORS.fullmatch(text)
    if text and not found:
        raise UsageError(f"actors must be a game system and an actor type, such as dnd5e:npc, not {text!r}")
    return (found[1], found[2]) if found else ("", "")


def _address(settings: ExportSettings) -> str:
    """Return the web address of the folder that the zip will be in; empty without one."""
    address = settings.text("address").rstrip("/")
    if address and (urlsplit(address).scheme not in ("http", "https") or not urlsplit(address).netloc):
        raise UsageError(f"address must begin with http:// or https://, not {address!r}")
    return address


def _manifest(
    scenario: Scenario,
    settings: ExportSettings,
    module_id: str,
    title: str,
    packs: Sequence[_Pack],
    system: str,
) -> dict[str, Any]:
    release, address = settings.text("release"), _address(settings)
    if not _RELEASE.fullmatch(release):
        raise UsageError(f"release must be a version such as 1.0.0, not {release!r}")
    minimum, verified = _COMPATIBLE[settings.text("version")]
    manifest: dict[str, Any] = {
        "id": module_id,
        "title": title,
        "description": html.escape(f"{title}: a scenario made with Fairground", quote=False),
        "version": release,
        "authors": [{"name": scenario.author}] if scenario.author else [],
        "compatibility": {"minimum": minimum, "verified": verified},
        "packs": [
            {
                "name": pack.name,
                "label": f"{title}: {pack.kind.lower()}",
                "path": f"packs/{pack.name}",
                "type": pack.kind,
                "ownership": _OWNERSHIP,
                **({"system": system} if system else {}),
            }
            for pack in packs
        ],
    }
    if system:
        manifest["relationships"] = {"systems": [{"id": system, "type": "system", "compatibility": {}}]}
    if address:
        manifest["manifest"] = f"{address}/module.json"
        manifest["download"] = f"{address}/{quote(settings.stem)}.zip"
    return manifest


# -- documents ------------------------------------------------------------------------------------------------


def _scene(scene: Mapping[str, Any], module_id: str, title: str) -> dict[str, Any]:
    """Return a scene as a document of its own."""
    own = {"name": title, "folder": None, "sort": 0, "ownership": _NOBODY}
    tokens = [{**it, "delta": None} for it in scene["tokens"]]
    return {"_id": document_id("scene", module_id), **scene, **own, "tokens": tokens}


def _adventure(
    module_id: str,
    title: str,
    scene: dict[str, Any],
    journal: dict[str, Any],
    actors: Mapping[str, dict[str, Any]],
    stats: Mapping[str, str],
) -> dict[str, Any]:
    """Return the adventure that brings everything into a world."""
    shared = {"folder": None, "sort": 0, "flags": {}, "_stats": stats}
    return {
        "_id": document_id("adventure", module_id),
        "name": title,
        "img": None,
        "caption": "",
        "description": "",
        **dict.fromkeys(_IN_ADVENTURE, ()),
        "actors": [it | shared for it in actors.values()],
        "journal": [journal | shared],
        "scenes": [scene],
        **shared,
    }


def _journal(scenario: Scenario, module_id: str, title: str) -> dict[str, Any]:
    """Return the journal: one page with the rules and objectives, which players see when the game master shows it."""
    page = {
        "_id": document_id("page", module_id),
        "name": "Rules and objectives",
        "type": "text",
        "title": {"show": True, "level": 1},
        "text": {"format": _HTML, "content": "".join(_page(scenario))},
        "sort": 0,
        "ownership": _AS_PARENT,
        "flags": {},
    }
    return {"_id": document_id("journal", module_id), "name": title, "pages": [page], "ownership": _NOBODY}


def _page(scenario: Scenario) -> Iterator[str]:
    for table in player_rules(scenario):
        yield f"<h2>{_plain(table.heading)}</h2>"
        if not table.columns:
            rows = "".join(f"<li>{_plain(text)}</li>" for (text,) in table.rows)
            yield f"<ul>{rows}</ul>"
            continue
        if any(table.columns):
            yield f"<table><thead>{_row(table.columns, 'th')}</thead>"
        else:
            yield "<table>"
        yield f"<tbody>{''.join(_row(it, 'td') for it in table.rows)}</tbody></table>"


def _row(cells: Sequence[str], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{_plain(it)}</{tag}>' for it in cells)}</tr>"


def _plain(text: str) -> str:
    """Return a text as HTML in which Foundry finds neither dice to roll nor links to follow."""
    return html.escape(re.sub(r"\[(?=\[)|@(?=\w)", "\\g<0>\N{WORD JOINER}", text))


def _actors(
    scenario: Scenario, tokens: Sequence[Mapping[str, Any]], module_id: str, actor_type: str
) -> dict[str, dict[str, Any]]:
    """Return an actor for each picture of the tokens, by the path of the picture; its statistics are the system's defaults."""
    found: dict[str, dict[str, Any]] = {}
    classes = {name: it.name for name, it in scenario.rules.classes.items()}
    sides = {it.id: it.title for it in scenario.sides}
    for token in tokens:
        source, flags = token["texture"]["src"], token["flags"]["fairground"]
        if source in found:
            continue
        name = classes.get(flags["class"], flags["class"])
        kept = ("displayName", "width", "height", "texture", "lockRotation", "disposition", "sight")
        found[source] = {
            "_id": document_id("actor", module_id, source),
            "name": f"{name} ({sides.get(flags['side'], flags['side'])})",
            "type": actor_type,
            "img": source,
            "system": {},
            "prototypeToken": {
                "name": name,
                "actorLink": False,
                **{key: token[key] for key in kept},
            },
            "items": [],
            "effects": [],
            "ownership": _NOBODY,
        }
    return found


def _linked(scene: dict[str, Any], journal: str, actors: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Return a scene with links to the journal and the actors of the adventure."""
    tokens = [
        {**token, "actorId": actors[token["texture"]["src"]]["_id"]} if actors else token
        for token in scene["tokens"]
    ]
    return {**scene, "journal": journal, "tokens": tokens}


# -- packs ----------------------------------------------------------------------------------------------------


def _pack_files(pack: _Pack) -> dict[str, bytes]:
    """Return the database of a pack and its source, by their names in the module."""
    database = leveldb_files(dict(_entries(pack.collection, "", pack.document)))
    return {
        **{f"packs/{pack.name}/{name}": content for name, content in database.items()},
        f"packs/_source/{pack.name}/{pack.name}.json": _pretty(_source(pack.collection, pack.document)),
    }


def _entries(path: str, ids: str, document: Mapping[str, Any]) -> Iterator[tuple[bytes, bytes]]:
    """Yield the key and value of a document and of those embedded in it; ``path`` joins the names of their collections."""
    key_ids = f"{ids}.{document['_id']}".lstrip(".")
    value = dict(document)
    for name in _EMBEDDED.get(path.rpartition(".")[2], ()):
        for child in document.get(name, ()):
            yield from _entries(f"{path}.{name}", key_ids, child)
        if name in document:
            value[name] = [child["_id"] for child in document[name]]
    yield f"!{path}!{key_ids}".encode(), json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _source(path: str, document: Mapping[str, Any], ids: str = "") -> dict[str, Any]:
    """Return a document as a source for Foundry's packing tool, which reads the keys from it."""
    key_ids = f"{ids}.{document['_id']}".lstrip(".")
    source = {"_key": f"!{path}!{key_ids}", **document}
    for name in _EMBEDDED.get(path.rpartition(".")[2], ()):
        if name in document:
            source[name] = [_source(f"{path}.{name}", child, key_ids) for child in document[name]]
    return source


def _pretty(value: object) -> bytes:
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def _archive(folder: str, files: Mapping[str, bytes]) -> bytes:
    """Return a zip of files in a folder, the same for the same files."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in sorted(files):
            # The default date is now; this is the earliest that a zip can have.
            entry = zipfile.ZipInfo(f"{folder}/{name}", date_time=(1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_STORED if name.endswith(".png") else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            entry.create_system = 3
            archive.writestr(entry, files[name])
    return content.getvalue()


def _lost(scenario: Scenario, system: str) -> Iterator[str]:
    yield "turns, victory, missions and terrain rules are only text in the journal: Foundry does not apply them"
    if any(side.team for side in scenario.sides):
        yield "the sides' teams appear only as token dispositions"
    if system and scenario.units:
        yield f"the actors have the default statistics of {system}"


FORMAT = Format(
    "foundry-module",
    "Foundry VTT module",
    ".zip",
    _write,
    carries=TABLE,
    options=(
        *(it for it in SCENE.options if it.name != "folder"),
        Option(
            "id",
            "id of the module, also the name of its folder; if empty, derived from the file name",
            "",
            "text",
        ),
        Option("release", "version of the module; increase it with each update", "1.0.0", "text"),
        Option(
            "address",
            ("web address of the folder that will contain the zip file; leave empty to install by hand"),
            "",
            "text",
        ),
        Option(
            "actors",
            "game system and actor type for the tokens, such as dnd5e:npc; if empty, the tokens have "
            "no actors",
            "",
            "text",
        ),
    ),
    purpose="a module with a scene, journal and tokens, ready to install",
)
