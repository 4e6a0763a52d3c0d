"""One server and one browser for all tests of a worker; each test gets people with browsers of their own."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import sync_playwright

from tests.environment import untraced
from tests.server.contests.contest_server import ContestServer
from tests.web.people import Person

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext

    from tests.server.contests.contest_server import Visitor

START_S = 120
COSTS = ("person_cost", "address_cost", "stranger_cost", "total_cost")
LIMITS = ("sockets", "new_tables", "tables", "new_accounts", *COSTS)
ARGS = [  # nothing that pages do not need
    "--no-sandbox",
    "--disable-gpu",
    "--disable-gpu-rasterization",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
    "--disable-sync",
]


class Server(NamedTuple):
    """A process of its own, without workers."""

    address: str
    admin_link: str
    data: Path


@pytest.fixture(scope="session")
def address(server: Server) -> str:
    """Where a server of this process's own listens."""
    return server.address


@pytest.fixture(scope="session")
def admin_link(server: Server) -> str:
    """What that server printed for its first administrator: it works once."""
    return server.admin_link


@pytest.fixture(scope="module")
def worker(server: Server) -> Iterator[None]:
    """Builds and checks bots of that server, and plays its ladder."""
    command = [sys.executable, "-m", "steelyard", "work", "--data", str(server.data)]
    with (
        (server.data / "worker").open("wb") as problems,
        subprocess.Popen(command, stderr=problems, env=untraced()) as process,
    ):
        yield
        process.terminate()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, solved_data: Path) -> Iterator[Server]:
    data = tmp_path_factory.mktemp("server")
    command = [sys.executable, "-m", "steelyard", "serve", "--cold", "--workers", "0", "--port", "0"]
    limits = [word for limit in LIMITS for word in ("--limit", f"{limit}=100000")]
    with (data / "stderr").open("wb") as problems:
        server = subprocess.Popen(
            [*command, "--data", str(data), *limits],
            stdout=subprocess.PIPE,
            stderr=problems,
            env=untraced(STEELYARD_DATA=str(solved_data)),
            text=True,
        )
    assert server.stdout is not None
    with server.stdout:
        said = server.stdout.readline()
        assert "http" in said, f"the server did not start: {(data / 'stderr').read_text()}"
        yield Server(_address(said), _address(server.stdout.readline()), data)
        server.terminate()
        assert server.wait(START_S) in {0, -signal.SIGTERM}, "a server that is told to stop ends"


def _address(said: str) -> str:
    return next(word for word in said.split() if word.startswith("http"))


@pytest.fixture(scope="module")
def contest_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ContestServer]:
    """A server in this process, for contests that are played in the head."""
    with ContestServer(f"sqlite:///{tmp_path_factory.mktemp('contests')}/tables.db") as running:
        yield running


@pytest.fixture(scope="module")
def gray(contest_server: ContestServer) -> Visitor:
    """Its organiser."""
    return contest_server.person("Ms Gray", "organiser")


class Chromium(NamedTuple):
    browser: Browser
    loop: asyncio.AbstractEventLoop
    """Playwright's, which counts as running for as long as Playwright is there."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """One a process: starting it takes as long as many a test."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium-headless-shell", args=ARGS)
        loop = asyncio.get_running_loop()
        asyncio._set_running_loop(None)
        yield Chromium(browser, loop)
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture(scope="module")
def browser(chromium: Chromium) -> Iterator[Browser]:
    """Its event loop runs during a module only, because tests elsewhere run theirs."""
    asyncio._set_running_loop(chromium.loop)
    yield chromium.browser
    for context in chromium.browser.contexts:
        context.close()
    asyncio._set_running_loop(None)


@pytest.fixture(scope="module")
def contexts() -> dict[str, list[BrowserContext]]:
    """What people of earlier tests have left, by their preferences; the module's browser closes them."""
    return defaultdict(list)


@pytest.fixture
def person(
    browser: Browser, address: str, contexts: dict[str, list[BrowserContext]]
) -> Iterator[Callable[..., Person]]:
    """Somebody with a browser; whatever goes wrong in it that the test did not expect fails the test."""
    people: list[tuple[Person, str]] = []

    def come(**preferences: object) -> Person:
        kind = repr(sorted(preferences.items()))
        left = contexts[kind].pop() if contexts[kind] else None
        people.append((Person(browser, address, left, **preferences), kind))
        return people[-1][0]

    yield come
    problems = [problem for one, _ in people for problem in one.problems()]
    for one, kind in people:
        contexts[kind].append(one.forget())
    assert not problems, problems
