"""What can go wrong with a kit gets a plain message, or does not go wrong."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from steelyard import games, kits
from tests.kits.kit_builds import PAIRS, made, needs_compiler, run

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Command

COMPILED = [language for language in kits.languages() if kits.kit("tank_war", language).compiler]
INSTALLED = [pytest.param(language, marks=needs_compiler(language)) for language in COMPILED]


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["chess", "python", "new"], "there is no game 'chess'; there are "),
        (
            ["tank_war", "cobol", "new"],
            "there is no kit in 'cobol'; there are cpp, csharp, go, java, javascript, python, rust",
        ),
        (
            ["tank_war", "python", "full"],
            "full is not empty; name a new folder, so that nothing is overwritten",
        ),
        (["tank_war", "python", "file"], "file exists and is no folder; name a new one"),
        (["tank_war", "python", "link"], "link exists and is no folder; name a new one"),
        (["tank_war", "python", "file/new"], "file/new: Not a directory"),
        (["tank_war", "python", "/proc/new"], "/proc/new: "),
        (
            ["tank_war", "python", "new", "--name", 'a"b'],
            "'a\"b' cannot be a bot's name; it has 1 to 60 letters",
        ),
        (["tank_war", "python", "new", "--name", " "], "' ' cannot be a bot's name"),
        (
            ["tank_war", "python", "new \U0001f680"],
            "'new \U0001f680' cannot be a bot's name; it has 1 to 60 letters",
        ),
        (["tank_war", "python", "new+"], "choose one with --name"),
        (
            ["tank_war", "python", "new\udcff", "--name", "mine"],
            "the name of new\\udcff is not UTF-8, so its README could not tell it; name another folder",
        ),
    ],
)
def test_a_kit_that_cannot_be_made_is_refused_in_one_line(
    words: list[str], says: str, steelyard: Command, tmp_path: Path
) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "mine.txt").write_text("keep me")
    (tmp_path / "file").write_text("keep me")
    (tmp_path / "link").symlink_to("nowhere")
    shown = steelyard("new", *words)
    assert (shown.returncode, shown.stdout, len(shown.stderr.splitlines())) == (2, "", 1)
    assert says in shown.stderr
    assert not list(tmp_path.glob("new*"))
    assert [file.name for file in (tmp_path / "full").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize(("language", "game"), PAIRS)
def test_every_word_of_a_kit_is_filled_in(language: str, game: str, tmp_path: Path) -> None:
    folder = made(language, game, tmp_path / "Åsa's bot")
    texts = {file: file.read_text("utf-8") for file in folder.rglob("*") if file.is_file()}
    assert not [file for file, text in texts.items() if re.search(r"\{\{(\w+|about \w+)\}\}", text)]
    assert texts[folder / "README.md"].startswith("# Åsas bot: a bot for ")
    assert (folder / kits.kit(game, language).edit).is_file()
    assert len(texts[folder / "README.md"].splitlines()) <= 80, "one page"
    assert "steelyard debug ./" in texts[folder / "README.md"]


# How each game's moves are written, one of every form.
MOVES = {"tank_battle": {"g1-d4", "--"}, "tank_duel": {"L", "R!U", "-!L", "L>U"}, "tank_war": {"LA"}}


@pytest.mark.parametrize("game", games.names())
def test_a_readme_explains_how_moves_are_printed(game: str, tmp_path: Path) -> None:
    text = (made("python", game, tmp_path / "mine") / "README.md").read_text("utf-8")
    printed = text.split("In what they print, ")[1].split("\n\n")[0]
    for move in MOVES[game]:
        assert games.get(game).write_move(games.get(game).read_move(move)) == move
        assert move in printed


@pytest.mark.parametrize("language", INSTALLED)
def test_a_compile_error_is_shown_with_the_compilers_first_lines(
    language: str, steelyard: Command, tmp_path: Path
) -> None:
    edit = made(language, "tank_war", tmp_path / "mine") / kits.kit("tank_war", language).edit
    edit.write_text(edit.read_text("utf-8").replace("{", "{ this is no program", 1), "utf-8")
    shown = steelyard("match", "tank_war", "./mine", "random", "--games", "2")
    assert shown.returncode == 2
    assert f"failed_to_build: mine: sh failed with exit code 1: {edit.name}" in shown.stderr.replace("./", "")
    assert "error" in shown.stderr.splitlines()[0]
    assert "Traceback" not in shown.stderr


@pytest.mark.parametrize("language", COMPILED)
def test_a_missing_compiler_is_named_with_its_package(
    language: str, steelyard: Command, tmp_path: Path
) -> None:
    kit = kits.kit("tank_war", language)
    tools = tmp_path / "tools"
    tools.mkdir()
    for tool in ("sh", "setpriv", "prlimit", "dirname"):
        (tools / tool).symlink_to(str(shutil.which(tool)))
    made(language, "tank_war", tmp_path / "mine")
    shown = steelyard(
        "match", "tank_war", "./mine", "random", "--games", "2", "--no-sandbox", env={"PATH": str(tools)}
    )
    says = f"{kit.compiler} is not installed; on Debian or Ubuntu: apt install {kit.package}"
    assert (
        shown.stderr.splitlines()[0]
        == f"steelyard: failed_to_build: mine: sh failed with exit code 1: {says}"
    )


def test_windows_line_ends_and_a_mark_in_bot_toml_do_no_harm(steelyard: Command, tmp_path: Path) -> None:
    toml = made("python", "tank_war", tmp_path / "mine") / "bot.toml"
    toml.write_bytes(b"\xef\xbb\xbf" + toml.read_bytes().replace(b"\n", b"\r\n"))
    shown = steelyard("match", "tank_war", "./mine", "random", "--games", "2", "--clock", "none", "--json")
    assert json.loads(shown.stdout)["verdicts"] == [{}, {}]


def test_installed_boost_goes_before_the_stand_ins(tmp_path: Path) -> None:
    """Played by a header that says that it was found."""
    folder = made("cpp", "tank_duel", tmp_path / "my bot")
    (tmp_path / "installed" / "boost").mkdir(parents=True)
    (tmp_path / "installed" / "boost" / "function.hpp").write_text("#error the installed one\n")
    env = os.environ | {"CPLUS_INCLUDE_PATH": str(tmp_path / "installed")}
    built = subprocess.run(
        ["/bin/sh", "build.sh"], cwd=folder, env=env, capture_output=True, text=True, check=False
    )
    assert "#error the installed one" in built.stderr


USES = """
#include <boost/bind.hpp>
#include <boost/foreach.hpp>
#include <boost/function.hpp>
#include <boost/lexical_cast.hpp>
#include <boost/noncopyable.hpp>
#include <boost/scoped_ptr.hpp>
#include <boost/date_time/posix_time/posix_time.hpp>
#include <boost/tuple/tuple.hpp>
#include <boost/unordered_map.hpp>
#include <boost/array.hpp>
#include <cassert>
#include <iostream>
#include <vector>

