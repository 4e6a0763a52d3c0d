"""The jobs of bots."""

from __future__ import annotations

from steelyard.server.jobs.kinds import IDLE_RANK, JobKind

CONTEST = "contest"  # whose clocks run, so that no other games are begun beside it
BUILD = JobKind("build", rank=0)
TRIAL = JobKind("sprt", not_beside=(CONTEST,))
LADDER = JobKind("ladder", rank=IDLE_RANK, not_beside=(CONTEST,))
AWAITED = (BUILD, TRIAL)
"""Somebody waits for these."""
