from collections.abc import Iterator

import pytest

from fairground.core.errors import FileError
from fairground.editor.app.actions import load_keymap
from fairground.editor.app.icons import source
from fairground.editor.shell.menus import MENUS, Group, expanded


def keymap(*lines: str) -> bytes:
    return "\n".join(["format: fairground-keymap/1", "actions:", *lines, ""]).encode()


def entry(name: str, *keys: str) -> str:
    return f"  {name}: {{text: Do, tip: Do it, keys: {list(keys)}, icon: undo}}"


def test_every_action_has_text_tip_key_and_icon() -> None:
    actions = load_keymap().actions
    assert len(actions) > 40
    for it in actions.values():
        assert it.tooltip == f"{it.tip} ({it.shown_key})"
        assert it.shown_key
        assert source(it.icon).startswith("<svg")
        assert not it.tip.endswith(".")


def test_tooltip_names_the_key() -> None:
    assert load_keymap().actions["edit.undo"].tooltip == "Undo the last step (Ctrl+Z)"


def all_menus() -> Iterator[tuple[str, Group]]:
    """Give every menu and submenu with its title and its entries."""
    waiting = list(MENUS.items())
    while waiting:
        title, groups = waiting.pop()
        entries = tuple(entry for group in expanded(groups, load_keymap()) for entry in group)
        yield title, entries
        waiting += [entry for entry in entries if not isinstance(entry, str)]


def test_menus_name_actions_of_the_keymap_once_each() -> None:
    names = [it for _, menu in all_menus() for it in menu if isinstance(it, str)]
    assert len(names) == len(set(names))
    picks = {f"palette.pick-{number}" for number in range(1, 10)}
    assert {*names} == {*load_keymap().actions} - picks


def test_no_menu_is_higher_than_a_screen() -> None:
    # Then it breaks in two. An entry is 22 pixels high, up to 33 with larger text, and low screens have some 770.
    for title, entries in all_menus():
        assert len(entries) <= 22, title


def test_the_letters_of_a_menu_differ_and_those_of_the_bar_are_no_keys() -> None:
    actions = load_keymap().actions
    for title, entries in all_menus():
        texts = [actions[it].text if isinstance(it, str) else it[0] for it in entries]
        letters = [text.partition("&")[2][0].lower() for text in texts if "&" in text]
        assert len(letters) == len(set(letters)), title
    bar = [title.partition("&")[2][0].upper() for title in MENUS]
    assert len(bar) == len(set(bar))
    keys = {key for it in actions.values() for key in it.keys}
    assert not keys & {f"Alt+{letter}" for letter in bar}


def test_two_actions_cannot_share_a_key() -> None:
    with pytest.raises(FileError, match="b: Ctrl\\+Z already belongs to a") as caught:
        load_keymap(keymap(entry("a", "Ctrl+Z"), entry("b", "ctrl+z")))
    assert [(it.code, it.place.line) for it in caught.value.problems] == [("keymap.conflict", 4)]


def test_what_is_no_key_is_refused() -> None:
    with pytest.raises(FileError, match="'Hyper\\+Foo' is not a key"):
        load_keymap(keymap(entry("a", "Hyper+Foo")))


def test_all_conflicts_are_told_at_once() -> None:
    with pytest.raises(FileError) as caught:
        load_keymap(keymap(entry("a", "A"), entry("b", "A"), entry("c", "A")))
    assert len(caught.value.problems) == 2


@pytest.mark.parametrize(
    "line",
    [
        "  a: {text: Do, tip: Do it, keys: [], icon: undo}",
        "  a: {text: Do, tip: Do it, keys: [A], icon: undo, colour: red}",
        "  a: {text: Do, keys: [A], icon: undo}",
    ],
)
def test_the_model_is_strict(line: str) -> None:
    with pytest.raises(FileError, match="line 3"):
        load_keymap(keymap(line))
