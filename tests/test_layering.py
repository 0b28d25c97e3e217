"""Who may import whom, read from the source.

The order of the layers stands here and nowhere else: each imports only those before it.
"""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from enum import EnumType
from functools import cache
from importlib import import_module
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]

QT = {"PySide2", "PySide6", "PyQt5", "PyQt6", "qtpy", "shiboken2", "shiboken6"}
#: The layers that come to conclusions from the rules: who sees whom, who gets where, what is fair, what is wrong.
CONCLUDING = {"sight", "attacks", "movement", "metrics", "simulation", "improve", "validation"}
#: Where the editor asks them: the worker's jobs, and one module for what is answered within a frame.
ASKING = re.compile(r"fairground\.editor\.(jobs\..+|features\.\w+\.(\w+_)?job|document\.rule_answers)")
#: How they write their answers, which views show as it is.
WORDS = {
    "fairground.core.metrics.fairness.measured_values.percent",
    "fairground.core.metrics.fairness.sentences.value_text",
    "fairground.core.simulation.recording.game_text.GameText",
}
#: The modules that need an extra, and no other does; they import it when it is asked for.
EXTRAS_OF_CORE = {
    "fairground.core.batches.cluster": ("cluster",),
    "fairground.core.drawable": ("data",),
    "fairground.core.notebook": ("data", "geo"),
}
#: Methods that compare a text with their first argument, or look it up.
COMPARING = {"get", "startswith", "endswith", "removeprefix", "removesuffix", "fullmatch", "match", "__eq__"}

#: The name of a module in a text, with or without an object of it: ``package.module:name``.
MODULE = re.compile(rf"(?:fairground\.(?:core|editor)|{'|'.join(sorted(QT))})(?:\.\w+)+(?::\w+)?")

CORE = sorted((ROOT / "core").rglob("*.py"))
EDITOR = sorted((ROOT / "editor").rglob("*.py"))
FOLDERS = ("core", "editor", "tests", "tools", "benchmarks")
EVERY = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]


#: The folders of the repository that packages have; imported by that name they would be other modules.
FOLDERS_OF_PACKAGES = ("core", "editor", "schemas", "resources", "scenarios")
#: A line with an import that has one of these names somewhere, and not behind a dot.
MAY_BE_BARE = re.compile(rf"\b(?:import|from)\b.*(?<![\w.])(?:{'|'.join(FOLDERS_OF_PACKAGES)})\b")

# What modules import is read once, by the worker that runs all of these tests.
pytestmark = pytest.mark.xdist_group("layering")


def module_name(path: Path) -> str:
    """Return the dotted name that a file of ``core/`` or ``editor/`` is imported by."""
    parts = ["fairground", *path.relative_to(ROOT).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_bytes())


def nodes(tree: ast.AST, *, typed: bool) -> Iterator[ast.AST]:
    """Yield all nodes below one; less those that type checkers alone see where not ``typed``."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        if not typed and isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting += node.orelse
        else:
            waiting += ast.iter_child_nodes(node)


def imports(tree: ast.AST, *, package: str, typed: bool = True) -> Iterator[tuple[int, str]]:
    """Yield line and dotted name of every import, also of those inside functions and, where ``typed``, for checkers.

    ``from a import b`` gives ``a.b``; relative names are resolved against ``package``. A text that is a module's
    name counts too: it is there to be imported when it is needed.
    """
    for node in nodes(tree, typed=typed):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: -node.level + 1 or None] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)
        elif isinstance(node, ast.Constant) and MODULE.fullmatch(str(node.value)):
            yield node.lineno, str(node.value).partition(":")[0]


@cache
def imports_of(path: Path, *, typed: bool = True) -> tuple[tuple[int, str], ...]:
    name = module_name(path)
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    return tuple(imports(parsed(path), package=package, typed=typed))


def concludes(imported: str) -> bool:
    """Return whether a dotted name is of a layer that comes to conclusions, and no kind or wording of an answer."""
    parts = imported.split(".")
    if parts[:2] != ["fairground", "core"] or len(parts) < 3 or parts[2] not in CONCLUDING:
        return False
    found = getattr(import_module(".".join(parts[:-1])), parts[-1], None)
    return imported not in WORDS and not isinstance(found, EnumType)


def compared_with(node: ast.AST) -> list[ast.AST | None]:
    """Return the expressions that ``node`` compares a value with; a look-up compares with its keys."""
    match node:
        case ast.Compare():
            return [node.left, *node.comparators]
        case ast.MatchValue():
            return [node.value]
        case ast.Dict():
            return [*node.keys]
        case ast.Subscript():
            return [node.slice]
        case ast.Call(func=ast.Attribute(attr=name)) if name in COMPARING:
            return [*node.args[:1]]
        case _:
            return []


def ruleset_tests(tree: ast.AST, ids: set[str]) -> list[tuple[int, str]]:
    """Return line and text of every comparison with a ruleset's id, and of calls with the beginning of one."""
    return [
        (part.lineno, part.value)
        for node in ast.walk(tree)
        for place in compared_with(node)
        for part in (ast.walk(place) if place is not None else ())
        if isinstance(part, ast.Constant) and isinstance(part.value, str)
        if part.value in ids
        or (
            isinstance(node, ast.Call)
            and len(part.value) > 2
            and any(name.startswith(part.value) for name in ids)
        )
    ]


@pytest.fixture(scope="module")
def ruleset_ids() -> set[str]:
    files = (ROOT / "resources" / "rulesets").glob("*.yaml")
    ids = {str(yaml.safe_load(file.read_text(encoding="utf-8"))["id"]) for file in files}
    assert ids, "no rulesets are shipped"
    return ids


