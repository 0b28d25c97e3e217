"""Programs that check files of a kind: Ajv and TypeScript for JSON, Foundry's tool for packs, qpdf for PDF, xmllint for XML."""

from __future__ import annotations

import subprocess
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.core.clients.foundry_packs import pack_faults, pack_request, unzipped
from tools.clients.client import Client, Fault
from tools.clients.installed import NpmPackage, SystemProgram

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tools.clients.client import Run

_SCHEMAS: Final = Path(__file__).parents[2] / "schemas"
_TYPES: Final = Path(__file__).parents[2] / "docs" / "readers" / "javascript" / "arena.d.ts"
_OPTIONS: Final = {"svg": {"labels": "numeric"}}


def _in_ajv(run: Run, name: str) -> Iterator[Fault]:
    schema = str(_SCHEMAS / "arena.schema.json")
    for shown, answer in run.ask_each("ajv.mjs", name, schema=schema):
        run.compared += 1
        faults = [answer["error"]] if isinstance(answer, dict) else answer
        yield from (Fault(shown.name, it) for it in faults)


def _in_typescript(run: Run, name: str) -> Iterator[Fault]:
    for shown, answer in run.ask_each("typescript.mjs", name, types=str(_TYPES)):
        run.compared += 1
        yield from (Fault(shown.name, it) for it in answer)


def _in_foundry_cli(run: Run, name: str) -> Iterator[Fault]:
    requests: list[dict[str, Any]] = []
    boards = []
    for shown, version in product(run.boards, ("13", "14")):
        at = run.folder / str(len(requests))
        path = run.export(shown, name, {"pixels": "20", "version": version})
        requests.append(pack_request(unzipped(path.read_bytes(), at / "zip"), at / "cli"))
        boards.append(f"{shown.name}, version {version}")
    answers = run.needs.ask("foundry_packs.mjs", requests)
    for board, request, answer in zip(boards, requests, answers, strict=True):
        run.compared += len(request["packs"])
        yield from (Fault(board, it) for it in pack_faults(request, answer))


def _in_qpdf(run: Run, name: str) -> Iterator[Fault]:
    yield from _by_program(run, name, "qpdf", "--check")


def _in_xmllint(run: Run, name: str) -> Iterator[Fault]:
    yield from _by_program(run, name, "xmllint", "--noout", "--nonet")


def _by_program(run: Run, name: str, *command: str) -> Iterator[Fault]:
    for shown in run.boards:
        path = run.export(shown, name, _OPTIONS.get(name, {}))
        done = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False)
        run.compared += 1
        if done.returncode or done.stderr.strip():
            yield Fault(shown.name, (done.stderr or done.stdout).strip().replace("\n", "; "))


CLIENTS = (
    Client(
        "Ajv",
        ("json",),
        NpmPackage("ajv"),
        "strict mode, draft 2020-12, in Node.js",
        "the file by `fairground schema arena`",
        _in_ajv,
    ),
    Client(
        "TypeScript",
        ("json",),
        NpmPackage("typescript"),
        "`tsc --strict`, with the content of the file as a value of the type `ArenaData`",
        "types of the package `fairground-arena`: no extra or missing keys, no wrong types",
        _in_typescript,
    ),
    Client(
        "Foundry's packing tool",
        ("foundry-module",),
        NpmPackage("@foundryvtt/foundryvtt-cli"),
        "`extractPack` and `compilePack` in Node.js, for modules of versions 13 and 14",
        "documents unpacked from the module, and packed from its sources, are those of the sources",
        _in_foundry_cli,
    ),
    Client(
        "qpdf",
        ("pdf",),
        SystemProgram(("qpdf", "--version")),
        "`qpdf --check`",
        "the structure of the file: no error, no warning",
        _in_qpdf,
    ),
    Client(
        "xmllint",
        ("tiled", "svg"),
        SystemProgram(("xmllint", "--version")),
        "`xmllint --noout`",
        "the file is well-formed XML",
        _in_xmllint,
    ),
)
