"""What a server holds, and what many players a day would need: tables from measured costs.

    python benchmarks/capacity.py                          print the tables
    python benchmarks/capacity.py --write docs/scaling.md  put them in place of those on that page
    python benchmarks/capacity.py --check                  predicted and measured, side by side (five minutes)

Costs come from capacity_costs.toml, which capacity_costs.py writes; what people do in a day is assumed, in
capacity_people.toml. Live games are simulated (capacity_simulation.py); all else is what is done in the
busiest hour, times what it costs.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from capacity_simulation import Costs, Load, Simulation, most_games

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HERE = Path(__file__).parent
CHECKED = ((100, 250), (400, 1000))
PLAYERS = (10_000, 100_000, 1_000_000)
P99_MS = 50.0
FULL = 0.7  # of a core: a process that is fuller answers late when many come at once
SHOWN_S = 30.0
HOURS = 24.0


@dataclass(frozen=True)
class People:
    """What is assumed of one player on one day."""

    visit_minutes: float
    pages: float
    requests: float
    games: float
    turns_per_game: float
    turn_s: float
    """Between two turns of a game."""
    against_bots: float
    """The share of games against built-in bots."""
    watchers_per_game: float
    analyses: float
    analysis_s: float
    """Of a core, for each."""
    uploads: float
    ladder_games_per_upload: float
    peak: float
    """The busiest hour, as a multiple of the mean."""


class Model:
    def __init__(self, costs: dict[str, dict[str, Any]], people: People) -> None:
        self.people = people
        self.figures = costs
        live, disk = costs["live"], costs["disk"]
        self.costs = Costs(
            live["turn_ms"], live["screen_ms"], live["idle_share"], disk["commit_ms"], disk["row_ms"]
        )

    def a_second(self, players: int, each: float) -> float:
        """Of something that each player does so often a day: how often in a second of the busiest hour."""
        return self.people.peak * players * each / (HOURS * 3600)

    def live_games(self, players: int) -> float:
        """Games that are played at once in the busiest hour."""
        length_s = self.people.turns_per_game * self.people.turn_s
        # A game between two people is a game of each of them.
        games = self.people.games * (self.people.against_bots + (1 - self.people.against_bots) / 2)
        return self.a_second(players, games) * length_s

    def sockets(self, players: int) -> float:
        return self.a_second(players, 1) * 60 * self.people.visit_minutes

    def web_cores(self, players: int) -> float:
        """For pages and requests, besides live games."""
        cost, people = self.figures["requests"], self.people
        each_ms = people.pages * (cost["page_ms"] + cost["list_ms"]) + people.requests * cost["answer_ms"]
        return self.a_second(players, each_ms / 1000)

    def live_cores(self, players: int) -> float:
        turns_s = self.live_games(players) / self.people.turn_s
        screens = 2 + self.people.watchers_per_game
        return turns_s * (self.costs.turn_ms + screens * self.costs.screen_ms) / 1000

    def bot_cores(self, players: int) -> float:
        """For moves of built-in bots; both games that need a search are as frequent as the other."""
        cost = self.figures["bots"]
        moves = [value for key, value in cost.items() if key.startswith("move_")]
        against = self.people.games * self.people.against_bots * self.people.turns_per_game
        return self.a_second(players, against * sum(moves) / len(moves))

    def worker_cores(self, players: int) -> float:
        """For builds, checks and the ladder."""
        cost, people = self.figures["bots"], self.people
        build = (cost["build_python_s"] + cost["build_cpp_s"]) / 2
        return self.a_second(
            players, people.uploads * (build + people.ladder_games_per_upload * cost["ladder_game_s"])
        )

    def analysis_cores(self, players: int) -> float:
        return self.a_second(players, self.people.analyses * self.people.analysis_s)

    def commits_s(self, players: int) -> float:
        """Turns that are written in a second."""
        return self.live_games(players) / self.people.turn_s

    def memory_gb(self, players: int) -> float:
        cost = self.figures["memory"]
        kb = self.live_games(players) * cost["table_kb"] + self.sockets(players) * cost["socket_kb"]
        return kb / 1024 / 1024

    def disk_gb_a_day(self, players: int) -> float:
        return players * self.people.games * self.figures["stored"]["game_kb"] / 1024 / 1024

    def megabits(self, players: int) -> float:
        screens = 2 + self.people.watchers_per_game
        return 8 * self.commits_s(players) * screens * self.figures["live"]["screen_bytes"] / 1e6

    def games_in_a_process(self) -> int:
        """That one process holds, of games as people play them."""
        people = self.people
        return most_games(self.costs, people.watchers_per_game, people.turn_s, P99_MS, FULL)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def number(value: float) -> str:
    """With as many digits as mean something."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"


