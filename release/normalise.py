"""Packages without traces of the machine on which they were built: the same commit gives the same bytes."""

from __future__ import annotations

import gzip
import importlib.util
import os
import subprocess
import tarfile
import time
import zipfile
from pathlib import Path

OLDEST_IN_A_ZIP = 315532800  # 1980: its times begin there
COMMIT = Path("src/ludoteca/_commit.py")
READABLE, RUNNABLE = 0o644, 0o755


def moment(root: Path) -> int:
    """The time that everything in a package has: the one asked for, or that of the commit."""
    asked = os.environ.get("SOURCE_DATE_EPOCH")
    if asked:
        return max(int(asked), OLDEST_IN_A_ZIP)
    if (root / COMMIT).exists():  # in a source package
        spec = importlib.util.spec_from_file_location("_commit", root / COMMIT)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        said = str(module.TIME)
    else:
        log = ["git", "-C", str(root), "log", "-1", "--format=%ct"]
        try:
            said = subprocess.run(log, capture_output=True, text=True, check=False).stdout.strip()
        except OSError:  # there is no git
            said = ""
    return max(int(said or 0), OLDEST_IN_A_ZIP)


def wheel(path: Path, seconds: int) -> None:
    """Writes a wheel anew: names in order, one time, rights as those of anybody."""
    partial = path.with_suffix(".partial")
    when = time.gmtime(seconds)[:6]
    with zipfile.ZipFile(path) as found, zipfile.ZipFile(partial, "w", zipfile.ZIP_DEFLATED) as written:
        for info in sorted(found.infolist(), key=lambda info: (".dist-info/" in info.filename, info.filename)):
            runnable = bool(info.external_attr >> 16 & 0o100)
            entry = zipfile.ZipInfo(info.filename, when)
            entry.external_attr = (0o100000 | (RUNNABLE if runnable else READABLE)) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3  # Unix, wherever it is built
            written.writestr(entry, found.read(info))
    partial.replace(path)


def source_package(path: Path, seconds: int) -> None:
    """The same for a source package."""
    partial = path.with_suffix(".partial")
    with (
        tarfile.open(path) as found,
        partial.open("wb") as raw,
        gzip.GzipFile("", "wb", mtime=seconds, fileobj=raw) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as written,
    ):
        for member in sorted(found.getmembers(), key=lambda member: member.name):
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mtime = seconds
            member.pax_headers = {}
            member.mode = RUNNABLE if member.isdir() or member.mode & 0o100 else READABLE
            written.addfile(member, found.extractfile(member) if member.isfile() else None)
    partial.replace(path)
