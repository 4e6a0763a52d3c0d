"""How soon each main page is drawn, and how much it shifts, asks and weighs.

    python benchmarks/pages.py [--times 3] [--width 1440]

One server with its usual settings; each page is opened with an empty cache, then with a full one. "Drawn" is
the first frame with what the page is about: a board where it has one. The best of all times is the machine's.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, sync_playwright

CHROMIUM = "/usr/bin/chromium-headless-shell"
GOAL_MS = 500
PAGES = {
    "/": ".card .board .tank",
    "/g/{id}": ".board .tank",
    "/embed/{id}": ".board .tank",
    "/analyse?game=tank_war": ".board .tank",
    "/live": ".tables .tank",
    "/learn/tank_war": ".diagram .tank",
    "/puzzles/war-1": ".board .tank",
    "/ladder": "table",
    "/contests": "h1",
    "/bots": "h1",
}
WATCH = """
window.watched = { drawn: 0, shift: 0 };
new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) watched.shift += value;
}).observe({ type: "layout-shift", buffered: true });
new MutationObserver(() => {
    if (!watched.drawn && document.querySelector(%s))
        watched.drawn = -1,
        requestAnimationFrame(() => setTimeout(() => (watched.drawn = performance.now())));
}).observe(document, { childList: true, subtree: true });
"""


class Seen(NamedTuple):
    drawn_ms: float
    shift: float
    requests: int
    kilobytes: float


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--width", type=int, default=1440)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        command = [sys.executable, "-m", "steelyard", "serve", "--port", "0", "--data", data]
        command += ["--limit", "new_tables=1000", "--limit", "person_cost=1000000"]
        command += ["--limit", "address_cost=1000000", "--limit", "stranger_cost=1000000"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own
            try:
                assert server.stdout is not None  # noqa: S101 - asked for above
                address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
                browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                measure(browser, address, asked.times, asked.width)
                browser.close()
            finally:
                server.terminate()


def measure(browser: Browser, address: str, times: int, width: int) -> None:
    table = _table(browser, address)
    print(
        f"{'page':28} {'empty cache, ms':>16} {'full cache, ms':>15} {'shift':>7} {'requests':>9} {'KB':>6}"
    )
    for path, sign in PAGES.items():
        pairs = [_twice(browser, address, path.format(id=table), sign, width) for _ in range(times)]
        cold, warm = (min(pair[which].drawn_ms for pair in pairs) for which in (0, 1))
        first = pairs[0][0]
        slow = "  slower than the goal" if cold > GOAL_MS else ""
        shift = max(seen.shift for pair in pairs for seen in pair)
        asked = f"{first.requests:9} {first.kilobytes:6.0f}"
        print(f"{path:28} {cold:16.0f} {warm:15.0f} {shift:7.3f} {asked}{slow}")


def _table(browser: Browser, address: str) -> str:
    """A game of two bots."""
    context = browser.new_context(base_url=address)
    bot = {"kind": "bot", "bot": "random"}
    terms = {"game": "tank_war", "clock": "none", "seats": [bot, bot]}
    answer = context.request.post("/api/tables", data=terms, headers={"X-Steelyard": "1"})
    name: str = answer.json()["id"]
    context.close()
    return name


def _twice(browser: Browser, address: str, path: str, sign: str, width: int) -> tuple[Seen, Seen]:
    context = browser.new_context(
        base_url=address, viewport={"width": width, "height": 900}, service_workers="block"
    )
    seen = (_once(context, path, sign), _once(context, path, sign))
    context.close()
    return seen


def _once(context: BrowserContext, path: str, sign: str) -> Seen:
    page = context.new_page()
    page.add_init_script(WATCH % json.dumps(sign))
    sizes: list[int] = []
    page.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    page.goto(path)
    page.wait_for_function("() => watched.drawn > 0")
    page.wait_for_load_state("networkidle")
    watched: dict[str, Any] = page.evaluate("watched")
    page.close()
    return Seen(watched["drawn"], watched["shift"], len(sizes), sum(sizes) / 1000)


if __name__ == "__main__":
    main()
