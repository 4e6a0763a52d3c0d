"""Contest files: what may stand in one, and what is said, with line and key, of what may not."""

from __future__ import annotations

import string
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steelyard.contest.file import definition, templates
from steelyard.contest.file.loader import open_contest
from steelyard.contest.file.parser import InvalidContest, read_file
from steelyard.contest.model import slug
from steelyard.contest.stages import KINDS
from steelyard.contest.stages.base import bracket_stage
from steelyard.contest.standings import ranking as standings_table
from steelyard.contest.standings.grade_figures import COUNTED
from steelyard.core import toml_lines
from tests.contest.readme import README, with_stage_list

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.contest.file.keys import Part

GOOD = """\
name = "Friday"
game = "tank_war"

[[entrants]]
bot = "random"

[[entrants]]
bot = "greedy"

[[stages]]
kind = "groups"
ranking = ["match_points", "tanks"]
"""


def test_a_good_file_is_read() -> None:
    contest = read_file(GOOD, "friday.toml")
    assert (contest.name, contest.stages[0].called, len(contest.entrants)) == ("Friday", "Groups", 2)


@pytest.mark.parametrize("name", templates.names())
def test_every_template_is_a_good_file(name: str) -> None:
    assert read_file(templates.text(name), f"{name}.toml").name


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            'kind = "groups"',
            'kind = "league"',
            "line 11: stages[1].kind: there is no kind of stage called 'league'",
        ),
        (
            'kind = "groups"',
            "",
            "line 10: stages[1].kind: a stage needs its kind: ",
        ),
        (
            '"tanks"]',
            '"luck"]',
            "line 12: stages[1].ranking[2]: there is no criterion 'luck'; there are match_points",
        ),
        (
            "ranking",
            "colour",
            "line 12: stages[1].colour: there is no such key here; there are kind, name, boards",
        ),
        ('game = "tank_war"', 'game = "chess"', "line 2: game: there is no game 'chess'"),
        (
            'kind = "groups"',
            'kind = "groups"\n[policy]\nmemory_mb = 99999999999',
            "policy.memory_mb: expected int <= 1048576",
        ),
        ('name = "Friday"', "name = 5", "line 1: name: it should be text, not a whole number"),
        ('name = "Friday"', "", "line 1: the key 'name' is missing"),
        ('bot = "greedy"', 'bot = "greedy"\nrank = 1', "line 9: entrants[2].rank: there is no such key here"),
        ('bot = "greedy"', "", "line 7: entrants[2]: an entrant has either `bot` or `each_in`"),
        ("[[stages]]", 'clock = "7"\n[[stages]]', "line 10: entrants[2].clock: there is no such key"),
        (
            'name = "Friday"',
            'name = "Friday"\nclock = "7"',
            "line 2: clock: '7' is not a clock; it should be bank",
        ),
        (
            "[[stages]]",
            "[options]\nlanes = 'ABC'\n[[stages]]",
            "line 11: options.lanes: tank_war: option lanes: 'ABC'",
        ),
        ("ranking", "groups = 0\nranking", "line 12: stages[1].groups: expected int >= 1"),
        (
            "ranking",
            "boards = 3\nranking",
            "line 12: stages[1].boards: Tank War has no random boards",
        ),
        ("ranking", "points = [3, 1]\nranking", "line 12: stages[1].points: expected array of length 3"),
        (
            "ranking",
            'points_per = "x"\nranking',
            "line 12: stages[1].points_per: 'x' cannot stand here; it should be",
        ),
        (
            "[[stages]]",
            "[grades]\nformula = 'x + 1'\n[[stages]]",
            "line 11: grades.formula: there is no figure 'x'",
        ),
        (
            "[[stages]]",
            "[grades]\nformula = 'wins^2'\n[[stages]]",
            "^ is not a power; write ** or sqrt(...)",
        ),
        (
            "[[stages]]",
            '[[stages]]\nkind = "finals"\n[[stages]]',
            "line 11: stages[1].kind: finals must be the last stage",
        ),
        (
            "[[stages]]",
            '[[stages]]\nkind = "playoff"\n[[stages]]',
            "line 11: stages[1].kind: a playoff follows",
        ),
        (
            "[[stages]]",
            '[[stages]]\nkind = "groups"\n[[stages]]',
            "line 12: stages[2].name: two stages are called",
        ),
        ('"Friday"', '"Friday', "friday.toml: Illegal character"),
        ("[[stages]]", "[stages]", "line 10: stages: it should be a list, not a table"),
    ],
)
def test_a_mistake_is_named_with_its_line_and_key(old: str, new: str, says: str) -> None:
    assert old in GOOD
    with pytest.raises(InvalidContest) as refused:
        read_file(GOOD.replace(old, new, 1), "friday.toml")
    assert says in str(refused.value)
    assert len(str(refused.value).splitlines()) == 1


