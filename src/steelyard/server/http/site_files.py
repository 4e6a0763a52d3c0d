"""The files of a folder as browsers get them: in every language, joined, compressed, and with a version."""

from __future__ import annotations

import gzip
import hashlib
import os
import re
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import Response

from steelyard.server.http.bundles import COMMON, FOLDER, Scripts, Sheets
from steelyard.server.http.languages import ENGLISH, HeadWords

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from starlette.requests import Request

KINDS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}
KINDS |= {".json": "application/json", ".md": "text/markdown", ".txt": "text/plain", ".ico": "image/x-icon"}
KINDS |= {".map": "application/json", ".webmanifest": "application/manifest+json", ".png": "image/png"}
ICON = '<link rel="icon" href="/static/icon.svg" type="image/svg+xml" />'
MANIFEST = '\n    <link rel="manifest" href="/static/manifest.webmanifest" />'
SMALL = 400  # bytes; not worth compressing
ASK_FIRST = "no-cache"
NO_MORE: Mapping[str, str] = {}
MODULE = re.compile(r'<script type="module" src="/static/([^"]+)">')
SHEETS = re.compile(r'(?:<link rel="stylesheet" href="/static/[^"]+" />\s*)+')
SHEET = re.compile(r'href="/static/([^"]+)"')
WORDS = re.compile(r"words/([a-z]+)/")  # the folders of languages other than English
JOINED_BY = b"".join(
    Path(__file__).with_name(f"{name}.py").read_bytes() for name in ("bundles", "javascript")
)


class Sent:
    """A file as it is sent: its bytes, once plain and once compressed, and a mark to know it by."""

    def __init__(self, data: bytes | Callable[[], bytes], kind: str) -> None:
        """`data` may also be what makes it, when it is first asked for."""
        self._text = kind.startswith("text/") or kind in {"application/json", "image/svg+xml"}
        self.kind = f"{kind}; charset=utf-8" if self._text else kind
        self._given = data

    @cached_property
    def data(self) -> bytes:
        return self._given if isinstance(self._given, bytes) else self._given()

    @cached_property
    def mark(self) -> str:
        return f'"{hashlib.sha256(self.data).hexdigest()[:20]}"'

    @cached_property
    def packed(self) -> bytes | None:
        return gzip.compress(self.data, 9, mtime=0) if self._text and len(self.data) > SMALL else None

    def response(
        self, request: Request, status: int = 200, keep: str = ASK_FIRST, more: Mapping[str, str] = NO_MORE
    ) -> Response:
        headers = {"ETag": self.mark, "Cache-Control": keep, "Vary": "Accept-Encoding", **more}
        if request.headers.get("if-none-match") == self.mark:
            return Response(status_code=304, headers=headers)
        data = self.data
        if "gzip" in request.headers.get("accept-encoding", "") and self.packed is not None:
            data = self.packed
            headers["Content-Encoding"] = "gzip"
        return Response(data, status, headers, media_type=self.kind)


