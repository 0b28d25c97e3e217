"""Change the program in one place at a time, and see whether the tests notice.

    python tools/mutants.py [--packages files sight movement] [--count 100] [--seed 1] [--into out/mutants]

A copy of the program gets one change (another operator, number or condition: a *mutant*), and the tests of its package run
until one fails. If none does, the mutant *survived*: a test is missing, or the change makes no difference. Places are drawn
uniformly, then one of their possible changes; types, texts of errors and comparisons by identity are skipped.

Tests that name the changed module run first. A run may take three times the normal processor time and eight gigabytes;
beyond that the mutant counts as noticed. Processor time is not affected by other work.

Results are in ``results.jsonl`` in the folder. An interrupted run resumes, unless the program changed; survivors are
tried again when the tests changed. The exit status is 1 when the unchanged program fails.

cosmic-ray makes the changes. It needs twenty packages, so ``make check-mutants`` installs it beside the results.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from hatch_build import link_folders

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).resolve().parent.parent
#: What of the repository tests look at.
FOLDERS: Final = (
    "benchmarks",
    "core",
    "docs",
    "editor",
    "resources",
    "scenarios",
    "schemas",
    "tests",
    "tools",
)
FILES: Final = ("CHANGELOG.md", "CONTRIBUTING.md", "Makefile", "README.md", "constraints.txt", "hatch_build.py", "pyproject.toml")  # fmt: skip
#: What tests of core need and what takes a second to load: once for all mutants. Of pydantic all that it would load when
#: asked: Qt, which pytest brings in, looks into modules while they are loaded, and half of pydantic cannot bear that.
LOADED_ONCE: Final = (
    "hypothesis",
    "networkx",
    "numpy",
    "pydantic.main",
    "pydantic.types",
    "scipy.sparse.csgraph",
    "shapely",
    "yaml",
)
#: What tests are run with: until one fails, and although hypothesis is loaded before pytest could rewrite it.
OPTIONS: Final = (
    *("-q", "-x", "-n", "0", "-p", "no:cacheprovider", "--hypothesis-profile=mutants"),
    *("-W", "ignore::pytest.PytestAssertRewriteWarning"),
)
#: Changes that show nothing: by identity, and what takes a program's own words for a number.
LEFT_ALONE: Final = ("_Is", "_IsNot", "VariableReplacer", "VariableInserter")
GENERATED: Final = ("core/sight/field/programs.py",)
MOST_BYTES: Final = 8 * 2**30
#: How many times the processor time of the unchanged program, and how many seconds more.
PATIENCE, GRACE = 3, 10
#: How many times as long as that a run may take by the clock on the wall.
_WAITS: Final = 30

Spot = tuple[int, int]


class Mutant(NamedTuple):
    """A place and what is changed there."""

    module: str
    operator: str
    occurrence: int
    start: Spot


def mutants(module: Path, name: str) -> dict[Spot, list[Mutant]]:
    """Return the changes that a module offers, by place."""
    import cosmic_ray.plugins
    from cosmic_ray.ast import ast_nodes, get_ast

    text = module.read_text(encoding="utf-8")
    nodes, dull = [*ast_nodes(get_ast(text))], dull_spans(text)
    found: dict[Spot, list[Mutant]] = {}
    for operator_name in cosmic_ray.plugins.operator_names():
        operator = cosmic_ray.plugins.get_operator(operator_name)
        if operator_name.endswith(LEFT_ALONE) or operator.arguments():
            continue
        spots = (start for node in nodes for start, _ in operator().mutation_positions(node))
        for occurrence, start in enumerate(spots):
            if not any(first <= start < last for first, last in dull):
                found.setdefault(start, []).append(Mutant(name, operator_name, occurrence, start))
    return found


def dull_spans(text: str) -> list[tuple[Spot, Spot]]:
    """Return where a change is none of the program: annotations, imports for types, decorators and texts of errors."""
    found = []
    for node in ast.walk(ast.parse(text)):
        inside: list[ast.expr | ast.stmt | None] = [
            getattr(node, "annotation", None),
            getattr(node, "returns", None),
        ]
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            inside.append(node)
        if isinstance(node, ast.Raise):
            inside.append(node.exc)
        inside += getattr(node, "decorator_list", [])
        found += [
            ((it.lineno, it.col_offset), (it.end_lineno, it.end_col_offset))
            for it in inside
            if isinstance(it, ast.expr | ast.stmt)
            and it.end_lineno is not None
            and it.end_col_offset is not None
        ]
    return found


def sample(root: Path, package: str, count: int, seed: int) -> list[Mutant]:
    """Return some mutants of a package, drawn at random: every place is as likely, and every change at a place."""
    places = []
    for path in sorted((root / "core" / package).rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if name not in GENERATED:
            places += [*mutants(path, name).values()]
    rng = random.Random(f"{package} {seed}")  # noqa: S311  # no secret
    return [rng.choice(it) for it in rng.sample(places, min(count, len(places)))]


class Tree:
    """A copy of the program in which one module at a time is changed."""

    def __init__(self, into: Path) -> None:
        self.root = into / "tree"
        shutil.rmtree(self.root, ignore_errors=True)
        skipped = shutil.ignore_patterns("__pycache__")
        for name in FOLDERS:
            shutil.copytree(ROOT / name, self.root / name, ignore=skipped)
        for name in FILES:
            shutil.copy(ROOT / name, self.root)
        link_folders(self.root)
        self._unchanged: dict[str, str] = {}
        texts = {path: path.read_text("utf-8") for path in sorted(self.root.glob("tests/core/**/test_*.py"))}
        self._tests = {path.relative_to(self.root).as_posix(): text for path, text in texts.items()}

    def change(self, it: Mutant) -> str | None:
        """Write a mutant; return the change as a diff, None where it is none."""
        import cosmic_ray.plugins
        from cosmic_ray.mutating import mutate_code

        path = self.root / it.module
        text = self._unchanged.setdefault(it.module, path.read_text("utf-8"))
        changed = mutate_code(text, cosmic_ray.plugins.get_operator(it.operator)(), it.occurrence)
        if changed is None or changed == text:
            return None
        path.write_text(changed, "utf-8")
        lines = difflib.unified_diff(
            text.splitlines(), changed.splitlines(), it.module, it.module, lineterm=""
        )
        return "\n".join(lines)

    def repair(self, it: Mutant) -> None:
        """Put back what was."""
        (self.root / it.module).write_text(self._unchanged[it.module], "utf-8")

    def tests_of(self, module: str) -> list[str]:
        """Return the test files of a module's package: those that name it first, also from elsewhere."""
        dotted = "fairground." + module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        words, folder = {*Path(module).stem.split("_")}, f"tests/core/{Path(module).parts[1]}/"
        ranks = {}
        for name, text in self._tests.items():
            called_alike = bool(words & {*Path(name).stem.split("_")})
            if name.startswith(folder) or dotted in text:
                ranks[name] = (dotted not in text, not called_alike, not name.startswith(folder), len(text))
        return sorted(ranks, key=ranks.__getitem__)

    def run(self, tests: list[str], most_seconds: int, log: Path) -> tuple[str, float]:
        """Run tests until one fails; return ``survived``, ``killed`` or ``killed by the clock``, and seconds.

        Where not a test failed but they could not be read at all it is ``not begun``, as when the program cannot be loaded.
        """
        start = time.monotonic()
        child = os.fork()
        if not child:
            self._in_child(tests, most_seconds, log)
        _, status = os.waitpid(child, 0)
        seconds = time.monotonic() - start
        code = os.waitstatus_to_exitcode(status)
        by_clock = code in (-signal.SIGXCPU, -signal.SIGKILL, -signal.SIGALRM)
        told = {0: "survived", 1: "killed"}.get(code, "not begun")
        return "killed by the clock" if by_clock else told, seconds

    def _in_child(self, tests: list[str], most_seconds: int, log: Path) -> None:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (most_seconds, most_seconds + 5))
        # What waits for ever takes no time of the processor.
        signal.alarm(_WAITS * most_seconds)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
        out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(out, 1)
        os.dup2(out, 2)
        os.chdir(self.root)
        paths = [str(self.root / ".dev"), str(self.root)]
        os.environ |= {"PYTHONPATH": os.pathsep.join(paths), "PYTHONDONTWRITEBYTECODE": "1"}
        sys.path[:0] = paths
        sys.dont_write_bytecode = True
        code = 3
        try:
            import pytest
            from hypothesis import Phase, settings

            # That a property fails is enough; the smallest example of it takes longer than all tests.
            phases = (Phase.explicit, Phase.generate)
            settings.register_profile("mutants", settings.get_profile("ci"), max_examples=15, phases=phases)
            code = int(pytest.main([*OPTIONS, *tests]))
        except BaseException:  # noqa: BLE001  # nothing of the parent may go on in the child
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)


