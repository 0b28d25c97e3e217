"""The answers of a page in a real browser against core's: lines with all reasons, fans and reach."""

from __future__ import annotations

import base64
import json
import random
import shutil
import zlib
from typing import TYPE_CHECKING, Any

import pytest

from fairground.core import load
from fairground.core.movement.mover import mover, movers
from fairground.core.movement.reach import reach
from fairground.core.rules.sight import SightModel
from fairground.core.sight.bases.verdict import base_sight
from fairground.core.sight.field.fan import Fans
from fairground.core.sight.line.verdict import Verdicts
from fairground.core.web_page.board_section import board_section
from fairground.core.web_page.facts_section import facts_section
from fairground.core.web_page.movement_section import movement_section
from fairground.core.web_page.publish import publish
from fairground.core.web_page.sight_section import base_sight_section, sight_section
from tests.core.movement.random_ground import random_ground
from tests.core.movement.test_exact import CENTRES, random_rules
from tests.core.report.browser import NAMES, Browser
from tests.core.report.firefox import NAMES as FIREFOX_NAMES
from tests.core.report.firefox import Firefox
from tests.core.sight.random_boards import EVERYTHING, hex_rulesets, pairs, random_policies, random_scenario
from tests.test_scenarios import FOLDER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fairground.core.grid.hexes import Hex
    from fairground.core.scenario.document import Scenario
    from tests.core.report.browser import Tab

#: A question as the page's script is asked it, and core's answer.
Asked = tuple[str, list[Any], dict[str, Any]]


@pytest.fixture(
    scope="module", params=[(Browser, NAMES), (Firefox, FIREFOX_NAMES)], ids=["chromium", "firefox"]
)
def tab(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab | Firefox]:
    kind, names = request.param
    program = next((it for name in names if (it := shutil.which(name))), None)
    if program is None:
        pytest.skip(f"there is no browser: {', '.join(names)}")
    folder = tmp_path_factory.mktemp("answers")
    page = folder / "page.html"
    page.write_text(publish(load("scenarios/standard-arena.yaml")), encoding="utf-8")
    browser = kind(program, folder / "profile")
    opened = browser.open(page)
    opened.wait("document.documentElement.dataset.ready === 'true'", "the page to be ready")
    yield opened
    assert not opened.errors()
    browser.close()


def _answers(result: Any) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(json.dumps(result.to_json()))
    return {key: it for key, it in answer.items() if key not in ("schema", "shots")}


def _is_void(scenario: Scenario, at: Hex) -> bool:
    return bool(scenario.board.void[scenario.board.cell(at)])


def _lines(rng: random.Random, scenario: Scenario, count: int) -> Iterator[Asked]:
    board, verdicts = scenario.board, Verdicts(scenario)
    for start, end, heights in pairs(rng, scenario, count):
        if board.contains(start) and board.contains(end):
            asked = [board.label(start), board.label(end), list(heights)]
            yield "sight", asked, _answers(verdicts.sight(start, end, heights))


def _fans(rng: random.Random, scenario: Scenario, count: int) -> Iterator[Asked]:
    board, fans = scenario.board, Fans(scenario)
    for at in rng.choices(list(board.hexes()), k=count):
        if not _is_void(scenario, at):
            within = rng.choice((None, 3, 6))
            yield "fan", [board.label(at), within], _answers(fans.fan(at, within))


def _reaches(rng: random.Random, scenario: Scenario, count: int) -> Iterator[Asked]:
    board, known = scenario.board, list(movers(scenario))
    for _ in range(count):
        turns, any_mover = rng.randint(1, 3), rng.choice(known)
        if scenario.units and rng.random() < 0.6:
            unit = rng.choice(scenario.units)
            who, at = mover(scenario, mode=any_mover.mode_id, unit=unit.id), unit.hex
            named: dict[str, str] = {"unit": unit.id}
        else:
            who, at = any_mover, rng.choice(list(board.hexes()))
            named = {"unit_class": any_mover.unit_class.name}
        if not _is_void(scenario, at):
            found = _answers(reach(scenario, at, turns, mover=who))
            yield "reach", [board.label(at), turns, {**named, "mode": any_mover.mode.name}], found


def _differences(tab: Tab | Firefox, scenario: Scenario, asked: list[Asked]) -> list[Any]:
    """Return the questions to which page and core answer differently, with both answers."""
    data = {
        "board": board_section(scenario),
        "facts": facts_section(scenario),
        "sight": sight_section(scenario),
        "movement": movement_section(scenario),
    }
    questions = [(name, arguments) for name, arguments, _ in asked]
    script = (
        f"arena.answers({json.dumps(data)}).then((page) => JSON.stringify({json.dumps(questions)}"
        ".map(([name, asked]) => page[name](...asked))))"
    )
    told = json.loads(tab.promised(script))
    assert len(told) == len(asked)
    return [(*it, answer) for it, answer in zip(asked, told, strict=True) if answer != it[2]]


def _shipped() -> list[Scenario]:
    loaded = [load(it) for it in sorted(FOLDER.glob("*.yaml"))]
    return [it for it in loaded if it.rules.sight.model is SightModel.CENTRES]


def _compare(tab: Tab | Firefox, seed: int, *, boards: int, lines: int, others: int) -> int:
    """Compare shipped scenarios and random boards of every ruleset; return the number of answers."""
    rng = random.Random(seed)  # noqa: S311  # the same boards each time
    names = [*hex_rulesets(), EVERYTHING]
    count = 0

    def check(scenario: Scenario, asked: list[Asked]) -> None:
        nonlocal count
        count += len(asked)
        found = _differences(tab, scenario, asked)
        assert not found, (seed, len(found), found[:2])

    for i in range(boards):
        name = names[i % len(names)]
        scenario = random_scenario(rng, name, random_policies(rng, name) if i % 3 else None)
        check(scenario, [*_lines(rng, scenario, lines), *_fans(rng, scenario, others)])
        name = CENTRES[i % len(CENTRES)]
        scenario = random_ground(rng, name, overrides=random_rules(rng, name) if i % 3 else None)
        check(scenario, list(_reaches(rng, scenario, others)))
    for scenario in _shipped():
        check(
            scenario,
            [
                *_lines(rng, scenario, lines),
                *_fans(rng, scenario, others),
                *_reaches(rng, scenario, others),
            ],
        )
    return count


def test_some_answers_are_those_of_core(tab: Tab | Firefox) -> None:
    assert _compare(tab, 1, boards=12, lines=15, others=3) > 400


@pytest.mark.long
def test_ten_thousand_answers_are_those_of_core(tab: Tab | Firefox) -> None:
    assert _compare(tab, 2, boards=120, lines=72, others=8) >= 10_000


def test_pages_of_base_rulesets_have_the_verdicts_of_core() -> None:
    scenario = load("scenarios/broken-abbey.yaml")
    found = base_sight_section(scenario)
    ids = [it["id"] for it in found["units"]]
    assert ids == [it.id for it in scenario.units]
    pairs = json.loads(zlib.decompress(base64.b64decode(found["pairs"]["packed"])))
    assert len(pairs) == len(ids) * (len(ids) - 1)
    for viewer, target, clear, sentence, reasons in pairs:
        answer = base_sight(scenario, ids[viewer], ids[target]).to_json()
        assert clear is answer["sight"]
        assert ("Hidden" in sentence) is not clear
        assert reasons == [[it["rule"], it["text"]] for it in answer["reasons"]]
