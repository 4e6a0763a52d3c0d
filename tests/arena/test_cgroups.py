"""Where a sandbox's control groups are made, on machines of all kinds; that they work is in test_freezing."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.sandbox import cgroups
from steelyard.arena.sandbox.faults import PlatformFault
from steelyard.arena.sandbox.limits import Limits

if TYPE_CHECKING:
    from pathlib import Path

SESSION = "user.slice/user-0.slice/session-1.scope"


class Machine:
    """A machine's control groups as plain folders."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "cgroup").write_text("")
        (folder / "mountinfo").write_text("21 28 0:19 / /sys rw shared:7 - sysfs sysfs rw\n")

    def mounted(self, kind: str, name: str, own: str, *, root: str = "/", options: str = "rw") -> Path:
        """Mount a hierarchy at `name`, our own group in it being `own`."""
        place = self.folder / name
        controllers = "" if kind == "cgroup2" else options.removeprefix("rw,")
        with (self.folder / "mountinfo").open("a") as file:
            file.write(f"30 21 0:25 {root} {place} rw,nosuid shared:9 - {kind} {kind} {options}\n")
        with (self.folder / "cgroup").open("a") as file:
            file.write(f"0:{controllers}:{own}\n")
        return place

    def handing_down(self, groups: dict[Path, str]) -> None:
        for group, controllers in groups.items():
            group.mkdir(parents=True, exist_ok=True)
            (group / "cgroup.subtree_control").write_text(controllers + "\n")


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Machine:
    monkeypatch.setattr(cgroups, "SELF", tmp_path)
    return Machine(tmp_path)


def test_none_where_there_is_none(machine: Machine) -> None:
    assert machine.folder.exists()
    assert cgroups.bases() == []


def test_beside_our_own_group_where_processes_forbid_it_below(machine: Machine) -> None:
    place = machine.mounted("cgroup2", "unified", "/" + SESSION)
    own = place / SESSION
    limits = "cpu memory pids"
    machine.handing_down({place: limits, own.parent.parent: limits, own.parent: limits, own: ""})
    assert cgroups.bases() == [own.parent]


def test_below_our_own_group_where_that_hands_limits_down(machine: Machine) -> None:
    place = machine.mounted("cgroup2", "unified", "/service")
    machine.handing_down({place: "memory pids", place / "service": "memory pids"})
    assert cgroups.bases() == [place / "service"]


def test_below_our_own_group_where_nobody_hands_limits_down(machine: Machine) -> None:
    place = machine.mounted("cgroup2", "unified", "/service")
    machine.handing_down({place: "cpu", place / "service": ""})
    assert cgroups.bases() == [place / "service"]


def test_both_versions_at_once(machine: Machine) -> None:
    machine.handing_down({machine.mounted("cgroup2", "unified", "/"): ""})
    memory = machine.mounted("cgroup", "memory", "/mine", options="rw,memory")
    pids = machine.mounted("cgroup", "pids", "/", options="rw,pids")
    machine.mounted("cgroup", "cpuacct", "/", options="rw,cpu,cpuacct")
    machine.mounted("cgroup", "systemd", "/", options="rw,name=systemd")
    assert cgroups.bases() == [machine.folder / "unified", memory / "mine", pids]


def test_version_1_keeps_the_accounts_where_version_2_is_missing(machine: Machine) -> None:
    accounts = machine.mounted("cgroup", "cpu,cpuacct", "/a", options="rw,cpu,cpuacct")
    assert cgroups.bases() == [accounts / "a"]


def test_in_a_container_only_its_own_part_is_mounted(machine: Machine) -> None:
    memory = machine.mounted("cgroup", "memory", "/docker/abc/x", root="/docker/abc", options="rw,memory")
    pids = machine.mounted("cgroup", "pids", "/elsewhere", root="/docker/abc", options="rw,pids")
    assert cgroups.bases() == [memory / "x", pids]


