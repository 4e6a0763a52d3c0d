"""Builds that mean harm, run one after another in one process: `python bad_builds.py NAME...`.

Stands alone, so that it can run as another user. Says of each as JSON what became of it and what it left.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from steelyard.arena import build as bot_build
from steelyard.arena.program import find
from steelyard.arena.sandbox import folder_walk, procfs, untrusted_folders
from steelyard.arena.sandbox.limits import Limits
from steelyard.arena.verdicts import BotFailure

LIMITS = Limits(memory_mb=128, processes=24, tmp_mb=16, folder_mb=64, folder_entries=2000)
FALLOCATE = 285 if os.uname().machine == "x86_64" else 47


class Build(NamedTuple):
    command: str | list[str]
    refusal: str = ""  # a part of what is said of it; nothing where it is built after all
    seconds: float = 60.0


BUILDS = {
    "a device": Build("mknod disk b 8 0 || mknod null c 1 3 || exit 0"),
    "a FIFO": Build("mkfifo pipe", "pipe is a FIFO"),
    "a FIFO deep inside": Build("mkdir -p a/b/c && mkfifo a/b/c/pipe", "a/b/c/pipe is a FIFO"),
    "a socket": Build(
        "perl -MSocket -e 'socket(S, AF_UNIX, SOCK_STREAM, 0); bind(S, sockaddr_un(q(sock))) or die'",
        "sock is a socket",
    ),
    "a FIFO for its bot.toml": Build("rm bot.toml && mkfifo bot.toml", "bot.toml is a FIFO"),
    "a link for its bot.toml": Build("ln -sf /etc/passwd bot.toml", "bot.toml is a link that leads out"),
    "a folder for its bot.toml": Build("rm bot.toml && mkdir bot.toml"),
    "another bot.toml": Build("echo 'run = \"false\"' > bot.toml"),
    "a link to the root": Build("ln -s / away", "away is a link that leads out of the folder, to /"),
    "a link upwards": Build("mkdir a && ln -s ../../etc a/up", "a/up is a link that leads out"),
    "a link by way of links": Build("ln -s . d && ln -s d/d/../../../etc e", "e is a link that leads out"),
    "links inside": Build("mkdir a && echo hi > a/f && ln -s a/f link && ln -s ../link a/back"),
    "links in a circle": Build("ln -s one two && ln -s two one"),
    "1,100 folders in one another": Build(
        "perl -e 'for (1..1100) { mkdir q(d) or die; chdir q(d) or die }'", "levels of folders"
    ),
    "a hundred thousand empty files": Build(
        "perl -e 'for (1..100000) { open(F, q(>), $_) or die; close(F) }'", "out_of_disk"
    ),
    "a file that is too long": Build("truncate -s 1T big", "was killed by signal 25"),
    "many files with holes": Build("for i in 1 2 3; do truncate -s 60M big$i; done", "more than 64 MB"),
    "files that are removed and stay open": Build(
        "perl -e 'for $n (1..5) { open($f[$n], q(>), q(x)); unlink q(x);"
        " syswrite($f[$n], q(x) x 1e6) for 1..50 } sleep 60'",
        "out_of_disk",
    ),
    "space that is only reserved": Build(
        "perl -e 'open(F, q(>), q(x)); unlink q(x);"
        f" syscall({FALLOCATE}, fileno(F), 0, 0, 1 << 26) == 0 or die $!'",
        "out_of_disk",
    ),
    "names that are not UTF-8": Build("touch \"$(printf 'a\\377\\376')\" \"$(printf 'b\\033[2J\\n')\""),
    "a FIFO of such a name": Build("mkfifo \"$(printf 'a\\377\\033')\"", "a?? is a FIFO"),
    "names as long as can be": Build(
        "perl -e '$n = q(x) x 250; for (1..60) { mkdir $n or die; chdir $n or die }'",
        "the path of a file in nested folders is too long",
    ),
    "hard links to outside": Build("ln /etc/passwd here || ln /bin/sh here", "failed with exit code 1"),
    "hard links inside": Build("echo hi > one && ln one two && ln one three"),
    "closed folders": Build("mkdir shut && touch shut/x && chmod 000 shut/x shut . "),
    "set-user-id": Build("cp /bin/sh root && chmod 6755 root && mkdir s && chmod 7777 s"),
    "nothing left": Build("rm -rf ./* ./.b*"),
    "a child that stays": Build("(setsid sh -c 'while :; do sleep 1; done' >/dev/null 2>&1 &) && exit 0"),
    "a child that goes on writing": Build("(setsid sh -c 'while :; do echo x > f; done' >/dev/null 2>&1 &)"),
    "a child that holds its output": Build("(setsid sleep 1000 &) && exit 0"),
    "no end, and its output closed": Build("exec >&- 2>&-; sleep 1000", "did not finish within 1 s", 1.0),
    "no end to what it prints": Build("yes", "did not finish within 1 s", 1.0),
    "100 MB of errors": Build("yes wrong | head -c 100000000 >&2"),
    "signals to everybody": Build("trap '' TERM; kill -TERM -1; kill -STOP 1; kill -KILL 1; exit 0"),
    # Without control groups the limit that a user's processes share may be met before ours.
    "too many processes": Build(
        "for i in $(seq 100); do sleep 9 & done; wait", "too_many_processes or Cannot fork"
    ),
    "too much memory": Build("perl -e 'while (1) { push @a, q(x) x 1e6 }'", "out_of_memory"),
    "too many open files": Build(
        "perl -e 'for (1..1000) { open($f[$_], q(<), q(/dev/null)) or exit 3 }'", "failed with exit code 3"
    ),
    "a command that is not there": Build(["no-such-thing"], "no-such-thing is not installed"),
    "a command that is no program": Build(["./bot.toml"], "failed with exit code 126"),
    "many words": Build(["sh", "-c", "exit 0", *["word"] * 5000]),
}


def run(name: str) -> dict[str, object]:
    build = BUILDS[name]
    bot_build.BUILD_S = build.seconds
    before = (_open_files(), procfs.children(os.getpid()))
    with tempfile.TemporaryDirectory() as temporary:
        source, into = Path(temporary, "source"), Path(temporary, "into")
        source.mkdir()
        into.mkdir()
        words = ["sh", "-c", build.command] if isinstance(build.command, str) else build.command
        (source / "bot.toml").write_text(f"run = 'true'\nbuild = {json.dumps(words)}\n")
        said = "built"
        try:
            made = bot_build.built(find(str(source), "tank_war", []), into, isolated=True)
            assert (made.run, made.folder) == (("true",), into / "bot-0")
            assert sorted(os.listdir(source)) == ["bot.toml"]  # noqa: PTH208 - names
        except BotFailure as failure:
            said = f"{failure.fault}: {failure.detail}"
            said.encode()  # it can be written down
        foreign = _of_others(into)
        untrusted_folders.remove(into)
    after = (_open_files(), procfs.children(os.getpid()))
    same = after[0] <= before[0] and after[1] == before[1]
    left = [*foreign, *([] if same else [f"{before} then {after}"])]
    return {"name": name, "said": said, "left": left}


def _of_others(folder: Path) -> list[str]:
    """What still belongs to a bot's user."""
    found = []
    if any(folder.iterdir()):
        folder_walk.visit(
            folder, lambda entry: found.append(entry) if entry.status.st_uid != os.getuid() else None
        )
    return [entry.shown for entry in found]


def _open_files() -> set[str]:
    return set(os.listdir("/proc/self/fd"))  # noqa: PTH208 - numbers are all we want


if __name__ == "__main__":
    bot_build.BUILD_LIMITS = LIMITS
    for name in sys.argv[1:]:
        sys.stdout.write(json.dumps(run(name)) + "\n")
    places = [path.name for path in Path(tempfile.gettempdir()).iterdir()]
    sys.stdout.write(json.dumps({"name": "", "said": "", "left": places}) + "\n")
