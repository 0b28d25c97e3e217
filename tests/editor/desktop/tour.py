"""A walk through the editor by the keys that the keymap has, with a look at each stop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairground.editor.app.actions import load_keymap

if TYPE_CHECKING:
    from pathlib import Path

    from tests.editor.desktop.conftest import Editor

#: What xdotool calls the keys that the keymap writes as signs.
_SIGNS = {
    "[": "bracketleft",
    "]": "bracketright",
    ".": "period",
    "+": "plus",
    "-": "minus",
    "=": "equal",
    "Del": "Delete",
}


class Tour:
    """Leads an editor from stop to stop; where ``looks`` is a folder, a picture of each is put there."""

    def __init__(self, editor: Editor, looks: Path | None) -> None:
        self.editor = editor
        self._looks = looks
        self._keys = {name: _key(entry.keys[0]) for name, entry in load_keymap().actions.items()}
        #: The actions whose keys were pressed.
        self.done: list[str] = []

    @property
    def all_actions(self) -> list[str]:
        """The ids of all actions."""
        return list(self._keys)

    def act(self, *actions: str) -> None:
        """Press the keys of actions."""
        self.done += actions
        self.editor.keys(*(self._keys[name] for name in actions))

    def keys(self, *keys: str) -> None:
        self.editor.keys(*keys)

    def type(self, text: str, *, end: str = "Return") -> None:
        """Write in place of what a field holds."""
        self.keys("ctrl+a")
        self.editor.type(text)
        self.keys(end)

    def hover(self, label: str) -> None:
        self.editor.desktop.do("mousemove", *self.editor.point("hex", label))

    def click(self, label: str, *, about: str = "hex", button: int = 1, held: str = "") -> None:
        """Click a hex, hexside, widget or item, with a modifier held."""
        words: list[object] = ["mousemove", *self.editor.point(about, label), "click", button]
        self.editor.desktop.do(*(["keydown", held, *words, "keyup", held] if held else words))

    def drag(self, *labels: str, about: str = "hex") -> None:
        self.editor.drag(*labels, about=about)

    def options(self) -> dict[str, Any]:
        found: dict[str, Any] = self.editor.ask("options")
        return found

    def lies(self, label: str) -> dict[str, Any]:
        """Return what lies on a hex."""
        found: dict[str, Any] = self.editor.ask("lies", label)
        return found

    def until(self, what: str, **wanted: object) -> None:
        """Wait until options have values."""
        self.editor.wait(lambda: wanted.items() <= self.options().items(), what)

    def until_on(self, label: str, what: str, **wanted: object) -> None:
        """Wait until that lies on a hex."""
        self.editor.wait(lambda: wanted.items() <= self.lies(label).items(), f"{what} on {label}")

    def until_shown(self, text: str) -> None:
        self.editor.wait(lambda: self.editor.shows(text), text)

    def until_switched(self, action: str, *, on: bool) -> None:
        """Wait until an action is switched on, or off."""
        self.editor.wait(lambda: (action in self.options()["on"]) is on, f"{action} {'on' if on else 'off'}")

    def until_in_front(self, panel: str) -> None:
        """Wait until a panel is before those that share its place."""
        self.editor.wait(lambda: self.editor.ask("panel", panel), f"the panel {panel}")

    def until_active(self, title: str = "") -> None:
        """Wait until a dialog has the keys; without a title, the window."""
        self.editor.wait(lambda: self.editor.ask("active") == title, title or "the window")

    def drawn(self) -> dict[str, str]:
        """Return what tells how parts of the window are drawn from how they were."""
        found: dict[str, str] = self.editor.ask("drawn")
        return found

    def drawn_at_rest(self) -> dict[str, str]:
        """Return the same once nothing is drawn any more."""
        seen = [self.drawn()]

        def rests() -> bool:
            seen.append(self.drawn())
            return len(seen) > 2 and seen[-3:] == [seen[-1]] * 3

        self.editor.wait(rests, "a picture that stays")
        return seen[-1]

    def until_drawn_anew(self, what: str, before: dict[str, str], *parts: str) -> None:
        """Wait until each of the parts looks another way than before."""
        self.editor.wait(lambda: not {it: before[it] for it in parts}.items() & self.drawn().items(), what)

    def leave(self) -> None:
        """Leave a dialog."""
        self.keys("Escape")
        self.until_active()

    @property
    def has_looks(self) -> bool:
        """Whether pictures are wanted."""
        return self._looks is not None

    def look(self, name: str) -> None:
        """Take a picture of this stop, where pictures are wanted."""
        if self._looks is not None:
            self.editor.picture(str(self._looks / name))


def _key(key: str) -> str:
    """Return a key as xdotool writes it."""
    # The last part may be the plus sign itself.
    *held, last = key.split("+") if not key.endswith("+") else [*key.removesuffix("+").split("+")[:-1], "+"]
    return "+".join(
        [*(name.lower() for name in held), _SIGNS.get(last, last.lower() if len(last) == 1 else last)]
    )
