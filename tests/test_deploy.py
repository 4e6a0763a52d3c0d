"""How a server is put into operation: the container image is built and run, systemd's units are checked."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.debian import Debian, System, installed, paths, reaching
from tests.timeouts import TIMEOUT_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
HOME = "/var/lib/steelyard"


def test_every_path_of_the_containerfile_is_there() -> None:
    text = (DEPLOY / "Containerfile").read_text()
    named = [word for line in re.findall(r"^COPY (.+) \S+$", text, re.MULTILINE) for word in line.split()]
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
    (requirements,) = re.findall(r"-r (requirements/\S+)", text)
    assert "psycopg==" in (ROOT / requirements).read_text()


@pytest.mark.parametrize("unit", sorted(DEPLOY.glob("*.service")) + sorted(DEPLOY.glob("*.timer")), ids=str)
def test_a_unit_of_systemd_names_what_the_guide_says(unit: Path) -> None:
    guide = (ROOT / "docs/hosting.md").read_text()
    assert unit.name in guide or "steelyard*.service" in guide
    for path in re.findall(r"^ExecStart=.*?(/opt/\S+)", unit.read_text(), re.MULTILINE):
        assert path == "/opt/steelyard/.venv/bin/steelyard"


@pytest.mark.long
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("there is no systemd here")
    stand_in = tmp_path / "steelyard"  # what the units start has to be there
    stand_in.write_text("#!/bin/sh\n")
    stand_in.chmod(0o755)
    copies = []
    for unit in [*DEPLOY.glob("*.service"), *DEPLOY.glob("*.timer")]:
        copy = tmp_path / unit.name
        copy.write_text(unit.read_text().replace("/opt/steelyard/.venv/bin/steelyard", str(stand_in)))
        copies.append(str(copy))
    done = subprocess.run([program, "verify", *copies], capture_output=True, text=True, check=False)
    told = [line for line in done.stderr.splitlines() if str(tmp_path) in line or "steelyard" in line]
    assert (done.returncode, told) == (0, []), done.stderr


def inside(pid: int) -> int:
    """The server, which has become the only child of what made its namespace."""
    (child,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(child)


class Image:
    """The image of deploy/Containerfile, with a Debian that debootstrap has made for its base."""

    def __init__(self, folder: Path) -> None:
        if os.geteuid() != 0:
            pytest.skip("only root can make a system in a folder")
        self._buildah = [
            installed("buildah"),
            *("--storage-driver", "vfs", "--root", str(folder / "store"), "--runroot", str(folder / "run")),
        ]
        base = folder / "base"
        base.mkdir()
        Debian(base, "bookworm", "ca-certificates")
        scratch = self.do("from", "scratch")
        self.do("add", "--quiet", scratch, str(base), "/")
        self.do("commit", "--quiet", "--rm", scratch, "docker.io/library/debian:bookworm-slim")
        shutil.rmtree(base)
        reach = reaching()
        seen = dict.fromkeys(path for value in reach.values() for path in paths(value))
        self.do(
            *("build", "--pull=never", "--isolation", "chroot", "--network", "host", "--layers=false"),
            *(word for path in seen for word in ("--volume", f"{path}:{path}:ro")),
            *(word for name, value in reach.items() for word in ("--env", f"{name}={value}")),
            *("-f", str(DEPLOY / "Containerfile"), "-t", "steelyard", str(ROOT)),
        )
        self.container = self.do("from", "--pull=never", "localhost/steelyard")
        self.root = Path(self.do("mount", self.container))
        described = json.loads(self.do("inspect", "--type", "image", "localhost/steelyard"))
        self.config: dict[str, Any] = described["OCIv1"]["config"]

    def do(self, *words: str) -> str:
        done = subprocess.run(
            [*self._buildah, *words], capture_output=True, text=True, check=False, timeout=1800
        )
        assert done.returncode == 0, f"buildah {words[0]}: {done.stdout[-2000:]}{done.stderr[-3000:]}"
        return done.stdout.strip()

    @contextmanager
    def serving(self, system: System) -> Iterator[tuple[str, subprocess.Popen[str]]]:
        """As its entry point and command say, on another port."""
        words = (*self.config["Entrypoint"], *self.config["Cmd"], "--port", "0")
        variables = [each for each in self.config["Env"] if each.startswith("STEELYARD")]
        command, env = system.command("env", *variables, *words, user=self.config["User"], home=HOME)
        with subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                address = process.stdout.readline().split()[3]
                yield f"http://127.0.0.1:{address.rpartition(':')[2]}", process
            finally:
                process.kill()


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    folder = tmp_path_factory.mktemp("image")
    made = Image(folder)
    try:
        yield made
    finally:
        made.do("umount", made.container)
        made.do("rm", made.container)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_image_serves_plays_bots_in_sandboxes_and_survives_a_restart(
    image: Image, tmp_path: Path
) -> None:
    volume = tmp_path / "volume"
    shutil.copytree(image.root / HOME.lstrip("/"), volume)
    status = (image.root / HOME.lstrip("/")).stat()
    for path in (volume, *volume.rglob("*")):
        os.chown(path, status.st_uid, status.st_gid)
    tmp_path.parent.chmod(0o755)
    system, user = System(image.root, {volume: HOME}), image.config["User"]
    assert user == "steelyard"
    assert HOME in image.config["Volumes"]

    def run(words: str) -> str:
        variables = " ".join(each for each in image.config["Env"] if each.startswith("STEELYARD"))
        script = f"cd {HOME} && PATH=/opt/steelyard/.venv/bin:$PATH {variables} {words}"
        done = system.run_as(user, HOME, "sh", "-c", script)
        assert done.returncode == 0, done.stdout
        return done.stdout

    assert "psql (PostgreSQL)" in run("psql --version")
    assert run("python -c 'import psycopg; print(psycopg.__version__)'")
    assert run("steelyard --version").startswith("steelyard 0.")
    for language in ("python", "cpp"):
        run(f"steelyard new tank_war {language} {language}")
        assert "Fit to submit." in run(f"steelyard check ./{language} --game tank_war"), "in a sandbox"

    with image.serving(system) as (address, process), httpx.Client(base_url=address) as guest:
        assert guest.get("/health").status_code == 200
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
        made = guest.post(
            "/api/tables", json={"game": "tank_war", "seats": seats}, headers={"x-steelyard": "1"}
        )
        assert made.status_code == 201, made.text
        table = made.json()["id"]
        os.kill(inside(process.pid), signal.SIGTERM)
        process.wait(TIMEOUT_S)
    assert (volume / "data/tables.db").stat().st_mode & 0o077 == 0
    with image.serving(system) as (address, process), httpx.Client(base_url=address) as guest:
        assert guest.get(f"/api/tables/{table}").status_code == 200
        server = inside(process.pid)
    wait_until(lambda: not Path(f"/proc/{server}/exe").exists())  # a zombie has none
