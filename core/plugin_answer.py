"""The JSON form of plugins."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fairground.core.answer import Answer, Part, TextOrNone, schema_field


class PluginAnswer(Part):
    """A plugin."""

    kind: str = Field(
        description="kind of plugin, such as measures; its entry points are in the group fairground.KIND"
    )
    name: str = Field(description="name of the entry point")
    package: str = Field(description="name of the package that registers the plugin")
    version: str = Field(description="version of the package")
    title: TextOrNone = Field(description="title shown to users; null if the plugin was left out")
    state: Literal["ready", "left out"] = Field(
        description="whether the plugin is ready to use or was left out because of an error"
    )
    error: TextOrNone = Field(description="why the plugin was left out; null if it is ready")


class PluginsAnswer(Answer):
    """Answer of ``fairground plugins --json``."""

    schema_name: Literal["fairground/plugins/1"] = schema_field("fairground/plugins/1")
    plugins: tuple[PluginAnswer, ...] = Field(description="plugins, sorted by kind, package and name")
