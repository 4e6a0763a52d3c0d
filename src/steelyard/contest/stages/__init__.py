"""The kinds of stages, one module each: a new kind is a new module here. `base` has what they share."""

from __future__ import annotations

import importlib
import pkgutil

from steelyard.contest.stages.base.stage import KINDS, register

__all__ = ["KINDS", "register"]

for _module in pkgutil.iter_modules(__path__):
    if not _module.ispkg:
        importlib.import_module(f"{__name__}.{_module.name}")
