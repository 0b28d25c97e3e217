"""What is built from the checkout: the wheel, the sdist, and the wheel of the sdist.

Nothing is downloaded: the build takes the backend of the environment that runs the tests, and the fresh environment
borrows the dependencies from it.
"""

import os
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
FOLDERS = ("core", "editor", "schemas", "resources", "scenarios")

ASK_FOR_HELP = """
import sys
from contextlib import suppress
from importlib.metadata import entry_points

(script,) = entry_points(group="console_scripts", name="fairground")
main = script.load()
for command in sys.argv[1:]:
    sys.argv = ["fairground", command, "--help"]
    with suppress(SystemExit):
        main()
"""

# One worker builds once and runs all of these tests.
pytestmark = pytest.mark.xdist_group("wheel")


def run(*command: str | Path, cwd: Path) -> str:
    """Run a command outside the checkout's influence and return what it printed."""
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PIP_"))
    }
    # The compiler's optimizations take most of a build, and nothing here measures speed.
    environment["CFLAGS"] = "-O0"
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(output: Path, *kinds: str) -> Path:
    """Build from the checkout; without a kind, the sdist, and the wheel from the sdist."""
    run(sys.executable, "-m", "build", "--no-isolation", *kinds, "--outdir", output, ROOT, cwd=output)
    return output


def packages(environment: Path) -> Path:
    return Path(sysconfig.get_path("purelib", vars={"base": str(environment)}))


def scripts(environment: Path) -> Path:
    return Path(sysconfig.get_path("scripts", vars={"base": str(environment)}))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (built,) = build(tmp_path_factory.mktemp("wheel"), "--wheel").iterdir()
    return built


