"""The Makefile on machines that lack something: what it says, what it installs, what it leaves behind."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from steelyard import games, kits
from steelyard.arena.program import PACKAGES

ROOT = Path(__file__).parent.parent
# Everything that a virtual environment's programs are asked to do goes into a log.
PROGRAM = '#!/bin/sh\necho "$(basename $0) $*" >> {log}\n'
# As Debian's: without python3-venv there is no ensurepip, and an environment is left half made.
PYTHON = """\
#!/bin/sh
[ -e {machine}/python3-venv ] && ready=yes
case "$*" in
*ensurepip*) [ "$ready" ] ;;
"-m venv "*)
    for last; do :; done
    case "$*" in *--clear*) rm -rf $last ;; esac
    mkdir -p $last/bin
    cp {machine}/program $last/bin/python
    [ "$ready" ] || {{ echo "ensurepip is not available" >&2; exit 1; }}
    for name in pip ruff mypy lint-imports pytest steelyard; do
        cp {machine}/program $last/bin/$name
    done ;;
esac
"""
NPM = (
    PROGRAM
    + """\
mkdir -p node_modules/.bin
for name in tsc eslint; do cp {machine}/program node_modules/.bin/$name; done
"""
)
APT_GET = """\
#!/bin/sh
echo "apt-get $*" >> {log}
case "$*" in *python3-venv*) touch {machine}/python3-venv ;; esac
case "$*" in *npm*) cp {machine}/npm {machine}/bin/npm ;; esac
"""
TOOLS = (
    "sh",
    "awk",
    "make",
    "rm",
    "touch",
    "ls",
    "cp",
    "mkdir",
    "printf",
    "xargs",
    "basename",
    "cat",
    "true",
    "which",
    "find",
)
COMMANDS = {
    "bwrap": "bubblewrap",
    "g++": "g++",
    "mcs": "mono-mcs",
    "mono": "mono-runtime",
    "javac": "default-jdk-headless",
    "chromium-headless-shell": "chromium-headless-shell",
    "node": "nodejs",
    "npm": "npm",
}
LONG = {**COMMANDS, "firefox-esr": "firefox-esr", "rustc": "rustc", "go": "golang-go"}
EVERYTHING = ["python3-venv", *COMMANDS.values(), "postgresql"]


@dataclass
class Machine:
    """A copy of the Makefile in a folder of its own, and only those programs in the path that we say."""

    project: Path
    folder: Path

    def has(self, *names: str) -> None:
        for name in names:
            program = "npm" if name == "npm" else "program"
            shutil.copy(self.folder / program, self.folder / "bin" / name)

    def has_venv(self) -> None:
        (self.folder / "python3-venv").touch()

    def make(self, *words: str, postgresql: bool = False) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["make", *words, f"POSTGRESQL={'/there' if postgresql else ''}"],  # noqa: S607 - from that path
            cwd=self.project,
            env={"PATH": str(self.folder / "bin")},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    @property
    def log(self) -> list[str]:
        file = self.folder / "log"
        return file.read_text().splitlines() if file.exists() else []


def machine(tmp_path: Path, uid: int) -> Machine:
    project, folder = tmp_path / "project", tmp_path / "machine"
    (project / "requirements").mkdir(parents=True)
    (folder / "bin").mkdir(parents=True)
    for name in ("requirements/play.txt", "requirements/dev.txt", "pyproject.toml"):
        (project / name).touch()
    for name in ("package.json", "package-lock.json"):
        (project / name).touch()
    shutil.copy(ROOT / "Makefile", project)
    for tool in TOOLS:
        (folder / "bin" / tool).symlink_to(str(shutil.which(tool)))
    names = {"log": folder / "log", "machine": folder}
    for name, text in {
        "program": PROGRAM,
        "npm": NPM,
        "bin/python3": PYTHON,
        "bin/apt-get": APT_GET,
        "bin/id": f"#!/bin/sh\necho {uid}\n",
    }.items():
        (folder / name).write_text(text.format(**names))
        (folder / name).chmod(0o755)
    return Machine(project, folder)


@pytest.fixture
def user(tmp_path: Path) -> Machine:
    return machine(tmp_path, uid=1000)


@pytest.fixture
def root(tmp_path: Path) -> Machine:
    return machine(tmp_path, uid=0)


def test_without_python3_venv_it_says_what_to_install_and_leaves_nothing(user: Machine) -> None:
    shown = user.make("play")
    assert shown.returncode != 0
    assert "sudo apt install python3-venv\n" in shown.stderr
    assert not (user.project / ".venv").exists()
    user.has_venv()
    assert user.make("play").returncode == 0
    assert user.log[-1] == "steelyard "
    assert not [line for line in user.log if "--compile" in line], "nobody waits for that"


def test_an_environment_that_cannot_be_made_leaves_nothing(user: Machine) -> None:
    (user.folder / "bin/python3").write_text("#!/bin/sh\n[ $1 = -c ] || { mkdir -p .venv/bin; exit 1; }\n")
    assert user.make("play").returncode != 0
    assert not (user.project / ".venv").exists()


def test_half_an_environment_is_made_anew(user: Machine) -> None:
    (user.project / ".venv/bin").mkdir(parents=True)
    (user.project / ".venv/bin/python").touch()
    user.has_venv()
    assert user.make("play").returncode == 0


def test_root_gets_python3_venv_installed(root: Machine) -> None:
    shown = root.make("play")
    assert shown.returncode == 0, shown.stderr
    assert [line for line in root.log if "apt-get install" in line and line.endswith(" python3-venv")]
    assert root.log[-1] == "steelyard "


@pytest.mark.parametrize(("target", "commands"), [("test", COMMANDS), ("test-long", LONG)])
def test_a_user_is_told_of_all_that_is_missing_before_anything_is_done(
    user: Machine, target: str, commands: dict[str, str]
) -> None:
    shown = user.make("-j", "2", target)
    assert shown.returncode != 0
    packages = ["python3-venv", *commands.values(), "postgresql"]
    assert f"sudo apt install {' '.join(packages)}\n" in shown.stderr
    assert not user.log
    assert not (user.project / ".venv").exists()


@pytest.mark.parametrize("lacking", COMMANDS)
def test_only_what_is_missing_is_named(user: Machine, lacking: str) -> None:
    user.has_venv()
    user.has(*(name for name in COMMANDS if name != lacking))
    shown = user.make("test", postgresql=True)
    assert shown.returncode != 0
    assert f"sudo apt install {COMMANDS[lacking]}\n" in shown.stderr
    assert not user.log


def test_where_nothing_is_missing_the_tests_run(user: Machine) -> None:
    user.has_venv()
    user.has(*COMMANDS)
    shown = user.make("test", postgresql=True)
    assert shown.returncode == 0, shown.stderr
    assert "pytest --cov" in user.log
    assert not [line for line in user.log if line.startswith("apt-get")]


def test_root_gets_what_is_missing_installed_first(root: Machine) -> None:
    root.has("g++", "chromium-headless-shell")
    shown = root.make("test")
    assert shown.returncode == 0, shown.stderr
    missing = [package for package in EVERYTHING if package not in {"g++", "chromium-headless-shell"}]
    assert root.log[0] == "apt-get update -qq"
    assert root.log[1].startswith("apt-get install ")
    assert root.log[1].endswith(f" {' '.join(missing)}")
    assert "pytest --cov" in root.log


def test_it_names_no_game() -> None:
    assert [name for name in games.names() if name in (ROOT / "Makefile").read_text()] == []


def test_bots_are_told_of_the_packages_that_the_tests_use() -> None:
    told = {*PACKAGES.values(), *(kits.kit("tank_war", name).package for name in kits.languages())}
    only_long = {"rustc", "cargo", "golang-go"}
    assert {"g++", "mono-mcs", "default-jdk-headless"} <= told <= {*EVERYTHING, *only_long, "make", "python3"}
    container = (ROOT / "deploy/Containerfile").read_text()
    assert all(package in container for package in told - {"cargo", "make", "python3"})


def test_clean_leaves_nothing_that_was_made_in_the_clone(tmp_path: Path) -> None:
    here = machine(tmp_path, uid=1000)
    before = set(here.project.rglob("*"))
    source = here.project / "src/steelyard/__init__.py"
    made = ("src/steelyard/__pycache__", "tests/web/__pycache__", "src/steelyard/site", ".venv/lib", "dist")
    for name in made:
        (here.project / name).mkdir(parents=True)
        (here.project / name / "made").touch()
    source.touch()
    assert here.make("clean").returncode == 0
    left = {file for file in here.project.rglob("*") if file.is_file()}
    assert left == {file for file in before if file.is_file()} | {source}
