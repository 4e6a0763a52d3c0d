"""The simulation behind docs/scaling.md: it obeys the laws that any queue obeys, and repeats itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
BENCHMARKS = ROOT / "benchmarks"


@pytest.fixture
def simulation(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(BENCHMARKS)
    import capacity_simulation  # type: ignore[import-not-found]

    return capacity_simulation


def costs(simulation: Any, **more: float) -> Any:
    usual = {"turn_ms": 0.5, "screen_ms": 0.1, "idle_share": 0.0, "commit_ms": 2.0, "row_ms": 0.01}
    return simulation.Costs(**(usual | more))


def test_a_process_with_little_to_do_is_busy_for_what_its_turns_cost(simulation: Any) -> None:
    load = simulation.Load(games=20, watchers=60, simultaneous=0.0)
    found = simulation.Simulation(costs(simulation), load).run(30.0)
    assert found.turns_s == pytest.approx(20, rel=0.05), "a turn a second in each game"
    assert found.screens_s == pytest.approx(5 * found.turns_s, rel=0.02)
    assert found.share == pytest.approx(found.turns_s * (0.5 + 5 * 0.1) / 1000, rel=0.03)
    least = 0.5 + 0.1 + 0.6 * 2.0
    assert least < found.p50_ms < found.p99_ms < 10


def test_too_much_work_fills_the_process_and_delays_grow(simulation: Any) -> None:
    small, large = (
        simulation.Simulation(costs(simulation, turn_ms=2.0), simulation.Load(games, 0)).run(5.0)
        for games in (100, 1000)
    )
    assert small.share < 0.5
    assert large.share > 0.95
    assert large.p99_ms > 20 * small.p99_ms


def test_the_same_seed_gives_the_same_figures(simulation: Any) -> None:
    load = simulation.Load(games=50, watchers=100)
    found = [simulation.Simulation(costs(simulation), load, seed).run(5.0) for seed in (1, 1, 2)]
    assert found[0] == found[1] != found[2]


def test_twice_as_cheap_holds_about_twice_as_much(simulation: Any) -> None:
    dear, cheap = (
        simulation.most_games(
            costs(simulation, turn_ms=turn, screen_ms=turn / 5), 1.0, 1.0, p99_ms=100.0, share=0.7
        )
        for turn in (8.0, 4.0)
    )
    assert cheap == pytest.approx(2 * dear, rel=0.15)


def test_the_page_has_a_place_for_every_table_and_the_model_reads_its_files(
    simulation: Any, tmp_path: Path
) -> None:
    del simulation
    import capacity  # type: ignore[import-not-found]

    page = tmp_path / "scaling.md"
    page.write_text((ROOT / "docs" / "scaling.md").read_text("utf-8"), "utf-8")
    capacity.put(page, {name: f"table {name}" for name in ("costs", "process", "check", "players")})
    written = page.read_text("utf-8")
    for name in ("costs", "process", "check", "players"):
        assert f"<!-- {name} -->\ntable {name}\n<!-- end -->" in written
    measured = tmp_path / "costs.toml"
    live = "turn_ms = 0.5\nscreen_ms = 0.1\nidle_share = 0.01\n"
    measured.write_text(f"[live]\n{live}[disk]\ncommit_ms = 2.0\nrow_ms = 0.01\n")
    model = capacity.read_model(measured)
    assert 10 * model.live_games(1000) == pytest.approx(model.live_games(10_000))
    assert model.live_games(10_000) < model.sockets(10_000) < 10_000


@pytest.fixture
def costs_of_a_server(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(BENCHMARKS)
    import capacity_costs  # type: ignore[import-not-found]

    return capacity_costs


def test_costs_are_taken_from_the_load_test_with_its_usual_choices(
    costs_of_a_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = costs_of_a_server.load

    async def run(address: str, _pid: int, chosen: Any) -> Any:
        asked = ["--games", "3", "--watchers", "4", "--seconds", "2.0", "--warm", "10.0"]
        assert chosen == load.arguments(asked), "and every other choice as it is by default"
        crowd = load.Crowd(address, chosen.pace, chosen.seed)
        crowd.turn_bytes, crowd.watched = 9000, 6
        return load.Measured(crowd, [90.0, 100.0], {"server": 1.0, "crowd": 0.5})

    class Server:
        address, pid = "127.0.0.1:1", 1

        def __init__(self, _data: str) -> None: ...
        def close(self) -> None: ...

    monkeypatch.setattr(costs_of_a_server, "_Server", Server)
    monkeypatch.setattr(load, "run", run)
    found = costs_of_a_server.measured_load(3, 4, 2.0)
    assert (found["share"], found["memory_mb"], found["bytes a screen"]) == (0.5, 100.0, 1500.0)


@pytest.mark.long
def test_costs_are_measured_on_a_real_server() -> None:
    measure = "import json, capacity_costs; print(json.dumps(capacity_costs.measured_load(2, 2, 2.0, 0.5)))"
    done = subprocess.run(
        [sys.executable, "-c", measure], cwd=BENCHMARKS, capture_output=True, check=True, timeout=300
    )
    found = json.loads(done.stdout)
    assert (found["lost"], found["refused"]) == (0, 0)
    assert min(found["share"], found["memory_mb"], found["bytes a screen"]) > 0
