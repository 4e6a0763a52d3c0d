"""`steelyard bench envs`."""

from __future__ import annotations

import importlib.util
import json
from typing import TYPE_CHECKING

import pytest

from steelyard.cli import bench_envs

if TYPE_CHECKING:
    from tests.conftest import Command


@pytest.mark.long
def test_it_measures_the_environments_and_others_like_them(
    steelyard_here: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(bench_envs.PEERS, "Nothing", ("no_such_package", "nothing", lambda: lambda: 1))
    monkeypatch.delitem(bench_envs.PEERS, "Pgx connect_four (CPU)")  # it would be compiled
    done = steelyard_here("bench", "envs", "--seconds", "0.001", "--json")
    assert done.returncode == 0
    figures = json.loads(done.stdout)
    assert figures["tank_battle: batch, moves given"] > 0
    assert figures["tank_war: bit-sliced batch, random moves"] > 0
    assert figures["tank_war: bit-sliced batch over PettingZoo connect_four"] > 1
    assert figures["tank_war: bit-sliced batch over OpenSpiel oshi_zumo"] > 1
    assert done.stderr == "Nothing is left out: pip install 'nothing' adds it\n"


def test_it_names_packages_that_exist() -> None:
    for package, _, _ in bench_envs.PEERS.values():
        assert package == "pgx" or importlib.util.find_spec(package)
