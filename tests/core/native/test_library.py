"""The compiled part: when it is used, what is said where it is not, and that it belongs to its sources."""

from __future__ import annotations

import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path
from threading import Event, Thread, current_thread
from typing import TYPE_CHECKING

import pytest

from fairground.core import native
from fairground.core.cli.command_group import fairground
from fairground.core.errors import LimitError
from hatch_build import NATIVE, compile_library

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[3]
needs_compiler = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="there is no C compiler here"
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return the root of a checkout with the C files alone."""
    shutil.copytree(ROOT / NATIVE, tmp_path / NATIVE, ignore=shutil.ignore_patterns("lib*", "__pycache__"))
    return tmp_path


def ask(folder: Path) -> str:
    """Return what the module in another folder says of its library, in a process of its own."""
    code = "import runpy, sys; print(runpy.run_path(sys.argv[1])['engine']())"
    done = subprocess.run(
        [sys.executable, "-c", code, folder / NATIVE / "__init__.py"],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_the_variable_leaves_the_compiled_part_unused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(native.PURE, "1")
    assert native.library() is None
    assert native.engine() == "not in use: FAIRGROUND_PURE is set"


@needs_compiler
def test_the_c_files_compile_to_a_library_that_is_used_until_they_change(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(native.PURE, raising=False)
    # Its optimizations take the compiler long, and do not matter here.
    monkeypatch.setenv("CFLAGS", "-O0")
    assert ask(checkout) == "not in use: none was built"
    made = compile_library(checkout)
    assert made == native.library_path(checkout / NATIVE)
    assert ask(checkout) == "in use"
    assert capfd.readouterr().err == ""
    with (checkout / NATIVE / "sources.c").open("a") as file:
        file.write("/* changed */\n")
    assert ask(checkout) == "not in use: it was built from different C files; rebuild it with make setup"


def test_a_file_that_is_no_library_is_not_used(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(native.PURE, raising=False)
    native.library_path(checkout / NATIVE).write_bytes(b"no library")
    assert ask(checkout).startswith("not in use: it could not be loaded: ")


def test_without_a_compiler_nothing_is_made_and_it_says_so(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(native.PURE, raising=False)
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr("hatch_build._compiler", lambda: None)
    assert compile_library(checkout) is None
    assert "no C compiler is here" in capsys.readouterr().err


def test_a_compiler_that_fails_leaves_python_to_do_the_work(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv(native.PURE, raising=False)
    failing = checkout / "failing.py"
    failing.write_text("import sys; sys.exit('broken')")
    monkeypatch.setenv("CC", f"{sys.executable} {failing}")
    assert compile_library(checkout) is None
    assert "broken" in capsys.readouterr().err
    assert not list((checkout / NATIVE).glob("lib*"))


def test_the_version_says_whether_it_is_in_use(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(native.PURE, "1")
    with pytest.raises(SystemExit) as end:
        fairground.main(["--version"])
    assert end.value.code == 0
    assert capsys.readouterr().out.splitlines()[1] == "compiled part: not in use: FAIRGROUND_PURE is set"


def _fail() -> int:
    raise LimitError("too large")


def test_work_that_was_begun_answers_or_fails_when_it_is_asked_for() -> None:
    assert native.begin(lambda: 7)() == 7
    wait = native.begin(_fail)
    with pytest.raises(LimitError, match="too large"):
        wait()


@pytest.fixture
def no_threads_yet() -> Iterator[None]:
    """Let the next work start threads, and the next after the test too."""
    native._waiting.cache_clear()
    yield
    native._waiting.cache_clear()


@pytest.mark.skipif(native.library() is None, reason="the compiled part is not in use")
@pytest.mark.usefixtures("no_threads_yet")
def test_work_that_was_begun_runs_beside_what_asks_for_it() -> None:
    begun, goes_on = Event(), Event()

    def work() -> str:
        begun.set()
        goes_on.wait()
        return current_thread().name

    wait = native.begin(work)
    begun.wait()  # for ever if it does not run beside
    goes_on.set()
    assert wait() != current_thread().name


@pytest.mark.usefixtures("no_threads_yet")
def test_work_that_no_thread_has_begun_is_done_once_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(native, "cores", lambda: 2)
    goes_on, done = Event(), list[str]()
    first = native.begin(goes_on.wait)
    second = native.begin(lambda: done.append(current_thread().name))
    second()
    goes_on.set()
    first()
    native.begin(lambda: None)()
    assert done == [current_thread().name]


@pytest.mark.usefixtures("no_threads_yet")
@pytest.mark.parametrize("hindrance", ["no compiled part", "no more threads"])
def test_work_that_cannot_begin_is_done_when_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, hindrance: str
) -> None:
    def refuse(_thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    if hindrance == "no compiled part":
        monkeypatch.setenv(native.PURE, "1")
    monkeypatch.setattr(Thread, "start", refuse)
    done: list[int] = []
    wait = native.begin(lambda: done.append(1))
    assert not done
    wait()
    assert done == [1]


def test_all_work_is_done_before_an_error_is_raised() -> None:
    done: list[int] = []
    with pytest.raises(LimitError, match="too large"):
        native.do_all([_fail, partial(done.append, 1), partial(done.append, 2)])
    assert sorted(done) == [1, 2]
