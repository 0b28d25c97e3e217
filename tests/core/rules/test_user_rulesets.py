from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairground.core.rules.loading import own_files
from fairground.core.rules.ruleset_files import rulesets_in

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, extends: str = "penance-1.0") -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"format: fairground-ruleset/1\nextends: {extends}\nid: {path.stem}\n")
    return path


def test_a_ruleset_s_files_are_its_own_and_those_it_extends(tmp_path: Path) -> None:
    mine = write(tmp_path / "rules" / "mine.yaml", "house.yaml")
    house = write(tmp_path / "rules" / "house.yaml")
    assert own_files("rules/mine.yaml", folder=tmp_path) == (mine, house)


def test_shipped_rulesets_have_none() -> None:
    assert own_files("penance-1.0", folder=None) == ()


def test_a_file_that_is_not_there_is_named_all_the_same(tmp_path: Path) -> None:
    assert own_files("rules/none.yaml", folder=tmp_path) == (tmp_path / "rules" / "none.yaml",)
    mine = write(tmp_path / "mine.yaml", "none.yaml")
    assert own_files("mine.yaml", folder=tmp_path) == (mine, tmp_path / "none.yaml")


def test_what_a_broken_file_extends_is_not_known(tmp_path: Path) -> None:
    mine = tmp_path / "mine.yaml"
    mine.write_text("extends: [")
    assert own_files("mine.yaml", folder=tmp_path) == (mine,)
    mine.write_text("extends: [a.yaml]")
    assert own_files("mine.yaml", folder=tmp_path) == (mine,)
    mine.write_text("- a.yaml")
    assert own_files("mine.yaml", folder=tmp_path) == (mine,)


def test_rulesets_that_extend_each_other_end(tmp_path: Path) -> None:
    one, two = write(tmp_path / "one.yaml", "two.yaml"), write(tmp_path / "two.yaml", "one.yaml")
    assert own_files("one.yaml", folder=tmp_path) == (one, two)


@pytest.mark.parametrize("name", ["../mine.yaml", "/etc/mine.yaml", "c:\\mine.yaml"])
def test_no_path_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    assert own_files(name, folder=tmp_path) == ()


def test_rulesets_in_a_folder_are_told_by_their_first_lines(tmp_path: Path) -> None:
    write(tmp_path / "mine.yaml")
    write(tmp_path / "rules" / "house.yml")
    (tmp_path / "commented.yaml").write_text('# Mine.\nformat: "fairground-ruleset/1"\n')
    (tmp_path / "map.yaml").write_text("format: fairground/1\nnotes: |\n  format: fairground-ruleset/1\n")
    (tmp_path / "folder.yaml").mkdir()
    assert rulesets_in(tmp_path) == ("commented.yaml", "mine.yaml", "rules/house.yml")
    assert rulesets_in(tmp_path / "none") == ()
