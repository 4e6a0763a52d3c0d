"""Starter kits: a folder for each language, copied out with the bot's name and game filled in.

<language>/kit.toml    facts about the language
<language>/common/     what every game's kit has
<language>/<layer>/    what several games' kits have, as kit.toml says
<language>/<game>/     what only that game's has
layers/<layer>/        what kits of several languages have
notation/<game>.md     how `replay` and `debug` print the game
handout.md, about.md   the README's skeleton, and what the language and the game put into it
"""

from __future__ import annotations

import hashlib
import io
import re
import shlex
import tomllib
import unicodedata
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steelyard import games
from steelyard.core import files
from steelyard.core.errors import SteelyardError
from steelyard.core.game import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
ABOUT = "about.md"
EXAMPLE = "kit/example.sha256"
LONGEST_NAME = 60
SURROGATES = re.compile("[\ud800-\udfff]")  # how Python reads bytes of a name that are not UTF-8
FACTS = ("title", "compiler", "package", "test")  # what kit.toml says of a language in every game


class InvalidKit(SteelyardError):
    """A kit that cannot be made; the message says what would be right."""


@dataclass(frozen=True, slots=True)
class Kit:
    """One game in one language."""

    game: str
    language: str
    title: str
    """The language's own name."""
    compiler: str
    """The program that builds it; empty where nothing is built."""
    package: str
    """The Debian package of what the language needs."""
    edit: str
    """The file to edit."""
    test: str
    """The command that runs the kit's unit test."""
    layers: tuple[str, ...]
    """The folders it is laid together from, each over the one before."""

    def files(self) -> dict[Path, Path]:
        """Where each file of the made folder comes from."""
        folders = (_layer(self.language, layer) for layer in self.layers)
        return {inside: source for folder in folders for inside, source in _files_in(folder)}


def _layer(language: str, layer: str) -> Path:
    own = HERE / language / layer
    return own if own.is_dir() else HERE / "layers" / layer


def languages() -> list[str]:
    return sorted(facts.parent.name for facts in HERE.glob("*/kit.toml"))


def all_kits() -> list[Kit]:
    return [kit(game, each) for each in languages() for game in sorted(_facts(each)["edit"])]


def kit(game: str, language: str) -> Kit:
    games.game_class(game)
    if language not in languages():
        raise InvalidKit(f"there is no kit in {language!r}; there are {listed(languages())}")
    facts = _facts(language)
    if game not in facts["edit"]:
        raise InvalidKit(
            f"there is no {facts['title']} kit for {game}; there are kits for {listed(facts['edit'])}"
        )
    own = {
        "edit": facts["edit"][game],
        "layers": (*facts.get("shared", ()), "common", *facts.get("layers", {}).get(game, ()), game),
    }
    return Kit(game, language, **({key: facts[key] for key in FACTS} | own))


def _facts(language: str) -> dict[str, Any]:
    return tomllib.loads((HERE / language / "kit.toml").read_text("utf-8"))


def put_out(kit: Kit, folder: Path, name: str) -> None:
    """Make a bot's folder; it must be new or empty."""
    words = {"name": name, "game": kit.game, "title": games.game_class(kit.game).title, "edit": kit.edit}
    _require_empty(folder)
    for inside, source in kit.files().items():
        _write(folder / inside, _filled(source.read_text("utf-8"), words))
    told = {
        "folder": shlex.quote(folder.resolve().name),
        "language": kit.title,
        "package": kit.package,
        "test": kit.test,
        "run": tomllib.loads(kit.files()[Path("bot.toml")].read_text("utf-8"))["run"],
    }
    _write(folder / "README.md", _filled(_readme(kit), words | told))
    if kit.compiler:
        _write(folder / EXAMPLE, _checksums(folder))


def packed(kit: Kit, name: str) -> bytes:
    """The same as a zip, in a folder of its own."""
    data = io.BytesIO()
    with files.scratch_folder() as made, zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as pack:
        folder = made / f"{kit.game}-{kit.language}"
        put_out(kit, folder, name)
        for file in sorted(folder.rglob("*")):
            pack.write(file, file.relative_to(made))
    return data.getvalue()


def checked_name(name: str) -> str:
    """A name as it was asked for, if it is safe between quotes in any language."""
    name = unicodedata.normalize("NFC", name)
    wrong = next((c for c in name if not (c.isalnum() or c in " .-_")), None)
    if wrong is not None or not 0 < len(name.strip()) <= LONGEST_NAME:
        raise InvalidKit(
            f"{name!r} cannot be a bot's name; it has 1 to {LONGEST_NAME} letters, digits, spaces, . - or _; "
            "choose one with --name"
        )
    return name.strip()


def _files_in(folder: Path) -> Iterator[tuple[Path, Path]]:
    for source in sorted(folder.rglob("*")):
        inside = source.relative_to(folder)
        if source.is_file() and inside != Path(ABOUT) and "__pycache__" not in inside.parts:
            yield inside, source


def _checksums(folder: Path) -> str:
    """The files as the kit came with them, for sha256sum: the kit's scripts ask which have changed."""
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    own = [inside for file in files if (inside := file.relative_to(folder)).parts[0] != "kit"]
    return "".join(f"{hashlib.sha256((folder / each).read_bytes()).hexdigest()}  {each}\n" for each in own)


def _require_empty(folder: Path) -> None:
    if SURROGATES.search(folder.resolve().name):
        raise InvalidKit(
            f"the name of {folder} is not UTF-8, so its README could not tell it; name another folder"
        )
    if folder.is_symlink() or (folder.exists() and not folder.is_dir()):
        raise InvalidKit(f"{folder} exists and is no folder; name a new one")
    if folder.is_dir() and any(folder.iterdir()):
        raise InvalidKit(f"{folder} is not empty; name a new folder, so that nothing is overwritten")


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def _readme(kit: Kit) -> str:
    text = (HERE / "handout.md").read_text("utf-8")
    parts = {
        "notation": HERE / "notation" / f"{kit.game}.md",
        "language": HERE / kit.language / ABOUT,
        "game": HERE / kit.language / kit.game / ABOUT,
    }
    for part, source in parts.items():
        text = text.replace(f"{{{{about {part}}}}}", source.read_text("utf-8").strip())
    return text


def _filled(text: str, words: dict[str, str]) -> str:
    for word, value in words.items():
        text = text.replace(f"{{{{{word}}}}}", value)
    return text
