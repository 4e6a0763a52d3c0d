"""A fresh Debian in a folder, and commands run in it as if it were a machine of its own.

Every mount is made in a namespace that ends with the command: nothing is left to clear but the folder.
"""

from __future__ import annotations

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SOURCES = Path("/etc/apt")
USER = "player"
# Becomes the root of what it sees, which a mere chroot does not: in one of these nobody can make a namespace.
ENTER = """\
root=$1; shift
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
for place in /sys /dev; do mount --rbind $place "$root$place"; done
while [ "$1" != -- ]; do mount --bind "$1" "$root${2}"; shift 2; done
shift
cd "$root"
pivot_root . mnt
cd /
umount -l /mnt
exec "$@"
"""
ALONE = ("unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private", "--")
# How this machine reaches packages, as its environment says: pip's settings, certificates, proxies.
REACHING = re.compile(r"PIP_\w+|SSL_CERT_FILE|REQUESTS_CA_BUNDLE|\w+_proxy|\w+_PROXY")


class System:
    """The root folder of a system, such as a container's, and commands run in it."""

    def __init__(self, folder: Path, volumes: dict[Path, str] | None = None) -> None:
        """`volumes` are folders of this machine, and where they are in there."""
        self.folder = folder
        self._env = reaching()
        self._shown = {path: str(path) for value in self._env.values() for path in paths(value)}
        self._shown |= volumes or {}
        for outside, inside in self._shown.items():
            _mount_point(folder / inside.lstrip("/"), outside)

    def command(self, *words: str, user: str, home: str) -> tuple[list[str], dict[str, str]]:
        """What runs a command in there, and its environment."""
        env = {**self._env, "HOME": home, "PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8"}
        # Becoming somebody else would clear what `--kill-child` has set.
        become = ["setpriv", "--pdeathsig", "KILL", "--reuid", user, "--regid", user, "--init-groups", "--"]
        shown = [word for outside, inside in self._shown.items() for word in (str(outside), inside)]
        at_home = ["sh", "-c", 'cd && exec "$@"', "sh"]
        enter = [*ALONE, "sh", "-ec", ENTER, "sh", str(self.folder), *shown, "--"]
        return [*enter, *become, *at_home, *words], env

    def run_as(
        self, user: str, home: str, *words: str, timeout_s: int = 900
    ) -> subprocess.CompletedProcess[str]:
        command, env = self.command(*words, user=user, home=home)
        return subprocess.run(
            command,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=timeout_s,
        )


class Debian(System):
    """One release of it, with some packages."""

    def __init__(self, folder: Path, release: str, *packages: str) -> None:
        """Skips the test where it cannot be made."""
        if os.geteuid() != 0:
            pytest.skip("only root can make a system in a folder")
        debootstrap = installed("debootstrap")
        words = ["--variant=minbase", f"--include={','.join(packages)}", release, str(folder), _mirror()]
        made = subprocess.run(
            [*ALONE, debootstrap, *words], capture_output=True, text=True, check=False, timeout=900
        )
        if made.returncode != 0:
            pytest.skip(f"debootstrap cannot make a {release} here: {(made.stdout + made.stderr)[-500:]}")
        super().__init__(folder)
        shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
        self.run("useradd", "--create-home", USER, user="root")

    def run(self, *words: str, user: str = USER, timeout_s: int = 900) -> subprocess.CompletedProcess[str]:
        """As an ordinary user, in its home."""
        home = "/root" if user == "root" else f"/home/{user}"
        return self.run_as(user, home, *words, timeout_s=timeout_s)

    def sh(self, script: str) -> subprocess.CompletedProcess[str]:
        return self.run("sh", "-c", script)

    def install(self, *packages: str) -> None:
        """Skips the test where they cannot be had."""
        for words in (["update", "-qq"], ["install", "-qq", "-y", "--no-install-recommends", *packages]):
            done = self.run("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", *words, user="root")
            if done.returncode != 0:
                pytest.skip(f"apt-get {shlex.join(words)} fails in there: {done.stdout[-500:]}")

    def put(self, folder: Path, name: str) -> None:
        """A copy of a folder in the user's home, without what was made in it."""
        made = shutil.ignore_patterns(
            ".git", ".venv", "build", "dist", ".*_cache", "*.egg-info", "__pycache__"
        )
        shutil.copytree(folder, self.folder / "home" / USER / name, ignore=made, symlinks=True)
        self.run("chown", "-R", f"{USER}:{USER}", f"/home/{USER}/{name}", user="root")


def installed(package: str) -> str:
    """A program of a package of the same name; the test is skipped where it cannot be had."""
    apt = ["apt-get", "install", "-qq", "-y", package]
    if shutil.which(package) is None:
        found = shutil.which("apt-get") and subprocess.run(apt, capture_output=True, check=False, timeout=300)
        if not found or found.returncode != 0:
            pytest.skip(f"{package} is not installed; apt install {package}")
    return package


def _mirror() -> str:
    """Where this machine gets Debian's packages from."""
    for file in (SOURCES / "sources.list", *sorted((SOURCES / "sources.list.d").glob("*"))):
        if not file.is_file() or file.suffix not in {".list", ".sources"}:
            continue
        told = "\n".join(line for line in file.read_text().splitlines() if not line.startswith("#"))
        for found in re.findall(r"^(?:URIs:|deb(?: \[.*?\])?)\s+(\S+/debian)/?(?=\s|$)", told, re.MULTILINE):
            return str(found)
    pytest.skip(f"{SOURCES} names no mirror of Debian")


def reaching() -> dict[str, str]:
    """What tells pip where packages are, from its files and from the environment, which comes first."""
    told = {}
    for python in (sys.executable, "/usr/bin/python3", shutil.which("python3")):
        listed = subprocess.run(
            [str(python), "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
        )
        for key, value in re.findall(r"^[\w:]+\.([\w-]+)=(.+)$", listed.stdout, re.MULTILINE):
            told[f"PIP_{key.upper().replace('-', '_')}"] = " ".join(ast.literal_eval(value).split())
    return told | {name: value for name, value in os.environ.items() if REACHING.fullmatch(name)}


def paths(value: str) -> list[Path]:
    """The places on this machine that a setting names; the files of an index lie beside it."""
    words = [
        Path(word.removeprefix("file://")) for word in value.split() if word.startswith(("/", "file:///"))
    ]
    indexed = [path.parent if f"file://{path}" in value.split() else path for path in words]
    return [path for path in indexed if path.exists()]


def _mount_point(inside: Path, outside: Path) -> None:
    if outside.is_dir():
        inside.mkdir(parents=True, exist_ok=True)
    elif not inside.exists():
        inside.parent.mkdir(parents=True, exist_ok=True)
        inside.touch()
