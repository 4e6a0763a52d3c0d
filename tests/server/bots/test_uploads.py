"""A bot is uploaded, built, checked, and then there for all to play; its owner alone sees how that went."""

from __future__ import annotations

import errno
import socket
from typing import TYPE_CHECKING

import pytest

from steelyard.arena.sandbox import process, untrusted_zips
from steelyard.server.bots.store import bot_store
from tests.server.bots.archives import BOT_TOML, GOOD, POLITE, link, zipped
from tests.server.bots.bot_owners import BotOwner, fit, job_context, works_off
from tests.server.running_server import ME, Guest, RunningServer, plays_to_the_end
from tests.timeouts import TIMEOUT_S

if TYPE_CHECKING:
    from steelyard.server.jobs.context import JobContext

BUILDS = 'build = "sh build.sh"\n'


def test_a_bot_is_built_and_checked_and_can_then_be_played(
    quick_server: RunningServer, ada: BotOwner
) -> None:
    """From the zip to a whole game against a guest who has no account."""
    built = {
        "bot.toml": BOT_TOML + BUILDS,
        "build.sh": "echo made it\ncp draft.py bot.py",
        "draft.py": POLITE,
    }
    upload = ada.uploads(zipped(built))
    path = f"/api/bots/{upload['bot']}"
    assert ada.sees(path)["state"] == "waiting"
    assert ada.sees("/api/opponents?game=tank_war") == []
    with job_context(quick_server) as context:
        works_off(context, "build")
    assert ada.sees(path)["state"] == "fit"
    version = ada.sees(f"{path}/versions/1")
    assert version["log"] == "made it\n"
    assert [check["number"] for check in version["checks"]] == list(range(1, 11))
    assert all(check["passed"] for check in version["checks"])
    with Guest(quick_server.address) as guest:
        opponent = guest.http.get("/api/opponents?game=tank_war").json()[0]
        assert (opponent["name"], opponent["owner"]) == ("Ada", "Ada")
        table = guest.sets_up("tank_war", ME, {"kind": "bot", "bot": opponent["bot"]})
        with guest.follows(table["id"]) as page:
            plays_to_the_end(page, min)
        record = guest.shows(table["id"], "/record")
        assert record["players"][1]["name"] == "Ada"
        assert not any("chance chose" in event["what"] for event in record["events"])
        legal_first = {turn["moves"][1] for turn in record["turns"]}
        assert None not in legal_first


def test_a_kit_that_is_downloaded_can_be_handed_in_as_it_is(
    quick_server: RunningServer, ada: BotOwner
) -> None:
    """Whoever has nothing but a browser has a bot, too."""
    with Guest(quick_server.address) as guest:
        assert {"game": "tank_duel", "language": "cpp", "title": "C++"} in guest.http.get("/api/kits").json()
        answer = guest.http.get("/api/kits/tank_war/python")
        assert answer.headers["content-type"] == "application/zip"
        missing = guest.http.get("/api/kits/tank_war/cobol")
        assert (missing.status_code, "there are cpp, csharp" in missing.json()["error"]) == (404, True)
    upload = ada.uploads(answer.content)
    with job_context(quick_server) as context:
        works_off(context, "build")
    assert ada.sees(f"/api/bots/{upload['bot']}")["state"] == "fit"


def test_what_is_wrong_with_a_bot_is_told_check_by_check(quick_server: RunningServer, ada: BotOwner) -> None:
    illegal = POLITE.replace('told["legal"][0]', '"QQ"')
    upload = ada.uploads(
        zipped({"bot.toml": BOT_TOML, "bot.py": f"import sys\nprint('hm', file=sys.stderr)\n{illegal}"})
    )
    with job_context(quick_server) as context:
        works_off(context, "build")
    version = ada.sees(f"/api/bots/{upload['bot']}/versions/1")
    assert version["state"] == "unfit"
    assert version["reason"].startswith("check 3 (it answers its first turn with a legal move) failed: ")
    failed = version["checks"][2]
    assert '"type":"turn"' in failed["sent"]
    assert "QQ" in failed["came_back"]
    assert failed["right"].startswith('{"type":"move"')
    assert failed["log"] == "hm\n"
    assert ada.sees("/api/opponents?game=tank_war") == []


