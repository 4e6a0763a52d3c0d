"""Pages in the reader's language: every word and every sentence of the server is in each language."""

from __future__ import annotations

import ast
import json
import re
import shutil
import subprocess
from functools import cache
from html import unescape
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from steelyard import games
from steelyard.arena import verdicts
from steelyard.core.random_games import random_game
from steelyard.server.http.error_codes import STATUS
from steelyard.server.http.languages import accepted
from steelyard.server.http.pages import SITE, WEB
from steelyard.server.http.site_files import Files
from steelyard.server.jobs.queue import MOST_LOSSES, Job
from steelyard.server.jobs.worker import _why_hopeless
from steelyard.server.tables.log import CANCELLED
from steelyard.server.tables.outcome_views import outcome_fields

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.web.people import Person

HERE = WEB.parents[2] / "tests/web"
OTHERS = SITE.languages[1:]
NODE = shutil.which("node") or "node"
LETTERS = re.compile(r"[^\W\d_]{2}")


def node(script: str, *words: str, given: object = None) -> Any:
    command = [NODE, str(HERE / script), *words]
    told = subprocess.run(command, capture_output=True, text=True, check=False, input=json.dumps(given))
    assert told.returncode == 0, told.stderr
    return json.loads(told.stdout)


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("cs-CZ,cs;q=0.9,en;q=0.8", "cs"),
        ("sk,en;q=0.5,cs;q=0.8", "cs"),
        ("de-DE,de;q=0.9", "en"),
        ("sv", "sv"),
        ("cs;q=0,en", "en"),
        ("cs;q=nonsense, ;;, sv;q=0.1", "sv"),
    ],
)
def test_the_first_language_that_the_browser_asks_for_is_taken(header: str, language: str) -> None:
    assert accepted(header, ("en", "cs", "sv")) == language


