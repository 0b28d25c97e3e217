"""The actions of the window, from the keymap: the text, tooltip, icon and keys in ``resources/keymap.yaml``."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QAction, QKeySequence

from fairground.core.errors import FileError
from fairground.core.finding import Finding, Place, Severity
from fairground.core.text.guarded_yaml import parse
from fairground.core.text.suggest import did_you_mean
from fairground.editor.app.icons import icon
from fairground.editor.app.texts import sentence, tr

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from PySide6.QtWidgets import QWidget

    from fairground.core.text.source import PathInFile, Source

FORMAT = "fairground-keymap/1"


@dataclass(frozen=True, slots=True)
class ActionEntry:
    """An action of the keymap.

    ``text`` is its name in menus, with ``&`` before its access key; ``tip`` says what it does in a few words;
    ``keys`` trigger it, and menus and tooltips show the first; ``icon`` names its icon. ``synonyms`` are other words for it,
    with commas between them.
    """

    text: str
    tip: str
    keys: tuple[str, ...]
    icon: str
    synonyms: str = ""

    @property
    def title(self) -> str:
        """The name without access key and dots."""
        return self.text.replace("&", "").removesuffix("…")

    @property
    def shown_key(self) -> str:
        """The first key as this system writes it; empty when the user has left it none."""
        return native(self.keys[0]) if self.keys else ""

    @property
    def tooltip(self) -> str:
        """The tip with the key: ``Undo the last step (Ctrl+Z)``."""
        return f"{self.tip} ({self.shown_key})" if self.keys else self.tip


_FIELDS = tuple(item.name for item in fields(ActionEntry) if item.name != "synonyms")


@dataclass(frozen=True, slots=True)
class Keymap:
    """All actions by id, in the order of the file."""

    actions: dict[str, ActionEntry]


def load_keymap(data: bytes | None = None) -> Keymap:
    """Return the keymap in ``data``. Default: the one that ships with the program.

    Raises
    ------
    FileError
        With all problems: unknown fields, invalid keys, and keys that two actions share.
    """
    source = _shipped() if data is None else _checked(data)
    top: Any = source.data  # its form was checked
    synonyms = top.get("synonyms", {})
    keymap = Keymap(
        {
            name: ActionEntry(
                tr(it["text"]),
                tr(it["tip"]),
                tuple(it["keys"]),
                it["icon"],
                _translated(synonyms.get(name, "")),
            )
            for name, it in top["actions"].items()
        }
    )
    if faults := [*_key_faults(keymap, source)]:
        raise _error(faults)
    return keymap


def with_actions(keymap: Keymap, before: str, added: Mapping[str, ActionEntry]) -> Keymap:
    """Return a keymap with further actions, before one of its own."""
    actions: dict[str, ActionEntry] = {}
    for name, entry in keymap.actions.items():
        if name == before:
            actions |= added
        actions[name] = entry
    return Keymap(actions)


def _translated(words: str) -> str:
    # The text without letters is the header of a catalogue.
    return tr(words) if words else ""


@cache
def _shipped() -> Source:
    """Return the file that ships with the program, read once."""
    return _checked((files("fairground.resources") / "keymap.yaml").read_bytes())


def _checked(data: bytes) -> Source:
    source = parse(data)
    if faults := [*_shape_faults(source)]:
        raise _error(faults)
    return source


def _shape_faults(source: Source) -> Iterator[Finding]:
    """Yield where the file is not a keymap."""
    top = source.data
    if not isinstance(top, dict) or top.get("format") != FORMAT or not isinstance(top.get("actions"), dict):
        yield _fault("format", f"a keymap has 'format: {FORMAT}' and a mapping of actions", (), source)
        return
    for name, entry in top["actions"].items():
        path = ("actions", name)
        if not isinstance(entry, dict):
            yield _fault(
                "wrong-type", f"{name}: an action is a mapping with {', '.join(_FIELDS)}", path, source
            )
            continue
        for field in entry:
            if field not in _FIELDS:
                text = f"{name}: an action has no {field!r}{did_you_mean(field, _FIELDS)}"
                yield _fault("unknown-key", text, (*path, field), source)
        for field in _FIELDS:
            if not _fits(field, entry.get(field)):
                wanted = "a list of one or more keys" if field == "keys" else "a text"
                yield _fault("wrong-type", f"{name}: {field} is {wanted}", (*path, field), source)
    yield from _synonym_faults(source)


def _synonym_faults(source: Source) -> Iterator[Finding]:
    """Yield synonyms that are no texts or belong to no action."""
    top: Any = source.data
    synonyms = top.get("synonyms", {})
    if not isinstance(synonyms, dict):
        yield _fault("wrong-type", "synonyms: a mapping of actions to words", ("synonyms",), source)
        return
    for name, words in synonyms.items():
        path = ("synonyms", name)
        if name not in top["actions"]:
            text = f"synonyms: there is no action {name!r}{did_you_mean(name, top['actions'])}"
            yield _fault("unknown-key", text, path, source)
        elif not isinstance(words, str) or not words:
            yield _fault("wrong-type", f"synonyms of {name}: a text with commas between words", path, source)


def _fits(field: str, value: Any) -> bool:  # noqa: ANN401  # any YAML value
    if field == "keys":
        return isinstance(value, list) and bool(value) and all(isinstance(key, str) for key in value)
    return isinstance(value, str) and bool(value)


def _key_faults(keymap: Keymap, source: Source) -> Iterator[Finding]:
    """Yield invalid keys, and keys that belong to two actions."""
    owners: dict[str, str] = {}
    for action, entry in keymap.actions.items():
        for index, key in enumerate(entry.keys):
            path = ("actions", action, "keys", index)
            name = portable(key)
            if not name:
                yield _fault("no-key", f"{action}: {key!r} is not a key", path, source)
            elif owners.setdefault(name, action) != action:
                yield _fault("conflict", f"{action}: {name} already belongs to {owners[name]}", path, source)


def _fault(code: str, message: str, path: PathInFile, source: Source) -> Finding:
    line, column = source.mark(path)
    return Finding(Severity.ERROR, f"keymap.{code}", message, Place(path, line=line, column=column))


def portable(key: str) -> str:
    """Return the canonical spelling of a key; empty for an invalid one."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.PortableText)


