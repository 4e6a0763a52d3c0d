"""Environments for the processes that tests start."""

from __future__ import annotations

import os


def untraced(**more: str) -> dict[str, str]:
    """For servers that are ended by a signal: what they ran is not reported, so nobody need trace it."""
    return {name: value for name, value in os.environ.items() if name != "COVERAGE_PROCESS_CONFIG"} | more
