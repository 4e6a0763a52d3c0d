"""What this machine has: sandboxes, compilers, processors, databases, browsers, folders and room in them."""

from __future__ import annotations

import os
import platform
import shutil
import signal
import subprocess
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal

from steelyard import games, kits
from steelyard.arena.sandbox import cgroups, process
from steelyard.core.directories import CACHE_VARIABLE, DATA_VARIABLE, cache_root, data_folder
from steelyard.core.errors import CacheUnwritable

if TYPE_CHECKING:
    from collections.abc import Iterator

VERSION_S = 10.0  # for a program to say its version
LIMITED = (
    "/bin/sh",
    "-c",
    'ulimit -f 131072 2>/dev/null; exec "$@"',
    "sh",
)  # starts a program that may write 64 MB, no more
LINE_BYTES = 1000  # of what it says
ROOM_MB = 500  # for kernels, a solved game and a small server
POSTGRESQL = Path("/usr/lib/postgresql")
VERSION = {"go": "version"}  # the word that asks a program for its version, where it is no option
RUNTIMES = {"mono": "mono-runtime", "java": "default-jre-headless"}
BROWSERS = (("chromium-headless-shell", "chromium"), ("firefox-esr", "firefox"))
# What each extra of the package is for, and a module that it brings.
EXTRAS = {
    "postgresql": ("psycopg", "a server on PostgreSQL"),
    "video": ("av", "games as MP4 films"),
    "ray": ("ray", "contests, the ladder, builds and analyses on several machines"),
    "envs": ("pettingzoo", "environments of PettingZoo and Gymnasium"),
    "openspiel": ("pyspiel", "environments of OpenSpiel"),
    "jax": ("jax", "batches of games on a GPU"),
    "train": ("jax", "training the networks of the built-in bots"),
    "bench": ("pyspiel", "comparing the speed of our games with OpenSpiel's"),
    "docs": ("zensical", "building the documentation; make docs installs it"),
    "dev": ("schemathesis", "the tests; make test installs it"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    part: Literal["machine", "bots", "server", "extras", "tests"]
    name: str
    state: Literal["ok", "missing", "broken"]
    """`missing`: something optional; `broken`: Steelyard cannot work without it."""
    detail: str
    purpose: str = ""
    """What it is needed for."""
    package: str = ""
    """The Debian package, if one brings it."""
    pip: str = ""
    """The extra of our package, if one brings it."""


def findings() -> Iterator[Finding]:
    yield from _machine()
    yield from _sandbox()
    for language in kits.languages():
        yield _language(language)
    yield from _server()
    for extra, (module, purpose) in EXTRAS.items():
        there = find_spec(module) is not None
        detail = "installed" if there else "not installed"
        yield Finding("extras", extra, "ok" if there else "missing", detail, purpose, pip=extra)
    yield from _test_tools()


def apt_line(found: list[Finding]) -> str:
    """The command that installs all packages that these lack; empty if there are none."""
    packages = dict.fromkeys(each.package for each in found if each.state != "ok" and each.package)
    sudo = "" if os.geteuid() == 0 else "sudo "
    return f"{sudo}apt install {' '.join(packages)}" if packages else ""


def _machine() -> Iterator[Finding]:
    python = f"{platform.python_version()} on {platform.system()} {platform.release()}, {platform.machine()}"
    yield Finding("machine", "Python", "ok", python)
    usable, all_of_them = len(os.sched_getaffinity(0)), os.cpu_count() or 1
    cores = f"{usable} cores" + (f" of {all_of_them}" if usable < all_of_them else "")
    memory_gb = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    yield Finding("machine", "processor", "ok", f"{cores}, {memory_gb:.1f} GB of memory")
    yield _gpu()
    yield _folder("data folder", data_folder(), DATA_VARIABLE)
    try:
        yield _folder("cache folder", cache_root(), CACHE_VARIABLE)
    except CacheUnwritable as error:
        yield Finding("machine", "cache folder", "broken", str(error))


def _gpu() -> Finding:
    purpose = "without it, batches of games with JAX run on the processor"
    told = _said("nvidia-smi", "--query-gpu=name,memory.total", "--format=csv,noheader")
    if told:
        return Finding("machine", "GPU", "ok", told)
    return Finding("machine", "GPU", "missing", "no NVIDIA GPU", purpose)


def _folder(name: str, folder: Path, variable: str) -> Finding:
    above = next((each for each in (folder, *folder.parents) if each.exists()), Path("/"))
    if not os.access(above, os.W_OK | os.X_OK):
        return Finding(
            "machine", name, "broken", f"{folder} cannot be written; set {variable} to another folder"
        )
    free_mb = shutil.disk_usage(above).free // 10**6
    room = f"{folder}, {free_mb / 1000:.1f} GB free"
    if free_mb < ROOM_MB:
        return Finding(
            "machine",
            name,
            "broken",
            f"{room}; {ROOM_MB} MB are needed: make room, or set {variable} to another folder",
        )
    return Finding("machine", name, "ok", room)


def _sandbox() -> Iterator[Finding]:
    purpose = "bots of others; without it built-in bots play, and yours with --no-sandbox"
    missing = process.available()
    if missing is not None:
        package = "bubblewrap" if shutil.which("bwrap") is None else ""
        yield Finding("bots", "sandbox", "missing", missing, purpose, package)
    else:
        yield Finding("bots", "sandbox", "ok", _said("bwrap", "--version") or "bubblewrap")
    try:
        folders = [folder for folder in cgroups.bases() if os.access(folder, os.W_OK)]
    except (OSError, ValueError, KeyError):
        folders = []
    weaker = process.not_guaranteed() if missing is None else None
    if folders and weaker is None:
        yield Finding("bots", "control groups", "ok", ", ".join(map(str, folders)))
    else:
        detail = weaker or "none that we may write to"
        yield Finding("bots", "control groups", "missing", detail, "limits that the kernel itself enforces")


def _language(language: str) -> Finding:
    """What building and running its kits takes: the same programs for every game."""
    kit = next(made for name in games.names() if (made := _kit(name, language)) is not None)
    run = tomllib.loads(kit.files()[Path("bot.toml")].read_text("utf-8"))["run"].split()[0]
    needed = {kit.compiler: kit.package} if kit.compiler else {}
    if not run.startswith("."):
        needed.setdefault(run, RUNTIMES.get(run, kit.package))
    lacking = [program for program in needed if shutil.which(program) is None]
    purpose = f"bots in {kit.title}"
    if lacking:
        packages = " ".join(dict.fromkeys(needed[program] for program in lacking))
        return Finding("bots", kit.title, "missing", f"no {' and no '.join(lacking)}", purpose, packages)
    first = next(iter(needed), "")
    told = _said(first, VERSION.get(first, "--version")) if first else ""
    if first and not told:
        return Finding("bots", kit.title, "missing", f"{first} is there, but does not run", purpose)
    return Finding("bots", kit.title, "ok", told, purpose)


def _kit(game: str, language: str) -> kits.Kit | None:
    try:
        return kits.kit(game, language)
    except kits.InvalidKit:
        return None


def _server() -> Iterator[Finding]:
    purpose = "a server on PostgreSQL: looking into its database, dumping it"
    told = _said("psql", "--version")
    if told:
        yield Finding("server", "PostgreSQL client", "ok", told, purpose)
    else:
        yield Finding("server", "PostgreSQL client", "missing", "no psql", purpose, "postgresql-client")


def _test_tools() -> Iterator[Finding]:
    for names in BROWSERS:
        found = next((name for name in names if shutil.which(name)), None)
        state: Literal["ok", "missing"] = "ok" if found else "missing"
        yield Finding("tests", names[0], state, found or "not installed", "tests of the pages", names[0])
    for program, package in (("node", "nodejs"), ("npm", "npm")):
        told = _said(program, "--version")
        yield Finding(
            "tests",
            program,
            "ok" if told else "missing",
            told or "not installed",
            "checks of the pages",
            package,
        )
    there = any(POSTGRESQL.glob("*/bin/postgres"))
    detail = "installed" if there else "not installed"
    yield Finding(
        "tests", "PostgreSQL", "ok" if there else "missing", detail, "tests of the server", "postgresql"
    )


def _said(*command: str) -> str:
    """The first line that a program prints; empty if it is not there, fails, or prints without end."""
    if shutil.which(command[0]) is None:
        return ""
    try:
        with (
            _in_memory() as out,
            _in_memory() as err,
            subprocess.Popen(  # noqa: S603 - programs of this machine, asked for their version
                (*LIMITED, *command),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
            ) as asked,
        ):
            try:
                status = asked.wait(VERSION_S)
            finally:
                with suppress(ProcessLookupError):
                    os.killpg(asked.pid, signal.SIGKILL)  # and what it has started
            return (_first_line(out) or _first_line(err)) if status == 0 else ""
    except (OSError, subprocess.TimeoutExpired):
        return ""


def _in_memory() -> IO[bytes]:
    """A file for what a program prints, also where the disk is full."""
    return os.fdopen(os.memfd_create("printed"), "w+b")


def _first_line(printed: IO[bytes]) -> str:
    printed.seek(0)
    text = printed.read(LINE_BYTES).decode(errors="backslashreplace")  # a program may print anything
    return next(iter(text.strip().splitlines()), "").strip()
