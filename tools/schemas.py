"""Write schemas/ from the models: one JSON Schema a file format and a JSON answer."""

from pathlib import Path

from fairground.core.cli.schema import schema_names, schema_text

FOLDER = Path(__file__).parents[1] / "schemas"


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    wanted = {FOLDER / f"{name}.schema.json": name for name in schema_names()}
    for path in sorted(set(FOLDER.glob("*.json")) - set(wanted)):
        path.unlink()
        print(f"removed {path.name}")
    for path, name in wanted.items():
        path.write_text(schema_text(name), encoding="utf-8", newline="\n")
    print(f"{len(wanted)} schemas in {FOLDER.name}/")


if __name__ == "__main__":
    main()
