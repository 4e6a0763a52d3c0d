"""What is sent on of a game: its page with a preview (Open Graph), a picture, a QR code, a board to embed."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from fastapi import Request
from starlette.responses import Response
from starlette.routing import Route

from steelyard import games
from steelyard.server.bots.programs import MARK
from steelyard.server.http import pages
from steelyard.server.http.access import needs, page_for
from steelyard.server.http.answers import answering
from steelyard.server.http.clients import who
from steelyard.server.http.dependencies import SettingsDep, ThreadsDep
from steelyard.server.http.lazy_routes import LazyRouter
from steelyard.server.http.middleware import FRAMED
from steelyard.server.http.qr_code import SVG, public_address, qr_code
from steelyard.server.http.rate_limits import costs
from steelyard.server.http.responses import REFUSALS, ApiError
from steelyard.server.ids import is_id
from steelyard.server.tables import views
from steelyard.server.tables.dependencies import RegistryDep, TableId, registry_of
from steelyard.server.tables.routes import found_table
from steelyard.server.tables.terms import is_name

if TYPE_CHECKING:
    from steelyard.server.http.languages import HeadWords
    from steelyard.server.tables.store import Row
    from steelyard.server.tables.table import Table

router = LazyRouter(prefix="/api", responses=REFUSALS)
embed_router = LazyRouter()
ANYONE = [needs("anyone")]
PREVIEW_PX = 480


@router.get("/tables/{id}/qr.svg", dependencies=[*ANYONE, costs(3)], responses=SVG)
async def show_qr_code(
    request: Request, registry: RegistryDep, settings: SettingsDep, threads: ThreadsDep, id: TableId
) -> Response:
    """The address of a game as a QR code; for whoever has set it up, of the invitation to its open seat."""
    table = (await found_table(request, registry, id)).table
    invited = table.terms.owner == who(request.scope) and not table.started and table.terms.invite
    path = views.invitation(table) if invited else f"/g/{table.terms.id}"
    return await threads.pages(qr_code, public_address(request, settings) + path)


@router.get(
    "/tables/{id}/picture.png",
    dependencies=[*ANYONE, costs(20)],
    response_class=Response,
    responses={200: {"content": {"image/png": {}}}},
)
async def show_preview(request: Request, registry: RegistryDep, threads: ThreadsDep, id: TableId) -> Response:
    """The position as it is now, for previews of links."""
    table = (await found_table(request, registry, id)).table.still()
    picture = await threads.drawing(_preview, table)
    kept = {
        "Cache-Control": "private, max-age=60"
    }  # no proxy: not everybody may see it, and it can set a cookie
    return Response(picture, headers=kept, media_type="image/png")


def _preview(table: Table) -> bytes:
    from steelyard.films.animation import png  # noqa: PLC0415 - needs an image library

    return png(table.game.to_svg(table.state), PREVIEW_PX)


@embed_router.get(
    "/embed/{id}",
    dependencies=[*ANYONE, costs(3)],
    response_class=Response,
    responses={200: {"content": {"text/html": {}}}},
    include_in_schema=False,
)
async def embed_page(request: Request, registry: RegistryDep, id: TableId) -> Response:
    """A game within pages of other sites; never a private one, whose address only its people should know."""
    try:
        table = (await found_table(request, registry, id)).table
    except ApiError:
        return pages.missing(request)
    if table.terms.private:
        return pages.missing(request)
    page = pages.file("embed.html", request)
    page.headers["Content-Security-Policy"] = FRAMED
    page.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return page


@page_for("anyone")
def game_page(request: Request) -> Response:
    """Without more where the game is kept elsewhere, or its bots may be closed to whoever asks."""
    registry = registry_of(request)
    name = request.path_params["id"]
    row = registry.store.table(name) if is_name(name) else None
    if row is None or any(chair.bot.startswith(MARK) for chair in row.terms.chairs):
        return pages.file("game.html", request)
    address = public_address(request, registry.settings)
    title, text = _words(row, pages.head_words(request))
    shown = {
        "og:type": "website",
        "og:site_name": "Steelyard",
        "og:title": title,
        "og:description": text,
        "og:url": f"{address}/g/{name}",
        "og:image": f"{address}/api/tables/{name}/picture.png",
    }
    more = [f'    <meta property="{key}" content="{escape(value)}" />\n' for key, value in shown.items()]
    return pages.with_head("game.html", request, "".join(more))


def _words(row: Row, words: HeadWords) -> tuple[str, str]:
    """A title, and a sentence."""
    game = games.game_class(row.terms.game)
    chairs = row.terms.chairs if row.summary is None else row.summary.chairs
    there = [chair.name for chair in chairs if chair.kind != "open"]
    summary = words.say(row.terms.game, game.summary)
    if len(there) == 1:
        rated = words.say("rated" if row.terms.rated else "not_rated")
        return words.say("invitation", name=there[0], game=game.title), f"{summary} {rated}"
    return words.say("game", game=game.title, names=words.say("versus").join(there)), summary


def _first_requests(request: Request) -> list[str]:
    """What the page of a game asks for besides the game."""
    name = request.path_params["id"]
    ratings = (f"ratings?tables={name}",) if is_id(name) else ()
    return [f"/api/{each}" for each in (*pages.ON_EVERY_PAGE, "games", *ratings)]


ROUTE = Route("/g/{id}", answering(game_page, _first_requests))