struct Counter : boost::noncopyable
{
    Counter() : total(0) {}
    void Add(int a, int b) { total += a * b; }
    int total;
};

int main()
{
    Counter counter;
    boost::function<void(int)> twice = boost::bind(&Counter::Add, &counter, _1, 2);
    std::vector<int> numbers(3, 7);
    BOOST_FOREACH(int number, numbers) { if (number == 7) twice(number); }
    assert(counter.total == 42);
    BOOST_FOREACH(int& number, numbers) number = 1;
    assert(numbers[2] == 1);

    assert(boost::lexical_cast<int>("42") == 42);
    assert(boost::lexical_cast<double>(std::string("1.5")) == 1.5);
    assert(boost::lexical_cast<std::string>(42) == "42");
    assert(boost::lexical_cast<std::string>(std::string("two words")) == "two words");
    assert(boost::lexical_cast<std::wstring>(7) == L"7");
    assert(boost::lexical_cast<int>(std::wstring(L"9")) == 9);
    bool refused = false;
    try { boost::lexical_cast<int>("4 2"); } catch (const boost::bad_lexical_cast&) { refused = true; }
    assert(refused);

    using namespace boost::posix_time;
    const ptime start = microsec_clock::local_time();
    const time_duration limit = seconds(1) + milliseconds(500);
    assert(limit.total_milliseconds() == 1500 && limit.seconds() == 1);
    assert(start + limit - start == limit && start < start + limit);
    assert(to_simple_string(hours(1) + minutes(2)).substr(0, 8) == "01:02:00");
    assert(microsec_clock::universal_time() - start < hours(1));

    boost::scoped_ptr<Counter> owned(new Counter);
    assert(owned && owned->total == 0);
    boost::unordered_map<int, int> map;
    map[boost::get<0>(boost::make_tuple(3, 4))] = 1;
    boost::array<int, 2> pair = {{1, 2}};
    std::cout << map.size() + pair.size() << std::endl;
}
"""


@pytest.mark.long
@pytest.mark.parametrize("standard", ["c++17", "gnu++14"])
def test_the_stand_ins_for_boost_do_what_boost_does(standard: str, tmp_path: Path) -> None:
    folder = made("cpp", "tank_duel", tmp_path / "mine")
    headers = sorted((folder / "kit/without_boost").rglob("*.hpp"))
    names = [str(header.relative_to(folder / "kit/without_boost")) for header in headers]
    (tmp_path / "uses.cpp").write_text("".join(f"#include <{name}>\n" for name in names) + USES)
    options = [f"-std={standard}", "-Wall", "-Werror", "-isystem", str(folder / "kit/without_boost")]
    run(["g++", *options, "-o", "uses", "uses.cpp"], tmp_path)
    assert run(["./uses"], tmp_path).stdout == "3\n"
