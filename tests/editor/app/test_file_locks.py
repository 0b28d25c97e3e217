"""Editors that have one file open hear of each other."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from fairground.editor.app.file_locks import FileClaim

if TYPE_CHECKING:
    from pathlib import Path

OTHER = """
import sys
from pathlib import Path
from fairground.editor.app.file_locks import FileClaim
claim = FileClaim(Path(sys.argv[1]), Path(sys.argv[2]))
print(claim.is_alone, flush=True)
sys.stdin.read()
"""


def test_another_process_is_noticed_until_it_is_gone_however_it_went(tmp_path: Path) -> None:
    path = tmp_path / "arena.yaml"
    (tmp_path / "linked").symlink_to(tmp_path)
    command = [sys.executable, "-c", OTHER, str(path), str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout
        assert other.stdout.readline() == "True\n"
        assert not FileClaim(path, tmp_path).is_alone
        assert not FileClaim(tmp_path / "linked" / "arena.yaml", tmp_path).is_alone
        assert FileClaim(tmp_path / "another.yaml", tmp_path).is_alone
        other.kill()
    claim = FileClaim(path, tmp_path)
    assert claim.is_alone
    assert not FileClaim(path, tmp_path).is_alone
    claim.give_up()
    assert FileClaim(path, tmp_path).is_alone


def test_a_claim_that_a_kill_cut_short_keeps_nobody_out(tmp_path: Path) -> None:
    claim = FileClaim(tmp_path / "arena.yaml", tmp_path)
    (left,) = tmp_path.glob("*.lock")
    claim.give_up()
    left.write_bytes(b"")
    assert FileClaim(tmp_path / "arena.yaml", tmp_path).is_alone


def test_a_file_whose_links_have_become_a_circle_can_be_claimed(tmp_path: Path) -> None:
    (tmp_path / "arena.yaml").symlink_to("arena.yaml")
    assert FileClaim(tmp_path / "arena.yaml", tmp_path).is_alone


def test_a_folder_that_cannot_be_written_tells_of_nobody(tmp_path: Path) -> None:
    assert FileClaim(tmp_path / "arena.yaml", tmp_path / "nowhere").is_alone