def test_a_bot_that_does_not_compile_shows_what_the_compiler_said(
    quick_server: RunningServer, ada: BotOwner
) -> None:
    files = {"bot.toml": BOT_TOML + BUILDS, "build.sh": "echo line 7: missing brace >&2\nexit 3"}
    upload = ada.uploads(zipped(files))
    with job_context(quick_server) as context:
        works_off(context, "build")
    version = ada.sees(f"/api/bots/{upload['bot']}/versions/1")
    assert version["state"] == "unfit"
    why = "sh failed with exit code 3: line 7: missing brace"
    assert version["reason"] == f"check 1 (it builds) failed: {why}"
    assert len(version["checks"]) < version["last_check"], "the page says that the others were not run"
    assert version["log"] == "line 7: missing brace\n"
    assert [check["number"] for check in version["checks"]] == [1]


def test_a_log_without_end_is_cut_and_has_nothing_a_database_refuses(
    quick_server: RunningServer, ada: BotOwner
) -> None:
    noisy = "head -c 300000 /dev/zero\nyes | head -c 300000"
    upload = ada.uploads(zipped({**GOOD, "bot.toml": BOT_TOML + BUILDS, "build.sh": noisy}))
    with job_context(quick_server) as context:
        works_off(context, "build")
    version = ada.sees(f"/api/bots/{upload['bot']}/versions/1")
    assert version["state"] == "fit"
    assert len(version["log"]) == 1 << 16
    assert "\0" not in version["log"]


def test_a_second_zip_of_the_same_bot_is_its_next_version(ada: BotOwner, bob: BotOwner) -> None:
    first, second = ada.uploads(zipped(GOOD)), ada.uploads(zipped(GOOD))
    again = ada.uploads(
        zipped({**GOOD, "bot.toml": 'run = "python3 bot.py"'}), f"/api/bots/{first['bot']}/versions"
    )
    assert (second["bot"], second["number"]) == (first["bot"], 2)
    assert (again["bot"], again["number"]) == (first["bot"], 3)
    assert bob.uploads(zipped(GOOD))["bot"] != first["bot"], "somebody else's is another bot"
    assert bob.sends(zipped(GOOD), f"/api/bots/{first['bot']}/versions").status_code == 403
    assert [each["number"] for each in ada.sees(f"/api/bots/{first['bot']}")["mine"]["versions"]] == [3, 2, 1]


def test_what_is_somebodys_own_nobody_else_sees(
    quick_server: RunningServer, ada: BotOwner, bob: BotOwner
) -> None:
    upload = ada.uploads(zipped({**GOOD, "bot.toml": BOT_TOML + BUILDS, "build.sh": "echo secret; exit 1"}))
    with job_context(quick_server) as context:
        works_off(context, "build")
    path = f"/api/bots/{upload['bot']}"
    assert ada.sees(f"{path}/versions/1")["log"] == "secret\n"
    assert bob.http.get(f"{path}/versions/1").status_code == 404
    assert bob.sees(path)["mine"] is None
    with Guest(quick_server.address) as guest:
        assert guest.http.get(f"{path}/versions/1").status_code == 401
        assert "secret" not in guest.http.get(path).text
        assert guest.http.get("/api/bots").status_code == 401


@pytest.mark.parametrize(
    ("data", "status", "why"),
    [
        (b"not a zip", 422, "not a zip"),
        (zipped({**GOOD, "../evil": "x"}), 422, "leads out"),
        (link("shadow", "/etc/shadow"), 422, "is a link"),
        (zipped({"bot.toml": "name = 1"}), 422, "name"),
        (zipped({"bot.toml": 'game = "chess"\nname = "x"\nrun = "x"'}), 422, "chess"),
        (zipped({"bot.toml": 'game = "tank_war"\nname = "x"'}), 422, "has no `run`"),
        (zipped({"bot.toml": 'name = "x"\nrun = "x"'}), 422, "which game"),
        (zipped({"bot.toml": 'game = "tank_war"\nname = "\\u202e"\nrun = "x"'}), 422, "no name"),
        (zipped({**GOOD, "bomb": bytes(60 << 20)}), 422, "times its size"),
    ],
)
def test_what_cannot_be_taken_is_refused_with_a_reason_and_leaves_nothing(
    quick_server: RunningServer, ada: BotOwner, data: bytes, status: int, why: str
) -> None:
    answer = ada.sends(data)
    assert (answer.status_code, why in answer.json()["error"]) == (status, True), answer.text
    assert str(quick_server.registry.settings.data) not in answer.text
    folder = quick_server.registry.settings.data / "bots"
    assert not folder.exists() or not any(folder.iterdir())
    assert ada.sees("/api/bots")["bots"] == []


