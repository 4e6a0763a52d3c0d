"""Bots that pry: what they find of other teams and of the server, where the server runs them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from steelyard.server.bots.store import bot_store
from tests.server.bots.archives import BOT_TOML, GOOD, POLITE, zipped
from tests.server.bots.bot_owners import BotOwner, fit, works_off

if TYPE_CHECKING:
    from pathlib import Path

    from steelyard.server.jobs.context import JobContext
    from tests.server.running_server import RunningServer

PRYING = """
import os, sys
found = []
def look(path):
    try:
        if os.path.isdir(path):
            found.append(path + " is a folder with " + " ".join(os.listdir(path)))
        else:
            with open(path, "rb") as file:
                found.append(path + " reads " + repr(file.read(200)))
    except OSError as error:
        print("cannot see", path, error.strerror, file=sys.stderr)
for path in PLACES:
    look(path)
for name, value in os.environ.items():
    if "SECRET" in name or "SECRET" in value or "STEELYARD" in name or value in ("PLACES",):
        found.append(name + "=" + value)
for pid in os.listdir("/proc"):
    if pid.isdigit():
        look(f"/proc/{pid}/environ") if pid != str(os.getpid()) and pid != "1" else None
try:
    os.symlink("/", "/bot/out")
    found.append("wrote into its own folder")
except OSError:
    pass
try:
    open("/bot/bot.py", "a")
    found.append("could change its own program")
except OSError:
    pass
print("FOUND", found, file=sys.stderr, flush=True)
"""


def prying(places: list[Path | str]) -> str:
    return PRYING.replace("PLACES:", f"{[str(place) for place in places]!r}:")


def secrets_of(server: RunningServer, version: str) -> list[Path | str]:
    """Everything that a bot would like to see."""
    data = server.registry.settings.data
    return [
        data,
        data / "bots",
        data / "bots" / version / "source" / "bot.py",
        data / "bots" / version / "built" / "bot.py",
        data / "workshop.key",
        str(server.registry.store.engine.url.database),
        "/etc/shadow",
        "/root",
        "/home",
        "/var/lib",
        f"/proc/{os.getpid()}/environ",
        f"/proc/{os.getpid()}/cwd",
    ]


def test_a_bot_sees_no_other_teams_source_no_database_and_no_environment(
    quick_server: RunningServer,
    ada: BotOwner,
    bob: BotOwner,
    context: JobContext,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its program looks when it is built and when it is checked; all it finds would be in its log."""
    monkeypatch.setenv("STEELYARD_TEST_SECRET", "SECRET")
    victim = fit(context, ada)
    places = secrets_of(quick_server, bot_store(context).versions(victim)[0].id)
    program = prying(places)
    failing = program + POLITE.replace('told["legal"][0]', '"QQ"')
    toml = BOT_TOML + 'build = "python3 pry.py"\n'
    upload = bob.uploads(
        zipped({"bot.toml": toml, "bot.py": failing, "pry.py": program.replace("/bot/", "/x/")})
    )
    works_off(context, "build")
    version = bob.sees(f"/api/bots/{upload['bot']}/versions/1")
    built, checked = version["log"], version["checks"][2]["log"]
    for log in (built, checked):
        assert "FOUND []" in log, log
        assert log.count("cannot see") >= len(places), "it has tried"


def test_what_a_build_links_to_is_not_followed_out_of_its_cage(
    quick_server: RunningServer, ada: BotOwner, bob: BotOwner, context: JobContext
) -> None:
    """Links that lead out of its folder lead nowhere in the cage, and what has them is not taken."""
    victim = fit(context, ada)
    secret = bot_store(context).versions(victim)[0].folder / "bot.py"
    steal = (
        f"ln -s {secret} stolen; ln -s {quick_server.registry.settings.data} all; ls -lL stolen all || true"
    )
    files = {**GOOD, "bot.toml": BOT_TOML + 'build = "sh build.sh"\n', "build.sh": steal}
    upload = bob.uploads(zipped(files))
    works_off(context, "build")
    version = bob.sees(f"/api/bots/{upload['bot']}/versions/1")
    assert "No such file" in version["log"]
    assert version["state"] == "unfit"
    assert "is a link that leads out of the folder" in version["reason"]
    assert secret.read_text() == POLITE


@pytest.mark.parametrize(
    ("build", "state"),
    [
        ("sh -c 'echo run = false > bot.toml'", "fit"),
        ("ln -sf bot.py bot.toml", "fit"),
        ("ln -sf /etc/passwd bot.toml", "unfit"),
        ("sh -c 'rm bot.toml && mkfifo bot.toml'", "unfit"),
    ],
)
def test_what_a_build_puts_in_place_of_its_toml_decides_nothing(
    bob: BotOwner, context: JobContext, build: str, state: str
) -> None:
    """What is run is what was uploaded; what is no file, and leads to none of its own, is not taken."""
    files = {**GOOD, "bot.toml": BOT_TOML + f'build = "{build}"\n'}
    upload = bob.uploads(zipped(files))
    works_off(context, "build")
    assert bob.sees(f"/api/bots/{upload['bot']}/versions/1")["state"] == state


def test_a_fork_bomb_and_a_hog_are_unfit_and_the_workshop_goes_on(bob: BotOwner, context: JobContext) -> None:
    bomb = "import os\nwhile True:\n    os.fork()\n"
    hog = "held = bytearray(3 << 30)\nheld[::4096] = b'x' * len(held[::4096])\n"
    for program in (bomb, hog):
        upload = bob.uploads(zipped({**GOOD, "bot.py": program}))
        works_off(context, "build")
        version = bob.sees(f"/api/bots/{upload['bot']}/versions/{upload['number']}")
        assert version["state"] == "unfit", version
        assert "check 2" in version["reason"]
    bob.uploads(zipped(GOOD))
    works_off(context, "build")
    assert bob.sees("/api/bots")["bots"][0]["state"] == "fit"
