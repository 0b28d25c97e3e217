"""Write resources/texts/editor.pot, the texts of the editor for translators, and compile the catalogues beside it."""

from io import BytesIO
from pathlib import Path

import yaml
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "resources" / "texts"
TEMPLATE = FOLDER / "editor.pot"
#: Legends of overlays are described in core.
FOLDERS = ("editor", "core/pictures")
KEYMAP = ROOT / "resources" / "keymap.yaml"
KEYWORDS = {"tr": None, "trn": (1, 2)}
HEAD = """\
# Texts of Fairground's editor. Written by: make generate
#"""


def texts() -> Catalog:
    """Return all texts of the editor, and the files that they stand in."""
    # The date of the template would be another one each time.
    catalog = Catalog(project="Fairground", charset="utf-8", header_comment=HEAD)
    for folder in FOLDERS:
        for file, _line, message, comments, _context in extract_from_dir(
            ROOT / folder, method_map=[("**.py", "python")], keywords=KEYWORDS, comment_tags=["Translators:"]
        ):
            where = Path(folder, file).as_posix()
            catalog.add(message, locations=[(where, 0)], auto_comments=comments)
    keymap = yaml.safe_load(KEYMAP.read_bytes())
    where = KEYMAP.relative_to(ROOT).as_posix()
    for name, entry in keymap["actions"].items():
        for part in ("text", "tip"):
            catalog.add(entry[part], locations=[(where, 0)], auto_comments=[f"{part} of {name}"])
    for name, words in keymap["synonyms"].items():
        about = f"synonyms of {name}: any words, with commas between them"
        catalog.add(words, locations=[(where, 0)], auto_comments=[about])
    return catalog


def template() -> bytes:
    """Return the template as it is to be; without what changes with time and place."""
    out = BytesIO()
    # Files without lines: a line that moves changes nothing for translators.
    write_po(out, texts(), width=110, sort_output=False, include_lineno=False, omit_header=False)
    kept = [
        line
        for line in out.getvalue().decode().splitlines()
        if not line.startswith(('"POT-Creation-Date', '"PO-Revision-Date', '"Generated-By'))
    ]
    return ("\n".join(kept).rstrip("\n") + "\n").encode()


def compiled(source: Path) -> bytes:
    """Return a translation (.po) in the form that the editor reads (.mo)."""
    out = BytesIO()
    with source.open("rb") as file:
        write_mo(out, read_po(file))
    return out.getvalue()


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    TEMPLATE.write_bytes(template())
    sources = sorted(FOLDER.glob("*.po"))
    for source in sources:
        source.with_suffix(".mo").write_bytes(compiled(source))
    print(f"{TEMPLATE.relative_to(ROOT)} with {len(texts())} texts, and {len(sources)} translations compiled")


if __name__ == "__main__":
    main()
