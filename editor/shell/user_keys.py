"""The user's own keys: the differences from the keymap, in a file of the settings folder."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from fairground.core.errors import FileError
from fairground.core.text.guarded_yaml import Limits, parse
from fairground.core.text.suggest import did_you_mean
from fairground.core.text.wording import shorten
from fairground.editor.app.actions import native, portable
from fairground.editor.app.texts import tr

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fairground.editor.app.actions import Actions

FORMAT = "fairground-keys/1"
#: Far more than all actions need.
LIMITS = Limits(bytes=2**18, depth=5, values=20_000)
_HEAD = f"# Keys of the editor that differ from those it came with.\nformat: {FORMAT}\nactions:\n"

#: The id of every renamed action, by the id that files of keys may still have.
OLD_ACTIONS = {
    "fairness.mend": "fairness.repair",
    "gallery.apply": "variants.apply",
    "gallery.make": "variants.make",
    "gallery.stop": "variants.stop",
    "mend.apply": "repair.apply",
    "mend.start": "repair.start",
    "mend.stop": "repair.stop",
    "play.start": "simulation.start",
    "play.stop": "simulation.stop",
    "view.gallery": "view.variants",
    "view.mend": "view.repair",
    "view.play": "view.simulation",
}
#: Fixed keys of the map and the window, which no action can have, with their purpose.
FIXED = {
    **dict.fromkeys(("Left", "Right", "Up", "Down"), tr("moves the cursor on the map")),
    **dict.fromkeys(
        ("Shift+Left", "Shift+Right", "Shift+Up", "Shift+Down"), tr("moves the cursor five hexes")
    ),
    **dict.fromkeys(("Home", "End", "PgUp", "PgDown"), tr("moves the cursor diagonally")),
    **dict.fromkeys(
        ("Shift+Home", "Shift+End", "Shift+PgUp", "Shift+PgDown"),
        tr("moves the cursor five hexes diagonally"),
    ),
    **dict.fromkeys(("Ctrl+Left", "Ctrl+Right"), tr("moves the cursor to another side of its hex")),
    **dict.fromkeys(("Space", "Ctrl+Space"), tr("uses the tool at the cursor")),
    "Shift+Space": tr("acts as the right button at the cursor"),
    **dict.fromkeys(
        ("Return", "Enter", "Shift+Return", "Shift+Enter"), tr("starts and ends a drag at the cursor")
    ),
    "Esc": tr("cancels the current action"),
    "Tab": tr("hides the panels when the map has the focus, otherwise moves between fields,"),
    **dict.fromkeys(("Shift+Tab", "Backtab", "Shift+Backtab"), tr("moves between the parts of the window")),
}
#: The most unknown actions with a suggestion.
_MOST_NEAR = 20


class OwnKeys(QObject):
    """Changes the keys of actions, and saves them. A key never belongs to two actions."""

    #: Keys have changed.
    changed = Signal()

    def __init__(self, actions: Actions, file: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._actions, self._file = actions, file
        self._shipped = {name: entry.keys for name, entry in actions.keymap.actions.items()}
        self._chosen: dict[str, tuple[str, ...]] = {}
        #: The content of the file when it was last read or written here, if it has no keys of others, and the keys chosen then.
        self._content: bytes | None = b""
        self._saved: dict[str, tuple[str, ...]] = {}

    # -- asking ---------------------------------------------------------------------------------------------

    def keys(self, name: str) -> tuple[str, ...]:
        """Return the current keys of an action."""
        return self._actions.keymap.actions[name].keys

    def is_own(self, name: str) -> bool:
        """Whether an action has other keys than its defaults."""
        return self._canonical(self.keys(name)) != self._canonical(self._shipped[name])

    def owner(self, key: str, *, ignored: str = "") -> str | None:
        """Return the action that has a key, other than ``ignored``; None when the key is free."""
        wanted = portable(key)
        return next(
            (
                name
                for name in self._actions
                if name != ignored and wanted in self._canonical(self.keys(name))
            ),
            None,
        )

    def why_not(self, key: str) -> str:
        """Return why no action can have a key; empty when one can."""
        purpose = FIXED.get(portable(key))
        return (
            tr("{key} {purpose} and cannot be reassigned.").format(key=native(key), purpose=purpose)
            if purpose
            else ""
        )

    def conflicts_of_reset(self, name: str) -> dict[str, str]:
        """Return the default keys of an action that other actions have now, with the id of each."""
        owners = {key: self.owner(key, ignored=name) for key in self._shipped[name]}
        return {key: owner for key, owner in owners.items() if owner is not None}

    # -- changing -------------------------------------------------------------------------------------------

    def assign(self, name: str, keys: tuple[str, ...]) -> None:
        """Replace the keys of an action; each is taken from the action that has it.

        Raises
        ------
        FileError
            When they cannot be written; they hold until the editor is closed.
        """
        for key in keys:
            owner = self.owner(key, ignored=name)
            if owner is not None:
                rest = tuple(it for it in self.keys(owner) if portable(it) != portable(key))
                self._actions.set_keys(owner, rest)
        self._actions.set_keys(name, keys)
        self._publish()

    def reset(self, name: str) -> None:
        """Restore the default keys of an action; they are taken from the actions that have them.

        Raises
        ------
        FileError
            When they cannot be written.
        """
        self.assign(name, self._shipped[name])

    def reset_all(self) -> None:
        """Restore the default keys of every action.

        Raises
        ------
        FileError
            When they cannot be written.
        """
        for name, keys in self._shipped.items():
            self._actions.set_keys(name, keys)
        self._publish()

    def _publish(self) -> None:
        self._chosen = {name: self.keys(name) for name in self._actions if self.is_own(name)}
        self.changed.emit()
        self._write()

    # -- the file -------------------------------------------------------------------------------------------

    def _write(self) -> None:
        from fairground.core.files.atomic import write_bytes

        written = self._with_those_of_others()
        if not written:
            try:
                self._file.unlink(missing_ok=True)
            except OSError as error:
                raise FileError(
                    tr("Cannot remove {path}: {reason}").format(
                        path=self._file, reason=error.strerror or error
                    )
                ) from error
            self._take_note(b"")
            return
        lines = [f"  {name}: {json.dumps([*keys])}\n" for name, keys in written.items()]
        content = (_HEAD + "".join(lines)).encode()
        write_bytes(self._file, content)
        # With keys of others in it, the file is to be read again before the next change.
        self._take_note(content if written == self._chosen else None)

    def _take_note(self, content: bytes | None) -> None:
        self._content, self._saved = content, dict(self._chosen)

    def _with_those_of_others(self) -> dict[str, tuple[str, ...]]:
        """Return the keys to write: the changes made here, and what another editor has written meanwhile."""
        content = self._file_content()
        if content in (b"", self._content):
            return self._chosen
        try:
            theirs = dict(self._entries(parse(content, limits=LIMITS).data, []))
        except FileError:
            return self._chosen
        names = {*self._chosen, *self._saved}
        changed = {it for it in names if self._chosen.get(it) != self._saved.get(it)}
        mine = {it: keys for it, keys in self._chosen.items() if it in changed}
        return {**{it: keys for it, keys in theirs.items() if it not in changed}, **mine}

    def _file_content(self) -> bytes:
        """Return the content of the file; empty if it is missing or unreadable."""
        from fairground.core.files.untrusted_files import read_regular_file

        try:
            return read_regular_file(self._file, most_bytes=LIMITS.bytes) if self._file.exists() else b""
        except FileError:
            return b""

    def read(self) -> list[str]:
        """Read the keys of the file, if it exists; return sentences about unusable entries.

        The file overrides the defaults: an action loses a default key that the file gives to another.
        """
        from fairground.core.files.untrusted_files import read_regular_file

        if not self._file.exists():
            return []
        try:
            content = read_regular_file(self._file, most_bytes=LIMITS.bytes)
            source = parse(content, limits=LIMITS)
        except FileError as error:
            return [tr("Cannot use {name}: {error}.").format(name=self._file.name, error=error)]
        faults: list[str] = []
        chosen = dict(self._entries(source.data, faults))
        taken: set[str] = set()
        for name, keys in chosen.items():
            twice = [key for key in self._canonical(keys) if key in taken]
            faults += [
                tr("{name}: {key} is assigned to two actions.").format(name=name, key=key) for key in twice
            ]
            # Qt ignores a key that an action has twice, as ambiguous.
            free = tuple({portable(key): key for key in keys if portable(key) not in taken}.values())
            taken.update(self._canonical(free))
            self._actions.set_keys(name, free)
        for name in set(self._actions) - set(chosen):
            keys = self.keys(name)
            rest = tuple(key for key in keys if portable(key) not in taken)
            if rest != keys:
                self._actions.set_keys(name, rest)
        self._chosen = {name: self.keys(name) for name in self._actions if self.is_own(name)}
        self._take_note(content)
        return faults

    def _entries(self, top: Any, faults: list[str]) -> Iterator[tuple[str, tuple[str, ...]]]:  # noqa: ANN401  # any YAML value
        """Yield the usable actions and keys."""
        if (
            not isinstance(top, dict)
            or top.get("format") != FORMAT
            or not isinstance(top.get("actions"), dict)
        ):
            faults.append(
                tr(
                    "{name} is not a keymap file: 'format: {format}' or the list of actions is missing."
                ).format(name=self._file.name, format=FORMAT)
            )
            return
        for saved, keys in top["actions"].items():
            name = OLD_ACTIONS.get(saved, saved)
            if name not in self._shipped:
                # To look for a similar name takes time.
                near = did_you_mean(shorten(name), self._shipped) if len(faults) < _MOST_NEAR else ""
                faults.append(
                    tr("Unknown action {name!r}{did_you_mean}.").format(name=shorten(name), did_you_mean=near)
                )
            elif not isinstance(keys, list) or not all(
                isinstance(key, str) and portable(key) for key in keys
            ):
                faults.append(tr("{name}: the value is not a list of keys.").format(name=name))
            else:
                refused = [why for key in keys if (why := self.why_not(key))]
                faults += [f"{name}: {why}" for why in refused]
                yield name, tuple(key for key in keys if not self.why_not(key))

    @staticmethod
    def _canonical(keys: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(portable(key) for key in keys)
