"""Write the files that are generated from the code: schemas/, the page of findings, the table of measures, golden reports."""

from pathlib import Path

from fairground.core.cli.commands.schema import schema_names, schema_text
from fairground.core.cli.findings_page import findings_page
from fairground.core.files import load
from fairground.core.report import report, to_markdown
from fairground.core.scenario.fairness_measures import MEASURES, MeasureSpec

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "schemas"
HEAD = "| measure | unit | decides | compared by | green | amber |\n| --- | --- | --- | --- | --- | --- |\n"
GOLDEN = ROOT / "tests" / "core" / "report" / "golden"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    wanted = {FOLDER / f"{name}.schema.json": name for name in schema_names()}
    for path in sorted(set(FOLDER.glob("*.json")) - set(wanted)):
        path.unlink()
        print(f"removed {path.name}")
    for path, name in wanted.items():
        path.write_text(schema_text(name), encoding="utf-8", newline="\n")
    (ROOT / "docs" / "reference" / "findings.md").write_text(findings_page(), encoding="utf-8", newline="\n")
    measures = ROOT / "docs" / "reference" / "measures.md"
    start, rest = measures.read_text("utf-8").split(HEAD)
    rows = "".join(map(measure_rows, MEASURES.values()))
    after = rest[rest.index("\n\n") + 1 :]
    measures.write_text(f"{start}{HEAD}{rows}{after}", encoding="utf-8", newline="\n")
    scenarios = sorted((ROOT / "scenarios").glob("*.yaml"))
    for path in scenarios:
        (GOLDEN / f"{path.stem}.md").write_text(golden_report(path), encoding="utf-8", newline="\n")
    print(
        f"{len(wanted)} schemas in {FOLDER.name}/, pages in docs/reference/, and {len(scenarios)} reports in {GOLDEN.relative_to(ROOT)}/"
    )


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
