"""Hooks of the manual: pages generated from the command line, the keymap and the schemas, and two from the top folder."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import yaml
from mkdocs.structure.files import File

from fairground.core.cli.command_group import fairground
from fairground.core.rules.policies import POLICIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

ROOT: Final = Path(__file__).parents[2]
#: Headings of the page of keys, by what the ids of actions begin with.
GROUPS: Final = {
    "file": "Files",
    "edit": "Edit",
    "board": "Board",
    "underlay": "Tracing image",
    "select": "Selection",
    "tool": "Tools",
    "overlay": "Overlays",
    "compare": "Compare with an earlier state",
    "fairness": "Fairness",
    "repair": "Repair",
    "simulation": "Self-play",
    "watch": "Watch games",
    "variants": "Variants",
    "what-if": "What-if",
    "palette": "Palette",
    "finding": "Findings",
    "go": "Navigation",
    "view": "View and panels",
    "help": "Help",
}
KEYS_INTRODUCTION: Final = """\
These are the default keys. `Shift+F1` shows the keys in the editor, and `Ctrl+F1` changes them. On macOS, read `Ctrl` as Command.
[The editor](editor.md#move-around-with-the-keyboard) lists the keys of the map itself."""
COMMANDS_INTRODUCTION: Final = """\
Every command has `--help`. With `--json`, it prints one JSON object, described in [JSON answers](json.md). The exit status is 0 for
success, 1 for findings with severity error or if a condition of `--fail-on` is met, and 2 for unusable input or arguments."""
#: In the place of the rows for the policies.
POLICIES_MARK: Final = "<!-- core/rules/policies.py -->"
#: Parts of a ruleset whose keys are listed, by their headings.
RULESET_PARTS: Final = {
    "Ruleset": "Ruleset",
    "Terrain": "Terrain",
    "Effects": "Effect",
    "Hexside features": "HexsideFeature",
    "Unit classes": "UnitClass",
    "Range bands": "RangeBand",
    "Cover": "Cover",
    "Cover grades": "CoverGrade",
    "Sight": "Sight",
    "Movement": "Movement",
    "Movement modes": "MovementMode",
    "Climb": "Climb",
    "Attacks": "AttackRules",
    "Weather": "Weather",
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    pages = {
        "reference/commands.md": commands_page(),
        "reference/keys.md": keys_page(),
        "reference/json.md": _page("reference/json.md") + schemas_table(),
        "reference/rulesets.md": _page("reference/rulesets.md").replace(POLICIES_MARK, policy_rows())
        + ruleset_tables(),
        "contributing/index.md": top_page("CONTRIBUTING.md"),
        "contributing/changelog.md": top_page("CHANGELOG.md"),
    }
    for name, text in pages.items():
        if (old := files.get_file_from_path(name)) is not None:
            files.remove(old)
        files.append(File.generated(config, name, content=text))
    script = Path(__file__).with_name("iframe-worker.js")
    files.append(File.generated(config, f"javascripts/{script.name}", abs_src_path=str(script)))
    for path in sorted((ROOT / "schemas").glob("*.json")):
        files.append(File.generated(config, f"schemas/{path.name}", abs_src_path=str(path)))
    return files


def _page(name: str) -> str:
    return (ROOT / "docs" / name).read_text("utf-8") + "\n"


def on_page_markdown(markdown: str, **_: object) -> str:
    """Point links to pages of the top folder at their copies in the manual."""
    for name, copy in (("CONTRIBUTING.md", "index.md"), ("CHANGELOG.md", "changelog.md")):
        markdown = markdown.replace(f"](../../{name}", f"]({copy}")
    return markdown


def top_page(name: str) -> str:
    """Return a page of the top folder, with its links as seen from the contributing section."""
    return (ROOT / name).read_text("utf-8").replace("](docs/contributing/", "](").replace("](docs/", "](../")


def schemas_table() -> str:
    """Return a table of all JSON Schemas."""
    rows = ["| schema | describes |", "| --- | --- |"]
    for path in sorted((ROOT / "schemas").glob("*.json")):
        schema = json.loads(path.read_text("utf-8"))
        name = path.name.removesuffix(".schema.json")
        about = str(schema.get("description") or "").split("\n\n", maxsplit=1)[0].replace("\n", " ")
        rows.append(f"| [`{name}`](../schemas/{path.name}) | {about} |")
    return "\n".join(rows) + "\n"


def keys_page() -> str:
    """Return the page of the editor's keys, grouped by what the ids of actions begin with."""
    actions = yaml.safe_load((ROOT / "resources" / "keymap.yaml").read_text("utf-8"))["actions"]
    groups: dict[str, list[str]] = {}
    for name, action in actions.items():
        if action["keys"]:
            keys = _cell(" or ".join(f"`{key}`" for key in action["keys"]))
            title = action["text"].replace("&", "").rstrip("…")
            head = GROUPS.get(name.partition(".")[0], "Tool options")
            groups.setdefault(head, []).append(f"| {keys} | {title} | {action['tip']} |")
    out = [
        "# Keys of the editor",
        KEYS_INTRODUCTION,
    ]
    for title in (*GROUPS.values(), "Tool options"):
        if title in groups:
            out += [
                f"## {title}",
                "\n".join(["| key | action | effect |", "| --- | --- | --- |", *groups[title]]),
            ]
    return "\n\n".join(out) + "\n"


def commands_page() -> str:
    """Return the page of all commands, from the help that click prints."""
    assert isinstance(fairground, click.Group)  # noqa: S101  # for the type checker
    context = click.Context(fairground, info_name="fairground")
    out = [
        "# Commands",
        COMMANDS_INTRODUCTION,
    ]
    for name in fairground.list_commands(context):
        command = fairground.get_command(context, name)
        if command is not None:
            out += _command(command, f"fairground {name}", 2)
    return "\n\n".join(out) + "\n"


def _command(command: click.Command, name: str, level: int) -> Iterator[str]:
    context = click.Context(command, info_name=name)
    yield f"{'#' * level} `{name}`"
    yield f"```text\n{command.get_usage(context).removeprefix('Usage: ')}\n```"
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(command.help or "")):
        yield _paragraph(paragraph)
    records = [it.get_help_record(context) for it in command.get_params(context)]
    rows = [
        f"| `{_cell(option)}` | {_cell(about)} |"
        for option, about in (it for it in records if it is not None and it[1])
    ]
    yield "\n".join(["| option | effect |", "| --- | --- |", *rows])
    if isinstance(command, click.Group):
        for each, inner in sorted(command.commands.items()):
            yield from _command(inner, f"{name} {each}", level + 1)


def _paragraph(text: str) -> str:
    if not text.startswith("\b"):
        return text.replace("<", "&lt;")
    # Kept as it is by click: a heading with commands, or plain lines.
    lines = text.splitlines()[1:]
    if not any(line.startswith("  ") for line in lines):
        return "  \n".join(lines).replace("<", "&lt;")
    commands = "\n".join(line.removeprefix("  ") for line in lines[1:])
    return f"{lines[0]}\n\n```console\n{commands}\n```"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def policy_rows() -> str:
    """Return the rows of the table of policies."""
    rows = []
    for policy in POLICIES:
        key = f"`{policy.key}` ({', '.join(policy.rules)})"
        for value, meaning in policy.meanings.items():
            rows.append(f"| {key} | `{str(value).lower()}` | {meaning} |")
            key = ""
    return "\n".join(rows)


def ruleset_tables() -> str:
    """Return a table of keys for each main part of a ruleset, from its JSON Schema."""
    parts = json.loads((ROOT / "schemas" / "ruleset.schema.json").read_text("utf-8"))["$defs"]
    out = []
    for title, name in RULESET_PARTS.items():
        out += [f"\n### {title}\n", "| key | meaning | default |", "| --- | --- | --- |"]
        for key, about in parts[name]["properties"].items():
            if key not in {"source", "rules", "readings"}:
                default = about.get("default")
                shown = "" if default in (None, "", [], {}) else f"`{json.dumps(default)}`"
                text = (about.get("description") or "").replace("\n", " ")
                out.append(f"| `{key}` | {_cell(text)} | {_cell(shown)} |")
    return "\n".join(out) + "\n"
