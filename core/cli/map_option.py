"""``--map old=new``: what kinds of one ruleset become in another, as a user says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairground.core.errors import UsageError
from fairground.core.scenario.ruleset_kinds import Topic
from fairground.core.text.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from fairground.core.rules import Ruleset


def said_mapping(
    texts: Sequence[str], used: Mapping[Topic, Sequence[str]], rules: Ruleset
) -> dict[Topic, dict[str, str | None]]:
    """Return what ``old=new`` and ``topic:old=new`` say, by topic; nothing behind ``=`` takes ``old`` away.

    ``used`` has the kinds that there are to be mapped. Without a topic, each that uses ``old`` is meant and, where
    there are several, has ``new``.

    Raises
    ------
    UsageError
        When a text is not of that form, or names what is not used or not in ``rules``.
    """
    found: dict[Topic, dict[str, str | None]] = {}
    for text in texts:
        topic_name, old, new = _parts(text)
        topics = [it for it in Topic if old in used[it] and topic_name in ("", it.value)]
        if not topics:
            kinds = [kind for it in Topic if topic_name in ("", it.value) for kind in used[it]]
            raise UsageError(f"--map {text}: the scenario uses no {old!r}{did_you_mean(old, kinds)}")
        fitting = [it for it in topics if new is None or new in it.entries(rules)]
        if not fitting:
            known = [kind for it in topics for kind in it.entries(rules)]
            raise UsageError(f"--map {text}: {rules.title} has no {new!r}{did_you_mean(new or '', known)}")
        for topic in fitting:
            found.setdefault(topic, {})[old] = new
    return found


def _parts(text: str) -> tuple[str, str, str | None]:
    """Return topic (empty for none), old and new (None for nothing) of a text."""
    left, equals, new = text.partition("=")
    topic, colon, old = left.partition(":")
    if not colon:
        topic, old = "", left
    if not equals or not old:
        raise UsageError(f"--map {text}: write old=new, or old= to take it away")
    topics = [it.value for it in Topic]
    if colon and topic not in topics:
        raise UsageError(
            f"--map {text}: there is no topic {topic!r}{did_you_mean(topic, topics)} (there are {', '.join(topics)})"
        )
    return topic, old, new or None
