"""Builds the documentation site: `python docs/build.py`, or `make docs`.

The pages are those of docs/ and the READMEs that belong to readers, laid together in one folder with links
that fit; the reference of commands and of HTTP is written by the programs. Zensical makes the site of them.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tomllib
from contextlib import closing, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/docs"
SITE = ROOT / "src/steelyard/site"
# READMEs with a page of their own; what is in docs/ keeps its path there.
ELSEWHERE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "src/steelyard/analysis/README.md": "explanations/solved.md",
    "src/steelyard/bots/tank_battle/README.md": "explanations/bots-tank-battle.md",
    "src/steelyard/bots/tank_duel/README.md": "explanations/bots-tank-duel.md",
    "src/steelyard/bots/tank_duel/network/README.md": "explanations/network-tank-duel.md",
    "src/steelyard/bots/tank_war/README.md": "explanations/bots-tank-war.md",
    "src/steelyard/contest/README.md": "reference/contest-file.md",
    "src/steelyard/envs/README.md": "reference/environments.md",
    "src/steelyard/games/tank_battle/README.md": "rules/tank_battle.md",
    "src/steelyard/games/tank_duel/README.md": "rules/tank_duel.md",
    "src/steelyard/games/tank_war/README.md": "rules/tank_war.md",
    "src/steelyard/kits/README.md": "how-to/kits.md",
    "src/steelyard/puzzles/README.md": "explanations/puzzles.md",
    "src/steelyard/server/README.md": "explanations/server.md",
    "src/steelyard/server/bots/README.md": "explanations/server-bots.md",
    "src/steelyard/server/contests/README.md": "explanations/server-contests.md",
    "src/steelyard/training/README.md": "explanations/training.md",
    "src/steelyard/web/README.md": "explanations/pages.md",
    "src/steelyard/web/words/README.md": "explanations/languages.md",
}
ROUTES = """\
# HTTP

The routes of the web app. A running server has the whole description, with the shapes of requests and
answers, at `/api/openapi.json`. Errors are JSON objects with `error` and `code`: [codes](../error-codes.md).
"""
PICTURES = {".svg", ".png"}
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
SUBCOMMANDS = re.compile(r"^ {4}(\w[\w-]*)(?: |$)", re.MULTILINE)


def pages() -> dict[str, str]:
    """The path of every page in the site, by its path in the repository."""
    own = {str(file.relative_to(ROOT)): str(file.relative_to(ROOT / "docs")) for file in _docs(".md")}
    return {source: page for source, page in ELSEWHERE.items() if source != "README.md"} | own


def _docs(*suffixes: str) -> Iterator[Path]:
    return (file for file in sorted((ROOT / "docs").rglob("*")) if file.suffix in suffixes)


def assemble(into: Path) -> None:
    """Write all pages and pictures below `into`."""
    for source, page in pages().items():
        text = with_links(source, page, (ROOT / source).read_text("utf-8"))
        _write(into / page, CONSOLE.sub(_without_prompts, text))
    for picture in _docs(*PICTURES):
        target = into / picture.relative_to(ROOT / "docs")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(picture, target)
    _write(into / "reference/commands.md", commands())
    _write(into / "reference/http.md", http())


def _without_prompts(block: re.Match[str]) -> str:
    """The same commands to be copied: the button of the site takes all of the block."""
    return "```sh\n" + re.sub(r"^\$ ", "", block[1], flags=re.MULTILINE) + "```"


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def with_links(source: str, page: str, text: str) -> str:
    """A page's text with links that lead from its place in the site; code stays as it is."""
    known = ELSEWHERE | pages()

    def fitted(link: re.Match[str]) -> str:
        picture, words, target = link.groups()
        if re.match(r"[a-z]+:|#", target):
            return link[0]
        path, anchor = re.match(r"([^#]*)(#.*)?", target).groups()  # type: ignore[union-attr] # matches anything
        named = os.path.normpath((Path(source).parent / path).as_posix())
        if picture or named in known:
            to = known.get(named) or str(Path(named).relative_to("docs"))
            there = os.path.relpath(to, Path(page).parent)
            return f"{picture}[{words}]({there}{anchor or ''})"
        return f"{words} (`{named}`)"  # in the repository, not in the site

    parts, end = [], 0
    for fence in FENCE.finditer(text):
        parts += [LINK.sub(fitted, text[end : fence.start()]), fence[0]]
        end = fence.end()
    return "".join([*parts, LINK.sub(fitted, text[end:])])


