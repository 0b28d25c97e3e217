from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("PySide6")

from tools import soak


def answer(**last: float) -> dict[str, Any]:
    quarter = {
        "events": 9000.0,
        "memory MB": 200.0,
        "handles": 20.0,
        "threads": 5.0,
        "children": 1.0,
        "widgets": 1500.0,
        "qt objects": 2500.0,
        "python objects": 60_000.0,
        "median ms": 3.0,
        "99th ms": 40.0,
    }
    quarters = [quarter, quarter, quarter, {**quarter, **last}]
    return {"actions": 7200, "side": 60, "seed": 1, "quarters": quarters, "to do": 4, "errors": ""}


def test_what_stays_as_it_was_is_no_fault() -> None:
    assert soak.faults(answer()) == []
    assert soak.faults(answer(**{"memory MB": 150.0, "widgets": 1400.0})) == []
    assert "memory MB              200.0       200.0" in soak.table(answer())


@pytest.mark.parametrize("what", soak.ALLOWED)
def test_whatever_grows_is_told(what: str) -> None:
    most = answer()["quarters"][0][what] * (1 + soak.ALLOWED[what].share) + soak.ALLOWED[what].more
    assert soak.faults(answer(**{what: most})) == []
    (fault,) = soak.faults(answer(**{what: most + 1}))
    assert fault.startswith(f"{what}: ")


def test_errors_and_an_end_before_its_time_are_told() -> None:
    broken = answer()
    broken["errors"] = "Traceback"
    broken["quarters"].pop()
    told = soak.faults(broken)
    assert ("Traceback" in told[0], told[1]) == (True, "3 of 4 quarters were done")


# The whole editor, as a process of its own, with everything that its hand knows.
@pytest.mark.long
def test_a_short_soak_breaks_nothing_and_leaves_nothing() -> None:
    found = soak.measured(actions=12, side=16, seed=3, quarters=2)
    assert not found["errors"]
    assert [it["quarter"] for it in found["quarters"]] == [1, 2]
    first, last = found["quarters"][0], found["quarters"][-1]
    assert last["children"] <= first["children"]
    assert last["handles"] <= first["handles"] + soak.ALLOWED["handles"].more
    assert last["threads"] <= first["threads"] + soak.ALLOWED["threads"].more
