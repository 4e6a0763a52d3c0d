"""Sources in the style of the contest of 2014, unchanged, over a Tank Duel kit: files and whole folders."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.kits.kit_builds import HERE, made, mostly_long, run, with_stub_compilers

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Command

CONTESTANTS = [(folder.parent.name, folder.name) for folder in sorted((HERE / "contestants").glob("*/*"))]
EACH_LANGUAGE = [("cpp", "whole"), ("csharp", "nested"), ("java", "whole")]
PROGRAM = "(the contest's program, whose place the kit takes)"
EXAMPLE = "(the kit's example, which yours replaces)"
NOTES = {
    ("cpp", "whole"): [f"left out: Player.cpp {PROGRAM}", f"left out: main.cpp {PROGRAM}"],
    ("cpp", "strategy"): [
        *(f"left out: {name}.cpp {PROGRAM}" for name in ("App", "GameStateHandler", "JoystickEntityHandler")),
        f"left out: TankLogic.cpp {EXAMPLE}",
        f"left out: main.cpp {PROGRAM}",
        "the bot is the Strategy in Strategy.h",
    ],
    ("cpp", "older"): [],
    ("cpp", "nested"): [
        f"left out: TankLogic.cpp {EXAMPLE}",
        f"left out: tank_player_cpp/src/Player.cpp {PROGRAM}",
        f"left out: tank_player_cpp/src/main.cpp {PROGRAM}",
    ],
    ("csharp", "whole"): [
        f"left out: Player.cs {PROGRAM}",
        "left out: Properties/AssemblyInfo.cs (a file of the project)",
        "left out: obj/Debug/Generated.cs (in a folder of built files)",
    ],
    ("csharp", "nested"): [f"left out: Lag Fem/Player.cs {PROGRAM}", f"left out: TankLogic.cs {EXAMPLE}"],
    ("java", "whole"): [f"left out: cwg14/Player.java {PROGRAM}"],
    ("java", "nested"): [
        f"left out: cwg14/TankLogic.java {EXAMPLE}",
        f"left out: src/cwg/Player.java {PROGRAM}",
    ],
}
"""What the build says of each folder, sorted."""


def test_there_are_twenty_in_the_languages_of_the_contest() -> None:
    files = {"fire", "flee", "longest", "printer"}
    expected = {(language, name) for language in ("cpp", "csharp", "java") for name in files}
    assert set(CONTESTANTS) == expected | set(NOTES)
    assert len(CONTESTANTS) == 20


@pytest.mark.parametrize(("language", "name"), mostly_long(CONTESTANTS, EACH_LANGUAGE))
def test_a_contestants_source_compiles_unchanged_and_plays(
    language: str, name: str, steelyard: Command, tmp_path: Path
) -> None:
    made(language, "tank_duel", tmp_path / name, HERE / "contestants" / language / name)
    played = steelyard(
        "match",
        "tank_duel",
        f"./{name}",
        "random",
        "--games",
        "10",
        "--clock",
        "none",
        "--json",
        "--logs",
        "logs",
    )
    assert played.returncode == 0, played.stderr
    told = json.loads(played.stdout)
    assert told["verdicts"] == [{}, {}]
    assert told["wins"][0] > told["wins"][1], "it looks where it drives, chance does not"
    logs = "".join(file.read_text("utf-8") for file in (tmp_path / "logs").glob("*.log"))
    assert "these are no seconds" not in logs


@pytest.mark.parametrize(("language", "name"), NOTES)
def test_the_build_says_which_files_of_a_whole_folder_it_leaves_out(
    language: str, name: str, tmp_path: Path
) -> None:
    folder = made(language, "tank_duel", tmp_path / name, HERE / "contestants" / language / name)
    said = run(["sh", "build.sh"], folder, env=with_stub_compilers(tmp_path / "tools"))
    assert sorted(said.stdout.splitlines()) == NOTES[language, name]
    compiled = (tmp_path / "tools" / "compiled").read_text("utf-8")
    for line in NOTES[language, name]:
        if line.startswith("left out: "):
            assert f"./{line.removeprefix('left out: ').partition(' (')[0]}\n" not in compiled
    assert "/TankLogic." in compiled or "/Strategy.cpp" in compiled


@pytest.mark.parametrize(("language", "ending"), [("cpp", "cpp"), ("csharp", "cs"), ("java", "java")])
def test_the_build_says_which_sources_it_passes_over(language: str, ending: str, tmp_path: Path) -> None:
    folder = made(language, "tank_duel", tmp_path / "mine")
    for name in (f"bin/Old.{ending}", f"in side/Obj/Debug/Made.{ending}", "bin/notes.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("this is not compiled\n")
    (tmp_path / "elsewhere").mkdir()
    (folder / "shared").symlink_to("../elsewhere")
    (folder / f"Helper.{ending}").symlink_to(f"../elsewhere/Helper.{ending}")
    (folder / "notes").symlink_to("bin/notes.txt")
    said = run(["sh", "build.sh"], folder, env=with_stub_compilers(tmp_path / "tools"))
    assert sorted(said.stdout.splitlines()) == [
        f"left out: Helper.{ending} (a link; put the files themselves here)",
        f"left out: bin/Old.{ending} (in a folder of built files)",
        f"left out: in side/Obj/Debug/Made.{ending} (in a folder of built files)",
        "left out: shared (a link; put the files themselves here)",
    ]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "latin-1"])
def test_sources_are_compiled_as_utf8_whatever_they_were_saved_as(encoding: str, tmp_path: Path) -> None:
    """Visual Studio's "Unicode" is UTF-16."""
    folder = made("csharp", "tank_duel", tmp_path / "mine")
    (folder / "Helper.cs").write_bytes("// Åsa\r\nclass Helper { }\r\n".encode(encoding))
    run(["sh", "build.sh"], folder, env=with_stub_compilers(tmp_path / "tools"))
    copied = (folder / "out/sources/Helper.cs").read_bytes()
    assert copied == "// Åsa\r\nclass Helper { }\r\n".encode()


