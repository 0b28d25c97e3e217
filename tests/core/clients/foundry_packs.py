"""A module for Foundry as its own packing tool takes it: what it unpacks from the packs, and packs from their sources."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from fairground.core.clients import load_format
from fairground.core.clients.format import export_settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairground.core.scenario.document import Scenario

READER: Final = Path(__file__).parents[3] / "tools" / "clients" / "readers" / "foundry_packs.mjs"
PACKAGE: Final = "@foundryvtt/foundryvtt-cli"
#: A folder node_modules with the packing tool, installed by npm.
MODULES: Final = os.environ.get("FAIRGROUND_NODE_MODULES", "")


def missing() -> str:
    """Return what must be installed to run the packing tool; empty if it is there."""
    if shutil.which("node") is None:
        return "node is not installed"
    if not MODULES or not (Path(MODULES) / PACKAGE).is_dir():
        return f"FAIRGROUND_NODE_MODULES names no node_modules with {PACKAGE}"
    return ""


def unzipped(content: bytes, folder: Path) -> Path:
    """Unpack a module into a folder and return the module's own folder."""
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        archive.extractall(folder)
    (found,) = folder.iterdir()
    return found


def pack_request(module: Path, folder: Path) -> dict[str, Any]:
    """Return the request to the reader for the packs of an unpacked module; ``folder`` is for its own files."""
    manifest = json.loads((module / "module.json").read_text("utf-8"))
    packs = [
        {"path": str(module / it["path"]), "source": str(module / "packs" / "_source" / it["name"])}
        for it in manifest["packs"]
    ]
    folder.mkdir(parents=True, exist_ok=True)
    return {"packs": packs, "folder": str(folder)}


def faults_in_packs(scenario: Scenario, folder: Path) -> Iterator[str]:
    """Yield how the packing tool's documents differ from the sources, for modules of both versions of Foundry."""
    for version in ("13", "14"):
        target = load_format("foundry-module")
        assert target.write is not None
        settings = export_settings(target.options, {"pixels": "20", "version": version}, "table")
        at = folder / version
        module = unzipped(target.write(scenario, settings).content, at / "zip")
        request = pack_request(module, at / "cli")
        (answer,) = answers([request], at)
        yield from (f"{version}: {it}" for it in pack_faults(request, answer))


def pack_faults(request: dict[str, Any], answer: Any) -> Iterator[str]:
    """Yield how what the tool found in packs differs from their sources."""
    if isinstance(answer, dict):
        yield answer["error"]
        return
    for pack, found in zip(request["packs"], answer, strict=True):
        name = Path(pack["path"]).name
        sources = [json.loads(it.read_text("utf-8")) for it in sorted(Path(pack["source"]).glob("*.json"))]
        for how in ("unpacked", "packed"):
            if [without_empty(it) for it in found[how]] != [without_empty(it) for it in sources]:
                yield f"{how}, the pack {name} has other documents than its sources"


def without_empty(value: Any) -> Any:
    """Return a value without empty lists and nulls, which the tool adds for what a version does not have."""
    if isinstance(value, dict):
        return {key: without_empty(it) for key, it in value.items() if it is not None and it != []}
    return [without_empty(it) for it in value] if isinstance(value, list) else value


def answers(requests: Sequence[object], folder: Path) -> list[Any]:
    """Return the answers of the reader, which is run where its imports are found."""
    home = Path(MODULES).parent
    asked, answered = folder / "requests.json", folder / "answers.json"
    asked.write_text(json.dumps(requests))
    # Imports are resolved from where a module is.
    script = home / READER.name
    shutil.copyfile(READER, script)
    done = subprocess.run(
        ["node", str(script), str(asked), str(answered)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(answered.read_text())
    return found
