"""The list of all packages that the program needs to run: complete, of the pinned versions, with licences."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tools.licences import ALLOWED, needed
from tools.lock import PINS, pinned
from tools.sbom import bill_of_materials

ROOT = Path(__file__).parents[2]
SHIPPED: dict[str, Any] = json.loads((ROOT / "sbom.cdx.json").read_text(encoding="utf-8"))


def components(bill: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {it["purl"].removeprefix("pkg:pypi/"): it for it in bill["components"]}


def test_the_shipped_list_has_the_pinned_versions_of_all_that_is_needed() -> None:
    pins = {it.replace("==", "@") for it in pinned(PINS.read_text(encoding="utf-8"))}
    shipped = components(SHIPPED)
    assert shipped.keys() <= pins, "run: make sbom"
    names = {it.partition("@")[0] for it in shipped}
    assert needed("fairground").keys() - {"fairground"} <= names
    assert {"pyside6-essentials", "distributed"} <= names


def test_every_package_has_a_licence_under_which_it_may_be_used() -> None:
    for name, it in components(SHIPPED).items():
        (said,) = it["licenses"]
        assert ALLOWED.search(said.get("expression") or said["license"]["name"]), name


def test_a_list_names_what_each_package_needs_and_is_the_same_again() -> None:
    bill = bill_of_materials(frozenset())
    assert bill == bill_of_materials(frozenset())
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    references = {it["bom-ref"] for it in (bill["metadata"]["component"], *bill["components"])}
    needs = {it["ref"]: it["dependsOn"] for it in bill["dependencies"]}
    assert needs.keys() == references
    assert {ref for refs in needs.values() for ref in refs} <= references
    (pydantic,) = (it for it in references if it.startswith("pkg:pypi/pydantic@"))
    assert any(it.startswith("pkg:pypi/pydantic-core@") for it in needs[pydantic])
    assert not any("pyside6" in it for it in references), "the core needs no windows"


def test_an_extra_adds_what_it_needs() -> None:
    pytest.importorskip("PySide6")
    added = (
        components(bill_of_materials(frozenset({"editor"}))).keys()
        - components(bill_of_materials(frozenset())).keys()
    )
    assert any(it.startswith("shiboken6@") for it in added)