PROGRAMS = {
    "cpp": ("Player.cpp", "#include <Safir/Dob/Connection.h>\nint main() { return 0; }\n"),
    "csharp": ("Player.cs", "using Safir.Dob;\nclass Player { Safir.Dob.Connection c; }\n"),
    "java": (
        "Player.java",
        "import com.saabgroup.safir.dob.Connection;\npublic class Player { Connection c; }\n",
    ),
}


@pytest.mark.parametrize("language", PROGRAMS)
def test_the_program_of_the_contest_is_known_in_any_encoding(language: str, tmp_path: Path) -> None:
    folder = made(language, "tank_duel", tmp_path / "mine")
    name, text = PROGRAMS[language]
    (folder / name).write_bytes(text.encode("utf-16"))
    said = run(["sh", "build.sh"], folder, env=with_stub_compilers(tmp_path / "tools"))
    assert said.stdout.splitlines() == [
        f"left out: {name} (the contest's program, whose place the kit takes)"
    ]
    assert f"/{name}\n" not in (tmp_path / "tools" / "compiled").read_text("utf-8")


def test_a_source_that_is_no_text_ends_the_build(tmp_path: Path) -> None:
    folder = made("java", "tank_duel", tmp_path / "mine")
    (folder / "Half.java").write_bytes("class Half { }\n".encode("utf-16")[:-1])
    failed = run(["sh", "build.sh"], folder, env=with_stub_compilers(tmp_path / "tools"), status=1)
    assert "Half.java is not text in UTF-16" in failed.stderr


def test_a_missing_header_of_boost_is_named_with_its_package(tmp_path: Path) -> None:
    folder = made("cpp", "tank_duel", tmp_path / "mine")
    with (folder / "TankLogic.cpp").open("a") as source:
        source.write("#include <boost/graph/kit_test.hpp>\n#include <boost/bind.hpp>\n")
    failed = run(["sh", "build.sh"], folder, env=with_stub_compilers(tmp_path / "tools", status=1), status=1)
    package = "on Debian or Ubuntu: apt install libboost-dev"
    assert (
        failed.stderr.splitlines()[-1] == f"the kit has no stand-in for <boost/graph/kit_test.hpp>; {package}"
    )