def test_the_memory_is_what_the_groups_above_leave_of_it(machine: Machine) -> None:
    whole = cgroups.memory_bytes()
    assert whole > 1 << 28
    place = machine.mounted("cgroup2", "unified", "/a/b")
    machine.handing_down({place: "", place / "a": "", place / "a/b": ""})
    (place / "a" / "memory.max").write_text("1048576\n")
    (place / "a/b" / "memory.max").write_text("max\n")
    assert cgroups.memory_bytes() == 1 << 20
    old = machine.mounted("cgroup", "memory", "/", options="rw,memory")
    old.mkdir()
    (old / "memory.limit_in_bytes").write_text("4096\n")
    assert cgroups.memory_bytes() == 4096


def test_what_a_killed_referee_left_goes_with_the_next_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that starts right after a kill finds groups whose processes are still ending."""
    monkeypatch.setattr(cgroups, "bases", lambda: [tmp_path])
    ours = cgroups.Cgroup(Limits())
    (tmp_path / "steelyard-999999999-0").mkdir()  # nobody's; there is no such process
    ours.remove()
    assert not list(tmp_path.iterdir())


PEAK_MB = {"within its limit": (80, None), "at its limit": (100, "out_of_memory")}


@pytest.mark.parametrize(("peak_mb", "word"), PEAK_MB.values(), ids=list(PEAK_MB))
@pytest.mark.parametrize("version", [1, 2])
def test_whoever_is_killed_below_its_limit_was_killed_by_the_machine(
    machine: Machine, version: int, peak_mb: int, word: str | None
) -> None:
    """The kernel counts in a group whatever it kills there, also because a group above has no memory left."""
    kind, options = ("cgroup", "rw,memory") if version == 1 else ("cgroup2", "rw")
    place = machine.mounted(kind, "groups", "/", options=options)
    machine.handing_down({place: "memory pids"})
    group = cgroups.Cgroup(Limits(memory_mb=100))
    (folder,) = place.glob("steelyard-*")
    told = {
        1: {
            "memory.oom_control": "under_oom 0\noom_kill 1\n",
            "memory.max_usage_in_bytes": str(peak_mb << 20),
        },
        2: {"memory.events": f"max 9\noom {int(word is not None)}\noom_kill 1\n"},
    }
    for name, text in told[version].items():
        (folder / name).write_text(text)
    group.add_processes([])
    with (
        nullcontext()
        if word
        else pytest.raises(PlatformFault, match="this machine has no memory left for a bot")
    ):
        assert group.exceeded_limit() == word
    for name in told[version]:
        (folder / name).unlink()
    group.remove()


@pytest.mark.parametrize(
    ("peak", "word"), [("12\n", None), ("65\n", "too_many_processes"), ("", "too_many_processes")]
)
def test_whoever_is_refused_a_process_below_its_limit_was_refused_by_the_machine(
    machine: Machine, peak: str, word: str | None
) -> None:
    place = machine.mounted("cgroup", "pids", "/", options="rw,pids")
    place.mkdir()
    group = cgroups.Cgroup(Limits(processes=64))
    (folder,) = place.glob("steelyard-*")
    told = {"pids.events": "max 1\n", **({"pids.peak": peak} if peak else {})}
    for name, text in told.items():
        (folder / name).write_text(text)
    group.add_processes([])
    with (
        nullcontext()
        if word
        else pytest.raises(PlatformFault, match="this machine has no processes left for a bot")
    ):
        assert group.exceeded_limit() == word
    for name in told:
        (folder / name).unlink()
    group.remove()


def test_a_bot_that_exceeded_both_limits_is_out_of_memory(machine: Machine) -> None:
    """That is what ended one of its processes."""
    place = machine.mounted("cgroup2", "groups", "/", options="rw")
    machine.handing_down({place: "memory pids"})
    group = cgroups.Cgroup(Limits(processes=64))
    (folder,) = place.glob("steelyard-*")
    told = {"memory.events": "oom 1\noom_kill 1\n", "pids.events": "max 1\n", "pids.peak": "65\n"}
    for name, text in told.items():
        (folder / name).write_text(text)
    group.add_processes([])
    assert group.exceeded_limit() == "out_of_memory"
    for name in told:
        (folder / name).unlink()
    group.remove()
