"""What `ludoteca doctor` looks at on the machine itself: versions, folder, disk, clock, open files."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from ludoteca import __version__, rules
from ludoteca.origin import commit
from ludoteca.server.api import pages
from ludoteca.server.settings import Settings
from ludoteca.store import files

from .findings import Finding, doubtful, good, wrong
from .output import sized

LEAST_FREE = 200_000_000  # bytes, below which nothing good can be promised
LITTLE_FREE = 2_000_000_000
SPARE_FILES = 200  # beside connections: the store, the log, processes of bots
OLDEST_SQLITE = (3, 35, 0)  # `RETURNING` and what else the store uses
SLACK = 120.0  # seconds by which two clocks may differ
NETWORK_DISKS = ("nfs", "nfs4", "cifs", "smb3", "fuse.sshfs", "9p")
MOUNTS = Path("/proc/self/mounts")


def versions() -> Iterator[Finding]:
    made_from = commit()
    python = ".".join(map(str, sys.version_info[:3]))
    yield good(
        "versions", f"Ludoteca {__version__}{f' (commit {made_from})' if made_from else ''}, Python {python}, "
        f"SQLite {sqlite3.sqlite_version}."
    )  # fmt: skip
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        yield wrong("SQLite", f"{sqlite3.sqlite_version} is too old. Take a Python with SQLite 3.35 or newer.")
    if rules.compiled:
        yield good("rules", "compiled.")
    else:
        yield doubtful(
            "rules", "interpreted: slow for many tables. Install the wheel for Linux, or a C compiler before."
        )
    if pages.is_built():
        yield good("page", "the one with drawn boards.")
    else:
        yield wrong("page", "only the plain one is there. Install a wheel that was built with the page.")


def folder(settings: Settings) -> Iterator[Finding]:
    place = settings.data.absolute()
    existing = next(path for path in (place, *place.parents) if path.exists())
    if existing != place:
        if os.access(existing, os.W_OK):
            yield good("folder", f"{place} is not there yet; the first start makes it.")
        else:
            yield wrong(
                "folder", f"{place} is not there, and {existing} cannot be written to. Make it, or name another."
            )
    else:
        yield from of_existing(place)
    free = shutil.disk_usage(existing).free
    if free < LEAST_FREE:
        yield wrong("disk", f"only {sized(free)} are free. Make room: a full disk makes the house read-only.")
    elif free < LITTLE_FREE:
        yield doubtful("disk", f"{sized(free)} are free. A house with many games and their backups needs more.")
    else:
        yield good("disk", f"{sized(free)} are free.")
    kind = file_system(existing)
    if kind in NETWORK_DISKS and settings.store is None:
        yield wrong("disk", f"{existing} is on a disk of another machine ({kind}), where locks cannot be relied on.")


def of_existing(place: Path) -> Iterator[Finding]:
    if not place.is_dir():
        yield wrong("folder", f"{place} is a file. Name a folder with --data.")
        return
    try:
        with tempfile.NamedTemporaryFile(dir=place, prefix=".doctor-"):
            pass
    except OSError as error:
        yield wrong(
            "folder", f"{place} cannot be written to ({error.strerror}). It has to belong to the server's user."
        )
        return
    mode = stat.S_IMODE(place.stat().st_mode)
    if os.name == "posix" and mode & 0o077:
        yield wrong("folder", f"others on this machine may read {place}, and so every hidden card: chmod 700 {place}")
    else:
        yield good("folder", f"{place} can be written to and is closed to others.")


def file_system(place: Path) -> str:
    """The kind of the disk on which something lies; empty where the system does not tell."""
    try:
        mounts = [line.split()[1:3] for line in MOUNTS.read_text().splitlines()]
    except OSError:
        return ""
    around = [(point, kind) for point, kind in mounts if Path(point) == place or Path(point) in place.parents]
    return max(around, key=lambda each: len(each[0]), default=("", ""))[1]


def clock(settings: Settings) -> Iterator[Finding]:
    database = files.database(settings.data)
    written = database.stat().st_mtime if settings.store is None and database.exists() else 0.0
    if written > time.time() + SLACK:
        yield wrong("clock", "it is earlier than the last write of the house. Set it, and let NTP keep it right.")
        return
    said = ntp()
    if said == "yes":
        yield good("clock", "kept right over the network.")
    elif said == "no":
        yield doubtful("clock", "nothing keeps it right. Let NTP do that: timedatectl set-ntp true")
    else:
        yield doubtful(
            "clock", "nobody knows here whether it is kept right. The machine around this one should do that."
        )


def ntp() -> str:
    """What systemd says about the clock: yes, no, or nothing where it is not there."""
    asked = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
    try:
        said = subprocess.run(asked, capture_output=True, text=True, check=False, timeout=5)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return said.stdout.strip()


def open_files(settings: Settings) -> Iterator[Finding]:
    if sys.platform == "win32":
        return
    import resource

    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    wanted = settings.limits.connections + SPARE_FILES
    if allowed == resource.RLIM_INFINITY or allowed >= wanted:
        yield good("open files", f"{allowed:,} are allowed, enough for {settings.limits.connections:,} connections.")
    else:
        yield doubtful(
            "open files",
            f"{allowed:,} are allowed to whoever runs this, and {settings.limits.connections:,} connections need "
            f"{wanted:,}. For a service set LimitNOFILE, in a shell ulimit -n, or lower limits.connections.",
        )
