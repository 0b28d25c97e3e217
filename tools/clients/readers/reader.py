"""Requests and answers of a reader: lists in two JSON files, whose paths are the arguments."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any


def answer_all(answer: Callable[[dict[str, Any]], Any]) -> None:
    asked, answered = map(Path, sys.argv[1:3])
    answers = []
    for request in json.loads(asked.read_text(encoding="utf-8")):
        try:
            answers.append(answer(request))
        except Exception as error:  # noqa: BLE001  # whatever a program raises is its answer
            answers.append({"error": f"{type(error).__name__}: {error}"})
    answered.write_text(json.dumps(answers), encoding="utf-8")