def costs_table(model: Model) -> str:
    cost = model.figures
    live, disk, held, bots = cost["live"], cost["disk"], cost["memory"], cost["bots"]
    rows = [
        ("a turn", f"{number(live['turn_ms'])} ms of a core, and {number(disk['commit_ms'])} ms to the disk"),
        (
            "each screen that a turn is sent to",
            f"{number(live['screen_ms'])} ms, {live['screen_bytes']:,.0f} bytes",
        ),
        ("a socket", f"{number(held['socket_kb'])} KB of memory"),
        ("a live table", f"{number(held['table_kb'])} KB of memory"),
        ("the process itself", f"{held['process_mb']:.0f} MB, {100 * live['idle_share']:.1f} % of a core"),
        ("the first page", f"{number(cost['requests']['page_ms'])} ms"),
        ("a list of games", f"{number(cost['requests']['list_ms'])} ms"),
        ("a small answer", f"{number(cost['requests']['answer_ms'])} ms"),
        ("a record, written and read", f"{number(bots['record_ms'])} ms, {bots['record_bytes']:,.0f} bytes"),
        ("a stored game, with its indexes", f"{number(cost['stored']['game_kb'])} KB of disk"),
        ("a build and its checks, Python", f"{number(bots['build_python_s'])} s"),
        ("a build and its checks, C++", f"{number(bots['build_cpp_s'])} s"),
        ("a ladder game of two small bots", f"{number(bots['ladder_game_s'])} s"),
    ]
    return table(("what", "costs"), rows)


def process_table(model: Model) -> str:
    rows = []
    for games, watchers, pace_s in (
        (100, 250, 1.0),
        (200, 500, 1.0),
        (400, 1000, 1.0),
        (1000, 2500, 1.0),
        (2000, 5000, 4.0),
        (4000, 10_000, 4.0),
    ):
        found = Simulation(model.costs, Load(games, watchers, pace_s)).run(SHOWN_S)
        late = "grows without end" if found.share >= 0.99 else f"{found.p99_ms:,.0f} ms"
        rows.append(
            (f"{games:,} games, {watchers:,} watchers, a turn every {pace_s:g} s", f"{found.share:.2f}", late)
        )
    return table(("load", "share of a core", "p99 to a screen"), rows)


def players_table(model: Model) -> str:
    most = model.games_in_a_process()
    parts = (
        ("live games at once", model.live_games),
        ("open sockets", model.sockets),
        ("turns written a second", model.commits_s),
        ("cores: live games", model.live_cores),
        ("cores: pages and requests", model.web_cores),
        ("cores: moves of built-in bots", model.bot_cores),
        ("cores: analyses", model.analysis_cores),
        ("cores: builds, checks, ladder", model.worker_cores),
        ("memory for tables and sockets, GB", model.memory_gb),
        ("to screens, Mbit/s", model.megabits),
        ("disk a day, GB", model.disk_gb_a_day),
        (f"processes for live games ({most:,} games each)", lambda n: model.live_games(n) / most),
    )
    rows = [(name, *(number(part(players)) for players in PLAYERS)) for name, part in parts]
    return table(("in the busiest hour, players a day:", *(f"{each:,}" for each in PLAYERS)), rows)


def tables(model: Model) -> dict[str, str]:
    machine = model.figures["machine"]
    used = (
        f"Figures of {machine['date']}: {machine['cores']} cores ({machine['processor']}), Python "
        f"{machine['python']}, load average {machine['load_average']:.1f} at the end of the measurement."
    )
    return {
        "costs": f"{used}\n\n{costs_table(model)}",
        "process": process_table(model),
        "players": players_table(model),
    }


def put(page: Path, made: dict[str, str]) -> None:
    """Each table between the comments that name it."""
    text = page.read_text("utf-8")
    for name, lines in made.items():
        marks = re.compile(rf"(<!-- {name} -->\n).*?(<!-- end -->)", re.DOTALL)
        if marks.search(text) is None:
            raise SystemExit(f"{page} has no place for the table {name!r}")
        text = marks.sub(lambda found, lines=lines: f"{found[1]}{lines}\n{found[2]}", text)
    page.write_text(text, "utf-8")


def check(model: Model, seconds: float) -> str:
    """The simulation beside the load test, at sizes that were not used to measure the costs."""
    from capacity_costs import measured_load  # noqa: PLC0415 - starts servers

    rows = []
    for games, watchers in CHECKED:
        predicted = Simulation(model.costs, Load(games, watchers)).run(seconds)
        found = measured_load(games, watchers, seconds)
        crowd = found["crowd's own p50, p99 and worst_ms"]
        rows.append(
            (
                f"{games} games, {watchers} watchers",
                f"{predicted.share:.2f} / {found['share']:.2f}",
                f"{predicted.screens_s:,.0f} / {found['a second']:,}",
                f"{predicted.p50_ms:.0f} / {found['p50_ms']:.0f}",
                f"{predicted.p99_ms:.0f} / {found['p99_ms']:.0f}",
                f"{crowd[1]:.0f}",
                f"{found['load average']:.1f}",
            )
        )
        print(rows[-1], flush=True)
    head = ("predicted / measured", "share of a core", "screens a second", "p50, ms", "p99, ms")
    return table((*head, "the crowd's own p99, ms", "load average"), rows)


def read_model(costs: Path = HERE / "capacity_costs.toml") -> Model:
    people = tomllib.loads((HERE / "capacity_people.toml").read_text("utf-8"))
    return Model(tomllib.loads(costs.read_text("utf-8")), People(**people))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--costs", type=Path, default=HERE / "capacity_costs.toml")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="put the tables into this page")
    parser.add_argument("--check", action="store_true", help="run the load test and compare")
    parser.add_argument("--seconds", type=float, default=40.0, help="of each load")
    chosen = parser.parse_args()
    model = read_model(chosen.costs)
    made = {"check": check(model, chosen.seconds)} if chosen.check else tables(model)
    if chosen.write:
        put(chosen.write, made)
    else:
        print("\n\n".join(made.values()))


if __name__ == "__main__":
    main()
