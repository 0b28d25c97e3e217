"""Readers of foreign files take numbers, JSON and bytes only from the gate, and their patterns take linear time."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from fairground.core.clients.registry import import_formats, load_format
from tests.core.text.pattern_ambiguity import ambiguity

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[3]
GATE = "core/text/foreign.py"
#: What reads files that other people may have changed, besides the importers.
READERS = (
    "core/files/board_blocks.py",
    "core/files/clip_text.py",
    "core/files/corrections.py",
    "core/files/force_file.py",
    "core/files/images.py",
    "core/files/pruning.py",
    "core/files/read_*.py",
    "core/files/reader.py",
    "core/files/untrusted_files.py",
    "core/rules/loading.py",
    "core/rules/merging.py",
    "core/rules/ruleset_files.py",
    "core/batches/store.py",
    "editor/app/text_catalogues.py",
    "editor/app/settings.py",
    "editor/document/recovery.py",
    "editor/features/clipboard/stamps.py",
    "editor/features/exporting/presets.py",
    "editor/features/tracing_image/history.py",
    "editor/features/tracing_image/image_job.py",
    "editor/shell/navigator.py",
    "editor/shell/user_keys.py",
)
#: Modules that importers use and that read nothing.
WRITERS = {
    "core/clients/arena_movement.py",
    "core/clients/board_image.py",
    "core/clients/exporting.py",
    "core/clients/format.py",
    "core/clients/megamek/scenario_to_board.py",
    "core/clients/picture_formats.py",
    "core/clients/registry.py",
    "core/clients/scenario_parts.py",
    "core/clients/foundry/scene.py",
    "core/clients/foundry/regions.py",
    "core/clients/tiled/tmj.py",
    "core/clients/tiled/tmx.py",
    "core/clients/tiled/writing.py",
    "core/clients/tiled/writing_objects.py",
    "core/clients/walls.py",
}
#: Calls that are right past the gate, with the reason.
ALLOWED = {
    ("editor/app/text_catalogues.py", "int(self.plural(count))"): "a rule of plurals, tried when it is read",
    (
        "editor/features/exporting/presets.py",
        "(_HEAD + ''.join(map(_line, presets))).encode()",
    ): "what is written",
    ("editor/features/clipboard/stamps.py", "clip_to_text(clip).encode()"): "what is written",
    ("editor/shell/user_keys.py", "(_HEAD + ''.join(lines)).encode()"): "what is written",
    ("core/files/board_blocks.py", "''.join(lines).encode('utf-32-le', errors='replace')"): "never fails",
    ("editor/document/recovery.py", "text.encode(errors='replace')"): "never fails",
}
#: Patterns whose time grows faster than their text, which is cut off at a length.
BOUNDED = {"core/text/yaml_slips.py": {"_TWO_WORDS": "_LOOKED_AT"}}
#: Where patterns are checked though numbers may be taken: the guarded parsers themselves.
PARSERS = ("core/text/*.py", "core/scenario/zone_text.py", "core/scenario/fairness_standards.py")


def importers() -> set[str]:
    """Return the modules of ``core/clients`` that importers use, directly or not."""
    found: set[str] = set()
    waiting = [load_format(name).read.__module__ for name in import_formats()]
    waiting += ["fairground.core.clients.importing"]
    while waiting:
        name = waiting.pop()
        path = module_path(name)
        if path is None or path in found or path in WRITERS or not path.startswith("core/clients/"):
            continue
        found.add(path)
        for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                waiting += [node.module, *(f"{node.module}.{it.name}" for it in node.names)]
    return found


def module_path(name: str) -> str | None:
    """Return the path of a module of the product, relative to the repository; None for others."""
    parts = name.split(".")
    if parts[:1] != ["fairground"]:
        return None
    for path in (Path(*parts[1:]).with_suffix(".py"), Path(*parts[1:], "__init__.py")):
        if (ROOT / path).is_file():
            return path.as_posix()
    return None


def checked() -> list[str]:
    """Return the paths of all modules that read foreign files."""
    others = {path.relative_to(ROOT).as_posix() for it in READERS for path in ROOT.glob(it)}
    return sorted((importers() | others) - {GATE})


def breaches(source: str) -> Iterator[str]:
    """Yield what goes past the gate in a module."""
    tree = ast.parse(source)
    at_top = {
        id(it)
        for node in tree.body
        for it in ast.walk(node)
        if not isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        is_mapped = name == "map" and ast.unparse(node.args[0]) in {"int", "float"}
        is_number = name in {"int", "float", "complex", "eval", "ast.literal_eval", "np.fromstring"}
        is_json = name in {
            "json.load",
            "json.loads",
            "json.JSONDecoder",
            "pickle.load",
            "pickle.loads",
            "yaml.load",
        }
        is_pattern = (
            name.startswith("re.")
            and (name != "re.compile" or id(node) not in at_top)
            and name != "re.escape"
        )
        if is_mapped or is_number or is_json or is_pattern or name.endswith(".encode"):
            yield ast.unparse(node)


@pytest.mark.parametrize("path", checked())
def test_numbers_json_bytes_and_patterns_come_through_the_gate(path: str) -> None:
    found = [it for it in breaches((ROOT / path).read_text("utf-8")) if (path, it) not in ALLOWED]
    assert found == []


@pytest.mark.parametrize(
    "breach",
    [
        "int(x)",
        "list(map(float, x))",
        "json.loads(x)",
        "x.encode()",
        "re.match('a', x)",
        "def f(x):\n    re.compile(x)",
    ],
)
def test_what_goes_past_the_gate_is_noticed(breach: str) -> None:
    assert list(breaches(breach))


def test_the_lists_name_only_what_is_there() -> None:
    assert [path for path in WRITERS if not (ROOT / path).is_file()] == []
    used = {(path, it) for path in checked() for it in breaches((ROOT / path).read_text("utf-8"))}
    assert ALLOWED.keys() - used == set()


def patterns() -> list[tuple[str, str]]:
    """Return path and name of each pattern of a module that reads foreign files."""
    paths = {
        *checked(),
        GATE,
        *(path.relative_to(ROOT).as_posix() for it in PARSERS for path in ROOT.glob(it)),
    }
    found = []
    for path in sorted(paths):
        for node in ast.parse((ROOT / path).read_text("utf-8")).body:
            if (
                isinstance(node, ast.Assign | ast.AnnAssign)
                and node.value
                and "re.compile" in ast.unparse(node.value)
            ):
                target = node.targets[0] if isinstance(node, ast.Assign) else node.target
                found.append((path, ast.unparse(target)))
    return found


@pytest.mark.parametrize(("path", "name"), patterns())
def test_patterns_take_linear_time(path: str, name: str) -> None:
    value = getattr(
        import_module("fairground." + path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")),
        name,
    )
    source = (ROOT / path).read_text("utf-8")
    searched = re.search(rf"\b{name}\.(?:search|finditer|findall|sub|split)\(", source) is not None
    whole = re.search(rf"\b{name}\.fullmatch\(", source) is not None or f"{name}." not in source
    for pattern in [value] if isinstance(value, re.Pattern) else value:
        why = ambiguity(pattern, searched=searched, whole=whole)
        if name in BOUNDED.get(path, {}):
            limit = BOUNDED[path][name]
            assert limit in source
            assert why is not None
        else:
            assert why is None, pattern.pattern


@pytest.mark.parametrize(
    ("pattern", "searched", "is_linear"),
    [
        (r"(a+)+b", False, False),
        (r"(?:a*)*b", False, False),
        (r"(?:a|b|ab)*c", False, False),
        (r"\s*\s*x", False, False),
        (r"\s*#", True, False),
        (r"\s+$", True, False),
        (r"\s*#", False, True),
        (r"(?:[ \t]*,[ \t]*x)+y", False, True),
        (r"\"(?:[^\"\\]|\\.)*\"", False, True),
        (r"<!--(?:[^-]|-[^-])*-->", False, True),
        (r"<!--.*-->.*x", False, False),
        (r"[^a]+", True, True),
        (r"(?:[^\s,]{1,100} )?(?:[A-Z]{1,4}(?:\^[A-Z]{1,4})?)(?:, [A-Z]{1,4})+", False, True),
    ],
)
def test_ambiguous_patterns_are_told_from_others(pattern: str, searched: bool, is_linear: bool) -> None:  # noqa: FBT001
    assert (ambiguity(re.compile(pattern), searched=searched, whole=False) is None) is is_linear