def test_the_guide_lists_the_layers_in_their_order() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    layers = [it["layers"] for it in contracts if it.get("containers") == ["fairground.core"]]
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = guide.partition("| layer |")[2].partition("\n\n")[0]
    cells = re.findall(r"^\| (`[^|]+`) \|", table, re.MULTILINE)
    assert [name for cell in cells for name in re.findall(r"`(\w+)/?`", cell)] == layers[0][::-1]


def called_by_the_editor() -> Iterator[tuple[Path, int, str]]:
    """Yield what the editor imports, less what type checkers alone see: that is not called."""
    return ((path, *found) for path in EDITOR for found in imports_of(path, typed=False))


@pytest.mark.long
def test_no_tool_view_or_dock_computes_a_rule() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {imported}"
        for path, line, imported in called_by_the_editor()
        if concludes(imported) and not ASKING.fullmatch(module_name(path))
    ]
    assert found == [], (
        "the worker is to be asked, or editor/document/rule_answers.py where the answer is there within a frame"
    )


@pytest.mark.long
def test_what_is_asked_at_once_is_asked_by_somebody() -> None:
    tree = ast.parse((ROOT / "editor" / "document" / "rule_answers.py").read_bytes())
    given = {
        f"fairground.editor.document.rule_answers.{it.name}"
        for it in tree.body
        if isinstance(it, ast.FunctionDef)
    }
    imported = {name for _, _, name in called_by_the_editor()}
    assert given
    assert given - imported == set()
    assert WORDS - imported == set()


@pytest.mark.parametrize(
    ("source", "asks"),
    [
        ("from fairground.core.sight.field.fan import Fans", True),
        ("def f():\n    import fairground.core.movement.path", True),
        ("from fairground.core.metrics import cuts", True),
        ("x = 'fairground.core.validation.validator:validate'", True),
        ("if TYPE_CHECKING:\n    from fairground.core.sight.field.fan import Fans", False),
        ("if TYPE_CHECKING:\n    pass\nelse:\n    from fairground.core.sight.field.fan import Fans", True),
        ("from fairground.core.attacks.checklist import StepState", False),
        ("from fairground.core.scenario.board import Board", False),
    ],
)
def test_what_asks_for_a_conclusion_is_found(source: str, *, asks: bool) -> None:
    assert any(concludes(name) for _, name in imports(ast.parse(source), package="p", typed=False)) == asks


def test_imports_are_found_wherever_they_stand() -> None:
    source = "x = 'fairground.core.cli.commands.show:COMMAND'\nimport a.b\ndef f():\n    from c import d\nif x:\n    from . import e\n    from ..g import h\n"
    assert sorted(imports(ast.parse(source), package="p.q")) == [
        (1, "fairground.core.cli.commands.show"),
        (2, "a.b"),
        (4, "c.d"),
        (6, "p.q.e"),
        (7, "p.g.h"),
    ]


def test_nothing_asks_which_ruleset_it_is(ruleset_ids: set[str]) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text!r}"
        for path in [*CORE, *EDITOR]
        for line, text in ruleset_tests(parsed(path), ruleset_ids)
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "ruleset.id == 'arena-1.0'",
        "'arena-1.0' != name",
        "name in ('x', 'arena-1.0')",
        "match name:\n    case 'arena-1.0':\n        pass",
        "{'arena-1.0': 3}[name]",
        "table['arena-1.0']",
        "table.get('arena-1.0')",
        "name.startswith('arena')",
    ],
)
def test_ruleset_tests_are_found(source: str) -> None:
    assert ruleset_tests(ast.parse(source), {"arena-1.0"})


@pytest.mark.parametrize("source", ["f(default='arena-1.0')", "x == 'arena'", "'''Such as arena-1.0.'''"])
def test_a_name_that_is_only_mentioned_is_no_ruleset_test(source: str) -> None:
    assert not ruleset_tests(ast.parse(source), {"arena-1.0"})


def test_nothing_imports_a_folder_by_its_bare_name() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {imported}"
        for path in EVERY
        # Most have no such line, and to parse all of them takes seconds.
        if MAY_BE_BARE.search(path.read_text(encoding="utf-8"))
        for line, imported in imports(parsed(path), package="tests")
        if imported.split(".")[0] in FOLDERS_OF_PACKAGES
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "import core",
        "import os, core.grid",
        "from core import grid",
        "def f():\n    from scenarios.made import x",
        "from editor.window import (\n    icons,\n)",
    ],
)
def test_a_bare_name_is_looked_for_where_one_stands(source: str) -> None:
    assert MAY_BE_BARE.search(source)


@pytest.mark.long
def test_core_imports_only_what_the_package_depends_on() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    distributions = packages_distributions()

    def names(texts: list[str]) -> set[str]:
        return {canonicalize_name(Requirement(text).name) for text in texts}

    depends = names(project["dependencies"])
    found = [
        f"{path.relative_to(ROOT)}:{line}: {imported}"
        for path in CORE
        for line, imported in imports_of(path)
        if (top := imported.split(".")[0]) not in {*sys.stdlib_module_names, "fairground"}
        if not (
            depends
            | names([it for extra in EXTRAS_OF_CORE.get(module_name(path), ()) for it in extras[extra]])
        )
        & {canonicalize_name(name) for name in distributions.get(top, [top])}
    ]
    assert found == []


def test_extras_are_imported_when_they_are_asked_for() -> None:
    for name in EXTRAS_OF_CORE:
        tree = parsed(ROOT.joinpath(*name.split(".")[1:]).with_suffix(".py"))
        tops = [it for it in tree.body if isinstance(it, ast.Import | ast.ImportFrom)]
        assert all(
            imported.split(".")[0] in {*sys.stdlib_module_names, "fairground"}
            for it in tops
            for _, imported in imports(ast.Module([it], []), package=name)
        )
