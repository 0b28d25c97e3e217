"""Measure this checkout and another commit in turn, and print the ratio of each figure.

    .venv/bin/python -m benchmarks.against COMMIT [--rounds 3] [--again 2] [--worse 10] [--json out/against.json] [SUITE ...]

Each round runs each suite with the other commit and then with this checkout, so that a slow minute of the machine hits
both. A figure is the least of its rounds, and the ratio is this checkout's figure over the other's: above 1 is slower. Exit
status 1 if a figure that both have is worse by more than ``--worse`` percent; before, suites with such figures are repeated
up to ``--again`` times in both. Figures of one commit alone are counted, not compared.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.run import LONG, SUITES
from hatch_build import MODULES, compile_library, link_folders

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

HERE = Path(__file__).parents[1]

Figures = dict[str, float]

#: Runs a suite. Of Python's collections of garbage as few disturb it in both checkouts as in the command line.
_SUITE = """
import gc, runpy, sys
gc.set_threshold(200_000, *gc.get_threshold()[1:])
sys.path.insert(0, "")
runpy.run_module("benchmarks.run", run_name="__main__", alter_sys=True)
"""


def main() -> int:
    """Measure, print a line for each figure, and return the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commit", help="commit, tag or branch to compare with")
    parser.add_argument("suites", nargs="*", choices=[*SUITES, []], metavar="SUITE", help=", ".join(SUITES))
    parser.add_argument("--rounds", type=int, default=3, help="how often both run each suite (default: 3)")
    parser.add_argument(
        "--again", type=int, default=2, help="how often to repeat suites with worse figures (default: 2)"
    )
    parser.add_argument("--worse", type=float, default=10, help="percent that counts as worse (default: 10)")
    parser.add_argument("--json", type=Path, help="file to write the figures to")
    options = parser.parse_intermixed_args()
    suites = options.suites or [it for it in SUITES if it not in LONG]
    rounds: tuple[list[Figures], list[Figures]] = ([], [])
    names: dict[str, set[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        other = _checked_out(options.commit, Path(folder) / "other")
        try:
            for number in range(options.rounds + options.again):
                before, after = map(least, rounds)
                slow = worse(before, after, options.worse)
                for suite in suites if number < options.rounds else suites_of(slow, names):
                    print(f"round {number + 1}: {suite}", file=sys.stderr, flush=True)
                    for checkout, measured in zip((other, HERE), rounds, strict=True):
                        measured.append(_measured(checkout, suite))
                    names[suite] = set(rounds[1][-1])
        finally:
            _git("worktree", "remove", "--force", str(other))
    before, after = map(least, rounds)
    for line in table(before, after, options.worse):
        print(line)
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        answer = {"commit": options.commit, "rounds": options.rounds, "before": before, "after": after}
        options.json.write_text(json.dumps(answer, indent=2) + "\n")
    return int(bool(worse(before, after, options.worse)))


def least(rounds: Iterable[Mapping[str, float]]) -> Figures:
    """Return the least value of each figure over some rounds, in the order of their first round."""
    found: Figures = {}
    for measured in rounds:
        for name, value in measured.items():
            found[name] = min(value, found.get(name, value))
    return found


def worse(before: Figures, after: Figures, percent: float) -> list[str]:
    """Return the names of the figures that grew by more than ``percent``, the worst first."""
    grown = {it: after[it] / before[it] for it in after if before.get(it)}
    return sorted(
        (it for it, ratio in grown.items() if 100 * (ratio - 1) > percent), key=lambda it: -grown[it]
    )


def suites_of(figures: Collection[str], names: Mapping[str, Collection[str]]) -> list[str]:
    """Return the suites that have any of some figures; ``names`` are the names of each suite's figures."""
    return [suite for suite, known in names.items() if not set(figures).isdisjoint(known)]


def table(before: Figures, after: Figures, percent: float) -> list[str]:
    """Return a line for each figure that both have, and the counts below."""
    both = [it for it in after if before.get(it)]
    slow = set(worse(before, after, percent))
    lines = [f"{'ratio':>6}  {'before':>10}  {'now':>10}"]
    for name in both:
        mark = "  worse" if name in slow else ""
        lines.append(
            f"{after[name] / before[name]:6.2f}  {before[name]:10.4g}  {after[name]:10.4g}  {name}{mark}"
        )
    alone = len(set(before) ^ set(after))
    lines.append(
        f"{len(both)} figures compared, {len(slow)} worse by more than {percent:g} %; {alone} of one commit alone"
    )
    return lines


def _checked_out(commit: str, folder: Path) -> Path:
    """Check a commit out into a folder, linked as an editable install is."""
    _git("worktree", "add", "--quiet", "--detach", str(folder), commit)
    link_folders(folder)
    compile_library(folder)
    package = folder / ".dev" / "fairground"
    for name in MODULES:
        # A commit from before the package had modules of its own: an empty one, or the installed package would be imported.
        if not (package / name).exists():
            (package / name).unlink()
            (package / name).touch()
    _declare(folder)
    return folder


def _declare(checkout: Path) -> None:
    """Write the metadata that an install would, since the program finds its commands there."""
    project = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]
    # A version on the path before the installed one is the one that counts.
    folder = checkout / ".dev" / "fairground-0.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: fairground\nVersion: 0\n", "utf-8")
    groups = {"console_scripts": project.get("scripts", {})} | project.get("entry-points", {})
    lines = [
        line
        for group, points in groups.items()
        for line in (f"[{group}]", *(f"{name} = {target}" for name, target in points.items()))
    ]
    (folder / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")


def _measured(checkout: Path, suite: str) -> Figures:
    """Return the figures of a suite, run in a checkout with this environment's interpreter."""
    path = checkout / "out" / "measured.json"
    command = [sys.executable, "-c", _SUITE, "--json", str(path), suite]
    # Modules are compiled once, as where they are installed.
    places = {"PYTHONPATH": str(checkout / ".dev"), "PYTHONPYCACHEPREFIX": str(checkout / "out" / "compiled")}
    done = subprocess.run(
        command,
        cwd=checkout,
        env={key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"} | places,
        capture_output=True,
        text=True,
        check=False,
    )
    # Status 1 says that a budget was missed, which is not the question here.
    if done.returncode > 1 or not path.exists():
        raise SystemExit(f"{suite} of {checkout.name} failed:\n{done.stderr[-2000:]}")
    figures = json.loads(path.read_text())["figures"]
    path.unlink()
    return {it["name"]: it["value"] for it in figures if it["value"] is not None}


def _git(*words: str) -> None:
    subprocess.run(["git", *words], cwd=HERE, check=True)


if __name__ == "__main__":
    sys.exit(main())
