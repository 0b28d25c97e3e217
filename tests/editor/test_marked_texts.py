"""Every text of the editor is marked for translation, and the template has them all; read from the source."""

from __future__ import annotations

import ast
import re
import runpy
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, Any

import pytest
from babel.messages.pofile import read_po

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]

# The editor's modules are parsed once, by the worker that runs all of these tests.
pytestmark = pytest.mark.xdist_group("marked texts")

#: Whose arguments are shown or said, whatever their place; icons, names of objects and the like stand in calls of their own.
SHOWING = {
    *("setText", "setPlainText", "setToolTip", "setStatusTip", "setWhatsThis", "setTitle", "setWindowTitle"),
    *("setAccessibleName", "setAccessibleDescription", "setPlaceholderText", "setInformativeText"),
    *("setSuffix", "setPrefix", "setSpecialValueText", "setIconText", "setHeaderLabels"),
    *("setHorizontalHeaderLabels", "addAction", "addMenu", "addRow", "addTab", "addButton"),
    *("QLabel", "ElidedLabel", "QPushButton", "QCheckBox", "QRadioButton", "QMenu", "QListWidgetItem"),
    *("heading", "soft_label", "with_key", "write_beside", "LegendEntry"),
    *("say", "_say", "tell", "_tell", "edit", "complain", "showMessage", "_ask", "_ask_again"),
}
#: Signals whose sentences are shown.
REPORT_INTERVAL = {"refused", "remarked", "told", "title_changed"}
#: What a class says of itself.
OWN = {"title", "hint", "nothing", "noun", "nouns", "heading"}
#: Functions whose first argument is a name of the program, and the others are shown.
NAMED = {"tool_button", "complain"}
#: What is the same in all languages.
NAMES = {"Fairground"}
WORD = re.compile(r"[^\W\d_]{2,}")


def literals(node: ast.expr) -> Iterator[tuple[int, str]]:
    """Yield line and text of the literals that an expression shows; calls and subscripts answer for themselves."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.lineno, node.value
    for part in parts(node):
        yield from literals(part)


def parts(node: ast.expr) -> list[ast.expr]:
    """Return the expressions that another one is put together of."""
    match node:
        case (
            ast.JoinedStr(values=found)
            | ast.BoolOp(values=found)
            | ast.List(elts=found)
            | ast.Tuple(elts=found)
        ):
            return found
        case ast.FormattedValue(value=inner):
            return [inner]
        case ast.IfExp(body=one, orelse=other) | ast.BinOp(left=one, right=other):
            return [one, other]
        case ast.Dict(keys=keys):
            return [key for key in keys if key is not None]
        case _:
            return []


def unmarked(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield line and text of everything that is shown and not marked."""
    for node in ast.walk(tree):
        shown: list[ast.expr] = []
        match node:
            case ast.Call(func=ast.Attribute(attr="emit", value=ast.Attribute(attr=signal)), args=args):
                shown = args if signal in REPORT_INTERVAL else []
            case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=args):
                shown = args[1:] if name in NAMED else args if name in SHOWING else []
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in OWN:
                shown = [value]
        yield from (
            (line, text)
            for it in shown
            for line, text in literals(it)
            if WORD.search(text) and text not in NAMES
        )


@pytest.mark.parametrize(
    "source",
    [
        "label.setText('Save')",
        "label.setToolTip(f'Save {name}')",
        "label.setText('Hide' if on else tr('Show'))",
        "button = tool_button('close', 'Close', self)",
        "notice.say(tr('Gone.'), {'Save': save})",
        "self.refused.emit('No.')",
        "title = 'Brush'",
    ],
)
def test_unmarked_texts_are_found(source: str) -> None:
    assert [*unmarked(ast.parse(source))]