class Files:
    """What browsers may have of a folder, as it was when it was read: later changes do not mix in.

    Under `cs/` every file is found again, and what is asked for in `words/` there is in `words/cs/`: so
    modules import their words without knowing the language, and a page loads one language. Pages load their
    modules and sheets joined, from `bundles/`; the files themselves are there for whoever debugs.
    """

    def __init__(self, folder: Path) -> None:
        read = {name: Path(folder, name).read_bytes() for name in sorted(_public(folder))}
        digests = {name: hashlib.sha256(data).hexdigest() for name, data in read.items()}
        self.version = hashlib.sha256(JOINED_BY + repr(digests).encode()).hexdigest()[:12]
        self.languages = (ENGLISH, *sorted({found[1] for found in map(WORDS.match, read) if found}))
        self.head_words = {
            language: HeadWords(read.get(self.name_of(_in(language, "words/head.json"), read), b"{}"))
            for language in self.languages
        }
        pages = {name: data.decode() for name, data in read.items() if name.endswith(".html")}
        self._read = read
        self._add_bundles(pages)
        self.sent = {name: Sent(data, KINDS[Path(name).suffix]) for name, data in read.items()}
        self.pages = {
            (name, language): Sent(partial(self._page, name, text, language), "text/html")
            for name, text in pages.items()
            for language in self.languages
        }
        self.sent |= {name: self.pages[name, ENGLISH] for name in pages}

    def name_of(self, path: str, known: Mapping[str, object]) -> str:
        """The name of the file that an address means, which may begin with a language."""
        language, _, rest = path.partition("/")
        if language not in self.languages[1:]:
            return path
        translated = rest.replace("words/", f"words/{language}/", 1) if rest.startswith("words/") else rest
        return translated if translated in known else rest

    def find(self, path: str) -> Sent | None:
        language, _, rest = path.partition("/")
        if language not in self.languages[1:]:
            language, rest = ENGLISH, path
        if rest.startswith(FOLDER):
            return self._bundle(language, rest)
        return self.sent.get(self.name_of(path, self.sent))

    def source(self, language: str, name: str) -> str:
        """What is in a file, for pages in that language."""
        return self._read[self.name_of(_in(language, name), self._read)].decode()

    def _add_bundles(self, pages: Mapping[str, str]) -> None:
        modules = {_stem(name): found[1] for name, text in pages.items() if (found := MODULE.search(text))}
        sheets = {
            _stem(name): SHEET.findall(found[0])
            for name, text in pages.items()
            if (found := SHEETS.search(text))
        }
        self._sheets = Sheets(partial(self.source, ENGLISH), sheets)
        self.scripts = {each: Scripts(partial(self.source, each), modules) for each in self.languages}
        self._bundles: dict[tuple[str, str], Sent] = {}

    def _bundle(self, language: str, path: str) -> Sent | None:
        """Joined when it is first asked for."""
        if (language, path) not in self._bundles:
            name, _, kind = path.removeprefix(FOLDER).rpartition(".")
            data = self._sheets.find(name) if kind == "css" else None
            script = self.scripts[language].find(name.removesuffix(".js")) if kind in {"js", "map"} else None
            if script is not None:
                data = script.text if kind == "js" else script.map
            if data is None:
                return None
            self._bundles[language, path] = Sent(data, KINDS[f".{kind}"])
        return self._bundles[language, path]

    def _page(self, name: str, page: str, language: str) -> bytes:
        """Pages ask for the bundles of this version, all at once."""
        stem = _stem(name)

        def modules(script: re.Match[str]) -> str:
            scripts = self.scripts[language]
            shared = _in(language, f"{FOLDER}{COMMON}.js")
            link = f'<link rel="modulepreload" href="/static/{shared}" />\n    ' if scripts.common else ""
            return link + script[0].replace(script[1], _in(language, f"{FOLDER}{stem}.js"))

        def sheets(links: re.Match[str]) -> str:
            wanted = [COMMON] if self._sheets.common else []
            wanted += [stem] if self._sheets.own(stem) else []
            link = '<link rel="stylesheet" href="/static/{}{}.css" />\n    '
            del links
            return "".join(link.format(FOLDER, each) for each in wanted)

        page = SHEETS.sub(sheets, MODULE.sub(modules, page))
        page = page.replace(ICON, ICON + MANIFEST, 1)
        page = self.head_words[language].instead_of(self.head_words[ENGLISH], page)
        page = page.replace('<html lang="en">', f'<html lang="{language}">')
        return page.replace('="/static/', f'="/static/{self.version}/').encode()


def _stem(name: str) -> str:
    return Path(name).stem


def _in(language: str, name: str) -> str:
    """The address of a file for pages in that language."""
    return name if language == ENGLISH else f"{language}/{name}"


def _public(folder: Path, within: str = "") -> Iterator[str]:
    """The names of files that browsers may have: not what is hidden, a program of ours, or elsewhere."""
    if not folder.is_dir():
        return
    with os.scandir(folder / within) as found:
        for each in found:
            name = within + each.name
            if each.name.startswith((".", "_")) or each.name == "tests" or _is_elsewhere(folder, each):
                continue
            if each.is_dir(follow_symlinks=False):
                yield from _public(folder, f"{name}/")
            elif each.is_file() and Path(each.name).suffix in KINDS:
                yield name


def _is_elsewhere(folder: Path, entry: os.DirEntry[str]) -> bool:
    return entry.is_symlink() and not Path(entry).resolve().is_relative_to(folder.resolve())
