"""`steelyard work`: a job worker, beside a server or on a machine of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from steelyard.cli.arguments import add_server_data
from steelyard.core.directories import data_folder, database_url

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


def configure(parser: ArgumentParser) -> None:
    parser.epilog = (
        "`steelyard serve` starts one worker of each lane itself; with --workers 0 start them yourself, at\n"
        "least one of each lane. Workers on other machines share the server's data folder.\n\n"
        "example: steelyard work --data /srv/steelyard --database postgresql://steelyard@db/steelyard"
    )
    add_server_data(parser)
    parser.add_argument(
        "--lane",
        choices=("short", "long"),
        default="short",
        help="short: build and check bots and play the ladder (default); long: play contests",
    )
    parser.add_argument(
        "--place",
        type=int,
        default=0,
        metavar="N",
        help="the worker's number on this machine, which chooses its CPU cores (default: 0)",
    )
    parser.add_argument(
        "--server", default="", metavar="URL", help="the server's address for remote bots: ws://HOST:PORT"
    )
    parser.add_argument(
        "--parent",
        type=int,
        metavar="PID",
        help="the process that started this worker; the worker ends with it",
    )
    parser.add_argument(
        "--ray", default="", metavar="ADDRESS", help="have jobs done on a Ray cluster, many at once"
    )
    parser.add_argument(
        "--log", choices=("json", "text"), help="write what goes wrong in the form of a server's log"
    )


def run(arguments: Namespace) -> int:
    from steelyard.server import job_handlers  # noqa: PLC0415 - a server's modules take long to import
    from steelyard.server.jobs.worker import Worker, open_context, work  # noqa: PLC0415
    from steelyard.server.operations import logs  # noqa: PLC0415

    if arguments.log:
        logs.write_at_once(arguments.log)
    folder = (arguments.data or data_folder()).absolute()
    database = database_url(arguments.database, folder)
    context = open_context(database, folder, arguments.place, arguments.server)
    lane = arguments.lane
    if arguments.ray:
        from steelyard.server.jobs.cluster_worker import ClusterWorker, work_on_cluster  # noqa: PLC0415

        worker = ClusterWorker(context, job_handlers.of_lane(lane), job_handlers.when_idle(lane))
        return work_on_cluster(worker, arguments.ray, arguments.parent)
    return work(Worker(context, job_handlers.of_lane(lane), job_handlers.when_idle(lane)), arguments.parent)