@pytest.mark.parametrize(
    "source",
    [
        "label.setText(tr('Save'))",
        "label.setText(f'{name}: {count}')",
        "button = tool_button('close', tr('Close'), self)",
        "button.setIcon(icon('save'))",
        "menu.addAction(icon('save'), tr('Save'))",
        "label.setText(names['name'])",
    ],
)
def test_marked_texts_and_names_are_left_alone(source: str) -> None:
    assert not [*unmarked(ast.parse(source))]


@pytest.fixture(scope="module")
def editor() -> dict[str, ast.Module]:
    """Return all modules of the editor by their files."""
    files = sorted((ROOT / "editor").rglob("*.py"))
    assert files
    return {file.relative_to(ROOT).as_posix(): ast.parse(file.read_bytes()) for file in files}


def test_every_text_that_is_shown_is_marked(editor: dict[str, ast.Module]) -> None:
    found = [f"{file}:{line}: {text!r}" for file, tree in editor.items() for line, text in unmarked(tree)]
    assert found == [], "wrap it in tr() of fairground.editor.app.texts"


def marks(tree: ast.AST) -> Iterator[ast.Call]:
    """Yield the calls that mark texts."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("tr", "trn"):
            yield node


def test_no_mark_is_inside_an_f_string(editor: dict[str, ast.Module]) -> None:
    """Up to Python 3.11 an f-string is one token, and the template would lack the text."""
    found = [
        f"{file}:{call.lineno}: {ast.unparse(call)}"
        for file, tree in editor.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for call in marks(node)
    ]
    assert found == []


@pytest.mark.long
def test_marks_have_texts_that_the_template_can_hold(editor: dict[str, ast.Module]) -> None:
    """No f-string, no variable: what is looked up is what stands in the source."""
    found = [
        f"{file}:{call.lineno}: {ast.unparse(call)}"
        for file, tree in editor.items()
        for call in marks(tree)
        for text in call.args[: 2 if ast.unparse(call.func) == "trn" else 1]
        if not (isinstance(text, ast.Constant) and isinstance(text.value, str) and text.value)
    ]
    # The keymap's texts are in the template by another way.
    assert [it for it in found if not it.startswith("editor/app/actions.py")] == []


def fields(text: ast.expr) -> set[str]:
    """Return the names of the placeholders in a literal."""
    return {field for _, field, _, _ in Formatter().parse(ast.literal_eval(text)) if field}


@pytest.mark.long
def test_texts_with_a_count_have_the_same_placeholders_for_one_and_many(
    editor: dict[str, ast.Module],
) -> None:
    found = [
        f"{file}:{call.lineno}: {ast.unparse(call)}"
        for file, tree in editor.items()
        for call in marks(tree)
        if ast.unparse(call.func) == "trn" and fields(call.args[0]) != fields(call.args[1])
    ]
    assert found == []


@pytest.mark.long
def test_placeholders_are_filled(editor: dict[str, ast.Module]) -> None:
    found, seen = [], 0
    for file, tree in editor.items():
        marked = {*marks(tree)}
        for node in ast.walk(tree):
            match node:
                case ast.Call(func=ast.Attribute(attr="format", value=ast.Call() as call)) if call in marked:
                    seen += 1
                    if fields(call.args[0]) != {it.arg for it in node.keywords}:
                        found.append(f"{file}:{node.lineno}: {ast.unparse(node)}")
    assert seen > 100
    assert found == []


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "texts.py"))


@pytest.mark.long
def test_the_template_is_current(tool: dict[str, Any]) -> None:
    assert tool["TEMPLATE"].read_bytes() == tool["template"](), "make generate"


def test_the_template_has_the_texts_of_the_keymap_and_says_where_texts_stand(tool: dict[str, Any]) -> None:
    with tool["TEMPLATE"].open("rb") as file:
        found = read_po(file)
    save = found.get("&Save")
    assert save is not None
    assert "resources/keymap.yaml" in [file for file, _ in save.locations]
    hexes = found.get("{n} hex")
    assert hexes is not None
    assert hexes.id == ("{n} hex", "{n} hexes")
    assert [file for file, _ in hexes.locations] == ["editor/app/texts.py"]