def known_results(path: Path, program: str, tests: str) -> dict[Mutant, dict[str, object]]:
    """Return what earlier runs found in the program as it is, and of what survived that by the tests as they are."""
    found = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        it = json.loads(line)
        if it["program"] == program and (it["result"] != "survived" or it["tests"] == tests):
            module, operator, occurrence, start = it["mutant"]
            found[Mutant(module, operator, occurrence, (start[0], start[1]))] = it
    return found


def digest_of(folder: Path) -> str:
    """Return what tells one state of a folder of modules from another."""
    found = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]


def examined(tree: Tree, package: str, wanted: list[Mutant], into: Path) -> Iterator[dict[str, object]]:
    """Yield what becomes of each mutant of a package, from the last run or this one.

    Raises
    ------
    RuntimeError
        When the tests fail without any change, or those of a module cannot be read in their order.
    """
    program, tests = digest_of(tree.root / "core" / package), digest_of(tree.root / "tests/core")
    kept = into / "results.jsonl"
    known = known_results(kept, program, tests)
    fresh = [it for it in wanted if it not in known]
    yield from (known[it] for it in wanted if it in known)
    if not fresh:
        return
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result, _ = tree.run(tree.tests_of(f"core/{package}/__init__.py"), 3600, into / "unchanged.txt")
    if result != "survived":
        raise RuntimeError(f"the tests of {package} fail without any change: {into / 'unchanged.txt'}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    most = PATIENCE * int(after.ru_utime - before.ru_utime) + GRACE
    for it in fresh:
        diff = tree.change(it)
        try:
            result, seconds = ("no change", 0.0) if diff is None else tree.run(tree.tests_of(it.module), most, into / "log.txt")  # fmt: skip
        finally:
            tree.repair(it)
        if result == "not begun":
            # Noticed, if it is the change that keeps them from it.
            result, _ = tree.run([*tree.tests_of(it.module), "--collect-only"], most, into / "unchanged.txt")
            if result != "survived":
                raise RuntimeError(
                    f"the tests of {it.module} cannot be read without any change: {into / 'unchanged.txt'}"
                )
            result = "killed"
        told = {"program": program, "tests": tests, "mutant": it, "result": result, "seconds": round(seconds, 1), "diff": diff}  # fmt: skip
        with kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps(told) + "\n")
        yield told


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--packages", nargs="+", default=["files", "sight", "movement"], metavar="PACKAGE")
    parser.add_argument("--count", type=int, default=100, help="how many mutants of each package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--into", type=Path, default=ROOT / "out/mutants")
    options = parser.parse_args()
    into = options.into.resolve()
    into.mkdir(parents=True, exist_ok=True)
    sys.path.append(str(into / "library"))
    for name in LOADED_ONCE:
        __import__(name)
    tree = Tree(into)
    for package in options.packages:
        found: Counter[str] = Counter()
        try:
            for it in examined(tree, package, sample(tree.root, package, options.count, options.seed), into):
                found[str(it["result"])] += 1
                if it["result"] == "survived":
                    print(it["diff"], flush=True)
        except RuntimeError as error:
            print(error, file=sys.stderr)
            return 1
        tried = found.total() - found["no change"]
        print(f"{package}: {tried} mutants, {tried - found['survived']} noticed, {found['killed by the clock']} of them by the clock, {found['survived']} survived", flush=True)  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
