"""What has no public name in asyncio is still there."""

from __future__ import annotations

import asyncio
import socket
import sys

from steelyard.server.asyncio_private import close_pipes, forget_reader


def test_the_pipes_of_a_process_can_be_closed() -> None:
    async def story() -> bool:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-c", "", stdout=asyncio.subprocess.PIPE
        )
        await process.wait()
        close_pipes(process)
        return bool(process._transport.is_closing())  # type: ignore[attr-defined]

    assert asyncio.run(story())


def test_a_transport_can_be_made_to_forget_itself() -> None:
    async def story() -> tuple[bool, bool]:
        here, there = socket.socketpair()
        transport, _ = await asyncio.get_running_loop().create_connection(asyncio.Protocol, sock=here)
        known = "_read_ready_cb" in vars(transport)
        transport.abort()
        await asyncio.sleep(0)
        forget_reader(transport)
        there.close()
        return known, "_read_ready_cb" in vars(transport)

    assert asyncio.run(story()) == (True, False)
