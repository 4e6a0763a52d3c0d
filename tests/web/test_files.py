"""What can be seen without a browser: the files keep to the project's rules."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from steelyard.games.art import STYLE
from steelyard.server.http.pages import SITE

if TYPE_CHECKING:
    from collections.abc import Iterator

WEB = Path(str(files("steelyard") / "web"))
REPOSITORY = Path(__file__).parents[2]
LABEL = re.compile(r"(?<![*\w])\*([A-Z][^*\n.]+)\*(?!\*)")
SHEETS = sorted(WEB.glob("style/*.css"))
SCRIPTS = sorted(WEB.rglob("*.js"))
PAGES = sorted(WEB.glob("*.html"))
IMPORT = re.compile(r'^import .*?"(\..*?)";', re.MULTILINE | re.DOTALL)
METHOD = re.compile(r"^\s+(?:async |static |get )*(\w+)\([^\n]*\) \{$", re.MULTILINE)
SIZES = {"14px", "16px", "20px", "28px"}


def test_there_are_pages_scripts_and_sheets() -> None:
    assert len(PAGES) >= 6
    assert len(SCRIPTS) >= 30
    assert len(SHEETS) >= 6


def test_every_colour_is_in_one_file() -> None:
    strays = {
        sheet.name: found
        for sheet in SHEETS
        if sheet.name != "look.css"
        and (found := re.findall(r"#[0-9a-fA-F]{3,8}\b|rgb\(|hsl\(", sheet.read_text()))
    }
    assert not strays


def test_text_has_four_sizes() -> None:
    look = (WEB / "style/look.css").read_text()
    assert set(re.findall(r"--(?:small|text|large|huge): (\w+);", look)) == SIZES
    for sheet in SHEETS:
        if sheet.name not in {"look.css", "board.css"}:  # on a board, letters scale with the squares
            assert not re.findall(r"font-size: \d", sheet.read_text()), sheet.name


def test_the_page_knows_every_class_of_the_pictures() -> None:
    drawn = set(re.findall(r"\.([a-z]+(?:-[a-z0-9]+)*)", STYLE)) - {"steelyard"}
    styled = set(re.findall(r"\.([a-z]+(?:-[a-z0-9]+)*)", (WEB / "style/board.css").read_text()))
    assert drawn <= styled, "a picture would be drawn in black"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_have_nothing_inline(page: Path) -> None:
    text = page.read_text()
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|https?:", text)
    assert "modulepreload" not in text, "the server knows which modules a page needs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_has_the_sheets_that_all_share_and_then_its_own(page: Path) -> None:
    linked = re.findall(r'rel="stylesheet" href="/static/style/(.*?)"', page.read_text())
    assert linked[:4] == ["look.css", "page.css", "header.css", "forms.css"]
    assert set(linked) <= {sheet.name for sheet in SHEETS}


EXPORTED = {
    name
    for script in SCRIPTS
    for name in re.findall(
        r"^export (?:async )?(?:function\*?|class|const) (\w+)", script.read_text(), re.MULTILINE
    )
}


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)
def test_a_script_imports_what_it_calls(script: Path) -> None:
    text = re.sub(r"/\*.*?\*/|//[^\n]*", "", script.read_text(), flags=re.DOTALL)
    called = set(re.findall(r"(?<![\w.#])(?:new )?(\w+)\(", text)) & EXPORTED
    known = {name for listed in re.findall(r"import \{(.*?)\}", text, re.DOTALL) for name in words(listed)}
    known |= set(re.findall(r"(?:function\*?|class|const|let) (\w+)", text))
    known |= {name for taken in re.findall(r"\(\{(.*?)\}\) =>", text) for name in words(taken)}
    known |= set(re.findall(METHOD, text))
    known |= {
        name for taken in re.findall(r"function \w*\((.*?)\)", text, re.DOTALL) for name in words(taken)
    }
    assert called <= known


def words(listed: str) -> list[str]:
    """The names of an import, as they are called here."""
    return [each.split()[-1] for each in listed.split(",") if each.strip()]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.stem != "closed"], ids=lambda page: page.name
)
def test_a_page_asks_for_all_its_files_at_once(page: Path) -> None:
    """Not one after the other as they are found: that would take a round trip for each step."""
    text = SITE.sent[page.name].data.decode()
    asked = re.findall(r'="/static/\w+/(bundles/.*?)"', text)
    shared, own = (f"bundles/{name}" for name in ("common", page.stem))
    assert [each for each in asked if each != f"{own}.css"] == [f"{shared}.css", f"{shared}.js", f"{own}.js"]
    for path in asked:
        found = SITE.find(path)
        assert found is not None, path
        loaded = set(re.findall(r"^import .* from '\./(.*?)';$", found.data.decode(), re.MULTILINE))
        assert {f"bundles/{each}" for each in loaded} <= set(asked)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: str(script.relative_to(WEB)))
def test_imports_lead_to_files_and_words_are_in_one_place(script: Path) -> None:
    text = script.read_text()
    for target in IMPORT.findall(text):
        assert (script.parent / target).is_file(), target
    assert "innerHTML" not in text, "text is never read as HTML"
    if "words" not in script.relative_to(WEB).parts:
        assert not set(sentences(text)) - NO_SENTENCES, "words belong in words/"


NO_SENTENCES = {
    "number figures",
    "winner long",
    "tbody tr",
    "quiet small",
    "sheet dense",
    "name won",
    "button main",
}  # classes, elements


def sentences(text: str) -> Iterator[str]:
    """Strings and templates with two words in them that are no class, selector or mistake of ours."""
    code = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.DOTALL)
    code = re.sub(r'new Error\([^)]*\)|\bclass: (`[^`]*`|"[^"]*")', "", code)
    for string, template in re.findall(r'"([^"\n]*)"|`([^`]*)`', code):
        words = string or re.sub(r"\$\{[^}]*\}", "", template)
        if re.search(r"[A-Za-z]{2,} [A-Za-z]{2,}", words) and not re.search(r"[.#>\[]\w|:scope|^<", words):
            yield words


def test_what_checks_the_pages_is_pinned_by_hash_and_without_addresses() -> None:
    lock = (REPOSITORY / "package-lock.json").read_text()
    packages = json.loads(lock)["packages"]
    asked = packages.pop("")["devDependencies"]
    assert {name: packages[f"node_modules/{name}"]["version"] for name in asked} == asked
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert "http" not in lock


GUIDES = [
    file.relative_to(REPOSITORY)
    for file in sorted((REPOSITORY / "docs/tutorials").glob("*.md"))
    if LABEL.search(file.read_text())
]


@pytest.mark.parametrize("guide", ["docs/hosting.md", "README.md", *map(str, GUIDES)])
def test_what_a_guide_quotes_from_the_pages_is_there(guide: str) -> None:
    """A label in italics is to be found on a page, to the letter."""
    text = "\n".join(file.read_text() for file in (WEB / "words").glob("*.js"))
    strings = re.findall(r'"([^"\n]+)"|`([^`\n]+)`', text)
    labels = {re.sub(r"\$\{[^}]*\}", "", one or other) for one, other in strings}
    quoted = set(LABEL.findall((REPOSITORY / guide).read_text()))
    assert quoted
    assert quoted - labels == set()
