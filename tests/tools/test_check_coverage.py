from __future__ import annotations

from tools.check_coverage import stretches, told


def test_lines_are_told_as_stretches() -> None:
    assert stretches([]) == ""
    assert stretches([3]) == "3"
    assert stretches([3, 4, 5, 9, 11, 12]) == "3-5, 9, 11-12"


def test_files_of_which_little_is_met_are_told_the_least_first() -> None:
    files = {
        name: {"summary": {"percent_covered": percent}, "missing_lines": missing}
        for name, percent, missing in (("a.py", 89.9, [1, 2]), ("b.py", 90.0, [3]), ("c.py", 12.5, [4]))
    }
    report = {"totals": {"percent_covered": 96.25, "num_statements": 12345}, "files": files}
    assert told(report) == [
        " 12.5%  c.py: 4",
        " 89.9%  a.py: 1-2",
        " 96.2%  of 12,345 lines of core in 3 files",
    ]
