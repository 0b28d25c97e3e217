"""Link the source folders under one package for editable installs, and compile the C files where there is a compiler."""

from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags

if TYPE_CHECKING:
    from types import ModuleType

FOLDERS = ("core", "editor", "schemas", "resources", "scenarios")
#: The modules of the package itself, next to its folders.
MODULES = ("__init__.py", "__main__.py")
#: The folder of the C files and of the library made from them.
NATIVE = Path("core", "native")
#: The optimizer may not assume what C leaves open about whole numbers that overflow.
COMPILER_OPTIONS = (
    "-std=c11",
    "-O3",
    "-fwrapv",
    "-Wall",
    "-Wextra",
    "-fvisibility=hidden",
    "-Wno-psabi",
    "-shared",
    "-s",
)


def link_folders(root: Path) -> None:
    """Make ``.dev/fairground`` the package: its modules and folders as relative links, so that a moved checkout works."""
    package = root / ".dev" / "fairground"
    package.mkdir(parents=True, exist_ok=True)
    targets = {name: Path(name) for name in FOLDERS}
    targets |= {name: Path("resources", "package_root", name) for name in MODULES}
    for name, target in targets.items():
        link = package / name
        if not link.is_symlink():
            link.symlink_to(Path("..", "..", target), target_is_directory=name in FOLDERS)


def compile_library(root: Path) -> Path | None:
    """Compile the C files of a checkout into one library, and return it; None if that is not wanted or not possible.

    Without it, Python does the same work, only slower: a compiler that is missing or fails is no reason to stop.
    """
    folder = root / NATIVE
    sources = sorted(path.name for path in folder.glob("*.c"))
    if not sources or os.environ.get("FAIRGROUND_PURE"):
        return None
    compiler = _compiler()
    if compiler is None:
        print("no C compiler is here: lines of sight and paths will take longer", file=sys.stderr)  # noqa: T201
        return None
    native = _module(folder / "__init__.py")
    target: Path = native.library_path(folder)
    made = target.with_name(f"{target.name}.{os.getpid()}")
    position = () if sys.platform == "win32" else ("-fPIC",)
    define = f"-DFAIRGROUND_SOURCES={native.sources_checksum(folder)}u"
    # Options of the packager win over ours, as is usual.
    wanted = shlex.split(os.environ.get("CFLAGS", ""))
    command = [*compiler, *COMPILER_OPTIONS, *wanted, *position, define, "-o", made.name, *sources]
    # In the folder, so that no path of this machine gets into the library.
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        made.unlink(missing_ok=True)
        problem = "the C files do not compile: lines of sight and paths will take longer"
        print(f"{problem}\n{done.stderr}", file=sys.stderr)  # noqa: T201
        return None
    # Programs that have loaded the one before keep it.
    made.replace(target)
    return target


def _compiler() -> list[str] | None:
    """Return the command of a C compiler: what CC says, the system's own, or the one that the package ziglang brings."""
    if named := os.environ.get("CC"):
        return shlex.split(named)
    for name in ("cc", "gcc", "clang"):
        if found := shutil.which(name):
            return [found]
    if importlib.util.find_spec("ziglang") is not None:
        return [sys.executable, "-m", "ziglang", "cc"]
    return None


def _module(path: Path) -> ModuleType:
    """Load a module by its file: the package is not installed while it is built."""
    spec = importlib.util.spec_from_file_location("_native", path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class LinkHook(BuildHookInterface):  # type: ignore[type-arg]
    """Put the package together: by links for an editable install, else by a wheel's own copies of its modules.

    A wheel with a compiled library is for this system and any Python 3, one without for any system.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Link when ``version`` says that the install is editable; else add modules and library to a wheel."""
        root = Path(self.root)
        if version == "editable":
            link_folders(root)
            compile_library(root)
        elif self.target_name == "wheel":
            build_data["force_include"] |= {
                f"resources/package_root/{name}": f"fairground/{name}" for name in MODULES
            }
            library = compile_library(root)
            if library is not None:
                build_data["force_include"][str(library)] = f"fairground/core/native/{library.name}"
                build_data["pure_python"] = False
                build_data["tag"] = f"py3-none-{_platform()}"


def _platform() -> str:
    """Return the tag of this system; not the one of older Linux systems too, which nothing here checks."""
    return next(tag for tag in platform_tags() if not tag.startswith(("manylinux", "musllinux")))
