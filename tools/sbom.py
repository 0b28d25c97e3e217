"""Write a software bill of materials: every package that Fairground needs to run, as CycloneDX JSON.

    python tools/sbom.py FILE [--extra editor ...]

Versions and licences are those of the installed packages. Files of the same packages are equal byte for byte: they have
neither a time nor a serial number.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.licences import licence, needed

if TYPE_CHECKING:
    from importlib.metadata import Distribution


def bill_of_materials(extras: frozenset[str]) -> dict[str, Any]:
    """Return the bill of Fairground with some extras, as plain data for JSON."""
    found = needed("fairground", extras)
    main = found.pop("fairground")
    components = {name: _component(it, "library") for name, it in sorted(found.items())}
    top = _component(main, "application")
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": top},
        "components": list(components.values()),
        "dependencies": [
            {"ref": _reference(it), "dependsOn": _needs(it, found)}
            for it in (main, *(found[name] for name in components))
        ],
    }


def _component(of: Distribution, kind: str) -> dict[str, Any]:
    said = licence(of)
    is_expression = "License-Expression" in of.metadata
    return {
        "type": kind,
        "bom-ref": _reference(of),
        "name": of.name,
        "version": of.version,
        "licenses": [{"expression": said} if is_expression else {"license": {"name": said}}],
        "purl": _reference(of),
    }


def _reference(of: Distribution) -> str:
    return f"pkg:pypi/{canonicalize_name(of.name)}@{of.version}"


def _needs(of: Distribution, known: dict[str, Distribution]) -> list[str]:
    """Return the references of what a package needs, of those that are in the bill."""
    names = {canonicalize_name(Requirement(it).name) for it in of.requires or ()}
    return sorted(_reference(known[name]) for name in names if name in known)


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--extra", action="append", default=[], help="with what this extra needs")
    options = parser.parse_args()
    bill = bill_of_materials(frozenset(options.extra))
    options.file.parent.mkdir(parents=True, exist_ok=True)
    options.file.write_text(json.dumps(bill, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
