"""Results and the models of their JSON form."""

from __future__ import annotations

import pkgutil
import subprocess
import sys
from importlib import import_module

import pytest

import fairground.core
from fairground.core.answer import Answer, JsonResult, Part
from fairground.core.cli.commands.schema import _RESULTS, schema_names

for _module in pkgutil.walk_packages(fairground.core.__path__, "fairground.core."):
    # The compiled part is a library of C, which looks like a module here.
    if not _module.name.startswith(
        ("fairground.core.cli", "fairground.core.batches", "fairground.core.native.")
    ):
        import_module(_module.name)
RESULTS = sorted(JsonResult.__subclasses__(), key=lambda it: it.__name__)


@pytest.mark.parametrize("result", RESULTS, ids=lambda it: it.__name__)
def test_every_result_names_a_model_that_has_a_schema_or_is_part_of_one(result: type[JsonResult]) -> None:
    module, _, name = result.answer_model.partition(":")
    model = getattr(import_module(f"fairground.core.{module}"), name)
    assert issubclass(model, Part)
    if issubclass(model, Answer):
        assert module in _RESULTS
        assert model.model_fields["schema_name"].default.split("/")[1] in schema_names()


def test_results_are_found() -> None:
    assert {"Attack", "Fairness", "Fan", "Repair", "Simulation", "Territory"} <= {
        it.__name__ for it in RESULTS
    }


def test_the_help_needs_no_models_of_results() -> None:
    code = (
        "import sys\nfrom click.testing import CliRunner\n"
        "from fairground.core.cli.command_group import fairground\n"
        "assert 'territory' in CliRunner().invoke(fairground, ['--help']).output\n"
        f"print([it for it in {_RESULTS!r} if 'fairground.core.' + it in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