@pytest.fixture(scope="module")
def by_way_of_sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def sdist(by_way_of_sdist: Path) -> Path:
    (built,) = by_way_of_sdist.glob("*.tar.gz")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a fresh environment with the wheel; it finds the dependencies after its own packages."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=False)
    (packages(folder) / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", scripts(folder) / "python"]
    run(*pip, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    return folder


def names_in(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return set(archive.namelist())


#: What only builds the script of published pages.
WEB_SOURCES = ("resources/web/src/", "resources/web/node_modules/")
WEB_TOOLS = ("package.json", "package-lock.json", "tsconfig.json", "build.mjs")


def builds_pages(name: str) -> bool:
    """Return whether a file is needed to build the script of published pages, and not to use it."""
    folder, _, file = name.rpartition("/")
    return name.startswith(WEB_SOURCES) or (folder == "resources/web" and file in WEB_TOOLS)


def files_of_checkout() -> set[str]:
    """Return the files that belong into the wheel, as it names them."""
    names = {
        path.relative_to(ROOT).as_posix()
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    # The package's own modules stand at its top.
    return {
        f"fairground/{name.removeprefix('resources/package_root/')}"
        for name in names
        if not builds_pages(name)
    }


@pytest.mark.long
def test_the_wheel_holds_every_file_of_its_folders_and_nothing_else(wheel: Path) -> None:
    expected = files_of_checkout()
    assert expected
    assert {name for name in names_in(wheel) if ".dist-info/" not in name} == expected


@pytest.mark.long
def test_the_wheel_has_one_top_level_name(wheel: Path) -> None:
    assert {name.split("/")[0] for name in names_in(wheel)} == {
        "fairground",
        f"fairground-{PROJECT['version']}.dist-info",
    }


@pytest.mark.parametrize(
    ("folder", "ending"),
    [
        ("core/", "py.typed"),
        ("editor/", "py.typed"),
        ("resources/rulesets/", ".yaml"),
        ("resources/forces/", ".yaml"),
        ("resources/legends/", ".yaml"),
        ("resources/tiles/", ".svg"),
        ("resources/decorations/", ".svg"),
        ("resources/fonts/", ".ttf"),
        ("resources/report/", ".js"),
        ("scenarios/", ".yaml"),
        ("schemas/", ".json"),
    ],
)
def test_the_wheel_carries_types_and_data(wheel: Path, folder: str, ending: str) -> None:
    assert any(name.startswith(f"fairground/{folder}") and name.endswith(ending) for name in names_in(wheel))


def test_the_wheel_carries_the_licences(wheel: Path) -> None:
    licences = {name.partition(".dist-info/licenses/")[2] for name in names_in(wheel) if "/licenses/" in name}
    assert licences == {"LICENSE", "resources/NOTICE", "resources/fonts/LICENSE"}


@pytest.mark.long
def test_the_wheel_carries_the_list_of_what_it_needs(wheel: Path) -> None:
    name = f"fairground-{PROJECT['version']}.dist-info/sboms/sbom.cdx.json"
    with zipfile.ZipFile(wheel) as archive:
        assert archive.read(name) == (ROOT / "sbom.cdx.json").read_bytes()


def test_the_sdist_builds_the_same_wheel(wheel: Path, by_way_of_sdist: Path) -> None:
    (other,) = by_way_of_sdist.glob("*.whl")
    assert other.read_bytes() == wheel.read_bytes()


@pytest.mark.long
def test_builds_of_another_folder_at_another_time_are_the_same_to_the_byte(
    wheel: Path, sdist: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    # Debian 12's Python cannot extract with a filter, and newer ones warn without.
    run("tar", "-xf", sdist, cwd=elsewhere)
    (source,) = elsewhere.iterdir()
    for path in source.rglob("*"):
        os.utime(path, (1_700_000_000, 1_700_000_000))
    again = tmp_path / "again"
    again.mkdir()
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", again, source, cwd=again)
    assert {path.name: path.read_bytes() for path in again.iterdir()} == {
        path.name: path.read_bytes() for path in (wheel, sdist)
    }


@pytest.mark.long
def test_the_sdist_carries_what_its_tests_and_readers_need(sdist: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = {"README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "constraints.txt"}
    assert wanted | {"tests/test_wheel.py", "tools/setup", "hatch_build.py"} <= names
    assert not [name for name in names if name.startswith((".dev", ".venv")) or name.endswith(".pyc")]


def test_the_installed_wheel_runs_away_from_the_checkout(installed: Path, tmp_path: Path) -> None:
    package = packages(installed) / "fairground"
    ask = "import fairground.core; print(fairground.core.__file__)"
    where = run(scripts(installed) / "python", "-c", ask, cwd=tmp_path)
    assert Path(where.strip()) == package / "core" / "__init__.py"
    fairground = scripts(installed) / "fairground"
    assert PROJECT["version"] in run(fairground, "--version", cwd=tmp_path)
    python = scripts(installed) / "python"
    assert PROJECT["version"] in run(python, "-m", "fairground", "--version", cwd=tmp_path)
    ask = "import fairground; print(fairground.__version__)"
    assert run(python, "-c", ask, cwd=tmp_path).strip() == PROJECT["version"]
    scenario = package / "scenarios" / "standard-arena.yaml"
    assert "no errors" in run(fairground, "validate", scenario, cwd=tmp_path)
    run(fairground, "show", scenario, "-o", tmp_path / "arena.png", cwd=tmp_path)
    assert (tmp_path / "arena.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.long
def test_every_registered_command_is_there_in_the_installed_wheel(installed: Path, tmp_path: Path) -> None:
    commands = list(PROJECT["entry-points"]["fairground.commands"])
    # One process asks for all: what a process of its own adds is what the test before this one shows.
    told = run(scripts(installed) / "python", "-c", ASK_FOR_HELP, *commands, cwd=tmp_path)
    assert commands
    assert [it for it in commands if f"Usage: fairground {it} " not in told] == []


def test_a_wheel_with_a_library_is_for_this_system_and_one_without_for_any(wheel: Path) -> None:
    compiled = [name for name in names_in(wheel) if name.startswith("fairground/core/native/lib")]
    assert wheel.name.endswith("-py3-none-any.whl") == (not compiled)
    assert "-py3-none-" in wheel.name
