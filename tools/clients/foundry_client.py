"""Foundry's own packing tool: what it unpacks from the packs of a module, and packs from their sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.core.clients.foundry_packs import pack_faults, pack_request, unzipped
from tools.clients.client import Client, Fault
from tools.clients.installed import NpmPackage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tools.clients.client import Run

_PIXELS = "20"


def _in_packing_tool(run: Run, name: str) -> Iterator[Fault]:
    boards, requests = [], []
    for shown in run.boards:
        for version in ("13", "14"):
            path = run.export(shown, name, {"pixels": _PIXELS, "version": version})
            folder = run.folder / f"foundry-{len(requests)}"
            requests.append(pack_request(unzipped(path.read_bytes(), folder / "zip"), folder / "tool"))
            boards.append(shown)
    for shown, request, answer in zip(
        boards, requests, run.needs.ask("foundry_packs.mjs", requests), strict=True
    ):
        run.compared += 1
        yield from (Fault(shown.name, it) for it in pack_faults(request, answer))


CLIENTS = (
    Client(
        "Foundry's packing tool",
        ("foundry-module",),
        NpmPackage("@foundryvtt/foundryvtt-cli"),
        "`extractPack` and `compilePack` in Node.js, for versions 13 and 14",
        "every document of both packs, as unpacked, and as packed from its source and unpacked",
        _in_packing_tool,
    ),
)
