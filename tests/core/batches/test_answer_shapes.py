"""The shapes of answers: what is no answer to its question does not fit, whatever else it is."""

from __future__ import annotations

import pytest

from fairground.core.batches.questions import FairnessQuestion, PictureQuestion, ValidationQuestion
from fairground.core.batches.simulation_jobs import SimulationQuestion
from fairground.core.batches.store import fits

PART = SimulationQuestion(2).parts[0]
QUESTIONS = (ValidationQuestion(), FairnessQuestion(), PictureQuestion(), PART)
CHECKED = {"name": "A", "columns": 4, "rows": 6, "layout": "odd-r", "ruleset": "x", "findings": []}
STANDING = {"title": "t", "gate": True, "band": None, "imbalance": 0.5, "text": ""}
MEASURED = {"verdict": "green", "sentence": "", "because": [], "measures": {"territory": STANDING}}
TALLY = {
    "wins": [[1, 0], [0, 1]],
    "draws": [0, 0],
    "turns": 7,
    "ends": [{"winner": 0, "way": "w", "games": 1}, {"winner": 1, "way": "w", "games": 1}],
}
PLAYED = {
    "parties": ["a", "b"],
    "bots": ["x", "y"],
    "force": "f",
    "order": "o",
    "first": True,
    "missions": [],
    "left_out": [],
    "without": [],
    "deciding": [],
    "errors": [],
    "tally": TALLY,
}
PLACE = {"line": 1, "column": None, "hex": "A1", "file": None}
FINDING = {"severity": "error", "code": "c", "place": PLACE, "message": "m", "fix": None, "rule": None}


def test_answers_fit_their_questions_and_no_others() -> None:
    answers = (CHECKED | {"findings": [FINDING]}, MEASURED, {"webp": "AAAA"}, PLAYED)
    for question in QUESTIONS:
        fitting = [it for it in answers if fits(question, it)]
        assert fitting == [answers[QUESTIONS.index(question)]]
        assert fits(question, {"reason": "none"}) is not isinstance(question, ValidationQuestion)


@pytest.mark.parametrize(
    "answer",
    [
        7,
        [],
        {},
        None,
        {"reason": 1},
        {"reason": "", "more": 1},
        CHECKED | {"columns": -1},
        CHECKED | {"columns": "4"},
        CHECKED | {"more": 1},
        CHECKED | {"findings": [FINDING | {"severity": "<b>"}]},
        CHECKED | {"findings": [FINDING | {"place": None}]},
        MEASURED | {"verdict": "blue"},
        MEASURED | {"measures": {"no-such": STANDING}},
        MEASURED | {"measures": {"territory": STANDING | {"imbalance": "1"}}},
        MEASURED | {"measures": {"territory": STANDING | {"imbalance": float("nan")}}},
        {"webp": "no base 64"},
        {"webp": 1},
        PLAYED | {"parties": ["a"]},
        PLAYED | {"bots": []},
        PLAYED | {"bots": ["objectives"]},
        PLAYED | {"bots": ["objectives", "random", "hold"]},
        PLAYED | {"tally": TALLY | {"wins": [[1, 0]], "draws": [0]}},
        PLAYED | {"tally": TALLY | {"wins": [[1, 0], [0, 2]]}},
        PLAYED | {"tally": TALLY | {"wins": [[1, -1], [1, 1]]}},
        PLAYED | {"tally": TALLY | {"ends": [{"winner": 0, "way": "w", "games": 1}]}},
        PLAYED | {"tally": TALLY | {"ends": [{"winner": 2, "way": "w", "games": 2}]}},
    ],
    ids=str,
)
def test_what_is_none_fits_no_question(answer: object) -> None:
    assert not any(fits(it, answer) for it in QUESTIONS)
