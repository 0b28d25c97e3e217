"""Write what is made from the code: schemas/ from the models, docs/findings.md from the codes of findings."""

from pathlib import Path

from fairground.core.cli.findings_page import findings_page
from fairground.core.cli.schema import schema_names, schema_text

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "schemas"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    wanted = {FOLDER / f"{name}.schema.json": name for name in schema_names()}
    for path in sorted(set(FOLDER.glob("*.json")) - set(wanted)):
        path.unlink()
        print(f"removed {path.name}")
    for path, name in wanted.items():
        path.write_text(schema_text(name), encoding="utf-8", newline="\n")
    (ROOT / "docs" / "findings.md").write_text(findings_page(), encoding="utf-8", newline="\n")
    print(f"{len(wanted)} schemas in {FOLDER.name}/, and docs/findings.md")


if __name__ == "__main__":
    main()
