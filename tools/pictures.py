"""Draw the pictures of the documents anew: docs/pictures/*.png."""

from pathlib import Path

from fairground.core import draw_board, load, to_png

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
ARENAS = ("standard-arena", "frozen-gate")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in ARENAS:
        path = FOLDER / f"{name}.png"
        path.write_bytes(to_png(draw_board(load(ROOT / "scenarios" / f"{name}.yaml")), dpi=100))
        print(path.relative_to(ROOT))


if __name__ == "__main__":
    main()
