"""What the program that needs no Python is packed in."""

import configparser
import os
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tools.bundle.appimage import MAGIC, MAGIC_OFFSET, make_appimage, missing_programs
from tools.bundle.build import APPLICATION, desktop_files, version

ROOT = Path(__file__).parents[2]
SCENARIOS = sorted((ROOT / "scenarios").glob("*.yaml"))
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
SQUASHFS_LIBRARY = Path("/usr/include/squashfuse/squashfuse.h")


def desktop_entry(file: Path) -> configparser.SectionProxy:
    parser = configparser.ConfigParser(interpolation=None, delimiters=("=",))
    parser.optionxform = str  # type: ignore[assignment,method-assign]  # keys of desktop files have capitals
    parser.read(file, encoding="utf-8")
    return parser["Desktop Entry"]


def shipped(name: str) -> "ET.ElementTree[ET.Element]":
    return ET.parse(APPLICATION / name)  # noqa: S314  # a file of our own


def test_the_desktop_opens_scenarios_with_the_editor() -> None:
    entry = desktop_entry(APPLICATION / "fairground.desktop")
    tree = shipped("fairground-mime.xml")
    ours = tree.find(f"{MIME}mime-type")
    assert ours is not None
    assert ours.get("type") in entry["MimeType"].split(";")
    assert entry["Exec"] == "fairground-editor %f"
    assert (APPLICATION / f"{entry['Icon']}.svg").is_file()


def test_shared_information_and_desktop_agree() -> None:
    tree = shipped("fairground.metainfo.xml")
    assert tree.findtext("launchable") == "fairground.desktop"
    provided = [it.text for it in tree.findall("provides/mediatype")]
    assert provided[0] in desktop_entry(APPLICATION / "fairground.desktop")["MimeType"].split(";")


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda it: it.stem)
def test_a_scenario_is_known_by_its_content(file: Path) -> None:
    match = shipped("fairground-mime.xml").find(f"{MIME}mime-type/{MIME}magic/{MIME}match")
    assert match is not None
    first, last = map(int, str(match.get("offset")).split(":"))
    at = file.read_bytes().find(str(match.get("value")).encode())
    assert first <= at <= last


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """A folder as PyInstaller makes it, with programs that say what they were given."""
    folder = tmp_path / "fairground"
    (folder / "_internal").mkdir(parents=True)
    (folder / "_internal" / "big.bin").write_bytes(bytes(range(256)) * 20_000)
    (folder / "_internal" / "link.bin").symlink_to("big.bin")
    for name in ("fairground", "fairground-editor"):
        program = folder / name
        program.write_text(
            f'#!/bin/sh\necho {name} "$@"\ncksum <"$APPDIR/usr/lib/fairground/_internal/link.bin"\n'
        )
        program.chmod(0o755)
    return folder


def test_the_menu_entry_comes_and_goes(bundle: Path, tmp_path: Path) -> None:
    desktop_files(bundle, Path(sys.executable))
    home = tmp_path / "home"
    home.mkdir()
    environment = {"HOME": str(home), "PATH": os.environ["PATH"]}
    subprocess.run([bundle / "install.sh"], env=environment, check=True, capture_output=True)
    entry = desktop_entry(home / ".local/share/applications/fairground.desktop")
    assert entry["Exec"] == f'"{bundle}/fairground-editor" %f'
    assert (home / ".local/bin/fairground").resolve() == bundle / "fairground"
    assert (home / ".local/share/icons/hicolor/64x64/apps/fairground.png").read_bytes()[:4] == b"\x89PNG"
    subprocess.run([bundle / "install.sh", "--remove"], env=environment, check=True, capture_output=True)
    left = [it for it in home.rglob("*") if "fairground" in it.name]
    assert left == []


@pytest.mark.skipif(
    bool(missing_programs()) or not SQUASHFS_LIBRARY.exists(),
    reason="gcc, mksquashfs or libsquashfuse-dev is missing",
)
def test_an_appimage_unpacks_itself_once_and_runs(bundle: Path, tmp_path: Path) -> None:
    desktop_files(bundle, Path(sys.executable))
    image = make_appimage(bundle, tmp_path, tmp_path / "Fairground.AppImage")
    assert image.read_bytes()[MAGIC_OFFSET:][:3] == MAGIC
    content = subprocess.run(
        ["cksum"], input=(bundle / "_internal" / "big.bin").read_bytes(), capture_output=True, check=True
    )
    environment = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}

    def ran(program: Path, *arguments: str) -> tuple[str, str]:
        done = subprocess.run(
            [program, *arguments], env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout, done.stderr

    first, told = ran(image, "my map.yaml")
    assert first == f"fairground-editor my map.yaml\n{content.stdout.decode()}"
    assert "first start" in told
    assert ran(image)[1] == ""
    command = tmp_path / "fairground-here" / "fairground"
    command.parent.mkdir()
    command.symlink_to(image)
    assert ran(command, "validate")[0].startswith("fairground validate\n")
    assert len([*(tmp_path / ".cache" / "fairground-appimage").iterdir()]) == 1


def test_the_installer_has_the_version_of_the_project() -> None:
    script = (ROOT / "tools" / "bundle" / "fairground.iss").read_text(encoding="utf-8")
    assert f"AppVersion={version()}\n" in script