def commands() -> str:
    """Every command as its own `--help` describes it."""
    from steelyard import cli

    parts = ["# Commands\n\nThe same as `steelyard COMMAND --help` prints.\n"]
    for name, summary in cli.COMMANDS.items():
        shown = _help(name)
        parts.append(f"## steelyard {name}\n\n{summary[0].upper()}{summary[1:]}.\n\n```text\n{shown}```\n")
        if "ACTION ..." in shown:
            parts += [
                f"### steelyard {name} {each}\n\n```text\n{_help(name, each)}```\n"
                for each in SUBCOMMANDS.findall(shown)
            ]
    return "\n".join(parts)


def _help(*words: str) -> str:
    from steelyard import cli

    os.environ["COLUMNS"] = "100"
    with redirect_stdout(io.StringIO()) as shown:
        try:
            cli.main([*words, "--help"])
        except SystemExit as end:
            if end.code:
                raise
    return shown.getvalue()


def http() -> str:
    """Every route of the web app, from its OpenAPI description."""
    described = openapi()
    parts = [ROUTES]
    for path, methods in described["paths"].items():
        for method, route in methods.items():
            about = route.get("description") or route.get("summary", "")
            parts.append(f"## {method.upper()} `{path}`\n\n{about}\n")
            for each in route.get("parameters", []):
                kind = each.get("schema", {}).get("type", "text")
                needed = ", required" if each.get("required") else ""
                parts.append(f"- `{each['name']}` ({each['in']}, {kind}{needed})")
            if "requestBody" in route:
                parts.append(f"- body: {_shape(route['requestBody'])}")
            parts.append("")
    return "\n".join(parts)


def _shape(body: dict[str, Any]) -> str:
    kinds = [
        f"`{content}`" + (f" `{reference.rpartition('/')[2]}`" if reference else "")
        for content, told in body.get("content", {}).items()
        for reference in [told.get("schema", {}).get("$ref", "")]
    ]
    return ", ".join(kinds)


def openapi() -> dict[str, Any]:
    from steelyard.server.app import create
    from steelyard.server.database.database import Database
    from steelyard.server.http.pages import description
    from steelyard.server.settings import Settings

    with TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/tables.db"
        with closing(Database(url)) as database:
            return description(create(Settings(url, Path(folder)), database))


def nav(entries: list[Any] | None = None) -> Iterator[str]:
    """The pages that the navigation names, in order."""
    if entries is None:
        entries = tomllib.loads((ROOT / "docs/zensical.toml").read_text("utf-8"))["project"]["nav"]
    for entry in entries:
        for value in entry.values():
            if isinstance(value, str):
                yield value
            else:
                yield from nav(value)


def build() -> None:
    shutil.rmtree(BUILD, ignore_errors=True)
    assemble(BUILD / "pages")
    shutil.copyfile(ROOT / "docs/zensical.toml", BUILD / "zensical.toml")
    subprocess.run(
        [str(Path(sys.executable).with_name("zensical")), "build", "--clean"], cwd=BUILD, check=True
    )
    shutil.rmtree(SITE, ignore_errors=True)
    shutil.copytree(BUILD / "site", SITE)


if __name__ == "__main__":
    build()
    print(f"The site is in {SITE}; `steelyard` serves it at /docs")
