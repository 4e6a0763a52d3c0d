"""The report of a contest as a folder of pages: all of it for its organiser, the results for everybody."""

from __future__ import annotations

import base64
import hashlib
import io
import mimetypes
import threading
import time
import zipfile
from functools import cache
from typing import TYPE_CHECKING

from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from steelyard.server.contests.dependencies import contests
from steelyard.server.contests.store import may_manage
from steelyard.server.http.access import page_for, signed_in
from steelyard.server.http.responses import ApiError

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.requests import Request

    from steelyard.contest.running.progress import Progress
    from steelyard.server.contests.follower import Follower
    from steelyard.server.contests.store import Row

AGAIN_S = 20.0  # while games are played it is not written anew more often


class Reports:
    """Written when somebody asks, if there is something new."""

    def __init__(self) -> None:
        self._made: dict[Path, tuple[int, float]] = {}
        self._writing = threading.Lock()

    def made(self, follower: Follower, *, whole: bool) -> Path:
        into = follower.folder.path / ("report" if whole else "published")
        with self._writing:
            self._renew(follower, into, whole=whole)
        return into

    def _renew(self, follower: Follower, into: Path, *, whole: bool) -> None:
        seq, made_s = self._made.get(into, (-1, 0.0))
        now = time.monotonic()
        if follower.look() != seq and (now - made_s > AGAIN_S or follower.view("done", _done)):

            def write(progress: Progress, of: int) -> int:
                from steelyard.contest.report.writer import write_report  # noqa: PLC0415 - only when asked

                write_report(progress, into, measured=whole)
                return of

            self._made[into] = follower.view(f"report/{whole}", write), now


@cache
def policy() -> str:
    """The one script is that of the pages that play games."""
    from steelyard.contest.report.replay_page import SCRIPT  # noqa: PLC0415 - only when asked

    mark = base64.b64encode(hashlib.sha256(SCRIPT.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{mark}'; style-src 'self' 'unsafe-inline'; img-src 'self'; "
        "base-uri 'none'; frame-ancestors 'none'; form-action 'none'"
    )


def _done(progress: Progress, _seq: int) -> bool:
    return progress.done


def _allowed(request: Request) -> tuple[Row, bool]:
    """The contest, and whether all of the report is shown."""
    me = signed_in(request.scope)
    row = contests(request).found(me, request.path_params["id"])
    whole = may_manage(me, row)
    if not (whole or row.published):
        raise ApiError("report_not_published" if me else "not_signed_in", "the report is not published")
    return row, whole


def _folder(request: Request) -> tuple[Row, Path]:
    row, whole = _allowed(request)
    reports: Reports = request.app.state.reports
    return row, reports.made(contests(request).begun(row), whole=whole)


@page_for("anyone", "reports", cost=3)
def show(request: Request) -> Response:
    """One file of it."""
    path: str = request.path_params["path"]
    if not path:
        return RedirectResponse("index.html")
    _, folder = _folder(request)
    file = _found(folder, path)
    if file is None:
        raise ApiError("page_not_found", "there is no such page in the report")
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    return Response(file.read_bytes(), headers={"Content-Security-Policy": policy()}, media_type=kind)


def _found(folder: Path, path: str) -> Path | None:
    """The file of that name in the folder, if there is one."""
    if "\0" in path:
        return None
    file = (folder / path).resolve()
    try:
        return file if folder.resolve() in file.parents and file.is_file() else None
    except OSError:  # longer than the name of any file
        return None


@page_for("anyone", "reports", cost=50)
def download(request: Request) -> Response:
    """All of it, to keep."""
    row, folder = _folder(request)
    headers = {"Content-Disposition": f'attachment; filename="{row.id}-report.zip"'}
    return Response(_packed(folder, row.id), headers=headers, media_type="application/zip")


def _packed(folder: Path, name: str) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                archive.write(file, f"{name}-report/{file.relative_to(folder)}")
    return packed.getvalue()


ROUTES = [Route("/c/{id}/report/{path:path}", show), Route("/c/{id}/report.zip", download)]
