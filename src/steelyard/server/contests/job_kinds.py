"""The jobs of contests."""

from __future__ import annotations

from steelyard.server.jobs.kinds import JobKind

CONTEST = JobKind("contest", lane="long")
