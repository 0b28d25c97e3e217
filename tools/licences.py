"""List the packages that Fairground needs to run, with versions and licences.

    python tools/licences.py [--extra editor ...]

Follows the requirements of the installed package and of the extras. A licence comes from the package's expression,
classifiers, or the head of its licence file. The exit status is 1 for an unknown licence, or one that may not be shipped.
"""

from __future__ import annotations

import argparse
import re
import sys
from importlib.metadata import Distribution, distribution
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

#: Licences under which a library may be used by programs of any licence, and what they are called in metadata.
ALLOWED: Final = re.compile(
    r"\b(MIT|BSD|Apache|PSF|Python Software Foundation|Zlib|0BSD|LGPL|Lesser General Public|Mozilla Public|MPL|ISC|CC0)\b"
)
#: What licences in full say that do not name themselves.
TEXTS: Final = {
    "Permission is hereby granted, free of charge": "MIT",
    "Redistribution and use in source": "BSD",
}


def needed(name: str, extras: frozenset[str] = frozenset()) -> dict[str, Distribution]:
    """Return a distribution and all that it needs, by canonical name."""
    found: dict[str, Distribution] = {}
    waiting = [(name, extras)]
    while waiting:
        at, wanted = waiting.pop()
        known = canonicalize_name(at)
        if known in found and not wanted:
            continue
        found[known] = distribution(at)
        for text in found[known].requires or ():
            requirement = Requirement(text)
            marker = requirement.marker
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *wanted)):
                waiting.append((requirement.name, frozenset(requirement.extras)))
    return found


def licence(of: Distribution) -> str:
    """Return what a distribution says of its licence; empty where it says nothing."""
    declared = of.metadata
    if "License-Expression" in declared:
        return str(declared["License-Expression"])
    classes = [
        it.rpartition(" :: ")[2] for it in declared.get_all("Classifier") or () if it.startswith("License ::")
    ]
    if classes:
        return ", ".join(classes)
    short = str(declared["License"]).strip().partition("\n")[0] if "License" in declared else ""
    return short or _by_text(of)


def _by_text(of: Distribution) -> str:
    for path in of.files or ():
        if re.search(r"licen[cs]e|copying", path.name, re.IGNORECASE) and path.suffix in {"", ".txt", ".md"}:
            words = " ".join(path.read_text(encoding="utf-8").split())
            return next((name for start, name in TEXTS.items() if start in words), "")
    return ""


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--extra", action="append", default=[], help="with what this extra needs")
    extras = frozenset(parser.parse_args().extra)
    failures = 0
    for name, of in sorted(needed("fairground", extras).items()):
        declared = licence(of)
        allowed = ALLOWED.search(declared) is not None
        failures += not allowed
        print(
            f"{name:20} {of.version:12} {declared or 'says nothing'}{'' if allowed else '   <- not allowed'}"
        )
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
