"""From a cold start: when the server answers, when the first page is drawn, how much it weighs.

    python benchmarks/first_page.py [--times 5]

Each time a new server with an empty folder and a new browser; the best of them is the machine's figure.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time

from playwright.sync_api import Browser, sync_playwright

CHROMIUM = "/usr/bin/chromium-headless-shell"
PAINT = "performance.getEntriesByName('first-contentful-paint')"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--times", type=int, default=5)
    times = parser.parse_args().times
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        runs = [once(browser) for _ in range(times)]
        browser.close()
    for name, figures in zip(
        ("server ready, s", "first page drawn, s", "boards drawn, s", "KB"),
        zip(*runs, strict=True),
        strict=True,
    ):
        print(f"{name:20} best {min(figures):7.2f}   all {' '.join(f'{each:.2f}' for each in figures)}")


def once(browser: Browser) -> tuple[float, float, float, float]:
    with tempfile.TemporaryDirectory() as data:
        began = time.monotonic()
        command = [sys.executable, "-m", "steelyard", "serve", "--port", "0", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:  # noqa: S603 - our own
            try:
                assert server.stdout is not None  # noqa: S101 - asked for above
                address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
                ready = time.monotonic() - began
                return (ready, *page(browser, address))
            finally:
                server.terminate()


def page(browser: Browser, address: str) -> tuple[float, float, float]:
    """Seconds to the first words and to the last of the three boards; kilobytes."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    shown = context.new_page()
    sizes: list[int] = []
    shown.on("requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"]))
    shown.goto(address)
    shown.wait_for_function("() => document.querySelectorAll('.card .board .tank').length > 30")
    boards = shown.evaluate("performance.now()") / 1000
    shown.wait_for_function(f"() => {PAINT}.length")  # boards may be there before anything is painted
    words = shown.evaluate(f"{PAINT}[0].startTime") / 1000
    shown.wait_for_load_state("networkidle")
    context.close()
    return words, boards, sum(sizes) / 1000


if __name__ == "__main__":
    main()