def test_nobody_fills_the_queue(ada: BotOwner) -> None:
    for _ in range(5):
        ada.uploads(zipped(GOOD))
    refused = ada.sends(zipped(GOOD))
    assert refused.status_code == 429
    assert "not checked yet" in refused.json()["error"]


def test_uploading_is_in_the_audit_log(quick_server: RunningServer, ada: BotOwner) -> None:
    import sqlalchemy as sql

    from steelyard.server.accounts.schema import audit

    upload = ada.uploads(zipped(GOOD))
    with quick_server.registry.store.engine.connect() as connection:
        told = connection.execute(sql.select(audit.c.actor, audit.c.action, audit.c.subject)).all()
    assert (ada.id, "bot.hand_in", f"bot:{upload['bot']}") in [tuple(row) for row in told]


def test_a_bot_that_fails_in_somebodys_game_does_not_stop_it(
    quick_server: RunningServer, ada: BotOwner, context: JobContext
) -> None:
    """Chance moves for it, as for one of ours whose process has died, and the record says so."""
    bot = fit(context, ada)
    version = bot_store(context).versions(bot)[0]
    (version.built / "bot.py").write_text("raise SystemExit(1)")
    with Guest(quick_server.address) as guest:
        table = guest.sets_up("tank_war", ME, {"kind": "bot", "bot": f"@{version.id}"})
        with guest.follows(table["id"]) as page:
            snapshot = page.until("snapshot")
            page.says("move", turn=1, move=snapshot["legal"]["0"][0])
            page.until("turn", turn=1)
        events = guest.shows(table["id"], "/record")["events"]
        assert "Ada could not be asked; chance chose for it" in [event["what"] for event in events]


def test_where_bots_cannot_be_isolated_nobody_plays_them_and_the_page_says_why(
    ada: BotOwner, context: JobContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = bot_store(context).versions(fit(context, ada))[0]
    monkeypatch.setattr(process, "available", lambda: "bots cannot be isolated here: no bubblewrap")
    told = ada.sees("/api/bots")
    assert (told["isolated"], told["why_not"]) == (False, "bots cannot be isolated here: no bubblewrap")
    seats = [ME, {"kind": "bot", "bot": f"@{version.id}"}]
    refused = ada.http.post("/api/tables", json={"game": "tank_war", "seats": seats})
    assert (refused.status_code, refused.json()["error"]) == (503, told["why_not"])


@pytest.mark.parametrize("bot", ["@2222222222", "@../../etc", "@"])
def test_bots_that_there_are_not_cannot_be_played(ada: BotOwner, bot: str) -> None:
    seats = [ME, {"kind": "bot", "bot": bot}]
    refused = ada.http.post("/api/tables", json={"game": "tank_war", "seats": seats})
    assert refused.status_code == 404


@pytest.mark.parametrize("length", [6 << 20, 4 << 20])
def test_a_zip_that_would_not_be_taken_is_refused_before_it_is_read(
    quick_server: RunningServer, ada: BotOwner, length: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too large by its own account, or from somebody whose share is used up: not a byte of it is sent."""
    if length < 5 << 20:
        monkeypatch.setattr("steelyard.server.bots.service.MOST_UNFINISHED", 0)
    host, port = quick_server.address.split(":")
    head = (
        f"POST /api/bots HTTP/1.1\r\nHost: {quick_server.address}\r\nX-Steelyard: 1\r\n"
        f"Cookie: {ada.cookie}\r\n"
        f"Content-Type: application/zip\r\nContent-Length: {length}\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), TIMEOUT_S) as line:
        line.sendall(head.encode())
        answer = line.recv(4096).decode()
    assert answer.startswith("HTTP/1.1 413" if length > 5 << 20 else "HTTP/1.1 429")


def test_an_upload_for_which_the_disk_has_no_room_is_told_so_and_leaves_nothing(
    quick_server: RunningServer, ada: BotOwner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write(*_: object, **__: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(untrusted_zips, "_write", write)
    answer = ada.sends(zipped(GOOD))
    assert (answer.status_code, answer.json()["code"]) == (507, "disk_full")
    assert not list((quick_server.registry.settings.data / "bots").iterdir())
    assert ada.sees("/api/bots")["bots"] == []
