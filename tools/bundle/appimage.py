"""Put the bundle into an AppImage: one file that runs on most Linux desktops, without being installed."""

from __future__ import annotations

import platform
import shutil
import subprocess
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
#: What the head of an AppImage of type 2 has at offset 8 of its ELF header.
MAGIC: Final = b"AI\x02"
MAGIC_OFFSET: Final = 8
#: What libsquashfuse reads images with, and itself first.
LIBRARIES: Final = ("squashfuse", "z", "lzma", "zstd", "lz4", "lzo2")
#: Programs that making an AppImage needs.
NEEDED: Final = ("gcc", "mksquashfs")


def missing_programs() -> list[str]:
    """Return the programs that making an AppImage needs and this system lacks."""
    return [name for name in NEEDED if shutil.which(name) is None]


def make_appimage(bundle: Path, work: Path, target: Path) -> Path:
    """Write the AppImage of a bundle with its ``share`` folder; ``work`` is a folder for what comes between. Return it."""
    folder = application_folder(bundle, work / "AppDir")
    image = work / "fairground.squashfs"
    squash = [
        "mksquashfs",
        str(folder),
        str(image),
        "-noappend",
        "-all-root",
        "-comp",
        "zstd",
        "-quiet",
        "-no-progress",
    ]
    subprocess.run(squash, check=True)
    with target.open("wb") as file:
        file.write(runtime(work / "runtime"))
        with image.open("rb") as content:
            shutil.copyfileobj(content, file)
    target.chmod(0o755)
    return target


def application_folder(bundle: Path, folder: Path) -> Path:
    """Return the AppDir: the bundle, and at its top what starts it and what a desktop shows of it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(bundle, folder / "usr" / "lib" / "fairground", symlinks=True)
    shutil.move(folder / "usr" / "lib" / "fairground" / "share", folder / "usr" / "share")
    shutil.copy(HERE / "AppRun", folder)
    share = folder / "usr" / "share"
    shutil.copy(share / "applications" / "fairground.desktop", folder)
    shutil.copy(share / "icons/hicolor/256x256/apps/fairground.png", folder)
    (folder / ".DirIcon").symlink_to("fairground.png")
    (folder / "usr" / "bin").mkdir()
    for name in ("fairground", "fairground-editor"):
        (folder / "usr" / "bin" / name).symlink_to(f"../lib/fairground/{name}")
    return folder


def runtime(program: Path) -> bytes:
    """Return the program at the head of the AppImage, built into ``program``."""
    options = ["-static", "-Os", "-s", "-D_GNU_SOURCE", "-D_FILE_OFFSET_BITS=64"]
    source = str(HERE / "appimage_runtime.c")
    subprocess.run(
        ["gcc", *options, "-o", str(program), source, *(f"-l{it}" for it in LIBRARIES)], check=True
    )
    content = bytearray(program.read_bytes())
    content[MAGIC_OFFSET : MAGIC_OFFSET + len(MAGIC)] = MAGIC
    return bytes(content)


def appimage_name(version: str) -> str:
    """Return the usual name of an AppImage of that version for this machine."""
    return f"Fairground-{version}-{platform.machine()}.AppImage"
