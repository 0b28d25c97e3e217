"""The Python samples of the documents run as they stand, their command lines are understood, and what they name is there."""

from __future__ import annotations

import ast
import inspect
import re
import shlex
from importlib.metadata import entry_points
from pathlib import Path

import click
import pytest
import yaml

from fairground import core
from fairground.core.cli.command_group import GROUP, fairground

ROOT = Path(__file__).parents[1]
SAMPLE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
#: Pages with samples of scenarios that ship, and that take no time.
WITH_SAMPLES = (
    "README.md",
    "docs/api.md",
    "docs/attacks.md",
    "docs/bases.md",
    "docs/games.md",
    "docs/what-if.md",
)
SAMPLES = [
    (page, number, found)
    for page in WITH_SAMPLES
    for number, found in enumerate(SAMPLE.findall((ROOT / page).read_text(encoding="utf-8")))
]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md")] + sorted((ROOT / "docs").rglob("*.md"))
#: Lines as they are typed, in blocks of code; a comment ends them.
COMMAND_LINE = re.compile(r"^ *(?:\$ )?(?:\.venv/bin/)?fairground (.+)$", re.MULTILINE)
COMMAND_LINES = sorted({line for page in PAGES for line in COMMAND_LINE.findall(page.read_text("utf-8"))})
#: What a shell makes of the rest of a line.
SHELL = re.compile(r"\|\||>>")
KEYMAP = yaml.safe_load((ROOT / "resources" / "keymap.yaml").read_text("utf-8"))
#: Those of actions, and those of the map itself, which belong to none.
KEYS = {key for action in KEYMAP["actions"].values() for key in action["keys"]} | {
    "Ctrl+Left",
    "Ctrl+Right",
    "Ctrl+Space",
    "Shift+Space",
}
#: Those of all commands, of the tools beside them, and of other programs that pages speak of.
OPTIONS = (
    {
        option
        for command in (found.load() for found in entry_points(group=GROUP))
        for part in (command, *getattr(command, "commands", {}).values())
        for parameter in part.params
        for option in (*parameter.opts, *parameter.secondary_opts)
    }
    | {
        option
        for tool in (*(ROOT / "tools").glob("*.py"), ROOT / "benchmarks" / "run.py")
        for option in re.findall(r'"(--[a-z-]+)"', tool.read_text("utf-8"))
    }
    | {"--help", "--version", "--hypothesis-profile", "--nthreads", "--nworkers"}
)
#: Functions with their arguments, as the page about Python lists them.
CALLS = re.findall(r"^\| `(\w+\([^`]*\))` \|", (ROOT / "docs" / "api.md").read_text("utf-8"), re.MULTILINE)


def test_each_of_these_pages_has_samples() -> None:
    assert {page for page, _, _ in SAMPLES} == set(WITH_SAMPLES)


@pytest.mark.parametrize(("page", "number", "sample"), SAMPLES, ids=lambda it: str(it)[:20])
def test_a_sample_runs(
    page: str, number: int, sample: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(sample, f"{page} {number}", "exec"), {})  # noqa: S102  # our own documents
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", dir(core))
def test_a_public_name_is_there_and_in_the_page(name: str) -> None:
    assert callable(getattr(core, name))
    assert re.search(rf"\b{name}\b", (ROOT / "docs" / "api.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_a_command_line_is_understood(line: str) -> None:
    context = fairground.make_context("fairground", shlex.split(SHELL.split(line)[0], comments=True))
    # Only read, not run: the files that lines name are examples.
    while isinstance(context.command, click.Group) and (rest := [*context._protected_args, *context.args]):  # noqa: SLF001  # click has no other name
        name, command, arguments = context.command.resolve_command(context, rest)
        assert command is not None
        context = command.make_context(name, arguments, parent=context)


@pytest.mark.parametrize("page", PAGES, ids=lambda it: it.name)
def test_what_a_page_names_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    links = [it.partition("#") for it in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in it]
    for name, _, heading in links:
        target = page.parent / name if name else page
        assert target.exists(), name
        assert not heading or heading in headings(target), f"{name}#{heading}"
    for name in re.findall(r"`((?:core|docs|editor|resources|scenarios|tests|tools)/[\w./-]+)`", text):
        assert (ROOT / name).exists(), name
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"`make ([a-z-]+)", text):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_no_picture_is_left_over() -> None:
    used = {
        name
        for page in PAGES
        for name in re.findall(r"\((?:docs/)?pictures/([\w.-]+)\)", page.read_text("utf-8"))
    }
    assert {it.name for it in (ROOT / "docs" / "pictures").iterdir()} == used


@pytest.mark.parametrize("page", PAGES, ids=lambda it: it.name)
def test_each_key_that_a_page_names_does_something(page: Path) -> None:
    text = page.read_text("utf-8").replace("`+`", "+")
    named = set(re.findall(r"`((?:(?:Ctrl|Alt|Shift)\+)+[^`\s]+|F[0-9]+)`", text))
    assert named <= KEYS, named - KEYS


@pytest.mark.parametrize("page", PAGES, ids=lambda it: it.name)
def test_each_option_that_a_page_names_is_one(page: Path) -> None:
    named = set(re.findall(r"(?<![\w-])(--[a-z][a-z-]*[a-z])(?![a-z-])", page.read_text("utf-8")))
    assert named <= OPTIONS, named - OPTIONS


@pytest.mark.parametrize("call", CALLS)
def test_a_call_in_the_page_has_the_parameters_of_the_function(call: str) -> None:
    told = ast.parse(call, mode="eval").body
    assert isinstance(told, ast.Call)
    assert isinstance(told.func, ast.Name)
    function = getattr(core, told.func.id)
    signature = inspect.signature(function)
    signature.bind(*told.args, **{it.arg or "": it.value for it in told.keywords})
    for it in told.keywords:
        if isinstance(it.value, ast.Constant) and it.value.value is not ...:
            assert signature.parameters[it.arg or ""].default == it.value.value, it.arg


def headings(page: Path) -> set[str]:
    """Return the headings of a page as links name them."""
    found = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", it.lower()).replace(" ", "-") for it in found}
