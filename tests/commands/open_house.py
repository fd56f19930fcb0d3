"""Servers as processes of their own, and people who come in."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import trustme

from ludoteca.dialects.house import connection, messages

LAST_LINE = "Ctrl-C closes it; the games are kept."
SOON = 60.0  # seconds that a server may take to end


def environment(**variables: str) -> dict[str, str]:
    """That of these tests, without settings for a server."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LUDOTECA_")}
    form = {name: value for name, value in os.environ.items() if name == "LUDOTECA_INTERPRETED"}
    return {**kept, **form, **variables}


@dataclass
class OpenHouse:
    """A process of `ludoteca serve` or `ludoteca play`, and what it printed once it was open."""

    folder: Path
    process: subprocess.Popen[str]
    lines: list[str] = field(default_factory=list)
    last_words: str = ""

    @property
    def url(self) -> str:
        return self.lines[0].removeprefix("Open ")

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def next_line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().rstrip("\n")

    def wait_until_open(self) -> None:
        while LAST_LINE not in self.lines:
            line = self.next_line()
            assert line, f"It did not open: {self.process.communicate()[1]}"
            self.lines.append(line)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """The exit code and what was written to standard error."""
        self.process.send_signal(number)
        return self.ended()

    def ended(self) -> tuple[int, str]:
        """The same of a house that was told to stop already. To be told again could end it in the middle of that."""
        self.last_words, said = self.process.communicate(timeout=SOON)
        return self.process.returncode, said


@contextmanager
def opened(
    folder: Path, *arguments: str | Path, command: str = "serve", variables: Mapping[str, str] | None = None
) -> Iterator[OpenHouse]:
    """A house that is open, on a free port unless another one is named; it may be stopped before the end."""
    port = [] if "--port" in arguments or command == "play" else ["--port", "0"]
    typed = [sys.executable, "-m", "ludoteca", command, "--data", str(folder), *port, *map(str, arguments)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        typed, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, text=True, env=environment(**(variables or {}))
    ) as process:
        try:
            house = OpenHouse(folder, process)
            house.wait_until_open()
            yield house
        finally:
            if process.poll() is None:
                process.kill()


def completed(*arguments: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """A command that is expected to end by itself."""
    typed = [sys.executable, "-m", "ludoteca", *map(str, arguments)]
    return subprocess.run(typed, capture_output=True, text=True, env=environment(**variables), timeout=60, check=False)


def tried(*arguments: str | Path, **variables: str) -> tuple[int, str]:
    """Exit code and standard error."""
    done = completed(*arguments, **variables)
    return done.returncode, done.stderr


# ---------------------------------------------------------------- people


async def open_table(session: aiohttp.ClientSession, url: str) -> str:
    options = {"game": "eriantys", "players": 2}
    async with session.post(f"{url}/api/tables", json={"options": options}) as answer:
        assert answer.status == 200, await answer.text()
        code: str = (await answer.json())["code"]
        return code


@asynccontextmanager
async def watching(
    session: aiohttp.ClientSession, url: str, code: str
) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """Somebody who has been welcomed at a table."""
    async with session.ws_connect(f"{url}/api/tables/{code}/socket") as socket:
        await socket.send_str(connection.encode(messages.Hello()).decode())
        assert isinstance(await heard(socket), messages.Welcome)
        yield socket


async def heard(socket: aiohttp.ClientWebSocketResponse) -> Any:
    received = await socket.receive(timeout=SOON)
    assert received.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY), received
    return connection.read_from_server(received.data)


async def heard_goodbye(socket: aiohttp.ClientWebSocketResponse) -> messages.Goodbye:
    while not isinstance(message := await heard(socket), messages.Goodbye):
        pass
    return message


# ---------------------------------------------------------------- TLS


@dataclass(frozen=True)
class Papers:
    """A certificate for 127.0.0.1, its key, and the authority that vouches for it."""

    certificate: Path
    key: Path
    authority: trustme.CA

    @classmethod
    def issued(cls, folder: Path, name: str = "127.0.0.1") -> Papers:
        folder.mkdir(parents=True, exist_ok=True)
        authority = trustme.CA()
        issued = authority.issue_cert(name)
        certificate, key = folder / "certificate.pem", folder / "key.pem"
        for part in issued.cert_chain_pems:
            part.write_to_path(str(certificate), append=True)
        issued.private_key_pem.write_to_path(str(key))
        return cls(certificate, key, authority)


def whereabouts(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode((folder / "server.json").read_bytes())
    return found


def row(page: str, name: str) -> list[str]:
    """The cells of the row of a table in a document that begins with a name."""
    (found,) = re.findall(rf"^\| `{re.escape(name)}` \|(.*)\|$", page, re.MULTILINE)
    return [cell.strip() for cell in found.split("|")]
