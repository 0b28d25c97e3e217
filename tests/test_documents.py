"""The samples of the manual run as they stand, and the files, keys, options and links in it exist."""

from __future__ import annotations

import re
import shlex
import shutil
from importlib.metadata import entry_points
from pathlib import Path

import click
import pytest
import yaml

from fairground import core
from fairground.core import Severity, validate_file
from fairground.core.cli.command_group import GROUP, fairground
from tools.console_samples import BLOCK, rewritten

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md")] + sorted((ROOT / "docs").rglob("*.md"))
#: Pages that are made when the manual is built.
GENERATED_NAMES = (
    "reference/commands.md",
    "reference/keys.md",
    "contributing/index.md",
    "contributing/changelog.md",
)
PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
#: All samples but those of the readers, which have a test of their own.
PYTHON_SAMPLES = [
    (page, number, sample)
    for page in PAGES
    for number, sample in enumerate(PYTHON.findall(page.read_text("utf-8")))
    if "from arena import" not in sample
]
SCENARIO = re.compile(r"^```yaml\n((?:#[^\n]*\n)*format: fairground/1\n.*?)^```", re.MULTILINE | re.DOTALL)
SCENARIO_SAMPLES = [(page, sample) for page in PAGES for sample in SCENARIO.findall(page.read_text("utf-8"))]
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
        for tool in (*(ROOT / "tools").glob("*.py"), *(ROOT / "benchmarks").glob("*.py"))
        for option in re.findall(r'"(--[a-z-]+)"', tool.read_text("utf-8"))
    }
    | {"--help", "--version", "--hypothesis-profile", "--nthreads", "--nworkers", "--export-map", "--noout"}
    # Of other programs: dask, pip.
    | {"--host", "--require-hashes", "--no-deps"}
)


def page_id(value: object) -> str:
    return value.relative_to(ROOT).as_posix() if isinstance(value, Path) else str(value)[:20]


@pytest.fixture
def examples(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which samples run: the examples of the manual, and the scenarios."""
    shutil.copytree(ROOT / "docs" / "examples", tmp_path, dirs_exist_ok=True)
    shutil.copytree(ROOT / "scenarios", tmp_path / "scenarios")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.long
@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize(("page", "number", "sample"), PYTHON_SAMPLES, ids=page_id)
def test_a_python_sample_runs(
    page: Path, number: int, sample: str, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, object] = {"__name__": "__main__"}
    exec(compile(sample, f"{page.name} {number}", "exec"), names)  # noqa: S102  # our own documents
    # The module of a plugin defines the plugin, and prints nothing.
    assert capsys.readouterr().out or "fairground.core.plugin_api" in sample


@pytest.mark.parametrize(("page", "sample"), SCENARIO_SAMPLES, ids=page_id)
def test_a_scenario_in_a_page_has_no_errors(page: Path, sample: str, examples: Path) -> None:
    file = examples / "sample.yaml"
    file.write_text(sample, encoding="utf-8")
    assert [it.message for it in validate_file(file).findings if it.severity is Severity.ERROR] == [], page


@pytest.mark.long
@pytest.mark.parametrize("page", [it for it in PAGES if BLOCK.search(it.read_text("utf-8"))], ids=page_id)
def test_the_commands_of_a_page_run_and_print_what_it_shows(page: Path, tmp_path: Path) -> None:
    text = page.read_text("utf-8")
    assert rewritten(text, tmp_path) == text, "tools/console_samples.py writes the output"


def test_each_public_name_is_in_the_page_about_python_once() -> None:
    page = (ROOT / "docs" / "reference" / "python.md").read_text("utf-8")
    assert sorted(re.findall(r"^::: fairground\.core\.(\w+)$", page, re.MULTILINE)) == sorted(dir(core))
    assert all(callable(getattr(core, name)) for name in dir(core))


@pytest.mark.parametrize("line", COMMAND_LINES)
def test_a_command_line_is_understood(line: str) -> None:
    context = fairground.make_context("fairground", shlex.split(SHELL.split(line)[0], comments=True))
    # Only read, not run: the files that lines name are examples.
    while isinstance(context.command, click.Group) and (rest := [*context._protected_args, *context.args]):  # noqa: SLF001  # click has no other name
        name, command, arguments = context.command.resolve_command(context, rest)
        assert command is not None
        context = command.make_context(name, arguments, parent=context)


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_what_a_page_names_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    links = [it.partition("#") for it in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in it]
    for name, _, heading in links:
        target = page.parent / name if name else page
        if target.resolve().as_posix().endswith(GENERATED_NAMES):
            continue
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
        for name in re.findall(r"\((?:docs/|\.\./)?pictures/([\w.-]+)\)", page.read_text("utf-8"))
    }
    assert {it.name for it in (ROOT / "docs" / "pictures").iterdir()} == used


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_each_key_that_a_page_names_does_something(page: Path) -> None:
    text = page.read_text("utf-8").replace("`+`", "+")
    named = set(re.findall(r"`((?:(?:Ctrl|Alt|Shift)\+)+[^`\s]+|F[0-9]+)`", text))
    assert named <= KEYS, named - KEYS


@pytest.mark.parametrize("page", PAGES, ids=page_id)
def test_each_option_that_a_page_names_is_one(page: Path) -> None:
    named = set(re.findall(r"(?<![\w-])(--[a-z][a-z-]*[a-z])(?![a-z-])", page.read_text("utf-8")))
    assert named <= OPTIONS, named - OPTIONS


def headings(page: Path) -> set[str]:
    """Return the headings of a page as links name them."""
    found = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", it.lower()).replace(" ", "-") for it in found}
