"""Link the source folders under one package for editable installs."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("core", "editor", "schemas", "resources", "scenarios")
#: The modules of the package itself, next to its folders.
MODULES = ("__init__.py", "__main__.py")


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


class LinkHook(BuildHookInterface):  # type: ignore[type-arg]
    """Put the package together: by links for an editable install, else by a wheel's own copies of its modules."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Link when ``version`` says that the install is editable; else add the modules to a wheel."""
        if version == "editable":
            link_folders(Path(self.root))
        elif self.target_name == "wheel":
            build_data["force_include"] |= {
                f"resources/package_root/{name}": f"fairground/{name}" for name in MODULES
            }
