"""Compare the packages of constraints.txt with the checksums in requirements.lock, or write these.

    python tools/lock.py [--write]

pip says which files it would install on this system, with their checksums; nothing is installed. Writing keeps the
checksums of other systems for versions that stay. ``pip install --require-hashes --no-deps -r requirements.lock`` installs
exactly these files. The exit status is 1 for a file that is not in the lock.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).resolve().parent.parent
PINS: Final = ROOT / "constraints.txt"
LOCK: Final = ROOT / "requirements.lock"
_HEAD: Final = "# Checksums of the files that constraints.txt stands for, by system. Written by: make lock\n"

#: The checksums of the files of a package and its version, both as one text: ``name==version``.
Lock = dict[str, set[str]]


def pinned(text: str) -> set[str]:
    """Return the pins of a constraints file."""
    pins = (line.split("==") for line in text.splitlines() if "==" in line)
    return {f"{canonicalize_name(name)}=={version}" for name, version in pins}


def read_lock(text: str) -> Lock:
    """Return the checksums of a lock file."""
    entries = re.findall(r"^(\S+==\S+)((?:\s+\\\n\s+--hash=sha256:[0-9a-f]{64})+)", text, re.MULTILINE)
    return {pin: set(re.findall(r"sha256:([0-9a-f]{64})", hashes)) for pin, hashes in entries}


def write_lock(lock: Lock) -> str:
    """Return the text of a lock file."""
    entries = (
        " \\\n".join([pin, *(f"    --hash=sha256:{it}" for it in sorted(lock[pin]))]) for pin in sorted(lock)
    )
    return _HEAD + "".join(f"{it}\n" for it in entries)


def files_of_this_system() -> Lock:
    """Return the checksums of the files that pip would install here."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        options = ["--dry-run", "--ignore-installed", "--no-deps", "--quiet", "--report", str(report)]
        subprocess.run([sys.executable, "-m", "pip", "install", *options, "-r", str(PINS)], check=True)
        found: Lock = {}
        for it in json.loads(report.read_text(encoding="utf-8"))["install"]:
            pin = f"{canonicalize_name(it['metadata']['name'])}=={it['metadata']['version']}"
            found.setdefault(pin, set()).add(it["download_info"]["archive_info"]["hashes"]["sha256"])
        return found


def faults(here: Lock, lock: Lock) -> list[str]:
    """Return what of the files of a system is not in the lock."""
    unknown = [f"{pin} is not in {LOCK.name}; run: make lock" for pin in sorted(here.keys() - lock.keys())]
    return unknown + [
        f"{pin}: the file for this system has a checksum that is not in {LOCK.name}. If you trust it, run: make lock"
        for pin in sorted(here.keys() & lock.keys())
        if not here[pin] <= lock[pin]
    ]


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--write", action="store_true", help="add the files of this system to the lock")
    options = parser.parse_args()
    here = files_of_this_system()
    lock = read_lock(LOCK.read_text(encoding="utf-8")) if LOCK.exists() else {}
    if options.write:
        pins = pinned(PINS.read_text(encoding="utf-8"))
        merged = {pin: lock.get(pin, set()) | here.get(pin, set()) for pin in pins}
        LOCK.write_text(
            write_lock({pin: hashes for pin, hashes in merged.items() if hashes}), encoding="utf-8"
        )
        return 0
    found = faults(here, lock)
    for fault in found:
        print(fault)
    print(f"{len(here)} files looked at, {len(found)} not in the lock")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
