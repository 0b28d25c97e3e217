"""Whatever stands in a JSON file to import: it makes a scenario, or all that is wrong is told; never anything else."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairground.core.clients import ImportSource, load_format
from fairground.core.clients.format import export_settings
from fairground.core.errors import FairgroundError, FileError
from tests.core.clients.test_carried import full

if TYPE_CHECKING:
    from collections.abc import Iterator

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from(
        ["", "A1", "odd-q", "void", "wall", "rows 1", "..", "x" * 300, "\x00", "\ud800", "a\nb", "+"]
    ),
    lambda inner: (
        st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["id", "q", "x"]), inner, max_size=2)
    ),
    max_leaves=3,
)


@cache
def written(name: str) -> str:
    target = load_format(name)
    assert target.write is not None
    return target.write(full(), export_settings(target.options, {}, "x")).content.decode()


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every object and list, with each of its keys; geometry, which is not read, is left out."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        if key != "geometry":
            yield from places(value[key])


@pytest.mark.parametrize(("layout", "shown"), [(True, "true"), ({"a": None}, "a mapping"), ("odd", "'odd'")])
def test_values_are_described_without_python(layout: object, shown: str) -> None:
    found = json.loads(written("geojson"))
    found["fairground"]["board"]["layout"] = layout
    found["features"][0]["properties"]["feature"] = layout
    read = load_format("geojson").read
    assert read is not None
    with pytest.raises(FileError) as refused:
        read(ImportSource(json.dumps(found), "x.geojson"))
    messages = " ".join(it.message for it in refused.value.problems)
    assert f"{shown} is not a layout" in messages
    assert "True" not in messages
    assert "None" not in messages


@pytest.mark.long
@pytest.mark.parametrize("name", ["geojson", "hexjson"])
@settings(max_examples=60)
@given(chosen=st.integers(0, 10_000), junk=JUNK, dropped=st.booleans())
def test_any_value_may_be_anything(name: str, chosen: int, junk: object, *, dropped: bool) -> None:
    found = json.loads(written(name))
    every = list(places(found))
    holder, key = every[chosen % len(every)]
    if dropped:
        del holder[key]
    else:
        holder[key] = junk
    assert told(name, json.dumps(found))


def told(name: str, text: str) -> bool:
    """Return whether a text made a scenario, or a refusal with something to do about it."""
    target = load_format(name)
    assert target.read is not None
    try:
        return bool(target.read(ImportSource(text, "x")).scenario.name)
    except FileError as error:
        return bool(error.problems) and all(it.fix for it in error.problems if it.code.startswith("import."))
    except FairgroundError as error:
        return bool(str(error))