def test_a_page_in_another_language_loads_the_words_of_that_language_alone(tmp_path: Path) -> None:
    for name, text in {
        "index.html": '<html lang="en"><p>Hi.</p><script type="module" src="/static/pages/one.js"></script>',
        "pages/one.js": 'import { words } from "../words/one.js";\nconsole.log(words);\n',
        "words/one.js": 'import { count } from "./forms.js";\nexport const words = count("English");\n',
        "words/cs/one.js": 'import { count } from "./forms.js";\nexport const words = count("Czech");\n',
        "words/forms.js": "export const count = (word) => word; // only English has this file",
        "words/head.json": '{"greeting": "Hi."}',
        "words/cs/head.json": '{"greeting": "Ahoj."}',
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    site = Files(tmp_path)
    page = site.pages["index.html", "cs"].data.decode()
    assert page.startswith('<html lang="cs"><p>Ahoj.</p>')
    named = re.findall(rf'"/static/{site.version}/(.*?)"', page)
    assert named == ["cs/bundles/index.js"]
    bundle = site.find("cs/bundles/index.js")
    assert bundle is not None
    assert (b"Czech" in bundle.data, b"English" in bundle.data, b"count = " in bundle.data) == (
        True,
        False,
        True,
    )
    assert "/cs/" not in site.sent["index.html"].data.decode()


def test_a_first_game_in_czech(person: Callable[..., Person]) -> None:
    """A Czech browser gets Czech without asking; a language that is chosen stays."""
    ada = person(locale="cs-CZ")
    ada.goes_to("/")
    expect(ada.page).to_have_title(re.compile("Steelyard"))
    expect(ada.page.locator("h1")).to_have_text("Tři tankové hry pro dva hráče")
    ada.opens_table(game="tank_war", clock="none", seats=[{"kind": "me"}, {"kind": "bot", "bot": "random"}])
    expect(ada.page).to_have_title(re.compile("^Jste na tahu. Tank War: .*Kostka$"))
    ada.may_pick()
    ada.page.keyboard.type("la")
    expect(ada.page.locator(".moves")).to_contain_text("LA-")
    expect(ada.page.locator(".player.below strong")).to_have_text(re.compile(r"^Host \d{4}$"))
    ada.page.mouse.move(0, 0)
    expect(ada.page.locator(".hint")).to_contain_text("1. kolo: Oranžový jel tankem LA, Modrý tankem ")
    ada.page.get_by_role("button", name="Vzdát").click()
    ada.page.get_by_role("button", name="Ano, vzdát").click()
    expect(ada.page.locator(".result")).to_have_text("Prohráli jste")
    expect(ada.page.locator(".status")).to_contain_text("se vzdává.")
    ada.page.get_by_label("Jazyk").select_option("sv")
    expect(ada.page.locator(".result")).to_have_text("Du förlorade")
    ada.goes_to("/none")
    expect(ada.page.locator("h1")).to_have_text("Sidan finns inte")
    ada.allowed = ("404",)


def test_the_pages_offer_the_languages_that_there_are() -> None:
    text = (WEB / "parts/page/language.js").read_text()
    offered = re.search(r"LANGUAGES = \{(.*?)\}", text)
    assert offered is not None
    assert tuple(re.findall(r"(\w+): \"", offered[1])) == SITE.languages


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_word_of_english_with_the_same_values(language: str) -> None:
    found = node("compare_words.mjs", str(WEB / "words"), language)
    assert not found["missing"], f"words/{language} lacks {found['missing']}"
    assert not found["extra"], f"words/{language} has what English has not: {found['extra']}"
    assert not found["values"], f"words/{language} leaves values out: {found['values']}"
    assert not found["broken"], f"words/{language} lacks a plural form: {found['broken']}"


@pytest.mark.parametrize("language", OTHERS)
def test_the_heads_of_pages_say_the_same_in_every_language(language: str) -> None:
    english, other = SITE.head_words["en"].by_key, SITE.head_words[language].by_key
    assert other.keys() == english.keys()
    for key, words in english.items():
        assert re.findall(r"\{\w+\}", other[key]) == re.findall(r"\{\w+\}", words), key
    assert {name: english[name] for name in games.names()} == {
        name: games.get(name).summary for name in games.names()
    }


@pytest.fixture(scope="session", params=OTHERS)
def sentences(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The module that translates, with the words of a language beside it as a browser gets them."""
    folder = tmp_path_factory.mktemp(request.param)
    (folder / "package.json").write_text('{"type": "module"}')
    shutil.copytree(WEB / "words" / request.param, folder / "words")
    (folder / "parts/page").mkdir(parents=True)
    return str(shutil.copy(WEB / "parts/page/sentences.js", folder / "parts/page"))


CZECH = {
    "Blue resigned": "Modrý se vzdal",
    "Alena resigned": "Alena se vzdává",
    "Alena ran out of time": "Alena překračuje čas",
    "{loser} hit a mine": "{loser} najíždí na minu",
    "Orange's RC destroyed Blue's LC": "Oranžový RC zničil modrý LC",
    "Orange's RC destroyed Blue's LC and RA": "Oranžový RC zničil modré LC a RA",
}


@pytest.mark.parametrize("sentences", ["cs"], indirect=True)
def test_czech_gives_no_gender_to_a_player(sentences: str) -> None:
    """A side is a masculine noun, but a player may be called Alena or Kostka."""
    answers = node("translate.mjs", sentences, given=list(CZECH))
    assert dict(zip(CZECH, answers, strict=True)) == CZECH


@pytest.mark.parametrize("language", OTHERS)
def test_every_error_has_a_sentence_by_its_code(language: str) -> None:
    text = (WEB / "words" / language / "errors.js").read_text()
    known = set(re.findall(r'^  (\w+): "', text, re.MULTILINE))
    assert not STATUS.keys() - known, f"errors.js lacks {STATUS.keys() - known}"
    assert not known - STATUS.keys(), f"errors.js has codes that are not: {known - STATUS.keys()}"


def test_what_a_table_refuses_is_translated(sentences: str) -> None:
    """Refusals whose code says too little, so that the page shows the server's own sentence."""
    files = (WEB.parent / "server").rglob("*.py")
    said = sorted({text for file in files for text in _refusals(ast.parse(file.read_text()))})
    answers = node("translate.mjs", sentences, given=said)
    assert len(said) > 30
    left = [text for text, answer in zip(said, answers, strict=True) if text == answer]
    assert not left, f"sentences.js lacks {left}"


def test_why_a_version_could_not_be_checked_is_translated(sentences: str) -> None:
    died, failed = Job(1, "build", {}, 1, 4), Job(1, "build", {}, 1, 1, losses=MOST_LOSSES)
    reasons = [_why_hopeless(job) for job in (died, failed, failed._replace(problem="X"))]
    said = [f"it could not be checked: {reason}" for reason in reasons]
    for answer in node("translate.mjs", sentences, given=said):
        assert not re.search(r"\b(it|the|this|lastly)\b", answer), answer


OWN_SENTENCE = {"role_too_low", "seat_not_available", "hint_not_possible"}


def _refusals(tree: ast.AST) -> Iterator[str]:
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or not call.args:
            continue
        code = call.args[0].value if isinstance(call.args[0], ast.Constant) else ""
        if call.func.id == "Refused":
            yield from _texts(call.args[0])
        elif call.func.id == "ApiError" and code in OWN_SENTENCE:
            yield from _texts(call.args[1])


def _texts(node: ast.expr) -> Iterator[str]:
    """The sentences that an expression writes out; values are 7."""
    if isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)


def test_what_games_say_is_translated(sentences: str) -> None:
    """Positions, tanks and ends of random games, and every way in which a game is not played to its end."""
    said = _all_said()
    answers = node("translate.mjs", sentences, given=said)
    assert len(said) > 100
    left = [
        (text, answer)
        for text, answer in zip(said, answers, strict=True)
        if LETTERS.search(text) and _english(text, answer)
    ]
    assert not left, f"sentences.js lacks {left[:20]}"


def _english(text: str, answer: str) -> bool:
    """Whether a part of it stayed as it was: a word in small letters that is in both."""
    same = set(re.findall(r"\b[a-z]{3,}\b", text)) & set(re.findall(r"\b[a-z]{3,}\b", answer))
    return bool(same - {"bot", "tank", "loser"})


@cache
def _all_said() -> list[str]:
    return sorted({text for name in games.names() for text in _said(name)} | set(_failures()))


def _said(name: str) -> Iterator[str]:
    game = games.get(name)
    for seed in range(6):
        played = [state for state, _ in random_game(game, Random(seed))]
        for state in [*played[:20], *played[20::15], played[-1]]:
            yield from _shown(game.to_svg(state))
            yield game.describe(state)
        outcome = game.outcome(played[-1])
        assert outcome is not None
        told = outcome_fields(game, outcome, played[-1])
        yield told["because"]
        yield told["happened"]


def _shown(picture: str) -> Iterator[str]:
    for found in re.findall(r'data-(?:label|stuck)="(.*?)"|<desc>(.*?)</desc>', picture):
        yield unescape(found[0] or found[1])


def _failures() -> Iterator[str]:
    yield from CANCELLED.values()
    for fault in verdicts.WORDS:
        yield f"Ada {verdicts.in_words(fault)}"
        yield verdicts.failures_in_words({0: fault}, 12, ("Ada's bot", "Bo"), "both bots")
        yield verdicts.failures_in_words({0: fault, 1: fault}, 12, ("Ada's bot", "Bo"), "both bots")
    yield verdicts.failures_in_words({0: "crashed", 1: "time_out"}, 3, ("Ada's bot", "Bo"), "both bots")
