"""Who is on this machine: not a page of another site whose name leads here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.server.running_server import Guest

if TYPE_CHECKING:
    from tests.server.running_server import RunningServer


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("127.0.0.1:8000", 200),
        ("localhost:8000", 200),
        ("LOCALHOST", 200),
        ("[::1]:8000", 200),
        ("evil.example:8000", 403),
        ("localhost.evil.example", 403),
        ("127.0.0.1.evil.example", 403),
        ("192.0.2.7", 403),
        ("[::1", 403),
    ],
)
def test_metrics_are_for_this_machine_by_its_own_name(
    quick_server: RunningServer, host: str, status: int
) -> None:
    with Guest(quick_server.address) as guest:
        answer = guest.http.get("/metrics", headers={"Host": host})
        assert answer.status_code == status