def test_the_lot_before_a_playoff_is_refused() -> None:
    text = GOOD.replace('"tanks"]', '"lot"]\nadvance = 1') + '[[stages]]\nkind = "playoff"\n'
    with pytest.raises(
        InvalidContest, match=r"line 12: stages\[1\].ranking: where the lot .* nobody is level"
    ):
        read_file(text, "friday.toml")


# On which line a key stands.
bare = st.text(string.ascii_lowercase + "-_0", min_size=1, max_size=4)
words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=5)
values = st.recursive(
    st.integers(-9, 9) | st.booleans() | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(bare, inner, max_size=3),
    max_leaves=6,
)


def written(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        escaped = "".join(f"\\u{ord(c):04x}" if c in '"\\' or ord(c) < 32 else c for c in value)
        return f'"{escaped}"'
    if isinstance(value, list):
        return "[\n  # a list\n  " + "".join(f"{written(each)},\n" for each in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {written(each)}" for key, each in value.items()) + "}"
    return str(value)


def flat(value: Any, path: toml_lines.Path = ()) -> set[toml_lines.Path]:
    inner = (
        value.items()
        if isinstance(value, dict)
        else list(enumerate(value))
        if isinstance(value, list)
        else []
    )
    return {(*path, key) for key, _ in inner} | {p for key, each in inner for p in flat(each, (*path, key))}


@given(
    st.dictionaries(bare, values, max_size=3),
    st.dictionaries(bare.map(lambda key: f"T{key}"), st.dictionaries(bare, values, max_size=2), max_size=2),
    st.lists(st.dictionaries(bare, values, max_size=2), max_size=3),
)
def test_every_key_of_any_toml_is_found_where_it_stands(
    top: dict[str, Any], tables: dict[str, Any], array: list[dict[str, Any]]
) -> None:
    text = "".join(f"{key} = {written(value)}  # a comment\n" for key, value in top.items())
    for name, table in tables.items():
        text += f"[ {name} ]\n" + "".join(f"{key}={written(value)}\n" for key, value in table.items())
    for table in array:
        text += "[[A.b]]\r\n" + "".join(f"{key} = {written(value)}\r\n" for key, value in table.items())
    found = toml_lines.lines(text)
    data = tomllib.loads(text)
    assert set(found) == flat(data)
    lines = text.split("\n")
    for path, line in found.items():
        key = path[-1]
        if isinstance(key, str):
            assert key in lines[line - 1]


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        ('a.b = """\nx = 1\n"""\nc = 2\n', ("c",), 4),
        ("a = '''\n''''\nb = 1", ("b",), 3),
        ('"x y".z = 1\n', ("x y", "z"), 1),
        ("[a]\n[a.b]\nc = [{d = 1},\n {e = 2}]\n", ("a", "b", "c", 1, "e"), 4),
        ("[[a]]\n[[a.b]]\nc = 1\n[[a]]\n[[a.b]]\nc = 2\n", ("a", 1, "b", 0, "c"), 6),
        ("d = 1979-05-27T07:32:00Z\nx = 1", ("x",), 2),
    ],
)
def test_odd_but_good_toml_is_read_too(text: str, path: toml_lines.Path, line: int) -> None:
    tomllib.loads(text)
    assert toml_lines.lines(text)[path] == line


def test_a_missing_key_is_looked_for_at_its_table() -> None:
    found = toml_lines.lines(GOOD)
    assert toml_lines.line_of(("stages", 0, "boards"), found) == 10
    assert toml_lines.line_of(("nothing",), found) == 1


