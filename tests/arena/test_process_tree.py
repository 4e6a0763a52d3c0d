"""How all processes of a bot are stopped and measured where no control group does it."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.sandbox import cgroups, process_tree, procfs
from steelyard.arena.sandbox.process import Sandbox
from tests.arena.conftest import needs_bubblewrap

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [needs_bubblewrap, pytest.mark.usefixtures("_nothing_is_left")]


@pytest.fixture
def sandbox(monkeypatch: pytest.MonkeyPatch) -> Iterator[Sandbox]:
    monkeypatch.setattr(cgroups, "bases", list)
    with Sandbox(["sleep", "60"], folder=None) as sandbox:
        yield sandbox


def test_a_chain_that_is_always_one_ahead_is_too_many_processes(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look finds only processes that have ended, as the next one is listed nowhere yet."""
    monkeypatch.setattr(process_tree, "STOPPING_S", 0.0)
    monkeypatch.setattr(process_tree, "STOPPING_LOOKS", 20)
    with monkeypatch.context() as patch:
        links = itertools.count(1 << 30)
        patch.setattr(procfs, "descendants", lambda _: [next(links)])
        sandbox.freeze()
    assert sandbox.exceeded_limit() == "too_many_processes"


def test_a_machine_on_which_others_start_processes_all_the_time_stops_a_bot(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_tree, "STOPPING_S", 0.0)
    monkeypatch.setattr(process_tree, "STOPPING_LOOKS", 20)
    with monkeypatch.context() as patch:
        numbers = itertools.count()
        patch.setattr(procfs, "newest", lambda: str(next(numbers)))
        sandbox.freeze()
    assert sandbox.exceeded_limit() is None
