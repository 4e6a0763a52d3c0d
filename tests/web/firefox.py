"""Firefox, driven by WebDriver BiDi: JSON over a web socket that the browser itself opens."""

from __future__ import annotations

import json
import re
import subprocess
import time
from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

from websockets.sync.client import connect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from websockets.sync.client import ClientConnection

START_S = 60.0
TIMEOUT_S = 60.0
LOOK_S = 0.1
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


@contextmanager
def started(folder: Path, program: str = "firefox-esr") -> Iterator[Firefox]:
    """A browser with an empty profile in a folder of its own."""
    log = folder / "firefox.log"
    command = [program, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0"]
    with (
        log.open("wb") as told,
        subprocess.Popen(command, stdout=told, stderr=subprocess.STDOUT) as process,
    ):
        try:
            address = _listening(process, log)
            with connect(f"{address}/session", max_size=None, open_timeout=START_S) as socket:
                yield Firefox(socket)
        finally:
            process.terminate()


def _listening(process: subprocess.Popen[bytes], log: Path) -> str:
    ends = time.monotonic() + START_S
    while not (found := LISTENS.search(log.read_text("utf-8", "replace"))):
        assert process.poll() is None, log.read_text("utf-8", "replace")
        assert time.monotonic() < ends, "Firefox did not say where it listens"
        time.sleep(LOOK_S)
    return found[1]


class Firefox:
    """One window. What goes wrong in its pages is noted in `wrong`."""

    def __init__(self, socket: ClientConnection) -> None:
        self.wrong: list[str] = []
        self._socket = socket
        self._numbers = count(1)
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._page = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **parameters: Any) -> Any:
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": parameters}))
        while True:
            told = json.loads(self._socket.recv(timeout=TIMEOUT_S))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] in {"error", "warn"}:
                self.wrong.append(told["params"]["text"])
            if told.get("id") == number:
                assert told["type"] == "success", told
                return told["result"]

    def goes_to(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._page, url=url, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """What an expression is worth in the page, as JSON can say it."""
        told = self._ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})) ?? 'null')()",
            target={"context": self._page},
            awaitPromise=True,
            userActivation=True,
        )
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def waits_for(self, expression: str) -> Any:
        """Until it is worth something."""
        ends = time.monotonic() + TIMEOUT_S
        while not (seen := self.evaluate(expression)):
            assert time.monotonic() < ends, f"waited {TIMEOUT_S} s in vain for {expression}"
            time.sleep(LOOK_S)
        return seen

    def clicks(self, x: float, y: float) -> None:
        steps: list[dict[str, Any]] = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": steps}
        self._ask("input.performActions", context=self._page, actions=[mouse])
