"""Link the source folders under one package for editable installs."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = ("core", "editor", "schemas", "resources", "scenarios")


def link_folders(root: Path) -> None:
    """Make ``.dev/fairground/<folder>`` point at ``<folder>``, relative, so that a moved checkout works."""
    package = root / ".dev" / "fairground"
    package.mkdir(parents=True, exist_ok=True)
    for name in FOLDERS:
        link = package / name
        if not link.is_symlink():
            link.symlink_to(Path("..", "..", name), target_is_directory=True)


class LinkHook(BuildHookInterface):  # type: ignore[type-arg]
    """Prepare an editable install; leave wheels and sdists alone."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Link the folders when ``version`` says that the install is editable."""
        if version == "editable":
            link_folders(Path(self.root))