# What a file names.
def test_entrants_are_folders_built_ins_and_a_folder_of_folders(tmp_path: Path) -> None:
    for name in ("bob", "Ada Lovelace", ".hidden"):
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "bot.toml").write_text('name = "the same for all"\nrun = "./x"\n')
    (tmp_path / "class" / "notes.txt").write_text("no folder")
    (tmp_path / "guest").mkdir()
    (tmp_path / "guest" / "bot.toml").write_text('name = "A guest"\nrun = "./x"\n')
    listed = ('each_in = "class"', 'bot = "guest"', 'bot = "random"\nname = "R"')
    lines = "".join(f"[[entrants]]\n{line}\n" for line in listed)
    (tmp_path / "c.toml").write_text(f'name = "C"\ngame = "tank_war"\n{lines}[[stages]]\nkind = "swiss"\n')
    entrants = open_contest(tmp_path / "c.toml").contest.entrants
    assert [(e.name, e.slug, e.bot) for e in entrants] == [
        ("Ada Lovelace", "ada-lovelace", "class/Ada Lovelace"),
        ("bob", "bob", "class/bob"),
        ("A guest", "a-guest", "guest"),
        ("R", "r", "random"),
    ]


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (
            'bot = "greedy"',
            'bot = "random"',
            "line 7: entrants[2]: two entrants are called 'random' (the other is on line 4)",
        ),
        ('bot = "greedy"', 'bot = "greedy"\nname = "RANDOM"', "two entrants are called 'RANDOM'"),
        (
            'bot = "greedy"',
            'bot = "nobody"',
            "line 8: entrants[2].bot: 'nobody' is not a bot: there is no such folder; it should be a built",
        ),
        (
            'bot = "greedy"',
            'each_in = "nowhere"',
            "line 8: entrants[2].each_in: there is no folder 'nowhere'",
        ),
        (
            '[[entrants]]\nbot = "greedy"',
            "",
            "line 4: entrants: a contest needs at least two entrants, not 1",
        ),
        (
            "ranking",
            'boards = ["", "b.txt"]\nranking',
            "line 12: stages[1].boards[2]: there is no board 'b.txt'",
        ),
        ("ranking", 'boards = ["bad.txt"]\nranking', "line 12: stages[1].boards[1]: the board 'bad.txt': "),
        (
            "[[stages]]",
            '[teacher]\nbot = "nobody"\n[[stages]]',
            "line 11: teacher.bot: 'nobody' is not a bot",
        ),
    ],
)
def test_what_is_missing_or_twice_is_named_with_its_line(
    tmp_path: Path, old: str, new: str, says: str
) -> None:
    (tmp_path / "bad.txt").write_text("053/053")
    (tmp_path / "friday.toml").write_text(GOOD.replace(old, new, 1))
    with pytest.raises(InvalidContest) as refused:
        open_contest(tmp_path / "friday.toml")
    assert says in str(refused.value).replace(f"{tmp_path}/", "")
    assert len(str(refused.value).splitlines()) == 1


def test_names_become_plain_words_in_addresses() -> None:
    assert [slug(n) for n in ("Åsa Öst", "C++ & Co.", "---", "日本")] == ["asa-ost", "c-co", "x", "x"]


def test_entrants_of_the_same_address_are_told_apart(tmp_path: Path) -> None:
    text = GOOD.replace('bot = "random"', 'bot = "random"\nname = "日本"').replace(
        'bot = "greedy"', 'bot = "greedy"\nname = "中国"'
    )
    (tmp_path / "friday.toml").write_text(text)
    assert [e.slug for e in open_contest(tmp_path / "friday.toml").contest.entrants] == ["x", "x-2"]


# The README says everything.
def test_the_readme_names_every_key_kind_and_criterion() -> None:
    told = README.read_text("utf-8")
    parts: list[type[Part]] = [
        definition.ContestFile,
        definition.EntrantLine,
        definition.Teacher,
        definition.Policy,
        definition.Grades,
    ]
    fields = {field for part in (*parts, *KINDS.values()) for field in part.__struct_fields__}
    words = fields - {"stages", "entrants", "teacher", "policy", "grades"}
    for word in {*words, *KINDS, *standings_table.CRITERIA, *bracket_stage.CRITERIA}:
        assert f"`{word}" in told, word


def test_the_readme_lists_every_stage_with_what_its_module_says() -> None:
    told = README.read_text("utf-8")
    assert told == with_stage_list(told), "`make golden` writes it"


def test_the_readmes_figures_are_those_a_formula_knows() -> None:
    listed = README.read_text("utf-8").split("<!-- figures -->\n")[1].split("<!-- /figures -->")[0]
    rows = "".join(f"| `{name}` | {meaning} |\n" for name, meaning in COUNTED.items())
    assert listed == "| figure | |\n|---|---|\n" + rows


FIRST_READING = """
import sys
from steelyard import games
from steelyard.contest.file import parser, templates

games.get("tank_war")  # threads wait for one another where they import
calls = []
sys.setprofile(lambda frame, event, _: event == "call" and calls.append(frame.f_code.co_filename))
parser.read_file(templates.text("class"), "class.toml")
sys.setprofile(None)
assert any(name.endswith("parser.py") for name in calls)
print([name for name in calls if "msgspec" in name])
"""


def test_the_first_contest_file_finds_its_types_worked_out() -> None:
    """A server reads in threads, and msgspec crashes where two of them work out the same types at once."""
    shown = subprocess.run(
        [sys.executable, "-c", FIRST_READING], capture_output=True, text=True, check=False, timeout=120
    )
    assert (shown.returncode, shown.stdout) == (0, "[]\n"), shown.stderr


def test_a_template_names_the_file_it_is_written_to(tmp_path: Path) -> None:
    templates.copy_out("winter-games", tmp_path / "friday.toml")
    written = (tmp_path / "friday.toml").read_text("utf-8")
    assert "steelyard contest run friday.toml" in written
    for command in ("status", "report"):
        assert f"steelyard contest {command} friday " in written
    assert "winter-games" not in written
    templates.copy_out("class", tmp_path / "4b.toml")
    assert "4b/report/csv/grades.csv" in (tmp_path / "4b.toml").read_text("utf-8")
