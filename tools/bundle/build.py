"""Build the program that needs no Python: one folder, and what each system packs it in, into ``dist/``.

    make bundle                             dist/fairground/, dist/fairground-VERSION-SYSTEM.tar.gz (.zip on Windows) and,
                                            on Linux, dist/Fairground-VERSION-MACHINE.AppImage
    python tools/bundle/build.py --keep     use the environment of the build before

It makes the wheel, installs it with the editor and PyInstaller into an environment of its own in ``dist/bundle-build``, and
lets PyInstaller collect that. On Linux, the folder also gets what a desktop shows of a program: see ``desktop_files``.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tomllib
import venv
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.bundle import appimage

ROOT: Final = Path(__file__).resolve().parents[2]
DIST: Final = ROOT / "dist"
WORK: Final = DIST / "bundle-build"
APPLICATION: Final = ROOT / "resources" / "application"
#: Sizes of the icon, in pixels, that a desktop picks from.
ICON_SIZES: Final = (64, 128, 256)


def main() -> None:
    """Build the bundle and say where it is."""
    options = argparse.ArgumentParser(description="Build the program that needs no Python.")
    options.add_argument("--keep", action="store_true", help="use the environment of the build before")
    keep = options.parse_args().keep
    python = environment(keep=keep)
    folder = freeze(python)
    shutil.copy(ROOT / "sbom.cdx.json", folder)
    if sys.platform.startswith("linux"):
        desktop_files(folder, python)
        if missing := appimage.missing_programs():
            print(f"no AppImage is made: {' and '.join(missing)} missing", file=sys.stderr)
        else:
            print(appimage.make_appimage(folder, WORK, DIST / appimage.appimage_name(version())))
    print(pack(folder))


def environment(*, keep: bool) -> Path:
    """Return the Python of an environment with the wheel, the editor and PyInstaller in it."""
    home = WORK / "environment"
    scripts = "Scripts" if sys.platform == "win32" else "bin"
    python = home / scripts / "python"
    if not (keep and home.is_dir()):
        venv.create(home, clear=True, with_pip=True)
    install: list[str | Path] = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    pinned = ["--constraint", str(ROOT / "constraints.txt")]
    # The pip of an older Python knows no dependency groups.
    run(*install, *pinned, "--upgrade", "pip")
    run(*install, *pinned, "--group", "bundle")
    # Even if it is installed: the version of the wheel stays the same while its content changes.
    run(*install, *pinned, "--no-deps", "--force-reinstall", ".")
    run(*install, *pinned, ".[editor]")
    return python


def freeze(python: Path) -> Path:
    """Return the folder that PyInstaller makes."""
    icon = WORK / "fairground.png"
    draw_icon(python, icon, 256)
    places = ["--distpath", str(DIST), "--workpath", str(WORK / "work")]
    spec = ROOT / "tools" / "bundle" / "fairground.spec"
    options = ["--noconfirm", "--log-level", "WARN", *places]
    run(python, "-m", "PyInstaller", *options, spec, more={"FAIRGROUND_ICON": str(icon)})
    return DIST / "fairground"


def desktop_files(folder: Path, python: Path) -> None:
    """Add what a Linux desktop shows of the program, in the folders it looks into, and the script that installs them."""
    share = folder / "share"
    for file, place in (
        ("fairground.desktop", "applications"),
        ("fairground-mime.xml", "mime/packages"),
        ("fairground.metainfo.xml", "metainfo"),
        ("fairground.svg", "icons/hicolor/scalable/apps"),
    ):
        (share / place).mkdir(parents=True, exist_ok=True)
        shutil.copy(APPLICATION / file, share / place)
    for size in ICON_SIZES:
        icons = share / f"icons/hicolor/{size}x{size}/apps"
        icons.mkdir(parents=True, exist_ok=True)
        draw_icon(python, icons / "fairground.png", size)
    script = folder / "install.sh"
    shutil.copy(Path(__file__).with_name("install.sh"), script)
    script.chmod(0o755)


def draw_icon(python: Path, target: Path, size: int) -> None:
    """Draw the icon as a PNG that many pixels wide."""
    code = (
        "import sys, pathlib, resvg_py as r; s, t, n = sys.argv[1:];"
        "pathlib.Path(t).write_bytes(bytes(r.svg_to_bytes(svg_path=s, width=int(n), height=int(n))))"
    )
    run(python, "-c", code, APPLICATION / "fairground.svg", target, str(size))


def pack(folder: Path) -> Path:
    """Return the archive of the folder, which its users download."""
    name = f"fairground-{version()}-{platform.system().lower()}-{platform.machine().lower()}"
    how = "zip" if sys.platform == "win32" else "gztar"
    return Path(shutil.make_archive(str(DIST / name), how, folder.parent, folder.name))


def version() -> str:
    """Return the version of Fairground."""
    found: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    return found


def run(*command: str | Path, more: dict[str, str] | None = None) -> None:
    """Run a command in the checkout; it ends the build if it fails."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | (more or {})
    subprocess.run([*map(str, command)], cwd=ROOT, env=environment, check=True)


if __name__ == "__main__":
    main()
