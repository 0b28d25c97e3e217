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
from fairground.editor.app.texts import tr, trn

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fairground.core.text.source import PathInFile, Source
    from fairground.editor.app.actions import Actions

_FAMILY = "fairground-keys/"
FORMAT = f"{_FAMILY}1"
_TOP = {"format", "actions"}
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
#: The most unknown actions with a suggestion, and the most problems that are told one by one.
_MOST_NEAR, _MOST_TOLD = 20, 4


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
        #: The content when it was read with errors.
        self._faulty = b""

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
        """Return the keys to write: the changes made here, and what another editor has written meanwhile.

        A file with errors, which are still the user's work, is renamed first.
        """
        from fairground.core.files.untrusted_files import read_regular_file

        if not self._file.is_file():
            return self._chosen
        faults: list[str] = []
        theirs: dict[str, tuple[str, ...]] = {}
        try:
            content = read_regular_file(self._file, most_bytes=LIMITS.bytes)
            if content == self._content:
                return self._chosen
            if content == self._faulty:
                self._set_aside()
                return self._chosen
            theirs = dict(self._entries(parse(content, limits=LIMITS), faults))
        except FileError as error:
            faults.append(str(error))
        if faults:
            self._set_aside()
        names = {*self._chosen, *self._saved}
        changed = {it for it in names if self._chosen.get(it) != self._saved.get(it)}
        mine = {it: keys for it, keys in self._chosen.items() if it in changed}
        return {**{it: keys for it, keys in theirs.items() if it not in changed}, **mine}

    def _set_aside(self) -> None:
        try:
            self._file.replace(self._backup())
        except OSError as error:
            raise FileError(
                tr("Cannot rename {path}: {reason}").format(path=self._file, reason=error.strerror or error)
            ) from error

    def _backup(self) -> Path:
        """Return the path that a file with errors gets."""
        backup, number = self._file.with_name(f"{self._file.name}.bak"), 1
        while backup.exists():
            number += 1
            backup = self._file.with_name(f"{self._file.name}.bak-{number}")
        return backup

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
            self._content = None
            told = tr("Cannot use {name}: {error}.").format(name=self._file.name, error=error)
            return [told, tr("The default keys apply."), *self._about_backup()]
        faults: list[str] = []
        chosen = dict(self._entries(source, faults))
        taken: dict[str, str] = {}
        for name, keys in chosen.items():
            twice = [key for key in self._canonical(keys) if key in taken]
            for key in twice:
                text = tr("{name}: {key} is assigned to two actions; {other} keeps it.")
                text = text.format(name=name, key=key, other=taken[key])
                faults.append(self._at(("actions", name), source, text))
            # Qt ignores a key that an action has twice, as ambiguous.
            free = tuple({portable(key): key for key in keys if portable(key) not in taken}.values())
            taken.update(dict.fromkeys(self._canonical(free), name))
            self._actions.set_keys(name, free)
        for name in set(self._actions) - set(chosen):
            keys = self.keys(name)
            rest = tuple(key for key in keys if portable(key) not in taken)
            if rest != keys:
                self._actions.set_keys(name, rest)
        self._chosen = {name: self.keys(name) for name in self._actions if self.is_own(name)}
        self._take_note(None if faults else content)
        self._faulty = content if faults else b""
        left_out = len(faults) - _MOST_TOLD
        if left_out > 0:
            faults[_MOST_TOLD:] = [
                trn("{n} more problem.", "{n} more problems.", left_out).format(n=left_out)
            ]
        return [*faults, *self._about_backup()] if faults else []

    def _about_backup(self) -> list[str]:
        text = tr("If you change a key in the editor, this file is kept as {name}.")
        return [text.format(name=self._backup().name)] if self._file.is_file() else []

    def _at(self, path: PathInFile, source: Source, text: str) -> str:
        line, _ = source.key_mark(path)
        return tr("{file} line {line}: {fault}").format(file=self._file.name, line=line, fault=text)

    def _entries(self, source: Source, faults: list[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the usable actions and keys."""
        top: Any = source.data
        version = top.get("format") if isinstance(top, dict) else None
        if version != FORMAT or not isinstance(top.get("actions"), dict):
            text = tr(
                "{name} is not a keymap file: 'format: {format}' or the list of actions is missing. "
                "The default keys apply."
            )
            if isinstance(version, str) and version != FORMAT and version.startswith(_FAMILY):
                text = tr(
                    "{name} has the format {version}, but this version of the editor reads {format}. "
                    "The default keys apply."
                )
            name = self._file.name
            faults.append(text.format(name=name, format=FORMAT, version=shorten(str(version))))
            return
        for key in set(top) - _TOP:
            near = did_you_mean(shorten(key), _TOP) or "."
            text = tr("Unknown key {key!r}{did_you_mean}").format(key=shorten(key), did_you_mean=near)
            faults.append(self._at((key,), source, text))
        for saved, keys in top["actions"].items():
            name, path = OLD_ACTIONS.get(saved, saved), ("actions", saved)
            if name not in self._shipped:
                # To look for a similar name takes time.
                near = did_you_mean(shorten(name), self._shipped) if len(faults) < _MOST_NEAR else ""
                text = tr("Unknown action {name!r}{did_you_mean}")
                text = text.format(name=shorten(name), did_you_mean=near or ".")
                faults.append(self._at(path, source, text))
            elif not isinstance(keys, list):
                text = tr("{name}: the value is not a list of keys such as [F10].").format(name=name)
                faults.append(self._at(path, source, text))
            else:
                refused = {at: why for at, key in enumerate(keys) if (why := self._refusal(key))}
                faults += [self._at(path, source, f"{name}: {why}") for why in refused.values()]
                usable = tuple(key for at, key in enumerate(keys) if at not in refused)
                # An action with wrong keys alone keeps its own.
                if usable or not refused:
                    yield name, usable

    def _refusal(self, key: object) -> str:
        """Return why a value of the file cannot be a key; empty when it can."""
        if not isinstance(key, str):
            return tr('{key} is not a key. Put numbers in quotes: "{key}".').format(key=shorten(str(key)))
        return self.why_not(key) if portable(key) else tr("{key!r} is not a key.").format(key=shorten(key))

    @staticmethod
    def _canonical(keys: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(portable(key) for key in keys)
