"""Write the files that are generated from the code: schemas/, the commands' summaries, the list of example arenas, the page of findings, the table of measures, the sample game's arena, golden reports."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from fairground.core.cli.command_group import own_summaries
from fairground.core.cli.commands.schema import schema_names, schema_text
from fairground.core.clients.arena_json import arena
from fairground.core.clients.coded_maps.legend import CODES as LEGEND_CODES
from fairground.core.clients.import_findings import CODES as IMPORT_CODES
from fairground.core.files import load
from fairground.core.report import report, to_markdown
from fairground.core.scenario.fairness_titles_and_limits import MEASURES, MeasureSpec
from fairground.core.validation.file_codes import CLIP_CODES, FILE_CODES, RULESET_CODES, YAML_CODES
from fairground.core.validation.severities_and_fixes import CODES

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "schemas"
COMMANDS = ROOT / "resources" / "commands.json"
#: What the welcome page says of the scenarios that ship with the program; reading all of them takes time and memory.
EXAMPLES = ROOT / "resources" / "example-arenas.json"
HEAD = "| measure | unit | decides | compared by | green | amber |\n| --- | --- | --- | --- | --- | --- |\n"
#: The arena of the sample game, as a script: a page opened from disk may not read JSON files.
GAME = ROOT / "docs" / "examples" / "game" / "arena.js"
GOLDEN = ROOT / "tests" / "core" / "report" / "golden"

FINDINGS_HEAD = """\
# Findings

This page lists every finding of `fairground validate`. A finding has a severity, a stable code, a message and a fix.
Where possible, it also gives the line, the column, the hex, and the ID of the rule behind it. An **error** prevents a
scenario from being played or exported. A **warning** is probably a mistake. **Advice** needs no action. A check lists
up to 50 findings with the same code.

`fairground import` reports its own findings about imported files and legends. Pasting reports findings about the text
of a clip.
"""


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    wanted = {FOLDER / f"{name}.schema.json": name for name in schema_names()}
    for path in sorted(set(FOLDER.glob("*.json")) - set(wanted)):
        path.unlink()
        print(f"removed {path.name}")
    for path, name in wanted.items():
        path.write_text(schema_text(name), encoding="utf-8", newline="\n")
    COMMANDS.write_text(json.dumps(own_summaries(), indent=2) + "\n", encoding="utf-8", newline="\n")
    (ROOT / "docs" / "reference" / "findings.md").write_text(findings_page(), encoding="utf-8", newline="\n")
    measures = ROOT / "docs" / "reference" / "measures.md"
    start, rest = measures.read_text("utf-8").split(HEAD)
    rows = "".join(map(measure_rows, MEASURES.values()))
    after = rest[rest.index("\n\n") + 1 :]
    measures.write_text(f"{start}{HEAD}{rows}{after}", encoding="utf-8", newline="\n")
    scenarios = sorted((ROOT / "scenarios").glob("*.yaml"))
    for path in scenarios:
        (GOLDEN / f"{path.stem}.md").write_text(golden_report(path), encoding="utf-8", newline="\n")
    EXAMPLES.write_text(example_arenas(scenarios), encoding="utf-8", newline="\n")
    GAME.write_text(game_data(), encoding="utf-8", newline="\n")
    print(
        f"{len(wanted)} schemas in {FOLDER.name}/, pages in docs/reference/, and {len(scenarios)} reports in {GOLDEN.relative_to(ROOT)}/"
    )


def example_arenas(scenarios: Iterable[Path]) -> str:
    """Return the name, size and layout of each scenario by its file, as JSON."""
    boards = {path.name: (it.name, it.board) for path in scenarios for it in (load(path),)}
    found = {
        file: {"name": name, "columns": board.columns, "rows": board.rows, "layout": board.layout.value}
        for file, (name, board) in boards.items()
    }
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def game_data() -> str:
    """Return the export of a scenario as the script that the sample game loads."""
    content = arena(load(ROOT / "scenarios" / "night-raid.yaml")).model_dump_json(by_alias=True)
    return f"const ARENA = {content};\n"


def findings_page() -> str:
    """Return the page of the manual that lists every finding, as Markdown."""
    own = [
        FINDINGS_HEAD,
        "## In the scenario\n",
        "| code | severity | meaning | fix | rule |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, code in sorted(CODES.items()):
        own.append(f"| `{name}` | {code.severity.value} | {code.meaning} | {code.fix} | {code.rule or ''} |")
    return "\n".join(
        [
            *own,
            "",
            *plain_rows("In the file", FILE_CODES),
            "",
            *plain_rows("In the ruleset's own file", RULESET_CODES),
            "",
            *plain_rows("In the YAML", YAML_CODES),
            "",
            *import_rows(),
            "",
            *plain_rows("In a legend", LEGEND_CODES),
            "",
            *plain_rows("In a clip", CLIP_CODES),
            "",
        ]
    )


def plain_rows(title: str, codes: Mapping[str, str]) -> list[str]:
    rows = [f"| `{name}` | {meaning} |" for name, meaning in sorted(codes.items())]
    return [f"## {title}\n", "| code | meaning |", "| --- | --- |", *rows]


def import_rows() -> list[str]:
    rows = [
        f"| `{name}` | {code.severity.value} | {code.meaning} | {code.fix} |"
        for name, code in sorted(IMPORT_CODES.items())
    ]
    head = ["## In a file to import\n", "| code | severity | meaning | fix |"]
    return [*head, "| --- | --- | --- | --- |", *rows]


def measure_rows(spec: MeasureSpec) -> str:
    """Return the rows of a measure in the table of the document: one for each figure that is rated."""
    limits = [(str(by), str(band.green), str(band.amber)) for by, band in spec.bands.items()] or [
        ("", "", "")
    ]
    leads = [(f"`{spec.id}`", spec.unit, "yes" if spec.gates else "no"), *(len(limits) - 1) * [("", "", "")]]
    rows = [(*lead, *limit) for lead, limit in zip(leads, limits, strict=True)]
    return "".join("".join(f"| {cell} " if cell else "| " for cell in row) + "|\n" for row in rows)


def golden_report(path: Path) -> str:
    """Return the report of a scenario as Markdown without its last line, which tells the program's version."""
    return to_markdown(report(load(path), file=path.name)).rpartition("\n\n")[0] + "\n"


if __name__ == "__main__":
    main()
