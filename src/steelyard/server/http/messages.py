"""What the shapes of all requests share, and those of all answers."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Option = str | int | bool
Options = Annotated[dict[Annotated[str, StringConstraints(max_length=40)], Option], Field(max_length=20)]
Name = Annotated[str, StringConstraints(max_length=40)]


class Asked(BaseModel):
    """A request body: fields that are not declared are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Shown(BaseModel):
    """A part of an answer, for its description; pydantic compiles it when somebody reads that."""

    model_config = ConfigDict(defer_build=True)