@lru_cache(maxsize=1024)  # all tooltips are set again for every map that is opened
def native(key: str) -> str:
    """Return a key as this system writes it."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)


def _error(problems: Sequence[Finding]) -> FileError:
    messages = "; ".join(f"line {it.place.line}: {it.message}" for it in problems)
    return FileError(f"the keymap has faults: {messages}", problems)


#: Actions that need selected hexes.
ON_SELECTION = (
    *("edit.fill", "edit.raise", "edit.lower", "edit.level"),
    *("edit.zone-add", "edit.zone-remove", "edit.clear", "edit.deselect"),
)

_SELECT_FIRST = tr("Select hexes first")
_NO_WHAT_IF = tr("Open a what-if first")
#: Why actions are disabled whose tooltips do not say it.
_REFUSALS = {
    **dict.fromkeys(ON_SELECTION, _SELECT_FIRST),
    **dict.fromkeys(("edit.cut", "edit.copy", "edit.duplicate", "stamp.save"), _SELECT_FIRST),
    **dict.fromkeys(("select.grow", "select.shrink", "select.area"), _SELECT_FIRST),
    **dict.fromkeys(("turn.right", "turn.left"), tr("Paste hexes or choose a unit or decoration first")),
    "paste.mirror": tr("Paste hexes first"),
    **dict.fromkeys(("edit.undo", "edit.undo-all"), tr("Nothing to undo")),
    **dict.fromkeys(("edit.redo", "edit.redo-all"), tr("Nothing to redo")),
    "brush.smaller": tr("The brush is already at its smallest"),
    "brush.larger": tr("The brush is already at its largest"),
    **dict.fromkeys(("sight.swap", "sight.clear"), tr("Draw a line of sight first")),
    **dict.fromkeys(("path.swap", "path.clear"), tr("Find a path first")),
    **dict.fromkeys(("compare.flip", "compare.drop"), tr("Start comparing first")),
    **dict.fromkeys(("what-if.next", "what-if.weather", "what-if.round"), _NO_WHAT_IF),
    **dict.fromkeys(("what-if.apply", "what-if.leave"), _NO_WHAT_IF),
    "repair.stop": tr("No search for edits is running"),
    "repair.apply": tr("Find edits first"),
    "variants.stop": tr("No variants are being made"),
    "variants.apply": tr("Select a variant first"),
    **dict.fromkeys(
        ("underlay.calibrate", "underlay.show", "underlay.keep", "underlay.remove"),
        tr("Add a tracing image first"),
    ),
    "underlay.back": tr("The tracing image has no changes to undo"),
}


class Actions:
    """Every action by its id; their keys work anywhere in ``window``."""

    def __init__(self, window: QWidget, keymap: Keymap) -> None:
        self.keymap = keymap
        self._actions: dict[str, QAction] = {}
        for name, entry in keymap.actions.items():
            action = QAction(entry.text, window)
            action.setObjectName(name)
            action.setIconText(entry.title)
            action.setToolTip(entry.tooltip)
            action.setStatusTip(entry.tip)
            action.setShortcuts([QKeySequence(key) for key in entry.keys])
            window.addAction(action)
            self._actions[name] = action
        self.redraw_icons()

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._actions)

    def key(self, name: str) -> str:
        """Return the first key of an action as this system writes it; empty when it has none."""
        return self.keymap.actions[name].shown_key

    def allow(self, name: str, refusal: str) -> None:
        """Enable an action; disable it when there is a ``refusal``, which becomes its tooltip."""
        self._actions[name].setEnabled(not refusal)
        self._actions[name].setToolTip(refusal or self.keymap.actions[name].tooltip)

    def why_not(self, name: str) -> str:
        """Return why an action is disabled, if known; empty when it is enabled."""
        action = self._actions[name]
        if action.isEnabled():
            return ""
        is_told = action.toolTip() != self.keymap.actions[name].tooltip
        return action.toolTip() if is_told else _REFUSALS.get(name, "")

    def refusal_of(self, key: QKeySequence) -> str:
        """Return why the action of a key is disabled, as a sentence; empty if it is enabled or has no reason."""
        refusals = (self.why_not(name) for name, action in self._actions.items() if key in action.shortcuts())
        refusal = next(filter(None, refusals), "")
        return sentence(refusal) if refusal else ""

    def on(self, name: str, slot: Callable[[], object]) -> None:
        """Call ``slot`` when the action is triggered."""
        self._actions[name].triggered.connect(lambda _checked=False: slot())

    def set_keys(self, name: str, keys: tuple[str, ...]) -> None:
        """Change the keys of an action; its tooltip names the first, unless it says why the action is disabled."""
        action, before = self._actions[name], self.keymap.actions[name]
        after = self.keymap.actions[name] = replace(before, keys=keys)
        if action.toolTip() == before.tooltip:
            action.setToolTip(after.tooltip)
        action.setShortcuts([QKeySequence(key) for key in keys])

    def enable(self, names: Iterable[str], enabled: bool) -> None:  # noqa: FBT001  # as Qt's setters
        """Make actions available or not."""
        for name in names:
            self._actions[name].setEnabled(enabled)

    def redraw_icons(self) -> None:
        """Draw the icons in the colours of the current theme."""
        for name, action in self._actions.items():
            action.setIcon(icon(self.keymap.actions[name].icon))
