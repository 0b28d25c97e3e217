"""Write what is made from the code: schemas/, docs/findings.md, and the reports that a test compares with."""

from pathlib import Path

from fairground.core.cli.commands.schema import schema_names, schema_text
from fairground.core.cli.findings_page import findings_page
from fairground.core.files import load
from fairground.core.report import report, to_markdown

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "schemas"
GOLDEN = ROOT / "tests" / "core" / "report" / "golden"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    wanted = {FOLDER / f"{name}.schema.json": name for name in schema_names()}
    for path in sorted(set(FOLDER.glob("*.json")) - set(wanted)):
        path.unlink()
        print(f"removed {path.name}")
    for path, name in wanted.items():
        path.write_text(schema_text(name), encoding="utf-8", newline="\n")
    (ROOT / "docs" / "findings.md").write_text(findings_page(), encoding="utf-8", newline="\n")
    scenarios = sorted((ROOT / "scenarios").glob("*.yaml"))
    for path in scenarios:
        (GOLDEN / f"{path.stem}.md").write_text(golden_report(path), encoding="utf-8", newline="\n")
    print(
        f"{len(wanted)} schemas in {FOLDER.name}/, docs/findings.md, and {len(scenarios)} reports in {GOLDEN.relative_to(ROOT)}/"
    )


def golden_report(path: Path) -> str:
    """Return the report of a scenario as Markdown without its last line, which tells the program's version."""
    return to_markdown(report(load(path), file=path.name)).rpartition("\n\n")[0] + "\n"


if __name__ == "__main__":
    main()
