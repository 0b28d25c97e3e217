"""What holds for the repository as a whole: files, pins, names of machines."""

import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import NormalizedName, canonicalize_name

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
MEGABYTE = 1 << 20
#: What only an extra or the bundle needs may be missing where the tests run.
OF_EXTRAS = {
    canonicalize_name(Requirement(entry).name)
    for extra, entries in (
        *PYPROJECT["project"]["optional-dependencies"].items(),
        ("bundle", PYPROJECT["dependency-groups"]["bundle"]),
    )
    for entry in [*entries, *PYPROJECT["dependency-groups"].get(f"test-{extra}", ())]
}

#: Where packages come from is the business of the machine that installs them.
REGISTRIES = re.compile(
    r"pypi\.org|pythonhosted\.|npmjs\.|pkg\.dev|jfrog|artifactory|(?:extra-)?index-url|find-links"
)
#: Folders that are on one machine only.
MACHINES = re.compile(r"(?<![\w.~-])/(?:root|work|home/\w+|Users/\w+)/\w|\b[A-Z]:\\Users\\")


def tracked_files() -> list[Path]:
    """Return the files that git has or would take; skip where this is no checkout."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    # The checkout may belong to another user than the one who runs the tests.
    command = [
        "git",
        "-c",
        "safe.directory=*",
        "ls-files",
        "--cached",
        "--others",
        "--exclude-standard",
        "-z",
    ]
    names = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    return [path for name in names if name and (path := ROOT / name).is_file()]


def texts() -> dict[str, str]:
    """Return the content of every text file by its path in the repository."""
    contents = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in tracked_files()}
    found = {
        name: content.decode(errors="replace") for name, content in contents.items() if b"\0" not in content
    }
    assert "pyproject.toml" in found
    return found


def lines_with(pattern: re.Pattern[str]) -> list[str]:
    here = Path(__file__).relative_to(ROOT).as_posix()
    return [
        f"{name}:{number}: {line.strip()[:100]}"
        for name, text in texts().items()
        if name != here
        for number, line in enumerate(text.split("\n"), 1)
        if pattern.search(line)
    ]


def requirements() -> list[Requirement]:
    """Return everything that pyproject.toml asks for: to build, to run, for extras and for development."""
    lists = [
        PYPROJECT["build-system"]["requires"],
        PYPROJECT["project"]["dependencies"],
        *PYPROJECT["project"]["optional-dependencies"].values(),
        *PYPROJECT["dependency-groups"].values(),
    ]
    return [Requirement(entry) for entries in lists for entry in entries if isinstance(entry, str)]


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    matches = [
        re.fullmatch(r"([A-Za-z0-9._-]+)==([0-9][0-9a-z.+]*)", line) for line in lines if line[:1] != "#"
    ]
    assert None not in matches, "a line of constraints.txt is not NAME==VERSION"
    return {canonicalize_name(match[1]): match[2] for match in matches if match}


@pytest.mark.long
def test_nothing_names_a_registry() -> None:
    assert lines_with(REGISTRIES) == []


@pytest.mark.long
def test_nothing_names_a_folder_of_one_machine() -> None:
    assert lines_with(MACHINES) == []


@pytest.mark.parametrize("line", ["cd /home/ann/maps", "'/root/x'", r"C:\Users\ann", "see /work/x"])
def test_folders_of_one_machine_are_recognised(line: str) -> None:
    assert MACHINES.search(line)


@pytest.mark.parametrize("line", ["https://example.org/home/ann/x", "~/maps", "the /home folder", "a/work/b"])
def test_other_paths_are_not(line: str) -> None:
    assert not MACHINES.search(line)


def test_no_file_is_over_two_megabytes() -> None:
    assert [path.name for path in tracked_files() if path.stat().st_size > 2 * MEGABYTE] == []


def test_text_files_end_with_one_newline() -> None:
    # Files of the corpus are damaged on purpose.
    ours = {name: text for name, text in texts().items() if text and not name.startswith("tests/corpus/")}
    assert [name for name, text in ours.items() if text[-1] != "\n" or text.endswith("\n\n")] == []


def test_every_dependency_is_pinned_within_its_bounds() -> None:
    pinned = pins()
    faults = [
        str(requirement)
        for requirement in requirements()
        if not requirement.specifier.contains(pinned.get(canonicalize_name(requirement.name), "0"))
    ]
    assert faults == []


def test_every_dependency_of_a_dependency_is_pinned() -> None:
    pinned = pins()
    waiting = {canonicalize_name(requirement.name) for requirement in requirements()}
    seen: set[NormalizedName] = set()
    while waiting:
        name = waiting.pop()
        seen.add(name)
        try:
            needs = map(Requirement, distribution(name).requires or ())
        except PackageNotFoundError:
            assert name in OF_EXTRAS, f"{name} is not installed"
            continue
        waiting |= {
            canonicalize_name(need.name)
            for need in needs
            if need.marker is None or need.marker.evaluate({"extra": ""})
        } - seen
    assert seen - pinned.keys() == set()


def test_every_extra_has_its_tests_and_system_packages_belong_to_extras() -> None:
    extras = set(PYPROJECT["project"]["optional-dependencies"])
    assert {f"test-{extra}" for extra in extras} <= set(PYPROJECT["dependency-groups"])
    lines = (ROOT / "tools" / "system-packages.txt").read_text(encoding="utf-8").splitlines()
    entries = [line.split() for line in lines if line and not line.startswith("#")]
    assert {entry[0] for entry in entries} <= {"bundle", "core", "clients", "desktop", "faults", *extras}
    assert all(len(entry) > 1 for entry in entries)


def test_the_notice_names_every_ruleset_and_every_kind_of_material() -> None:
    notice = (ROOT / "resources" / "NOTICE").read_text(encoding="utf-8")
    rulesets = [path.stem for path in (ROOT / "resources" / "rulesets").glob("*.yaml")]
    folders = [f"resources/{path.name}" for path in (ROOT / "resources").iterdir() if path.is_dir()]
    folders.remove("resources/package_root")  # code, not material
    assert rulesets
    assert [name for name in [*rulesets, *folders, "scenarios"] if name not in notice] == []


def test_a_bare_import_of_a_folder_is_banned() -> None:
    ruff = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--no-cache",
        "--stdin-filename",
        str(ROOT / "core" / "sample.py"),
        "-",
    ]
    source = "import core.grid\nfrom editor import app\n"
    done = subprocess.run(ruff, cwd=ROOT, input=source, capture_output=True, text=True, check=False)
    assert done.stdout.count("TID251") == 2
